"""Making games, taking and leaving seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol
from uuid import UUID

import msgspec

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import games_pb2
from summitbook_domain.chance import Seed
from summitbook_domain.games import GAMES, newest
from summitbook_domain.message import Command, from_args
from summitbook_domain.record import Cause
from summitbook_domain.table.commands import CancelGame, CreateGame, LeaveSeat, RetireSeat, TakeSeat
from summitbook_domain.table.state import Table

from .. import access, door, wire
from ..aside import read_invitation
from ..asking import Answer, Ask
from ..bots import POLICIES
from ..creations import Plan, Wish
from ..errors import CannotGoOn, Denied, NotFound, bad_args
from ..history import AnyGame, commands, readable
from ..keys import Bearer, mark_of
from ..live import Live, no_such_game
from ..places import bots_of
from ..rpc import Caller
from .parts import Handlers

SEED_BYTES = 32


class Making(Handlers):
    """The calls that make and leave games."""

    async def CreateGame(self, request: pb.CreateGameRequest, caller: Caller) -> pb.CreateGameResponse:
        """Make a game and hand out the host's token."""
        by = mark_of(request.claim)
        wish = Wish(
            id=door.command_id_of(request),
            by=by,
            plan=lambda known: _plan(request, known),
            private=request.private,
            caller=caller.maker,
        )
        answer = await self._parts.creations.create(wish)
        live = await self._parts.desk.settled(UUID(answer.shown.table.birth.game_id))
        game = self._pack_game(answer.shown, private=request.private, bots=live.aside.bots)
        token = self._parts.keys.token(Bearer(role="host", by=by, game_id=game.game_id))
        return pb.CreateGameResponse(game=game, token=token, join_code=self._join_code(live))

    async def TakeSeat(self, request: pb.TakeSeatRequest, caller: Caller) -> pb.TakeSeatResponse:
        """Sit down and hand out the seat's token."""
        invited = request.HasField("join_code")
        live = await (self._invited(request, caller) if invited else self._visible(request, caller))
        by, game_id = mark_of(request.claim), live.aside.game_id
        ask = Ask(
            game_id=live.game_id,
            id=door.command_id_of(request),
            by=by,
            permit=_anyone,
            command=lambda table, known: _taking(request, table, known),
        )
        answer = await self._parts.desk.ask(ask)
        taken = msgspec.structs.asdict(answer.events[0])
        token = self._parts.keys.token(Bearer("seat", by, game_id, taken["seat"], since=answer.first))
        return pb.TakeSeatResponse(game_id=game_id, seat=taken["seat"], token=token, **_receipt(answer))

    async def LeaveSeat(self, request: pb.LeaveSeatRequest, caller: Caller) -> pb.LeaveSeatResponse:
        """Stand up before the start."""
        return pb.LeaveSeatResponse(**await self._by_seat(request, caller, LeaveSeat()))

    async def RetireSeat(self, request: pb.RetireSeatRequest, caller: Caller) -> pb.RetireSeatResponse:
        """Give up for good."""
        return pb.RetireSeatResponse(**await self._by_seat(request, caller, RetireSeat()))

    async def CancelGame(self, request: pb.CancelGameRequest, caller: Caller) -> pb.CancelGameResponse:
        """End a game without a result."""
        bearer = access.host_of(caller.bearer, request.game_id)
        return pb.CancelGameResponse(
            **await self._done(request, bearer, CancelGame(), permit=access.may_cancel(bearer))
        )

    async def IssueToken(self, request: pb.IssueTokenRequest, caller: Caller) -> pb.IssueTokenResponse:
        """Hand a lost token out again."""
        seat = request.seat if request.HasField("seat") else None
        if request.HasField("claim"):
            bearer = await self._claimed(request, seat, mark_of(request.claim))
        else:
            access.host_of(caller.bearer, request.game_id)
            if seat is None:
                raise bad_args("claim", "the host's token is issued again for the host's claim only")
            live = await self._visible(request, caller)
            bearer = await self._bearer(live, seat)
        return pb.IssueTokenResponse(token=self._parts.keys.token(bearer))

    async def _invited(self, request: pb.TakeSeatRequest, caller: Caller) -> Live:
        """
        The game that a join code opens; raises Refused, NotFound or LimitReached.

        Wrong codes are counted by address, since tokens can be had by making games.
        """
        code, guesses = door.join_code_of(request), self._parts.guesses
        guesses.check(caller.address)
        for each in self._parts.keys.joining(code):
            for row in await self._parts.store.read(each.stream):
                game_id = readable(read_invitation, row).game_id
                if request.game_id in {"", game_id}:
                    return await self._parts.desk.find(UUID(game_id))
        guesses.count(caller.address)
        raise no_such_game()

    async def _claimed(self, request: door.HasGameId, seat: int | None, mark: str) -> Bearer:
        """Whoever was given this seat, or made the game, for the claim with this mark."""
        live = await self._found(request, None)
        try:
            bearer = await self._bearer(live, seat)
        except CannotGoOn:
            if live.aside.private:
                raise no_such_game() from None
            raise
        if bearer.by == mark:
            return bearer
        if live.aside.private:
            raise no_such_game()
        raise Denied("OTHER_CLAIM", "this is not the claim that the token was issued for")

    async def _bearer(self, live: Live, seat: int | None) -> Bearer:
        """The holder of a seat, or the host, as the log tells."""
        table, game_id = live.shown.table, live.aside.game_id
        holder = table.holder(seat) if seat is not None else None
        if seat is not None and holder is None:
            raise CannotGoOn("BAD_SEAT", "there is no such seat, or nobody holds it", seat=seat)
        if seat in bots_of(live.aside.bots, table.birth.seats):
            raise CannotGoOn("BAD_SEAT", "the server plays this seat", seat=seat)
        since = holder.since if holder else 1
        (told, *_), *_ = await commands(self._parts.store, table.game, live.game_id, since - 1)
        by = told.cause.by if told.cause else ""
        return Bearer("host", by, game_id) if seat is None else Bearer("seat", by, game_id, seat, since)

    async def _by_seat(self, request: Any, caller: Caller, command: Command) -> dict[str, Any]:
        bearer, seat = access.seat_of(caller.bearer, request.game_id)
        return await self._done(request, bearer, command, permit=access.still_seated(bearer), seat=seat)

    async def _done(
        self,
        request: Any,
        bearer: Bearer,
        command: Command,
        *,
        permit: Callable[[Table], None],
        seat: int | None = None,
    ) -> dict[str, Any]:
        ask = Ask(
            game_id=door.game_id_of(request),
            id=door.command_id_of(request),
            by=bearer.by,
            seat=seat,
            permit=permit,
            command=lambda _table, _known: command,
        )
        return _receipt(await self._parts.desk.ask(ask))


