"""Games that share a deal, as those of a round do: made by the service, held back while it is played."""

import asyncio

import pytest
from deals import DICEY, TOURNAMENT, dealt, made, seated
from house import ABANDON, ADVANCE, CLAIM, ROLL, House, bearer, kind, new_id, refused
from msgspec.structs import replace

from summitbook.v1 import game_pb2, table_pb2
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_domain.replay import audit
from summitbook_service.deals import Revealed
from summitbook_service.keys import make_key, verify


async def reveal(house, deal):
    """Close the round: nobody plays this deal any more."""
    seed = house.parts.keys.new_seed(deal).reveal()
    await house.parts.store.append([Revealed(deal, seed).row()])


def looks(house, game_id, token):
    """Every way to look into a game, each a call that is not made yet."""
    metadata = bearer(token)
    follow = games.SubscribeRequest(game_id=game_id)
    export = replays.ExportReplayRequest(game_id=game_id)
    return {
        "GetGame": lambda: house.game(game_id, token),
        "Subscribe": lambda: house.games.Subscribe(follow, metadata=metadata).read(),
        "ExportReplay": lambda: house.replays.ExportReplay(export, metadata=metadata).read(),
    }


async def listed(house, game_id, token=""):
    """A game's line in the list."""
    answer = await house.games.ListGames(games.ListGamesRequest(), metadata=bearer(token))
    return next(game for game in answer.games if game.game_id == game_id)


class TestMaking:
    """What a round needs is made by the service: seated, begun, and made once."""

    async def test_a_game_begins_at_once_under_the_names_it_is_dealt_to(self, house):
        """The service creates it and takes each seat; with the last one it starts, without salts."""
        deal = new_id()
        game_id = await made(house, deal, game=DICEY, names=("Mallory", "Irvine", "Odell"))
        game = await house.game(game_id, seated(house, game_id))
        assert game.status == game_pb2.GAME_STATUS_PLAYING
        assert [seat.name for seat in game.seats] == ["Mallory", "Irvine", "Odell"]
        assert (game.deal, game.seed_source) == (deal, table_pb2.SEED_SOURCE_DEAL)
        records = await house.follow(game_id, token=seated(house, game_id))
        assert {record.cause.by for record in records if record.HasField("cause")} == {"service"}

    async def test_it_is_made_once_however_often_it_is_wanted(self, house):
        """A game that is there is left as it is, and of two at once one makes it."""
        wanted = dealt(house, new_id())
        await asyncio.gather(house.parts.dealer.make(wanted), house.parts.dealer.make(wanted))
        token = seated(house, wanted.game_id)
        before = await house.act(wanted.game_id, token)
        await house.parts.dealer.make(wanted)
        assert (await house.game(wanted.game_id, token)).version == before.version

    async def test_nobody_else_sits_down(self, house):
        """Its seats are taken when it is there."""
        game_id = await made(house, new_id())
        with refused("FAILED_PRECONDITION", "GAME_STARTED"):
            await house.sit(game_id, claim=CLAIM)

    async def test_a_game_with_a_deal_of_its_own_is_open_to_all(self, house):
        """On the ladder each game has its own deal: nobody else plays it, so nothing is held back."""
        wanted = dealt(house, new_id())
        wanted = replace(wanted, game_id=wanted.deal)
        await house.parts.dealer.make(wanted)
        game = await house.game(wanted.game_id)
        assert game.seed_source == table_pb2.SEED_SOURCE_SERVER
        await house.finish(wanted.game_id, seated(house, wanted.game_id))
        report = _checked(await house.export(wanted.game_id))
        assert (report.level, report.code) == ("rules", None)


class TestOneDeal:
    """Two who choose alike on one deal are dealt alike, whatever others do, when, and on which node."""

    async def test_the_same_choices_get_the_same_dice(self, house):
        """Game after game on one deal, move for move, the events are the same but for ids and times."""
        deal = new_id()
        one, other = await made(house, deal), await made(house, deal, names=("Irvine",))
        await house.play(one, seated(house, one), turns=12)
        await made(house, deal, names=("Odell",))
        await house.play(other, seated(house, other), turns=12)
        assert await self._told(house, one) == await self._told(house, other)

    async def test_after_a_restart_and_a_new_key_too(self, house):
        """The seed is found again by its commitment, though the master ring has a newer key by then."""
        deal = new_id()
        wanted, later = dealt(house, deal), dealt(house, deal)
        await house.parts.dealer.make(wanted)
        await house.play(wanted.game_id, seated(house, wanted.game_id), turns=6)
        make_key(house.settings.key_folder / "master")
        await house.restart()
        await house.parts.dealer.make(later)
        await house.play(later.game_id, seated(house, later.game_id), turns=6)
        assert await self._told(house, wanted.game_id) == await self._told(house, later.game_id)

    async def test_on_another_node_too(self, postgres, tmp_path):
        """A node that never heard of the deal goes on with its games, and makes those that are missing."""
        url, deal = postgres.database(), new_id()
        async with House(tmp_path, url) as one, House(tmp_path, url) as other:
            wanted, later = dealt(one, deal), dealt(one, deal)
            await one.parts.dealer.make(wanted)
            await asyncio.gather(one.parts.dealer.make(later), other.parts.dealer.make(later))
            for node, each in ((one, wanted), (other, later)):
                await node.play(each.game_id, seated(node, each.game_id), turns=6)
            told = await self._told(one, wanted.game_id)
            assert told == await self._told(other, later.game_id) == await self._told(other, wanted.game_id)

    async def _told(self, house, game_id):
        records = await house.follow(game_id, token=seated(house, game_id))
        events = [record.event for record in records[1:] if kind(record.event) != "seat_taken"]
        assert len(events) > 10
        return events


