"""A person plays: sees the page, types a choice, sees what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace

from rich.text import Text

from summitbook.v1.game_pb2 import GAME_STATUS_CLOSED
from summitbook.v1.game_service_pb2 import GameInfo, GetGameResponse
from summitbook.v1.games_pb2 import LegalAction

from ..errors import Refused
from ..messages import printable
from ..table import Host, Seat
from ..watch import Step
from .advice import BUSY, HINT, NONE, Advice, offered, refusal
from .asides import CHART, HELP, helping
from .beside import Beside
from .drawn import drawn
from .ears import Ears
from .frame import BACK, Frame, Picked
from .leaving import PAUSE, WORDS, WayOut, ways_out
from .menu import Menu
from .page import Page
from .screen import Screen, screen_of
from .story import RECENT, Story
from .waiting import waiting

YES = ("y", "yes")


@dataclass(frozen=True)
class Left:
    """
    How the player left: the game being closed or not, the seat given up or not; the last record seen.

    `to` is the seat that the player goes on with, if it is another one.
    """

    closed: bool
    gone: bool
    version: int
    record_hash: bytes
    to: int | None = None


class Play:
    """
    One sitting at a game; `invite` makes the command by which others sit down, `note` is said at first.

    `beside` are other seats of the game that the player has.
    """

    def __init__(
        self,
        frame: Frame,
        seat: Seat,
        info: GameInfo,
        *,
        host: Host | None = None,
        invite: Callable[[GetGameResponse], str] = lambda shown: shown.join_code or shown.game.game_id,
        note: str = "",
        beside: Sequence[int] = (),
    ) -> None:
        self._frame = frame
        self._seat = seat
        self._client = seat.client
        self._info = info
        self._host = host
        self._invite = invite
        self._screen: Screen = screen_of(info.name)
        self._story = Story(self._screen, seat.seat)
        self._note = note
        self._page = Page("", Text())
        self._opened = ""
        self._advice = NONE
        self._gone = False
        self._beside = Beside(seat.seat, tuple(beside))
        self._to: int | None = None

    async def play(self) -> Left:
        """Play until the game is closed or the player leaves."""
        shown = await self._look()
        news = self._seat.steps(max(0, shown.game.version - RECENT))
        async with aclosing(news), Ears(self._frame.lines, news) as ears:
            await self._story.recall(news, shown.game.version)
            if self._frame.lively:
                self._client.on_wait, self._client.on_answer = self._lost, self._found
            while shown.game.status != GAME_STATUS_CLOSED and await self._once(shown, ears):
                shown = await self._look()
            if shown.game.status == GAME_STATUS_CLOSED:
                await self._hear_out(ears, shown.game.version)
        closed = shown.game.status == GAME_STATUS_CLOSED
        if closed:
            self._show(self._drawn(shown))
        last = self._client.received(self._seat.game_id, shown.game)
        return Left(closed, self._gone, last.version, last.record_hash, self._to)

    async def _look(self) -> GetGameResponse:
        shown = await self._seat.look()
        self._story.meet(shown.game)
        return shown

    async def _hear_out(self, ears: Ears, version: int) -> None:
        """Tell how it ended, which may be seen on the table before it is heard of."""
        while self._story.told < version:
            step = await ears.step()
            if step.records[-1].n > self._story.told:
                self._story.tell(step)

    async def _once(self, shown: GetGameResponse, ears: Ears) -> bool:
        """Ask until something has changed, and then True, or False where the player leaves."""
        page = self._drawn(shown)
        menu = self._menu(shown, page)
        while True:
            self._show(replace(page, listing=menu.listing, note=self._note, means=self._means(menu)))
            heard = await self._hear(ears)
            if isinstance(heard, Step):
                self._story.tell(heard)
                return True
            word = "q" if heard is None else heard.strip().lower()
            if word in PAUSE:
                return False
            if self._beside.means(word):
                if self._change(word):
                    return False
                continue
            if word in WORDS:
                return await self._leave(word, shown, ears)
            if word in HINT and offered(shown):
                await self._advise(shown.game.version)
                return True
            if word in HINT:
                self._note = refusal(shown)
            elif aside := self._aside(word, shown):
                await self._read(aside, ears)
            elif action := self._chosen(menu, heard or word):
                await self._act(action, shown.game.version, ears)
                return True

    def _means(self, menu: Menu) -> Callable[[str], bool]:
        return lambda typed: self._beside.means(typed.lower()) or menu.means(typed)

    def _change(self, word: str) -> bool:
        """Go on with another seat, if that is the player's too."""
        try:
            self._to = self._beside.named(word)
        except LookupError as error:
            self._note = f"{error.args[0]}."
        return self._to is not None

    def _menu(self, shown: GetGameResponse, page: Page) -> Menu:
        """All choices, and of these the part that was listed before others acted."""
        menu = Menu(
            self._screen,
            shown.legal_actions,
            lambda listing: self._frame.fits(replace(page, listing=listing)),
            self._story.people,
            self._advice if self._advice.version == shown.game.version else NONE,
        )
        if self._opened:
            with suppress(LookupError):
                menu.choose(self._opened)
        return menu

    async def _hear(self, ears: Ears) -> str | Step | None:
        """The next line, or the next step that has not been told yet."""
        heard = await ears.hear()
        while isinstance(heard, Step) and heard.records[-1].n <= self._story.told:
            heard = await ears.hear()
        self._frame.heard(typed=not isinstance(heard, Step))
        return heard

    def _chosen(self, menu: Menu, typed: str) -> LegalAction | None:
        if typed == BACK:
            self._opened = ""
            menu.back()
            return None
        if isinstance(typed, Picked) and typed.listing != menu.listing:
            self._note = "The table has changed meanwhile; choose again."
            return None
        try:
            action = menu.choose(typed)
        except LookupError as error:
            self._note = f"{error.args[0]}."
            return None
        self._opened = typed if menu.listing.part and not typed.isdecimal() else ""
        return action

    async def _act(self, action: LegalAction, version: int, ears: Ears) -> None:
        self._opened = ""
        label = printable(action.label)
        if action.gives_up and not await self._sure(f"{label}? That ends it for you.", ears):
            return
        try:
            answer = await self._seat.act(action.command, expected_version=version)
        except Refused as refused:
            self._refused(refused)
            return
        self._story.tell_own(answer.events, answer.view, answer.version)

    async def _advise(self, version: int) -> None:
        """Ask what the choices are worth; the first hint in a game may take the server seconds."""
        if self._frame.lively:
            self._again(BUSY)
        try:
            told = await self._seat.hint(expected_version=version)
        except Refused as refused:
            self._refused(refused)
            return
        self._story.add_own(told.events, None, told.version)
        self._advice = Advice.of(told)
        self._note = self._advice.note

    async def _leave(self, word: str, shown: GetGameResponse, ears: Ears) -> bool:
        """Go for good, if one can by this word and is sure; whether the sitting goes on."""
        ways = ways_out(shown.game, self._seat, self._host)
        if way := ways.get(word):
            if await self._sure(way.question, ears):
                self._gone = await self._go(way)
        else:
            others = f"; what you can do is {' or '.join(ways)}" if ways else ""
            self._note = f"This is not the time to {word}{others}."
        return not self._gone

    async def _go(self, way: WayOut) -> bool:
        try:
            answer = await way.go()
        except Refused as refused:
            self._refused(refused)
            return False
        self._story.tell_own(answer.events, None, answer.version)
        return way.gone

    def _refused(self, refused: Refused) -> None:
        self._note = f"{refused.reason}: {printable(refused.message)}."

    async def _sure(self, question: str, ears: Ears) -> bool:
        self._frame.confirm(question)
        heard = await ears.line()
        return heard is not None and heard.strip().lower() in YES

    def _aside(self, word: str, shown: GetGameResponse) -> list[Text]:
        """What was asked for beside the game, if it was."""
        if word in HELP:
            return helping(self._info, self._screen.explained(shown.view), self._beside.help)
        return [Text(each) for each in self._screen.look_up(shown.view)] if word in CHART else []

    async def _read(self, aside: list[Text], ears: Ears) -> None:
        for leaf in self._frame.leaves(aside):
            self._frame.read(leaf)
            await ears.line()

    def _show(self, page: Page) -> None:
        self._page = page
        self._frame.show(page)
        self._note = ""

    def _lost(self) -> None:
        """Say on the page, for as long as it is true, that the server does not answer."""
        self._again(f"{self._client.server} does not answer; trying again …")

    def _found(self) -> None:
        self._again("")

    def _again(self, note: str) -> None:
        if self._page.note != note:
            self._page = replace(self._page, note=note)
            self._frame.show(self._page)

    def _drawn(self, shown: GetGameResponse) -> Page:
        people = self._story.people
        waits = waiting(shown, people, self._invite(shown)) + self._beside.waited_for(shown)
        page = drawn(shown, self._info.title, self._screen, people, seats=self._beside.any)
        return replace(page, story=str(self._story), note=self._note, waiting=waits)
