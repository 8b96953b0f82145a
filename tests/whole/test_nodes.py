"""Two nodes on one database: a client may speak to either, and change from one to the other at any moment."""

import asyncio
from contextlib import suppress

import grpc
import psycopg
import pytest
from house import ABANDON, ADVANCE, ROLL, House, bearer, kind, kind_of, new_id, refused, until
from msgspec import UNSET

from summitbook.v1 import game_service_pb2 as games
from summitbook_domain import record as records_of
from summitbook_service import neighbours, uptime
from summitbook_service.errors import CannotStart
from summitbook_service.keys import KINDS, make_key
from summitbook_service.neighbours import Neighbours

TIMED = {"everest1924": {"turn_seconds": 1}}


@pytest.fixture
def url(postgres):
    return postgres.database()


@pytest.fixture
async def two(url, tmp_path):
    async with House(tmp_path, url) as one, House(tmp_path, url) as other:
        yield one, other


@pytest.fixture
def deaf(monkeypatch):
    """Nodes that hear nothing of each other but what they ask the database for."""

    async def never(self):
        await asyncio.Event().wait()

    monkeypatch.setattr(Neighbours, "run", never)


@pytest.fixture(params=["hearing", "deaf"])
async def nodes(request, url, tmp_path):
    """Two nodes that hear of each other as soon as they can, or as late as they may."""
    if request.param == "deaf":
        request.getfixturevalue("deaf")
    async with House(tmp_path, url) as one, House(tmp_path, url) as other:
        yield one, other


class TestReading:
    """Whatever a node has answered, every other shows from then on."""

    async def test_a_node_shows_what_another_has_answered(self, nodes):
        """After each answer of one node the other has the game at that version, and what may be done then."""
        one, other = nodes
        game_id = await one.create()
        assert (await other.game(game_id)).version == 1
        token = await one.take_seat(game_id)
        for _ in range(5):
            for command in (ROLL, ADVANCE):
                answer = await one.act(game_id, token, command)
                shown = await other.game(game_id)
                assert (shown.version, shown.record_hash) == (answer.version, answer.record_hash)
        await one.act(game_id, token, ROLL)
        assert "advance" in {kind_of(command) for command in await other.legal(game_id, token)}

    async def test_a_list_shows_what_another_has_answered(self, nodes):
        """A game that was made, and then ended, on one node is listed so by the other."""
        one, other = nodes
        game_id, token = await one.started()
        (listed,) = (await other.games.ListGames(games.ListGamesRequest())).games
        assert (listed.game_id, listed.version) == (game_id, (await one.game(game_id)).version)

        ended = await one.finish(game_id, token)
        (listed,) = (await other.games.ListGames(games.ListGamesRequest())).games
        assert listed.version == ended.version
        assert listed.status == (await one.game(game_id)).status

    async def test_a_stream_takes_up_where_another_nodes_ended(self, nodes):
        """After the last record that one node sent the other sends the next, and never says it is too far."""
        one, other = nodes
        game_id, token = await one.started()
        await other.game(game_id)
        seen = 0
        for node in (one, other) * 4:
            await one.act(game_id, token, ROLL)
            await one.act(game_id, token, ADVANCE)
            records = await node.follow(game_id, after=seen)
            assert [record.n for record in records] == list(range(seen + 1, records[-1].n + 1))
            seen = records[-1].n
        assert seen == (await one.game(game_id)).version

    async def test_an_export_has_what_another_node_has_answered(self, nodes):
        """A game ended on one node is exported whole by the other, to the same bytes as by the first."""
        one, other = nodes
        game_id, token = await one.started()
        await other.game(game_id)
        await one.finish(game_id, token)

        assert await other.export(game_id) == await one.export(game_id)

    async def test_a_seat_that_was_left_elsewhere_follows_no_more(self, nodes):
        """A private game's stream ends with the seat that opened it, on whichever node that is left."""
        one, other = nodes
        made = await one.make(private=True, edition="roped", seats=2)
        game_id = made.game.game_id
        token = await one.take_seat(game_id, token=made.token)
        stream = other.games.Subscribe(games.SubscribeRequest(game_id=game_id), metadata=bearer(token))
        while (await stream.read()).WhichOneof("item") != "caught_up":
            continue

        leave = games.LeaveSeatRequest(game_id=game_id, command_id=new_id())
        await one.games.LeaveSeat(leave, metadata=bearer(token))
        await one.sit(game_id, token=made.token)
        await other.game(game_id, made.token)
        with refused("NOT_FOUND", "NO_SUCH_GAME"):
            await stream.read()


