"""What is asked and what happened: the bases of every command, event, option and view."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from .refusal import BAD_ARGS, Refused
from .wanted import fault

FROM_CONTENT = "from_content"
LONGEST_TURN = 604_800
"""The longest turn clock, in seconds: a week."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a seat, a host or the service asks for; it names only choices."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What happened; the class name is the recorded name, and every integer a `canonical.Integer`."""


def from_content(path: str) -> Meta:
    """
    Marks a field of an event as showing a word of the content.

    All words that it may show stand in the content at this path; `*` is any place or key.
    """
    return Meta(extra={FROM_CONTENT: path})


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    What is chosen when a game is made.

    Every option has a default, a description for people, and the bounds of a number;
    `turn_seconds` is every game's, and no rule reads it.
    """

    turn_seconds: Annotated[
        int,
        Meta(ge=0, le=LONGEST_TURN, description="Seconds a seat has for its next command; 0 for no clock."),
    ] = 0


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What anyone may see of a game in play, enough to draw it without rules."""


Events = tuple[Event, ...]
T = TypeVar("T", bound=msgspec.Struct)


def from_args(kind: type[T], args: Any) -> T:
    """Build a message from plain values; missing, extra or ill-typed fields are BAD_ARGS."""
    try:
        return msgspec.convert(args, kind)
    except msgspec.ValidationError:
        found = fault(args, kind)
        raise Refused(BAD_ARGS, f"{found.path or 'it'} {found.wanted}", field=found.path) from None
