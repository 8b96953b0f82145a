"""
Tournaments over a house, as their organiser and contestants send for them.

    meet = await Meet.announced(house, game="everest1924")
    await meet.enter("Mallory")
    await meet.run("StartTournament")
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, Self

from house import CLAIM, House, bearer, new_id

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import tournament_pb2
from summitbook.v1 import tournament_service_pb2 as pb

DUPLICATE = tournament_pb2.TOURNAMENT_KIND_DUPLICATE
TABLES = tournament_pb2.TOURNAMENT_KIND_TABLES
LADDER = tournament_pb2.TOURNAMENT_KIND_LADDER


def claim_of(name: str) -> bytes:
    """The claim of whoever enters under this name."""
    return f"the claim of {name}".ljust(16, ".").encode()


@dataclass
class Meet:
    """One tournament, and the tokens of all who have to do with it."""

    house: House
    id: str
    token: str
    tokens: dict[int, str] = field(default_factory=dict)

    @classmethod
    async def announced(cls, house: House, **request: Any) -> Self:
        """A duplicate tournament of two rounds of Everest, unless it is said otherwise."""
        made = await announce(house, **request)
        return cls(house, made.tournament.tournament_id, made.token)

    @classmethod
    async def started(cls, house: House, *names: str, **request: Any) -> Self:
        """One that has begun with these contestants."""
        meet = await cls.announced(house, **request)
        for name in names:
            await meet.enter(name)
        await meet.run("StartTournament")
        return meet

    def at(self, house: House) -> Meet:
        """The same tournament on another node."""
        return Meet(house, self.id, self.token, self.tokens)

    async def enter(self, name: str, **request: Any) -> pb.EnterTournamentResponse:
        """Enter somebody."""
        usual = {"tournament_id": self.id, "command_id": new_id(), "name": name, "claim": claim_of(name)}
        entered = await self.house.tournaments.EnterTournament(
            pb.EnterTournamentRequest(**{**usual, **request})
        )
        self.tokens[entered.contestant] = entered.token
        return entered

    async def run(self, call: str, *, token: str | None = None, **request: Any) -> Any:
        """Any call of the organiser's."""
        usual = {"tournament_id": self.id}
        if call != "IssueTournamentToken":
            usual["command_id"] = new_id()
        made = getattr(pb, f"{call}Request")(**{**usual, **request})
        metadata = bearer(self.token if token is None else token)
        return await getattr(self.house.tournaments, call)(made, metadata=metadata)

    async def decide(self, ruling: str, reason: str = "seen by the referee", **more: Any) -> Any:
        """Record a decision."""
        decision = tournament_pb2.MakeDecision(ruling=f"RULING_{ruling.upper()}", reason=reason, **more)
        return await self.run("MakeDecision", decision=decision)

    async def seats(self, contestant: int) -> list[pb.ContestantSeat]:
        """The seats that a contestant has to play."""
        request = pb.ListSeatsRequest(tournament_id=self.id)
        answer = await self.house.tournaments.ListSeats(request, metadata=bearer(self.tokens[contestant]))
        return list(answer.seats)

    async def whole(self) -> pb.GetTournamentResponse:
        """All of it as it stands."""
        return await self.house.tournaments.GetTournament(pb.GetTournamentRequest(tournament_id=self.id))

    async def play(self, contestant: int, turns: int = 100) -> None:
        """Play what a contestant has to play, by itself."""
        for seat in await self.seats(contestant):
            await self.house.play(seat.game_id, seat.token, turns)

    async def retire(self, contestant: int) -> None:
        """Give up what a contestant has to play."""
        for seat in await self.seats(contestant):
            request = games.RetireSeatRequest(game_id=seat.game_id, command_id=new_id())
            await self.house.games.RetireSeat(request, metadata=bearer(seat.token))

    async def all_counted(self) -> None:
        """Wait until every game that is over is in the log, and all are over."""
        request = pb.SubscribeTournamentRequest(tournament_id=self.id)
        async with asyncio.timeout(60):
            async for _ in self.house.tournaments.SubscribeTournament(request):
                if not (await self.whole()).tournament.games_open:
                    return

    async def dossier(self) -> bytes:
        """The archive of a tournament that is closed."""
        request = pb.ExportTournamentRequest(tournament_id=self.id)
        return b"".join([part.data async for part in self.house.tournaments.ExportTournament(request)])

    async def follow(self, after: int = 0) -> list[tournament_pb2.TournamentRecord]:
        """All records up to the moment when there is nothing newer, or the end."""
        call = self.house.tournaments.SubscribeTournament(
            pb.SubscribeTournamentRequest(tournament_id=self.id, after=after)
        )
        records: list[tournament_pb2.TournamentRecord] = []
        async for item in call:
            if item.WhichOneof("item") == "caught_up":
                call.cancel()
                break
            records += item.records.records
        return records


async def announce(house: House, **request: Any) -> pb.CreateTournamentResponse:
    """Announce a tournament; whatever is given replaces the usual."""
    usual = {
        "command_id": new_id(),
        "name": "The Everest Open",
        "kind": DUPLICATE,
        "game": "everest1924",
        "seats": 1,
        "rounds": 2,
        "claim": CLAIM,
    }
    return await house.tournaments.CreateTournament(pb.CreateTournamentRequest(**{**usual, **request}))
