"""Announcing tournaments and running them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from summitbook.v1 import tournament_service_pb2 as pb
from summitbook_domain.message import Command, from_args
from summitbook_domain.refusal import BAD_ARGS, Refused
from summitbook_domain.tournament import commands as c

from .. import access, door
from ..keys import Bearer, mark_of
from ..rpc import Caller
from ..tournaments import Wish
from ..tournaments.packing import pack_tournament
from ..wire import unpack_decision, unpack_kind
from .making import options_of, played
from .meeting import Meeting, receipt


class Running(Meeting):
    """The calls of organisers."""

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, caller: Caller
    ) -> pb.CreateTournamentResponse:
        """Announce a tournament and hand out the organiser's token."""
        by = mark_of(request.claim)
        wish = Wish(
            id=door.command_id_of(request),
            by=by,
            command=lambda known: _announced(request, known),
            caller=caller.address,
        )
        done = await self._parts.office.create(wish)
        tournament = pack_tournament(done.shown)
        bearer = Bearer("organiser", by, tournament=tournament.tournament_id)
        return pb.CreateTournamentResponse(tournament=tournament, token=self._parts.keys.token(bearer))

    async def StartTournament(
        self, request: pb.StartTournamentRequest, caller: Caller
    ) -> pb.StartTournamentResponse:
        """Begin."""
        return pb.StartTournamentResponse(**await self._run(request, caller, c.StartTournament))

    async def PublishRound(self, request: pb.PublishRoundRequest, caller: Caller) -> pb.PublishRoundResponse:
        """Pair everyone for the next round and make its games."""
        return pb.PublishRoundResponse(**await self._run(request, caller, c.PublishRound))

    async def MakeMatch(self, request: pb.MakeMatchRequest, caller: Caller) -> pb.MakeMatchResponse:
        """Let some play a game of a ladder."""
        contestants = tuple(request.contestants)
        done = await self._run(request, caller, lambda: c.MakeMatch(contestants))
        return pb.MakeMatchResponse(**done)

    async def MakeDecision(self, request: pb.MakeDecisionRequest, caller: Caller) -> pb.MakeDecisionResponse:
        """Record what a referee decided, and do what follows from it."""
        try:
            done = await self._run(request, caller, lambda: _decision(request))
        except Refused as refused:
            if refused.code == BAD_ARGS and (field := refused.detail.get("field")) in _DECIDED:
                refused.detail["field"] = f"decision.{field}"
            raise
        return pb.MakeDecisionResponse(**done)

    async def CloseRound(self, request: pb.CloseRoundRequest, caller: Caller) -> pb.CloseRoundResponse:
        """End a round and reveal its deal, as soon as every game that is over is counted."""
        access.organiser_of(caller.bearer, request.tournament_id)
        await self.see_to(request)
        return pb.CloseRoundResponse(**await self._run(request, caller, c.CloseRound))

    async def CloseTournament(
        self, request: pb.CloseTournamentRequest, caller: Caller
    ) -> pb.CloseTournamentResponse:
        """End it with the standings as they are."""
        access.organiser_of(caller.bearer, request.tournament_id)
        await self.see_to(request)
        return pb.CloseTournamentResponse(**await self._run(request, caller, c.CloseTournament))

    async def _run(self, request: Any, caller: Caller, command: Callable[[], Command]) -> dict[str, Any]:
        """Do a command of the organiser's, and what it says is to be done at once."""
        bearer = access.organiser_of(caller.bearer, request.tournament_id)
        done = await self.ask(request, caller, bearer.by, command)
        await self.see_to(request)
        return receipt(done)


def _announced(request: pb.CreateTournamentRequest, known: c.CreateTournament | None) -> c.CreateTournament:
    """What is announced; what is left out is as it was then, or the newest there is."""
    door.check_claim(request.claim)
    game, edition = played(request, known)
    plain = {
        "name": door.clean_name(request.name),
        "kind": unpack_kind(request.kind),
        "game": game.name,
        "rules": game.rules,
        "edition": edition,
        "options": options_of(request, game),
        "seats": request.seats,
        "rounds": request.rounds,
    }
    return from_args(c.CreateTournament, plain)


def _decision(request: pb.MakeDecisionRequest) -> c.MakeDecision:
    """What a referee decides; raises Refused."""
    command = unpack_decision(request.decision)
    reason = door.clean_name(command.reason, "decision.reason")
    return msgspec.structs.replace(command, reason=reason)


_DECIDED = set(c.MakeDecision.__struct_fields__)
