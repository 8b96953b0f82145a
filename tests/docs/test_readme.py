"""The README held against what it promises: its commands, its pictures, its example."""

import ast
import json
import re
import shlex
import subprocess
import sys
from functools import reduce
from io import StringIO
from pathlib import Path

import pytest
from command import Serving, summitbook
from rich.console import Console

from summitbook.v1.record_pb2 import Event
from summitbook_client.terminal.menu import Menu
from summitbook_client.terminal.page import Page, keys, show
from summitbook_client.terminal.screen import screen_of
from summitbook_domain import record
from summitbook_domain.games import GAMES
from summitbook_domain.message import from_args
from summitbook_domain.table.state import Table, event_type, evolve
from summitbook_service.cli.app import app
from summitbook_service.wire import pack_event, pack_legal_actions, pack_view

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "clients" / "examples" / "tiny_client.py"
BOT = ROOT / "clients" / "examples" / "ten_lines.py"
SEED = "0762" * 16
PICTURED = 48
"""The record of the pictured game after which the page is drawn."""


def blocks(kind):
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


TYPED = [
    line.removeprefix("$ ").partition("  #")[0]
    for block in blocks("console")
    for line in block.splitlines()
    if line[:2] == "$ "
]


def test_the_first_thing_are_the_two_commands():
    """Whoever opens the page sees how to run it and how to test it."""
    assert [line.partition("#")[0].split() for line in blocks("console")[0].splitlines()] == [
        ["$", "make", "run"],
        ["$", "make", "test"],
    ]
    assert README.index("make run") < 700


@pytest.mark.parametrize("line", [line for line in TYPED if line.startswith("make ")])
def test_every_target_named_is_in_the_makefile(line):
    """`make x` works for every x on the page."""
    assert re.search(rf"^{line.split()[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("line", sorted({line for line in TYPED if "summitbook" in line.split()[0]}))
def test_every_command_shown_can_be_typed(line):
    """Names and options are those that the command has."""
    _, *words = shlex.split(line)

    _, bound, _ = app.parse_args(
        [word for word in words if word != "--help"], exit_on_error=False, print_error=False
    )

    assert bound is not None


@pytest.fixture(scope="module")
def pictured(tmp_path_factory):
    """The game that is shown, recorded as the page says."""
    path = tmp_path_factory.mktemp("readme") / "game.replay.jsonl"
    (line,) = [line for line in TYPED if "replay record" in line and "--seed" in line]
    words = [path if word == "game.replay.jsonl" else word for word in shlex.split(line)[1:]]
    assert summitbook(*words).status == 0
    return path


def test_the_verdict_shown_is_the_verdict_given(pictured, monkeypatch):
    """The page's audit is what comes out for the page's game."""
    monkeypatch.chdir(pictured.parent)

    ran = summitbook("replay", "audit", "game.replay.jsonl")

    (shown,) = [block for block in blocks("console") if "replay audit game.replay.jsonl\n" in block]
    assert shown.partition("\n")[2].rstrip() == tidy(ran.out)


def test_the_page_shown_is_the_page_drawn(pictured):
    """The picture of a game is what a player would see at that moment of it."""
    (shown,) = [block for block in blocks("text") if "Everest 1924" in block]

    assert shown.rstrip() == tidy(page_of(pictured))


def page_of(path):
    """The page that the climber had before them after record PICTURED."""
    read = [record.read(line) for line in path.read_bytes().splitlines()[:PICTURED]]
    table = reduce(
        lambda table, each: evolve(table, _event(table, each), each.cause or None),
        read,
        Table(game=GAMES["everest1924", 1]),
    )
    screen, out = screen_of("everest1924"), StringIO()
    view = pack_view(table.game.view(table.play))
    story = screen.story([Event.FromString(pack_event(_event(table, read[-1])).SerializeToString())])
    title = f" Everest 1924 · {screen.heading(view)} "
    console = Console(file=out, width=80, markup=False, color_system=None)
    show(
        console,
        Page(
            title,
            screen.show(view, 80),
            story,
            listing=Menu(screen, pack_legal_actions(table, 0)).listing,
            keys=keys(chart=False, hint=True),
        ),
    )
    return out.getvalue()


def _event(table, read):
    return from_args(event_type(table.game, read.type), read.data)


def tidy(text):
    """Lines without what cannot be seen at their ends."""
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines())


