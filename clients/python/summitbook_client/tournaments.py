"""Tournaments as somebody meets them: whoever looks on, whoever entered, whoever runs one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import grpc

from summitbook.v1 import tournament_pb2 as pb
from summitbook.v1 import tournament_service_pb2 as service_pb

from .calls import Calls, T
from .table import Seat, new_claim, new_id
from .watch import Chain

Kind = Literal["duplicate", "tables", "ladder"]
"""How contestants meet: docs/tournaments.md, "Kinds"."""


@dataclass(frozen=True)
class Tournament:
    """A tournament that one looks at; nothing is asked before it is needed."""

    client: Calls = field(repr=False, compare=False)
    tournament_id: str

    async def look(
        self, *parts: service_pb.TournamentPart, round: int = 0
    ) -> service_pb.GetTournamentResponse:
        """
        The tournament with all that has happened in it, or some of its parts, or one round.

        A large one is fetched page by page: `tournament` and the standings are as they were when the
        first came, and all else is no older.
        """
        whole, page = service_pb.GetTournamentResponse(), ""
        while True:
            request = service_pb.GetTournamentRequest(
                tournament_id=self.tournament_id, parts=parts, round=round, page_token=page
            )
            answer = await self.client.ask(self.client.tournaments.GetTournament, request)
            page = answer.next_page_token
            _add(whole, answer)
            if not page:
                return whole

    async def enter(
        self, name: str, *, command_id: str | None = None, claim: bytes | None = None
    ) -> Contestant:
        """Enter a player or a team under this name."""
        request = service_pb.EnterTournamentRequest(
            tournament_id=self.tournament_id,
            command_id=command_id or new_id(),
            name=name,
            claim=claim or new_claim(),
        )
        answer = await self.client.ask(self.client.tournaments.EnterTournament, request)
        self.client.received_of(self.tournament_id, answer)
        return Contestant(self.client, self.tournament_id, answer.token, request.claim, answer.contestant)

    def follow(self, after: int = 0) -> AsyncGenerator[service_pb.SubscribeTournamentResponse, None]:
        """Every item of its stream behind record `after`, heartbeats too, until the last record."""

        def begin(
            last: service_pb.SubscribeTournamentResponse | None,
        ) -> grpc.aio.UnaryStreamCall[Any, service_pb.SubscribeTournamentResponse]:
            seen = last.version if last else after
            request = service_pb.SubscribeTournamentRequest(tournament_id=self.tournament_id, after=seen)
            return self.client.tournaments.SubscribeTournament(request)

        return self.client.resumed(begin)

    async def steps(self, after: int = 0) -> AsyncGenerator[Sequence[pb.TournamentRecord], None]:
        """The records of each command behind record `after`, live; raises BrokenChain as a game's do."""
        chain = Chain(after)
        async with aclosing(self.follow(after)) as items:
            async for item in items:
                if item.HasField("records"):
                    for record in item.records.records:
                        chain.take(record)
                    yield item.records.records

    async def export(self) -> bytes:
        """The dossier, once the tournament is closed."""
        request = service_pb.ExportTournamentRequest(tournament_id=self.tournament_id)

        async def attempt() -> bytes:
            parts = self.client.tournaments.ExportTournament(request)
            return b"".join([part.data async for part in parts])

        return await self.client.until_answered(attempt)


def _add(whole: service_pb.GetTournamentResponse, page: service_pb.GetTournamentResponse) -> None:
    """One page more; a round that began on the page before goes on."""
    if whole.HasField("tournament"):
        page.ClearField("tournament")
    page.ClearField("next_page_token")
    if whole.rounds and page.rounds and whole.rounds[-1].round == page.rounds[0].round:
        whole.rounds[-1].games.extend(page.rounds.pop(0).games)
    whole.MergeFrom(page)


@dataclass(frozen=True)
class _Holder(Tournament):
    """Whoever has a token of a tournament; token and claim are keys and are never shown."""

    token: str = field(repr=False)
    claim: bytes = field(repr=False)

    async def leave(self, contestant: int | None = None) -> service_pb.LeaveTournamentResponse:
        """Drop out; the organiser says which contestant does."""
        request = service_pb.LeaveTournamentRequest(
            tournament_id=self.tournament_id, command_id=new_id(), contestant=contestant
        )
        answer = await self.client.ask(self.client.tournaments.LeaveTournament, request, self.token)
        return self.client.received_of(self.tournament_id, answer)

    async def _issued(self, contestant: int | None) -> str:
        request = service_pb.IssueTournamentTokenRequest(
            tournament_id=self.tournament_id, contestant=contestant, claim=self.claim
        )
        return (await self.client.ask(self.client.tournaments.IssueTournamentToken, request)).token


@dataclass(frozen=True)
class Contestant(_Holder):
    """Somebody who entered."""

    contestant: int

    async def seats(self) -> list[tuple[int, Seat]]:
        """The seats to be played now, each with its round (0 on a ladder)."""
        request = service_pb.ListSeatsRequest(tournament_id=self.tournament_id)
        answer = await self.client.ask(self.client.tournaments.ListSeats, request, self.token)
        return [
            (each.round, Seat(self.client, each.game_id, each.token, each.seat, self.claim))
            for each in answer.seats
        ]

    async def renewed(self) -> Contestant:
        """The contestant with a fresh token, for one that has run out."""
        return replace(self, token=await self._issued(self.contestant))


@dataclass(frozen=True)
class Organiser(_Holder):
    """Whoever announced a tournament and runs it."""

    async def start(self) -> service_pb.StartTournamentResponse:
        """Begin."""
        return await self._run(self.client.tournaments.StartTournament, service_pb.StartTournamentRequest())

    async def publish(self) -> service_pb.PublishRoundResponse:
        """Pair everyone for the next round; its games are made."""
        return await self._run(self.client.tournaments.PublishRound, service_pb.PublishRoundRequest())

    async def match(self, contestants: Sequence[int]) -> service_pb.MakeMatchResponse:
        """Let these play a game of a ladder."""
        request = service_pb.MakeMatchRequest(contestants=contestants)
        return await self._run(self.client.tournaments.MakeMatch, request)

    async def decide(self, decision: pb.MakeDecision) -> service_pb.MakeDecisionResponse:
        """Record a referee's decision."""
        request = service_pb.MakeDecisionRequest(decision=decision)
        return await self._run(self.client.tournaments.MakeDecision, request)

    async def close_round(self) -> service_pb.CloseRoundResponse:
        """End the round and reveal its deal."""
        return await self._run(self.client.tournaments.CloseRound, service_pb.CloseRoundRequest())

    async def close(self) -> service_pb.CloseTournamentResponse:
        """End the tournament with the standings as they are."""
        return await self._run(self.client.tournaments.CloseTournament, service_pb.CloseTournamentRequest())

    async def renewed(self) -> Organiser:
        """The organiser with a fresh token, for one that has run out."""
        return replace(self, token=await self._issued(None))

    async def _run(self, call: grpc.aio.UnaryUnaryMultiCallable[Any, T], request: Any) -> T:
        request.tournament_id, request.command_id = self.tournament_id, new_id()
        return self.client.received_of(self.tournament_id, await self.client.ask(call, request, self.token))
