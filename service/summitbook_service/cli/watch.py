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
from summitbook_client import Step
from summitbook_client.terminal.page import Page, console, show
from summitbook_client.terminal.people import People
from summitbook_client.terminal.screen import Screen, screen_of

from .ids import game_id_of
from .kept import kept
from .options import DATA, FLAG, INT32, LOCAL, AsJson, Data, GameId, Server
from .problem import usage
from .reach import connected, game_info
from .watch_all import watch_all

After = Annotated[
    int,
    Parameter(
        validator=Number(gte=0, lt=10**18),
        help="The last record seen already, or with --all the last position; 0 shows all.",
    ),
]
All = Annotated[
    bool,
    FLAG,
    Parameter(
        name="--all",
        help="Follow every game of the service, as its operator, whose token is in the data folder.",
    ),
]


async def watch(
    game_id: GameId | None = None,
    /,
    *,
    all_games: All = False,
    after: After = 0,
    server: Server = LOCAL,
    data: Data = DATA,
    as_json: AsJson = False,
) -> None:
    """
    Follow a game live until its last record, checking the chain of its records on the way.

    A terminal shows the game; a pipe gets a line for each record, with --json the
    recorded line itself. With --all it is every game of the service, without end.
    """
    if all_games == bool(game_id):
        raise usage("name the game to watch, or watch them --all")
    if all_games:
        await watch_all(after, server, data, as_json=as_json)
    elif after > INT32 or game_id is None:
        raise usage(f"--after: a record's number is {INT32} at most")
    else:
        await watch_one(game_id, after, server, as_json=as_json)


async def watch_one(game_id: str, after: int, server: Server, *, as_json: bool) -> None:
    """Follow one game to its end."""
    async with connected(server) as client:
        game_id = await game_id_of(client, game_id)
        seat = kept(client, game_id)
        table = seat or client.table(game_id)
        shown = await table.look()
        info = await game_info(client, shown.game.game)
        people = People.of(shown.game, seat.seat if seat else None)
        screen, out = screen_of(info.name), console()
        async for step in table.steps(after):
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
