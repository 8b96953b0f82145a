"""What is asked and what happened: the bases of every command, event, option and view."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from .refusal import BAD_ARGS, Refused


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat, a host or the service asks for; it names only choices."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happened; the class name is the recorded name."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    What is chosen when a game is made; every option has a default.

    `turn_seconds` is the time a seat has, 0 for no clock; no rule reads it.
    """

    turn_seconds: int = 0


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What anyone may see of a game in play, enough to draw it without rules."""


Events = tuple[Event, ...]
T = TypeVar("T", bound=msgspec.Struct)


def from_args(kind: type[T], args: Any) -> T:
    """Build a message from plain values; missing, extra or ill-typed fields are BAD_ARGS."""
    try:
        return msgspec.convert(args, kind)
    except msgspec.ValidationError as error:
        field = str(error).rpartition("`$")[2].strip(".`")
        raise Refused(BAD_ARGS, f"{kind.__name__}: {error}", field=field) from None
