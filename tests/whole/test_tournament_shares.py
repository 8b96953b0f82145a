"""What one address may have of tournaments: docs/doors.md, "Limits"."""

import asyncio

import pytest
from house import House, refused
from meets import Meet

from summitbook_service import rpc


@pytest.fixture
def elsewhere(monkeypatch):
    """From now on calls come from another address."""
    return lambda: monkeypatch.setattr(rpc, "address_of", lambda _: "ipv4:192.0.2.7")


async def test_an_address_has_its_share_of_tournaments(tmp_path, elsewhere):
    """Whatever tokens it has; when one is closed there is room for another, and others have theirs."""
    async with House(tmp_path, caller_tournaments=1) as house:
        meet = await Meet.announced(house)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_TOURNAMENTS"):
            await Meet.announced(house)
        await meet.run("CloseTournament")
        await house.parts.lobby.catch_up()
        await Meet.announced(house)
        elsewhere()
        await Meet.announced(house)


async def test_two_who_announce_at_once_do_not_share_the_last_place(tmp_path):
    """What is under way takes up room already."""
    async with House(tmp_path, open_tournaments=1) as house:
        answers = await asyncio.gather(*(Meet.announced(house) for _ in range(3)), return_exceptions=True)
        assert sum(isinstance(each, Exception) for each in answers) == 2


async def test_an_address_has_its_share_of_contestants(tmp_path, elsewhere):
    """In each tournament; whoever left is counted still, and whoever was refused is not."""
    async with House(tmp_path, caller_contestants=2) as house:
        meet, other = await Meet.announced(house), await Meet.announced(house)
        await meet.enter("Mallory")
        for _ in range(3):
            with refused("FAILED_PRECONDITION", "NAME_TAKEN"):
                await meet.enter("Mallory", claim=b"the claim of another")
        await meet.enter("Irvine")
        await meet.run("LeaveTournament", contestant=1)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_CONTESTANTS"):
            await meet.enter("Odell")
        await other.enter("Odell")
        elsewhere()
        await meet.enter("Odell")


async def test_nothing_is_remembered_of_tournaments_that_are_closed(tmp_path):
    """Neither of who announced them nor of who entered or tried to."""
    async with House(tmp_path) as house:
        meet = await Meet.started(house, "Mallory")
        await meet.run("CloseTournament")
        await house.parts.lobby.catch_up()
        with refused("FAILED_PRECONDITION", "TOURNAMENT_OVER"):
            await meet.enter("Irvine")
        roster = house.parts.roster
        assert (roster._makers, roster._making, roster._entered, len(roster._shares)) == ({}, set(), {}, 0)


async def test_its_games_are_in_the_share_of_who_announced_it(tmp_path, elsewhere):
    """A round of two leaves room for one game of three, from wherever it is published."""
    async with House(tmp_path, caller_games=3) as house:
        meet = await Meet.started(house, "Mallory", "Irvine")
        with pytest.MonkeyPatch.context() as moved:
            moved.setattr(rpc, "address_of", lambda _: "ipv4:192.0.2.7")
            await meet.run("PublishRound")
        await house.create()
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_GAMES"):
            await house.create()
        for number in meet.tokens:
            await meet.retire(number)
        await house.parts.lobby.catch_up()
        await house.create()
        elsewhere()
        await house.create()


async def test_a_round_that_is_too_much_for_its_maker_is_not_published(tmp_path):
    """All of its games must fit, or none is made."""
    async with House(tmp_path, caller_games=1) as house:
        meet = await Meet.started(house, "Mallory", "Irvine")
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_GAMES"):
            await meet.run("PublishRound")
        assert not (await meet.whole()).rounds
        await house.create()


async def test_two_rounds_at_once_do_not_share_the_last_places(tmp_path):
    """What one has been promised is taken, before its games are there."""
    async with House(tmp_path, open_games=3) as house:
        meets = [await Meet.started(house, "Mallory", "Irvine") for _ in range(2)]
        answers = await asyncio.gather(*(meet.run("PublishRound") for meet in meets), return_exceptions=True)
        assert sum(isinstance(each, Exception) for each in answers) == 1
        await house.create()
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_GAMES"):
            await house.create()
        assert house.parts.lobby.open <= 3


async def test_games_made_at_once_do_not_share_the_last_places(tmp_path):
    """So it is with single ones."""
    async with House(tmp_path, open_games=2) as house:
        answers = await asyncio.gather(*(house.create() for _ in range(6)), return_exceptions=True)
        assert sum(isinstance(each, str) for each in answers) == 2


async def test_who_goes_away_too_soon_is_counted_all_the_same(tmp_path, monkeypatch):
    """A call that is given up while it is written is done to its end, so it makes nothing for nothing."""
    async with House(tmp_path, caller_contestants=1) as house:
        meet = await Meet.announced(house)
        put, writing, go_on = house.parts.writer.put, asyncio.Event(), asyncio.Event()

        async def slowly(*asked):
            writing.set()
            await go_on.wait()
            return await put(*asked)

        monkeypatch.setattr(house.parts.writer, "put", slowly)
        entering = asyncio.ensure_future(meet.enter("Mallory"))
        await writing.wait()
        entering.cancel()
        await asyncio.sleep(0.1)
        go_on.set()
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_CONTESTANTS"):
            await meet.enter("Irvine")
        assert [each.name for each in (await meet.whole()).contestants] == ["Mallory"]


async def test_an_entry_that_another_node_overtakes_by_the_end_is_told_so(postgres, tmp_path):
    """Where a tournament is closed elsewhere while an entry is on its way, the entry is too late."""
    url = postgres.database()
    async with House(tmp_path, url) as one, House(tmp_path, url) as other:
        meet = await Meet.announced(one)
        await meet.at(other).enter("Mallory")
        append, waits, goes_on = one.parts.store.append, asyncio.Event(), asyncio.Event()

        async def held(rows):
            if any(row.topic == "ContestantEntered" for row in rows):
                waits.set()
                await goes_on.wait()
            await append(rows)

        one.parts.store.append = held
        entry = asyncio.create_task(meet.enter("Irvine"))
        await waits.wait()
        await meet.at(other).run("CloseTournament")
        await one.parts.lobby.catch_up()
        goes_on.set()
        with refused("FAILED_PRECONDITION", "TOURNAMENT_OVER"):
            await entry
        assert not one.parts.roster._entered
