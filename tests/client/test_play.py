"""A person plays: what is typed, what is shown, and how one leaves."""

import asyncio
import os
import re
from contextlib import AsyncExitStack
from io import StringIO

import pytest
from rich.console import Console

from summitbook.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_PLAYING, Game, Seat, TurnClock
from summitbook.v1.game_service_pb2 import GetGameResponse
from summitbook.v1.games_pb2 import LegalAction
from summitbook_client import Client, Unreachable
from summitbook_client import table as table_module
from summitbook_client.terminal.frame import Plain
from summitbook_client.terminal.lines import Lines
from summitbook_client.terminal.people import People
from summitbook_client.terminal.play import Play
from summitbook_client.terminal.waiting import waiting
from summitbook_service.server import serving
from summitbook_service.settings import Settings

ALWAYS_THE_FIRST = "1\n" * 500


class Shown(StringIO):
    """What has been shown, and waiting for something to be."""

    def __init__(self):
        super().__init__()
        self._more = asyncio.Event()

    def write(self, text):
        """Show more."""
        self._more.set()
        return super().write(text)

    async def until(self, text):
        """Once this has been shown."""
        while text not in self.getvalue():
            self._more.clear()
            await self._more.wait()


async def everest(client):
    """What the server says of Everest 1924."""
    return next(info for info in (await client.server_info()).games if info.name == "everest1924")


async def everest_seat(client):
    """A seat in a new game of Everest 1924."""
    return await (await client.create_game("everest1924")).take_seat("Ann")


class Table:
    """A player at a game: what was typed so far goes in, what is shown comes out."""

    def __init__(self, seat, info):
        self.shown = Shown()
        self._reading, self._writing = os.pipe()
        console = Console(file=self.shown, width=80, height=24, markup=False, emoji=False, highlight=False)
        self.sitting = Play(Plain(console, Lines(self._reading)), seat, info)

    async def play(self):
        """Play with the input open."""
        try:
            return await self.sitting.play()
        finally:
            os.close(self._reading)

    def type(self, text):
        """Type this ahead."""
        os.write(self._writing, text.encode())

    async def sit(self, text=""):
        """Type this, end the input, and play on till it is used up."""
        self.type(text)
        os.close(self._writing)
        return await self.play()


@pytest.fixture
async def table(client):
    info = await everest(client)
    return Table(await everest_seat(client), info)


async def test_a_whole_game_by_numbers(table, client):
    """Rolling and moving as the dice decide ends every climb, and the last page says how."""
    left = await table.sit(ALWAYS_THE_FIRST)

    assert left.closed
    last = table.shown.getvalue().rpartition("Everest 1924")[2]
    assert "Score" in last
    assert "Closed: finished." in " ".join(last.split())
    assert "q pause" not in last, "there is nothing to come back to"
    assert len(left.record_hash) == 32


async def test_leaving_leaves_the_game_as_it_is(table):
    """`q` ends the sitting, not the game."""
    left = await table.sit("1\nq\n1\n1\n")

    assert not left.closed
    assert left.version == 5, "created, seated, started, set out, rolled"


@pytest.mark.parametrize("typed", ["", "1\n"])
async def test_the_end_of_the_input_is_leaving(table, typed):
    """A closed pipe or Ctrl-D leaves the game waiting."""
    assert not (await table.sit(typed)).closed


async def test_help_is_the_servers_own(table):
    """The rules in short come with the game, and Enter goes on."""
    await table.sit("?\n\nq\n")

    shown = " ".join(table.shown.getvalue().split())
    assert "Climb from base camp to the top row of the sheet." in shown
    assert shown.count("1 Roll 3 dice") == 2


async def test_giving_up_is_asked_twice(table):
    """Only yes gives up."""
    left = await table.sit("2\nn\n2\n\n2\nyes\n")

    assert left.closed
    assert table.shown.getvalue().count("Abandon the expedition? That ends it for you.") == 3
    assert "The expedition turns back." in table.shown.getvalue()


async def test_what_makes_no_sense_is_said_and_asked_again(table):
    """Bad input costs nothing."""
    left = await table.sit("fly\n99\n\x00\nq\n")

    assert "'fly' is not among your choices now." in table.shown.getvalue()
    assert left.version == 4


async def test_odds_are_never_shown(table):
    """Only what the dice show is on the page: no chance, no percentage."""
    await table.sit(ALWAYS_THE_FIRST)

    shown = table.shown.getvalue().lower()
    assert "%" not in shown
    assert not any(word in shown for word in ("odds", "chance", "probab", "likely"))


