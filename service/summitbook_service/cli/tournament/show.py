"""`summitbook tournament show`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from summitbook.v1 import tournament_pb2 as pb
from summitbook.v1.tournament_service_pb2 import GetTournamentResponse
from summitbook_client.messages import clean
from summitbook_client.terminal.counting import counted
from summitbook_client.terminal.page import console
from summitbook_client.tournaments import Tournament

from ..games import WIDEST
from ..ids import tournament_id_of
from ..options import LOCAL, AsJson, Server, text
from ..output import emit
from ..plain import plain
from ..reach import connected
from .standings import rows
from .telling import decided, names_of, players, results

UUID_WIDTH = 36
Id = Annotated[
    str | None,
    Parameter(
        validator=text, help="The id of a tournament, or its first 8 characters; left out, all are listed."
    ),
]


async def show(tournament_id: Id = None, /, *, server: Server = LOCAL, as_json: AsJson = False) -> None:
    """Show a tournament: contestants, rounds, who plays what. Without an id, list them, newest first."""
    async with connected(server) as client:
        if tournament_id is None:
            found = [each async for each in client.list_tournaments()]
        else:
            whole = await Tournament(client, await tournament_id_of(client, tournament_id)).look()
    if as_json:
        for each in map(plain, found) if tournament_id is None else [told(whole)]:
            emit(each)
    elif tournament_id is None:
        _list(console(), found)
    else:
        _show(console(), clean(whole))


def told(whole: GetTournamentResponse) -> dict[str, Any]:
    """All of it for machines, with the names in the standings."""
    parts = ("contestants", "rounds", "matches", "decisions")
    return {
        "tournament": plain(whole.tournament),
        **{part: [plain(each) for each in getattr(whole, part)] for part in parts},
        "standings": rows(whole),
    }


def _list(out: Console, tournaments: list[pb.Tournament]) -> None:
    if not tournaments:
        out.print("There are no tournaments yet.")
        return
    if not out.is_terminal:
        out.width = WIDEST
    table = Table(box=None, pad_edge=False)
    _id_column(table, "TOURNAMENT_ID")
    for title in ("GAME", "KIND", "STATUS"):
        table.add_column(title, no_wrap=True)
    table.add_column("NAME", overflow="fold", min_width=len("NAME"))
    for each in map(clean, tournaments):
        table.add_row(each.tournament_id, each.game, kind(each), status(each), each.name)
    out.print(table)


def kind(tournament: pb.Tournament) -> str:
    """How its contestants meet, in a word."""
    return str(plain(tournament)["kind"])


def status(tournament: pb.Tournament) -> str:
    """How far it has come, in a word."""
    return str(plain(tournament)["status"])


def _show(out: Console, whole: GetTournamentResponse) -> None:
    about, names = whole.tournament, names_of(whole.contestants)
    out.print(f"{about.name}: {about.title}, {kind(about)}, {status(about)}", highlight=False)
    many = counted(about.contestants, "contestant")
    past = f", {_past(about)}" if about.rounds else ""
    out.print(f"{many}{past}", highlight=False)
    _contestants(out, whole.contestants)
    for each in whole.rounds:
        state = "closed" if each.HasField("seed") else "open"
        out.print(f"\nRound {each.round}, {state}, deal {each.deal}", highlight=False)
        _games(out, each.games, names)
        if each.byes:
            out.print(f"  a bye for {players(each.byes, names)}", highlight=False)
    if whole.matches:
        out.print("\nMatches", highlight=False)
        _games(out, whole.matches, names)
    if whole.decisions:
        out.print("\nDecisions", highlight=False)
        for decision in whole.decisions:
            out.print(f"  {decided(decision, names)}", highlight=False)


def _past(about: pb.Tournament) -> str:
    """How far it has come of how many rounds."""
    return f"round {about.round} of {about.rounds}" if about.round else counted(about.rounds, "round")


def _contestants(out: Console, contestants: Sequence[pb.Contestant]) -> None:
    """With the numbers that other commands ask for."""
    if not contestants:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("CONTESTANT", justify="right")
    table.add_column("NAME", overflow="fold")
    table.add_column("")
    for each in contestants:
        gone = "excluded" if each.excluded else "has left" if each.left else ""
        table.add_row(str(each.contestant), each.name, gone)
    out.print()
    out.print(table)


def _games(out: Console, games: Iterable[pb.TournamentGame], names: list[str]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    _id_column(table)
    for game in games:
        outcome = game.finished.outcome if game.HasField("finished") else "in play"
        told = results(game.finished, names) or players(game.contestants, names)
        table.add_row(game.game_id, outcome, told)
    out.print(table)


def _id_column(table: Table, title: str = "") -> None:
    """What is there to be copied stays whole."""
    table.add_column(title, no_wrap=True, min_width=UUID_WIDTH)
