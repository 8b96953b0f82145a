"""One run from one seed: play under faults, then in calm, then hold everything against the promises."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch
from uuid import UUID

import structlog

from summitbook_service import creations, formats

from .clients import Player
from .disk import Faults
from .loop import VirtualLoop
from .node import Fault
from .promises import check_log
from .watchers import Follower, Overseer, Watcher
from .world import World

CHAOS = 15.0
"""How many virtual seconds faults go on at most."""

LONG = 600
"""After so many seconds without faults whoever still waits will wait for ever; a heartbeat takes longer."""

QUIET = structlog.make_filtering_bound_logger(logging.CRITICAL)


class BrokenPromise(AssertionError):
    """What a seed shows, with the trace that leads there."""

    def __init__(self, seed: int, what: BaseException, world: World) -> None:
        super().__init__(f"{what!r}\nreplay it: make simulate-faults SEED={seed}")
        self.world = world


def simulate(seed: int) -> World:
    """One run; raises BrokenPromise."""
    luck = Random(seed)
    loop = VirtualLoop(luck)
    world = World(luck, nodes=luck.choice((1, 1, 1, 2, 3)))
    with _virtual(loop, world):
        try:
            loop.run_until_complete(_run(world))
            _nothing_unheard(loop)
        except Exception as what:
            raise BrokenPromise(seed, what, world) from what
        finally:
            loop.close()
    return world


@contextmanager
def _virtual(loop: VirtualLoop, world: World) -> Iterator[None]:
    """The loop's time wherever the service measures it, the run's luck where it makes an id, and no log."""
    for module, name, _ in _clocks():
        setattr(module, name, loop.time)
    logs = structlog.get_config()
    structlog.configure(wrapper_class=QUIET)
    try:
        with (
            patch.object(creations, "uuid4", lambda: UUID(world.new_id())),
            # Looked up on the disk at each start, which takes longer than the start.
            patch.object(formats, "version", lambda _: "simulated"),
        ):
            yield
    finally:
        for module, name, real in _clocks():
            setattr(module, name, real)
        structlog.configure(**logs)


@cache
def _clocks() -> list[tuple[ModuleType, str, object]]:
    """Where the modules of the service have a clock of the computer's."""
    service = [module for name, module in sys.modules.items() if name.startswith("summitbook_service")]
    names = [(module, name, value) for module in service for name, value in vars(module).items()]
    return [each for each in names if any(each[2] is clock for clock in (time.perf_counter, time.monotonic))]


def _nothing_unheard(loop: VirtualLoop) -> None:
    if unheard := loop.unheard():
        raise Fault(f"what asyncio would log as never retrieved: {unheard}")


async def _run(world: World) -> None:
    luck = world.luck
    for node in world.nodes:
        await world.begin(node)
    vars(world.faults).update(vars(Faults.some(luck)))
    world.conflicts = len(world.nodes) > 1 or world.faults.mistaken > 0
    players = [Player(world, f"player {i}") for i in range(luck.choice((1, 1, 2)))]
    watchers = _watchers(world, players)
    watching = [asyncio.ensure_future(each.watch()) for each in watchers]
    ending = asyncio.ensure_future(world.fate())
    try:
        playing = asyncio.gather(*(_play(world, player) for player in players))
        await asyncio.wait({playing}, timeout=CHAOS)
        ending.cancel()
        await asyncio.wait({ending})
        await world.calm_down()
        await _answered(playing)
        await _told(watchers, watching)
    finally:
        for each in (ending, *watching):
            each.cancel()
    await _ask_again(world)
    check_log(world)


def _watchers(world: World, players: list[Player]) -> list[Watcher]:
    luck = world.luck
    followers = [
        Follower(world, f"follower {i}", luck.choice(players)) for i in range(luck.choice((1, 2, 2)))
    ]
    return [*followers, *(Overseer(world, f"overseer {i}") for i in range(luck.choice((0, 0, 1, 2))))]


async def _play(world: World, player: Player) -> None:
    await player.sit()
    hands = world.luck.choice((1, 1, 2))
    await asyncio.gather(*(player.play(world.luck.randrange(1, 6)) for _ in range(hands)))


async def _answered(playing: asyncio.Future[Any]) -> None:
    """Whatever was asked is answered now that nothing fails."""
    await asyncio.wait({playing}, timeout=LONG)
    if not playing.done():
        raise Fault("a command is not answered, though nothing fails any more")
    playing.result()


async def _told(watchers: list[Watcher], watching: list[asyncio.Task[None]]) -> None:
    """Whatever is recorded is told to everyone who follows, without waiting for a heartbeat."""
    for _ in range(LONG):
        for task in watching:
            if task.done():
                task.result()
        if not any(each.behind for each in watchers):
            return
        await asyncio.sleep(1)
    raise Fault("a watcher is not told what is recorded, though nothing fails any more")


async def _ask_again(world: World) -> None:
    """After one more crash every acknowledged command gets the same answer."""
    for node in world.nodes:
        node.crash()
        await world.begin(node)
    again = Player(world, "again")
    for made in list(world.acknowledged.values()):
        again.game_id, again._bearer = made.game_id, made.bearer
        await again.send(made.method, made.request)
