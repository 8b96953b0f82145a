"""What the service says of games, as messages."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import UnsetType

from summitbook.v1 import game_pb2, games_pb2, table_pb2
from summitbook_domain.table.events import Fork, SeedSource
from summitbook_domain.table.state import Phase, Seat, Table

from .live import Shown, waits_for
from .places import bots_of
from .wire import pack_options, pack_view

STATUSES: dict[Phase, game_pb2.GameStatus] = {
    "open": game_pb2.GAME_STATUS_OPEN,
    "playing": game_pb2.GAME_STATUS_PLAYING,
    "closed": game_pb2.GAME_STATUS_CLOSED,
}
_SOURCES: dict[SeedSource, table_pb2.SeedSource] = {
    "server": table_pb2.SEED_SOURCE_SERVER,
    "given": table_pb2.SEED_SOURCE_GIVEN,
    "deal": table_pb2.SEED_SOURCE_DEAL,
}


def pack_game(shown: Shown, *, private: bool, bots: Sequence[str], served: int) -> game_pb2.Game:
    """What all games have in common; `served` is the moment as of which clocks are told."""
    table, birth = shown.table, shown.table.birth
    played = bots_of(bots, birth.seats)
    return game_pb2.Game(
        game_id=birth.game_id,
        game=birth.game,
        title=table.game.title,
        rules=birth.rules,
        edition=birth.content.edition,
        content_sha256=bytes.fromhex(birth.content.sha256),
        options=pack_options(table.options) if table.options else None,
        status=STATUSES[table.phase],
        seats=[_pack_seat(seat, holder, played.get(seat)) for seat, holder in enumerate(table.seats)],
        version=shown.head.n,
        record_hash=bytes.fromhex(shown.head.hash),
        outcome=table.outcome or "",
        waits_for=waits_for(table),
        private=private,
        seed_source=_SOURCES[birth.seed_source],
        deal=birth.deal,
        commitment=bytes.fromhex(birth.commitment),
        clocks=pack_clocks(shown, served),
        forked_from=_pack_fork(birth.forked_from),
    )


def pack_clocks(shown: Shown, served: int) -> list[game_pb2.TurnClock]:
    """How long each seat has left whose time runs."""
    if not shown.due:
        return []
    return [
        game_pb2.TurnClock(seat=seat, seconds_left=max(0, ceil((due - served) / 1000)))
        for seat, due in sorted(shown.due.items())
    ]


def pack_view_of(table: Table) -> games_pb2.View | None:
    """What anyone may see of the game; nothing before the start."""
    return pack_view(table.game.view(table.play)) if table.started else None


def _pack_fork(fork: Fork | UnsetType) -> table_pb2.Fork | None:
    if not fork:
        return None
    return table_pb2.Fork(game_id=fork.game_id, n=fork.n, record_hash=bytes.fromhex(fork.hash))


def _pack_seat(seat: int, holder: Seat | None, bot: str | None) -> game_pb2.Seat:
    if holder is None:
        return game_pb2.Seat(seat=seat)
    return game_pb2.Seat(seat=seat, taken=True, name=holder.name, retired=holder.retired, bot=bot)
