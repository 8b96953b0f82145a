"""`summitbook tournament watch`."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from summitbook_client.messages import printable
from summitbook_client.tournaments import Tournament

from ..ids import tournament_id_of
from ..options import LOCAL, AsJson, Server
from ..reach import connected
from .options import Number32, TournamentId
from .telling import known_of, line

After = Annotated[int, Parameter(validator=Number32, help="The last record seen already; 0 shows all.")]


async def watch(
    tournament_id: TournamentId,
    /,
    *,
    after: After = 0,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """
    Follow a tournament live until its last record, checking the chain of its records on the way.

    It is a line for each record, with --json the recorded line itself.
    """
    async with connected(server) as client:
        tournament = Tournament(client, await tournament_id_of(client, tournament_id))
        known = await known_of(tournament)
        async for records in tournament.steps(after):
            for record in records:
                entered = record.event.contestant_entered
                if record.event.HasField("contestant_entered") and entered.contestant == len(known.names):
                    known.names.append(printable(entered.name))
                if as_json:
                    sys.stdout.buffer.write(record.line + b"\n")
                else:
                    print(f"{record.n:>4}  {record.at[11:19]}  {line(record.event, known)}")
            sys.stdout.flush()
