"""`summitbook tournament start`."""

from __future__ import annotations

from ..options import LOCAL, AsJson, Server
from ..reach import connected
from .keys import as_organiser
from .options import TournamentId
from .telling import tell


async def start(tournament_id: TournamentId, /, *, server: Server = LOCAL, as_json: AsJson = False) -> None:
    """Begin a tournament: rounds or matches may follow."""
    async with connected(server) as client:
        done = await as_organiser(client, tournament_id, lambda one: one.start())
        await tell(client, tournament_id, done.events, as_json=as_json)
