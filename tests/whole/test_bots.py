"""Bots of the service: they take seats when a game is made, and act through the same door as everyone."""

import asyncio
import os
import signal
from contextlib import suppress
from random import Random
from uuid import UUID, uuid5

import grpc
import pytest
from house import House, bearer, new_id, refused, until
from structlog.testing import capture_logs
from tables import started
from whole_games import ALL, name_of, told_by

from given import drawing
from summitbook.dicey_peaks.v1 import dicey_peaks_pb2
from summitbook.v1 import game_pb2, games_pb2
from summitbook.v1 import game_service_pb2 as games
from summitbook_advice.policies import POLICIES
from summitbook_client.policy import going_on
from summitbook_domain.everest1924 import GAME as EVEREST
from summitbook_domain.games import GAMES
from summitbook_domain.replay import audit
from summitbook_domain.table import rules
from summitbook_service import bots, rpc
from summitbook_service.bots import adviser, players
from summitbook_service.clock import Clock
from summitbook_service.command_ids import key_of
from summitbook_service.hints import Seen, seen_by
from summitbook_service.store import SQLiteStore, StoreUnavailable

PLAYED = 60
"""Seconds after which a game stands still."""
PLAYING, CLOSED = game_pb2.GAME_STATUS_PLAYING, game_pb2.GAME_STATUS_CLOSED
PATIENCE = 0.1
"""Seconds in which somebody else may know better."""
LONG = 60
"""Seconds that a bot takes which does not act as long as a test lasts."""


@pytest.fixture
async def house(tmp_path):
    """A service whose bots act at once."""
    async with House(tmp_path, bot_pace=0.0) as opened:
        yield opened


async def closed(house, game_id):
    """Until the game is over."""
    async for _ in house.games.Subscribe(games.SubscribeRequest(game_id=game_id)):
        pass
    return await house.game(game_id)


async def play_on(house, game_id, token, luck):
    """A person who goes on when the game waits for it, helps where it can, and else waits a little."""
    patient_at = 0
    while (now := await house.game(game_id)).status != CLOSED:
        request = games.ListLegalActionsRequest(game_id=game_id)
        answer = await house.games.ListLegalActions(request, metadata=bearer(token))
        wanted = [each for each in answer.legal_actions if 0 in now.waits_for or each.helps]
        if not wanted and patient_at == now.version:
            wanted = answer.legal_actions
        if some := going_on(wanted) or wanted:
            await tried(house, game_id, token, luck.choice(some).command, answer.version)
        elif patient_at != now.version:
            patient_at = now.version
            await asyncio.sleep(PATIENCE)


async def tried(house, game_id, token, command, version):
    """Send it, if no bot is quicker."""
    with suppress(grpc.aio.AioRpcError):
        await house.act(game_id, token, command, expected_version=version)


async def moments_of(house, game_id, game):
    """The moments at which seats acted, from the records that anyone can follow."""
    lines = [record.line for record in await house.follow(game_id)]
    report = audit([line + b"\n" for line in lines], verify=lambda *_: False)
    assert (report.level, report.code) == ("rules", None)
    return [each for each in told_by(game, lines) if type(each.command) in game.commands]


async def test_bots_sit_on_the_last_seats_under_names_that_say_so(house):
    """The first seats are free for people; the game begins when the last of them has sat down."""
    made = await house.make(game="dicey_peaks", seats=4, bots=["greedy", "strong", "greedy"])
    game_id = made.game.game_id

    assert [(seat.taken, seat.name, seat.bot) for seat in made.game.seats] == [
        (False, "", ""),
        (True, "bot greedy 1", "greedy"),
        (True, "bot strong", "strong"),
        (True, "bot greedy 2", "greedy"),
    ]
    assert (await house.sit(game_id)).seat == 0
    now = await house.game(game_id)
    assert now.status == PLAYING
    assert [seat.bot for seat in now.seats] == ["", "greedy", "strong", "greedy"]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", [each for each in ALL if each.name != "everest1924"], ids=name_of)
async def test_a_person_and_bots_bring_a_game_to_its_end(house, game, policy):
    """Bots act when it is on them, and as their policy says of content, view and what is legal."""
    made = await house.make(game=game.name, seats=3, bots=[policy] * 2, seed=bytes(32))
    game_id = made.game.game_id
    token = await house.take_seat(game_id, salt=b"")

    await asyncio.wait_for(play_on(house, game_id, token, Random(7)), PLAYED)

    acted = [each for each in await moments_of(house, game_id, game) if each.cause.seat]
    assert {each.cause.seat for each in acted} == {1, 2}
    assert {each.cause.by for each in acted} == {"service"}
    if game.rivals and policy != "random":
        for each in acted:
            view, legal = game.view(each.table.play), rules.legal(each.table, each.cause.seat)
            assert each.command == POLICIES[policy](game, each.table.content, view, legal, drawing("", []))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", ALL, ids=name_of)
