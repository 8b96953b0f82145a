"""
Fair chance: a committed seed, and draws that anyone can recompute once it is out.

The numbered steps are those of docs/fairness.md. A `Seed` never shows itself
by accident: not in a repr, a comparison's failure, a copy or a pickle.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, TypeVar
from uuid import UUID

T = TypeVar("T")

ORDERS_KEPT = 6
"""Of one game: more than the piles that are drawn from, or the rows of tiles turned over, in turn."""

_COUNT = struct.Struct(">I")
_WORDS = struct.Struct(">8I")
_RANGE = 2**32
_BLOCK = 64
"""Of so many bytes SHA-256 takes in one after another; a key is shorter."""
_INNER = bytes(each ^ 0x36 for each in range(256))
_OUTER = bytes(each ^ 0x5C for each in range(256))

Keyed = tuple[Any, Any]
"""The two hashes of an HMAC, each fed with the key and nothing else yet."""


class Seed:
    """The 32 secret bytes that one deal hangs on (step 1)."""

    __slots__ = ("_latest", "_secret")

    def __init__(self, secret: bytes) -> None:
        if len(secret) != 32:
            raise ValueError("a seed is 32 bytes")
        self._secret = secret
        self._latest: tuple[str, tuple[str, ...], Chance] | None = None

    def __repr__(self) -> str:
        return "Seed(hidden)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seed is not to be pickled or copied")

    @property
    def commitment(self) -> str:
        """What the first event of a game says of its seed, lower-case hex (step 2)."""
        return hashlib.sha256(b"summitbook/commit/1\0" + self._secret).hexdigest()

    def chance(self, deal: str, salts: Sequence[str]) -> Chance:
        """
        The chance of one game; `salts` are the seats' salts in seat order, hex (steps 3 and 4).

        A seed serves one game at a time, so the latest key is kept at hand.
        """
        latest, salts = self._latest, tuple(salts)
        if latest is None or latest[1] != salts or latest[0] != deal:
            latest = self._latest = deal, salts, self._derive(deal, salts)
        return latest[2]

    def _derive(self, deal: str, salts: Sequence[str]) -> Chance:
        mixed = b"".join(hashlib.sha256(bytes.fromhex(salt)).digest() for salt in salts)
        message = b"summitbook/key/1\0" + UUID(deal).bytes + mixed
        return Chance(hmac.digest(self._secret, message, "sha256"))

    def reveal(self) -> str:
        """The seed in hex, for the event that closes a game and for nothing else."""
        return self._secret.hex()


class Chance:
    """The draws of one game, each named by its label."""

    __slots__ = ("_key", "_keyed", "_orders")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._keyed = _keyed(key)
        self._orders: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {}

    def __repr__(self) -> str:
        return "Chance(hidden)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("chance is not to be pickled or copied")

    def draw(self, label: str) -> Draw:
        """The draw of this label; the same label always draws the same."""
        return Draw(self._keyed, label)

    def shuffle(self, label: str, items: tuple[T, ...]) -> tuple[T, ...]:
        """
        The items as a label shuffles them; the front is drawn first.

        A pile is drawn from card by card, so the latest orders are kept at hand.
        """
        known = self._orders.get(label)
        if known is not None and (known[0] is items or known[0] == items):
            return known[1]
        if len(self._orders) == ORDERS_KEPT:
            self._orders.pop(next(iter(self._orders)), None)
        shuffled = self.draw(label).shuffle(items)
        self._orders[label] = items, shuffled
        return shuffled


class Draw:
    """What one label draws, word after word (steps 5 to 8)."""

    __slots__ = ("_blocks", "_keyed", "_words", "label")

    def __init__(self, keyed: Keyed, label: str) -> None:
        self.label = label
        self._keyed = keyed
        self._blocks = 0
        self._words: Iterator[int] = iter(())

    def uniform(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as any other; 1 <= n <= 2**32."""
        limit = _RANGE - _RANGE % n
        words = self._words
        while True:
            for word in words:
                if word < limit:
                    return word % n
            words = self._more()

    def die(self) -> int:
        """One six-sided die, 1 to 6."""
        return 1 + self.uniform(6)

    def dice(self, count: int) -> tuple[int, ...]:
        """So many six-sided dice, in order."""
        return tuple([1 + self.uniform(6) for _ in range(count)])

    def pick(self, faces: Sequence[T]) -> T:
        """One of the faces of a die, or of any other list."""
        return faces[self.uniform(len(faces))]

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a shuffled order; the front is drawn first."""
        shuffled = list(items)
        left = len(shuffled)
        sure = _RANGE - left  # the limits of fewer items are above it
        words = self._words
        while left > 1:
            for word in words:  # `uniform(left)`, without a call for each item
                if word < sure or word < _RANGE - _RANGE % left:
                    j = word % left
                    left -= 1
                    shuffled[left], shuffled[j] = shuffled[j], shuffled[left]
                    if left == 1:
                        break
            else:
                words = self._more()
        return tuple(shuffled)

    def _more(self) -> Iterator[int]:
        """The words of the next block."""
        inner, outer = self._keyed
        inner, outer = inner.copy(), outer.copy()
        inner.update(self.label.encode("ascii") + b"\0" + _COUNT.pack(self._blocks))
        outer.update(inner.digest())
        self._blocks += 1
        self._words = words = iter(_WORDS.unpack(outer.digest()))
        return words


def _keyed(key: bytes) -> Keyed:
    """HMAC-SHA-256 (RFC 2104) as far as it hangs on the key alone: done once a game, not for every block."""
    block = key.ljust(_BLOCK, b"\0")
    return hashlib.sha256(block.translate(_INNER)), hashlib.sha256(block.translate(_OUTER))