@pytest.fixture
async def climb(client):
    """A player alone on a mountain where a hint takes no time."""
    info = next(each for each in (await client.server_info()).games if each.name == "mountaineering")
    return Table(await (await client.create_game("mountaineering")).take_seat("Ann"), info)


@pytest.mark.parametrize("word", ["hint", "!"])
async def test_what_each_choice_is_worth_stands_beside_it(climb, word):
    """Who asks for a hint has figures and words beside the choices, and the best of them marked."""
    await climb.sit(f"{word}\nq\n")

    last = " ".join(climb.shown.getvalue().rpartition("You ask for advice.")[2].split())
    assert "1 Draw a mover · more than 99 % to win (best); the card that is due" in last
    assert "2 Draw equipment · more than 99 % to win; the card that is due" in last
    assert "! hint" in climb.shown.getvalue()


async def test_a_hint_is_for_the_moment_in_which_it_was_asked(climb):
    """Once something is chosen, nothing stands beside the next choices."""
    await climb.sit("!\n1\nq\n")

    last = climb.shown.getvalue().rpartition("Mountaineering")[2]
    assert "Draw equipment" in last
    assert "to win" not in last


async def test_a_refusal_is_shown_with_its_code_and_the_game_goes_on(table, monkeypatch):
    """A choice that came too late is refused; the page is drawn again with the reason."""
    act = table_module.Seat.act

    async def act_on_an_old_page(seat, command, *, expected_version):
        return await act(seat, command, expected_version=expected_version - 1)

    monkeypatch.setattr(table_module.Seat, "act", act_on_an_old_page)

    left = await table.sit("1\nq\n")

    assert "WRONG_VERSION: " in table.shown.getvalue()
    assert left.version == 4


async def test_a_lost_server_ends_the_sitting_and_not_the_game(tmp_path):
    """When patience ends it is said that no answer came; the game is in the service's data."""
    async with AsyncExitStack() as life:
        settings = Settings(data=tmp_path, port=0, web_port="off", linger=0.0, grace=0.1)
        served = await life.enter_async_context(serving(settings))
        async with Client(f"127.0.0.1:{served.port}", patience=0.2) as client:
            info = await everest(client)
            table = Table(await everest_seat(client), info)
            sitting = asyncio.create_task(table.play())
            await table.shown.until("1  Roll 3 dice")

            await life.aclose()

            with pytest.raises(Unreachable):
                await sitting


async def test_what_happens_elsewhere_is_shown_while_nothing_is_typed(client):
    """The page follows the game: here the seat gives up in another window."""
    info = await everest(client)
    seat = await everest_seat(client)
    table = Table(seat, info)
    sitting = asyncio.create_task(table.play())
    await table.shown.until("1  Roll 3 dice")
    shown = await seat.look()

    await seat.act(shown.legal_actions[1].command)

    left = await sitting
    assert left.closed
    assert "The expedition turns back." in table.shown.getvalue()


WAITING = {"invitation": "summitbook play --game 1"}


def a_table(**fields):
    """A game of Ann's and Bob's, and nothing to do for whoever looks."""
    seats = [Seat(seat=0, taken=True, name="Ann"), Seat(seat=1, taken=True, name="Bob")]
    return Game(**{"status": GAME_STATUS_PLAYING, "seats": seats, "waits_for": [1], **fields})


def test_a_table_that_is_not_full_tells_the_command_by_which_others_sit_down():
    """It can be typed as it stands."""
    game = a_table(status=GAME_STATUS_OPEN, seats=[Seat(taken=True, name="Ann"), Seat(seat=1)])

    said = waiting(GetGameResponse(game=game), People.of(game, 0), **WAITING)

    assert said.startswith("Waiting for 1 more to sit down.")
    assert said.endswith("\n summitbook play --game 1")


@pytest.mark.parametrize(
    ("fields", "own", "said"),
    [
        ({}, 0, "Waiting for Bob."),
        ({}, 1, "It is your turn, but there is nothing you can do; others may."),
        ({"waits_for": [0, 1]}, 1, "Waiting for Ann."),
        ({"seats": [Seat(taken=True, name="Ann", retired=True)]}, 0, "You are out of this game"),
        ({"seats": [Seat(seat=i, taken=True, name="Ann") for i in range(2)]}, 0, "Waiting for Ann (seat 1)."),
    ],
    ids=["another", "oneself", "another and oneself", "nobody", "a namesake"],
)
def test_nobody_is_told_to_wait_for_oneself(fields, own, said):
    """Whoever can do nothing in their own turn, or is out, is told so; namesakes are told apart."""
    game = a_table(**fields)

    assert waiting(GetGameResponse(game=game), People.of(game, own), **WAITING).startswith(said)


