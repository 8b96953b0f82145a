"""The service as a process that can be killed, and started again at the same place."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any, Self

from summitbook_service.keys import make_key

PROGRAM = """
import asyncio, json, os, sys, threading
from pathlib import Path
from summitbook_service.server import run
from summitbook_service.settings import Settings

def tell(service):
    loop = asyncio.get_running_loop()
    print(service.web_port, service.port, flush=True)
    threading.Thread(target=answer, args=(service, loop), daemon=True).start()

def answer(service, loop):
    for _ in sys.stdin:
        streams, tasks = service.parts.followers.open.inside, len(asyncio.all_tasks(loop))
        files = len(os.listdir("/proc/self/fd"))
        print(json.dumps({"streams": streams, "tasks": tasks, "files": files}), flush=True)

data, web_port, more = Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
run(Settings(data=data, port=0, web_port=web_port, grace=1, **more), ready=tell)
"""


class Running:
    """
    A service; `kill` ends it without a word, `start` has it serve the page on the same port again.

    More settings than where it listens are named as `Settings` has them.
    """

    def __init__(self, data: Path, **settings: Any) -> None:
        self._data = data
        self._settings = json.dumps(settings)
        self.port = 0
        self.grpc_port = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Serve, on the port of before if there was one."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(PROGRAM), str(self._data), str(self.port), self._settings],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.port, self.grpc_port = map(int, self._said().split())

    def open(self) -> dict[str, int]:
        """How many streams, tasks and files it has open."""
        assert self._process.stdin
        print(file=self._process.stdin, flush=True)
        answer: dict[str, int] = json.loads(self._said())
        return answer

    def _said(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline()

    def pause(self) -> None:
        """Let it do nothing until `go_on`, and not even notice: its lines stay, and are silent."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End a pause."""
        self._process.send_signal(signal.SIGCONT)

    def revoke(self) -> None:
        """Take back every token made so far, and wait until that has been taken in."""
        ring, operator = self._data / "keys" / "token", self._data / "operator.token"
        (old,), before = ring.glob("*.key"), operator.read_bytes()
        make_key(ring)
        old.unlink()
        while operator.read_bytes() == before:
            time.sleep(0.05)

    def kill(self) -> None:
        """End it without a word."""
        self._process.kill()
        self._process.communicate()
