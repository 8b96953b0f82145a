"""Commands of any seats on one stream, many at once, for bots and simulators."""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType
from typing import NamedTuple, Self

import grpc

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import games_pb2

from .calls import Calls
from .errors import Refused, refusal
from .table import Seat, act_request

STATUSES = {code.value[0]: code for code in grpc.StatusCode}
BROKEN_OFF = Refused(grpc.StatusCode.UNAVAILABLE, "BROKEN_OFF", "the server ended the stream")


class Sent(NamedTuple):
    """A command that waits for its answer."""

    request: pb.PlayRequest
    answer: asyncio.Future[pb.PlayResponse]


class Playing:
    """
    One stream of a client, begun with the first command; use it in `async with`.

    What is unanswered when it breaks is sent again on another, in order and with the same
    ids, for as long as the client has patience.
    """

    def __init__(self, client: Calls) -> None:
        self._client = client
        self._unanswered: deque[Sent] = deque()
        self._line: asyncio.Queue[Sent] = asyncio.Queue()
        self._going: asyncio.Task[None] | None = None
        self._answers = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._going:
            self._going.cancel()
            await asyncio.wait((self._going,))

    async def act(
        self, seat: Seat, command: games_pb2.Command, *, expected_version: int | None = None
    ) -> pb.ActResponse:
        """Send a command and wait for its answer, as `Seat.act` does; raises Refused or Unreachable."""
        request = pb.PlayRequest(act=act_request(seat, command, expected_version), token=seat.token)
        tries = self._client.tries()
        while True:
            told = await self._send(request)
            if told.HasField("act"):
                return self._client.received(seat.game_id, told.act)
            no = told.refusal
            status = STATUSES.get(no.status, grpc.StatusCode.UNKNOWN)
            await tries.after(Refused(status, no.reason, no.message, no.metadata))

    def _send(self, request: pb.PlayRequest) -> asyncio.Future[pb.PlayResponse]:
        sent = Sent(request, asyncio.get_running_loop().create_future())
        self._unanswered.append(sent)
        self._line.put_nowait(sent)
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._go_on())
        return sent.answer

    async def _go_on(self) -> None:
        """One stream after the other; what ends the trying is told to all who wait."""
        tries = self._client.tries()
        try:
            while True:
                answers = self._answers
                told = await self._stream()
                if self._answers > answers:
                    tries = self._client.tries()
                await tries.after(told)
        except Exception as error:  # noqa: BLE001 -- whatever it is, nobody is to wait for ever
            self._give_up(error)

    async def _stream(self) -> Refused:
        """Send what is unanswered and what comes, and pass the answers on; how the stream ended."""
        call, self._line = self._client.games.Play(), asyncio.Queue()
        for sent in self._unanswered:
            self._line.put_nowait(sent)
        writing = asyncio.create_task(self._write(call))
        try:
            async for told in call:
                self._client.answered()
                self._answers += 1
                answer = self._unanswered.popleft().answer
                if not answer.done():
                    answer.set_result(told)
        except grpc.aio.AioRpcError as error:
            told_why = refusal(error)
            if told_why.status is grpc.StatusCode.INTERNAL and not told_why.metadata:
                # gRPC itself tells so of a line that breaks under a command being written.
                told_why.status = grpc.StatusCode.UNAVAILABLE
            return told_why
        else:
            return BROKEN_OFF
        finally:
            call.cancel()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _write(self, call: grpc.aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]) -> None:
        while True:
            await call.write((await self._line.get()).request)

    def _give_up(self, error: Exception) -> None:
        left, self._unanswered = self._unanswered, deque()
        for sent in left:
            if not sent.answer.done():
                sent.answer.set_exception(error)
