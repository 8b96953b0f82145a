"""A tournament's log, checked and told again: its commands must lead to its events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from .. import canonical
from ..chance import Seed
from ..game import Game
from ..games import GAMES
from ..message import Command, Event, from_args
from ..record import Cause, Head, Record, cause_of, shaped
from ..refusal import BAD_ARGS, Refused
from ..replay.chain import Chain, LogKind
from ..replay.report import Fault
from ..replay.seal import Verify, check_seal
from ..table.state import UnknownContent, edition_of
from ..tournament import commands as c
from ..tournament import events as e
from ..tournament import rules
from ..tournament.folding import evolve
from ..tournament.state import Tournament

TOURNAMENT = LogKind(e.TournamentCreated, e.TournamentClosed, e.EVENTS)
NOBODYS = "00000000-0000-4000-8000-000000000000"
"""Stands for the id of a game that a round must have and has not."""

_COMMANDS: dict[str, type[Command]] = {kind.__name__: kind for kind in c.COMMANDS}
_EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in e.EVENTS}
_LEADS_TO: dict[type[Command], type[Event]] = dict(zip(c.COMMANDS, e.EVENTS, strict=True))


class Deal(msgspec.Struct, frozen=True):
    """What a game is played on, and the record of the log that says so."""

    deal: str
    commitment: str
    shared: bool
    line: int


class Told(msgspec.Struct, frozen=True):
    """What a log without fault says; `deals` and `finished` (the record) are by game, `key` sealed it."""

    state: Tournament
    head: Head
    key: str
    deals: dict[str, Deal]
    finished: dict[str, int]


def told(
    lines: Iterable[bytes], *, verify: Verify, keys: Collection[str], heads: Sequence[Head] = ()
) -> Told:
    """Check a tournament's log, given as lines with their line feeds; raises Fault."""
    chain = Chain(TOURNAMENT, heads)
    records = [record for raw in lines if (record := chain.take(raw))]
    chain.end()
    if chain.seal is None:
        raise Fault("NO_SEAL", chain.lines, "a dossier's logs are sealed")
    check_seal(chain, verify, keys)
    if chain.created is None or chain.closed is None:
        raise Fault("NOT_OVER", chain.head.n, "the tournament is not closed")
    seed = Seed(bytes.fromhex(chain.closed.seed))
    _check_seed(chain.created.commitment, seed, chain.head.n)
    again = _Again(chain.created, seed)
    for record in records:
        again.take(record)
    return Told(again.state, chain.head, chain.seal.key, again.deals, again.finished)


def _check_seed(commitment: str, seed: Seed, line: int) -> None:
    if seed.commitment != commitment:
        raise Fault(
            "BAD_SEED", line, "the seed does not fit the commitment",
            expected=commitment, found=seed.commitment,
        )  # fmt: skip


