"""Advice for a seat: asked of the process that works it out, which is begun when it is first needed."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from contextlib import AbstractContextManager, nullcontext
from itertools import count

from ..errors import CannotGoOn, LimitReached, Unavailable
from ..limits import Shares
from ..unbroken import Unbroken
from .lines import Advised, Failed, Told, Unadvised, question
from .process import Advising
from .seen import Seen

CALLER_HINTS = 2
"""A seat needs one at once, and one more where it has lost the line."""
AGAIN_MS = 500
"""After so many milliseconds it is worth asking again."""


class Advice:
    """What seats are told of their choices; so many at once, of an address half, and of each caller two."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._shares = Shares(CALLER_HINTS, _too_many_hints)
        self._addresses = Shares((limit + 1) // 2, _too_many_hints)
        self._unbroken = Unbroken()
        self._numbers = count(1)
        self._begun: asyncio.Task[Advising] | None = None

    def admitted(self, caller: Hashable) -> AbstractContextManager[None]:
        """For as long as the caller is answered; raises LimitReached."""
        return self._shares.one(caller)

    async def on(self, seen: Seen, address: str | None = None) -> Advised:
        """
        What the commands of a seat are worth.

        It is in the share of the address that asks until it is worked out, whether or not anybody waits
        still; of the service's own questions, which are few, in nobody's. Raises CannotGoOn with
        NO_ADVICE, LimitReached, or Unavailable where the process is lost.
        """
        process = await self._process()
        told = await self._unbroken.do(self._asked(process, seen, address))
        match told:
            case Unadvised():
                raise CannotGoOn("NO_ADVICE", f"there is no advice here: {told.why}")
            case Failed():
                raise RuntimeError(told.trace)
            case Advised():
                return told

    async def _asked(self, process: Advising, seen: Seen, address: str | None) -> Told:
        if len(process) >= self._limit:
            raise _too_many_hints()
        with nullcontext() if address is None else self._addresses.one(address):
            return await process.ask(question(next(self._numbers), seen))

    async def close(self) -> None:
        """End the process, if it was ever needed."""
        if self._begun and not _is_over(self._begun):
            await (await self._begun).end()

    async def _process(self) -> Advising:
        """The process, begun again if it has ended."""
        if self._begun is None or _is_over(self._begun):
            self._begun = asyncio.create_task(Advising.begin())
        try:
            return await asyncio.shield(self._begun)
        except OSError as error:
            raise Unavailable("ADVICE_LOST", "what works out hints cannot be started now") from error


def _is_over(begun: asyncio.Task[Advising]) -> bool:
    return begun.done() and (begun.exception() is not None or not begun.result().lives)


def _too_many_hints(_has: int = 0) -> LimitReached:
    return LimitReached(
        "TOO_MANY_HINTS", "too many hints are being worked out; ask again shortly", retry_after_ms=AGAIN_MS
    )
