"""`summitbook watch`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.text import Text

from summitbook.v1.game_service_pb2 import GameInfo
from summitbook.v1.games_pb2 import View
from summitbook.v1.record_pb2 import Record
from summitbook_client.terminal.page import Page, console, show
from summitbook_client.terminal.people import People
from summitbook_client.terminal.screen import Screen, screen_of
from summitbook_client.watch import Step
from summitbook_client.watch import watch as steps

from .kept import kept
from .options import INT32, LOCAL, AsJson, GameId, Server
from .reach import connected, game_info

After = Annotated[
    int, Parameter(validator=Number(gte=0, lte=INT32), help="The last record seen already; 0 shows all.")
]


async def watch(
    game_id: GameId, /, *, after: After = 0, server: Server = LOCAL, as_json: AsJson = False
) -> None:
    """
    Follow a game live until its last record, checking the chain of its records on the way.

    A terminal shows the game; a pipe gets a line for each record, with --json the
    recorded line itself.
    """
    seat = kept(game_id)
    async with connected(server) as connection:
        shown = await connection.game(game_id, seat)
        info = await game_info(connection, shown.game.game)
        people = People.of(shown.game, seat.seat if seat else None)
        screen, out = screen_of(info.name), console()
        async for step in steps(connection, game_id, after=after, seat=seat):
            people = told_by(people, step.records)
            if as_json:
                sys.stdout.buffer.write(b"".join(record.line + b"\n" for record in step.records))
            elif out.is_terminal:
                _draw(out, screen, info, step, people)
            else:
                _print(screen, step, people)
            sys.stdout.flush()


def told_by(people: People, records: Sequence[Record]) -> People:
    """Those at the table after a command, to tell of whoever gave it."""
    cause = records[0].cause
    seat = cause.seat if cause.HasField("seat") else None
    return people.after(record.event for record in records).by(seat)


def _draw(out: Console, screen: Screen, info: GameInfo, step: Step, people: People) -> None:
    last = step.records[-1].n
    show(out, Page(
        title=f" {info.title} · record {last} ",
        keys="Ctrl-C leaves",
        drawing=screen.show(step.view, out.width, people) if step.view else Text("The game has not begun."),
        story=screen.story((record.event for record in step.records), people, step.view),
    ))  # fmt: skip


def _print(screen: Screen, step: Step, people: People) -> None:
    for record in step.records:
        print(line(screen, record, people, step.view))


def line(screen: Screen, record: Record, people: People, view: View | None) -> str:
    """A record on one line: number, time of day, and what happened."""
    return f"{record.n:>4}  {record.at[11:19]}  {screen.recorded(record.event, people, view)}"
