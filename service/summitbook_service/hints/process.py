"""One life of the process that advises, as the service sees it."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import NamedTuple, Self

from ..errors import Unavailable
from .lines import LENGTH, Question, Told, framed, read_told

WORKER = f"{__package__}.worker"
LEAVING = 2.0
"""Seconds it has to end when nobody asks any more."""


PATIENCE = 600.0
"""Seconds after which what has no answer hangs: the longest takes a minute, and some more among others."""


class _Asked(NamedTuple):
    """A question that has no answer yet, and what ends the process when it has none for too long."""

    answer: asyncio.Future[Told]
    late: asyncio.TimerHandle


class Advising:
    """
    A process that runs until it is ended, and ends by itself when this one is gone.

    It is ended when it hangs, so that the next one can be asked.
    It is in a session of its own, so that Ctrl-C at a terminal leaves it to us to end it.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._waiting: dict[int, _Asked] = {}
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def begin(cls) -> Self:
        """Start one; raises OSError."""
        # -P: the folder that the service was begun in is no place to import from.
        command = sys.executable, "-P", "-m", WORKER
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, env=_environment(), start_new_session=True
            )
        )

    def __len__(self) -> int:
        """How many questions it has, whether or not anybody waits for the answer still."""
        return len(self._waiting)

    @property
    def lives(self) -> bool:
        """Whether it can be asked."""
        return not self._reading.done()

    async def ask(self, question: Question) -> Told:
        """Its answer; raises Unavailable where it ends before."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Told] = loop.create_future()
        self._waiting[question.number] = _Asked(answer, loop.call_later(PATIENCE, self._kill))
        if self._process.stdin and self.lives:
            self._process.stdin.write(framed(question))
        else:
            self._give_up()
        return await answer

    async def end(self) -> None:
        """Let it end, and whoever waits be told."""
        if self._process.stdin:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), LEAVING)
        except TimeoutError:
            self._kill()
            await self._process.wait()
        await asyncio.wait((self._reading,))

    async def _read(self) -> None:
        """Pass each answer on, until there are no more."""
        answers = self._process.stdout
        try:
            while answers:
                (length,) = LENGTH.unpack(await answers.readexactly(LENGTH.size))
                told = read_told.decode(await answers.readexactly(length))
                answer, late = self._waiting.pop(told.number)
                late.cancel()
                if not answer.done():
                    answer.set_result(told)
        except (asyncio.IncompleteReadError, ConnectionError):
            return  # it has ended
        finally:
            self._give_up()

    def _give_up(self) -> None:
        lost, self._waiting = self._waiting, {}
        for answer, late in lost.values():
            late.cancel()
            if not answer.done():
                answer.set_exception(
                    Unavailable("ADVICE_LOST", "what works out hints has stopped; ask again")
                )

    def _kill(self) -> None:
        with suppress(ProcessLookupError):  # it may just have ended by itself
            self._process.kill()


def _environment() -> dict[str, str]:
    """Ours, without what may hold a key or a password: the service's own variables, and PostgreSQL's."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SUMMITBOOK_", "PG")) or name == "SUMMITBOOK_CACHE"
    }
