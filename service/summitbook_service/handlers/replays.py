"""Recorded games: out of the service, and checked by it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import aclosing
from io import BytesIO
from typing import Protocol, TypeVar

import msgspec

from summitbook.v1 import replay_service_pb2 as pb
from summitbook_domain.record import Head, Record
from summitbook_domain.recorded import NotForkable, forked, read_log
from summitbook_domain.replay import LEVELS, Report, reveal_line
from summitbook_domain.table.events import SeatTaken

from .. import door
from ..errors import LimitReached, bad_args
from ..forks import ForkWish
from ..history import pages
from ..keys import Bearer, mark_of
from ..recorded import Recorded
from ..rpc import Caller
from ..threads import to_the_end
from ..verdicts import report_on
from ..wire import pack_report
from .reviewing import Reviewing

S_co = TypeVar("S_co", covariant=True)

KEY_BYTES = HASH_BYTES = 32
LARGEST_PART = 1024 * 1024
"""Bytes of a file that are sent at once, at most, but for a line that is longer: any client takes 4 MiB."""
SENDING_SECONDS = 60
"""How long sending a file may take."""


class Part(Protocol[S_co]):
    """A part of a file; the first one has the settings."""

    @property
    def settings(self) -> S_co: ...  # noqa: D102 - as in the proto
    @property
    def lines(self) -> bytes: ...  # noqa: D102 - as in the proto


class ReplayService(Reviewing):
    """All calls of ReplayService."""

    async def ExportReplay(
        self, request: pb.ExportReplayRequest, caller: Caller
    ) -> AsyncIterator[pb.ExportReplayResponse]:
        """Send a game's file, as of its last whole command: the records, a revealed deal's seed, the seal."""
        live = await self._seen_through(request, caller)
        table, head, *_ = live.shown
        async with aclosing(pages(self._parts.store, live.game_id)) as found:
            async for rows in found:
                for part in _parts(row.line + b"\n" for row in rows if row.n <= head.n):
                    yield pb.ExportReplayResponse(lines=part)
        reveal = await self._parts.deals.reveal_of(table)
        tail = [*([reveal_line(reveal)] if reveal else []), self._parts.keys.seal(head)]
        yield pb.ExportReplayResponse(lines=b"".join(line + b"\n" for line in tail))

    async def AuditReplay(
        self, requests: AsyncIterator[pb.AuditReplayRequest], caller: Caller
    ) -> pb.AuditReplayResponse:
        """Read a file and say what is wrong with it, if anything."""
        with self._parts.audits:
            settings, file = await self._received_in_time(requests)
            report = await self._audited(Recorded(file), settings or pb.AuditSettings())
        return pb.AuditReplayResponse(report=pack_report(report))

    async def ForkReplay(
        self, requests: AsyncIterator[pb.ForkReplayRequest], caller: Caller
    ) -> pb.ForkReplayResponse:
        """Make a practice game of a file, and hand out the tokens of its host and its seats."""
        with self._parts.audits:
            settings, file = await self._received_in_time(requests)
            wish = await to_the_end(asyncio.to_thread(_wish, settings or pb.ForkSettings(), file, caller))
        shown = await self._parts.forks.fork(wish)
        game = self._pack_game(shown, private=wish.private)
        issue = self._parts.keys.token
        return pb.ForkReplayResponse(
            game=game,
            token=issue(Bearer("host", wish.by, game.game_id)),
            seats=[
                pb.ForkedSeat(
                    seat=seat, token=issue(Bearer("seat", wish.by, game.game_id, seat, holder.since))
                )
                for seat, holder in enumerate(shown.table.seats)
                if holder and not holder.retired
            ],
        )

    async def GetServerKey(self, request: pb.GetServerKeyRequest, caller: Caller) -> pb.GetServerKeyResponse:
        """Tell the keys of the server's seals."""
        newest, *older = self._parts.keys.public_keys
        return pb.GetServerKeyResponse(public_key=newest, older_public_keys=older)

    async def _received_in_time(self, requests: AsyncIterator[Part[S_co]]) -> tuple[S_co | None, BytesIO]:
        """As below, so that nobody takes up room for others' audits for long; raises LimitReached."""
        try:
            async with asyncio.timeout(SENDING_SECONDS):
                return await self._received(requests)
        except TimeoutError:
            raise LimitReached("FILE_TOO_SLOW", f"a file is sent within {SENDING_SECONDS} seconds") from None

    async def _received(self, requests: AsyncIterator[Part[S_co]]) -> tuple[S_co | None, BytesIO]:
        """The settings and the whole file; raises LimitReached."""
        settings: S_co | None = None
        file, limit = BytesIO(), self._parts.settings.audit_bytes
        async for request in requests:
            settings = settings or request.settings
            file.write(request.lines)
            if file.tell() > limit:
                raise LimitReached("FILE_TOO_LARGE", f"a file has at most {limit} bytes")
        return settings, file

    async def _audited(self, recorded: Recorded, settings: pb.AuditSettings) -> Report:
        """The verdict, found in a thread, since it may take long."""
        trusted, heads = _keys(settings), _heads(settings)
        level = LEVELS[_level(settings)]
        work = asyncio.to_thread(report_on, recorded, level=level, keys=trusted, heads=heads)
        report = await to_the_end(work)
        return report if trusted else self._knowing_itself(report)

    def _knowing_itself(self, report: Report) -> Report:
        """No one need warn of the server's own key."""
        if report.key not in {key.hex() for key in self._parts.keys.public_keys}:
            return report
        caveats = tuple(caveat for caveat in report.caveats if caveat.code != "UNKNOWN_KEY")
        return msgspec.structs.replace(report, caveats=caveats)


