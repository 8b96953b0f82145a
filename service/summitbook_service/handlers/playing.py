"""Sending commands."""

from __future__ import annotations

from collections.abc import AsyncIterator

from summitbook.v1 import game_service_pb2 as pb

from .. import access, door
from ..desk import Answer, Ask
from ..errors import NotBuilt
from ..packing import pack_clocks, pack_view_of
from ..rpc import Caller
from ..wire import pack_event, pack_legal_actions, unpack_command
from .parts import Handlers


class Playing(Handlers):
    """The calls of a seat in play."""

    async def Act(self, request: pb.ActRequest, caller: Caller) -> pb.ActResponse:
        """Do one command of the token's seat."""
        bearer, seat = access.seat_of(caller.bearer, request.game_id)
        ask = Ask(
            game_id=door.game_id_of(request),
            id=door.command_id_of(request),
            by=bearer.by,
            seat=seat,
            expected=request.expected_version if request.HasField("expected_version") else None,
            permit=access.still_seated(bearer),
            command=lambda table, _: unpack_command(table.game, request.command),
        )
        return _pack(await self._parts.desk.ask(ask), request, seat, self._parts.uptime.served())

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
        """Many commands on one stream."""
        raise NotBuilt("NOT_BUILT", "Play comes with a later release; use Act")
        yield pb.PlayResponse()  # what makes this a stream


def _pack(answer: Answer, request: pb.ActRequest, seat: int, served: int) -> pb.ActResponse:
    shown = answer.shown
    return pb.ActResponse(
        version=answer.head.n,
        record_hash=bytes.fromhex(answer.head.hash),
        events=[pack_event(event) for event in answer.events],
        view_version=shown.head.n,
        view=pack_view_of(shown.table) if request.want_view else None,
        legal_actions=pack_legal_actions(shown.table, seat) if request.want_legal_actions else (),
        clocks=pack_clocks(shown, served),
    )
