"""What requests are checked for at the door: ids, names and claims."""

from __future__ import annotations

import re
import unicodedata
from uuid import UUID

from summitbook_domain.record import UUID_TEXT

from .errors import bad_args

SHORTEST_CLAIM = 16
LONGEST_CLAIM = 64

_UUID = re.compile(UUID_TEXT)
_UNPRINTED = {"Cc", "Cs", "Zl", "Zp"}
"""Controls, lone surrogates, line and paragraph separators."""
_TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of whatever is printed after a name."""


def uuid_of(text: str, field: str) -> UUID:
    """A UUID in lower case; else Refused with BAD_ARGS."""
    if not _UUID.fullmatch(text):
        raise bad_args(field, f"{field} must be a UUID in lower case")
    return UUID(text)


def check_name(name: str) -> None:
    """Raise Refused with BAD_ARGS for a name that would not stay in its line; its length the rules check."""
    if any(unicodedata.category(char) in _UNPRINTED or char in _TURNING for char in name):
        raise bad_args("name", "a name has no control characters")


def check_claim(claim: bytes) -> None:
    """Raise Refused with BAD_ARGS for a claim that is missing, too short or too long."""
    if not SHORTEST_CLAIM <= len(claim) <= LONGEST_CLAIM:
        raise bad_args("claim", f"a claim has {SHORTEST_CLAIM} to {LONGEST_CLAIM} secret bytes")
