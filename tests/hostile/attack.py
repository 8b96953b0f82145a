"""
Many hostile requests on one service, and what must hold while and after.

Every answer is one that the API page has, or a refusal of gRPC's own for a call that is nobody's;
what was refused is in no log, what was accepted is in one, once; every log is a whole chain.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import grpc
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import tournament_service_pb2 as tournaments_pb
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

from .prey import Keeper
from .shots import Shot, Shots
from .target import Target

AT_ONCE = 64
WAVE = 4_000
"""So many shots at one set of games, before there is another."""
WARM = 0.4
"""The share of a million shots after which all that is remembered is full; tokens take longest, 50 a wave."""
CALL_SECONDS = 60.0
UNREAD = "Internal error from Core"
"""What a client's own gRPC says where the call had ended before all was sent; then the answer is lost."""

STATUSES = {
    "OK",
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "UNAUTHENTICATED",
    "PERMISSION_DENIED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "ALREADY_EXISTS",
    "OUT_OF_RANGE",
    "RESOURCE_EXHAUSTED",
}
"""What may be answered here, where nothing fails; neither INTERNAL, UNKNOWN nor UNAVAILABLE."""
INSIDES = re.compile(r"Traceback|File \"|\.py\b|Error\b|Exception|object at 0x|sqlite|site-packages|None\b")
"""What an answer to a stranger never says."""
LOG_LINE = re.compile(r"\d{4}-\d\d-\d\dT")
"""How a line of the log begins; whatever else is printed, some library could not tell otherwise."""
CHANGES = {
    "CreateGame": pb.CreateGameRequest,
    "TakeSeat": pb.TakeSeatRequest,
    "LeaveSeat": pb.LeaveSeatRequest,
    "RetireSeat": pb.RetireSeatRequest,
    "CancelGame": pb.CancelGameRequest,
    "Act": pb.ActRequest,
    "GetHint": pb.GetHintRequest,
}


QUIET = {
    "Subscribe": pb.SubscribeResponse,
    "SubscribeAll": pb.SubscribeAllResponse,
    "SubscribeTournament": tournaments_pb.SubscribeTournamentResponse,
}
"""The streams that do not end by themselves."""


class Broken(AssertionError):
    """Something that must hold does not."""


@dataclass
class Report:
    """What came of it."""

    requests: int
    statuses: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    records: int = 0
    memory: tuple[int, int] = (0, 0)
    """Resident bytes when warm, and at the end."""

    @property
    def growth(self) -> float:
        """By what share the memory has grown since it was warm."""
        before, after = self.memory
        return after / before - 1


