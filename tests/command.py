"""
The `summitbook` command, run as a person runs it.

    summitbook("replay", "audit", file).status
"""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple, Self
from unittest.mock import patch

import pytest

from summitbook_service.cli import main

COMMAND = Path(sys.executable).with_name("summitbook")
SEED = "5e" * 32


class Ran(NamedTuple):
    """How a command ended and what it said."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> list[Any]:
        """Each line of the output as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def environment(**more: str) -> dict[str, str]:
    """An environment in which nothing of the person's own is found, 80 characters wide."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("SUMMITBOOK_") or name == "SUMMITBOOK_CACHE"
    }
    return {**kept, "COLUMNS": "80", "NO_COLOR": "1", "SUMMITBOOK_WEB_PORT": "0", **more}


def summitbook(*words: object, typed: str | None = None, **variables: str) -> Ran:
    """
    Run it with these words to its end, 80 characters wide, and answer what became of it.

    With something `typed`, maybe nothing, it is a process of its own that reads a pipe;
    else it runs in this one, which is sooner done.
    """
    arguments = [str(word) for word in words]
    return _here(arguments, variables) if typed is None else _apart(arguments, typed, variables)


def _here(words: list[str], variables: dict[str, str]) -> Ran:
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with (
        patch.dict(os.environ, environment(**variables), clear=True),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main(words)
    status = ended.value.code
    assert isinstance(status, int)
    said, complained = (each.buffer.getvalue().decode() for each in (out, err))
    return Ran(status, said, complained)


def _apart(words: list[str], typed: str, variables: dict[str, str]) -> Ran:
    ran = subprocess.run(
        [COMMAND, *words],
        input=typed,
        env=environment(**variables),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


class Serving:
    """`summitbook serve` on a folder and a free port, from its welcome to its end."""

    def __init__(self, data: Path, *words: str, port: int = 0, **variables: str) -> None:
        self.log = data.with_suffix(".log")
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [COMMAND, "serve", "--data", str(data), "--port", str(port), *words],
                env=environment(**variables),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                encoding="utf-8",
            )
        self.welcome = self._welcome()
        self.server = self.welcome.partition(" serves on ")[2].partition(";")[0]

    def _welcome(self) -> str:
        """All that is printed until it can be used; its last line is how to get help."""
        lines = []
        for line in self._process.stdout or ():
            lines.append(line)
            if "--help" in line:
                return "".join(lines)
        raise AssertionError(self.log.read_text(encoding="utf-8"))

    def stop(self) -> int:
        """Stop it as Ctrl-C does; its exit status."""
        self._process.send_signal(2)
        status = self._process.wait(60)
        assert self._process.stdout
        self._process.stdout.close()
        return status


TAKE_THE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""So that Ctrl-C is a signal, as it is for a person."""


class Terminal:
    """The command in a terminal of 24 lines of 80, typed into by a test."""

    def __init__(self, *words: object, **variables: str) -> None:
        self.shown = b""
        self.status: int | None = None
        self._told = 0
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", TAKE_THE_TERMINAL, COMMAND, *map(str, words)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(TERM="xterm", LINES="24", **variables),
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Read on to the end."""
        while self._read():
            pass
        self.status = self._process.wait(60)
        os.close(self._ours)

    def until(self, text: bytes) -> bool:
        """Read until this is shown once more; False where the command ends before."""
        while (found := self.shown.find(text, self._told)) < 0:
            if not self._read():
                return False
        self._told = found + len(text)
        return True

    def type(self, keys: bytes) -> None:
        """Press these keys."""
        os.write(self._ours, keys)

    def _read(self) -> bool:
        try:
            some = os.read(self._ours, 65536)
        except OSError:
            return False
        self.shown += some
        return bool(some)
