"""Which commands a game has had: twenty bytes for each, however many there are."""

from __future__ import annotations

import struct
from array import array
from bisect import bisect_left


def key_of(command_id: str) -> bytes:
    """The 16 bytes of a UUID, which take a third of the room."""
    return bytes.fromhex(command_id.replace("-", ""))


_halves = struct.Struct(">QQ").unpack


class CommandIds:
    """The first record of each command by the 16 bytes of its id, kept in order of the ids."""

    __slots__ = ("_firsts", "_highs", "_lows")

    def __init__(self) -> None:
        self._highs, self._lows, self._firsts = array("Q"), array("Q"), array("L")

    def __len__(self) -> int:
        return len(self._firsts)

    def __setitem__(self, key: bytes, first: int) -> None:
        high, low = _halves(key)
        place = self._place(high, low)
        self._highs.insert(place, high)
        self._lows.insert(place, low)
        self._firsts.insert(place, first)

    def get(self, key: bytes) -> int | None:
        """The first record of a command, if the game has had it."""
        high, low = _halves(key)
        place = self._place(high, low)
        if place == len(self._highs) or (self._highs[place], self._lows[place]) != (high, low):
            return None
        return self._firsts[place]

    def forget_after(self, n: int) -> None:
        """Forget the commands whose records come after this one."""
        columns = (self._highs, self._lows, self._firsts)
        kept = [place for place, first in enumerate(self._firsts) if first <= n]
        self._highs, self._lows, self._firsts = (
            array(column.typecode, [column[place] for place in kept]) for column in columns
        )

    def copy(self) -> CommandIds:
        """The same ids, to go on from."""
        made = CommandIds()
        made._highs, made._lows, made._firsts = self._highs[:], self._lows[:], self._firsts[:]
        return made

    def _place(self, high: int, low: int) -> int:
        """Where an id is, or would be; ids are random, so hardly ever do two share a half."""
        place = bisect_left(self._highs, high)
        while place < len(self._highs) and self._highs[place] == high and self._lows[place] < low:
            place += 1
        return place
