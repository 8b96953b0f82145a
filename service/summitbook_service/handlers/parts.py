"""What every handler works with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from summitbook.v1 import game_pb2

from .. import access
from ..bell import Bell
from ..bots import Bots
from ..creations import Creations
from ..deadlines import Deadlines
from ..dealing import Dealer
from ..deals import Deals
from ..desk import Desk
from ..door import HasGameId, Turnstile, game_id_of
from ..editions import Editions
from ..errors import CannotGoOn
from ..expiry import Expiry
from ..followers import Followers
from ..forks import Forks
from ..gate import Gate
from ..health import Health
from ..hints import Advice
from ..keys import Bearer, Keys
from ..limits import Pace
from ..live import Live, Shown, no_such_game
from ..lobby import Lobby
from ..locksmith import Locksmith
from ..metrics import Metrics
from ..neighbours import Neighbours
from ..packing import pack_game
from ..rpc import Caller
from ..settings import Settings
from ..store import Store
from ..timekeeper import Timekeeper
from ..tournaments import Keeper, Office, Roster, Summaries
from ..uptime import Uptime
from ..writer import Writer

if TYPE_CHECKING:
    from ..tracing import Tracing


class Parts(NamedTuple):
    """The parts of one service."""

    settings: Settings
    store: Store
    keys: Keys
    bell: Bell
    bots: Bots
    gate: Gate
    writer: Writer
    deadlines: Deadlines
    neighbours: Neighbours
    desk: Desk
    creations: Creations
    forks: Forks
    dealer: Dealer
    deals: Deals
    office: Office
    roster: Roster
    summaries: Summaries
    keeper: Keeper
    editions: Editions
    lobby: Lobby
    followers: Followers
    uptime: Uptime
    timekeeper: Timekeeper
    expiry: Expiry
    locksmith: Locksmith
    audits: Turnstile
    advice: Advice
    pace: Pace
    guesses: Pace
    metrics: Metrics
    health: Health
    tracing: Tracing | None


class Handlers:
    """The calls of one topic."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def _pack_game(self, shown: Shown, *, private: bool, bots: Sequence[str] = ()) -> game_pb2.Game:
        """What all games have in common, as of now."""
        return pack_game(shown, private=private, bots=bots, served=self._parts.uptime.served())

    async def _pack_line(self, live: Live, bearer: Bearer | None) -> game_pb2.Game:
        """A game as it stands in a list; of one that is held back no hash tells what was drawn."""
        game = self._pack_game(live.shown, private=live.aside.private, bots=live.aside.bots)
        if not access.sees_through(bearer, live) and await self._parts.deals.is_held_back(live):
            game.ClearField("record_hash")
        return game

    def _join_code(self, live: Live) -> str:
        """What opens a private game to others while seats are free; empty for any other game."""
        aside, table = live.aside, live.shown.table
        if not aside.invites or table.phase != "open":
            return ""
        birth = table.birth
        code = self._parts.keys.join_code(birth.deal, birth.commitment, aside.sealed, aside.game_id)
        return code.code if code else ""

    async def _visible(self, request: HasGameId, caller: Caller) -> Live:
        """The game, if the caller may see it; raises Refused, NotFound or Unauthenticated."""
        live = await self._found(request, caller.bearer)
        if live.aside.private:
            access.check_sight(caller.bearer, live)
        return live

    async def _seen_through(self, request: HasGameId, caller: Caller) -> Live:
        """The game, if the caller may see it and look into it; raises HeldBack too."""
        live = await self._visible(request, caller)
        await self._parts.deals.check_sight(caller.bearer, live)
        return live

    async def _found(self, request: HasGameId, bearer: Bearer | None) -> Live:
        """The game, whoever asks; only what cannot go on is kept from strangers, where it may be private."""
        try:
            return await self._parts.desk.current(game_id_of(request))
        except CannotGoOn as error:
            if error.hidden and not access.is_of(bearer, request.game_id):
                raise no_such_game() from None
            raise
