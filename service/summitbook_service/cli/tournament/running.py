"""What an organiser's commands have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from summitbook_client import Client, Organiser

from ..ids import tournament_id_of
from ..options import Server
from ..reach import connected
from .keys import as_organiser
from .next_step import tell_next
from .telling import Done, tell

Do = Callable[[Organiser], Awaitable[Done]]


async def run(tournament_id: str, do: Do, *, receipts: Path | None, server: Server, as_json: bool) -> None:
    """Have it done by whoever announced the tournament here, and tell what came of it and what is next."""
    async with connected(server, receipts) as client:
        whole = await tournament_id_of(client, tournament_id)
        await run_on(client, whole, do, as_json=as_json)
        if not as_json:
            await tell_next(client, whole, server)


async def run_on(client: Client, tournament_id: str, do: Do, *, as_json: bool) -> None:
    """Have it done where the service was asked something before; a decision has no next step."""
    done = await as_organiser(client, tournament_id, do)
    await tell(client, tournament_id, done, as_json=as_json)
