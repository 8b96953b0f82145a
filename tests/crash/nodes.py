"""The service as processes of its own that can be killed, and what they keep their games in."""

from __future__ import annotations

import asyncio
import resource
import signal
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Self

from command import COMMAND, environment
from database import AT_ONCE, FAST, Server

from .calls import Fault

COMPLAINTS = ("internal error", "never retrieved", "was destroyed", "Traceback")
"""What no log may hold."""


class Node:
    """`summitbook serve` on one folder and one port, over all its lives."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._folder = folder
        self._words = words
        self._process: subprocess.Popen[str] | None = None
        self.log = folder.with_suffix(".log")
        self.port = 0

    @property
    def address(self) -> str:
        """Where it is called."""
        return f"127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        """The operator's token that it leaves in its folder."""
        return (self._folder / "operator.token").read_text(encoding="ascii").strip()

    def begin(self) -> subprocess.Popen[str]:
        """Begin a life, which answers calls a little later."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [COMMAND, "serve", "--data", str(self._folder), "--port", str(self.port), *self._words],
                env=environment(),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                encoding="utf-8",
            )
        return self._process

    async def start(self) -> None:
        """Begin a life, and wait until it answers calls."""
        process = self.begin()
        welcome = await asyncio.to_thread(process.stdout.readline)
        assert " serves on " in welcome, self.log.read_text(encoding="utf-8")[-2_000:]
        self.port = int(welcome.partition(" serves on 127.0.0.1:")[2].partition(";")[0])

    def kill(self) -> None:
        """End this life as a power cut does."""
        self._signal(signal.SIGKILL)
        self._wait()

    async def stop(self) -> None:
        """Stop it in order; raises Fault where it does not end with 0, or has ever complained."""
        self._signal(signal.SIGTERM)
        if status := await asyncio.to_thread(self._wait):
            raise Fault(f"stopped with {status}")
        log = self.log.read_text(encoding="utf-8")
        if found := [word for word in COMPLAINTS if word in log]:
            raise Fault(f"the log of a node holds {found}: {log[-2_000:]}")

    def fill_disk(self, *, full: bool) -> None:
        """Let no file of it grow, as on a full disk, or let them grow again."""
        assert self._process
        most = 0 if full else resource.RLIM_INFINITY
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    def close(self) -> None:
        """Leave no process behind."""
        if self._process and self._process.poll() is None:
            self.kill()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(number)

    def _wait(self) -> int:
        assert self._process
        status = self._process.wait(60)
        self._process.stdout.close()
        return status


class Place:
    """Nodes that serve the same games, and the accidents that can happen to them."""

    def __init__(self, nodes: list[Node], accidents: list[Callable[[Random], Awaitable[None]]]) -> None:
        self.nodes = nodes
        self._accidents = accidents

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            for node in self.nodes:
                stack.callback(node.close)
                await node.start()
            self._open = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def accident(self, luck: Random) -> None:
        """Let something happen, and see to it that calls are answered again."""
        await luck.choice(self._accidents)(luck)


def on_sqlite(folder: Path) -> Place:
    """One node on a data folder, which is killed."""
    node = Node(folder / "data")
    return Place([node], [killing(node)])


def on_postgres(folder: Path, server: Server) -> Place:
    """Two nodes on one database; a node is killed, all connections are cut, or the database restarts."""
    words = ("--store", server.database(), "--keys", str(folder / "keys"))
    nodes = [Node(folder / name, *words) for name in ("one", "two")]

    async def cut(_: Random) -> None:
        await asyncio.to_thread(server.cut)

    async def restart(luck: Random) -> None:
        await asyncio.to_thread(server.stop, luck.choice((FAST, AT_ONCE)))
        await asyncio.to_thread(server.start)

    return Place(nodes, [*map(killing, nodes), cut, restart])


def killing(node: Node) -> Callable[[Random], Awaitable[None]]:
    """Kill a node and start it again; now and then it is killed while it starts, too."""

    async def kill(luck: Random) -> None:
        node.kill()
        while luck.random() < 0.1:
            node.begin()
            await asyncio.sleep(luck.random())
            node.kill()
        await node.start()

    return kill