class TestPlaying:
    """A command may be sent to any node."""

    async def test_a_game_is_played_on_two_nodes_in_turn(self, nodes):
        """Each command goes to the node that did not do the last one, and all of them are accepted."""
        game_id, token = await nodes[0].started()
        done, legal, version = 0, [ROLL], (await nodes[1].game(game_id)).version
        while legal:
            node = nodes[done % 2]
            version = (await node.act(game_id, token, legal[0], expected_version=version)).version
            done, legal = done + 1, await nodes[done % 2].legal(game_id, token)
            for each in nodes:
                assert (await each.game(game_id)).version == version
        assert done > 10
        assert (await nodes[0].game(game_id)).outcome

    async def test_a_command_is_not_refused_for_what_another_node_has_changed(self, nodes):
        """What is refused by the game as a node remembers it is decided by the game as it is."""
        one, other = nodes
        game_id, token = await one.started()
        await other.game(game_id)
        rolled = await one.act(game_id, token, ROLL)

        advanced = await other.act(game_id, token, ADVANCE, expected_version=rolled.version)
        assert advanced.version > rolled.version
        with refused("ABORTED", "WRONG_VERSION") as error:
            await one.act(game_id, token, ROLL, expected_version=rolled.version)
        assert error.metadata["version"] == str(advanced.version)

    async def test_many_at_once_on_both_nodes(self, nodes):
        """Of commands sent to both nodes at once each is done once, or refused, and the log is whole."""
        game_id, token = await nodes[0].started()
        sent = [node.act(game_id, token, command) for command in (ROLL, ADVANCE) * 10 for node in nodes]
        answers = [
            each
            for each in await asyncio.gather(*sent, return_exceptions=True)
            if not isinstance(each, Exception)
        ]

        records = await nodes[1].follow(game_id)
        assert [record.n for record in records] == list(range(1, len(records) + 1))
        heads = {record.n: record.record_hash for record in records}
        assert len({answer.version for answer in answers}) == len(answers) > 0
        assert all(heads[answer.version] == answer.record_hash for answer in answers)

    async def test_a_streams_commands_keep_their_order_among_anothers(self, nodes):
        """What one stream sends is recorded in the order it was sent, whatever another node writes."""
        one, other = nodes
        for _ in range(12):
            game_id, token = await one.started()
            sent = [new_id() for _ in range(60)]
            disturbing = asyncio.create_task(disturb(one, game_id, token))
            call = other.games.Play(streamed(game_id, token, sent))
            assert [answer.command_id async for answer in call] == sent
            await disturbing

            records = [records_of.read(each.line) for each in await one.follow(game_id)]
            done = [each.cause.id for each in records if each.cause is not UNSET and each.cause.id in sent]
            assert done == sorted(done, key=sent.index)

    async def test_a_seat_is_taken_once(self, nodes):
        """Two who want the last seat through different nodes: one has it, and the other is refused."""
        for _ in range(5):
            game_id = await nodes[0].create()
            await nodes[1].game(game_id)
            taken = await asyncio.gather(*(node.sit(game_id) for node in nodes), return_exceptions=True)
            assert sum(not isinstance(each, Exception) for each in taken) == 1


async def streamed(game_id, token, ids):
    """Commands for one stream, a few at a time."""
    for number, command_id in enumerate(ids):
        command = (ROLL, ADVANCE)[number % 2]
        act = games.ActRequest(game_id=game_id, command_id=command_id, command=command)
        yield games.PlayRequest(act=act, token=token)
        if number % 4 == 0:
            await asyncio.sleep(0.0005)


async def disturb(house, game_id, token):
    """Send commands to the same game, as far as its rules let one."""
    for number in range(25):
        with suppress(grpc.aio.AioRpcError):
            await house.act(game_id, token, (ROLL, ADVANCE)[number % 2])