@pytest.mark.parametrize("example", [EXAMPLE, BOT], ids=lambda example: example.stem)
def test_the_example_shown_is_the_one_that_is_tried(example):
    """Not a character differs."""
    assert example.read_text(encoding="utf-8") in blocks("python")


def test_the_example_needs_nothing_of_this_project_but_the_protos():
    """It imports the standard library, grpc, and what is made of the protos."""
    imported = set()
    for node in ast.walk(ast.parse(EXAMPLE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(
                (node.module or "").rpartition(".")[0] if "pb2_grpc" in (node.module or "") else node.module
            )

    assert imported - set(sys.stdlib_module_names) == {"grpc", "summitbook.v1"}


WITHOUT_THE_PROJECT = """
import runpy, sys
_, example, made, hidden, server = sys.argv
sys.path = [made, *(path for path in sys.path if path and not path.startswith(tuple(hidden.split(":"))))]
sys.argv = [example, server]
runpy.run_path(example, run_name="__main__")
"""
ROOMS = ("domain", "service", "clients", "proto", "tests")


def test_the_example_plays_a_whole_game_and_checks_it(tmp_path):
    """With nothing but the protos at hand, made into code as the example says."""
    protos = sorted(str(path) for path in (ROOT / "proto" / "summitbook").rglob("*.proto"))
    protoc = [sys.executable, "-m", "grpc_tools.protoc", "-I", str(ROOT / "proto")]
    subprocess.run(
        [*protoc, f"--python_out={tmp_path}", f"--grpc_python_out={tmp_path}", *protos], check=True
    )
    serving = Serving(tmp_path / "data")
    hidden = ":".join(str(ROOT / room) for room in ROOMS)
    try:
        ran = subprocess.run(
            [sys.executable, "-c", WITHOUT_THE_PROJECT, EXAMPLE, tmp_path, hidden, serving.server],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=120,
            check=False,
        )
    finally:
        serving.stop()

    assert ran.stderr == ""
    *_, score, checked = ran.stdout.splitlines()
    assert re.fullmatch(r"Score -?\d+: .+", score)
    assert re.fullmatch(r"Checked to the last record: [0-9a-f]{64}", checked)


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    """A service for what is tried by hand."""
    started = Serving(tmp_path_factory.mktemp("serving") / "data")
    yield started
    started.stop()


def test_the_bot_of_ten_lines_plays_a_whole_game(serving):
    """Ten lines at most, the empty ones not counted; the game is finished, and its score told in words."""
    ran = subprocess.run(
        [sys.executable, BOT, serving.server], capture_output=True, text=True, timeout=120, check=False
    )

    assert (ran.returncode, ran.stderr) == (0, "")
    listed = summitbook("games", "--json", "--all", SUMMITBOOK_SERVER=serving.server).json
    assert ("finished", ["Ten Lines"]) in [(game["outcome"], game["seats"]) for game in listed]
    assert ran.stdout.strip()
    assert len(list(filter(None, BOT.read_text(encoding="utf-8").splitlines()))) <= 10


BY_HAND = [
    line
    for page in (README, (ROOT / "docs" / "api.md").read_text(encoding="utf-8"))
    for line in re.findall(r"^\$ (buf curl .*)$", page, re.MULTILINE)
]


@pytest.mark.parametrize("line", BY_HAND, ids=lambda line: line.rpartition("/")[2])
def test_a_call_by_hand_is_answered(serving, line):
    """What is shown for `buf curl` works as it stands, from the project's folder."""
    buf = Path(sys.executable).with_name("buf")
    if not buf.exists():
        pytest.skip("there is no buf beside this Python: make setup brings it")
    _, *words = shlex.split(line.replace("127.0.0.1:50051", serving.server))

    ran = subprocess.run([buf, *words], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert isinstance(json.loads(ran.stdout), dict)


def test_calls_by_hand_are_shown():
    """On the README one that asks and one that makes something, on the API page one by reflection."""
    called = {line.rpartition("/")[2] for line in BY_HAND}

    assert called == {"ListGames", "CreateGame", "GetServerInfo"}


def test_every_link_leads_somewhere():
    """Files and folders that the page points to are there."""
    for link in re.findall(r"\]\(([^)\s#:]+)(?:#[^)]*)?\)", README):
        assert (ROOT / link).exists(), link
