"""A meeting: tournaments at a time on nodes of one database, one of which is killed while they play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from crash.nodes import Place

from summitbook.dicey_peaks.v1 import dicey_peaks_pb2 as dicey
from summitbook.everest1924.v1 import everest1924_pb2 as everest
from summitbook.v1 import games_pb2, tournament_pb2
from summitbook.v1 import tournament_service_pb2 as pb

from .entrants import Entrant, Habit
from .lines import Lines

AWAY_ONE_IN, DROPS_OUT_ONE_IN, LATE_ONE_IN = 20, 15, 25


@dataclass(frozen=True)
class Plan:
    """One tournament as it is to be held."""

    name: str
    kind: tournament_pb2.TournamentKind
    game: str
    contestants: int
    seats: int
    rounds: int
    turn_seconds: int
    tired: int = 120
    """After how many commands of one game a bot gives up."""

    @property
    def options(self) -> games_pb2.Options:
        """The options of its games."""
        if self.game == "everest1924":
            return games_pb2.Options(everest1924=everest.Options(turn_seconds=self.turn_seconds))
        return games_pb2.Options(dicey_peaks=dicey.Options(turn_seconds=self.turn_seconds))


@dataclass
class Held:
    """What a tournament came to."""

    plan: Plan
    whole: pb.GetTournamentResponse
    dossier: bytes
    commands: int
    key: str
    """The public key of the nodes, in hex."""


@dataclass
class Tournament:
    """Its organiser and all who entered."""

    plan: Plan
    lines: Lines
    luck: Random
    id: str = ""
    token: str = ""
    entrants: list[Entrant] = field(default_factory=list)

    async def hold(self, began: Callable[[int], Any] = lambda _: None) -> Held:
        """Hold it to its end; `began` is told of each round that is published."""
        await self._announce()
        late = max(1, self.plan.contestants // LATE_ONE_IN)
        await self._enter(self.plan.contestants - late)
        await self._run("StartTournament")
        for number in range(1, self.plan.rounds + 1):
            await self._run("PublishRound")
            began(number)
            if number == 1:
                await self._enter(late)
            await asyncio.gather(*(each.play() for each in self.entrants))
            await self._all_counted()
            await self._decide(number)
            await self._run("CloseRound")
            await self._drop_out(number)
        await self._run("CloseTournament")
        whole = await self._look()
        dossier = await self.lines.export(pb.ExportTournamentRequest(tournament_id=self.id))
        commands, key = sum(each.commands for each in self.entrants), await self.lines.key()
        return Held(self.plan, whole, dossier, commands, key)

    async def _announce(self) -> None:
        request = pb.CreateTournamentRequest(
            command_id=self.lines.new_id(),
            name=self.plan.name,
            kind=self.plan.kind,
            game=self.plan.game,
            seats=self.plan.seats,
            rounds=self.plan.rounds,
            options=self.plan.options,
            claim=self.luck.randbytes(32),
        )
        made = await self.lines.tournament("CreateTournament", request)
        self.id, self.token = made.tournament.tournament_id, made.token

    async def _enter(self, count: int) -> None:
        new = [self._entrant(len(self.entrants) + number) for number in range(count)]
        self.entrants += new
        await asyncio.gather(*(each.enter() for each in new))

    def _entrant(self, number: int) -> Entrant:
        habit: Habit = "plays"
        if number % AWAY_ONE_IN == 1:
            habit = "stays away"
        elif number % DROPS_OUT_ONE_IN == 2:
            habit = "drops out"
        luck, name = Random(self.luck.getrandbits(32)), f"Climber {number}"
        return Entrant(self.lines, self.id, name, habit, tired=self.plan.tired, luck=luck)

    async def _drop_out(self, number: int) -> None:
        """Those who do leave one after another, round by round, and the first of them at once."""
        leaving = [each for each in self.entrants if each.habit == "drops out"]
        for each in leaving[number - 1 :: self.plan.rounds]:
            await each.leave()

    async def _decide(self, number: int) -> None:
        """Somebody is fined after each round."""
        fined = self.luck.choice(self.entrants).number
        decision = tournament_pb2.MakeDecision(
            ruling=tournament_pb2.RULING_POINTS, contestant=fined, points=-1, reason=f"Late in round {number}"
        )
        await self._run("MakeDecision", decision=decision)

    async def _all_counted(self) -> None:
        """Wait for the turn clock to end what nobody plays, and for the service to count it."""
        while (await self._look()).tournament.games_open:  # noqa: ASYNC110 - nodes come and go
            await asyncio.sleep(0.25)

    async def _look(self) -> pb.GetTournamentResponse:
        request = pb.GetTournamentRequest(tournament_id=self.id)
        return await self.lines.tournament("GetTournament", request)

    async def _run(self, call: str, **more: Any) -> None:
        request = getattr(pb, f"{call}Request")(tournament_id=self.id, command_id=self.lines.new_id(), **more)
        await self.lines.tournament(call, request, self.token)


async def meeting(
    place: Place,
    plans: list[Plan],
    seed: int,
    *,
    after: float = 1.0,
    say: Callable[[str], object] = lambda _: None,
) -> tuple[list[Held], Lines]:
    """
    Hold these tournaments at a time, and kill the first node for good in the midst of the first one.

    That is `after` seconds into its middle round.
    """
    luck = Random(seed)
    async with place:
        lines = Lines([node.address for node in place.nodes], luck)
        first = plans[0]
        killing: list[asyncio.Task[None]] = []

        def began(plan: Plan, number: int) -> None:
            say(f"{plan.name}: round {number}")
            if plan is first and number == (plan.rounds + 1) // 2:
                killing.append(asyncio.create_task(_kill(place, after, say)))

        held = await asyncio.gather(
            *(
                Tournament(plan, lines, Random(luck.getrandbits(32))).hold(
                    lambda number, plan=plan: began(plan, number)
                )
                for plan in plans
            )
        )
        await killing[0]
        await lines.close()
        await place.nodes[1].stop()
    return list(held), lines


async def _kill(place: Place, after: float, say: Callable[[str], object]) -> None:
    await asyncio.sleep(after)
    place.nodes[0].kill()
    say("a node is killed")
