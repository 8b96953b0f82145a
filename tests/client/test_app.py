"""The app that one plays in: keys, mouse, what is shown, what happens elsewhere, how one leaves."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from random import Random

import pytest
from rich.text import Text
from textual.geometry import Offset
from textual.widgets import Static

from summitbook.everest1924.v1 import everest1924_pb2
from summitbook.v1 import games_pb2
from summitbook_client import Client, Seat
from summitbook_client.guests import Guests, fill
from summitbook_client.terminal import frame
from summitbook_client.terminal.app import Board, Line, Room, Told
from summitbook_client.terminal.app.leaf import Leaf
from summitbook_client.terminal.app.panes import Choices, matching
from summitbook_client.terminal.app.room import countdown
from summitbook_client.terminal.frame import Plain
from summitbook_client.terminal.menu import Entry, Listing
from summitbook_client.terminal.page import Page
from summitbook_client.terminal.play import Play
from summitbook_service.server import serving
from summitbook_service.settings import Settings

NEAR = 3
"""Choices at the top of a list, which are reached by few keys."""
ENOUGH = 3_000
"""Choices after which a game that is not over never will be."""


class Seen:
    """An app that a test looks at, and whose keys it presses."""

    def __init__(self, room, pilot):
        self.room = room
        self.pilot = pilot

    @property
    def entries(self):
        """What can be chosen now."""
        return self.room.query_one(Choices).entries

    @property
    def titles(self):
        """The same in words."""
        return [entry.title for entry in self.entries]

    def said(self, pane):
        """What stands in a pane."""
        return str(self.room.query_one(f"#{pane}", Static).visual)

    @property
    def story(self):
        """What happened, as it is told."""
        return str(self.room.query_one(Told).query_one(Static).visual)

    @property
    def drawing(self):
        """The board."""
        return str(self.room.query_one(Board).query_one(Static).visual)

    def way_to(self, place):
        """The arrow keys that mark the entry there."""
        steps = place - self.room.query_one(Choices).highlighted
        return ["down" if steps > 0 else "up"] * abs(steps)

    async def until(self, seen):
        """Once this is so."""
        while not seen():
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def press(self, *keys):
        """Press these, and wait for the page that comes of it."""
        before = self.room.page
        await self.pilot.press(*keys)
        await self.until(lambda: self.room.page is not before)

    async def type(self, text):
        """Type this, and Enter."""
        await self.press(*(each if each != " " else "space" for each in text), "enter")


async def info_of(client, game):
    """What the server says of it."""
    return next(info for info in (await client.server_info()).games if info.name == game)


@asynccontextmanager
async def sitting(seat, game="everest1924", size=(80, 24)):
    """Sit at a game in an app of this size."""
    room = Room()
    play = Play(room, seat, await info_of(seat.client, game))
    room.begin(play.play)
    async with room.run_test(size=size) as pilot:
        seen = Seen(room, pilot)
        await seen.until(lambda: seen.said("title"))
        yield seen


@pytest.fixture
async def seat(client):
    """Ann's, alone on Everest."""
    return await (await client.create_game("everest1924")).take_seat("Ann")


@pytest.fixture
async def seen(seat):
    """Ann's app."""
    async with sitting(seat) as opened:
        yield opened


def worth_choosing(entries):
    """Places of those that do not give the game up."""
    return [
        place for place, entry in enumerate(entries) if not all(action.gives_up for action in entry.actions)
    ]


async def test_a_hint_is_one_key(client):
    """F2 asks, as `!` does; what each choice is worth stands beside it, and everyone is told."""
    seat = await (await client.create_game("mountaineering")).take_seat("Ann")
    async with sitting(seat, "mountaineering") as seen:
        await seen.press("f2")
        await seen.until(lambda: any(entry.worth for entry in seen.entries))

        assert [entry.worth for entry in seen.entries] == [
            "more than 99 % to win (best)",
            "more than 99 % to win",
        ]
        assert "You ask for advice." in seen.story


