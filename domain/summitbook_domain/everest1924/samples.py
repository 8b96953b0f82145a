"""What chance gave on an expedition, to be counted."""

from __future__ import annotations

from ..game import Sample
from ..message import Event
from . import events as e
from .sheet import Sheet

FACES = tuple("123456")


def samples(sheet: Sheet, seats: int, event: Event, first: Event) -> tuple[Sample, ...]:
    """Each die of a roll."""
    if not isinstance(event, e.DiceRolled | e.DiceRerolled):
        return ()
    return tuple(Sample("die", FACES, str(value)) for value in event.values)
