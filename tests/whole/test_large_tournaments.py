"""Tournaments that are large, and how large they may become: docs/tournaments.md, "How large"."""

import asyncio
import threading

import pytest
from house import House, refused
from meets import LADDER, Meet
from tournaments import duplicate, ladder

from summitbook.v1 import tournament_service_pb2 as pb
from summitbook_client import Client
from summitbook_client.tournaments import Tournament, _add
from summitbook_domain.record import START, Head
from summitbook_domain.tournament import events as e
from summitbook_domain.tournament import rules
from summitbook_domain.tournament.pairing import pair
from summitbook_domain.tournament.sharing import Row
from summitbook_domain.tournament.state import Contestant, Fixture, Round
from summitbook_service.dossiers import DossierWriter
from summitbook_service.handlers import tournaments as handlers
from summitbook_service.tournaments import Office, paging
from summitbook_service.tournaments.kept import Shown
from summitbook_service.tournaments.paging import Page, pack_page

LARGEST_ANSWER = 4 * 1024 * 1024
"""What gRPC's clients take without being told otherwise."""
WIDE = "\N{GRINNING FACE}"
"""A character of four bytes."""


def shown(state):
    return Shown(state, Head(state.n, START.hash), "")


def pages(state, **request):
    """Every page of a tournament, as a client asks for them one after another."""
    token, answers = "", []
    while token or not answers:
        asked = pb.GetTournamentRequest(page_token=token, **request)
        answers.append(pack_page(shown(state), Page.of(asked)))
        token = answers[-1].next_page_token
    return answers


def whole(answers):
    """The pages put together as the client does."""
    together = pb.GetTournamentResponse()
    for each in answers:
        _add(together, each)
    return together


def played(cup, rounds):
    """A tournament of so many rounds whose contestants have each scored."""
    for _ in range(rounds):
        cup.round(lambda fixture: (fixture.contestants[0],))
    return cup.state


def largest(rounds=30, contestants=1_000, decisions=1_000):
    """A tournament as large as they come, told without its log: the longest names and reasons, all played."""
    state = duplicate(1, rounds=rounds).state
    finish = e.GameFinished("", 10_000, "f" * 64, "finished", (e.Result(9_999, -5_000, None),))
    games = tuple(
        Fixture(number, f"{number:08}-0000-4000-8000-{at:012}", (at,), finish)
        for number in range(1, rounds + 1)
        for at in range(contestants)
    )
    decided = e.DecisionMade("points", WIDE * 500, contestants - 1, None, -1_000_000)
    return type(state)(
        n=state.n,
        created=state.birth,
        contestants=Row.of(*(Contestant(WIDE * 64) for _ in range(contestants))),
        rounds=tuple(
            Round(each, games[0].game_id, "f" * 64, (), (each - 1) * contestants, contestants, "f" * 64)
            for each in range(1, rounds + 1)
        ),
        fixtures=Row.of(*games),
        decisions=Row.of(*(decided for _ in range(decisions))),
    )