def _receipt(answer: Answer) -> dict[str, Any]:
    return {
        "version": answer.head.n,
        "record_hash": bytes.fromhex(answer.head.hash),
        "events": [wire.pack_event(event) for event in answer.events],
    }


def _anyone(table: Table) -> None:
    """Sitting down takes no token."""


def _taking(request: pb.TakeSeatRequest, table: Table, known: Cause | None) -> Command:
    """The command to sit down; a seat that is left out is the one taken then, or the first free one."""
    door.check_claim(request.claim)
    name = door.clean_name(request.name)
    free = next((seat for seat, holder in enumerate(table.seats) if holder is None), 0)
    found = known.args.get("seat", free) if known else free
    seat = request.seat if request.HasField("seat") else found
    return from_args(TakeSeat, {"seat": seat, "name": name, "salt": request.salt.hex()})


def _plan(request: pb.CreateGameRequest, known: CreateGame | None) -> Plan:
    """What is to be played; what is left out is as it was then, or the newest there is."""
    door.check_claim(request.claim)
    game, edition = played(request, known)
    command = CreateGame(
        game=game.name,
        rules=game.rules,
        edition=edition,
        options=options_of(request, game),
        seats=request.seats,
    )
    return Plan(game, command, _seed(request), _bots(request))


class SaysWhat(Protocol):
    """A request that says what is to be played."""

    game: str
    rules: int
    edition: str
    options: games_pb2.Options

    def HasField(self, field_name: Any, /) -> bool: ...  # noqa: D102 - as of any message


class Known(Protocol):
    """The same command as it was done before."""

    @property
    def rules(self) -> int: ...  # noqa: D102 - as recorded
    @property
    def edition(self) -> str: ...  # noqa: D102 - as recorded


def played(request: SaysWhat, known: Known | None) -> tuple[AnyGame, str]:
    """The game that a request names and the edition of its content; raises Refused or NotFound."""
    game = _game(request, known)
    name = known.edition if known else next(iter(game.editions))
    return game, request.edition if request.HasField("edition") else name


def _game(request: SaysWhat, known: Known | None) -> AnyGame:
    if not request.game:
        raise bad_args("game", "name the game")
    rules = known.rules if known else None
    rules = request.rules if request.HasField("rules") else rules
    game = newest(request.game) if rules is None else GAMES.get((request.game, rules))
    if game is None:
        raise NotFound("UNKNOWN_GAME", "there is no such game, or not under these rules; ask GetServerInfo")
    return game


def options_of(request: SaysWhat, game: AnyGame) -> dict[str, Any]:
    """The options that a request chooses, written out; raises Refused."""
    given = wire.unpack_options(game, request.options) if request.HasField("options") else game.options()
    options: dict[str, Any] = msgspec.to_builtins(given)
    return options


def _bots(request: pb.CreateGameRequest) -> tuple[str, ...]:
    """The policies of the bots that are asked for; raises Refused."""
    if len(request.bots) > max(0, request.seats):
        raise bad_args("bots", "there are more bots than seats")
    for place, policy in enumerate(request.bots):
        if policy not in POLICIES:
            raise bad_args(f"bots[{place}]", f"the policies of bots are {', '.join(POLICIES)}")
    return tuple(request.bots)


def _seed(request: pb.CreateGameRequest) -> Seed | None:
    if not request.HasField("seed"):
        return None
    if len(request.seed) != SEED_BYTES:
        raise bad_args("seed", f"a seed has {SEED_BYTES} bytes")
    return Seed(request.seed)
