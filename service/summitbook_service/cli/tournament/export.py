"""`summitbook tournament export`."""

from __future__ import annotations

import sys

from summitbook_client.terminal.counting import counted
from summitbook_client.tournaments import Tournament

from ..ids import tournament_id_of
from ..options import LOCAL, Out, Server
from ..output import command, note
from ..problem import usage
from ..reach import connected
from ..replay.files import write
from .options import TournamentId


async def export(tournament_id: TournamentId, /, *, out: Out = None, server: Server = LOCAL) -> None:
    """Fetch the dossier of a closed tournament: one archive from which all of it can be checked."""
    if out is None and sys.stdout.isatty():
        raise usage("a dossier is a zip archive and not for a terminal: --out open.dossier.zip")
    async with connected(server) as client:
        dossier = await Tournament(client, await tournament_id_of(client, tournament_id)).export()
    write(out, dossier)
    if out:
        note(f"{out}: {counted(len(dossier), 'byte')}. Check it with: {command(f'tournament audit {out}')}")