class TestPages:
    """GetTournament answers a page at a time where there is more than an answer may hold."""

    @pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
    def test_pages_put_together_are_the_whole(self, size):
        """Nothing is left out or told twice, wherever a page ends."""
        cup = duplicate(3, rounds=2)
        cup.decide("points", contestant=0, points=3)
        state = played(cup, 2)
        (everything,) = pages(state)
        in_pages = pages(state, page_size=size)
        assert len(in_pages) == -(-(3 + 6 + 1) // size)
        assert whole(in_pages) == whole([everything])
        assert len(everything.standings) == 3

    def test_a_page_keeps_its_place_while_the_tournament_goes_on(self):
        """Whoever enters between two pages is missing from neither, and nothing is told twice."""
        cup = duplicate(2, rounds=2)
        played(cup, 1)
        first = pack_page(shown(cup.state), Page.of(pb.GetTournamentRequest(page_size=1)))
        cup.enter(1)
        cup.publish()
        rest = pb.GetTournamentRequest(page_token=first.next_page_token)
        together = whole([first, pack_page(shown(cup.state), Page.of(rest))])
        assert [each.contestant for each in together.contestants] == [0, 1, 2]
        assert [len(each.games) for each in together.rounds] == [2, 3]

    def test_parts_and_one_round_can_be_asked_for(self):
        """Only what is asked for is told, beside the tournament itself."""
        state = played(duplicate(2, rounds=3), 2)
        (standings,) = pages(state, parts=["TOURNAMENT_PART_STANDINGS"])
        assert (len(standings.standings), len(standings.contestants), len(standings.rounds)) == (2, 0, 0)
        (second,) = pages(state, parts=["TOURNAMENT_PART_ROUNDS"], round=2)
        assert [(each.round, len(each.games)) for each in second.rounds] == [(2, 2)]
        assert not second.standings
        assert not pages(state, parts=["TOURNAMENT_PART_ROUNDS"], round=3)[0].rounds

    def test_a_ladder_has_matches_instead(self):
        """They are paged like games of rounds."""
        cup = ladder(4)
        cup.match(0, 1)
        cup.match(2, 3)
        in_pages = pages(cup.state, page_size=5)
        assert [len(each.matches) for each in in_pages] == [1, 1]

    def test_no_answer_is_larger_than_clients_take(self):
        """A thousand contestants, thirty rounds and a thousand long decisions come in answers that fit."""
        state = largest()
        answers = pages(state)
        assert len(answers) > 1
        assert max(each.ByteSize() for each in answers) < LARGEST_ANSWER * 0.75
        together = whole(answers)
        assert [len(each.games) for each in together.rounds] == [1_000] * 30
        assert (len(together.contestants), len(together.decisions)) == (1_000, 1_000)

    async def test_what_was_small_comes_whole(self, house):
        """Whoever asks for nothing in particular, as ever, gets all of it."""
        meet = await Meet.started(house, "Mallory", "Irvine")
        whole = await meet.whole()
        assert ([each.name for each in whole.contestants], whole.next_page_token) == (
            ["Mallory", "Irvine"],
            "",
        )

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"page_size": -1}, "page_size"),
            ({"page_token": "1.0"}, "page_token"),
            ({"page_token": "2.01"}, "page_token"),
            ({"page_token": "x"}, "page_token"),
            ({"round": -1}, "round"),
            ({"parts": [0]}, "parts"),
            ({"parts": [99]}, "parts"),
        ],
    )
    async def test_a_malformed_question_names_its_field(self, house, wrong, field):
        """Sizes, tokens, rounds and parts that there are not."""
        meet = await Meet.announced(house)
        with refused("INVALID_ARGUMENT", "BAD_ARGS") as said:
            await house.tournaments.GetTournament(pb.GetTournamentRequest(tournament_id=meet.id, **wrong))
        assert said.metadata["field"] == field

    async def test_the_client_puts_the_pages_together(self, house, monkeypatch):
        """`look` answers the whole, or the parts that it was asked for, in however many pages it comes."""
        meet = await Meet.started(house, "Mallory", "Irvine")
        await meet.run("PublishRound")
        expected = await meet.whole()
        monkeypatch.setattr(paging, "PAGE_BYTES", 1)
        assert (await meet.whole()).next_page_token
        async with Client(f"127.0.0.1:{house.port}") as client, asyncio.timeout(10):
            tournament = Tournament(client, meet.id)
            assert await tournament.look() == expected
            names = await tournament.look(pb.TOURNAMENT_PART_CONTESTANTS)
            assert ([each.name for each in names.contestants], len(names.rounds)) == (
                ["Mallory", "Irvine"],
                0,
            )


class TestPairing:
    """Many are paired aside, so that the games of others go on."""

    async def test_others_are_answered_while_a_round_is_paired(self, house, monkeypatch):
        """A move in another game is made before the pairing comes to its end."""
        meet = await Meet.started(house, "Mallory", "Irvine")
        go_on = threading.Event()

        def lasting(*asked):
            assert go_on.wait(30)
            return pair(*asked)

        monkeypatch.setattr(rules, "pair", lasting)
        publishing = asyncio.create_task(meet.run("PublishRound"))
        game_id, token = await house.started()
        await house.act(game_id, token)
        assert not publishing.done()
        go_on.set()
        (published,) = (await publishing).events
        assert len(published.round_published.games) == 2

    async def test_others_are_answered_while_it_is_worked_out_who_stands_where(self, house, monkeypatch):
        """So it is while somebody looks at a tournament."""
        meet = await Meet.started(house, "Mallory")
        go_on = threading.Event()

        def lasting(*asked):
            assert go_on.wait(30)
            return pack_page(*asked)

        monkeypatch.setattr(handlers, "pack_page", lasting)
        looking = asyncio.create_task(meet.whole())
        game_id, token = await house.started()
        await house.act(game_id, token)
        go_on.set()
        assert len((await looking).standings) == 1


