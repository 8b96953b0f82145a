"""The dossier of a tournament, made as it is sent, a log at a time: docs/tournaments.md, "Dossier"."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from uuid import UUID

from summitbook_domain.record import Head
from summitbook_domain.replay import Reveal, reveal_line
from summitbook_domain.tournament.state import Fixture, Tournament

from ..dossiers import DossierWriter
from ..history import pages
from ..keys import Keys
from ..meanwhile import meanwhile
from ..store import Store
from .kept import Shown

LARGEST_PART = 1024 * 1024
"""Bytes that are sent at once, at most: any client takes 4 MiB."""


async def dossier(store: Store, keys: Keys, shown: Shown) -> AsyncGenerator[bytes, None]:
    """
    The bytes of the archive of a tournament that is closed, in order; raises StoreUnavailable.

    A long log takes a while to be packed, and so does who stands where: others are answered meanwhile.
    """
    state, written = shown.state, bytearray()
    writer = DossierWriter(written.extend)
    await meanwhile(writer.log, await _log(store, keys, UUID(state.birth.tournament_id), shown.head))
    for fixture in (each for each in state.fixtures if not each.set_aside):
        await meanwhile(writer.game, fixture.game_id, await _game(store, keys, state, fixture))
        for part in _parts(written):
            yield part
        written.clear()
    await meanwhile(writer.end, state)
    for part in _parts(written):
        yield part


async def _game(store: Store, keys: Keys, state: Tournament, fixture: Fixture) -> bytes:
    if fixture.finish is None:
        raise AssertionError("a tournament is closed when its games are over")
    revealed = [
        reveal_line(Reveal(deal=each.deal, seed=each.seed))
        for each in state.rounds
        if each.number == fixture.round and each.seed
    ]
    head = Head(fixture.finish.n, fixture.finish.hash)
    return await _log(store, keys, UUID(fixture.game_id), head, *revealed)


async def _log(store: Store, keys: Keys, stream: UUID, head: Head, *revealed: bytes) -> bytes:
    """A log that ends with this record, its deal's seed where a round has told it, and the seal."""
    lines = [row.line async for rows in pages(store, stream) for row in rows]
    return b"".join(line + b"\n" for line in (*lines, *revealed, keys.seal(head)))


def _parts(written: bytearray) -> list[bytes]:
    return [bytes(written[i : i + LARGEST_PART]) for i in range(0, len(written), LARGEST_PART)]
