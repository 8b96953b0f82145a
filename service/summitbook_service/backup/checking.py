"""Whether the games of a store are as they were played, and which of them can go on."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

import msgspec

from summitbook_domain.replay import audit

from ..clock import Clock
from ..errors import CannotGoOn
from ..keys import Keys, verify
from ..live import load
from ..store import Store
from ..uptime import Uptime

PAGE = 1_000


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with one game, in a code and a sentence."""

    game_id: str
    code: str
    reason: str


class Checked(NamedTuple):
    """What was found of one game."""

    game_id: str
    closed: bool
    fault: Fault | None
    seed_lost: bool
    """Whether it is open and cannot go on, since the key of its seed is not at hand."""


async def games_of(store: Store) -> list[UUID]:
    """The games of a store, in the order in which they were made."""
    found: list[UUID] = []
    position = 0
    while notes := await store.read_all(position, PAGE, ("GameCreated",)):
        found += [note.row.stream for note in notes]
        position = notes[-1].position
    return found


async def check(store: Store, game_id: UUID, keys: Keys) -> Checked:
    """
    Load a game as the service does, which checks its chain; one that is closed is audited to its rules.

    Raises StoreUnavailable.
    """
    last = await store.last(game_id)
    name, closed = str(game_id), last is not None and last.topic == "GameClosed"
    fault = await _audited(store, game_id) if closed else None
    try:
        live = await load(store, keys, Uptime(store, Clock()), game_id)
    except CannotGoOn as error:
        return Checked(name, closed, fault or Fault(name, error.reason, error.message), seed_lost=False)
    return Checked(name, closed, fault, seed_lost=live.seed is None and not closed)


async def _audited(store: Store, game_id: UUID) -> Fault | None:
    report = audit([row.line + b"\n" for row in await store.read(game_id)], verify=verify)
    return Fault(str(game_id), report.code, report.reason) if report.code else None
