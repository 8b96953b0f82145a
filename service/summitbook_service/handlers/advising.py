"""Advice for a seat, noted in the log."""

from __future__ import annotations

from collections.abc import Callable

from summitbook.v1 import game_service_pb2 as pb
from summitbook_domain.message import Command
from summitbook_domain.refusal import NOT_YOUR_TURN, Refused
from summitbook_domain.table.commands import TakeHint
from summitbook_domain.table.rules import legal
from summitbook_domain.table.state import Table

from .. import access, door
from ..aside import Aside
from ..asking import Ask
from ..errors import CannotGoOn
from ..hints import Advised, Worth, best, figure, seen_by
from ..rpc import Caller
from ..wire import UNITS, pack_command, pack_event
from .parts import Handlers


class Advising(Handlers):
    """The call that asks for advice."""

    async def GetHint(self, request: pb.GetHintRequest, caller: Caller) -> pb.GetHintResponse:
        """
        Tell a seat what each of its choices is worth, and record that it asked.

        It is worked out before anything is recorded, so that nothing is where nothing advises;
        and again where the game has gone on meanwhile.
        """
        bearer, seat = access.seat_of(caller.bearer, request.game_id)
        live = await self._found(request, bearer)
        ask = Ask(
            game_id=live.game_id,
            id=door.command_id_of(request),
            by=bearer.by,
            seat=seat,
            expected=request.expected_version if request.HasField("expected_version") else None,
            permit=access.still_seated(bearer),
            command=lambda _table, _known: TakeHint(),
            besides=_has_choices(live.aside, seat),
        )
        with self._parts.advice.admitted(caller.who):
            before = await self._parts.desk.would(ask)
            advised = await self._advised(before, legal(before, seat), caller) if before else None
            answer = await self._parts.desk.ask(ask)
            table, head, *_ = answer.shown
            # One that is sent again is about what it was then, or one record would do for a whole game.
            commands = legal(table, seat) if head.n == answer.head.n else ()
            if commands and not (before and before.play is table.play):
                advised = await self._advised(table, commands, caller)
        response = pb.GetHintResponse(
            version=answer.head.n,
            record_hash=bytes.fromhex(answer.head.hash),
            events=map(pack_event, answer.events),
            view_version=head.n,
        )
        if commands and advised:
            _fill(response, commands, advised)
        return response

    async def _advised(self, table: Table, commands: tuple[Command, ...], caller: Caller) -> Advised:
        return await self._parts.advice.on(seen_by(table, commands), caller.address)


def _has_choices(aside: Aside, seat: int) -> Callable[[Table], None]:
    """Raises CannotGoOn in a game of a tournament, and Refused for a seat that has nothing to choose."""

    def check(table: Table) -> None:
        if aside.tournament:
            raise CannotGoOn("HINTS_OFF", "there are no hints in a tournament")
        if not legal(table, seat):
            raise Refused(NOT_YOUR_TURN, "there is nothing to choose now, and so nothing to advise on")

    return check


def _fill(response: pb.GetHintResponse, commands: tuple[Command, ...], advised: Advised) -> None:
    """Tell what was advised: of each command, and of waiting."""
    most = best(advised)

    def hint(worth: Worth, command: Command | None = None) -> pb.Hint:
        return pb.Hint(
            command=None if command is None else pack_command(command),
            value=worth.value,
            figure=figure(worth.value, advised.unit),
            words=worth.words,
            best=worth is most,
        )

    response.unit = UNITS[advised.unit]
    response.hints.extend(map(hint, advised.worths, commands))
    if advised.waiting:
        response.waiting.CopyFrom(hint(advised.waiting))
