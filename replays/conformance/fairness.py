"""
What docs/fairness.md says, written a second time, in nothing but hashes and integers.

Shares no code with the project, so that a slip in one is a difference between the two:

    python replays/conformance/fairness.py
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from itertools import count, islice
from typing import Any
from uuid import UUID


def hmac256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.new(key, message, hashlib.sha256).digest()


def sha256(message: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(message).digest()


def game_key(seed: bytes, deal: UUID, salts: list[bytes]) -> bytes:
    """Step 4: the key of one game."""
    hashed = [sha256(salt) for salt in salts]
    return hmac256(seed, b"summitbook/key/1\x00" + deal.bytes + b"".join(hashed))


def word_stream(key: bytes, label: str) -> Iterator[int]:
    """Step 5: the words of a label."""
    for block in count():
        digest = hmac256(key, label.encode("ascii") + b"\x00" + block.to_bytes(4, "big"))
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")


def below(n: int, words: Iterator[int]) -> int:
    """Step 6: uniform(n)."""
    accepted = 2**32 // n * n
    return next(word % n for word in words if word < accepted)


def dice(key: bytes, label: str, how_many: int) -> list[int]:
    """Step 7: so many six-sided dice."""
    words = word_stream(key, label)
    return [below(6, words) + 1 for _ in range(how_many)]


def shuffled(key: bytes, label: str, size: int) -> list[int]:
    """Step 8: the numbers from 0 as a label shuffles them."""
    words, order = word_stream(key, label), list(range(size))
    for last in reversed(range(1, size)):
        other = below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return order


def vector(seed: bytes, deal: str, salts: list[bytes]) -> dict[str, Any]:
    """All that follows from one seed, deal and salts."""
    key = game_key(seed, UUID(deal), salts)
    wide = word_stream(key, "test/rejection")
    word_labels = ("turn/1/roll", "turn/1/reroll", "pile/movers/0")
    return {
        "seed": seed.hex(),
        "deal": deal,
        "salts": [salt.hex() for salt in salts],
        "commitment": sha256(b"summitbook/commit/1\x00" + seed).hex(),
        "key": key.hex(),
        "words": {label: list(islice(word_stream(key, label), 10)) for label in word_labels},
        "dice": {label: dice(key, label, 20) for label in ("turn/1/roll", "turn/2/roll")},
        "uniform_3_billion": [below(3 * 10**9, wide) for _ in range(20)],
        "shuffle_30": shuffled(key, "pile/movers/0", 30),
    }


def vectors() -> list[dict[str, Any]]:
    """The vectors of fairness.json."""
    return [
        vector(b"\x00" * 32, "00000000-0000-0000-0000-000000000000", [b""]),
        vector(bytes(range(32)), "12345678-1234-4234-8234-123456789abc", [b""]),
        vector(sha256(b"everest"), "f47ac10b-58cc-4372-a567-0e02b2c3d479", [b"mallory", b"irvine"]),
        vector(
            sha256(b"yeti"),
            "00000000-0000-4000-8000-000000000001",
            [b"", b"\xff" * 64, b"\x00", b"", b"x", b""],
        ),
    ]


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1))