@pytest.mark.parametrize(("game", "seats"), [("everest1924", 1), ("dicey_peaks", 2), ("mountaineering", 2)])
async def test_a_whole_game_by_arrow_keys_and_enter(client, game, seats):
    """Each game can be played from its first choice to its end without a word typed; bots play the others."""
    luck = Random(7)
    seat = await (await client.create_game(game, seats=seats)).take_seat("Ann")
    bots = await fill(seat)
    async with asyncio.TaskGroup() as table, sitting(seat, game) as seen:
        if bots:
            guests = Guests(bots, luck=luck, pace=0)
            table.create_task(guests.play())
        for _ in range(ENOUGH):
            await seen.until(lambda: seen.entries or not seen.room.page.keys)
            if not seen.room.page.keys:
                break
            if some := worth_choosing(seen.entries)[:NEAR]:
                await seen.press(*seen.way_to(luck.choice(some)), "enter")
        assert "Closed: " in " ".join(seen.story.split())
        assert "The game is over." in seen.said("note")

        await seen.pilot.press("enter")

    assert seen.room.return_value.closed
    assert seen.room.return_value.record_hash == (await seat.look()).game.record_hash


async def test_a_choice_is_clicked_on(seen):
    """A click on its line is as good as its number."""
    choices = seen.room.query_one(Choices)
    before = seen.room.page

    await seen.pilot.click(choices, offset=Offset(8, 0))
    await seen.until(lambda: seen.room.page is not before)

    assert "Turn 1: rolled" in seen.story


async def test_a_number_or_words_are_typed_as_on_plain_pages(seen):
    """`1` rolls; `c 1 2 …` begins with a key, and so is no filter."""
    await seen.type("1")
    group = next(entry for entry in seen.entries if entry.part)

    await seen.type(group.example)

    assert seen.room.page.story.count("\n") == 0
    assert seen.titles != []
    assert seen.said("note") == ""


async def test_a_part_of_the_choices_is_opened_and_left(seen):
    """Enter on a group lists it, Escape leaves it."""
    await seen.type("1")
    whole = seen.titles
    group = next(entry for entry in seen.entries if entry.part)

    await seen.type(group.key)
    inside = seen.titles
    await seen.press("escape")

    assert len(inside) == len(group.actions)
    assert seen.titles == whole


async def test_many_choices_are_filtered_by_what_is_typed(seen):
    """Words that are no choice as they stand leave those that have them; Escape brings back all."""
    await seen.pilot.press(*"aban")
    left = seen.titles
    await seen.pilot.press("escape")

    assert left == ["Abandon the expedition"]
    assert len(seen.titles) == 2


async def test_what_is_filtered_is_chosen_by_enter(seen):
    """Part of a choice's words and Enter choose what is marked; here that is asked for again."""
    await seen.pilot.press(*"aban", "enter")
    await seen.until(lambda: "That ends it for you." in seen.said("note"))

    assert seen.titles == ["No, go on", "Yes"]


async def test_giving_up_is_asked_for_again_and_enter_alone_is_no(seen):
    """Only a chosen yes gives up."""
    for answer in (["enter"], ["escape"], ["n", "enter"]):
        await seen.pilot.press("2", "enter")
        await seen.until(lambda: "That ends it for you." in seen.said("note"))
        await seen.press(*answer)
        assert seen.titles[0] == "Roll 3 dice"

    await seen.pilot.press("2", "enter")
    await seen.until(lambda: "That ends it for you." in seen.said("note"))
    await seen.press("down", "enter")

    assert "The expedition turns back." in seen.story


async def test_what_makes_no_sense_is_said(seen):
    """It costs nothing, and the choices stay."""
    await seen.type("yeti")

    assert "'yeti' is not among your choices now." in seen.said("note")
    assert len(seen.titles) == 2


async def test_a_refusal_is_shown_with_its_reason(seen, monkeypatch):
    """A choice that came too late is refused; code and sentence stand above the choices."""
    act = Seat.act

    async def act_on_an_old_page(seat, command, *, expected_version):
        return await act(seat, command, expected_version=expected_version - 1)

    monkeypatch.setattr(Seat, "act", act_on_an_old_page)
    await seen.type("1")

    assert "WRONG_VERSION: " in seen.said("note")
    assert len(seen.titles) == 2


async def test_what_another_seat_does_is_shown_while_one_thinks(client):
    """Live, with what was typed so far left as it is."""
    made = await client.create_game("mountaineering", seats=2)
    ann, bob = [await made.take_seat(name) for name in ("Ann", "Bob")]
    async with sitting(bob, "mountaineering") as seen:
        await seen.pilot.press("x")
        actions = await ann.legal_actions()

        await ann.act(actions[0].command)
        await seen.until(lambda: "Ann draws" in seen.story)

        assert seen.room.query_one(Line).value == "x"
        assert "▸ Bob (you)" in seen.said("people")


