"""What a legal action is worth, and the shape of what works it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from summitbook_domain.message import Command

Unit = Literal["score", "chance"]
"""What a value counts: the expected final score, or the chance to win, from 0 to 1."""


class Value(msgspec.Struct, frozen=True):
    """
    One thing a seat can do, and what it is worth if the seat goes on as well as is known.

    `command` is one of the legal ones, or None for leaving it to the other seats. `words`
    say in a few words, to a person, what speaks for it or against it.
    """

    command: Command | None
    value: float
    unit: Unit
    words: str


class NoAdvice(ValueError):
    """What is played on is too much to advise on; the message says why."""

    code = "NO_ADVICE"


Adviser = Callable[[Any, Any, tuple[Command, ...]], tuple[Value, ...]]
"""
The values of a seat's legal commands: the game's content, the seat's view, what is legal.

One for each legal command, in the order in which they are listed, all in one unit; a game in
which a seat can leave it to the others may add one for that. The same arguments give the same values.
Raises NoAdvice.
"""


def best(values: tuple[Value, ...]) -> Value:
    """What is worth most; of several the first, so that the same view always gives the same."""
    return max(values, key=lambda each: each.value)
