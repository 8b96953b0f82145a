"""
Every secret of the service, and all that is made with one: seeds, seals of exports, tokens.

No other room touches a key, and nothing here shows one, in a repr or in an error.
"""

from .codes import CONSONANTS, VOWELS
from .keys import Bearer, JoinCode, Keys, mark_of, verify
from .ring import KINDS, Key, Ring, make_key, read_ring, variable_of

__all__ = [
    "CONSONANTS",
    "KINDS",
    "VOWELS",
    "Bearer",
    "JoinCode",
    "Key",
    "Keys",
    "Ring",
    "make_key",
    "mark_of",
    "read_ring",
    "variable_of",
    "verify",
]
