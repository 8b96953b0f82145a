"""docs/advice.md, "Hints": what a seat is told of its choices, and what is noted of it."""

import asyncio
import os
import signal
from functools import partial
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import grpc
import msgspec
import pytest
from house import House, bearer, kind, new_id, refused, until
from meets import Meet

from summitbook.v1 import game_pb2
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook_advice.advisers import ADVISERS
from summitbook_domain import canonical
from summitbook_domain.content import Edition
from summitbook_domain.dicey_peaks import GAME as PEAKS
from summitbook_domain.record import read
from summitbook_domain.table.rules import legal
from summitbook_service import rpc
from summitbook_service.hints import lines, seen_by
from summitbook_service.wire import pack_command


class Sitting(NamedTuple):
    """A game that has begun, and the tokens of its seats."""

    house: House
    game_id: str
    tokens: list[str]

    async def hint(self, seat=0, **request):
        """Ask for advice."""
        asked = games.GetHintRequest(**{"game_id": self.game_id, "command_id": new_id(), **request})
        return await self.house.games.GetHint(asked, metadata=bearer(self.tokens[seat]))

    async def act(self, seat, command):
        """Do something."""
        return await self.house.act(self.game_id, self.tokens[seat], command)

    async def retire(self, seat):
        """Give up."""
        request = games.RetireSeatRequest(game_id=self.game_id, command_id=new_id())
        await self.house.games.RetireSeat(request, metadata=bearer(self.tokens[seat]))

    async def version(self):
        """How many records there are."""
        return (await self.house.game(self.game_id)).version

    async def on_turn(self):
        """The seat that the game waits for, and what it may do."""
        seat = (await self.house.game(self.game_id)).waits_for[0]
        return seat, await self.house.legal(self.game_id, self.tokens[seat])


async def sitting(house, game="mountaineering", seats=2, **request):
    """A game of so many seats, begun."""
    game_id = await house.create(game=game, seats=seats, **request)
    return Sitting(house, game_id, [await house.take_seat(game_id) for _ in range(seats)])


def worker(house):
    """The process that advises."""
    return house.parts.advice._begun.result()._process


async def test_a_hint_tells_what_each_choice_is_worth_and_is_recorded(house):
    """`GetHint` answers a hint for each legal action, in their order, and the log has `HintTaken`."""
    game = await sitting(house)
    before, choices = await game.version(), await house.legal(game.game_id, game.tokens[0])

    told = await game.hint()

    assert [hint.command for hint in told.hints] == choices
    assert all(hint.figure.endswith("to win") and hint.words for hint in told.hints)
    assert told.unit == game_pb2.VALUE_UNIT_CHANCE
    (record,) = await house.follow(game.game_id, after=before)
    assert (kind(record.event), record.n) == ("hint_taken", told.version)
    assert read(record.line).hash == told.record_hash.hex()
    assert [kind(event) for event in told.events] == ["hint_taken"]
    assert (told.version, told.view_version) == (before + 1, before + 1)
    cause = read(record.line).cause
    assert (cause.command, cause.seat, cause.args) == ("TakeHint", 0, {})


@pytest.mark.parametrize(("game", "seats"), [("everest1924", 1), ("dicey_peaks", 2), ("mountaineering", 3)])
async def test_hints_are_what_the_adviser_says(house, game, seats):
    """Values and words are the adviser's, and `best` is what is worth most, of several the first."""
    game = await sitting(house, game, seats)
    for _ in range(4):
        seat, choices = await game.on_turn()
        table = (await house.parts.desk.find(UUID(game.game_id))).shown.table
        key = table.game.name, table.game.rules
        values = ADVISERS[key](table.content, table.game.view(table.play), legal(table, seat))

        told = await game.hint(seat)

        found = [(hint.command, hint.value, hint.words) for hint in told.hints]
        assert found == [(pack_command(v.command), v.value, v.words) for v in values if v.command]
        waiting = [(told.waiting.value, told.waiting.words)] if told.HasField("waiting") else []
        assert waiting == [(v.value, v.words) for v in values if v.command is None]
        best = max(values, key=lambda each: each.value)
        assert [hint.best for hint in (*told.hints, told.waiting)] == [
            *(each is best for each in values if each.command),
            best.command is None,
        ]
        await game.act(seat, choices[0])


