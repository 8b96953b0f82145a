"""
Join codes: 48 bits of a keyed hash, in three words that can be said over a telephone.

A word is 16 bits, by turns a consonant (4 bits) and a vowel (2 bits): five letters, as in `lusab`.
"""

from __future__ import annotations

import hmac
from uuid import UUID

CODE_BYTES = 6
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
_LETTERS = ((CONSONANTS, 12), (VOWELS, 10), (CONSONANTS, 6), (VOWELS, 4), (CONSONANTS, 0))
"""The letters of a word and how far their bits are to be shifted."""


def code_of(master: bytes, game_id: str) -> str:
    """The join code of a game, under a master key."""
    found = hmac.digest(master, b"summitbook/join/1\0" + UUID(game_id).bytes, "sha256")[:CODE_BYTES]
    return "-".join(_word(int.from_bytes(found[i : i + 2], "big")) for i in range(0, CODE_BYTES, 2))


def stream_of(master: bytes, code: str) -> UUID:
    """The stream in which it is kept which game a code is for: a store without the key tells no code."""
    return UUID(bytes=hmac.digest(master, b"summitbook/joining/1\0" + code.encode(), "sha256")[:16])


def _word(bits: int) -> str:
    return "".join(letters[bits >> shift & len(letters) - 1] for letters, shift in _LETTERS)