class _Again:
    """Takes the records of a log and asks for each command again."""

    def __init__(self, created: e.TournamentCreated, seed: Seed) -> None:
        self.state = Tournament()
        self.deals: dict[str, Deal] = {}
        self.finished: dict[str, int] = {}
        self._game = _game_of(created)
        self._seed = seed
        self._committed = {created.commitment}
        self._dealt: set[str] = set()

    def take(self, record: Record) -> None:
        """Check the next record; raises Fault."""
        kind = _EVENTS.get(record.type)
        if kind is None or not record.cause:
            raise Fault("WRONG_EVENT", record.n, "no command of a tournament led to this", found=record.type)
        event = shaped(record.data, kind)
        try:
            command = _command_of(record.cause)
            if _LEADS_TO[type(command)] is not kind:
                reason = f"{record.cause.command} leads to another event"
                due = _LEADS_TO[type(command)].__name__
                raise Fault("WRONG_EVENT", record.n, reason, expected=due, found=record.type)
            right = self._decide(command, record.cause, event, record.n)
        except Refused as refused:
            found = msgspec.to_builtins(record.cause)
            raise Fault("ILLEGAL_COMMAND", record.n, str(refused), found=found) from None
        _compare(record, command, right)
        self._note(event, record.n)
        self.state = evolve(self.state, right)

    def _decide(self, command: Command, cause: Cause, event: Event, line: int) -> Event:
        terms = rules.NOTHING
        match event:
            case e.TournamentCreated() if self.state.created is None:
                return self._created(command, cause, event)
            case e.RoundPublished():
                due = rules.games_due(self.state)
                ids = (*(each.game_id for each in event.games), *(NOBODYS,) * due)[:due]
                terms = rules.Terms(deal=event.deal, commitment=event.commitment, game_ids=ids)
            case e.MatchMade():
                terms = rules.Terms(commitment=event.commitment, game_ids=(event.game_id,))
            case e.RoundClosed() if opened := self.state.open_round:
                seed = Seed(bytes.fromhex(event.seed))
                _check_seed(opened.commitment, seed, line)
                terms = rules.Terms(seed=seed)
        (right,) = rules.decide(self.state, cause.seat, command, self._seed, terms)
        return right

    def _created(self, command: Any, cause: Cause, event: e.TournamentCreated) -> Event:
        if cause.seat is not None:
            raise Refused(BAD_ARGS, "no contestant makes a tournament", field="seat")
        birth = rules.Birth(
            tournament_id=event.tournament_id,
            commitment=event.commitment,
            edition=edition_of(self._game, event.content),
        )
        return rules.create(self._game, command, birth)

    def _note(self, event: Event, line: int) -> None:
        """Where each game is dealt and counted; raises Fault where an id or a seed comes twice."""
        match event:
            case e.RoundPublished():
                self._deal(line, event.deal, event.commitment, [each.game_id for each in event.games])
            case e.MatchMade():
                self._deal(line, event.deal, event.commitment, [event.game_id], shared=False)
            case e.GameFinished():
                self.finished[event.game_id] = line

    def _deal(
        self, line: int, deal: str, commitment: str, game_ids: Sequence[str], *, shared: bool = True
    ) -> None:
        if deal in self._dealt or commitment in self._committed:
            raise Fault("DOUBLE_DEAL", line, "a deal is dealt once", found=deal)
        self._dealt.add(deal)
        self._committed.add(commitment)
        for game_id in game_ids:
            if game_id in self.deals:
                raise Fault("DOUBLE_GAME", line, "a game is one round's and one contestant's", found=game_id)
            self.deals[game_id] = Deal(deal, commitment, shared, line)


def _game_of(created: e.TournamentCreated) -> Game[Any, Any, Any]:
    game = GAMES.get((created.game, created.rules))
    if game is None:
        raise Fault("UNKNOWN_RULES", 1, f"rules {created.rules} of {created.game} are not known here")
    try:
        edition_of(game, created.content)
    except UnknownContent as error:
        raise Fault("UNKNOWN_CONTENT", 1, str(error)) from None
    return game


def _command_of(cause: Cause) -> Command:
    kind = _COMMANDS.get(cause.command)
    if kind is None:
        raise Refused(BAD_ARGS, f"a tournament has no command {cause.command!r}", field="command")
    return from_args(kind, cause.args)


def _compare(record: Record, command: Command, right: Event) -> None:
    """The event is what the command leads to, and the command is written out in full; raises Fault."""
    if type(right).__name__ != record.type or canonical.encode(right) != canonical.encode(record.data):
        raise Fault(
            "WRONG_EVENT", record.n, "not what the command leads to",
            expected={"type": type(right).__name__, "data": msgspec.to_builtins(right)},
            found={"type": record.type, "data": record.data},
        )  # fmt: skip
    if isinstance(command, c.CreateTournament) and isinstance(right, e.TournamentCreated):
        command = replace(command, options=right.options)
    cause = record.cause or None
    if cause is None:
        raise AssertionError("looked at before")
    full = cause_of(command, seat=cause.seat, by=cause.by, id=cause.id)
    if canonical.encode(full) != canonical.encode(cause):
        raise Fault(
            "WRONG_EVENT", record.n, "the command's fields are not written out in full",
            expected=msgspec.to_builtins(full), found=msgspec.to_builtins(cause),
        )  # fmt: skip
