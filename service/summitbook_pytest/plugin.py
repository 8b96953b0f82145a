"""
What pytest is told of recorded games: docs/testing.md.

pytest loads this module wherever the package is installed, so it imports nothing else of
the package before a recorded game is met.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

SUFFIX = ".replay.jsonl"
FOLDERS = pytest.StashKey[tuple[Path, ...]]()
"""The folders of recorded games, each once, in the order they were named."""
BLESSED = pytest.StashKey[list[str]]()
"""A line for each file that this run has written anew."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--replays` and `replays`, `--bless`."""
    group = parser.getgroup("summitbook", "recorded games of Summitbook")
    group.addoption(
        "--replays",
        action="append",
        default=[],
        metavar="DIR",
        help=f"make a test of every *{SUFFIX} in this folder and those in it; may be repeated",
    )
    group.addoption(
        "--bless",
        metavar="WHY",
        help="write recorded games that the rules tell otherwise now anew, for this reason",
    )
    parser.addini("replays", f"folders whose *{SUFFIX} are tests", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Look the folders up, and collect them as if they were named on the command line."""
    asked = [config.invocation_params.dir / name for name in config.getoption("replays")]
    always = [Path(each) for each in config.getini("replays")]
    config.stash[FOLDERS] = folders = _folders([*asked, *always])
    config.stash[BLESSED] = []
    _check_bless(config.getoption("bless"), folders, worker=hasattr(config, "workerinput"))
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    for folder in _folders(asked) if named else folders:
        if not any(folder.is_relative_to(_path(config, each)) for each in config.args):
            config.args.append(str(folder))


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A folder that was named knows which games must be recorded in it."""
    if path not in parent.config.stash[FOLDERS]:
        return None
    from .collecting import Folder  # noqa: PLC0415 - see above

    return Folder.from_parent(parent, path=path)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A recorded game in a folder that was named."""
    if not file_path.name.endswith(SUFFIX):
        return None
    if not any(file_path.is_relative_to(folder) for folder in parent.config.stash[FOLDERS]):
        return None
    from .collecting import ReplayFile  # noqa: PLC0415 - see above

    return ReplayFile.from_parent(parent, path=file_path)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say which files were written anew; git says how."""
    if lines := config.stash[BLESSED]:
        terminalreporter.section("blessed")
        for line in lines:
            terminalreporter.line(line)


def _folders(paths: Iterable[Path]) -> tuple[Path, ...]:
    found = tuple(dict.fromkeys(path.absolute() for path in paths))
    for folder in found:
        if not folder.is_dir():
            raise pytest.UsageError(f"there is no folder {folder}, which was named for recorded games")
    return found


def _path(config: pytest.Config, argument: str) -> Path:
    return (config.invocation_params.dir / argument.partition("::")[0]).absolute()


def _check_bless(why: str | None, folders: tuple[Path, ...], *, worker: bool) -> None:
    if why is None:
        return
    if not why.strip():
        raise pytest.UsageError('--bless needs the reason: --bless "the third die is rolled again now"')
    if not folders:
        raise pytest.UsageError("--bless needs recorded games: --replays DIR")
    if worker:
        raise pytest.UsageError(
            "--bless writes to one list after the other: run it in one process, without -n"
        )
