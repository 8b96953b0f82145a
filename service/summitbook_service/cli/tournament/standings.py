"""`summitbook tournament standings`."""

from __future__ import annotations

import csv
import sys
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

from summitbook.v1.tournament_service_pb2 import (
    TOURNAMENT_PART_CONTESTANTS,
    TOURNAMENT_PART_STANDINGS,
    GetTournamentResponse,
)
from summitbook_client.terminal.page import console
from summitbook_client.tournaments import Tournament
from summitbook_domain.dossier.files import COLUMNS, harmless

from ..ids import tournament_id_of
from ..options import FLAG, LOCAL, AsJson, Server
from ..output import emit
from ..plain import plain
from ..problem import usage
from ..reach import connected
from .options import TournamentId
from .telling import names_of

AsCSV = Annotated[bool, FLAG, Parameter(name="--csv", help="Print CSV, for spreadsheets.")]


async def standings(
    tournament_id: TournamentId,
    /,
    *,
    server: Server = LOCAL,
    as_csv: AsCSV = False,
    as_json: AsJson = False,
) -> None:
    """Print where everyone stands, best first."""
    if as_csv and as_json:
        raise usage("print CSV or JSON, not both")
    async with connected(server) as client:
        tournament = Tournament(client, await tournament_id_of(client, tournament_id))
        whole = await tournament.look(TOURNAMENT_PART_STANDINGS, TOURNAMENT_PART_CONTESTANTS)
    found = rows(whole)
    if as_json:
        for row in found:
            emit(row)
    elif as_csv:
        _csv(found)
    else:
        _print(found, names_of(whole.contestants))


def rows(whole: GetTournamentResponse) -> list[dict[str, Any]]:
    """Where everyone stands, with their names."""
    return [{**plain(each), "name": whole.contestants[each.contestant].name} for each in whole.standings]


def _csv(rows: list[dict[str, Any]]) -> None:
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(
            {**row, "name": harmless(row["name"]), "tie_breaks": " ".join(map(str, row["tie_breaks"]))}
        )


def _print(rows: list[dict[str, Any]], names: list[str]) -> None:
    table = Table("PLACE", "NAME", "POINTS", "TIE_BREAKS", "GAMES", box=None, pad_edge=False)
    for row in rows:
        place = "out" if row["place"] is None else str(row["place"])
        breaks = " ".join(map(str, row["tie_breaks"]))
        table.add_row(place, names[row["contestant"]], str(row["points"]), breaks, str(row["games"]))
    console().print(table)
