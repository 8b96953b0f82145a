"""The messages of tournaments."""

from __future__ import annotations

from typing import Any

import msgspec

from summitbook.v1 import tournament_pb2 as pb
from summitbook_domain.message import Command, Event, from_args
from summitbook_domain.record import Cause, Record
from summitbook_domain.refusal import BAD_ARGS, Refused
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.events import DecisionMade, GameFinished, Standing

from .shape import Shape, descriptor_of
from .vocabulary import TOURNAMENT_CAUSES, TOURNAMENT_EVENTS

_COMMANDS: dict[str, type[Command]] = {kind.__name__: kind for kind in c.COMMANDS}
_STANDING = Shape(Standing, descriptor_of(pb.Standing))
_FINISHED = Shape(GameFinished, descriptor_of(pb.GameFinished))
_DECIDED = Shape(DecisionMade, descriptor_of(pb.DecisionMade))
_DECISION = Shape(c.MakeDecision, descriptor_of(pb.MakeDecision))
KINDS: dict[int, c.Kind] = {
    pb.TOURNAMENT_KIND_DUPLICATE: "duplicate",
    pb.TOURNAMENT_KIND_TABLES: "tables",
    pb.TOURNAMENT_KIND_LADDER: "ladder",
}


def pack_tournament_event(event: Event) -> pb.TournamentEvent:
    """An event of a tournament."""
    field, shape = TOURNAMENT_EVENTS[type(event)]
    return pb.TournamentEvent(**{field: shape.plain(event)})


def pack_tournament_record(record: Record, event: Event, line: bytes) -> pb.TournamentRecord:
    """A record of a tournament, its event typed, and its line exactly as stored."""
    return pb.TournamentRecord(
        n=record.n,
        at=record.at,
        event=pack_tournament_event(event),
        cause=_pack_cause(record.cause) if isinstance(record.cause, Cause) else None,
        line=line,
        record_hash=bytes.fromhex(record.hash),
    )


def pack_standing(standing: Standing) -> pb.Standing:
    """Where a contestant stands."""
    return pb.Standing(**_STANDING.plain(standing))


def pack_finished(finished: GameFinished) -> pb.GameFinished:
    """How a game of a tournament ended."""
    return pb.GameFinished(**_FINISHED.plain(finished))


def pack_decision(decided: DecisionMade) -> pb.DecisionMade:
    """What a referee decided."""
    return pb.DecisionMade(**_DECIDED.plain(decided))


def unpack_decision(decision: pb.MakeDecision) -> c.MakeDecision:
    """A referee's decision as it is asked for; raises Refused with BAD_ARGS."""
    return _DECISION.struct(decision, "decision.")


def unpack_kind(number: int) -> c.Kind:
    """The kind of tournament that a request names; raises Refused with BAD_ARGS."""
    if number not in KINDS:
        raise Refused(BAD_ARGS, "name the kind of tournament", field="kind")
    return KINDS[number]


def _pack_cause(cause: Cause) -> pb.TournamentCause:
    kind = _COMMANDS[cause.command]
    field, shape = TOURNAMENT_CAUSES[kind]
    command: msgspec.Struct = from_args(kind, cause.args)
    told: dict[str, Any] = {field: shape.plain(command)}
    return pb.TournamentCause(command_id=cause.id, seat=cause.seat, by=cause.by, **told)
