"""
Measure the service: `make bench`.

The server runs in a process of its own. Commands and empty calls take turns, a few
seconds each, so that both see the same machine. The last line is one JSON object;
`results.md` beside this file keeps each run with the commit it measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from hashlib import sha256
from itertools import chain
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import grpc
import uvloop
from players import ADVANCE, ROLL, Climb, Players, Seat
from served import process

from summitbook_domain.games import GAMES
from summitbook_domain.policies import play, random
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

IN_FLIGHT = 64
ROUNDS = 4
SECONDS = 2.5
"""How long one round of one kind lasts."""
AUDITED_GAMES = 400
LONG_GAMES = 24
LONG = 80
"""From how many commands on a game counts as long; the longest there are have a little over a hundred."""
COMPARED = 8
"""How many commands of each long and each new game are compared."""
LOAD = "The load is the machine's at the end of the run: 2 is the bench's own, more is others' work."
RESULTS = Path(__file__).with_name("results.md")


class Round(NamedTuple):
    """One kind of call, 64 at once, for some seconds."""

    took: list[float]
    seconds: float
    used: float

    @property
    def rate(self) -> float:
        """Calls a second."""
        return len(self.took) / self.seconds

    @property
    def cost(self) -> float:
        """Processor seconds of the server a call."""
        return self.used / len(self.took)


async def measured(players: Players, call: Callable[[float], Awaitable[list[float]]]) -> Round:
    """One round; `call` makes calls until the time it is told, and tells how long each took."""
    used, start = await players.used(), time.perf_counter()
    took = await asyncio.gather(*(call(start + SECONDS) for _ in range(IN_FLIGHT)))
    seconds = time.perf_counter() - start
    return Round(list(chain(*took)), seconds, await players.used() - used)


async def echoes(players: Players) -> Round:
    """Empty calls."""

    async def one_after_another(end: float) -> list[float]:
        took = []
        while time.perf_counter() < end:
            took.append(await players.echo())
        return took

    return await measured(players, one_after_another)


async def commands(players: Players, seats: list[Seat]) -> Round:
    """Durable commands, 64 games at once, each game played to its end."""

    async def game_after_game(end: float) -> list[float]:
        took: list[float] = []
        while time.perf_counter() < end:
            try:
                await play_until(players, seats.pop(), end, took)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
                    raise
        return took

    return await measured(players, game_after_game)


async def play_until(players: Players, seat: Seat, end: float, took: list[float]) -> None:
    """Roll and advance until the time is over, or until the game is, which a refusal tells."""
    while time.perf_counter() < end:
        for command in (ROLL, ADVANCE):
            seconds, _ = await players.act(seat, command)
            took.append(seconds)


async def throughput(players: Players) -> dict[str, float]:
    """Commands beside empty calls."""
    echoed, acted = [], []
    for _ in range(ROUNDS):
        seats = await many(players, 500)
        echoed.append(await echoes(players))
        acted.append(await commands(players, seats))
    took = sorted(chain(*(each.took for each in acted)))
    act, echo = median(each.rate for each in acted), median(each.rate for each in echoed)
    cost = median(each.cost for each in acted) / median(each.cost for each in echoed)
    print(f"server processor time: command / echo {cost:.2f}")
    return {
        "act_per_s": act,
        "echo_per_s": echo,
        "act_over_echo": act / echo,
        "act_median_ms": median(took) * 1_000,
        "act_p95_ms": quantiles(took, n=20)[-1] * 1_000,
    }


async def many(players: Players, count: int) -> list[Seat]:
    """So many games, just begun."""
    return await asyncio.gather(*(players.sit() for _ in range(count)))


async def grown(players: Players) -> Climb:
    """A game that has come as far as few ever do."""
    while True:
        climb = await players.begin()
        for _ in range(LONG):
            if climb.legal:
                await players.step(climb)
        if climb.legal:
            return climb


async def compared(players: Players, long: list[Climb], new: list[Climb]) -> float:
    """The median time of a command in a long game over that in a new one, one by one in turn."""
    took: dict[str, list[float]] = {"long": [], "new": []}
    for _ in range(COMPARED):
        for pair in zip(long, new, strict=True):
            for name, climb in zip(took, pair, strict=True):
                took[name] += [await players.step(climb)] if climb.legal else []
    return median(took["long"]) / median(took["new"])


def audited() -> dict[str, float]:
    """Events a second through all four levels, on one core."""
    (game,) = (each for each in GAMES.values() if each.name == "everest1924")
    books = [play(game, random, sha256(b"bench %d" % i).digest()) for i in range(AUDITED_GAMES)]
    files = [[line + b"\n" for line in book.lines] for book in books]
    start = time.process_time()
    reports = [audit(file, verify=verify) for file in files]
    seconds = time.process_time() - start
    assert all(report.level == "rules" for report in reports)
    return {"audit_rules_per_s": sum(report.records for report in reports) / seconds}


async def lengths(data: Path) -> dict[str, float]:
    """How much longer a command takes late in the longest games than in a new one."""
    with process(data) as ports:
        players = Players(*ports)
        long = await asyncio.gather(*(grown(players) for _ in range(2 * LONG_GAMES)))
        new = await asyncio.gather(*(players.begin() for _ in range(2 * LONG_GAMES)))
        warm = await compared(players, long[:LONG_GAMES], new[:LONG_GAMES])
        await players.close()
    with process(data) as ports:
        players = Players(*ports)
        restarted = await compared(players, long[LONG_GAMES:], new[LONG_GAMES:])
        await players.close()
    return {"long_over_short_warm": warm, "long_over_short_restart": restarted}


async def figures() -> dict[str, float]:
    """All figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        with process(Path(folder) / "speed") as ports:
            players = Players(*ports)
            speed = await throughput(players)
            await players.close()
        length = await lengths(Path(folder) / "length")
    return {**speed, **audited(), **length}


def note(found: dict[str, float]) -> None:
    """Keep the run beside the commit it measured."""
    root = Path(__file__).parents[2]
    git = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=root, capture_output=True, text=True, check=False
    )
    machine = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}, Python {platform.python_version()}"
    row = [f"{datetime.now(UTC):%Y-%m-%d}", git.stdout.strip() or "-", machine, *map(str, found.values())]
    if not RESULTS.exists():
        heads = ["date", "commit", "machine", *found]
        RESULTS.write_text(
            f"# What `make bench` measured\n\n{LOAD}\n\n{_line(heads)}{_line(['---'] * len(heads))}"
        )
    with RESULTS.open("a") as file:
        file.write(_line(row))


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    found = {name: float(f"{value:.4g}") for name, value in uvloop.run(figures()).items()}
    note(found)
    print(json.dumps(found))
