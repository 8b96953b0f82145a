"""A person plays: sees the page, types a choice, sees what came of it."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rich.console import Console
from rich.text import Text

from summitbook.v1.game_pb2 import GAME_STATUS_CLOSED, GAME_STATUS_OPEN
from summitbook.v1.game_service_pb2 import GameInfo, GetGameResponse
from summitbook.v1.games_pb2 import LegalAction

from ..connection import Connection, Seat
from ..errors import Refused
from ..messages import printable
from ..watch import Step, watch
from .ears import Ears
from .lines import Lines
from .menu import Listing, Menu
from .page import KEYS, NOTHING, Page, fits, show
from .screen import Screen, screen_of

PROMPT = "> "
FAREWELL = 8
"""Lines kept free for what is said when a game is over."""
YES = ("y", "yes")
DAY = 86_400


@dataclass(frozen=True)
class Left:
    """How the player left: with the game closed or not, and the last record seen."""

    closed: bool
    version: int
    record_hash: bytes


class Play:
    """One sitting at a game."""

    def __init__(
        self, console: Console, lines: Lines, connection: Connection, seat: Seat, info: GameInfo
    ) -> None:
        self._console = console
        self._lines = lines
        self._connection = connection
        self._seat = seat
        self._info = info
        self._screen: Screen = screen_of(info.name)
        self._story = ""
        self._note = ""
        self._told = 0

    async def play(self) -> Left:
        """Play until the game is closed or the player leaves."""
        shown = await self._look()
        self._told = shown.game.version
        news = watch(self._connection, self._seat.game_id, after=self._told, seat=self._seat)
        async with aclosing(news), Ears(self._lines, news) as ears:
            while shown.game.status != GAME_STATUS_CLOSED and await self._once(shown, ears):
                shown = await self._look()
        closed = shown.game.status == GAME_STATUS_CLOSED
        if closed:
            self._show(shown, NOTHING)
        return Left(closed=closed, version=shown.game.version, record_hash=shown.game.record_hash)

    async def _look(self) -> GetGameResponse:
        return await self._connection.game(self._seat.game_id, self._seat)

    async def _once(self, shown: GetGameResponse, ears: Ears) -> bool:
        """Ask until something has changed, and then True, or False where the player leaves."""
        page = self._page(shown, NOTHING)
        menu = Menu(
            self._screen,
            shown.legal_actions,
            lambda listing: fits(self._console, replace(page, listing=listing)),
        )
        while True:
            self._show(shown, menu.listing)
            heard = await self._hear(ears)
            if isinstance(heard, Step):
                self._tell(heard)
                return True
            if heard is None or heard.strip().lower() in ("q", "quit"):
                return False
            if heard.strip() == "?":
                await self._help(ears)
            elif action := self._chosen(menu, heard):
                await self._act(action, shown.game.version, ears)
                return True

    async def _hear(self, ears: Ears) -> str | Step | None:
        """The next line, or the next step that has not been told yet."""
        self._console.print(Text(PROMPT, "bold"), end="")
        heard = await ears.hear()
        while isinstance(heard, Step) and heard.records[-1].n <= self._told:
            heard = await ears.hear()
        if not self._console.is_terminal or isinstance(heard, Step):
            self._console.print()
        return heard

    def _chosen(self, menu: Menu, typed: str) -> LegalAction | None:
        try:
            return menu.choose(typed)
        except LookupError as error:
            self._note = f"{error.args[0]}."
            return None

    async def _act(self, action: LegalAction, version: int, ears: Ears) -> None:
        if action.gives_up and not await self._sure(action, ears):
            return
        try:
            answer = await self._connection.act(self._seat, action.command, expected_version=version)
        except Refused as refused:
            self._note = f"{refused.code}: {printable(refused.message)}."
            return
        self._story = self._screen.story(answer.events)
        self._told = answer.version

    async def _sure(self, action: LegalAction, ears: Ears) -> bool:
        self._console.print(
            Text(f"{printable(action.label)}? That ends it for you. y/N ", "bold yellow"), end=""
        )
        heard = await ears.line()
        return heard is not None and heard.strip().lower() in YES

    def _tell(self, step: Step) -> None:
        self._story = self._screen.story(record.event for record in step.records)
        self._told = step.records[-1].n

    async def _help(self, ears: Ears) -> None:
        text = Text.assemble(
            (printable(self._info.title), "bold"), f"\n\n{printable_text(self._info.help)}\n\n",
            "Type the number of a choice, or its words. A word alone lists what begins with it. "
            "Enter alone goes on where there is nothing to decide. q leaves; the game waits.\n",
        )  # fmt: skip
        if self._console.is_terminal:
            self._console.clear()
        self._console.print(text)
        self._console.print(Text("Enter goes back ", "bold"), end="")
        await ears.line()

    def _show(self, shown: GetGameResponse, listing: Listing) -> None:
        show(self._console, self._page(shown, listing))
        self._note = ""

    def _page(self, shown: GetGameResponse, listing: Listing) -> Page:
        closed = shown.game.status == GAME_STATUS_CLOSED
        page = Page(
            title=f" {self._info.title} ",
            drawing=Text("The game has not begun."),
            story=self._story,
            note=self._note,
            listing=listing,
            waiting=_waiting(shown, self._seat.seat),
            keys="" if closed else KEYS,
            below=FAREWELL if closed else 1,
        )
        if not shown.HasField("view"):
            return page
        heading = self._screen.heading(shown.view)
        drawing = self._screen.show(shown.view, self._console.width)
        return replace(page, title=f" {self._info.title} · {heading} ", drawing=drawing)


def printable_text(text: str) -> str:
    """Several lines of the server's without what could steer a terminal."""
    return "\n".join(map(printable, text.splitlines()))


def _waiting(shown: GetGameResponse, own: int) -> str:
    until = {clock.seat: _until(clock.seconds_left) for clock in shown.game.clocks}
    if shown.legal_actions or shown.game.status == GAME_STATUS_CLOSED:
        return f"You have{until[own]}." if own in until else ""
    if shown.game.status == GAME_STATUS_OPEN:
        free = sum(not seat.taken for seat in shown.game.seats)
        return f"Waiting for {free} more to sit down. They need this: {shown.join_code or shown.game.game_id}"
    names = [printable(shown.game.seats[seat].name) + until.get(seat, "") for seat in shown.game.waits_for]
    return f"Waiting for {', '.join(names)}."


def _until(seconds: int) -> str:
    """The moment so many seconds from now, by the clock on the wall here, which stays true on a page."""
    moment = datetime.now().astimezone() + timedelta(seconds=seconds)
    return f" until {moment:%H:%M:%S}" if seconds < DAY else f" until {moment:%A, %d %B, %H:%M}"