async def test_a_part_of_the_choices_stays_open_when_others_act(client):
    """Who looks through the rolls there are is not sent back to the beginning because somebody else left."""
    made = await client.create_game("dicey_peaks", seats=3)
    ann, _, eve = [await made.take_seat(name) for name in ("Ann", "Bob", "Eve")]
    async with sitting(ann, "dicey_peaks") as seen:
        await seen.type("r")
        rolls = seen.titles

        await eve.retire()
        await seen.until(lambda: "Eve gives up." in seen.story)

        assert len(rolls) > 10
        assert seen.titles == rolls


async def test_what_was_picked_from_a_list_of_before_is_not_taken_for_something_else(seen):
    """Number 1 of a list that is gone is not number 1 of the next."""
    before = seen.room.page

    seen.room.lines.say(frame.Picked("1", Listing(())))
    await seen.until(lambda: seen.room.page is not before)

    assert "changed meanwhile" in seen.said("note")
    assert seen.titles[0] == "Roll 3 dice"


async def test_it_fits_80_by_24_and_grows_with_the_terminal(seen):
    """Everything is in sight on the smallest terminal; on a wide one the choices stand beside the board."""
    board, choices = seen.room.query_one(Board), seen.room.query_one(Choices)
    small = (board.region, choices.region)

    await seen.pilot.resize_terminal(120, 40)
    await seen.pilot.pause()
    wide = (board.region, choices.region)
    await seen.pilot.resize_terminal(80, 24)
    await seen.pilot.pause()

    assert small[0].bottom <= small[1].y
    assert small[1].height >= 4
    assert seen.room.query_one(Line).region.bottom == 24
    assert board.max_scroll_y == 0, "the whole board is in sight"
    assert wide[0].right <= wide[1].x
    assert wide[0].height > small[0].height
    assert (board.region, choices.region) == small


async def test_help_lies_over_the_table_until_one_goes_on(seen):
    """F1 at any time, even in the middle of typing; the rules are the server's."""
    await seen.pilot.press("x", "f1")
    await seen.until(lambda: isinstance(seen.room.screen, Leaf))
    read = "".join(str(each.visual) for each in seen.room.screen.query(Static))
    await seen.pilot.press("enter")
    await seen.until(lambda: not isinstance(seen.room.screen, Leaf))

    assert "Climb from base camp to the top row" in read
    assert seen.titles[0] == "Roll 3 dice"
    assert seen.room.query_one(Line).value == "x"


@pytest.mark.parametrize("word", ["?", "help"])
async def test_help_is_a_word_as_on_plain_pages(seen, word):
    """Typed to its end by Enter, which does not close it again."""
    await seen.pilot.press(*word, "enter")
    await seen.until(lambda: isinstance(seen.room.screen, Leaf))
    await seen.pilot.pause()

    assert isinstance(seen.room.screen, Leaf)


async def test_a_word_typed_over_the_help_chooses_nothing(seen):
    """As on plain pages its Enter goes on, and no more."""
    await seen.pilot.press("?", "enter")
    await seen.until(lambda: isinstance(seen.room.screen, Leaf))
    await seen.pilot.press("q", "enter")
    await seen.until(lambda: not isinstance(seen.room.screen, Leaf))
    await seen.pilot.pause()

    assert seen.titles[0] == "Roll 3 dice"
    assert seen.room.return_value is None


async def test_a_key_that_is_shown_can_be_clicked_on(seen):
    """Whoever has only a mouse finds help and the way out."""
    await seen.pilot.click("#keys", offset=Offset(1, 0))
    await seen.until(lambda: isinstance(seen.room.screen, Leaf))


@pytest.mark.parametrize("keys", [["q", "enter"], ["ctrl+q"]])
async def test_leaving_leaves_the_game_as_it_is(seat, keys):
    """The sitting ends, the game waits."""
    async with sitting(seat) as seen:
        await seen.pilot.press(*keys)
        await seen.until(lambda: seen.room.return_value)

    assert not seen.room.return_value.closed
    assert await seat.legal_actions()


async def test_a_seat_is_given_up_by_its_word(seen):
    """`retire`, asked for again, as on plain pages."""
    await seen.pilot.press(*"retire", "enter")
    await seen.until(lambda: "Give up for good?" in seen.said("note"))
    await seen.press("y", "enter")

    assert "give up" in seen.story