async def test_a_game_of_bots_alone_begins_at_once_and_ends(house, game, policy):
    """There is nobody to wait for; anyone may look on."""
    content = next(iter(game.editions.values())).content
    seats = min(2, content.max_seats)
    made = await house.make(game=game.name, seats=seats, bots=[policy] * seats)
    assert made.game.status == PLAYING

    now = await asyncio.wait_for(closed(house, made.game.game_id), PLAYED)

    assert now.outcome == "finished"
    assert await moments_of(house, made.game.game_id, game)


async def test_bots_go_on_after_a_restart(tmp_path):
    """Which seats are theirs is kept beside the log."""
    async with House(tmp_path, bot_pace=LONG) as house:
        game_id = (await house.make(game="dicey_peaks", seats=2, bots=["greedy"] * 2)).game.game_id
        before = (await house.game(game_id)).version
        house.settings = changed_settings(house, bot_pace=0.0)
        await house.restart()

        now = await asyncio.wait_for(closed(house, game_id), PLAYED)

        assert now.version > before
        assert [seat.bot for seat in now.seats] == ["greedy", "greedy"]


async def test_a_restart_reads_no_games_of_bots_that_are_over(tmp_path, monkeypatch):
    """There may be very many of them: the list of games is read to its end before any bot looks at one."""
    async with House(tmp_path, bot_pace=0.0) as house:
        for _ in range(3):
            game_id = (await house.make(game="dicey_peaks", seats=2, bots=["random"] * 2)).game.game_id
            await asyncio.wait_for(closed(house, game_id), PLAYED)
        held, read_all = asyncio.Event(), SQLiteStore.read_all

        async def one_by_one(store, after, limit, topics=()):
            notes = await read_all(store, after, 1, topics)
            if notes and notes[0].row.topic == "GameClosed":
                await held.wait()
            return notes

        monkeypatch.setattr(SQLiteStore, "read_all", one_by_one)
        await house.restart()
        await asyncio.sleep(PATIENCE)
        held.set()
        await house.parts.lobby.catch_up()

        assert house.parts.desk.loads == 0


async def test_bots_go_on_when_a_lost_key_is_brought_back(tmp_path):
    """As people can, without a restart: nobody else would wake them where it is on them."""
    async with House(tmp_path, bot_pace=LONG) as house:
        game_id = (await house.make(game="dicey_peaks", seats=2, bots=["greedy"] * 2)).game.game_id
        house.settings = changed_settings(house, bot_pace=0.0)
        (key,) = (house.settings.key_folder / "master").iterdir()
        kept = key.read_bytes()
        key.unlink()
        await house.restart()
        await until(lambda: not house.parts.bots._due and not house.parts.bots._at_work)

        key.write_bytes(kept)
        await house.parts.locksmith.look()

        assert (await asyncio.wait_for(closed(house, game_id), PLAYED)).outcome == "finished"


class Hasty(Clock):
    """A clock by which the time that a bot takes is over at once."""

    def __init__(self, *paces):
        super().__init__()
        self._paces = paces
        self.slept = set()

    async def sleep(self, seconds):
        """See `Clock`."""
        self.slept.add(seconds)
        await super().sleep(0 if seconds in self._paces else seconds)


async def test_a_bot_takes_no_more_than_a_quarter_of_its_turns_time(tmp_path):
    """However slowly it should act for people to follow, that alone must not time its seat out."""
    clock = Hasty(40, 5)
    async with House(tmp_path, clock=clock, bot_pace=40) as house:
        options = games_pb2.Options(dicey_peaks=dicey_peaks_pb2.Options(turn_seconds=20))
        made = await house.make(game="dicey_peaks", seats=2, bots=["greedy"] * 2, options=options)

        await asyncio.wait_for(closed(house, made.game.game_id), PLAYED)

        assert clock.slept & {40, 5} == {5}


def changed_settings(house, **new):
    """The house's settings, some of them others from its next life on."""
    return type(house.settings)(**{**vars(house.settings), **new})


async def clever(seen, adviser):
    """A policy of another release."""
    return seen.game.greedy(seen.view, seen.legal)


