"""Faults to plant in the service, in the code of each promise, to see that a simulation finds them."""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from summitbook_service import desk
from summitbook_service.creations import Creations
from summitbook_service.desk import Desk
from summitbook_service.feed import Feed
from summitbook_service.followers import Followers
from summitbook_service.gate import Gate
from summitbook_service.handlers.playing import Playing
from summitbook_service.ledger import Entry, Ledger
from summitbook_service.live import Live
from summitbook_service.neighbours import Neighbours
from summitbook_service.writer import Writer


class Plant(NamedTuple):
    """A function of the service, and a piece of its source that is replaced by another."""

    where: Callable[..., Any]
    old: str
    new: str


PLANTS = {
    "answer before the commit": Plant(
        Writer._append,
        "await self._store.append([row for pending in batch for row in pending.rows])",
        "asyncio.create_task(self._store.append([row for pending in batch for row in pending.rows]))",
    ),
    "ring before the commit": Plant(
        Writer._append,
        "self._bell.ring({pending.game_id for pending in batch})",
        "",
    ),
    "keep to itself that an append failed which may be stored": Plant(
        Writer._fail, "self._bell.ring(games)", ""
    ),
    "leave someone standing at the gate": Plant(Gate._lead, "for turn in behind:", "for turn in behind[1:]:"),
    "store what was built on a failed command": Plant(
        Writer._fail,
        "self._waiting = [pending for pending in self._waiting if pending.game_id not in games]",
        "built_on = []",
    ),
    "forget a command id at a restart": Plant(Live.fold, "if told.cause:", "if told.cause and told.n > 4:"),
    "forget a command id while it is new": Plant(
        Live.grow, "self.known[key_of(command_id)] = self.tip.head.n + 1", ""
    ),
    "answer again before it is durable": Plant(
        Desk._again, "if first > live.shown.head.n:", "if live.shown.head.n < 0:"
    ),
    "show what is on its way to the disk": Plant(
        Desk.enter,
        "live.grow(step.shown, command_id)",
        "live.grow(step.shown, command_id); live.shown = live.tip",
    ),
    "keep in memory what was not stored": Plant(
        Desk._settle, "if self._games.get(live.game_id) is live:", "if not self._games:"
    ),
    "show what is older than what another node answered": Plant(
        Desk.current, "await self._neighbours.catch_up()", ""
    ),
    "refuse by what another node has overtaken": Plant(
        Desk._has_moved_on, "if not self._neighbours.possible:", "if self:"
    ),
    "leave followers to themselves": Plant(
        Neighbours._read, "for hear in self._hear:", "for hear in self._hear[:1]:"
    ),
    "read what others append once and never again": Plant(
        Neighbours._read, "self._reading, self._next = self._next, None", "self._reading = self._next"
    ),
    "take any content for the same": Plant(desk._same, "return canonical", "return True or canonical"),
    "make a game and forget for which command": Plant(
        Creations._make, "beside = [Creation(wish.id, game_id, has_aside=True).row(), ", "beside = ["
    ),
    "end a stream at the stop without a last look": Plant(
        Followers.follow,
        "items = await feed.after(after)",
        "items = () if stopping else await feed.after(after)",
    ),
    "let commands of a game overtake each other on their stream": Plant(
        Playing._answer,
        "await place.come_up()",
        "await __import__('asyncio').sleep(int(act.command_id[:2], 16) / 1_000)",
    ),
    "skip a record on hand-over": Plant(
        Followers.follow, "for item in items:", "for item in items[-1:] if after else items:"
    ),
    "repeat a record on hand-over": Plant(
        Followers.follow,
        "after, closed, told = item.last,",
        'after, closed, told = getattr(item, "first", item.last),',
    ),
    "skip a record in the one order of all games": Plant(
        Ledger.load, "self._store.read_all(after, limit)", "self._store.read_all(after + 1, limit)"
    ),
    "repeat a record in the one order of all games": Plant(
        Entry.__init__, "self.last = notes[-1].position", "self.last = notes[0].position"
    ),
    "overhear the bell while reading": Plant(
        Feed._end_at, "self._answered = rung", "self._answered = self._rung"
    ),
    "take a read that failed for an answer": Plant(
        Feed._read, "rung = self._rung", "rung = self._answered = self._rung"
    ),
}


@contextmanager
def planted(plant: Plant) -> Iterator[None]:
    """The service with this fault; raises AssertionError where the code is another by now."""
    source = textwrap.dedent(inspect.getsource(plant.where))
    assert source.count(plant.old) == 1, f"{plant.where.__qualname__} was rewritten: plant the fault anew"
    module = sys.modules[plant.where.__module__]
    made: dict[str, Any] = {}
    exec(source.replace(plant.old, plant.new), vars(module), made)
    *owner, name = plant.where.__qualname__.split(".")
    with patch.object(vars(module)[owner[0]] if owner else module, name, made[name]):
        yield