async def test_who_waits_well_is_told_so(house):
    """In Mountaineering the plan may be another seat's: then leaving it to others is worth most."""
    game = await sitting(house, seed=bytes(32))
    while not (await house.game(game.game_id)).outcome:
        told = [
            await game.hint(seat) for seat in (0, 1) if await house.legal(game.game_id, game.tokens[seat])
        ]
        if waits := [each.waiting for each in told if each.HasField("waiting")]:
            break
        seat, _ = await game.on_turn()
        await game.act(seat, next(hint.command for hint in (await game.hint(seat)).hints if hint.best))

    assert [each.best for each in waits] == [True] * len(waits)
    assert not waits[0].HasField("command")
    assert waits[0].words == "another seat can do more"


async def test_a_hint_asked_for_again_is_recorded_once(house):
    """The same command id gives the very same again, until the game has gone on: then its receipt alone."""
    game = await sitting(house, "everest1924", 1)
    again = {"command_id": new_id(), "expected_version": await game.version()}
    first = await game.hint(**again)
    assert await game.hint(**again) == first

    await game.act(0, next(hint.command for hint in first.hints if hint.best))
    later = await game.hint(**again)

    assert (later.version, later.record_hash, later.events) == (
        first.version,
        first.record_hash,
        first.events,
    )
    assert later.view_version == await game.version() > first.version
    assert await house.legal(game.game_id, game.tokens[0])
    assert not later.hints
    assert not later.HasField("waiting")
    assert later.unit == game_pb2.VALUE_UNIT_UNSPECIFIED
    records = await house.follow(game.game_id)
    assert [kind(each.event) for each in records].count("hint_taken") == 1


async def test_a_hint_asked_for_again_after_the_end_has_its_receipt_and_nothing_to_choose(house):
    """What was done is answered for good; there is nothing to advise on any more."""
    game, again = await sitting(house), {"command_id": new_id()}
    first = await game.hint(**again)
    for seat in (0, 1):
        await game.retire(seat)

    later = await game.hint(**again)

    assert (later.version, later.record_hash) == (first.version, first.record_hash)
    assert not later.hints
    assert later.unit == game_pb2.VALUE_UNIT_UNSPECIFIED


async def test_hints_at_once_with_one_id_are_one(house):
    """However many of them are on their way."""
    game, again = await sitting(house), {"command_id": new_id()}
    both = await asyncio.gather(*(game.hint(**again) for _ in range(2)))
    assert both[0] == both[1]
    assert await game.version() == both[0].version


async def test_refusals_come_in_the_order_of_any_command_and_leave_no_trace(house):
    """docs/api.md, "Errors": token, command id, shape, version, rules; then whether there is a choice."""
    made = await house.make(game="dicey_peaks", seats=2)
    game_id = made.game.game_id
    tokens = [await house.take_seat(game_id)]
    game, used = Sitting(house, game_id, tokens), new_id()

    with refused("FAILED_PRECONDITION", "GAME_NOT_STARTED"):
        await game.hint(command_id=used)
    tokens.append(await house.take_seat(game_id))
    (seat, choices), version = await game.on_turn(), await game.version()

    def asked(token, **request):
        return Sitting(house, game_id, [token]).hint(**request)

    with refused("UNAUTHENTICATED", "NO_TOKEN"):
        await asked("", command_id="none")
    with refused("PERMISSION_DENIED", "NO_SEAT"):
        await asked(made.token, command_id="none")
    with refused("PERMISSION_DENIED", "OTHER_GAME"):
        await Sitting(house, await house.create(), tokens).hint(command_id="none")
    with refused("INVALID_ARGUMENT", "BAD_ARGS") as error:
        await game.hint(seat, command_id="none", expected_version=version + 1)
    assert error.metadata["field"] == "command_id"
    with refused("ABORTED", "WRONG_VERSION") as error:
        await game.hint(1 - seat, expected_version=version + 1)
    assert error.metadata["version"] == str(version)
    with refused("FAILED_PRECONDITION", "NOT_YOUR_TURN"):
        await game.hint(1 - seat, command_id=used, expected_version=version)
    assert await game.version() == version

    act = {"command_id": used, "expected_version": version}
    await house.act(game_id, tokens[seat], choices[0], **act)
    with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
        await game.hint(seat, **act)
    await game.retire(seat)
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        await game.hint(1 - seat)
    assert [kind(each.event) for each in await house.follow(game_id)].count("hint_taken") == 0


