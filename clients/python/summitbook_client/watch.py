"""Watching a game: each record as it comes, from any number on, its chain checked on the way."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from summitbook.v1.game_service_pb2 import SubscribeResponse
from summitbook.v1.games_pb2 import View
from summitbook.v1.record_pb2 import Record
from summitbook.v1.tournament_pb2 import TournamentRecord

from .errors import BrokenChain


@dataclass(frozen=True)
class Step:
    """All records of one command, and the view after them (None before the game has begun)."""

    records: tuple[Record, ...]
    view: View | None


async def steps(items: AsyncGenerator[SubscribeResponse, None], after: int) -> AsyncGenerator[Step, None]:
    """Each step of a stream that begins behind record `after`; raises BrokenChain if one does not follow."""
    chain = Chain(after)
    async with aclosing(items):
        async for item in items:
            if item.HasField("records"):
                for record in item.records.records:
                    chain.take(record)
                view = item.records.view if item.records.HasField("view") else None
                yield Step(tuple(item.records.records), view)


class Chain:
    """Checks that records follow one another; the hash before the first one seen is taken on trust."""

    def __init__(self, after: int = 0) -> None:
        self._n = after
        self._prev = "0" * 64 if after == 0 else None

    def take(self, record: Record | TournamentRecord) -> None:
        """Check the next record by its line, which is the only thing that is hashed."""
        said = json.loads(record.line)
        if said["n"] != self._n + 1 or record.n != said["n"]:
            raise BrokenChain(record.n, f"record {self._n + 1} was to come")
        if self._prev not in (None, said["prev"]):
            raise BrokenChain(record.n, "it does not hold the hash of the record before")
        if not said["hash"] == _hash(record.line, said["hash"]) == record.record_hash.hex():
            raise BrokenChain(record.n, "its hash does not fit its line")
        self._n, self._prev = said["n"], said["hash"]


def _hash(line: bytes, own: str) -> str:
    """The hash of a line without its own `hash`; the keys of a line are sorted, so `n` comes after it."""
    front, _, back = line.rpartition(f'"hash":"{own}",'.encode())
    return hashlib.sha256(front + back).hexdigest()
