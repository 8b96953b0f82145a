"""A game as somebody meets it: whoever looks on, whoever sits there, whoever made it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

import grpc

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import games_pb2, replay_service_pb2

from .calls import Calls, bearer
from .watch import Step, steps

CLAIM_BYTES = 32
SALT_BYTES = 16


def new_id() -> str:
    """A command id."""
    return str(uuid4())


def new_claim() -> bytes:
    """A secret by which a lost token is got again."""
    return secrets.token_bytes(CLAIM_BYTES)


@dataclass(frozen=True)
class Table:
    """A game that one looks at; the token, empty for whoever has none, is a key and is never shown."""

    client: Calls = field(repr=False, compare=False)
    game_id: str
    token: str = field(repr=False)

    async def look(self) -> pb.GetGameResponse:
        """The game as it is, with its view; for a seat also what that seat may do."""
        return await self.client.ask(
            self.client.games.GetGame, pb.GetGameRequest(game_id=self.game_id), self.token
        )

    async def take_seat(
        self,
        name: str,
        *,
        seat: int | None = None,
        salt: bytes | None = None,
        command_id: str | None = None,
        claim: bytes | None = None,
    ) -> Seat:
        """
        Sit down, on the first free seat if none is named; the salt, at most 64 bytes, goes into the dice.

        A program that may end before it is answered keeps `command_id`, `claim` and `salt`
        of its own, and asks again with them for the same seat.
        """
        request = pb.TakeSeatRequest(game_id=self.game_id, name=name, seat=seat)
        return await taken(
            self.client, request, salt=salt, command_id=command_id, claim=claim, token=self.token
        )

    def follow(self, after: int = 0) -> AsyncGenerator[pb.SubscribeResponse, None]:
        """Every item of the game's stream behind record `after`, heartbeats too, until the last record."""

        def begin(last: pb.SubscribeResponse | None) -> grpc.aio.UnaryStreamCall[Any, pb.SubscribeResponse]:
            seen = last.version if last else after
            request = pb.SubscribeRequest(game_id=self.game_id, after=seen, want_view=True)
            return self.client.games.Subscribe(request, metadata=bearer(self.token))

        return self.client.resumed(begin)

    def steps(self, after: int = 0) -> AsyncGenerator[Step, None]:
        """
        What each command led to, behind record `after` and live from then on, until the game's last record.

        None is missed and none comes twice, whatever breaks. Raises BrokenChain where a
        record does not follow from the one before.
        """
        return steps(self.follow(after), after)

    async def export(self) -> bytes:
        """The game's replay file, as recorded so far."""
        request = replay_service_pb2.ExportReplayRequest(game_id=self.game_id)

        async def attempt() -> bytes:
            parts = self.client.replays.ExportReplay(request, metadata=bearer(self.token))
            return b"".join([part.lines async for part in parts])

        return await self.client.until_answered(attempt)

    async def review(self) -> replay_service_pb2.ReviewReplayResponse:
        """What each choice in a game that is over cost, and how much was luck: docs/advice.md, "Review"."""
        request = replay_service_pb2.ReviewReplayRequest(game_id=self.game_id)
        return await self.client.ask(self.client.replays.ReviewReplay, request, self.token)


@dataclass(frozen=True)
class Seat(Table):
    """A seat that one may act for; the token and the claim are its keys and are never shown."""

    seat: int
    claim: bytes = field(repr=False)

    async def legal_actions(self) -> Sequence[games_pb2.LegalAction]:
        """Every command that the seat may send now, in a fixed order; none when it has nothing to do."""
        request = pb.ListLegalActionsRequest(game_id=self.game_id)
        return (await self.client.ask(self.client.games.ListLegalActions, request, self.token)).legal_actions

    async def act(
        self,
        command: games_pb2.Command,
        *,
        expected_version: int | None = None,
        command_id: str | None = None,
    ) -> pb.ActResponse:
        """
        Send a command; the answer has the events, the view and what the seat may do next.

        With `expected_version` it is done on that version only. A command that ended in
        Unreachable is sent again with the `command_id` it had, so give it one if you mean to.
        """
        request = act_request(self, command, expected_version, command_id)
        answer = await self.client.ask(self.client.games.Act, request, self.token)
        return self.client.received(self.game_id, answer)

    async def hint(
        self, *, expected_version: int | None = None, command_id: str | None = None
    ) -> pb.GetHintResponse:
        """
        What each legal action is worth, as far as is known; the log notes that the seat has asked.

        Both arguments are as in `act`. The first hint on some content takes the server seconds.
        """
        request = pb.GetHintRequest(
            game_id=self.game_id, command_id=command_id or new_id(), expected_version=expected_version
        )
        answer = await self.client.ask(self.client.games.GetHint, request, self.token)
        return self.client.received(self.game_id, answer)

    async def leave(self) -> pb.LeaveSeatResponse:
        """Stand up again before the start."""
        request = pb.LeaveSeatRequest(game_id=self.game_id, command_id=new_id())
        answer = await self.client.ask(self.client.games.LeaveSeat, request, self.token)
        return self.client.received(self.game_id, answer)

    async def retire(self) -> pb.RetireSeatResponse:
        """Give up for good; the game goes on without the seat where it can."""
        request = pb.RetireSeatRequest(game_id=self.game_id, command_id=new_id())
        answer = await self.client.ask(self.client.games.RetireSeat, request, self.token)
        return self.client.received(self.game_id, answer)

    async def renewed(self) -> Seat:
        """The seat with a fresh token, for a token that was lost or has run out."""
        request = pb.IssueTokenRequest(game_id=self.game_id, seat=self.seat, claim=self.claim)
        return replace(self, token=(await self.client.ask(self.client.games.IssueToken, request)).token)


@dataclass(frozen=True)
class Host(Table):
    """Whoever made a game, its keys, and the code that opens it to others where it is private."""

    claim: bytes = field(repr=False)
    join_code: str = field(default="", repr=False)

    async def cancel(self) -> pb.CancelGameResponse:
        """End the game, which must not have begun."""
        request = pb.CancelGameRequest(game_id=self.game_id, command_id=new_id())
        answer = await self.client.ask(self.client.games.CancelGame, request, self.token)
        return self.client.received(self.game_id, answer)

    async def renewed(self) -> Host:
        """The host with a fresh token, for one that has run out."""
        request = pb.IssueTokenRequest(game_id=self.game_id, claim=self.claim)
        return replace(self, token=(await self.client.ask(self.client.games.IssueToken, request)).token)


async def taken(
    client: Calls,
    request: pb.TakeSeatRequest,
    *,
    salt: bytes | None,
    command_id: str | None,
    claim: bytes | None,
    token: str = "",
) -> Seat:
    """The seat that is asked for; what is None is made up."""
    request.salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    request.command_id = command_id or new_id()
    request.claim = claim or new_claim()
    answer = await client.ask(client.games.TakeSeat, request, token)
    client.received(answer.game_id, answer)
    return Seat(client, answer.game_id, answer.token, answer.seat, request.claim)


def act_request(
    seat: Seat, command: games_pb2.Command, expected_version: int | None, command_id: str | None = None
) -> pb.ActRequest:
    """A command, whose answer is to have the view and what the seat may do next."""
    return pb.ActRequest(
        game_id=seat.game_id,
        command_id=command_id or new_id(),
        expected_version=expected_version,
        command=command,
        want_view=True,
        want_legal_actions=True,
    )