class TestOnce:
    """A command id means one command, whichever nodes it is sent to."""

    async def test_a_command_sent_again_to_another_node_is_answered_again(self, nodes):
        """Version, hash and events are those of the first answer; other content under the id is refused."""
        one, other = nodes
        game_id, token = await one.started()
        await other.game(game_id)
        command_id = new_id()
        first = await one.act(game_id, token, ROLL, command_id=command_id)
        await one.act(game_id, token, ADVANCE)

        again = await other.act(game_id, token, ROLL, command_id=command_id)
        assert (again.version, again.record_hash, list(again.events)) == (
            first.version,
            first.record_hash,
            list(first.events),
        )
        with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
            await other.act(game_id, token, ABANDON, command_id=command_id)

    async def test_a_command_sent_to_both_at_once_is_done_once(self, nodes):
        """Both answer the same, and the log has it once."""
        game_id, token = await nodes[0].started()
        for command in (ROLL, ADVANCE) * 5:
            command_id = new_id()
            one, other = await asyncio.gather(
                *(node.act(game_id, token, command, command_id=command_id) for node in nodes)
            )
            assert (one.version, one.record_hash, list(one.events)) == (
                other.version,
                other.record_hash,
                list(other.events),
            )
        rolls = [each for each in await nodes[0].follow(game_id) if kind(each.event) == "dice_rolled"]
        assert len(rolls) == 5

    async def test_a_hint_asked_of_both_at_once_is_recorded_once(self, nodes):
        """With one id it is one, whichever node answers first; each works it out by itself, and alike."""
        one, other = nodes
        game_id = await one.create()
        token, again = await one.take_seat(game_id), new_id()

        async def hint(node):
            asked = games.GetHintRequest(game_id=game_id, command_id=again)
            return await node.games.GetHint(asked, metadata=bearer(token))

        first, second = await asyncio.gather(hint(one), hint(other))

        assert first == second
        assert first.hints
        records = await other.follow(game_id)
        assert [kind(each.event) for each in records].count("hint_taken") == 1

    async def test_a_game_is_made_once(self, nodes):
        """`CreateGame` sent to both at once, and again later, makes one game."""
        command_id = new_id()
        made = await asyncio.gather(*(node.make(command_id=command_id) for node in nodes))
        made += [await node.make(command_id=command_id) for node in nodes]

        assert len({each.game.game_id for each in made}) == 1
        assert len((await nodes[0].games.ListGames(games.ListGamesRequest())).games) == 1

    async def test_a_seat_taken_again_through_another_node_is_the_same(self, nodes):
        """`TakeSeat` sent to both at once takes one seat, and its token is good on both."""
        game_id = await nodes[0].create()
        command_id = new_id()
        one, other = await asyncio.gather(*(node.sit(game_id, command_id=command_id) for node in nodes))
        assert (one.seat, one.version, one.record_hash) == (other.seat, other.version, other.record_hash)
        for token, node in ((one.token, nodes[1]), (other.token, nodes[0])):
            assert await node.legal(game_id, token)


class TestKeys:
    """Nodes that serve together have the same keys."""

    async def test_a_node_with_other_keys_does_not_join(self, url, tmp_path):
        """While one serves, another with keys of its own is refused, and told what to do."""
        async with House(tmp_path / "one", url):
            with pytest.raises(CannotStart, match="--keys") as refused_start:
                await House(tmp_path / "other", url).__aenter__()
        assert refused_start.value.code == "OTHER_KEYS"

    async def test_a_node_that_is_alone_goes_on_with_other_keys(self, url, tmp_path):
        """Where nobody serves any more, what was brought back is served, with or without the keys."""
        async with House(tmp_path / "one", url):
            pass
        with psycopg.connect(url) as connection:
            connection.execute("UPDATE summitbook.served SET at = at - interval '1 hour'")
        async with House(tmp_path / "other", url) as house:
            await house.started()

    async def test_a_new_key_on_all_nodes_keeps_nobody_out(self, url, tmp_path):
        """A node that starts with a newer key and the older ones beside it joins those that serve."""
        async with House(tmp_path, url) as one:
            for kind in KINDS:
                make_key(one.settings.key_folder / kind)
            async with House(tmp_path, url), House(tmp_path, url):
                await one.started()

    async def test_a_revoked_key_keeps_nobody_out(self, url, tmp_path):
        """Where every node has taken in that a key was revoked, one that starts without it joins them."""
        async with House(tmp_path, url) as one, House(tmp_path, url) as other:
            ring = one.settings.key_folder / "token"
            old = list(ring.iterdir())
            make_key(ring)
            for each in old:
                each.unlink()
            await asyncio.gather(one.parts.locksmith.look(), other.parts.locksmith.look())
            async with House(tmp_path, url) as third:
                await third.started()


