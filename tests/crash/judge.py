"""What must hold once it is over."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_domain.record import Record, read
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

from .calls import Calls, Fault, Sent, Told
from .people import Follower, Overseer

AT_ONCE = 16


class Log(NamedTuple):
    """A game's records, in order, and how many of them each command led."""

    records: list[Record]
    causes: Counter[str]


async def judge(calls: Calls, followers: Sequence[Follower], overseer: Overseer | None = None) -> None:
    """Hold the logs against what was acknowledged and seen; raises Fault."""
    acknowledged = list(calls.acknowledged)
    games = list(dict.fromkeys(told.game_id for _, told in acknowledged))
    await _listed(calls, games)
    logs = dict(zip(games, await _each(games, lambda game_id: _log(calls, game_id)), strict=True))
    _ordered(acknowledged)
    for sent, told in acknowledged:
        _kept(sent, told, logs[told.game_id])
    _nothing_else(acknowledged, logs)
    for follower in followers:
        log = logs[follower.game_id].records
        if [seen.hex() for seen in follower.seen] != [record.hash for record in log]:
            raise Fault(f"a follower saw another {follower.game_id} than there is")
    if overseer:
        _told_as_one(overseer, logs)
    await _each(acknowledged, lambda each: _answered_alike(calls, *each))


async def _each(items, do):
    """Do something for each, some at once, and answer in order."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(item):
        async with limit:
            return await do(item)

    return await asyncio.gather(*map(one, items))


async def _log(calls: Calls, game_id: str) -> Log:
    """The log of a game, whose chain is whole; played again with its dice where it is closed."""
    request = replays.ExportReplayRequest(game_id=game_id)
    file = b"".join([part.lines async for part in calls.replays.ExportReplay(request)])
    lines = file.splitlines(keepends=True)
    report = audit(lines, verify=verify)
    if not report.ok:
        raise Fault(f"the audit of {game_id} says {report}")
    records = [read(line.rstrip(b"\n")) for line in lines[: report.records]]
    causes = Counter(record.cause.id for record in records if record.cause is not UNSET)
    return Log(records, causes)


async def _listed(calls: Calls, games: list[str]) -> None:
    """Every game that was made is listed once, and no other."""
    found, token = [], ""
    while True:
        page = await calls.ask("ListGames", pb.ListGamesRequest(page_size=200, page_token=token))
        found += [game.game_id for game in page.games]
        if not (token := page.next_page_token):
            break
    if sorted(found) != sorted(games):
        raise Fault(f"{len(found)} games are listed, {len(games)} were made")


def _ordered(acknowledged: list[tuple[Sent, Told]]) -> None:
    """What one player was answered rises: no later answer has an earlier place in the log."""
    last: dict[str, int] = defaultdict(int)
    for sent, told in acknowledged:
        if told.version <= last[told.game_id]:
            raise Fault(
                f"{told.game_id} was at {last[told.game_id]} before {sent.method} made it {told.version}"
            )
        last[told.game_id] = told.version


def _kept(sent: Sent, told: Told, log: Log) -> None:
    """An acknowledged command is in the log once, where it was said to be."""
    if log.causes[sent.request.command_id] != 1:
        raise Fault(f"{log.causes[sent.request.command_id]} times in the log: {sent}")
    if log.records[told.version - 1].hash != told.record_hash.hex():
        raise Fault(f"acknowledged and not kept: {sent} {told}")


def _nothing_else(acknowledged: list[tuple[Sent, Told]], logs: dict[str, Log]) -> None:
    """Nothing is in a log but what was sent and answered, each once."""
    known = {(told.game_id, sent.request.command_id) for sent, told in acknowledged}
    found = [(game_id, cause) for game_id, log in logs.items() for cause in log.causes.elements()]
    if Counter(found) != Counter(known):
        raise Fault(f"in the logs, and acknowledged by nobody: {set(found) - known}")


def _told_as_one(overseer: Overseer, logs: dict[str, Log]) -> None:
    """Who follows all games saw every record of each once."""
    for game_id, log in logs.items():
        if [seen.hex() for seen in overseer.seen[game_id]] != [record.hash for record in log.records]:
            raise Fault(f"who follows all games saw another {game_id} than there is")


async def _answered_alike(calls: Calls, sent: Sent, told: Told) -> None:
    """Sent once more, a command gets the same answer."""
    again = Told.of(sent, await calls.ask(*sent))
    if again != told:
        raise Fault(f"answered otherwise when sent again: {sent}: {again} for {told}")
