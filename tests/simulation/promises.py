"""What the log must be like in the end."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

import msgspec
from msgspec import UNSET

from summitbook_domain.record import START, Head, Record, hash_of

from .node import Fault
from .world import World

_read = msgspec.json.Decoder(Record).decode


def check_log(world: World) -> None:
    """Every chain is whole, and every acknowledged command is there once, where it was said to be."""
    games = {made.game_id for made in world.acknowledged.values()}
    logs = {game_id: _chain(world, game_id) for game_id in games}
    causes = Counter(
        (game_id, record.cause.id)
        for game_id, log in logs.items()
        for record in log
        if record.cause is not UNSET
    )
    for (_, command_id), made in world.acknowledged.items():
        if causes[made.game_id, command_id] != 1:
            raise Fault(f"carried out {causes[made.game_id, command_id]} times: {made}")
        if logs[made.game_id][made.version - 1].hash != made.record_hash.hex():
            raise Fault(f"acknowledged and not in the log: {made}")
    if twice := [cause for cause, count in causes.items() if count > 1]:
        raise Fault(f"carried out more than once: {twice}")
    if traces := [cause for cause in causes if cause[1] in world.refused]:
        raise Fault(f"refused, and in the log: {traces}")
    made = sum(note.row.topic == "GameCreated" for note in world.disk.notes)
    if made != len(games):
        raise Fault(f"{made} games were made for {len(games)} commands")


def _chain(world: World, game_id: str) -> list[Record]:
    """The records of a game, each following the one before."""
    rows, head = world.disk.streams[UUID(game_id)], START
    log = [_read(rows[n].line) for n in sorted(rows)]
    for record in log:
        line = rows[record.n].line
        if (record.n, record.prev) != (head.n + 1, head.hash) or hash_of(line, record) != record.hash:
            raise Fault(f"the chain of {game_id} breaks at {record.n}")
        head = Head(record.n, record.hash)
    return log
