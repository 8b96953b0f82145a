"""`summitbook tournament enter`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..ids import tournament_id_of
from ..kept import prepare
from ..options import LOCAL, AsJson, KeptReceipts, Server, text
from ..output import command, emit, note
from ..reach import connected
from .keys import FOLDER, keep_contestant, kept_contestants
from .options import TournamentId

Name = Annotated[
    str,
    Parameter(validator=text, help="The player's or team's name, public and recorded for good."),
]


async def enter(
    tournament_id: TournamentId,
    /,
    *,
    name: Name,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Enter a tournament. The keys to play in it are kept on this machine."""
    prepare(FOLDER)
    async with connected(server, receipts) as client:
        whole = await tournament_id_of(client, tournament_id)
        entered = await client.tournament(whole).enter(name)
        keep_contestant(entered)
        several = len(kept_contestants(client, whole)) > 1
    if as_json:
        emit({"tournament_id": whole, "contestant": entered.contestant})
        return
    print(f"{name} is contestant {entered.contestant}.")
    which = f" --contestant {entered.contestant}" if several else ""
    playing = command(f"tournament play {whole}{which}", server)
    note(f"When there is something to play, do so with:  {playing}")
