"""`summitbook replay export`."""

from __future__ import annotations

from ..kept import kept
from ..options import LOCAL, GameId, Out, Server
from ..output import command, note
from ..reach import connected
from .files import write


async def export(game_id: GameId, /, *, out: Out = None, server: Server = LOCAL) -> None:
    """Fetch the recorded log of a game, sealed by the service; of a running game as far as it has come."""
    async with connected(server) as connection:
        lines = await connection.export(game_id, kept(game_id))
    write(out, lines)
    if out:
        count = len(lines.splitlines())
        note(f"{out}: {count} lines. Check it with: {command(f'replay audit {out}')}")