async def test_a_retired_seat_is_not_advised(house):
    """BAD_SEAT, as the rules have it."""
    game = await sitting(house)
    await game.retire(1)
    with refused("FAILED_PRECONDITION", "BAD_SEAT"):
        await game.hint(1)


async def test_there_are_no_hints_in_a_tournament(house):
    """HINTS_OFF, nothing is recorded, and `GetGame` says so beforehand."""
    meet = await Meet.started(house, "Mallory", "Irvine")
    await meet.run("PublishRound")
    (seat,) = await meet.seats(0)
    game = Sitting(house, seat.game_id, [seat.token])
    asked = partial(house.games.GetGame, metadata=bearer(seat.token))
    before = await asked(games.GetGameRequest(game_id=seat.game_id))

    with refused("FAILED_PRECONDITION", "HINTS_OFF"):
        await game.hint()

    after = await asked(games.GetGameRequest(game_id=seat.game_id))
    assert before.hints == games.HINTS_OFF
    assert after.game.version == before.game.version


async def test_a_game_of_no_tournament_says_that_there_are_hints(house):
    """`GetGame` tells it to anyone, so that no client needs to know the rule."""
    shown = await house.games.GetGame(games.GetGameRequest(game_id=await house.create()))
    assert shown.hints == games.HINTS_ON


async def test_where_nothing_advises_nothing_is_recorded(house, monkeypatch):
    """NO_ADVICE on a mountain with more dice than can be thought through."""
    shipped = next(iter(PEAKS.editions.values()))
    content = msgspec.structs.replace(shipped.content, edition="dicey", first_roll=8)
    data = canonical.decode(canonical.encode(content))
    monkeypatch.setitem(PEAKS.editions, "dicey", Edition(content, data, canonical.sha256_of(data)))
    game = await sitting(house, "dicey_peaks", edition="dicey")
    (seat, _), version = await game.on_turn(), await game.version()

    with refused("FAILED_PRECONDITION", "NO_ADVICE") as error:
        await game.hint(seat)

    assert "too many dice" in error.message
    assert await game.version() == version


async def test_what_advises_is_told_nothing_that_hangs_on_the_seed(house):
    """Of games that differ in their seeds alone it is asked the very same, until something has shown."""
    asked = set()
    for seed in (bytes(32), bytes(range(32))):
        game = await sitting(house, "everest1924", 1, seed=seed)
        table = (await house.parts.desk.find(UUID(game.game_id))).shown.table
        asked.add(lines.framed(lines.question(1, seen_by(table, legal(table, 0)))))
        await game.hint()
    assert len(asked) == 1


@pytest.mark.parametrize("name", ["SUMMITBOOK_STORE", "SUMMITBOOK_MASTER_KEYS", "PGPASSWORD"])
async def test_what_advises_is_given_no_secrets(house, monkeypatch, name):
    """Keys, and the password of a database, may stand in the service's environment."""
    monkeypatch.setenv(name, "tell nobody")
    await (await sitting(house)).hint()
    assert b"tell nobody" not in environment(worker(house).pid)


