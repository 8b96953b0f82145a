"""
Tournaments that programs hold, and whoever looks on: their contestants play by gRPC, as bots do.

    cup = Cup.announced(service, "tables", "dicey_peaks", seats=3, rounds=2)
    cup.enter("Ada", "Bo", "Cy")
    cup.run("StartTournament")
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import grpc
from playwright.sync_api import expect

from page.chrome import Person
from page.serving import Running
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import games_pb2, tournament_pb2
from summitbook.v1 import tournament_service_pb2 as pb
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook.v1.tournament_service_pb2_grpc import TournamentServiceStub
from summitbook_client.policy import going_on

LUCK = 1924
MOST_CHOICES = 400
"""Then a seat gives up: luck alone leads to an end seldom soon."""
UP = ("Climb", "Traverse", "Roll")
OFTEN = 0.9
KEEP = """([tournamentId, name, organiser, contestants]) => {
  const kept = JSON.parse(localStorage.getItem("summitbook.tournaments") ?? "[]");
  kept.unshift({ tournamentId, name, organiser, contestants });
  localStorage.setItem("summitbook.tournaments", JSON.stringify(kept));
}"""
"""What a browser keeps of a tournament that it announced or entered."""


class Held(NamedTuple):
    """A token, and the claim that it was issued for."""

    token: str
    claim: bytes

    def kept(self, **more: Any) -> dict[str, Any]:
        """As a browser keeps it."""
        return {"token": self.token, "claim": self.claim.hex(), **more}


@dataclass
class Cup:
    """One tournament, with the tokens of all who have to do with it."""

    service: Running
    name: str
    id: str
    organiser: Held
    names: list[str] = field(default_factory=list)
    contestants: list[Held] = field(default_factory=list)

    @classmethod
    def announced(
        cls,
        service: Running,
        kind: str,
        game: str,
        *,
        seats: int = 1,
        rounds: int = 2,
        name: str = "The Cup",
        **options: Any,
    ) -> Cup:
        """One that nobody has entered."""
        claim = os.urandom(32)
        request = pb.CreateTournamentRequest(
            command_id=new_id(),
            name=name,
            kind=f"TOURNAMENT_KIND_{kind.upper()}",
            game=game,
            seats=seats,
            rounds=rounds,
            options=games_pb2.Options(**{game: options}),
            claim=claim,
        )
        answer = asked(service, lambda stubs: stubs.tournaments.CreateTournament(request))
        return cls(service, name, answer.tournament.tournament_id, Held(answer.token, claim))

    def enter(self, *names: str) -> None:
        """So many contestants."""
        for name in names:
            claim = os.urandom(32)
            request = pb.EnterTournamentRequest(
                tournament_id=self.id, command_id=new_id(), name=name, claim=claim
            )
            answer = asked(
                self.service, lambda stubs, request=request: stubs.tournaments.EnterTournament(request)
            )
            self.names.append(name)
            self.contestants.append(Held(answer.token, claim))

    def run(self, call: str, **fields: Any) -> Any:
        """Any call of the organiser's."""
        request = getattr(pb, f"{call}Request")(tournament_id=self.id, command_id=new_id(), **fields)
        return asked(
            self.service,
            lambda stubs: getattr(stubs.tournaments, call)(request, metadata=bearer(self.organiser)),
        )

    def decide(self, ruling: str, reason: str, **fields: Any) -> None:
        """A referee's decision."""
        decision = tournament_pb2.MakeDecision(ruling=f"RULING_{ruling.upper()}", reason=reason, **fields)
        self.run("MakeDecision", decision=decision)

    def whole(self) -> pb.GetTournamentResponse:
        """All of it as it stands."""
        request = pb.GetTournamentRequest(tournament_id=self.id)
        answer: pb.GetTournamentResponse = asked(
            self.service, lambda stubs: stubs.tournaments.GetTournament(request)
        )
        return answer

    def seats(self, contestant: int) -> list[pb.ContestantSeat]:
        """What a contestant has to play."""
        request, held = pb.ListSeatsRequest(tournament_id=self.id), self.contestants[contestant]
        answer = asked(
            self.service, lambda stubs: stubs.tournaments.ListSeats(request, metadata=bearer(held))
        )
        return list(answer.seats)

    def retire(self, *contestants: int) -> None:
        """These give up whatever they have to play."""
        for contestant in contestants:
            for seat in self.seats(contestant):
                request = games.RetireSeatRequest(game_id=seat.game_id, command_id=new_id())
                asked(
                    self.service,
                    lambda stubs, request=request, seat=seat: stubs.games.RetireSeat(
                        request, metadata=bearer(seat)
                    ),
                )

    def play(self, *contestants: int) -> None:
        """These play games of their own to the end, at random and in turn."""
        luck = Random(LUCK)
        for contestant in contestants:
            for seat in self.seats(contestant):
                asked(self.service, lambda stubs, seat=seat: _play(stubs.games, seat, luck))
        self.counted()

    def counted(self) -> None:
        """Wait until what is over is counted."""
        request = pb.SubscribeTournamentRequest(tournament_id=self.id)

        def wait(stubs: Stubs) -> None:
            stream = stubs.tournaments.SubscribeTournament(request)
            for _ in stream:
                if not self.whole().tournament.games_open:
                    stream.cancel()
                    return

        asked(self.service, wait)

    def kept_by(self, person: Person, *contestants: int, organises: bool = False) -> None:
        """Give a browser what it would have kept, and look at the tournament."""
        own = [self.contestants[each].kept(contestant=each, name=self.names[each]) for each in contestants]
        organiser = self.organiser.kept() if organises else None
        person.page.evaluate(KEEP, [self.id, self.name, organiser, own])
        person.page.goto(f"{person.url}#/tournament/{self.id}")
        person.page.reload()
        self.seen_by(person)

    def seen_by(self, person: Person) -> None:
        """Look at it."""
        person.page.goto(f"{person.url}#/tournament/{self.id}")
        expect(person.page.get_by_role("heading", name=self.name, level=1)).to_be_visible()
        expect(
            person.page.get_by_text("Live", exact=True)
            .or_(person.page.get_by_text("Closed", exact=True))
            .first
        ).to_be_visible()