async def made_elsewhere(house, monkeypatch, *policies, **request):
    """A game in which one bot at least is by a policy of another release, in play on this one; its id."""
    with monkeypatch.context() as other_release:
        other_release.setitem(bots.POLICIES, "clever", clever)
        made = await house.make(
            game="dicey_peaks", seats=len(policies), bots=policies, seed=bytes(32), **request
        )
    return made.game.game_id


async def test_a_bot_by_a_policy_that_is_not_known_here_stands_still_and_is_told_of_once(house, monkeypatch):
    """A release that knows it may be on its way: nobody plays for it by another policy, the others go on."""
    with capture_logs() as lines:
        game_id = await made_elsewhere(house, monkeypatch, "greedy", "clever", "greedy")
        await until(lambda: house.parts.bots.unknown)
        for _ in range(3):
            house.parts.bots.look_again()
            await until(lambda: not house.parts.bots._due and not house.parts.bots._at_work)

    (told,) = (line for line in lines if "bot" in line["event"])
    assert (told["log_level"], told["game_id"], told["policies"]) == ("warning", game_id, ["clever"])
    assert "stands still" in told["event"]
    now = await house.game(game_id)
    assert (now.status, list(now.waits_for)) == (PLAYING, [1])
    causes = [each.cause for each in await house.follow(game_id)]
    assert {each.seat for each in causes if each.WhichOneof("command") == "act"} <= {0, 2}


async def test_it_goes_on_under_a_release_that_knows_the_policy(house, monkeypatch):
    """Which policy it plays by is kept as it was asked for."""
    game_id = await made_elsewhere(house, monkeypatch, "clever", "clever")
    await until(lambda: house.parts.bots.unknown)
    monkeypatch.setitem(bots.POLICIES, "clever", clever)
    await house.restart()

    assert (await asyncio.wait_for(closed(house, game_id), PLAYED)).seats[0].bot == "clever"
    await house.parts.lobby.catch_up()
    assert house.parts.bots.unknown == 0


async def test_the_turn_clock_runs_for_a_bot_that_stands_still(tmp_path, monkeypatch):
    """As for a person who is away: timed out twice running it is retired, and the game goes on."""
    async with House(tmp_path, bot_pace=0.0) as house:
        monkeypatch.setattr("summitbook_service.timekeeper.LOOK_SECONDS", 0.05)
        options = games_pb2.Options(dicey_peaks=dicey_peaks_pb2.Options(turn_seconds=1))
        game_id = await made_elsewhere(house, monkeypatch, "greedy", "clever", options=options)

        now = await asyncio.wait_for(closed(house, game_id), PLAYED)

        assert [seat.retired for seat in now.seats] == [False, True]


async def test_the_same_command_makes_the_same_game_and_seats_its_bots_once(house):
    """Sent again it is answered the same, also when the game has gone on; with other bots it is another."""
    request = {"command_id": new_id(), "game": "dicey_peaks", "seats": 3}

    made = await house.make(**request, bots=["greedy", "greedy"])
    await house.take_seat(made.game.game_id)
    again = await house.make(**request, bots=["greedy", "greedy"])

    assert again.game == made.game
    assert made.game.version == 3
    for others in ([], ["greedy"], ["greedy", "strong"]):
        with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
            await house.make(**request, bots=others)


async def test_what_cannot_be_seated_is_refused(house):
    """A policy that nobody knows, and more bots than seats; nothing is made."""
    for bots_asked_for, field in ((["clever"], "bots[0]"), (["greedy", "greedy"], "bots")):
        with refused("INVALID_ARGUMENT", "BAD_ARGS") as why:
            await house.make(bots=bots_asked_for)
        assert why.metadata["field"] == field
    assert not (await house.games.ListGames(games.ListGamesRequest())).games


async def test_so_many_games_have_bots_and_no_more(tmp_path):
    """Until one of them is closed; games without bots are none of them."""
    async with House(tmp_path, bot_games=1, bot_pace=0.0) as house:
        first = await house.make(game="dicey_peaks", seats=2, bots=["greedy"])
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_BOTS") as told:
            await house.make(game="dicey_peaks", seats=2, bots=["greedy"])
        assert "as many games have bots as may (1)" in told.message
        await house.make(game="dicey_peaks", seats=2)

        host = games.CancelGameRequest(game_id=first.game.game_id, command_id=new_id())
        await house.games.CancelGame(host, metadata=bearer(first.token))
        await house.parts.lobby.catch_up()

        assert (await house.make(bots=["greedy"])).game.status == PLAYING


