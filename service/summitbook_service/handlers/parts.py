"""What every handler works with."""

from __future__ import annotations

from typing import NamedTuple

from .. import access
from ..bell import Bell
from ..creations import Creations
from ..desk import Desk
from ..door import HasGameId, Turnstile, game_id_of
from ..editions import Editions
from ..followers import Followers
from ..keys import Keys
from ..live import Live
from ..lobby import Lobby
from ..rpc import Caller
from ..settings import Settings
from ..store import Store
from ..writer import Writer


class Parts(NamedTuple):
    """The parts of one service."""

    settings: Settings
    store: Store
    keys: Keys
    bell: Bell
    writer: Writer
    desk: Desk
    creations: Creations
    editions: Editions
    lobby: Lobby
    followers: Followers
    audits: Turnstile


class Handlers:
    """The calls of one topic."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def _visible(self, request: HasGameId, caller: Caller) -> Live:
        """The game, if the caller may see it; raises Refused, NotFound or Unauthenticated."""
        live = await self._parts.desk.find(game_id_of(request))
        if live.aside.private:
            access.check_sight(caller.bearer, live)
        return live
