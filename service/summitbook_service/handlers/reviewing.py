"""Games that are over, judged: the call of ReplayService that asks what advises."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from summitbook.v1 import replay_service_pb2 as pb
from summitbook_advice.account import Account
from summitbook_advice.review import asked_for
from summitbook_advice.values import Value
from summitbook_domain.message import Command
from summitbook_domain.recorded import Log
from summitbook_domain.replay import reveal_line

from ..errors import CannotGoOn, HeldBack, LimitReached
from ..hints import Advised, seen_by
from ..history import pages
from ..live import Live
from ..reviews import FailsAudit, audited
from ..rpc import Caller
from ..threads import to_the_end
from ..wire import pack_account
from .parts import Handlers

MOST_RECORDS = 5_000
"""Of a game that is reviewed: some seconds' work. Games that people play have a few hundred."""


class Reviewing(Handlers):
    """The call that reviews a game."""

    async def ReviewReplay(self, request: pb.ReviewReplayRequest, caller: Caller) -> pb.ReviewReplayResponse:
        """Say what each choice in a finished game cost, and how much was luck."""
        live = await self._seen_through(request, caller)
        table, head, *_ = live.shown
        if table.phase != "closed":
            raise CannotGoOn("GAME_NOT_OVER", "the game goes on; it can be reviewed when it is over")
        if head.n > MOST_RECORDS:
            raise LimitReached(
                "TOO_MANY_RECORDS",
                f"games of at most {MOST_RECORDS} records are reviewed here; "
                "export this one, and see: summitbook replay review",
            )
        with self._parts.audits:
            lines = await self._lines(live)
            log = await to_the_end(asyncio.to_thread(_audited, lines))
            accounts = await self._accounts(log)
        return pb.ReviewReplayResponse(seats=map(pack_account, accounts))

    async def _accounts(self, log: Log) -> tuple[Account, ...]:
        """Each seat's account, a question at a time to what works out hints, so that nobody waits for it."""
        asking = asked_for(log)
        values = None
        while True:
            try:
                table, legal = asking.send(values)
            except StopIteration as end:
                accounts: tuple[Account, ...] = end.value
                return accounts
            values = _values(await self._parts.advice.on(seen_by(table, legal)), legal)

    async def _lines(self, live: Live) -> list[bytes]:
        """The game's file, but for its seal; raises HeldBack while others play its deal."""
        table = live.shown.table
        reveal = await self._parts.deals.reveal_of(table)
        if table.birth.seed_source == "deal" and reveal is None:
            raise HeldBack(
                "HELD_BACK",
                "others still play this deal; the game can be reviewed when its round is closed",
                tournament=live.aside.tournament or None,
            )
        async with aclosing(pages(self._parts.store, live.game_id)) as found:
            lines = [row.line async for rows in found for row in rows]
        tail = [reveal_line(reveal)] if reveal else []
        return [line + b"\n" for line in (*lines, *tail)]


def _audited(lines: list[bytes]) -> Log:
    """The log of these lines; raises CannotGoOn."""
    try:
        return audited(lines)
    except FailsAudit as error:
        report = error.report
        raise CannotGoOn("AUDIT_FAILED", str(error), line=report.line, code=report.code) from None


def _values(advised: Advised, legal: tuple[Command, ...]) -> tuple[Value, ...]:
    """What was worked out elsewhere, as an adviser gives it."""
    listed = [
        Value(command, worth.value, advised.unit, worth.words)
        for command, worth in zip(legal, advised.worths, strict=True)
    ]
    waiting = advised.waiting
    return (*listed, *([Value(None, waiting.value, advised.unit, waiting.words)] if waiting else []))
