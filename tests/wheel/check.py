"""Checks of an installed wheel, run by `try_wheel` in an empty folder that knows nothing of the sources."""

import importlib
import importlib.metadata
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from urllib.request import urlopen

PACKAGES = (
    "summitbook",
    "summitbook_advice",
    "summitbook_client",
    "summitbook_domain",
    "summitbook_pytest",
    "summitbook_service",
)
COMMAND = Path(sysconfig.get_path("scripts"), "summitbook")


def it_says_what_it_is() -> None:
    """The metadata names the licence by its SPDX identifier, and the notice is inside."""
    about = importlib.metadata.metadata("summitbook")
    assert about["License-Expression"] == "Apache-2.0", about["License-Expression"]
    files = importlib.metadata.files("summitbook") or []
    assert any(file.name == "LICENSE" for file in files), "no LICENSE in the wheel"


def every_package_is_the_installed_one() -> None:
    """Each package comes from the wheel, is marked as typed, and the wheel brings no other."""
    for name in PACKAGES:
        (folder,) = importlib.import_module(name).__path__
        assert Path(folder).is_relative_to(sys.prefix), f"{name} comes from {folder}"
        assert Path(folder, "py.typed").exists(), f"{name} has no py.typed"
    files = importlib.metadata.files("summitbook") or []
    folders = {file.parts[0] for file in files if file.suffix == ".py"}
    assert folders == set(PACKAGES), folders


def the_protos_are_code() -> None:
    """Generated code is in the wheel and fits the protobuf and grpcio that came with it."""
    files = importlib.metadata.files("summitbook") or []
    generated = [str(file.with_suffix("")).replace("/", ".") for file in files if file.match("*_pb2*.py")]
    assert generated, "no generated code in the wheel"
    for name in generated:
        importlib.import_module(name)


def content_came_along() -> None:
    """Every registered game finds its content files."""
    files = importlib.metadata.files("summitbook") or []
    games = {file.parts[1] for file in files if file.match("summitbook_domain/*/content/*.toml")}
    assert "everest1924" in games, games


def summitbook(*args: str) -> str:
    """Run the installed command; a failing one ends the check."""
    run = subprocess.run([COMMAND, *args], check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout


def the_command_plays_and_audits() -> None:
    """A game recorded by the installed command checks out with the installed command."""
    assert "serve" in summitbook("--help")
    Path("game.replay.jsonl").write_text(
        summitbook("replay", "record", "everest1924", "--seed", "5e" * 32, "--policy", "random"),
        encoding="utf-8",
    )
    summitbook("replay", "audit", "game.replay.jsonl", "--report", "verdict.html")
    assert "<style>" in Path("verdict.html").read_text(encoding="utf-8"), "a page without its style"


@contextmanager
def serving() -> Iterator[str]:
    """The installed service: all that it prints until it can be used."""
    serve = [COMMAND, "serve", "--data", "data", "--port", "0", "--web-port", "0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as service:
        try:
            lines = iter(service.stdout or ())
            yield "".join([*takewhile(lambda line: "--help" not in line, lines)])
        finally:
            service.terminate()


def the_service_serves_the_page() -> None:
    """It is in the wheel, with its script, and the notices of those who wrote parts of it."""
    with serving() as welcome:
        (page,) = re.findall(r"In a browser: (\S+)", welcome)
        index = fetched(page)
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', index)
        assert "/third-party.txt" in fetched(page + script)
        assert "Apache License" in fetched(f"{page}/third-party.txt")


def fetched(address: str) -> str:
    """What is at an address of this machine."""
    with urlopen(address, timeout=60) as answer:
        text: str = answer.read().decode()
    return text


def the_client_plays() -> None:
    """The one wheel has the client for programs too: it plays a game on the installed service."""
    client_of = importlib.import_module("summitbook_client")
    with serving() as welcome:
        server = welcome.partition(" serves on ")[2].partition(";")[0]
        with client_of.BlockingClient(server) as client:
            seat = client.create_game("everest1924").take_seat("Wheel")
            for _ in seat.steps():
                if actions := client_of.going_on(seat.legal_actions()):
                    seat.act(actions[0].command)
            assert seat.look().game.outcome == "finished"


def recorded_games_are_tests() -> None:
    """Without any configuration, the plugin tests a game of each kind, and sees that one was changed."""
    games = Path("games")
    games.mkdir()
    for name in ("everest1924", "dicey_peaks", "mountaineering"):
        lines = summitbook("replay", "record", name, "--seed", "5e" * 32)
        (games / f"{name}.replay.jsonl").write_text(lines, encoding="utf-8")
    assert "6 passed" in pytest(0, "--replays", "games")
    changed = games / "everest1924.replay.jsonl"
    changed.write_text(
        changed.read_text(encoding="utf-8").replace('"turn":1,', '"turn":2,', 1), encoding="utf-8"
    )
    assert "BROKEN_CHAIN" in pytest(1, "--replays", "games")


def pytest(status: int, *args: str) -> str:
    """Run the pytest that stands beside; it must end with this status."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *args], check=False, stdout=subprocess.PIPE, text=True
    )
    assert run.returncode == status, run.stdout
    return run.stdout


def main() -> None:
    """Run each check; the first fault ends with its message."""
    for check in (
        it_says_what_it_is,
        every_package_is_the_installed_one,
        the_protos_are_code,
        content_came_along,
        the_command_plays_and_audits,
        the_service_serves_the_page,
        the_client_plays,
        recorded_games_are_tests,
    ):
        check()
        print(f"  ok: {check.__name__.replace('_', ' ')}")


if __name__ == "__main__":
    main()
