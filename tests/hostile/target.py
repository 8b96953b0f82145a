"""
The service under attack, in a process of its own that tells how much memory it takes.

    with target(folder) as service:
        service.port, service.memory()
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop

from summitbook_service import logs
from summitbook_service.server import serving
from summitbook_service.settings import Settings

LIMITS = {
    # One caller sends it all, as fast as it can.
    "calls_a_second": 10**9,
    "caller_games": 10**9,
    "caller_subscribers": 10**9,
    # What is accepted must not grow without end either: the games of one wave and some more.
    "cached_games": 200,
    "open_games": 400,
    "records": 300,
    "linger": 0.0,
}


class Target:
    """The running service, seen from outside."""

    def __init__(self, process: subprocess.Popen[str], data: Path) -> None:
        assert process.stdin
        assert process.stdout
        self._ask, self._told = process.stdin, process.stdout
        self.data = data
        self.port = int(self._told.readline())

    def memory(self) -> int:
        """The resident bytes of the service after a garbage collection."""
        self._ask.write("\n")
        self._ask.flush()
        return int(self._told.readline())

    @property
    def log(self) -> str:
        """What it has logged so far."""
        return self.data.with_suffix(".log").read_text(encoding="utf-8")


@contextmanager
def target(data: Path) -> Iterator[Target]:
    """Serve this folder for as long as the block lasts."""
    command = [sys.executable, __file__, str(data)]
    with (
        data.with_suffix(".log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            # As the command does: gRPC has lines of its own, such as one for a process that is begun.
            env={**os.environ, "GRPC_VERBOSITY": "NONE"},
        ) as process,
    ):
        try:
            yield Target(process, data)
        finally:
            assert process.stdin
            process.stdin.close()


async def serve(data: Path) -> None:
    """Serve until nobody asks any more how much memory that takes."""
    settings = Settings(data=data, port=0, web_port="off", log_level="info", **LIMITS)
    logs.configure(settings)
    async with serving(settings) as service:
        print(service.port, flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(resident(), flush=True)


def resident() -> int:
    """The bytes of this process that are in memory and in use."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


if __name__ == "__main__":
    uvloop.run(serve(Path(sys.argv[1])))
