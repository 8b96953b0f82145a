"""Who calls the service in a run: players who send until they are answered, and watchers who resume."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any

from grpc import StatusCode

from summitbook.everest1924.v1 import everest1924_pb2 as everest
from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import games_pb2
from summitbook_domain.refusal import Refused
from summitbook_service.errors import AlreadyUsed, LimitReached, Problem, Unavailable, WrongVersion
from summitbook_service.keys import Bearer, mark_of

from .node import Broken, Fault
from .world import Acknowledged, World

CLAIM = b"the claim of the one player"
ROLL = games_pb2.Command(everest1924=everest.Command(roll_dice=everest.RollDice()))
ADVANCE = games_pb2.Command(everest1924=everest.Command(advance=everest.Advance()))
ABANDON = games_pb2.Command(everest1924=everest.Command(abandon=everest.Abandon()))
COMMANDS = (ROLL, ROLL, ROLL, ADVANCE, ADVANCE, ADVANCE, ABANDON)
TRY_AGAIN = (Broken, Unavailable, LimitReached, TimeoutError)
"""After these nobody knows what became of a command."""
MAY_BE_DONE = {status.value[0] for status in (StatusCode.UNAVAILABLE, StatusCode.RESOURCE_EXHAUSTED)}
"""The same on a stream of commands."""
REFUSED = {status.value[0] for status in (StatusCode.FAILED_PRECONDITION, StatusCode.ABORTED)}
"""After these everybody knows that nothing was done."""


class Player:
    """Plays one game, with as many hands as it likes; each command is sent until it is answered."""

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        self.name = name
        self.game_id = ""
        self._bearer: Bearer | None = None
        self._version = 0

    async def sit(self) -> None:
        """Make a game and take its seat."""
        create = pb.CreateGameRequest(
            command_id=self._world.new_id(), game="everest1924", seats=1, claim=CLAIM
        )
        self.game_id = (await self.send("CreateGame", create)).game.game_id
        take = pb.TakeSeatRequest(
            game_id=self.game_id, command_id=self._world.new_id(), name="Irvine", claim=CLAIM
        )
        answer = await self.send("TakeSeat", take)
        self._bearer = Bearer("seat", mark_of(CLAIM), self.game_id, answer.seat, since=2)

    async def play(self, commands: int) -> None:
        """Send some commands, legal or not."""
        for _ in range(commands):
            if self._world.chance(0.3):
                await self._burst([self._command() for _ in range(3)])
                continue
            request = self._command()
            answer = await self.send("Act", request)
            if answer:
                self._version = max(self._version, answer.version)
            if answer and self._world.chance(0.2):
                await self._misuse(request)
            if self._world.chance(0.3):
                await self._look()

    def _command(self) -> pb.ActRequest:
        world = self._world
        expected = self._version if world.chance(0.3) else None
        return pb.ActRequest(
            game_id=self.game_id,
            command_id=world.new_id(),
            command=world.luck.choice(COMMANDS),
            expected_version=expected,
        )

    async def _burst(self, requests: list[pb.ActRequest]) -> None:
        """Send commands on one stream; when it breaks, each whose end nobody knows once more by itself."""
        unknown = list(requests)
        try:
            await self._on_one_stream(requests, unknown)
        except TRY_AGAIN as error:
            self._world.note(self.name, f"has {len(unknown)} commands unanswered: {type(error).__name__}")
        for request in unknown:
            await self.send("Act", request)

    async def _on_one_stream(self, requests: list[pb.ActRequest], unknown: list[pb.ActRequest]) -> None:
        """Take those that are answered from the unknown; raises what the stream breaks with."""
        world, waiting, last = self._world, iter(requests), 0
        call = world.luck.choice(world.nodes).stream("Play", self._sending(requests), self._bearer)
        async with asyncio.timeout(None if world.calm else 30), aclosing(call) as answers:
            async for answer in answers:
                request = next(waiting)
                if answer.command_id != request.command_id:
                    raise Fault(f"{answer.command_id} is answered where {request.command_id} is next")
                # After a conflict commands are decided afresh, in whatever order: then only answers keep it.
                if answer.HasField("act") and answer.act.version <= last and not world.conflicts:
                    raise Fault(f"{self.name}'s commands overtook each other on their stream")
                last = answer.act.version or last
                if self._heard(request, answer):
                    unknown.remove(request)
        if any(waiting):
            raise Fault(f"{self.name}'s stream of commands ended before its last answer")

    async def _sending(self, requests: list[pb.ActRequest]) -> AsyncGenerator[pb.PlayRequest, None]:
        for request in requests:
            yield pb.PlayRequest(act=request)
            await self._world.pause(0.002)

    def _heard(self, request: pb.ActRequest, answer: pb.PlayResponse) -> bool:
        """Whether an answer on a stream says what became of the command; raises Fault."""
        if answer.HasField("act"):
            self._acknowledge("Act", request, answer.act)
            return True
        self._world.note(self.name, f"refused on a stream: {answer.refusal.reason}")
        if answer.refusal.status not in MAY_BE_DONE | REFUSED:
            raise Fault(f"a command on a stream is told {answer.refusal}")
        return answer.refusal.status not in MAY_BE_DONE

    async def _look(self) -> None:
        """See the game as it is, which is never more than what is on the disk."""
        request, known = pb.GetGameRequest(game_id=self.game_id), self._version
        with suppress(*TRY_AGAIN):
            shown = (await self._world.luck.choice(self._world.nodes).call("GetGame", request)).game
            self._world.note(self.name, f"looks at {shown.version}")
            if not self._world.disk.holds(self.game_id, shown.version, shown.record_hash):
                raise Fault(f"{self.name} is shown record {shown.version} before it is durable")
            if shown.version < known:
                raise Fault(f"{self.name} is shown record {shown.version} and has been answered {known}")

    async def send(self, method: str, request: Any) -> Any:
        """Send a command, maybe twice at once, until it is answered; answers None where it was refused."""
        tries = 0
        while True:
            tries += 1
            answers = await self._sent(method, request)
            if given := [each for each in answers if not isinstance(each, Exception)]:
                return given[0]
            if not any(isinstance(each, TRY_AGAIN) for each in answers):
                return self._refused(request, answers[0], once=tries == 1)
            await self._world.pause(1)

    async def _sent(self, method: str, request: Any) -> list[Any]:
        """What a command is answered, or why it is not; two answers where it was sent twice at once."""
        if self._world.chance(0.1):
            return await asyncio.gather(self._outcome(method, request), self._outcome(method, request))
        return [await self._outcome(method, request)]

    async def _outcome(self, method: str, request: Any) -> Any:
        try:
            return await self._try(method, request)
        except (*TRY_AGAIN, Refused, WrongVersion) as error:
            return error

    def _refused(self, request: Any, why: Exception, *, once: bool) -> None:
        self._world.note(self.name, f"refused: {why}")
        if once:
            self._world.refused.add(request.command_id)

    async def _try(self, method: str, request: Any) -> Any:
        """Send it once, and go away when it takes too long."""
        world = self._world
        patience = None if world.calm else world.luck.choice((0.003, 1, 30, 30))
        node = world.luck.choice(world.nodes)
        await world.pause(0.001)
        async with asyncio.timeout(patience):
            answer = await node.call(method, request, self._bearer)
        self._acknowledge(method, request, answer)
        return answer

    def _acknowledge(self, method: str, request: Any, answer: Any) -> None:
        made = (answer.game.game_id, 1, answer.game.record_hash, 1) if method == "CreateGame" else (
            self.game_id, answer.version, answer.record_hash, len(answer.events)
        )  # fmt: skip
        self._world.acknowledge(Acknowledged(method, request, self._bearer, *made))

    async def _misuse(self, request: pb.ActRequest) -> None:
        """Send something else under the id of a command that was done."""
        other = pb.ActRequest()
        other.CopyFrom(request)
        other.command.CopyFrom(
            self._world.luck.choice([each for each in COMMANDS if each != request.command])
        )
        while True:
            try:
                await self._world.luck.choice(self._world.nodes).call("Act", other, self._bearer)
            except AlreadyUsed:
                return
            except TRY_AGAIN:
                await self._world.pause(0.5)
                continue
            except (Refused, Problem) as error:
                raise Fault(f"a used id with other content is answered {error}") from error
            raise Fault("a used id with other content is carried out")