def _parts(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines, as many together as make a part."""
    part = b""
    for line in lines:
        if part and len(part) + len(line) > LARGEST_PART:
            yield part
            part = b""
        part += line
    if part:
        yield part


def _wish(settings: pb.ForkSettings, file: BytesIO, caller: Caller) -> ForkWish:
    """What is to be forked, read and audited; raises Refused."""
    door.check_claim(settings.claim)
    command_id, lines = door.command_id_of(settings), Recorded(file)
    report = report_on(lines, level="rules")
    if report.code:
        raise bad_args("lines", f"an audit finds {report.code} at line {report.line}: {report.reason}")
    try:
        fork = forked(read_log(lines), settings.n)
    except NotForkable as error:
        raise bad_args({"log": "lines", "n": "settings.n"}[error.what], str(error)) from None
    for asked in fork.commands:
        _check_name(asked[0])
    return ForkWish(
        id=command_id, by=mark_of(settings.claim), fork=fork, private=settings.private, caller=caller.maker
    )


def _check_name(first: Record) -> None:
    """Raise Refused where somebody sits down under a name that could not be taken here."""
    if first.type == SeatTaken.__name__ and door.clean_name(first.data["name"]) != first.data["name"]:
        raise bad_args("lines", f"record {first.n} has a name that is not written as names are here")


def _level(settings: pb.AuditSettings) -> int:
    """Which of the levels is asked for; raises Refused."""
    if settings.level not in pb.AuditLevel.values():
        raise bad_args("settings.level", "there is no such level")
    return settings.level - 1


def _keys(settings: pb.AuditSettings) -> frozenset[str]:
    if any(len(key) != KEY_BYTES for key in settings.trusted_keys):
        raise bad_args("settings.trusted_keys", f"a public key has {KEY_BYTES} bytes")
    return frozenset(key.hex() for key in settings.trusted_keys)


def _heads(settings: pb.AuditSettings) -> tuple[Head, ...]:
    for head in settings.heads:
        if len(head.record_hash) != HASH_BYTES or (head.HasField("n") and head.n < 1):
            raise bad_args(
                "settings.heads", f"a head is a record's number, from 1, and its hash of {HASH_BYTES} bytes"
            )
    return tuple(Head(head.n, head.record_hash.hex()) for head in settings.heads)