class TestHearing:
    """Followers on one node are told what another appends."""

    async def followed(self, house, game_id, token):
        """Someone who follows a game on this node and has seen all there is."""
        request = games.SubscribeRequest(game_id=game_id, after=(await house.game(game_id)).version)
        return house.games.Subscribe(request, metadata=bearer(token))

    async def next_record(self, call):
        """The number of the next record that it is sent."""
        async for item in call:
            for record in item.records.records:
                return record.n
        raise AssertionError

    async def listens(self, house, *, does=True):
        """Wait until this node's listener listens, or does not."""
        await until(lambda: (house.parts.neighbours._deaf_since is None) == does)

    async def test_a_follower_hears_another_node_by_the_listener(self, two, monkeypatch):
        """The listener alone, without the slow poll, brings a record over."""
        one, other = two
        game_id, token = await one.started()
        await self.listens(other)
        monkeypatch.setattr(neighbours, "POLL_SECONDS", 3_600)
        call = await self.followed(other, game_id, token)
        answer = await one.act(game_id, token, ROLL)
        assert await self.next_record(call) == answer.version

    async def test_a_follower_hears_another_node_by_the_poll(self, url, tmp_path, monkeypatch):
        """A node whose listener is deaf still brings a record over, a little later."""
        monkeypatch.setattr(Neighbours, "_listen", lambda *_: asyncio.Event().wait())
        monkeypatch.setattr(neighbours, "POLL_SECONDS", 0.1)
        async with House(tmp_path, url) as one, House(tmp_path, url) as other:
            game_id, token = await one.started()
            call = await self.followed(other, game_id, token)
            answer = await one.act(game_id, token, ROLL)
            assert await self.next_record(call) == answer.version

    async def test_a_listener_that_was_cut_off_listens_again(self, two, postgres, monkeypatch):
        """When every connection has been ended, the nodes hear each other again by themselves."""
        one, other = two
        monkeypatch.setattr(neighbours, "AGAIN_SECONDS", 0.05)
        game_id, token = await one.started()
        await self.listens(other)
        postgres.cut()
        await self.listens(other, does=False)
        await self.listens(other)
        monkeypatch.setattr(neighbours, "POLL_SECONDS", 3_600)
        call = await self.followed(other, game_id, token)
        answer = await one.act(game_id, token, ROLL)
        assert await self.next_record(call) == answer.version


class TestTime:
    """Turns are timed by the time that all nodes serve together."""

    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch):
        """Nodes that look at the clock, and for each other's games, more often than they do in life."""
        monkeypatch.setattr("summitbook_service.timekeeper.LOOK_SECONDS", 0.05)
        monkeypatch.setattr("summitbook_service.timekeeper.LATE", 50)
        monkeypatch.setattr(uptime, "TICK_SECONDS", 0.05)

    async def timed_out(self, house, game_id):
        """Follow until a seat is timed out, and tell how often that is recorded then."""
        request = games.SubscribeRequest(game_id=game_id)
        call = house.games.Subscribe(request)
        async for item in call:
            if any(kind(record.event) == "turn_timed_out" for record in item.records.records):
                break
        records = await house.follow(game_id)
        return sum(kind(record.event) == "turn_timed_out" for record in records)

    async def test_a_seat_is_timed_out_once_by_two_nodes(self, two):
        """Both keep time of a game, and its one time-out is recorded once."""
        one, other = two
        game_id, _ = await one.started(options=TIMED)
        await other.game(game_id)
        assert await self.timed_out(other, game_id) == 1

    async def test_a_node_times_the_games_of_one_that_is_gone(self, url, tmp_path):
        """A turn that began on a node which then ended is timed out by one that has never seen the game."""
        async with House(tmp_path, url) as other:
            async with House(tmp_path, url) as one:
                game_id, _ = await one.started(options=TIMED)
            assert await self.timed_out(other, game_id) == 1

    async def test_an_idle_game_expires_once(self, url, tmp_path):
        """Of two nodes that sweep at the same time one closes a game, and the other finds it closed."""
        async with House(tmp_path, url, idle_days=1e-9) as one, House(tmp_path, url, idle_days=1e-9) as other:
            game_id, _ = await one.started()
            await asyncio.gather(*(house.parts.expiry.sweep() for house in (one, other)))
            records = await other.follow(game_id)
        assert [kind(record.event) for record in records].count("game_closed") == 1
        assert kind(records[-1].event) == "game_closed"

    async def test_a_turn_that_goes_on_is_not_timed_out_elsewhere(self, two):
        """A node that keeps time of a game which is played on another sees each move before it acts."""
        one, other = two
        game_id, token = await one.started(options=TIMED)
        await other.game(game_id)
        begun = one.parts.uptime.served()
        while one.parts.uptime.served() - begun < 1_500 and (legal := await one.legal(game_id, token)):
            await one.act(
                game_id, token, next((each for each in legal if kind_of(each) == "advance"), legal[0])
            )
            await asyncio.sleep(0.1)
        assert all(kind(record.event) != "turn_timed_out" for record in await other.follow(game_id))