async def test_what_advises_imports_nothing_from_where_the_service_was_begun(house, monkeypatch, tmp_path):
    """Anyone may be able to write there, and anything may lie there by the name of what it needs."""
    (tmp_path / "msgspec.py").write_text("raise SystemExit('this is none of ours')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert (await (await sitting(house)).hint()).hints


async def test_others_play_on_while_a_hint_is_worked_out(house):
    """However long it takes: here it is held up for as long as ten others act."""
    game, other = await sitting(house), await sitting(house)
    await game.hint()
    os.kill(worker(house).pid, signal.SIGSTOP)
    try:
        asked = asyncio.create_task(game.hint())
        await until(lambda: len(house.parts.advice._begun.result()))
        for _ in range(10):
            seat, choices = await other.on_turn()
            await other.act(seat, choices[0])
        assert not asked.done()
    finally:
        os.kill(worker(house).pid, signal.SIGCONT)
    assert (await asked).hints


async def test_a_first_hint_holds_up_no_hint_on_other_content(house):
    """What takes seconds, the clocks of a mountain of Dicey Peaks, is worked out beside what does not."""
    peaks, climb = await sitting(house, "dicey_peaks"), await sitting(house)
    seat, _ = await peaks.on_turn()
    await climb.hint()
    first = asyncio.create_task(peaks.hint(seat))
    await until(lambda: len(house.parts.advice._begun.result()))
    assert (await climb.hint()).hints
    assert not first.done()
    assert (await first).hints


async def test_a_hint_that_was_lost_is_worked_out_by_a_new_process(house):
    """ADVICE_LOST where the process has ended meanwhile; nothing is recorded, and the next one answers."""
    game = await sitting(house)
    await game.hint()
    lost, version = worker(house), await game.version()
    os.kill(lost.pid, signal.SIGSTOP)
    asked = asyncio.create_task(game.hint())
    await until(lambda: len(house.parts.advice._begun.result()))
    lost.kill()
    with refused("UNAVAILABLE", "ADVICE_LOST"):
        await asked
    assert await game.version() == version

    assert (await game.hint()).hints
    assert worker(house).pid != lost.pid


async def test_what_advises_is_begun_anew_when_it_hangs(tmp_path, monkeypatch):
    """After some patience it is ended, be it that all who asked have hung up, and the next one answers."""
    async with House(tmp_path, hints=1) as house:
        game = await sitting(house)
        await game.hint()
        hung = worker(house)
        os.kill(hung.pid, signal.SIGSTOP)
        with monkeypatch.context() as hurried:
            hurried.setattr("summitbook_service.hints.process.PATIENCE", 1.0)
            asked = asyncio.create_task(game.hint())
            await until(lambda: len(house.parts.advice._begun.result()))
        asked.cancel()
        await until(lambda: not len(house.parts.advice._begun.result()))

        assert (await game.hint()).hints
        assert worker(house).pid != hung.pid


def elsewhere(monkeypatch):
    """From now on every call comes from another address."""
    monkeypatch.setattr(rpc, "address_of", lambda _: "ipv4:192.0.2.7")


async def test_one_address_has_half_of_the_hints(tmp_path, monkeypatch):
    """However many seats it has, and be it that it hangs up at once: others have hints all the same."""
    async with House(tmp_path, hints=4) as house:
        games_of_one = [await sitting(house) for _ in range(3)]
        other = await sitting(house)
        await other.hint()
        process = house.parts.advice._begun.result()
        os.kill(worker(house).pid, signal.SIGSTOP)
        try:
            gone = [asyncio.create_task(game.hint()) for game in games_of_one[:2]]
            await until(lambda: len(process) == 2)
            for task in gone:
                task.cancel()
            await until(lambda: not house.parts.advice._shares)
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_HINTS"):
                await games_of_one[2].hint()
            with monkeypatch.context() as moved:
                elsewhere(moved)
                asked = asyncio.create_task(other.hint())
                await until(lambda: len(process) == 3)
        finally:
            os.kill(worker(house).pid, signal.SIGCONT)
        assert (await asked).hints
        await until(lambda: not house.parts.advice._addresses)
        assert (await games_of_one[2].hint()).hints


async def test_so_many_hints_at_once(tmp_path, monkeypatch):
    """TOO_MANY_HINTS beyond the setting `hints`, and beyond two of one caller; it says when to ask again."""
    async with House(tmp_path, hints=3) as house:
        game, other, third = [await sitting(house) for _ in range(3)]
        await game.hint()
        process = house.parts.advice._begun.result()
        os.kill(worker(house).pid, signal.SIGSTOP)
        try:
            asked = [asyncio.create_task(game.hint()) for _ in range(2)]
            await until(lambda: len(process) == len(asked))
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_HINTS") as error:
                await game.hint()
            assert int(error.metadata["retry_after_ms"]) > 0
            elsewhere(monkeypatch)
            asked.append(asyncio.create_task(other.hint()))
            await until(lambda: len(process) == len(asked))
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_HINTS"):
                await third.hint()
        finally:
            os.kill(worker(house).pid, signal.SIGCONT)
        assert all(each.hints for each in await asyncio.gather(*asked))
        assert (await third.hint()).hints


async def test_a_game_cannot_be_used_up_by_asking(tmp_path):
    """Hints are TOO_MANY_RECORDS after half of the records that a game may have; the rest are for moves."""
    async with House(tmp_path, records=20) as house:
        game = await sitting(house, "everest1924", 1)
        while await game.version() < 10:
            await game.hint()

        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_RECORDS") as error:
            await game.hint()

        assert "no hints any more" in error.message
        _, choices = await game.on_turn()
        await game.act(0, choices[0])


async def test_what_nobody_waits_for_any_more_counts_until_it_is_worked_out(tmp_path):
    """Else whoever hangs up at once could have any number of hints worked out."""
    async with House(tmp_path, hints=1) as house:
        game, other = await sitting(house), await sitting(house)
        await game.hint()
        process = house.parts.advice._begun.result()
        os.kill(worker(house).pid, signal.SIGSTOP)
        try:
            gone = asyncio.create_task(game.hint())
            await until(lambda: len(process))
            gone.cancel()
            await until(lambda: not house.parts.advice._shares)
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_HINTS"):
                await other.hint()
        finally:
            os.kill(worker(house).pid, signal.SIGCONT)
        await until(lambda: not len(process))
        assert (await other.hint()).hints


def environment(pid):
    """The variables that a process was begun with."""
    return Path(f"/proc/{pid}/environ").read_bytes()


def is_there(pid):
    """Whether a process runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def children(pid):
    """The processes that a process has begun."""
    return [
        int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    ]


async def test_what_advises_ends_with_the_service(tmp_path):
    """In good order."""
    async with House(tmp_path) as house:
        await (await sitting(house)).hint()
        pid = worker(house).pid
        assert is_there(pid)
    assert not is_there(pid)


async def hinted(port):
    """What a service in a process of its own says to the first seat of a new game."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = GameServiceStub(channel)
        made = await stub.CreateGame(
            games.CreateGameRequest(command_id=new_id(), game="mountaineering", seats=1, claim=bytes(16))
        )
        seat = await stub.TakeSeat(
            games.TakeSeatRequest(
                command_id=new_id(), game_id=made.game.game_id, name="Irvine", claim=bytes(16)
            )
        )
        hint = games.GetHintRequest(game_id=made.game.game_id, command_id=new_id())
        return await stub.GetHint(hint, metadata=bearer(seat.token))


async def test_what_advises_ends_with_a_service_that_is_killed(process):
    """Nothing is left behind, however the service ends."""
    service, port, _ = process
    await hinted(port)
    (pid,) = children(service.pid)
    assert is_there(pid)
    service.kill()
    await until(lambda: not is_there(pid))


NO_FORK = """
import os

os.register_at_fork(after_in_child=lambda: os._exit(1))
"""


@pytest.mark.parametrize("before", [NO_FORK], ids=["a fork ends at once"])
async def test_what_advises_is_begun_without_a_fork(process):
    """GRPC does something in each fork, and with its threads gone crashes there one time in twenty."""
    _, port, _ = process
    assert (await hinted(port)).hints