class TestDossiers:
    """An archive is packed aside."""

    @pytest.mark.parametrize("part", ["log", "game", "end"])
    async def test_others_are_answered_while_it_is_packed(self, house, monkeypatch, part):
        """Whichever part of it takes long: a move in another game is made before."""
        meet = await Meet.started(house, "Mallory")
        await meet.run("PublishRound")
        await meet.retire(0)
        await meet.run("CloseRound")
        await meet.run("CloseTournament")
        pack, go_on = getattr(DossierWriter, part), threading.Event()

        def lasting(*asked):
            assert go_on.wait(30)
            return pack(*asked)

        monkeypatch.setattr(DossierWriter, part, lasting)
        packing = asyncio.create_task(meet.dossier())
        game_id, token = await house.started()
        await house.act(game_id, token)
        assert not packing.done()
        go_on.set()
        assert (await packing).startswith(b"PK")


class TestLists:
    """ListTournaments answers soon, however many there are and however long their logs."""

    async def test_a_call_looks_through_so_many(self, house, monkeypatch):
        """It may find none of those that are wanted, and says from where to go on."""
        monkeypatch.setattr(handlers, "LOOKED_THROUGH", 2)
        for number in range(5):
            await Meet.announced(house, name=f"Open {number}")
        request = pb.ListTournamentsRequest(status="TOURNAMENT_STATUS_CLOSED")
        empty = await house.tournaments.ListTournaments(request)
        assert (len(empty.tournaments), bool(empty.next_page_token)) == (0, True)
        sizes, token = [], ""
        while token or not sizes:
            request = pb.ListTournamentsRequest(page_token=token)
            page = await house.tournaments.ListTournaments(request)
            sizes.append(len(page.tournaments))
            token = page.next_page_token
        assert sizes == [2, 2, 1]

    async def test_a_log_is_read_once_for_all_lists(self, house, monkeypatch):
        """Listed again, only those that went on are looked at again."""
        meets = [await Meet.announced(house, name=f"Open {number}") for number in range(3)]
        asked = []
        current = Office.current

        async def counted(self, tournament_id):
            asked.append(str(tournament_id))
            return await current(self, tournament_id)

        monkeypatch.setattr(Office, "current", counted)
        for _ in range(2):
            await house.tournaments.ListTournaments(pb.ListTournamentsRequest())
        assert sorted(asked) == sorted(meet.id for meet in meets)
        await meets[1].enter("Mallory")
        asked.clear()
        listed = await house.tournaments.ListTournaments(pb.ListTournamentsRequest())
        assert asked == [meets[1].id]
        assert [each.contestants for each in listed.tournaments] == [0, 1, 0]


class TestBounds:
    """Nothing in a tournament grows without end."""

    async def test_contestants(self, tmp_path):
        """So many are in at once; one that leaves makes room."""
        async with House(tmp_path, contestants=2) as house:
            meet = await Meet.announced(house)
            for name in ("Mallory", "Irvine"):
                await meet.enter(name)
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_CONTESTANTS"):
                await meet.enter("Odell")
            await meet.run("LeaveTournament", contestant=0)
            assert (await meet.enter("Odell")).contestant == 2

    async def test_matches(self, tmp_path):
        """A ladder has so many matches, over or not."""
        async with House(tmp_path, matches=1) as house:
            meet = await Meet.started(
                house, "Mallory", "Irvine", game="dicey_peaks", kind=LADDER, seats=2, rounds=0
            )
            await meet.run("MakeMatch", contestants=[0, 1])
            for number in meet.tokens:
                await meet.retire(number)
            await meet.all_counted()
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_MATCHES"):
                await meet.run("MakeMatch", contestants=[0, 1])

    async def test_decisions(self, tmp_path):
        """After so many there are no more points to give; but what ends something is decided still."""
        async with House(tmp_path, decisions=1) as house:
            meet = await Meet.started(house, "Mallory", "Irvine")
            await meet.run("PublishRound")
            (seat,) = await meet.seats(0)
            await meet.decide("points", contestant=0, points=1)
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_DECISIONS"):
                await meet.decide("points", contestant=0, points=1)
            await meet.decide("exclude", contestant=1)
            await meet.decide("cancel", game_id=seat.game_id)

    async def test_tournaments(self, tmp_path):
        """So many are open, until one is closed."""
        async with House(tmp_path, open_tournaments=1) as house:
            meet = await Meet.announced(house)
            await house.parts.lobby.catch_up()
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_TOURNAMENTS"):
                await Meet.announced(house)
            await meet.run("CloseTournament")
            await house.parts.lobby.catch_up()
            await Meet.announced(house)
