"""
A service in this process, clients of it over loopback, and the stop between two of its lives.

    async with House(folder) as house:
        game = await house.create()
        token = await house.take_seat(game)
        await house.act(game, token, ROLL)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from summitbook.everest1924.v1 import everest1924_pb2 as everest
from summitbook.v1 import game_pb2, games_pb2, record_pb2
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook.v1.replay_service_pb2_grpc import ReplayServiceStub
from summitbook.v1.tournament_service_pb2_grpc import TournamentServiceStub
from summitbook_service.clock import Clock
from summitbook_service.keys import Bearer
from summitbook_service.server import serving
from summitbook_service.settings import Settings
from summitbook_service.store import Store

CLAIM = b"a claim of mine!"
OTHER_CLAIM = b"another one's claim"
ROPED = "roped"
"""An edition for up to three seats, which tests/whole/conftest.py adds."""


def everest_command(**chosen: Any) -> games_pb2.Command:
    return games_pb2.Command(everest1924=everest.Command(**chosen))


ROLL = everest_command(roll_dice=everest.RollDice())
ADVANCE = everest_command(advance=everest.Advance())
COMBINE_NOTHING = everest_command(combine_dice=everest.CombineDice(keep=0, discard=0, op="OP_ADD"))
REROLL_NOTHING = everest_command(reroll_dice=everest.RerollDice())
ABANDON = everest_command(abandon=everest.Abandon())


def new_id() -> str:
    return str(uuid4())


class House:
    """One service; `restart` ends its life and begins the next one on the same folder."""

    def __init__(
        self, folder: Path, store: Store | str | None = None, clock: Clock | None = None, **settings: Any
    ) -> None:
        usual = {"port": 0, "web_port": "off", "linger": 0.0, "grace": 1.0, "calls_a_second": 1_000_000}
        usual["store"] = store if isinstance(store, str) else None
        self.settings = Settings(data=folder, **{**usual, **settings})
        self.heard: list[bytes] = []
        """Every answer as it came over the wire, and the details of every error."""
        self._store = None if isinstance(store, str) else store
        self._clock = clock
        self._life: AsyncExitStack

    async def __aenter__(self) -> Self:
        self._life = AsyncExitStack()
        self.port, self.parts, self.web_port = await self._life.enter_async_context(
            serving(self.settings, self._store, self._clock)
        )
        self.channel = grpc.aio.insecure_channel(f"127.0.0.1:{self.port}")
        self.games = GameServiceStub(Listening(self.channel, self.heard))
        self.replays = ReplayServiceStub(Listening(self.channel, self.heard))
        self.tournaments = TournamentServiceStub(Listening(self.channel, self.heard))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.channel.close()
        await self.stop()

    async def stop(self) -> None:
        """Stop the service while its clients are still there."""
        await self._life.aclose()

    def gather(self, count: int) -> None:
        """Let each commit wait until so many commands are there, or the service is about to stop."""
        writer, bell = self.parts.writer, self.parts.bell
        writer._gather = lambda: until(lambda: len(writer._waiting) >= count or bell.stopping)

    async def restart(self) -> None:
        """Stop, and serve the same folder again."""
        await self.__aexit__()
        await self.__aenter__()

    @property
    def operator(self) -> tuple[tuple[str, str], ...]:
        """The metadata of whoever runs the service."""
        return bearer((self.settings.data / "operator.token").read_text().strip())

    def token(self, **claims: Any) -> str:
        """A token as the service itself would make it."""
        return self.parts.keys.token(Bearer(**{"by": "0" * 32, **claims}))

    async def make(self, **request: Any) -> games.CreateGameResponse:
        """Make an Everest game; whatever is given replaces the usual."""
        usual = {"command_id": new_id(), "game": "everest1924", "seats": 1, "claim": CLAIM}
        return await self.games.CreateGame(games.CreateGameRequest(**{**usual, **request}))

    async def create(self, **request: Any) -> str:
        """The id of a new game."""
        return (await self.make(**request)).game.game_id

    async def sit(self, game_id: str, *, token: str = "", **request: Any) -> games.TakeSeatResponse:
        """Take a seat as Irvine; whatever is given replaces the usual."""
        usual = {"command_id": new_id(), "game_id": game_id, "name": "Irvine", "claim": CLAIM}
        return await self.games.TakeSeat(
            games.TakeSeatRequest(**{**usual, **request}), metadata=bearer(token)
        )

    async def create_roped(self, seats: int = 3, **request: Any) -> str:
        """The id of a new game that starts only when several have sat down."""
        return await self.create(edition=ROPED, seats=seats, **request)

    async def take_seat(self, game_id: str, **request: Any) -> str:
        """The token of a new seat."""
        return (await self.sit(game_id, **request)).token

    async def started(self, **request: Any) -> tuple[str, str]:
        """A game that has just begun, and its seat's token."""
        game_id = await self.create(**request)
        return game_id, await self.take_seat(game_id)

    async def act(self, game_id: str, token: str, command: Any = ROLL, **request: Any) -> games.ActResponse:
        """Send one command of a seat."""
        usual = {"command_id": new_id(), "game_id": game_id, "command": command}
        return await self.games.Act(games.ActRequest(**{**usual, **request}), metadata=bearer(token))

    async def finish(self, game_id: str, token: str) -> games.ActResponse:
        """Turn back at once; the game closes."""
        return await self.act(game_id, token, ABANDON)

    async def play(self, game_id: str, token: str, turns: int) -> int:
        """
        Roll and advance so many times, or until the end; answers the version.

        Each turn leads one column on, and the lowest row has ten: no climb ends before the tenth turn.
        """
        version = (await self.game(game_id, token)).version
        for _ in range(2 * turns):
            if not (legal := await self.legal(game_id, token)):
                break
            command = next((each for each in legal if kind_of(each) == "advance"), ROLL)
            version = (await self.act(game_id, token, command)).version
        return version

    async def legal(self, game_id: str, token: str) -> list[games_pb2.Command]:
        """What the token's seat may send now."""
        request = games.ListLegalActionsRequest(game_id=game_id)
        answer = await self.games.ListLegalActions(request, metadata=bearer(token))
        return [action.command for action in answer.legal_actions]

    async def game(self, game_id: str, token: str = "") -> game_pb2.Game:
        """The game as everyone sees it."""
        request = games.GetGameRequest(game_id=game_id)
        return (await self.games.GetGame(request, metadata=bearer(token))).game

    async def follow(self, game_id: str, after: int = 0, token: str = "") -> list[record_pb2.Record]:
        """All records up to the moment when there is nothing newer, or the end."""
        request = games.SubscribeRequest(game_id=game_id, after=after)
        call = self.games.Subscribe(request, metadata=bearer(token))
        records: list[record_pb2.Record] = []
        async for item in call:
            if item.WhichOneof("item") == "caught_up":
                call.cancel()
                break
            records += item.records.records
        return records

    async def export(self, game_id: str, token: str = "") -> bytes:
        """A game's file."""
        request = replays.ExportReplayRequest(game_id=game_id)
        return b"".join(
            [part.lines async for part in self.replays.ExportReplay(request, metadata=bearer(token))]
        )


