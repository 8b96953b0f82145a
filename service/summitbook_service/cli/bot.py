"""`summitbook bot`."""

from __future__ import annotations

from random import Random
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from summitbook_client.bot import Bot, Tally
from summitbook_client.terminal.counting import counted
from summitbook_client.terminal.page import console

from .advised import policy_named
from .options import INT32, LOCAL, AsJson, Edition, GameName, KeptReceipts, Server
from .output import emit
from .problem import FAULT
from .reach import connected, edition_info, game_info
from .replay.record import PolicyName, seed_of

Games = Annotated[int, Parameter(validator=Number(gte=1), help="How many games to play.")]
Seats = Annotated[
    int | None,
    Parameter(
        validator=Number(gte=1, lte=INT32), help="How many bots sit at a game; left out, as few as can be."
    ),
]
LuckSeed = Annotated[
    str | None,
    Parameter(
        name="--seed",
        help="The seed of what bots choose by chance, 64 hex digits; left out, one is drawn. "
        "The dice are the service's.",
    ),
]


async def bot(
    game: GameName,
    /,
    *,
    games: Games = 1,
    seats: Seats = None,
    edition: Edition = None,
    policy: PolicyName = "random",
    seed: LuckSeed = None,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> int:
    """Let bots play whole games. They see what any seat is sent, and choose among its legal actions."""
    luck = Random(seed_of(seed))  # noqa: S311
    async with connected(server, receipts) as client:
        info = await game_info(client, game)
        players = seats or edition_info(info, edition).min_seats
        how = policy_named(policy)
        player = Bot(client, game, edition=edition, seats=players, policy=how, luck=luck)
        with _progress() as progress:
            bar = progress.add_task(f"{info.title}", total=games)
            tally = await player.play(games, lambda: progress.advance(bar))
    (_emit if as_json else _print)(game, tally)
    return FAULT if tally.refusals else 0


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    out = console(error=True)
    return Progress(*columns, console=out, transient=True, disable=not out.is_terminal)


def _print(game: str, tally: Tally) -> None:
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in tally.outcomes.most_common())
    print(f"{counted(tally.games, 'game')} of {game} played: {outcomes}")
    print(f"{counted(tally.commands, 'command')} accepted, {tally.refusals.total()} refused")
    for code, count in tally.refusals.most_common():
        print(f"  {code}: {count}")


def _emit(game: str, tally: Tally) -> None:
    emit({
        "game": game,
        "games": tally.games,
        "commands": tally.commands,
        "refusals": dict(tally.refusals),
        "outcomes": dict(tally.outcomes),
        "game_ids": tally.game_ids,
    })  # fmt: skip
