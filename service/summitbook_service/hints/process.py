"""One life of the process that advises, as the service sees it."""

from __future__ import annotations

import asyncio
import os
import sys
from subprocess import PIPE, Popen
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

    def __init__(
        self, process: Popen[bytes], questions: asyncio.WriteTransport, answers: asyncio.StreamReader
    ) -> None:
        self._process = process
        self._questions = questions
        self._answers = answers
        self._waiting: dict[int, _Asked] = {}
        self._over = False
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def begin(cls) -> Self:
        """Start one; raises OSError."""
        loop, answers = asyncio.get_running_loop(), asyncio.StreamReader()
        process = _begun()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(answers), process.stdout)
        questions, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, process.stdin)
        return cls(process, questions, answers)

    def __len__(self) -> int:
        """How many questions it has, whether or not anybody waits for the answer still."""
        return len(self._waiting)

    @property
    def lives(self) -> bool:
        """Whether it can be asked."""
        return not self._over

    async def ask(self, question: Question) -> Told:
        """Its answer; raises Unavailable where it ends before."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Told] = loop.create_future()
        self._waiting[question.number] = _Asked(answer, loop.call_later(PATIENCE, self._process.kill))
        if self.lives:
            self._questions.write(framed(question))
        else:
            self._give_up()
        return await answer

    async def end(self) -> None:
        """Let it end, and whoever waits be told."""
        self._questions.close()
        await asyncio.wait((self._reading,), timeout=LEAVING)
        self._process.kill()
        await asyncio.wait((self._reading,))

    async def _read(self) -> None:
        """Pass each answer on, until there are no more; then nothing is left of it."""
        try:
            while True:
                (length,) = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))
                told = read_told.decode(await self._answers.readexactly(length))
                answer, late = self._waiting.pop(told.number)
                late.cancel()
                if not answer.done():
                    answer.set_result(told)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # it has ended
        finally:
            self._over = True
            self._give_up()
            self._questions.close()
            self._process.kill()
            await asyncio.to_thread(self._process.wait)

    def _give_up(self) -> None:
        lost, self._waiting = self._waiting, {}
        for answer, late in lost.values():
            late.cancel()
            if not answer.done():
                answer.set_exception(
                    Unavailable("ADVICE_LOST", "what works out hints has stopped; ask again")
                )


def _begun() -> Popen[bytes]:
    # Not by the loop: uvloop forks, and gRPC, whose threads the child does not have, crashes there at times.
    # -P: the folder that the service was begun in is no place to import from.
    command = sys.executable, "-P", "-m", WORKER
    return Popen(  # noqa: S603 -- nothing in the command is anybody's
        command, bufsize=0, stdin=PIPE, stdout=PIPE, env=_environment(), start_new_session=True
    )


def _environment() -> dict[str, str]:
    """Ours, without what may hold a key or a password: the service's own variables, and PostgreSQL's."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SUMMITBOOK_", "PG")) or name == "SUMMITBOOK_CACHE"
    }