async def test_one_address_has_half_of_the_games_with_bots(tmp_path, monkeypatch):
    """What nobody sits down in lies there for a month: others are to have bots all the same."""
    async with House(tmp_path, bot_games=3, bot_pace=0.0) as house:
        for _ in range(2):
            await house.make(game="dicey_peaks", seats=2, bots=["greedy"])
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_BOTS") as told:
            await house.make(game="dicey_peaks", seats=2, bots=["greedy"])
        assert "as many games of yours have bots as may (2)" in told.message
        monkeypatch.setattr(rpc, "address_of", lambda _: "ipv4:192.0.2.7")

        await house.make(game="dicey_peaks", seats=2, bots=["greedy"])


async def test_nothing_is_remembered_of_games_with_bots_that_are_closed(house):
    """Neither that there were any nor of who made them."""
    game_id = (await house.make(game="dicey_peaks", seats=2, bots=["greedy"] * 2)).game.game_id
    await asyncio.wait_for(closed(house, game_id), PLAYED)
    await house.parts.lobby.catch_up()

    bots = house.parts.bots
    assert (len(bots), bots._makers, bots._making, len(bots._shares)) == (0, {}, set(), 0)


async def test_a_game_that_was_stored_though_the_answer_was_lost_has_its_bots(house, monkeypatch):
    """Whoever asked sends it again, and finds the game made; its bots act in it."""
    store, request = house.parts.store, {"command_id": new_id(), "game": "dicey_peaks", "seats": 2}
    append = store.append

    async def stored_and_lost(rows):
        await append(rows)
        await house.parts.lobby.catch_up()
        raise StoreUnavailable("the answer is lost")

    with monkeypatch.context() as cut_off, refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        cut_off.setattr(store, "append", stored_and_lost)
        await house.make(**request, bots=["greedy"])
    made = await house.make(**request, bots=["greedy"])
    token = await house.take_seat(made.game.game_id)

    await asyncio.wait_for(play_on(house, made.game.game_id, token, Random(7)), PLAYED)


async def test_where_what_advises_stands_still_all_bots_go_on(house, monkeypatch):
    """Those who are not advised in time do the nearest thing, and others never wait for them."""
    monkeypatch.setattr(adviser, "AT_ONCE", 1)
    monkeypatch.setattr(adviser, "PATIENCE", 0.05)
    advising = (await house.parts.advice._process())._process
    os.kill(advising.pid, signal.SIGSTOP)

    for policy in ("strong", "greedy"):
        made = await house.make(game="dicey_peaks", seats=2, bots=[policy] * 2)
        assert (await asyncio.wait_for(closed(house, made.game.game_id), PLAYED)).outcome == "finished"


async def test_nobody_is_given_the_seat_of_a_bot(house):
    """Neither the host nor an operator: it plays as it says."""
    made = await house.make(game="dicey_peaks", seats=2, bots=["greedy"])
    request = games.IssueTokenRequest(game_id=made.game.game_id, seat=1)

    for token in (bearer(made.token), house.operator):
        with refused("FAILED_PRECONDITION", "BAD_SEAT"):
            await house.games.IssueToken(request, metadata=token)
    with refused("FAILED_PRECONDITION", "SEAT_TAKEN"):
        await house.sit(made.game.game_id, seat=1)


async def test_each_thing_a_bot_does_has_the_id_of_the_version_it_looked_at(house):
    """So whoever else would do it, on another node or after a break, finds it done."""
    made = await house.make(game="dicey_peaks", seats=2, bots=["greedy"] * 2)
    game_id = made.game.game_id
    await asyncio.wait_for(closed(house, game_id), PLAYED)

    for each in await moments_of(house, game_id, GAMES["dicey_peaks", 1]):
        assert each.cause.id == str(uuid5(UUID(game_id), f"bot/{each.cause.seat}/{each.table.n}/0"))


async def test_who_uses_up_the_id_of_a_bot_keeps_it_from_nothing(house):
    """Anyone can find it out, and use it for a command of their own; then it is the next one."""
    made = await house.make(game="dicey_peaks", seats=2, bots=["greedy"])
    game_id = UUID(made.game.game_id)
    live = await house.parts.desk.find(game_id)
    for n in range(100):
        live.known[key_of(str(uuid5(game_id, f"bot/1/{n}/0")))] = 1
    token = await house.take_seat(made.game.game_id)

    await asyncio.wait_for(play_on(house, made.game.game_id, token, Random(7)), PLAYED)

    acted = await moments_of(house, made.game.game_id, GAMES["dicey_peaks", 1])
    first = next(each for each in acted if each.cause.seat == 1)
    assert first.cause.id == str(uuid5(game_id, f"bot/1/{first.table.n}/1"))