class Stubs(NamedTuple):
    """The services."""

    games: GameServiceStub
    tournaments: TournamentServiceStub


def asked(service: Running, ask: Callable[[Stubs], Any]) -> Any:
    """What a call is answered."""
    with grpc.insecure_channel(f"127.0.0.1:{service.grpc_port}") as channel:
        return ask(Stubs(GameServiceStub(channel), TournamentServiceStub(channel)))


def bearer(holder: Any) -> tuple[tuple[str, str]]:
    """A token, as it travels."""
    return (("authorization", f"Bearer {holder.token}"),)


def new_id() -> str:
    return str(uuid.uuid4())


def _play(stub: GameServiceStub, seat: pb.ContestantSeat, luck: Random) -> None:
    asking, token = games.ListLegalActionsRequest(game_id=seat.game_id), bearer(seat)
    actions = stub.ListLegalActions(asking, metadata=token).legal_actions
    for _ in range(MOST_CHOICES):
        if not actions:
            return
        chosen = _chosen(actions, luck)
        act = games.ActRequest(
            game_id=seat.game_id, command_id=new_id(), command=chosen.command, want_legal_actions=True
        )
        actions = stub.Act(act, metadata=token).legal_actions
    stub.RetireSeat(games.RetireSeatRequest(game_id=seat.game_id, command_id=new_id()), metadata=token)


def _chosen(actions: Sequence[games_pb2.LegalAction], luck: Random) -> games_pb2.LegalAction:
    """What leads up, as a rule; by luck alone nobody comes far."""
    up = [each for each in actions if each.label.startswith(UP)]
    return luck.choice(up if up and luck.random() < OFTEN else going_on(actions) or list(actions))
