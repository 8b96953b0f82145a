"""The service as a bench wants it: in a process of its own, beside an empty echo on the same stack."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import uvloop

from summitbook_service import logs
from summitbook_service.server import collect_seldom, serving
from summitbook_service.settings import Settings
from summitbook_service.store import Row, Store


class Probe:
    """Empty calls, and what only the server can tell of itself."""

    def __init__(self) -> None:
        self._store: Store
        self._commits = 0

    def watch(self, store: Store) -> None:
        """Count the commits of this store from now on."""
        self._store, append = store, store.append

        async def counted(rows: Sequence[Row]) -> None:
            self._commits += 1
            await append(rows)

        store.append = counted  # type: ignore[method-assign]

    def calls(self) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
        """The calls by name."""
        named = {
            "Echo": self.echo,
            "Used": self.used,
            "Commits": self.commits,
            "Commit": self.commit,
            "Memory": self.memory,
        }
        return {name: grpc.unary_unary_rpc_method_handler(call) for name, call in named.items()}

    async def echo(self, sent: bytes, context: object) -> bytes:
        """Answer what came."""
        return sent

    async def used(self, sent: bytes, context: object) -> bytes:
        """The processor seconds that this process has used so far."""
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return repr(usage.ru_utime + usage.ru_stime).encode()

    async def commits(self, sent: bytes, context: object) -> bytes:
        """How many commits there have been."""
        return b"%d" % self._commits

    async def commit(self, sent: bytes, context: object) -> bytes:
        """How many seconds a bare commit of one small row takes, with nothing around it."""
        row = Row(uuid4(), 1, "Bench", b"{}" * 200)
        start = time.perf_counter()
        await self._store.append([row])
        return repr(time.perf_counter() - start).encode()

    async def memory(self, sent: bytes, context: object) -> bytes:
        """The resident bytes of this process after a garbage collection."""
        gc.collect()
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL("libc.so.6").malloc_trim(0)
        return b"%d" % resident()


def resident() -> int:
    """The bytes of this process that are in memory."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


async def serve(data: Path, settings: dict[str, Any]) -> None:
    """Serve a folder until standard input ends; the ports are the first line of output."""
    # One caller makes all the calls of a bench.
    unlimited = {"calls_a_second": 10**9, "caller_games": 10**9, "caller_subscribers": 10**9}
    chosen = Settings(data=data, port=0, web_port="off", log_level="warning", **{**unlimited, **settings})
    logs.configure(chosen)
    collect_seldom()
    bare, probe = grpc.aio.server(), Probe()
    bare.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Bare", probe.calls()),))
    bare_port = bare.add_insecure_port("127.0.0.1:0")
    await bare.start()
    async with serving(chosen) as service:
        probe.watch(service.parts.store)
        print(service.port, bare_port, flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await bare.stop(None)


@contextlib.contextmanager
def process(data: Path, **settings: Any) -> Iterator[tuple[int, int]]:
    """The service in a process of its own: its port and that of the bare calls."""
    command = [sys.executable, __file__, str(data), json.dumps(settings)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin
        assert running.stdout
        port, bare_port = map(int, running.stdout.readline().split())
        try:
            yield port, bare_port
        finally:
            running.stdin.close()


if __name__ == "__main__":
    uvloop.run(serve(Path(sys.argv[1]), json.loads(sys.argv[2])))