async def test_a_game_that_has_gone_on_for_too_long_loses_its_bots(tmp_path):
    """Only what ends it is taken any more: so they retire, and it ends."""
    async with House(tmp_path, bot_pace=0.0, records=12) as house:
        game_id = (await house.make(game="dicey_peaks", seats=2, bots=["random"] * 2)).game.game_id

        now = await asyncio.wait_for(closed(house, game_id), PLAYED)

        assert any(seat.retired for seat in now.seats)
        assert now.version < 20


def make_room(desk):
    """Let go of all games in memory that may go."""
    for live in [each for each in desk._games.values() if not each.busy]:
        del desk._games[live.game_id]


class TestNodes:
    """Several nodes on one database."""

    @pytest.fixture
    def url(self, postgres):
        """A database of the test's own."""
        return postgres.database()

    async def test_another_node_goes_on_where_one_does_not(self, url, tmp_path, monkeypatch):
        """The one that wrote last has some time; then any other acts, and for each move only once."""
        monkeypatch.setattr(players, "LATE_SECONDS", 0.05)
        async with House(tmp_path, url, bot_pace=LONG) as slow, House(tmp_path, url, bot_pace=0.0) as other:
            game_id = (await slow.make(game="dicey_peaks", seats=2, bots=["greedy"] * 2)).game.game_id

            now = await asyncio.wait_for(closed(other, game_id), PLAYED)

            assert now.outcome == "finished"
            assert (await slow.game(game_id)).record_hash == now.record_hash

    async def test_where_a_node_is_gone_another_plays_its_bots_on(self, url, tmp_path, monkeypatch):
        """Which games have bots, and by which policies, is in the database."""
        monkeypatch.setattr(players, "LATE_SECONDS", 0.05)
        async with House(tmp_path, url, bot_pace=0.01) as one, House(tmp_path, url, bot_pace=0.0) as other:
            game_id = (await one.make(game="dicey_peaks", seats=2, bots=["greedy"] * 2)).game.game_id
            await one.stop()

            assert (await asyncio.wait_for(closed(other, game_id), PLAYED)).outcome == "finished"

    async def test_a_node_acts_at_once_in_more_games_than_it_has_in_memory(self, url, tmp_path, monkeypatch):
        """Whose the last record is does not go with the game that has to make room for another."""
        monkeypatch.setattr(players, "LATE_SECONDS", LONG)
        clock = Hasty(LONG)
        async with House(tmp_path, url, clock, bot_pace=0.0) as house:
            desk = house.parts.desk
            # After each record, as where others have taken its place.
            house.parts.bell.listen(None, lambda: make_room(desk))
            game_id = (await house.make(game="dicey_peaks", seats=2, bots=["greedy"] * 2)).game.game_id

            now = await asyncio.wait_for(closed(house, game_id), PLAYED)

            assert now.outcome == "finished"
            assert desk.loads > 1
            assert LONG not in clock.slept

    async def test_nodes_that_act_at_the_same_moment_do_nothing_twice(self, url, tmp_path, monkeypatch):
        """Whoever is second finds the game gone on."""
        monkeypatch.setattr(players, "LATE_SECONDS", 0.0)
        async with House(tmp_path, url, bot_pace=0.0) as one, House(tmp_path, url, bot_pace=0.0) as other:
            for policy in POLICIES:
                game_id = (await one.make(game="mountaineering", seats=3, bots=[policy] * 3)).game.game_id
                await asyncio.wait_for(closed(other, game_id), PLAYED)

                moments = await moments_of(one, game_id, GAMES["mountaineering", 1])
                assert [each.cause.id for each in moments] == [
                    str(uuid5(UUID(game_id), f"bot/{each.cause.seat}/{each.table.n}/0")) for each in moments
                ]


def test_a_bot_is_told_what_its_seat_may_know_and_nothing_else():
    """No table, no state, no seed; pyproject.toml keeps what chooses from all that has them."""
    told = []
    for secret in (bytes(32), bytes(range(32))):
        table = started(EVEREST, 1, secret).table
        told.append(seen_by(table, rules.legal(table, 0)))

    assert Seen._fields == ("game", "content", "view", "legal")
    assert told[0] == told[1]
    assert set(bots.POLICIES) == set(POLICIES)
