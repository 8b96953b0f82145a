"""
How much one caller may ask: docs/doors.md, "Limits".

A caller is whoever a token speaks for, or without one the address that a call comes from.
Nothing here is written down anywhere, and what is kept in memory is bounded.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from math import ceil
from time import monotonic_ns
from urllib.parse import unquote

from .errors import LimitReached

SECOND = 10**9
"""A second in nanoseconds."""
CALLERS = 4_096
"""Of how many callers it is remembered how fast they went; those who came last are kept."""
ADDRESS_BITS = 64
"""So many bits of an IPv6 address are its network's, which is one caller: it is free to choose the others."""


@lru_cache(CALLERS)
def address_of(peer: str) -> str:
    """The address of a peer without its port; gRPC tells `ipv4:127.0.0.1:50051` or `ipv6:%5B::1%5D:50051`."""
    kind, _, rest = peer.partition(":")
    host = unquote(rest).rpartition(":")[0].strip("[]")
    if kind != "ipv6":
        return f"{kind}:{host}"
    address = IPv6Address(host)
    if address.ipv4_mapped:
        return f"ipv4:{address.ipv4_mapped}"
    return f"ipv6:{ip_network((address.packed, ADDRESS_BITS), strict=False).network_address}"


class Pace:
    """
    Holds each caller to so many a second on the long run, and so many at once.

    Of a caller it keeps one moment, in nanoseconds: when it would be even again (the generic
    cell rate algorithm, which is a token bucket told by its refill).
    """

    def __init__(
        self,
        per_second: float,
        at_once: int,
        full: Callable[[int], LimitReached],
        now: Callable[[], int] = monotonic_ns,
    ) -> None:
        self._apart = max(1, int(SECOND / per_second))
        self._slack = self._apart * (at_once - 1)
        self._full = full
        self._now = now
        self._even: OrderedDict[Hashable, int] = OrderedDict()

    def __len__(self) -> int:
        return len(self._even)

    def wait(self, caller: Hashable) -> float:
        """How many seconds the caller has to wait before its next; 0 for none."""
        even = self._even.get(caller)
        return 0 if even is None else max(0, even - self._slack - self._now()) / SECOND

    def check(self, caller: Hashable) -> None:
        """Raise LimitReached where the caller has to wait; it is told how many milliseconds."""
        if wait := self.wait(caller):
            raise self._full(ceil(wait * 1000))

    def count(self, caller: Hashable) -> None:
        """Count one of the caller's."""
        self._count(caller, self._even.get(caller, 0), self._now())

    def _count(self, caller: Hashable, even: int, now: int) -> None:
        self._even[caller] = max(now, even) + self._apart
        self._even.move_to_end(caller)
        if len(self._even) > CALLERS:
            self._even.popitem(last=False)

    def admit(self, caller: Hashable) -> None:
        """Check, and count what is let through."""
        now, even = self._now(), self._even.get(caller, 0)
        if even - self._slack > now:
            self.check(caller)
        self._count(caller, even, now)


class Shares:
    """Lets each caller have so many at once; `full` is what one is told that has so many and wants more."""

    def __init__(self, limit: int, full: Callable[[int], LimitReached]) -> None:
        self._limit = limit
        self._full = full
        self._taken: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        return len(self._taken)

    def __contains__(self, caller: Hashable) -> bool:
        return caller in self._taken

    def take(self, caller: Hashable, count: int = 1) -> None:
        """So many more for this caller, or none; raises LimitReached."""
        has = self._taken.get(caller, 0)
        if has + count > self._limit:
            raise self._full(has)
        self._taken[caller] += count

    def give_back(self, caller: Hashable) -> None:
        """One less."""
        self._taken[caller] -= 1
        if not self._taken[caller]:
            del self._taken[caller]

    @contextmanager
    def one(self, caller: Hashable) -> Iterator[None]:
        """One for as long as the block lasts; raises LimitReached."""
        self.take(caller)
        try:
            yield
        finally:
            self.give_back(caller)


def too_many_calls(milliseconds: int) -> LimitReached:
    """What a caller is told that is too fast."""
    return LimitReached(
        "TOO_MANY_CALLS", "too many calls; wait a little between them", retry_after_ms=milliseconds
    )


def too_many_guesses(milliseconds: int) -> LimitReached:
    """What an address is told that has tried too many wrong join codes."""
    return LimitReached(
        "TOO_MANY_GUESSES", "too many wrong join codes; ask the host for it", retry_after_ms=milliseconds
    )
