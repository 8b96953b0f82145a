"""Sending commands."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine
from contextlib import aclosing
from time import perf_counter
from typing import Any

from summitbook.v1 import game_service_pb2 as pb
from summitbook_domain.message import Command
from summitbook_domain.record import Cause
from summitbook_domain.table.state import Table

from .. import access, door, logs
from ..asking import Answer, Ask
from ..errors import told
from ..keys import Bearer
from ..packing import pack_clocks, pack_view_of
from ..pipeline import Lanes, Place, in_order
from ..rpc import Caller, answer_to
from ..uptime import Uptime
from ..wire import pack_legal_actions, plain_event, unpack_command
from .parts import Handlers

WINDOW = 256
"""How many commands of one stream are in hand at once: as many as one commit takes."""


class Playing(Handlers):
    """The calls of a seat in play."""

    async def Act(self, request: pb.ActRequest, caller: Caller) -> pb.ActResponse:
        """Do one command of the token's seat."""
        return pb.ActResponse(**await self._act(request, caller.bearer))

    async def _act(self, request: pb.ActRequest, token: Bearer | None) -> dict[str, Any]:
        """Do one command of a token's seat, and answer what an ActResponse is made of."""
        bearer, seat = access.seat_of(token, request.game_id)

        def command(table: Table, _known: Cause | None) -> Command:
            return unpack_command(table.game, request.command)

        ask = Ask(
            game_id=door.game_id_of(request),
            id=door.command_id_of(request),
            by=bearer.by,
            seat=seat,
            expected=request.expected_version if request.HasField("expected_version") else None,
            permit=access.still_seated(bearer),
            command=command,
        )
        return _plain(await self._parts.desk.ask(ask), request, seat, self._parts.uptime)

    async def ListLegalActions(
        self, request: pb.ListLegalActionsRequest, caller: Caller
    ) -> pb.ListLegalActionsResponse:
        """Tell a seat what it may do."""
        bearer, seat = access.seat_of(caller.bearer, request.game_id)
        live = await self._visible(request, caller)
        table, head, *_ = live.shown
        access.still_seated(bearer)(table)
        return pb.ListLegalActionsResponse(version=head.n, legal_actions=pack_legal_actions(table, seat))

    async def Play(
        self, requests: AsyncIterator[pb.PlayRequest], caller: Caller
    ) -> AsyncIterator[pb.PlayResponse]:
        """Do many commands, and answer them in their order."""
        lanes = Lanes()

        def begin(request: pb.PlayRequest) -> Coroutine[Any, Any, pb.PlayResponse]:
            return self._answer(request, caller, lanes.place(request.act.game_id))

        async with aclosing(in_order(requests, begin, self._parts.bell, window=WINDOW)) as answers:
            async for answer in answers:
                yield answer

    async def _answer(self, request: pb.PlayRequest, caller: Caller, place: Place) -> pb.PlayResponse:
        """Do one command of a stream; whatever comes of it is its answer."""
        came, act = perf_counter(), request.act
        logs.request.set(act)
        try:
            await self._parts.gate.come()
            await place.come_up()
            bearer = self._parts.keys.read_token(request.token) if request.token else caller.again()
            # The desk gives it its turn before the next one can come. Where other nodes write too
            # it may have to be decided again, and the next one not before.
            if not self._parts.neighbours.possible:
                place.pass_on()
            done = await self._act(act, bearer)
            self._parts.metrics.answered(perf_counter() - came)
            return pb.PlayResponse(command_id=act.command_id, act=done)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the client is told no more than a status
            return pb.PlayResponse(command_id=act.command_id, refusal=self._refusal(error))
        finally:
            place.pass_on()

    def _refusal(self, error: Exception) -> pb.Refusal:
        what = told(answer_to(error))
        self._parts.metrics.refused(what.reason)
        return pb.Refusal(
            status=what.number, reason=what.reason, message=what.message, metadata=what.metadata
        )


def _plain(answer: Answer, request: pb.ActRequest, seat: int, uptime: Uptime) -> dict[str, Any]:
    shown = answer.shown
    return {
        "version": answer.head.n,
        "record_hash": bytes.fromhex(answer.head.hash),
        "events": [plain_event(event) for event in answer.events],
        "view_version": shown.head.n,
        "view": pack_view_of(shown.table) if request.want_view else None,
        "legal_actions": pack_legal_actions(shown.table, seat) if request.want_legal_actions else (),
        "clocks": pack_clocks(shown, uptime.served()) if shown.due else (),
    }
