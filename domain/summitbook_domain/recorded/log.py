"""A recorded log read whole, and its records command by command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from .. import canonical
from ..chance import Seed
from ..record import START, Head, Record, hash_of, shaped
from ..replay.chain import GAME, Chain
from ..replay.tail import Reveal
from ..table.events import GameClosed, GameCreated


class Log(msgspec.Struct, frozen=True):
    """The records of a file whose chain holds, and what may stand behind them; a seal is not kept."""

    records: tuple[Record, ...]
    reveal: Reveal | None = None

    @property
    def created(self) -> GameCreated:
        """The game as it was made."""
        return shaped(self.records[0].data, GameCreated)

    @property
    def closed(self) -> bool:
        """Whether the game has come to its end."""
        return self.records[-1].type == GameClosed.__name__

    @property
    def seed(self) -> Seed | None:
        """The seed that the file reveals, fitting or not; None where others may still play it."""
        shown = (
            self.reveal.seed if self.reveal else self.records[-1].data.get("seed") if self.closed else None
        )
        return Seed(bytes.fromhex(shown)) if shown else None


def read_log(lines: Iterable[bytes]) -> Log:
    """The log of a file, given as lines with their line feeds; raises Fault where its chain does not hold."""
    chain = Chain(GAME)
    records = tuple(record for line in lines if (record := chain.take(line)))
    chain.end()
    return Log(records, chain.reveal)


def commands(records: Sequence[Record]) -> Iterator[tuple[Record, ...]]:
    """The records of each command together."""
    starts = [i for i, record in enumerate(records) if record.cause or i == 0]
    for start, end in zip(starts, [*starts[1:], len(records)], strict=True):
        yield tuple(records[start:end])


def chained(records: Iterable[Record], after: Head = START) -> tuple[bytes, ...]:
    """The lines of these records without their line feeds, numbered and hashed anew behind a head."""
    lines, last = [], after.hash
    for n, record in enumerate(records, after.n + 1):
        bare = msgspec.structs.replace(record, n=n, prev=last, hash="")
        last = hash_of(canonical.encode(bare), bare)
        lines.append(canonical.encode(msgspec.structs.replace(bare, hash=last)))
    return tuple(lines)