async def test_a_lost_server_is_told_of_and_the_game_goes_on_by_itself(tmp_path):
    """While nobody answers that is on the screen; once somebody does, the choices go on as they were."""
    settings = Settings(data=tmp_path, port=0, web_port="off", linger=0.0, grace=0.1)
    async with AsyncExitStack() as life:
        served = await life.enter_async_context(serving(settings))
        async with Client(f"127.0.0.1:{served.port}") as client:
            seat = await (await client.create_game("everest1924")).take_seat("Ann")
            async with sitting(seat) as seen:
                await life.aclose()
                await seen.until(lambda: "does not answer; trying again …" in seen.said("note"))
                again = Settings(data=tmp_path, port=served.port, web_port="off", linger=0.0, grace=0.1)
                async with serving(again):
                    await seen.until(lambda: seen.said("note") == "")
                    await seen.type("1")
                    assert "Turn 1: rolled" in seen.story
                    await seen.pilot.press("ctrl+q")
                    await seen.until(lambda: seen.room.return_value)


async def test_words_of_strangers_steer_nothing():
    """A title, a story, a choice with control characters or markup in them are shown as text."""
    room = Room()
    poison = "\x1b[2J[red]x[/red]\u202e"
    async with room.run_test() as pilot:
        seen = Seen(room, pilot)
        room.show(Page(poison, Text("[bold]drawn"), story="[red]told", note="[b]note", people="[i]Ann"))
        await pilot.pause()

        assert seen.said("title") == "\ufffd[2J[red]x[/red]\ufffd"
        assert (seen.drawing, seen.story) == ("[bold]drawn", "[red]told")
        assert (seen.said("note"), seen.said("people")) == ("[b]note", " [i]Ann")


NOW = datetime(2024, 6, 8).astimezone()


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "[0:00] "), (-3, "[0:00] "), (61, "[1:01] "), (7_325, "[2:02:05] ")]
)
def test_the_time_of_a_turn_runs_down(seconds, shown):
    """To nothing, and not below; where no time runs there is nothing to be seen."""
    assert countdown(NOW + timedelta(seconds=seconds), NOW) == shown
    assert countdown(None, NOW) == ""


async def test_the_countdown_is_on_the_screen(client):
    """Where turns are timed."""
    options = games_pb2.Options(everest1924=everest1924_pb2.Options(turn_seconds=600))
    seat = await (await client.create_game("everest1924", options=options)).take_seat("Ann")
    async with sitting(seat) as seen:
        assert seen.said("waiting").startswith("[9:5") or seen.said("waiting").startswith("[10:00]")


def test_a_filter_takes_beginnings_of_words_in_any_order():
    """As many as are typed, capitals or not."""
    entries = [Entry((), "1", "Roll 2 white, 1 blue"), Entry((), "2", "Roll 1 white")]

    assert matching(entries, "bl Roll") == (entries[0],)
    assert matching(entries, "oll") == ()


@pytest.mark.parametrize(
    ("variables", "terminal", "app"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({}, True, False),
        ({"TERM": "xterm"}, False, False),
    ],
    ids=["a terminal", "NO_COLOR", "a dumb terminal", "no TERM", "a pipe"],
)
def test_the_app_is_for_terminals_alone(monkeypatch, variables, terminal, app):
    """Pipes, dumb terminals and whoever sets NO_COLOR get plain pages."""
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(frame, "Lines", lambda: None)

    assert isinstance(frame.frame(), Room if app else Plain)


async def test_another_seat_is_gone_on_with_by_its_word(client):
    """Typed, or clicked on the line of keys; what filters the choices does not come in between."""
    made = await client.create_game("mountaineering", seats=2)
    ann = await made.take_seat("Ann")
    await made.take_seat("Bob")
    for keys in ([*"seat", "enter"], [*"seat", "space", "1", "enter"]):
        room = Room()
        play = Play(room, ann, await info_of(client, "mountaineering"), beside=(1,))
        room.begin(play.play)
        async with room.run_test(size=(100, 30)) as pilot:
            seen = Seen(room, pilot)
            await seen.until(lambda seen=seen: "seat next" in seen.said("keys"))
            await pilot.press(*keys)
            await seen.until(lambda room=room: room.return_value)

        assert (room.return_value.closed, room.return_value.to) == (False, 1)
