"""A person plays: what is typed, what is shown, and how one leaves."""

import asyncio
import os
import re
from contextlib import AsyncExitStack
from io import StringIO

import pytest
from rich.console import Console

from summitbook.v1.game_pb2 import GAME_STATUS_PLAYING, Game, Seat, TurnClock
from summitbook.v1.game_service_pb2 import GetGameResponse
from summitbook.v1.games_pb2 import LegalAction
from summitbook_client import Connection, Unreachable
from summitbook_client.terminal.lines import Lines
from summitbook_client.terminal.page import NOTHING
from summitbook_client.terminal.play import Play, _waiting
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


async def everest(connection):
    """What the server says of Everest 1924."""
    return next(info for info in (await connection.server_info()).games if info.name == "everest1924")


class Table:
    """A player at a game: what was typed so far goes in, what is shown comes out."""

    def __init__(self, connection, seat, info):
        self.shown = Shown()
        self._reading, self._writing = os.pipe()
        console = Console(file=self.shown, width=80, height=24, markup=False, emoji=False, highlight=False)
        self.sitting = Play(console, Lines(self._reading), connection, seat, info)

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
async def table(connection):
    info = await everest(connection)
    game = await connection.create_game("everest1924")
    return Table(connection, await connection.take_seat(game.game_id, "Ann"), info)


async def test_a_whole_game_by_numbers(table, connection):
    """Rolling and moving as the dice decide ends every climb, and the last page says how."""
    left = await table.sit(ALWAYS_THE_FIRST)

    assert left.closed
    last = table.shown.getvalue().rpartition("Everest 1924")[2]
    assert "Score" in last
    assert "Closed: finished." in last
    assert "q leave" not in last, "there is nothing to leave any more"
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


async def test_a_refusal_is_shown_with_its_code_and_the_game_goes_on(table, connection, monkeypatch):
    """A choice that came too late is refused; the page is drawn again with the reason."""
    act = connection.act

    async def act_on_an_old_page(seat, command, *, expected_version):
        return await act(seat, command, expected_version=expected_version - 1)

    monkeypatch.setattr(connection, "act", act_on_an_old_page)

    left = await table.sit("1\nq\n")

    assert "WRONG_VERSION: " in table.shown.getvalue()
    assert left.version == 4


async def test_a_lost_server_ends_the_sitting_and_not_the_game(tmp_path):
    """When patience ends it is said that no answer came; the game is in the service's data."""
    async with AsyncExitStack() as life:
        settings = Settings(data=tmp_path, port=0, linger=0.0, grace=0.1)
        served = await life.enter_async_context(serving(settings))
        async with Connection(f"127.0.0.1:{served.port}", patience=0.2) as connection:
            info = await everest(connection)
            game = await connection.create_game("everest1924")
            table = Table(connection, await connection.take_seat(game.game_id, "Ann"), info)
            sitting = asyncio.create_task(table.play())
            await table.shown.until("1  Roll 3 dice")

            await life.aclose()

            with pytest.raises(Unreachable):
                await sitting


async def test_what_happens_elsewhere_is_shown_while_nothing_is_typed(connection):
    """The page follows the game: here the seat gives up in another window."""
    info = await everest(connection)
    game = await connection.create_game("everest1924")
    seat = await connection.take_seat(game.game_id, "Ann")
    table = Table(connection, seat, info)
    sitting = asyncio.create_task(table.play())
    await table.shown.until("1  Roll 3 dice")
    shown = await connection.game(game.game_id, seat)

    await connection.act(seat, shown.legal_actions[1].command)

    left = await sitting
    assert left.closed
    assert "The expedition turns back." in table.shown.getvalue()


async def test_a_table_that_is_not_full_says_whom_it_waits_for(connection):
    """The game's id is shown, so that others can be told."""
    info = await everest(connection)
    game = await connection.create_game("everest1924")
    seat = await connection.take_seat(game.game_id, "Ann")
    table = Table(connection, seat, info)
    open_game = await connection.game(game.game_id)
    open_game.game.status = 1
    open_game.game.seats[0].taken = False

    page = table.sitting._page(open_game, NOTHING)

    assert game.game_id in page.waiting


class _Nothing:
    listing = None


@pytest.mark.parametrize(
    ("seconds", "moment"), [(90, r"until \d\d:\d\d:\d\d"), (604_800, r"until \w+, \d\d \w+, \d\d:\d\d")]
)
def test_a_deadline_is_told_by_the_clock_on_the_wall(seconds, moment):
    """Whoever has to move is told until when, and so are those who wait; without a clock nobody is."""
    game = Game(
        status=GAME_STATUS_PLAYING,
        seats=[Seat(seat=0, name="Ann"), Seat(seat=1, name="Bob")],
        waits_for=[1],
        clocks=[TurnClock(seat=1, seconds_left=seconds)],
    )
    own = GetGameResponse(game=game, legal_actions=[LegalAction()])

    assert re.fullmatch(rf"You have {moment}\.", _waiting(own, 1))
    assert re.fullmatch(rf"Waiting for Bob {moment}\.", _waiting(GetGameResponse(game=game), 0))
    game.ClearField("clocks")
    assert _waiting(GetGameResponse(game=game, legal_actions=[LegalAction()]), 1) == ""
    assert _waiting(GetGameResponse(game=game), 0) == "Waiting for Bob."