class Attack:
    """One attack; the same seed is the same row of shots."""

    def __init__(self, target: Target, seed: int, requests: int) -> None:
        self._target = target
        self._luck = Random(seed)
        self._shots = Shots(Random(seed))
        self._accepted: set[str] = set()
        self._made: list[str] = []
        self._announced: list[str] = []
        self._report = Report(requests)

    async def run(self, advance: Callable[[int], None] = lambda _: None) -> Report:
        """Shoot, and hold what came back and what is left against what must hold; raises Broken."""
        async with grpc.aio.insecure_channel(f"127.0.0.1:{self._target.port}") as channel:
            operator = (self._target.data / "operator.token").read_text(encoding="ascii").strip()
            keeper = Keeper(channel, self._luck, operator)
            shot, warm = 0, 0
            while shot < self._report.requests:
                prey = await keeper.raise_some()
                self._accepted.update(prey.command_ids)
                self._shots.prey = prey
                many = min(WAVE, self._report.requests - shot)
                row = iter(range(many))
                await asyncio.gather(*(self._shoot(channel, row, advance) for _ in range(AT_ONCE)))
                shot += many
                self._accepted.update(
                    await keeper.let_go([*(game.game_id for game in prey.games), *self._made])
                )
                await keeper.close([*(each.game_id for each in prey.tournaments), *self._announced])
                self._made.clear()
                self._announced.clear()
                if not warm and shot >= WARM * self._report.requests:
                    warm = await asyncio.to_thread(self._target.memory)
            self._report.memory = (warm, await asyncio.to_thread(self._target.memory))
        self._check_log()
        return self._report

    async def _shoot(
        self, channel: grpc.aio.Channel, row: Iterator[int], advance: Callable[[int], None]
    ) -> None:
        for _ in row:
            shot = self._shots.next()
            try:
                await self._send(channel, shot)
            except Broken as broken:
                told = f"{broken}: {shot.path} {shot.metadata} {[body[:300].hex() for body in shot.bodies]}"
                raise Broken(told) from None
            advance(1)

    async def _send(self, channel: grpc.aio.Channel, shot: Shot) -> None:
        answers: list[bytes] = []
        call = _call(channel, shot)
        try:
            async for answer in call:
                answers.append(answer)
                if _is_enough(shot, answers):
                    call.cancel()
                    break
            self._report.statuses["OK"] += 1
        except grpc.aio.AioRpcError as error:
            self._judge(shot, error)
        self._take(shot, answers)

    def _judge(self, shot: Shot, error: grpc.aio.AioRpcError) -> None:
        """Raise Broken for an answer that may not be."""
        status, details = error.code().name, error.details() or ""
        if shot.streams and details == UNREAD:
            self._report.statuses["refused before all was sent"] += 1
            return
        self._report.statuses[status] += 1
        if INSIDES.search(details):
            raise Broken(f"{status} tells of the inside: {details}")
        if status not in STATUSES and not (status == "UNIMPLEMENTED" and not shot.known):
            raise Broken(f"{status}: {details}")
        if shot.known:
            self._report.reasons[_reason(error)] += 1

    def _take(self, shot: Shot, answers: list[bytes]) -> None:
        """Note which commands were accepted."""
        name = shot.path.rpartition("/")[2]
        if name == "Play":
            told = [pb.PlayResponse.FromString(answer) for answer in answers]
            self._accepted.update(each.command_id for each in told if each.HasField("act"))
            for each in (each.refusal for each in told if each.HasField("refusal")):
                self._report.reasons[each.reason] += 1
                if INSIDES.search(each.message) or each.reason == "INTERNAL":
                    raise Broken(f"a refusal tells of the inside: {each.message}")
        elif name in CHANGES and answers and shot.known:
            self._accepted.add(CHANGES[name].FromString(shot.bodies[0]).command_id)
            if name == "CreateGame":
                self._made.append(pb.CreateGameResponse.FromString(answers[0]).game.game_id)

        elif name == "CreateTournament" and answers and shot.known:
            made = tournaments_pb.CreateTournamentResponse.FromString(answers[0])
            self._announced.append(made.tournament.tournament_id)

    def _check_log(self) -> None:
        """What was refused is in no log; what was accepted is in one, once; each log is a whole chain."""
        seen: set[str] = set()
        for lines in logs_of(self._target.data):
            records = [json.loads(line) for line in lines]
            causes = [record["cause"] for record in records if "cause" in record]
            # What the service itself asks for, in games of tournaments above all, nobody was answered.
            ids = [cause["id"] for cause in causes if cause["by"] != "service"]
            if len(ids) > len(set(ids)):
                raise Broken(f"a command that is recorded twice in one log: {ids}")
            seen.update(ids)
            self._report.records += len(records)
            if code := audit([line + b"\n" for line in lines], verify=verify, level="chain").code:
                raise Broken(f"a log is broken: {code}")
        refused, lost = seen - self._accepted, self._accepted - seen
        if refused or lost:
            raise Broken(f"recorded though refused {refused}, not recorded {lost}")
        log = self._target.log
        if "internal error" in log:
            raise Broken("the service has logged an internal error")
        if odd := [line for line in log.splitlines() if not LOG_LINE.match(line)]:
            raise Broken(f"something was printed that is no line of the log: {odd[:3]}")


def _is_enough(shot: Shot, answers: list[bytes]) -> bool:
    """Whether to hang up, before a stream goes quiet."""
    name = shot.path.rpartition("/")[2]
    if not shot.known:
        return True
    if name in QUIET:
        return QUIET[name].FromString(answers[-1]).WhichOneof("item") != "records"
    return False


def _call(channel: grpc.aio.Channel, shot: Shot) -> grpc.aio.Call:
    """The call of a shot, begun; any call can be read as a stream of answers."""
    kept = {"metadata": shot.metadata, "timeout": CALL_SECONDS}
    if shot.streams:
        return channel.stream_stream(shot.path)(iter(shot.bodies), **kept)
    return channel.unary_stream(shot.path)(shot.bodies[0], **kept)


def logs_of(data: Path) -> Iterator[list[bytes]]:
    """The lines of each game in the store, read beside the service."""
    with closing(sqlite3.connect(f"file:{data / 'summitbook.sqlite'}?mode=ro", uri=True)) as store:
        games = store.execute(
            "SELECT originator_id FROM stored_events WHERE topic = 'GameCreated'"
        ).fetchall()
        for (game,) in games:
            rows = store.execute(
                "SELECT state FROM stored_events WHERE originator_id = ? ORDER BY originator_version", (game,)
            )
            yield [line for (line,) in rows]


def _reason(error: grpc.aio.AioRpcError) -> str:
    """The reason of an answer, which has to have one; raises Broken."""
    details = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin")
    info = ErrorInfo()
    try:
        status = Status.FromString(details or b"")
    except DecodeError:
        raise Broken("details that cannot be read") from None
    if not status.details or not status.details[0].Unpack(info) or info.domain != "summitbook":
        raise Broken(f"{error.code().name} without a reason: {error.details()}")
    return info.reason
