"""The tests that recorded games are: one a file, and one a game that must have been recorded."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from summitbook_domain.games import GAMES
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

from .blessing import CannotBless, bless
from .plugin import BLESSED, FOLDERS, SUFFIX
from .telling import told


class NotAsRecorded(Exception):
    """A test that fails for what its text says, and no line of code tells more."""


class Plain(pytest.Item):
    """A test whose failure is told in its own words."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The words alone, where there is nothing to trace back."""
        if isinstance(excinfo.value, NotAsRecorded):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands; a recorded game has no line of code."""
        return self.path, None, self.name


class ReplayFile(pytest.File):
    """A recorded game."""

    def collect(self) -> Iterable[pytest.Item]:
        """It is one test."""
        yield Replay.from_parent(self, name=self.path.name.removesuffix(SUFFIX))


class Replay(Plain):
    """Its commands, carried out again, give its events."""

    def runtest(self) -> None:
        """Audit the file, and bless it where that is asked for."""
        with self.path.open("rb") as file:
            lines = list(file)
        report = audit(lines, verify=verify)
        if report.level == "rules":
            return
        fault = told(os.path.relpath(self.path, self.config.invocation_params.dir), report, lines)
        why = self.config.getoption("bless")
        if not why:
            raise NotAsRecorded(fault)
        try:
            self.config.stash[BLESSED].append(bless(self.path, lines, report, why))
        except CannotBless as cannot:
            raise NotAsRecorded(f"{fault}\n  not blessed: {cannot}") from None


class Folder(pytest.Directory):
    """A folder of recorded games; the first one asks for a recorded game of every game there is."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """What is in it, and the games."""
        around = cast("pytest.Collector", self.parent)
        yield from pytest.Dir.from_parent(around, path=self.path).collect()
        if self.path == self.config.stash[FOLDERS][0]:
            for name, rules in GAMES:
                yield Recorded.from_parent(self, name=f"{name}-{rules}")


class Recorded(Plain):
    """A game that is registered has been recorded."""

    def runtest(self) -> None:
        """Look through the first lines of all files."""
        folders = self.config.stash[FOLDERS]
        if self.name not in set(_recorded(folders)):
            looked = ", ".join(str(folder) for folder in folders)
            name, _, rules = self.name.rpartition("-")
            raise NotAsRecorded(f"no recorded game of {name} under rules {rules} is in {looked}")


def _recorded(folders: Iterable[Path]) -> Iterator[str]:
    for folder in folders:
        for path in filter(Path.is_file, folder.rglob(f"*{SUFFIX}")):
            with path.open("rb") as lines:
                yield _game_in(lines.readline())


class _Born(msgspec.Struct):
    game: str
    rules: int


class _First(msgspec.Struct):
    data: _Born


_read = msgspec.json.Decoder(_First).decode


def _game_in(first: bytes) -> str:
    """The game that a file's first line makes, and its rules; nothing where it makes none."""
    try:
        born = _read(first).data
    except (ValueError, RecursionError):
        return ""
    return f"{born.game}-{born.rules}"
