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

from ..games import WIDEST
from ..ids import tournament_id_of
from ..options import FLAG, LOCAL, AsJson, Server
from ..output import emit
from ..plain import plain
from ..problem import usage
from ..reach import connected
from .options import TournamentId
from .telling import names_of

TITLES = {
    "duplicate": ("POINTS", "DEALS_WON", "BEST_DEAL"),
    "tables": ("POINTS", "POINTS_OF_THOSE_MET", "GAMES_WON"),
    "ladder": ("RATING", "MEAN"),
}
"""What decides in each kind, and what then does among equals: docs/tournaments.md, "Standings"."""
UNKNOWN = ("POINTS", "TIE_BREAKS")

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
        _print(whole, found)


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


def _print(whole: GetTournamentResponse, rows: list[dict[str, Any]]) -> None:
    kind, names = str(plain(whole.tournament)["kind"]), names_of(whole.contestants)
    points, *ties = TITLES.get(kind, UNKNOWN)
    table = Table(box=None, pad_edge=False)
    table.add_column("PLACE", justify="right")
    table.add_column("NAME", overflow="fold", min_width=len("NAME"))
    for title in (points, *ties, "GAMES"):
        table.add_column(title, justify="right", no_wrap=True, min_width=len(title))
    for row in rows:
        place = "out" if row["place"] is None else str(row["place"])
        figures = [_figure(each, kind) for each in (row["points"], *row["tie_breaks"])]
        # Of a kind that is newer than this client all tie-breaks stand in the one column there is.
        figures[len(ties) :] = [" ".join(figures[len(ties) :])]
        table.add_row(place, names[row["contestant"]], *figures, str(row["games"]))
    out = console()
    if not out.is_terminal:
        out.width = WIDEST
    out.print(table)


def _figure(points: int, kind: str) -> str:
    """Points as they are; a rating, which comes in thousandths, in units."""
    return f"{points / 1_000:.3f}" if kind == "ladder" else str(points)