class TestHeldBack:
    """While a deal is open, its games are shown to their own seats, and to operators."""

    @pytest.mark.parametrize(
        "stranger", ["nobody", "another game of the deal", "a contestant", "the organiser"]
    )
    async def test_others_are_told_to_wait(self, house, stranger):
        """
        Looking into such a game is HELD_BACK, also for whoever is through with another on its deal.

        Who organises the tournament may play in it too, by whatever claim, and so sees no more than others.
        """
        deal = new_id()
        game_id, own = await made(house, deal), await made(house, deal)
        await house.finish(own, seated(house, own))
        token = {
            "nobody": "",
            "another game of the deal": seated(house, own),
            "a contestant": house.token(role="contestant", tournament=TOURNAMENT, contestant=0),
            "the organiser": house.token(role="organiser", tournament=TOURNAMENT),
        }[stranger]
        for end in (False, True):
            if end:
                await house.finish(game_id, seated(house, game_id))
            for look in looks(house, game_id, token).values():
                with refused("FAILED_PRECONDITION", "HELD_BACK") as said:
                    await look()
                assert said.metadata == {"tournament": TOURNAMENT}

    @pytest.mark.parametrize("who", ["its seat", "an operator"])
    async def test_its_own_look_on(self, house, who):
        """Its seats and operators see it as any other game."""
        game_id = await made(house, new_id())
        token = {
            "its seat": seated(house, game_id),
            "an operator": house.operator[0][1].removeprefix("Bearer "),
        }[who]
        for look in looks(house, game_id, token).values():
            assert await look()

    async def test_in_the_list_no_hash_tells_what_was_drawn(self, house):
        """The list has its line for all, and how far it is, but the hash of its last record for its own."""
        game_id = await made(house, new_id())
        answer = await house.act(game_id, seated(house, game_id))
        line = await listed(house, game_id)
        assert (line.version, line.record_hash) == (answer.version, b"")
        assert (await listed(house, game_id, seated(house, game_id))).record_hash == answer.record_hash

    async def test_who_runs_the_tournament_still_plays_no_game(self, house):
        """The organiser's token is no seat's and no host's: it sends no command and cancels nothing."""
        game_id = await made(house, new_id())
        organiser = house.token(role="organiser", tournament=TOURNAMENT)
        for send in (
            house.act(game_id, organiser),
            house.games.CancelGame(
                games.CancelGameRequest(command_id=new_id(), game_id=game_id), metadata=bearer(organiser)
            ),
        ):
            with refused("PERMISSION_DENIED", "OTHER_GAME"):
                await send


class TestRevealed:
    """Once a deal is over its seed is told, and everyone may look."""

    async def test_everyone_may_look_then(self, house):
        """After the reveal its games are like any others, on a service that was restarted too."""
        deal = new_id()
        game_id = await made(house, deal)
        await house.finish(game_id, seated(house, game_id))
        await reveal(house, deal)
        for _ in range(2):
            for look in looks(house, game_id, "").values():
                assert await look()
            assert (await listed(house, game_id)).record_hash
            await house.restart()

    async def test_a_node_knows_at_once_what_another_revealed(self, postgres, tmp_path):
        """No node goes on holding back, nor shows a game too soon, whichever of them closes the round."""
        url, deal = postgres.database(), new_id()
        async with House(tmp_path, url) as one, House(tmp_path, url) as other:
            game_id = await made(one, deal)
            with refused("FAILED_PRECONDITION", "HELD_BACK"):
                await other.game(game_id)
            await reveal(one, deal)
            assert (await other.game(game_id)).game_id == game_id

    async def test_its_file_can_then_be_checked_to_the_last_die(self, house):
        """Before the reveal a file is good up to its seal; then it tells the seed and holds to the rules."""
        deal = new_id()
        game_id = await made(house, deal)
        token = seated(house, game_id)
        for command in (ROLL, ADVANCE, ABANDON):
            await house.act(game_id, token, command)
        before = _checked(await house.export(game_id, token))
        assert (before.level, before.code) == ("seal", None)
        await reveal(house, deal)
        file = await house.export(game_id)
        after = _checked(file)
        assert (after.level, after.code) == ("rules", None)
        assert b'{"reveal":{"deal":"%b"' % deal.encode() in file.splitlines()[-2]

    async def test_a_seed_of_another_deal_is_no_reveal(self, house):
        """A file into which another deal's line was put is BAD_SEED."""
        deal, another = new_id(), new_id()
        game_id = await made(house, deal)
        await house.finish(game_id, seated(house, game_id))
        await reveal(house, deal)
        wrong = house.parts.keys.new_seed(another).reveal().encode()
        right = house.parts.keys.new_seed(deal).reveal().encode()
        file = (await house.export(game_id)).replace(right, wrong)
        assert _checked(file).code == "BAD_SEED"


def _checked(file):
    return audit(file.splitlines(keepends=True), verify=verify)
