"""`summitbook games`."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import JustifyMethod
from rich.table import Table

from summitbook.v1.game_pb2 import Game, GameStatus
from summitbook_client.messages import clean
from summitbook_client.terminal.page import console

from .options import FLAG, LOCAL, AsJson, Server, text
from .output import command, emit, note
from .reach import connected

A_SCREENFUL = 20
TITLES = ("GAME_ID", "GAME", "STATUS", "RECORDS")
WIDE = 100
"""Characters of a line in which there is room for the number of records."""
WIDEST = 10_000
"""Characters of a line where no terminal sets an end to it: a game has one line."""

All = Annotated[bool, FLAG, Parameter(name="--all", help=f"List all, not only the newest {A_SCREENFUL}.")]


async def games(
    game: Annotated[
        str | None, Parameter(validator=text, help="Only games of this kind, as everest1924.")
    ] = None,
    /,
    *,
    everything: All = False,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """List games, newest first, with what to call them by."""
    found: list[Game] = []
    async with connected(server) as client:
        async for each in client.list_games(game):
            found.append(each)
            if len(found) > A_SCREENFUL and not everything:
                break
    shown = found if everything else found[:A_SCREENFUL]
    if as_json:
        for each in shown:
            emit(_plain(each))
        return
    out = console()
    if not out.is_terminal:
        out.width = WIDEST
    out.print(_table(shown, wide=out.width >= WIDE) if shown else "There are no games yet.")
    if len(shown) < len(found):
        note(f"There are older ones: {command('games --all', server)}")


def _table(shown: list[Game], *, wide: bool) -> Table:
    table = Table(box=None, pad_edge=False)
    rows = [_row(each, wide=wide) for each in map(clean, shown)]
    for number, title in enumerate(TITLES[: None if wide else -1]):
        # What is there to be copied or read as a word stays whole: only names are wrapped.
        widest = max(map(len, [title, *(row[number] for row in rows)]))
        justify: JustifyMethod = "right" if title == "RECORDS" else "left"
        table.add_column(title, no_wrap=True, min_width=widest, justify=justify)
    table.add_column("SEATS", overflow="fold", min_width=len("SEATS"))
    for row in rows:
        table.add_row(*row)
    return table


def _row(game: Game, *, wide: bool) -> tuple[str, ...]:
    names = ", ".join(seat.name if seat.taken else "free" for seat in game.seats)
    records = (str(game.version),) if wide else ()
    return game.game_id, game.game, _status(game), *records, names


def _status(game: Game) -> str:
    return game.outcome or GameStatus.Name(game.status).removeprefix("GAME_STATUS_").lower()


def _plain(game: Game) -> dict[str, Any]:
    return {
        "game_id": game.game_id,
        "game": game.game,
        "status": GameStatus.Name(game.status).removeprefix("GAME_STATUS_").lower(),
        "outcome": game.outcome or None,
        "version": game.version,
        "record_hash": game.record_hash.hex(),
        "seats": [seat.name if seat.taken else None for seat in game.seats],
        "waits_for": list(game.waits_for),
        "private": game.private,
    }
