"""The service as a bench wants it: in a process of its own, beside an empty echo on the same stack."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import uvloop

from summitbook_service import logs
from summitbook_service.server import serving
from summitbook_service.settings import Settings


async def echo(sent: bytes, context: object) -> bytes:
    return sent


async def used(sent: bytes, context: object) -> bytes:
    """The processor seconds that this process has used so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return repr(usage.ru_utime + usage.ru_stime).encode()


async def serve(data: Path) -> None:
    """Serve a folder until standard input ends; the ports are the first line of output."""
    settings = Settings(data=data, port=0, log_level="warning")
    logs.configure(settings)
    bare = grpc.aio.server()
    unary = grpc.unary_unary_rpc_method_handler
    calls = {"Echo": unary(echo), "Used": unary(used)}
    bare.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Bare", calls),))
    bare_port = bare.add_insecure_port("127.0.0.1:0")
    await bare.start()
    async with serving(settings) as service:
        print(service.port, bare_port, flush=True)
        await asyncio.to_thread(sys.stdin.read)
        await bare.stop(None)


@contextlib.contextmanager
def process(data: Path) -> Iterator[tuple[int, int]]:
    """The service in a process of its own: its port and that of the echo."""
    command = [sys.executable, __file__, str(data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin
        assert running.stdout
        port, bare_port = map(int, running.stdout.readline().split())
        try:
            yield port, bare_port
        finally:
            running.stdin.close()


if __name__ == "__main__":
    uvloop.run(serve(Path(sys.argv[1])))
