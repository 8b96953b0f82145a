"""`summitbook info`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from summitbook.v1.game_service_pb2 import GameInfo
from summitbook_client.choosing import default, values
from summitbook_client.messages import clean, printable
from summitbook_client.terminal.counting import counted
from summitbook_client.terminal.page import console

from .options import LOCAL, AsJson, Server, text
from .output import emit
from .plain import plain
from .reach import connected, game_info

Game = Annotated[str | None, Parameter(validator=text, help="The game, as everest1924; left out, all.")]


async def info(game: Game = None, /, *, server: Server = LOCAL, as_json: AsJson = False) -> None:
    """Tell which games the service has: seats, editions and options of each."""
    async with connected(server) as client:
        found = [await game_info(client, game)] if game else (await client.server_info()).games
    out = console()
    for each in found:
        if as_json:
            emit(plain(each))
        else:
            _print(out, each)


def _print(out: Console, game: GameInfo) -> None:
    shown = clean(game)
    out.print(f"{shown.title}: summitbook play {shown.name}")
    for edition in shown.editions:
        seats = _span(edition.min_seats, edition.max_seats)
        out.print(f"  edition {edition.name}, {seats}")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, told in _options(shown):
        table.add_row(f"  {name}", told)
    out.print(table)
    out.print()


def _options(game: GameInfo) -> Iterator[tuple[str, str]]:
    for option in game.options:
        yield f"{option.name}={default(option)}", f"{printable(option.help)} ({values(option)})"


def _span(least: int, most: int) -> str:
    return counted(most, "seat") if least == most else f"{least} to {counted(most, 'seat')}"
