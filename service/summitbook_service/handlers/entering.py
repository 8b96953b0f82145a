"""Entering tournaments, leaving them, and getting at the games to be played."""

from __future__ import annotations

from uuid import UUID

import msgspec

from summitbook.v1 import tournament_service_pb2 as pb
from summitbook_domain.message import from_args
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.state import Fixture, Tournament

from .. import access, door
from ..errors import Denied, bad_args
from ..keys import Bearer, mark_of
from ..rpc import Caller
from .meeting import Meeting, receipt


class Entering(Meeting):
    """The calls of contestants."""

    async def EnterTournament(
        self, request: pb.EnterTournamentRequest, caller: Caller
    ) -> pb.EnterTournamentResponse:
        """Enter a player or a team and hand out the contestant's token."""
        by = mark_of(request.claim)
        done = await self.ask(request, caller, by, lambda: _entry(request))
        number = msgspec.structs.asdict(done.events[0])["contestant"]
        return pb.EnterTournamentResponse(
            contestant=number,
            token=self._parts.keys.token(_bearer(request.tournament_id, number, by)),
            version=done.head.n,
            record_hash=bytes.fromhex(done.head.hash),
        )

    async def LeaveTournament(
        self, request: pb.LeaveTournamentRequest, caller: Caller
    ) -> pb.LeaveTournamentResponse:
        """Drop out, or take out who asked for it by other ways."""
        named = request.contestant if request.HasField("contestant") else None
        if caller.bearer is not None and caller.bearer.role == "contestant":
            bearer, asks = access.contestant_of(caller.bearer, request.tournament_id)
            if named not in {None, asks}:
                raise Denied("NOT_ORGANISER", "a contestant's token takes out nobody else")
            done = await self.ask(request, caller, bearer.by, lambda: c.LeaveTournament(asks), asks)
        else:
            bearer = access.organiser_of(caller.bearer, request.tournament_id)
            done = await self.ask(request, caller, bearer.by, lambda: _leaving(named))
        return pb.LeaveTournamentResponse(**receipt(done))

    async def ListSeats(self, request: pb.ListSeatsRequest, caller: Caller) -> pb.ListSeatsResponse:
        """Hand out the tokens of a contestant's seats; a game that is not there yet is made for it."""
        bearer, contestant = access.contestant_of(caller.bearer, request.tournament_id)
        state = (await self.shown(request)).state
        answer = pb.ListSeatsResponse()
        for fixture in state.open_fixtures:
            if contestant not in fixture.contestants:
                continue
            await self._parts.keeper.make(state, fixture)
            table = (await self._parts.desk.current(UUID(fixture.game_id))).shown.table
            for seat in _seats_of(contestant, state, fixture) if table.phase == "playing" else ():
                if holder := table.holder(seat):
                    token = Bearer("seat", bearer.by, fixture.game_id, seat, holder.since)
                    answer.seats.add(
                        round=fixture.round,
                        game_id=fixture.game_id,
                        seat=seat,
                        token=self._parts.keys.token(token),
                    )
        return answer

    async def IssueTournamentToken(
        self, request: pb.IssueTournamentTokenRequest, caller: Caller
    ) -> pb.IssueTournamentTokenResponse:
        """Hand a lost token out again."""
        contestant = request.contestant if request.HasField("contestant") else None
        by = await self._parts.office.mark_of(door.tournament_id_of(request), contestant)
        if request.HasField("claim"):
            if by != mark_of(request.claim):
                raise Denied("OTHER_CLAIM", "this is not the claim that the token was issued for")
        else:
            access.operator_of(caller.bearer)
            if contestant is None:
                raise bad_args(
                    "claim", "the organiser's token is issued again for the organiser's claim only"
                )
        return pb.IssueTournamentTokenResponse(
            token=self._parts.keys.token(_bearer(request.tournament_id, contestant, by))
        )


def _bearer(tournament_id: str, contestant: int | None, by: str) -> Bearer:
    """The organiser, or a contestant."""
    if contestant is None:
        return Bearer("organiser", by, tournament=tournament_id)
    return Bearer("contestant", by, tournament=tournament_id, contestant=contestant)


def _seats_of(contestant: int, state: Tournament, fixture: Fixture) -> list[int]:
    """The seats that a contestant has in a game: all of them where everyone plays for itself."""
    if state.birth.kind == "duplicate":
        return list(range(state.birth.seats))
    return [fixture.contestants.index(contestant)]


def _entry(request: pb.EnterTournamentRequest) -> c.EnterContestant:
    """Who enters; raises Refused."""
    door.check_claim(request.claim)
    return from_args(c.EnterContestant, {"name": door.clean_name(request.name)})


def _leaving(contestant: int | None) -> c.LeaveTournament:
    """Whom the organiser takes out; raises Refused."""
    if contestant is None:
        raise bad_args("contestant", "say which contestant")
    return c.LeaveTournament(contestant)
