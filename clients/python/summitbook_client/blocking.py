"""
The same client for programs without asyncio: each call waits for its answer.

Everything here is the client for asyncio, method by method, on a loop in a thread of its
own; any thread may call. See docs/decisions/0019.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from types import TracebackType
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Protocol, Self, TypeVar

from summitbook.v1 import game_pb2

from .calls import PATIENCE, OnReceipt, nothing, nowhere
from .client import Client, Forked
from .loop import Loop
from .table import Host, Seat, Table
from .tls import TLS
from .tournaments import Contestant, Organiser, Tournament

P = ParamSpec("P")
A = TypeVar("A")
B = TypeVar("B")
X = TypeVar("X")
X_co = TypeVar("X_co", covariant=True)
T_co = TypeVar("T_co", bound=Table, covariant=True)
U_co = TypeVar("U_co", bound=Tournament, covariant=True)
H_co = TypeVar("H_co", bound="Keys", covariant=True)


class Blocking(Generic[X_co]):
    """What waits for the answers that `inner`, its like for asyncio, gets on the loop."""

    def __init__(self, inner: X_co, loop: Loop) -> None:
        self._inner = inner
        self._loop = loop

    def __repr__(self) -> str:
        return f"Blocking{self._inner!r}"


def answering(
    method: Callable[Concatenate[X, P], Coroutine[Any, Any, A]], told: Callable[[A, Loop], B]
) -> Callable[Concatenate[Blocking[X], P], B]:
    """The method with the same parameters that waits for the answer, and how that is told."""

    @functools.wraps(method)
    def wait(self: Blocking[X], /, *args: P.args, **kwargs: P.kwargs) -> B:
        return told(self._loop.wait(method(self._inner, *args, **kwargs)), self._loop)

    return wait


def waiting(
    method: Callable[Concatenate[X, P], Coroutine[Any, Any, A]],
) -> Callable[Concatenate[Blocking[X], P], A]:
    """The method with the same parameters that waits for the answer."""
    return answering(method, lambda answer, _: answer)


def one_by_one(
    method: Callable[Concatenate[X, P], AsyncGenerator[A, None]],
) -> Callable[Concatenate[Blocking[X], P], Generator[A, None, None]]:
    """The method with the same parameters that waits for each item."""

    @functools.wraps(method)
    def wait(self: Blocking[X], /, *args: P.args, **kwargs: P.kwargs) -> Generator[A, None, None]:
        return self._loop.each(method(self._inner, *args, **kwargs))

    return wait


def _seat(seat: Seat, loop: Loop) -> BlockingSeat:
    return BlockingSeat(seat, loop)


def _host(host: Host, loop: Loop) -> BlockingHost:
    return BlockingHost(host, loop)


class Keys(Protocol):
    """What somebody has who may do more than look."""

    @property
    def token(self) -> str:
        """What one acts by."""

    @property
    def claim(self) -> bytes:
        """What brings a lost token back."""


class BlockingHolder(Blocking[H_co]):
    """Whoever has keys, waiting."""

    @property
    def token(self) -> str:
        """The key that one acts by."""
        return self._inner.token

    @property
    def claim(self) -> bytes:
        """The secret by which the token is got again."""
        return self._inner.claim


class BlockingTable(Blocking[T_co]):
    """A game that one looks at: `Table`, waiting."""

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self._inner.game_id

    @property
    def token(self) -> str:
        """The key of whoever has one, else empty."""
        return self._inner.token

    look = waiting(Table.look)
    take_seat = answering(Table.take_seat, _seat)
    follow = one_by_one(Table.follow)
    steps = one_by_one(Table.steps)
    export = waiting(Table.export)
    review = waiting(Table.review)


class BlockingSeat(BlockingTable[Seat], BlockingHolder[Seat]):
    """A seat that one may act for: `Seat`, waiting."""

    @property
    def seat(self) -> int:
        """The seat's number, from 0."""
        return self._inner.seat

    legal_actions = waiting(Seat.legal_actions)
    act = waiting(Seat.act)
    hint = waiting(Seat.hint)
    leave = waiting(Seat.leave)
    retire = waiting(Seat.retire)
    renewed = answering(Seat.renewed, _seat)


class BlockingHost(BlockingTable[Host], BlockingHolder[Host]):
    """Whoever made a game: `Host`, waiting."""

    @property
    def join_code(self) -> str:
        """What opens a private game to others; empty for any other game."""
        return self._inner.join_code

    cancel = waiting(Host.cancel)
    renewed = answering(Host.renewed, _host)


class BlockingForked(NamedTuple):
    """A practice game: `Forked`, waiting."""

    game: game_pb2.Game
    host: BlockingHost
    seats: tuple[BlockingSeat, ...]

    @staticmethod
    def of(made: Forked, loop: Loop) -> BlockingForked:
        """The same, waiting."""
        seats = tuple(BlockingSeat(seat, loop) for seat in made.seats)
        return BlockingForked(made.game, BlockingHost(made.host, loop), seats)


