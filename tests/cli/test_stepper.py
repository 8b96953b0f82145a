"""docs/replays.md, "Stepping", in a terminal: the same keys in an app, with a scrubber."""

import json
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from command import Terminal, environment
from textual import events
from textual.geometry import Offset
from textual.widgets import Static

from summitbook_client.terminal.app import Board, Line, Scrubber, Told
from summitbook_client.terminal.screen import screen_of
from summitbook_service.cli.replay.playback import scenes
from summitbook_service.cli.replay.show import _page
from summitbook_service.cli.replay.stepper import Stepper
from summitbook_service.cli.replay.walk import Walk

REPLAYS = Path(__file__).parents[2] / "replays"
SALTED = REPLAYS / "everest1924" / "salted.replay.jsonl"
RACE = REPLAYS / "dicey_peaks" / "drawn-on-the-summit.replay.jsonl"
TYPES = [json.loads(line).get("type") for line in SALTED.read_bytes().splitlines()]
ROLLS = [n for n, kind in enumerate(TYPES, 1) if kind == "DiceRolled"]
IN_COLOUR = {"NO_COLOR": ""}


@asynccontextmanager
async def stepping(file, size=(80, 24)):
    """The app on a recorded game."""
    game, found = scenes(file)
    walk = Walk(found)
    app = Stepper(walk, lambda: _page(screen_of(game), walk))
    async with app.run_test(size=size) as pilot:
        yield app, walk, pilot


def dragged(widget, x):
    """The mouse moving there with its button down."""
    return events.MouseMove(widget, x, 0, 1, 0, 1, shift=False, meta=False, ctrl=False)


def shown(app, pane):
    """What stands in a pane."""
    return str(app.query_one(pane, Static).visual)


@pytest.mark.parametrize(
    ("keys", "record"),
    [
        (["space"], 2),
        (["enter", "right"], 3),
        (["space", "space", "b"], 2),
        (["left"], 1),
        (["5", "enter"], 5),
        (["9", "9", "9", "9", "enter"], len(TYPES) - 1),
        (["end"], len(TYPES) - 1),
        (["end", "home"], 1),
        (["slash", *"dicero", "enter"], ROLLS[0]),
        (["slash", *"dicero", "enter", "n"], ROLLS[1]),
        (["slash", *"dicero", "enter", "n", "N"], ROLLS[0]),
        (["5", "2", "escape", "space"], 2),
        (["5", "backspace", "space"], 2),
        (["slash", "enter", "n"], 1),
    ],
    ids=str,
)
async def test_the_keys_go_where_the_page_says(keys, record):
    """As on plain pages; arrows, Home and End go too."""
    async with stepping(SALTED) as (app, walk, pilot):
        await pilot.press(*keys)
        await pilot.pause()

        assert walk.n == record
        assert f"record {record} of" in shown(app, "#title")
        assert not app.query_one(Line).display


async def test_a_record_is_shown_with_its_command_and_the_table():
    """And what happened by it in words."""
    async with stepping(SALTED) as (app, _, pilot):
        await pilot.press("slash", *"dicero", "enter")
        await pilot.pause()

        assert "RollDice" in shown(app, "#waiting")
        assert "rolled" in str(app.query_one(Told).query_one(Static).visual)
        assert "the row above takes" in str(app.query_one(Board).query_one(Static).visual)


async def test_the_scrubber_is_clicked_and_dragged():
    """From one end of the game to the other."""
    async with stepping(RACE) as (app, walk, pilot):
        scrubber = app.query_one(Scrubber)
        await pilot.click(scrubber, offset=Offset(79, 0))
        await pilot.pause()
        last = walk.n
        await pilot.click(scrubber, offset=Offset(0, 0))
        await pilot.pause()
        first = walk.n
        await pilot.mouse_down(scrubber, offset=Offset(0, 0))
        scrubber.post_message(dragged(scrubber, 40))
        await pilot.pause()

        assert (first, last) == (1, walk.last)
        assert first < walk.n < last


async def test_it_says_where_a_search_leads_nowhere():
    """One stays where one is."""
    async with stepping(SALTED) as (app, walk, pilot):
        await pilot.press("slash", *"yeti", "enter")
        await pilot.pause()

        assert walk.n == 1
        assert "No event is called yeti…" in shown(app, "#note")


async def test_it_fits_80_by_24_and_takes_another_size():
    """The scrubber is in sight, and the drawing made for the whole width."""
    async with stepping(RACE) as (app, _, pilot):
        await pilot.press("4", "0", "enter")
        await pilot.pause()
        narrow = str(app.query_one(Board).query_one(Static).visual)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()

        assert "seat" in shown(app, "#waiting")
        assert max(map(len, narrow.split("\n"))) > 70, "those who race stand beside the mountain"
        assert str(app.query_one(Board).query_one(Static).visual) == narrow
        assert app.query_one(Scrubber).region.bottom <= 24
        assert app.query_one(Board).max_scroll_y == 0


def test_in_a_terminal_it_is_an_app(recorded):
    """It takes the whole screen, and gives it back."""
    with Terminal("replay", "show", recorded, "--step", **IN_COLOUR) as terminal:
        assert terminal.until(b"\x1b[?1049h")
        assert terminal.until("●".encode())
        terminal.type(b" ")
        assert terminal.until(b"\xe2\x94\x81")
        terminal.type(b"q")

    assert terminal.status == 0
    assert b"\x1b[?1049l" in terminal.shown


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["replay", "show", str(SALTED)]])
def test_what_draws_no_app_does_not_load_it(words):
    """An app takes long to import: whoever needs none does not wait for it."""
    looking = "import sys\nfrom summitbook_service.cli.running import run\nrun(sys.argv[1:])\n"
    looking += "sys.exit('textual' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", looking, *words], env=environment(), stdout=subprocess.DEVNULL, check=False
    )

    assert ran.returncode == 0


def test_a_plain_terminal_stays_plain(recorded):
    """With NO_COLOR each record is a page, and nothing is laid over the screen."""
    with Terminal("replay", "show", recorded, "--step") as terminal:
        assert terminal.until(b"record 1 of")
        terminal.type(b"q")

    assert b"\x1b[?1049h" not in terminal.shown