@pytest.mark.parametrize(
    ("seconds", "moment"), [(90, r"until \d\d:\d\d:\d\d"), (604_800, r"until \w+, \d\d \w+, \d\d:\d\d")]
)
def test_a_deadline_is_told_by_the_clock_on_the_wall(seconds, moment):
    """Whoever has to move is told until when, and so are those who wait; without a clock nobody is."""
    game = a_table(clocks=[TurnClock(seat=1, seconds_left=seconds)])
    shown = GetGameResponse(game=game)
    own = GetGameResponse(game=game, legal_actions=[LegalAction()])
    people = [People.of(game, seat) for seat in range(2)]

    assert re.fullmatch(rf"You have {moment}\.", waiting(own, people[1], **WAITING))
    assert re.fullmatch(rf"Waiting for Bob {moment}\.", waiting(shown, people[0], **WAITING))
    game.ClearField("clocks")
    assert waiting(GetGameResponse(game=game, legal_actions=[LegalAction()]), people[1], **WAITING) == ""
    assert waiting(GetGameResponse(game=game), people[0], **WAITING) == "Waiting for Bob."


async def test_whoever_comes_back_is_told_what_happened_last(client):
    """The last commands, one a line, and not an empty line."""
    info = await everest(client)
    seat = await everest_seat(client)
    await Table(seat, info).sit("1\nq\n")

    back = Table(seat, info)
    await back.sit("q\n")

    first_page = back.shown.getvalue().partition("> ")[0]
    assert "You take seat 0." in first_page
    assert "Turn 1: rolled" in first_page


async def test_all_that_others_did_is_told_until_the_player_acts(client):
    """Two commands of somebody quick are both on the page, not the second alone."""
    info = next(info for info in (await client.server_info()).games if info.name == "mountaineering")
    host = await client.create_game("mountaineering", 3)
    ann, bob, eve = [await host.take_seat(name) for name in ("Ann", "Bob", "Eve")]
    table = Table(ann, info)
    sitting = asyncio.create_task(table.play())
    await table.shown.until("1  Draw a mover")
    table.type("1\n")
    await table.shown.until("You draw a mover of")

    for seat in (bob, eve):
        actions = await seat.legal_actions()
        await seat.act(actions[0].command)
    await table.shown.until("Eve draws a mover of")
    table.type("q\n")
    await sitting

    last_page = table.shown.getvalue().rpartition("Mountaineering")[2]
    told = [
        last_page.index(words) for words in ("You draw a mover", "Bob draws a mover", "Eve draws a mover")
    ]
    assert told == sorted(told)


async def test_the_chart_can_be_looked_up_while_playing(client):
    """In Mountaineering, by `c`, which is no choice there; and the help tells the signs."""
    info = next(info for info in (await client.server_info()).games if info.name == "mountaineering")
    table = Table(await (await client.create_game("mountaineering")).take_seat("Ann"), info)

    await table.sit("c\n\n?\n\nq\n")

    shown = table.shown.getvalue()
    assert "c chart" in shown
    assert "a2 Hailstorm: Tent, Heater" in shown
    assert "d8 Snowstorm: 3 back" in shown
    assert "◉ where the team stands" in shown


def test_that_the_server_does_not_answer_is_on_the_page_as_long_as_it_is_true(table):
    """The page is drawn again with it, and again without it."""
    sitting = table.sitting
    table.shown.truncate(0)

    sitting._lost()
    lost = table.shown.getvalue()
    sitting._found()

    assert "does not answer; trying again …" in lost
    assert "does not answer" not in table.shown.getvalue()[len(lost) :]


async def test_how_a_game_ended_is_told_though_the_table_says_first_that_it_has(table, monkeypatch):
    """It may end just before one acts: the refusal is not all that one is told."""
    act = table_module.Seat.act

    async def act_too_late(seat, *words, **more):
        await seat.retire()
        return await act(seat, *words, **more)

    monkeypatch.setattr(table_module.Seat, "act", act_too_late)
    left = await table.sit("1\n")

    assert left.closed
    assert "WRONG_VERSION" in table.shown.getvalue()
    assert "Closed: retired." in table.shown.getvalue()
