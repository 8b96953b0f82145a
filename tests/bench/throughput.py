"""Durable commands beside empty calls: as many a second, at as much of the server's time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from itertools import chain, cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles

from players import ADVANCE, ROLL, Pair, Players, Seat, Stream, served
from rounds import IN_FLIGHT, ROUNDS, Caller, Round, cost, echoes, measured, rate

from summitbook.v1 import games_pb2
from summitbook.v1.game_service_pb2 import ActResponse

GAMES_A_ROUND = 2_000
STREAMS = 4
"""How many streams the same 64 commands at once come by."""


async def figures(folder: Path) -> dict[str, float]:
    """64 in flight over 64 games, over one game, and empty calls, in turn."""
    async with served(folder) as players:
        luck = Random(1924)
        pairs = [await players.pair(luck) for _ in range(IN_FLIGHT)]
        echoed, acted, played, spread, hot = ([] for _ in range(5))
        for _ in range(ROUNDS):
            seats = list(await asyncio.gather(*(players.sit() for _ in range(GAMES_A_ROUND))))
            echoed.append(await echoes(players))
            acted.append(await commands(players, seats))
            played.append(await streamed(players, seats))
            spread.append(await laid(players, pairs))
            hot.append(await laid(players, pairs[:1] * IN_FLIGHT))
    took = sorted(chain(*(each.took for each in acted)))
    return {
        "act_over_echo": rate(acted) / rate(echoed),
        "cpu_act_over_echo": cost(acted) / cost(echoed),
        "play_over_act": rate(played) / rate(acted),
        "hot_over_spread": rate(hot) / rate(spread),
        "commands_per_commit": median(each.shared for each in acted),
        "act_per_s": rate(acted),
        "echo_per_s": rate(echoed),
        "act_median_ms": median(took) * 1_000,
        "act_p95_ms": quantiles(took, n=20)[-1] * 1_000,
        "play_per_s": rate(played),
        "echo_cpu_us": cost(echoed) * 1e6,
        "act_cpu_us": cost(acted) * 1e6,
        "play_cpu_us": cost(played) * 1e6,
    }


async def commands(players: Players, seats: list[Seat]) -> Round:
    """Durable commands, 64 games at once, each game played to its end."""

    async def game_after_game(end: float) -> list[float]:
        took: list[float] = []
        while time.perf_counter() < end:
            await play_until(players, seats.pop(), end, took)
        return took

    return await measured(players, *[game_after_game] * IN_FLIGHT)


async def play_until(players: Players, seat: Seat, end: float, took: list[float]) -> None:
    """Roll and advance until the time is over, or the game, or where a tent would have to be put up."""
    for command in cycle((ROLL, ADVANCE)):
        answered = await players.tried(seat, command)
        took += [seconds for seconds, _ in answered]
        if not answered or is_over(answered[0][1]) or time.perf_counter() > end:
            return


def is_over(answer: ActResponse) -> bool:
    """Whether the command has closed its game."""
    return any(event.HasField("game_closed") for event in answer.events)


async def streamed(players: Players, seats: list[Seat]) -> Round:
    """The same commands on a few streams."""
    streams = [players.play() for _ in range(STREAMS)]

    def playing(stream: Stream) -> Caller:
        async def game_after_game(end: float) -> list[float]:
            took: list[float] = []
            while time.perf_counter() < end:
                await stream_until(stream, seats.pop(), end, took)
            return took

        return game_after_game

    done = await measured(players, *map(playing, streams * (IN_FLIGHT // STREAMS)))
    for stream in streams:
        await stream.close()
    return done


async def stream_until(stream: Stream, seat: Seat, end: float, took: list[float]) -> None:
    """Roll and advance until the time is over, or the game, or where a tent would have to be put up."""
    for command in cycle((ROLL, ADVANCE)):
        seconds, answer = await stream.act(seat, command)
        if answer.HasField("refusal"):
            return
        took.append(seconds)
        if is_over(answer.act) or time.perf_counter() > end:
            return


async def laid(players: Players, pairs: list[Pair]) -> Round:
    """Cards laid and taken back, 64 commands at once, each game's in the order in which they are to come."""
    turns = {pair.seat.game_id: cycle((pair.lay, pair.take_back)) for pair in pairs}
    callers = [_laying(players, pair.seat, turns[pair.seat.game_id]) for pair in pairs]
    done = await measured(players, *callers)
    for pair in pairs[: len(turns)]:
        await players.tried(pair.seat, pair.take_back)  # in the hand again for the next round
    return done


def _laying(players: Players, seat: Seat, turns: Iterator[games_pb2.Command]) -> Caller:
    async def one_after_another(end: float) -> list[float]:
        took = []
        while time.perf_counter() < end:
            took += [seconds for seconds, _ in await players.tried(seat, next(turns))]
        return took

    return one_after_another
