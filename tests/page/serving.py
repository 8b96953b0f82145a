"""The service as a process that can be killed, and started again at the same place."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Self

PROGRAM = """
import sys
from pathlib import Path
from summitbook_service.server import run
from summitbook_service.settings import Settings

settings = Settings(data=Path(sys.argv[1]), port=0, web_port=int(sys.argv[2]), grace=1)
run(settings, ready=lambda service: print(service.web_port, service.port, flush=True))
"""


class Running:
    """A service; `kill` ends it without a word, `start` has it serve the page on the same port again."""

    def __init__(self, data: Path) -> None:
        self._data = data
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
            [sys.executable, "-c", textwrap.dedent(PROGRAM), str(self._data), str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout
        self.port, self.grpc_port = map(int, self._process.stdout.readline().split())

    def kill(self) -> None:
        """End it without a word."""
        self._process.kill()
        self._process.communicate()
