"""Seats that the service itself takes: for those who enter a tournament, and for its own bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from uuid import uuid4

from summitbook_domain import book
from summitbook_domain.chance import Seed
from summitbook_domain.table.commands import TakeSeat

from .asking import Step
from .live import Shown
from .uptime import Uptime

SERVICE = "service"
"""Who asks, in the records of the service's own commands."""


def taken(
    shown: Shown, places: Iterable[tuple[int, str]], secret: Seed, at: str, uptime: Uptime
) -> Iterator[tuple[str, Step]]:
    """The step of each seat that is taken under a name, one after the other, with its command's id."""
    for seat, name in places:
        # Random ids, so that no hash of the first records can be guessed from what is known of them.
        command_id, sit = str(uuid4()), TakeSeat(seat=seat, name=name)
        entry = book.answer(shown.table, shown.head, seat, sit, secret, by=SERVICE, id=command_id, at=at)
        step = Step.made(entry, shown, at, uptime)
        shown = step.shown
        yield command_id, step


def names_of(bots: Sequence[str]) -> list[str]:
    """What bots of these policies are called; several of one policy are numbered."""
    of_each, met = Counter(bots), Counter[str]()
    names = []
    for policy in bots:
        met[policy] += 1
        names.append(f"bot {policy} {met[policy]}" if of_each[policy] > 1 else f"bot {policy}")
    return names


def bots_of(bots: Sequence[str], seats: int) -> dict[int, str]:
    """The seats that bots of these policies have, of so many, each with its policy."""
    return dict(enumerate(bots, seats - len(bots)))
