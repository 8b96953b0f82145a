"""Everything of one run: the disk, the nodes on it, what was acknowledged, and the trace of it all."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from summitbook_service.errors import CannotStart
from summitbook_service.keys import Bearer

from .disk import Disk, Faults
from .node import Broken, Fault, Node

FATES = ("crash", "crash", "stop")
"""What ends a life of a node, besides the faults of its store."""


class Acknowledged(NamedTuple):
    """A command that was answered: what was asked, of whom, and what its records are."""

    method: str
    request: Any
    bearer: Bearer | None
    game_id: str
    version: int
    record_hash: bytes
    events: int


class World:
    """One run."""

    def __init__(self, luck: Random, nodes: int) -> None:
        self.luck = luck
        self.disk = Disk()
        self.faults = Faults()
        self.nodes = [Node(f"node {i}", self.disk, self.faults, luck, alone=nodes == 1) for i in range(nodes)]
        self.acknowledged: dict[tuple[str, str], Acknowledged] = {}
        """By game (none for a game's making) and command id."""
        self.refused: set[str] = set()
        """The ids of commands that were sent once, refused, and never sent again."""
        self.conflicts = False
        """Whether an append can conflict at all, with another node's or with itself."""
        self.calm = False
        """Whether nothing fails any more and every node is up."""
        self.trace: list[str] = []

    def note(self, who: str, what: str) -> None:
        """Write a line of the trace."""
        self.trace.append(f"{asyncio.get_running_loop().time():10.4f} {who}: {what}")

    @property
    def digest(self) -> str:
        """What tells two traces apart."""
        return sha256("\n".join(self.trace).encode()).hexdigest()

    def new_id(self) -> str:
        """A UUID of this run's luck."""
        return str(UUID(int=self.luck.getrandbits(128), version=4))

    def chance(self, likely: float) -> bool:
        """Whether something happens."""
        return self.luck.random() < likely

    async def pause(self, seconds: float) -> None:
        """Wait for a while, so many seconds at most."""
        await asyncio.sleep(self.luck.random() * seconds)

    async def begin(self, node: Node) -> None:
        """Start a node, again and again where its store fails it."""
        while not node.up:
            try:
                await node.start()
                self.note(node.name, "up")
            except (Broken, CannotStart) as error:
                self.note(node.name, f"could not start: {error}")
                await self.pause(1)

    async def fate(self) -> None:
        """End lives and begin others for ever."""
        while True:
            node = self.luck.choice(self.nodes)
            if node.up:
                await self.pause(4)
                await self._end(node, self.luck.choice(FATES))
            await self.pause(1)
            await self.begin(node)

    async def _end(self, node: Node, how: str) -> None:
        self.note(node.name, how)
        if how == "crash":
            node.crash()
        else:
            await node.stop()

    async def calm_down(self) -> None:
        """From now on nothing fails, and every node is up."""
        for fault in vars(self.faults):
            setattr(self.faults, fault, 0.0)
        for node in self.nodes:
            await self.begin(node)
        self.calm = True
        self.note("world", "calm")

    def acknowledge(self, made: Acknowledged) -> None:
        """Hold what was answered against the disk, and against what was answered before."""
        key = ("" if made.method == "CreateGame" else made.game_id, made.request.command_id)
        self.note("answer", f"{made.method} {made.game_id} {made.version} {made.record_hash.hex()[:8]}")
        if not self.disk.holds(made.game_id, made.version, made.record_hash):
            raise Fault(f"answered before it is durable: {made}")
        before = self.acknowledged.setdefault(key, made)
        if before[3:] != made[3:]:
            raise Fault(f"answered twice and not alike: {before} and {made}")