def _contestant(contestant: Contestant, loop: Loop) -> BlockingContestant:
    return BlockingContestant(contestant, loop)


def _organiser(organiser: Organiser, loop: Loop) -> BlockingOrganiser:
    return BlockingOrganiser(organiser, loop)


def _seats(seats: list[tuple[int, Seat]], loop: Loop) -> list[tuple[int, BlockingSeat]]:
    return [(number, BlockingSeat(seat, loop)) for number, seat in seats]


class BlockingTournament(Blocking[U_co]):
    """A tournament that one looks at: `Tournament`, waiting."""

    @property
    def tournament_id(self) -> str:
        """The tournament's id."""
        return self._inner.tournament_id

    look = waiting(Tournament.look)
    enter = answering(Tournament.enter, _contestant)
    follow = one_by_one(Tournament.follow)
    steps = one_by_one(Tournament.steps)
    export = waiting(Tournament.export)


class BlockingContestant(BlockingTournament[Contestant], BlockingHolder[Contestant]):
    """Somebody who entered: `Contestant`, waiting."""

    @property
    def contestant(self) -> int:
        """The contestant's number, from 0."""
        return self._inner.contestant

    seats = answering(Contestant.seats, _seats)
    leave = waiting(Contestant.leave)
    renewed = answering(Contestant.renewed, _contestant)


class BlockingOrganiser(BlockingTournament[Organiser], BlockingHolder[Organiser]):
    """Whoever announced a tournament and runs it: `Organiser`, waiting."""

    start = waiting(Organiser.start)
    publish = waiting(Organiser.publish)
    match = waiting(Organiser.match)
    decide = waiting(Organiser.decide)
    close_round = waiting(Organiser.close_round)
    close = waiting(Organiser.close)
    leave = waiting(Organiser.leave)
    renewed = answering(Organiser.renewed, _organiser)


class BlockingClient(Blocking[Client]):
    """
    An open connection to the service at `server`, host:port; use it in `with`.

    All is as in `Client`. What is told of pauses, answers and receipts is told in the
    client's own thread, and must not call the client.
    """

    def __init__(
        self,
        server: str,
        *,
        tls: TLS | None = None,
        patience: float = PATIENCE,
        on_wait: Callable[[], None] = nothing,
        on_answer: Callable[[], None] = nothing,
        on_receipt: OnReceipt = nowhere,
    ) -> None:
        client = Client(
            server, tls=tls, patience=patience, on_wait=on_wait, on_answer=on_answer, on_receipt=on_receipt
        )
        super().__init__(client, Loop())

    def __enter__(self) -> Self:
        self._loop.start()
        self._loop.wait(self._inner.__aenter__())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._loop.wait(self._inner.__aexit__(kind, error, trace))
        finally:
            self._loop.stop()

    server_info = waiting(Client.server_info)
    server_keys = waiting(Client.server_keys)
    create_game = answering(Client.create_game, _host)
    join = answering(Client.join, _seat)
    list_games = one_by_one(Client.list_games)
    follow_all = one_by_one(Client.follow_all)
    audit = waiting(Client.audit)
    fork = answering(Client.fork, BlockingForked.of)
    create_tournament = answering(Client.create_tournament, _organiser)
    list_tournaments = one_by_one(Client.list_tournaments)

    def table(self, game_id: str) -> BlockingTable[Table]:
        """A game that anyone may see, to look at, follow, export, or sit down in; nothing is asked yet."""
        return BlockingTable(self._inner.table(game_id), self._loop)

    def seat(self, game_id: str, seat: int, token: str, claim: bytes) -> BlockingSeat:
        """A seat that was taken before and whose keys were kept; nothing is asked yet."""
        return BlockingSeat(self._inner.seat(game_id, seat, token, claim), self._loop)

    def host(self, game_id: str, token: str, claim: bytes, join_code: str = "") -> BlockingHost:
        """The host of a game that was made before and whose keys were kept; nothing is asked yet."""
        return BlockingHost(self._inner.host(game_id, token, claim, join_code), self._loop)

    def tournament(self, tournament_id: str) -> BlockingTournament[Tournament]:
        """A tournament to look at, follow, export, or enter; nothing is asked yet."""
        return BlockingTournament(self._inner.tournament(tournament_id), self._loop)

    def contestant(self, tournament_id: str, contestant: int, token: str, claim: bytes) -> BlockingContestant:
        """A contestant who entered before and whose keys were kept; nothing is asked yet."""
        return BlockingContestant(self._inner.contestant(tournament_id, contestant, token, claim), self._loop)

    def organiser(self, tournament_id: str, token: str, claim: bytes) -> BlockingOrganiser:
        """The organiser of a tournament announced before, whose keys were kept; nothing is asked yet."""
        return BlockingOrganiser(self._inner.organiser(tournament_id, token, claim), self._loop)
