"""What the kit says of values, records and seals: one by one, with every step in between."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from making import GAME, KEY, SECRET, SHARED, lines_of, sealed

from summitbook_domain import canonical
from summitbook_domain.games import GAMES
from summitbook_domain.record import Head
from summitbook_domain.replay import seal_message

LARGEST = 2**53 - 1


def deep(levels: int) -> list[Any]:
    """An array nested so many deep."""
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


SOUND: dict[str, Any] = {
    "nothing": {},
    "words": [True, False, None],
    "zero": 0,
    "minus one": -1,
    "the largest integer": LARGEST,
    "the smallest integer": -LARGEST,
    "keys in the order of their bytes": {"b": 1, "a": 2, "B": 3, "a b": 4, "": 5},
    "keys of digits are texts too": {"10": 1, "9": 2, "-1": 3},
    "keys that mean something elsewhere": {"__proto__": 1, "constructor": 2, "toString": 3},
    "a composed letter": "Zo\u00eb",
    "the same, decomposed, is another text": "Zoe\u0308",
    "an emoji": "\U0001f3d4",
    "an emoji of several parts": "\U0001f9d7\U0001f3fd\u200d\u2640\ufe0f",
    "text from right to left": "\u05d4\u05e8 \u0627\u0644\u062c\u0628\u0644",
    "quote and backslash": 'say "up" \\ down /',
    "control characters with a short escape": "\b\t\n\f\r",
    "control characters without one": "\x00\x01\x0b\x1f",
    "characters that others escape, and this form does not": "\x7f\x80\u2028\u2029\ufeff\uffff<>&'",
    "nested 64 deep": deep(64),
}
"""Values, by what they show; what is written here with escapes stands in the line as it is."""

NOT_CANONICAL = {
    "a space between tokens": b'{"a": 1}',
    "a space at the end": b'{"a":1} ',
    "a carriage return at the end": b'{"a":1}\r',
    "keys out of order": b'{"b":1,"a":2}',
    "minus zero": b"-0",
    "a letter escaped": rb'"\u0041"',
    "a letter beyond ASCII escaped": rb'"\u00eb"',
    "an emoji escaped": rb'"\ud83c\udfd4"',
    "a slash escaped": rb'"\/"',
    "a long escape where there is a short one": rb'"\u000a"',
    "an escape in capitals": rb'"\u001F"',
    "a key escaped": rb'{"\u0061":1}',
}
"""Right, but to be written in another way."""

BAD_FORMAT = {
    "no value": b"",
    "two values": b"1 2",
    "a comma too many": b"[1,]",
    "a byte order mark": b'\xef\xbb\xbf{"a":1}',
    "a byte that is no UTF-8": b'"\xff"',
    "a character in more bytes than it takes": b'"\xc0\x80"',
    "a surrogate as bytes": b'"\xed\xa0\x80"',
    "a character beyond the last": b'"\xf4\x90\x80\x80"',
    "the first half of a surrogate pair": rb'"\ud83c"',
    "the second half of a surrogate pair": rb'"\udfd4"',
    "a surrogate pair the wrong way round": rb'"\udfd4\ud83c"',
    "a control character that is not escaped": b'"\t"',
    "the character NUL that is not escaped": b'"\x00"',
    "an escape that is none": rb'"\x41"',
    "too few digits in an escape": rb'"\u12"',
    "single quotes": b"'a'",
    "a point": b"1.0",
    "an exponent": b"1e3",
    "a leading zero": b"01",
    "a plus sign": b"+1",
    "a lone minus": b"-",
    "no number": b"NaN",
    "an endless one": b"-Infinity",
    "one more than the largest integer": b"9007199254740992",
    "one less than the smallest integer": b"-9007199254740992",
    "an integer that a double rounds to a smaller one": b"9007199254740993",
    "an integer of 400 digits": b"1" * 400,
    "a key twice": b'{"a":1,"a":1}',
    "a key twice, once escaped": rb'{"a":1,"\u0061":2}',
    "a key that is not ASCII": '{"\u00eb":1}'.encode(),
    "a key that is not ASCII, escaped": rb'{"\u00eb":1}',
    "nested 65 deep": canonical.encode(deep(65)),
    "nested 5,000 deep": b"[" * 5_000 + b"]" * 5_000,
    "a comment": b"/**/1",
}
"""What records never hold."""


def of_values() -> dict[str, Any]:
    """canonical.json: values with their lines and hashes, and lines that are refused, as bytes in hex."""
    refused = [
        {"shows": shows, "hex": line.hex(), "code": code}
        for code, lines in (("NOT_CANONICAL", NOT_CANONICAL), ("BAD_FORMAT", BAD_FORMAT))
        for shows, line in lines.items()
    ]
    sound = [
        {"shows": shows, "value": value, "line": line.decode(), "sha256": hashlib.sha256(line).hexdigest()}
        for shows, value, line in ((*each, canonical.encode(each[1])) for each in SOUND.items())
    ]
    return {"sound": sound, "refused": refused}


def of_content() -> list[dict[str, Any]]:
    """content.json: all content that ships, as plain data, with its hash."""
    return [
        {"game": game.name, "edition": name, "sha256": edition.sha256, "data": edition.data}
        for game in GAMES.values()
        for name, edition in game.editions.items()
    ]


def of_records() -> dict[str, Any]:
    """records.json: the first records of a log with what is hashed, a seal with what is signed, a reveal."""
    first, revealed = lines_of(GAME)[:4], lines_of(SHARED)[-2].decode().rstrip("\n")
    last = json.loads(first[-1])
    return {
        "records": [of_record(line) for line in first],
        "seal": of_seal(first, Head(last["n"], last["hash"])),
        "reveal": {**json.loads(revealed)["reveal"], "line": revealed},
    }


def of_record(line: bytes) -> dict[str, Any]:
    """A record, the bytes that are hashed, their hash, and the line of the file."""
    record = json.loads(line)
    stated = record.pop("hash")
    hashed = canonical.encode(record)
    if hashlib.sha256(hashed).hexdigest() != stated:
        raise AssertionError("the golden replay is broken")
    return {
        "record": record,
        "hashed": hashed.decode(),
        "hash": stated,
        "line": line.decode().rstrip("\n"),
    }


def of_seal(lines: list[bytes], head: Head) -> dict[str, Any]:
    """The seal of these lines by the kit's key, with the message that is signed."""
    line = sealed(lines)[-1]
    seal = json.loads(line)["seal"]
    return {
        "private_key": SECRET.hex(),
        "key": KEY,
        "events": head.n,
        "head": head.hash,
        "message": seal_message(head).hex(),
        "signature": seal["signature"],
        "line": line.decode().rstrip("\n"),
    }
