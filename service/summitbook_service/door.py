"""What requests are checked for at the door: ids, names and claims."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol
from uuid import UUID

from summitbook_domain.record import UUID_TEXT

from .errors import LimitReached, bad_args
from .keys import CONSONANTS, VOWELS
from .lookalikes import seen

SHORTEST_CLAIM = 16
LONGEST_CLAIM = 64


class HasGameId(Protocol):
    """A request about a game."""

    game_id: str


class HasTournamentId(Protocol):
    """A request about a tournament."""

    tournament_id: str


class HasCommandId(Protocol):
    """A request that changes something."""

    command_id: str


class HasJoinCode(Protocol):
    """A request that may bring a join code."""

    join_code: str


_GAPS = re.compile(r"[\s-]+")
_WORD = f"[{CONSONANTS}][{VOWELS}][{CONSONANTS}][{VOWELS}][{CONSONANTS}]"
_CODE = re.compile(f"{_WORD}(-{_WORD}){{2}}")
_UUID = re.compile(UUID_TEXT)
_UNPRINTED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Controls, marks that show nothing or turn the text after them, lone surrogates, separators of lines."""
_JOINERS = set("\u200c\u200d")
"""The marks that show nothing and are yet needed: to write some languages, and for many an emoji."""


def game_id_of(request: HasGameId) -> UUID:
    """The game that a request names; else Refused with BAD_ARGS."""
    return _game_id(request.game_id)


def tournament_id_of(request: HasTournamentId) -> UUID:
    """The tournament that a request names; else Refused with BAD_ARGS."""
    return UUID(_checked(request.tournament_id, "tournament_id"))


def command_id_of(request: HasCommandId) -> str:
    """The command id of a request, a UUID in lower case; else Refused with BAD_ARGS."""
    return _checked(request.command_id, "command_id")


def join_code_of(request: HasJoinCode) -> str:
    """The join code of a request, however its words were typed; else Refused with BAD_ARGS."""
    code = "-".join(_GAPS.split(request.join_code.strip().lower()))
    if not _CODE.fullmatch(code):
        raise bad_args("join_code", "a join code is three words of five letters, such as lusab-babad-gutih")
    return code


def _checked(text: str, field: str) -> str:
    if not _UUID.fullmatch(text):
        raise bad_args(field, f"{field} must be a UUID in lower case")
    return text


@lru_cache(maxsize=4_096)
def _game_id(text: str) -> UUID:
    return UUID(_checked(text, "game_id"))


def clean_name(name: str, field: str = "name") -> str:
    """
    A name as it is recorded: in Unicode's composed form (NFC), with single spaces, none at the ends.

    Raises Refused with BAD_ARGS for one that would not stay in its line or shows nothing; its length
    the rules check. `field` is what is to be a line of such text.
    """
    called = field.rpartition(".")[2]
    if any(unicodedata.category(char) in _UNPRINTED and char not in _JOINERS for char in name):
        raise bad_args(field, f"a {called} has no control characters and no invisible ones")
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not seen(cleaned):
        raise bad_args(field, f"a {called} shows at least one character")
    return cleaned


class Turnstile:
    """Lets so many be inside at once; whoever comes then is told `full`."""

    def __init__(self, limit: int, full: Callable[[], LimitReached]) -> None:
        self._limit = limit
        self._full = full
        self.inside = 0

    def __enter__(self) -> None:
        if self.inside >= self._limit:
            raise self._full()
        self.inside += 1

    def __exit__(self, *raised: object) -> None:
        self.inside -= 1


def check_claim(claim: bytes) -> None:
    """Raise Refused with BAD_ARGS for a claim that is missing, too short or too long."""
    if not SHORTEST_CLAIM <= len(claim) <= LONGEST_CLAIM:
        raise bad_args("claim", f"a claim has {SHORTEST_CLAIM} to {LONGEST_CLAIM} secret bytes")