async def until(holds: Callable[[], Any]) -> None:
    """Wait for something in the service that tells no one when it happens."""
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 -- as said above
            await asyncio.sleep(0.001)


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carries a token, or none."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def kind(event: record_pb2.Event) -> str:
    """Which event it is, by its field."""
    chosen = event.WhichOneof("event")
    return event.everest1924.WhichOneof("event") if chosen == "everest1924" else chosen


def kind_of(command: games_pb2.Command) -> str:
    """Which command it is, by its field."""
    return command.everest1924.WhichOneof("command")


class refused:  # noqa: N801 -- it is read as a word of a sentence
    """
    The call in this block ends with this status and reason; `metadata` and `message` are what came with it.

        with refused("ABORTED", "WRONG_VERSION"):
            await house.act(...)
    """

    def __init__(self, status: str, reason: str) -> None:
        self._expected = (status, reason)
        self.metadata: dict[str, str] = {}
        self.message = ""

    def __enter__(self) -> Self:
        self._raised = pytest.raises(grpc.aio.AioRpcError)
        self._caught = self._raised.__enter__()
        return self

    def __exit__(self, *raised: object) -> bool:
        passed = self._raised.__exit__(*raised)
        if passed:
            error = self._caught.value
            info = info_of(error)
            assert (error.code().name, info.reason) == self._expected, error.details()
            assert info.domain == "summitbook"
            self.metadata, self.message = dict(info.metadata), error.details() or ""
        return passed


def info_of(error: grpc.aio.AioRpcError) -> ErrorInfo:
    """The ErrorInfo that came with an error; its status agrees with the call's."""
    details = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin")
    assert details is not None, f"{error.code()} came without details: {error.details()}"
    status = Status.FromString(details)
    assert (status.code, status.message) == (error.code().value[0], error.details())
    info = ErrorInfo()
    assert status.details[0].Unpack(info)
    return info


class Listening:
    """A channel whose answers are kept as they came over the wire."""

    def __init__(self, channel: grpc.aio.Channel, heard: list[bytes]) -> None:
        self._channel, self._heard = channel, heard

    def __getattr__(self, shape: str) -> Any:
        def call(path: str, *, request_serializer: Any, response_deserializer: Any, **_: Any) -> Any:
            def hear(data: bytes) -> Any:
                self._heard.append(data)
                return response_deserializer(data)

            return getattr(self._channel, shape)(path, request_serializer, hear)

        return call
