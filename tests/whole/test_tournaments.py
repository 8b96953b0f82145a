"""Tournaments over the service: who may do what, what is recorded, and nothing done twice or left undone."""

import asyncio
from contextlib import suppress
from uuid import UUID

import pytest
from bundles import outcome_of
from house import CLAIM, OTHER_CLAIM, House, bearer, new_id, refused, until
from meets import LADDER, TABLES, Meet, announce, claim_of

from summitbook.v1 import game_pb2, tournament_pb2
from summitbook.v1 import tournament_service_pb2 as pb
from summitbook_domain import record as records_of
from summitbook_domain.chance import Seed
from summitbook_domain.replay import audit
from summitbook_service.errors import CannotGoOn
from summitbook_service.keys import make_key, verify
from summitbook_service.tournaments import Keeper

DICEY = {"game": "dicey_peaks", "kind": TABLES, "seats": 3}
TIMED = {"everest1924": {"turn_seconds": 1}}


@pytest.fixture
def url(postgres):
    return postgres.database()


@pytest.fixture
async def two(url, tmp_path):
    async with House(tmp_path, url) as one, House(tmp_path, url) as other:
        yield one, other


def kinds(records):
    return [record.event.WhichOneof("event") for record in records]


async def close_round(meet):
    """Play what is open, and close the round."""
    for number in meet.tokens:
        await meet.play(number)
    return await meet.run("CloseRound")


class TestWhole:
    """From the announcement to the last standing, all of it over the wire."""

    async def test_a_duplicate_tournament(self, house):
        """Everyone plays each round's one deal; what their games gave adds up, and the log tells all."""
        meet = await Meet.started(house, "Mallory", "Irvine", "Odell")
        for _ in range(2):
            published = await meet.run("PublishRound")
            (event,) = published.events
            assert [list(game.contestants) for game in event.round_published.games] == [[0], [1], [2]]
            await close_round(meet)
        closed = (await meet.run("CloseTournament")).events[0].tournament_closed
        whole = await meet.whole()
        assert whole.tournament.status == tournament_pb2.TOURNAMENT_STATUS_CLOSED
        assert list(closed.standings) == list(whole.standings)
        played = [game.finished.results[0].points for each in whole.rounds for game in each.games]
        assert whole.standings[0].points == max(a + b for a, b in zip(played[:3], played[3:], strict=True))
        assert [list(each.points) for each in whole.rounds] == [played[:3], played[3:]]
        assert kinds(await meet.follow()) == [
            "tournament_created",
            *3 * ["contestant_entered"],
            "tournament_started",
            *2 * ["round_published", *3 * ["game_finished"], "round_closed"],
            "tournament_closed",
        ]  # fmt: skip

    async def test_tables(self, house):
        """Pods are paired by the service, and everyone who sat in a game has a place from it."""
        meet = await Meet.started(house, "Mallory", "Irvine", "Odell", "Norton", **DICEY)
        await meet.run("PublishRound")
        for number in meet.tokens:
            await meet.retire(number)
        await meet.run("CloseRound")
        (played,) = (await meet.whole()).rounds
        sat = sorted(each for game in played.games for each in game.contestants)
        assert sorted([*sat, *played.byes]) == [0, 1, 2, 3]
        assert all(game.HasField("finished") for game in played.games)

    async def test_a_ladder(self, house):
        """A match is a game like any other, on a deal of its own, that anyone may watch at once."""
        meet = await Meet.started(
            house, "Mallory", "Irvine", game="dicey_peaks", kind=LADDER, seats=2, rounds=0
        )
        (made,) = (await meet.run("MakeMatch", contestants=[0, 1])).events
        game = await house.game(made.match_made.game_id)
        assert (game.status, game.deal) == (game_pb2.GAME_STATUS_PLAYING, game.game_id)
        with refused("FAILED_PRECONDITION", "ALREADY_PLAYING"):
            await meet.run("MakeMatch", contestants=[0, 1])
        with refused("FAILED_PRECONDITION", "WRONG_KIND"):
            await meet.run("PublishRound")

    async def test_the_games_of_a_closed_round_hold_to_the_rules(self, house):
        """Their files carry the deal's seed, which fits what the round committed to when it was published."""
        meet = await Meet.started(house, "Mallory")
        await meet.run("PublishRound")
        game_id = (await meet.seats(0))[0].game_id
        with refused("FAILED_PRECONDITION", "HELD_BACK"):
            await house.export(game_id)
        await close_round(meet)
        file = await house.export(game_id)
        report = audit(file.splitlines(keepends=True), verify=verify)
        assert (report.level, report.code) == ("rules", None)
        (played,) = (await meet.whole()).rounds
        assert Seed(played.seed).commitment == played.commitment.hex()

    async def test_its_log_is_a_chain(self, house):
        """The lines that followers are sent are canonical, and each holds the hash of the one before."""
        meet = await Meet.started(house, "Mallory")
        await meet.run("PublishRound")
        await close_round(meet)
        head = records_of.START.hash
        for record in await meet.follow():
            told = records_of.read(record.line)
            assert (told.prev, told.hash) == (head, records_of.hash_of(record.line, told))
            assert record.record_hash.hex() == told.hash
            head = told.hash

    async def test_whoever_never_comes_is_timed_out(self, house):
        """A no-show's turns run out like anyone's, and the round can be closed without it."""
        meet = await Meet.started(house, "Mallory", options=TIMED)
        await meet.run("PublishRound")
        await meet.all_counted()
        assert (await meet.run("CloseRound")).events[0].HasField("round_closed")


class TestEntering:
    """Anyone enters under a name nobody has, also late, and may drop out."""

    async def test_late_entries_play_from_the_next_round_on(self, house):
        """Who enters after the start has no game in the open round, and one in the next."""
        meet = await Meet.started(house, "Mallory")
        await meet.run("PublishRound")
        late = await meet.enter("Irvine")
        assert (late.contestant, await meet.seats(1)) == (1, [])
        await close_round(meet)
        await meet.run("PublishRound")
        assert len(await meet.seats(1)) == 1

    async def test_who_leaves_is_paired_no_more(self, house):
        """By its own token or the organiser's; a contestant takes out nobody else."""
        meet = await Meet.started(house, "Mallory", "Irvine", "Odell")
        with refused("PERMISSION_DENIED", "NOT_ORGANISER"):
            await meet.run("LeaveTournament", token=meet.tokens[0], contestant=1)
        await meet.run("LeaveTournament", token=meet.tokens[0])
        await meet.run("LeaveTournament", contestant=1)
        published = await meet.run("PublishRound")
        assert [list(game.contestants) for game in published.events[0].round_published.games] == [[2]]
        causes = [record.cause for record in await meet.follow() if record.event.HasField("contestant_left")]
        assert [each.seat if each.HasField("seat") else None for each in causes] == [0, None]

    async def test_a_name_is_taken_once(self, house):
        """Two of one name could not be told apart; spaces make no other name."""
        meet = await Meet.announced(house)
        await meet.enter("Sandy Irvine")
        with refused("FAILED_PRECONDITION", "NAME_TAKEN"):
            await meet.enter(" Sandy  Irvine ")

    @pytest.mark.parametrize(
        "twin", ["sandy irvine", "Sandy Irvin\u0435", "Sandy\u200d Irvine", "Sandy\u3164Irvine\ufe0f"]
    )
    async def test_a_name_that_looks_like_another_is_taken(self, house, twin):
        """So is one that was entered before the last start."""
        meet = await Meet.announced(house)
        await meet.enter("Sandy Irvine")
        for _ in range(2):
            with refused("FAILED_PRECONDITION", "NAME_TAKEN"):
                await meet.enter(twin)
            await house.restart()

    async def test_a_claim_enters_once(self, house):
        """Under whatever name, and be it that it left; the same command sent again is answered again."""
        meet, command_id = await Meet.announced(house), new_id()
        first = await meet.enter("Mallory", command_id=command_id, claim=CLAIM)
        for _ in range(2):
            with refused("FAILED_PRECONDITION", "ALREADY_ENTERED") as said:
                await meet.enter("Irvine", claim=CLAIM)
            assert said.metadata["contestant"] == "0"
            await house.restart()
        assert (await meet.enter("Mallory", command_id=command_id, claim=CLAIM)).version == first.version
        await meet.run("LeaveTournament", token=first.token)
        with refused("FAILED_PRECONDITION", "ALREADY_ENTERED"):
            await meet.enter("Irvine", claim=CLAIM)
        await meet.enter("Irvine", claim=OTHER_CLAIM)

    async def test_of_two_entries_by_one_claim_at_once_one_is_made(self, two):
        """Also where they are sent to two nodes."""
        one, other = two
        meet = await Meet.announced(one)
        answers = await asyncio.gather(
            *(meet.at(node).enter(name, claim=CLAIM) for node, name in ((one, "Mallory"), (other, "Irvine"))),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Exception) for each in answers) == 1
        assert len((await meet.whole()).contestants) == 1


class TestTokens:
    """A token speaks for one tournament, and for no more than its holder is there."""

    ORGANISERS = ("StartTournament", "PublishRound", "CloseRound", "CloseTournament", "MakeMatch")

    @pytest.mark.parametrize("call", ORGANISERS)
    async def test_what_the_organiser_does_nobody_else_does(self, house, call):
        """Nobody, a contestant, a seat, another tournament's organiser: each is told why not."""
        meet, another = await Meet.announced(house), await Meet.announced(house)
        await meet.enter("Mallory")
        seat = house.token(role="seat", game_id=new_id(), seat=0, since=2)
        for token, status, reason in (
            ("", "UNAUTHENTICATED", "NO_TOKEN"),
            (meet.tokens[0], "PERMISSION_DENIED", "NOT_ORGANISER"),
            (seat, "PERMISSION_DENIED", "OTHER_TOURNAMENT"),
            (another.token, "PERMISSION_DENIED", "OTHER_TOURNAMENT"),
        ):
            with refused(status, reason):
                await meet.run(call, token=token)

    async def test_an_operator_does_what_an_organiser_does(self, house):
        """Whoever runs the service can help a tournament whose organiser is gone."""
        meet = await Meet.announced(house)
        await meet.enter("Mallory")
        operator = house.operator[0][1].removeprefix("Bearer ")
        await meet.run("StartTournament", token=operator)

    async def test_seats_are_their_contestants_alone(self, house):
        """The tokens of seats are for the contestant who sits there, and act for nobody else's game."""
        meet = await Meet.started(house, "Mallory", "Irvine")
        await meet.run("PublishRound")
        (seat,), (other,) = await meet.seats(0), await meet.seats(1)
        with refused("PERMISSION_DENIED", "OTHER_GAME"):
            await house.act(other.game_id, seat.token)
        for token, reason in ((meet.token, "NOT_CONTESTANT"), (house.token(role="host"), "OTHER_TOURNAMENT")):
            with refused("PERMISSION_DENIED", reason):
                await house.tournaments.ListSeats(
                    pb.ListSeatsRequest(tournament_id=meet.id), metadata=bearer(token)
                )

    async def test_who_acts_is_recorded_by_the_mark_of_its_claim(self, house):
        """In the game's log a move is its contestant's, by the same mark as the entry in the tournament's."""
        meet = await Meet.started(house, "Mallory")
        await meet.run("PublishRound")
        (seat,) = await meet.seats(0)
        await house.act(seat.game_id, seat.token)
        moved = (await house.follow(seat.game_id, token=seat.token))[-1]
        entered = (await meet.follow())[1]
        assert moved.cause.by == entered.cause.by != "service"

    async def test_a_lost_token_is_issued_again_for_the_claim(self, house):
        """The organiser's for the organiser's claim, a contestant's for its own or by an operator."""
        meet = await Meet.announced(house)
        await meet.enter("Mallory")
        with refused("PERMISSION_DENIED", "OTHER_CLAIM"):
            await meet.run("IssueTournamentToken", token="", claim=OTHER_CLAIM)
        again = await meet.run("IssueTournamentToken", token="", claim=CLAIM)
        await meet.run("StartTournament", token=again.token)
        operator = house.operator[0][1].removeprefix("Bearer ")
        for how in ({"claim": claim_of("Mallory"), "token": ""}, {"token": operator}):
            issued = await meet.run("IssueTournamentToken", contestant=0, **how)
            meet.tokens[0] = issued.token
            assert await meet.seats(0) == []
        with refused("FAILED_PRECONDITION", "BAD_CONTESTANT"):
            await meet.run("IssueTournamentToken", contestant=1, token=operator)

    async def test_tokens_that_were_taken_back_are_issued_again(self, house):
        """When the ring of tokens is emptied, whoever has the claim goes on in the middle of a round."""
        meet = await Meet.started(house, "Mallory")
        await meet.run("PublishRound")
        (seat,) = await meet.seats(0)
        for key in (house.settings.key_folder / "token").iterdir():
            key.unlink()
        make_key(house.settings.key_folder / "token")
        await house.parts.locksmith.look()
        for send in (meet.run("CloseRound"), meet.seats(0), house.act(seat.game_id, seat.token)):
            with refused("UNAUTHENTICATED", "BAD_TOKEN"):
                await send
        asked = {"token": "", "contestant": 0, "claim": claim_of("Mallory")}
        meet.tokens[0] = (await meet.run("IssueTournamentToken", **asked)).token
        meet.token = (await meet.run("IssueTournamentToken", token="", claim=CLAIM)).token
        await close_round(meet)

    async def test_an_organiser_is_given_no_contestants_token(self, house):
        """With it the organiser, who may play too, could look into a contestant's games, and play them."""
        meet = await Meet.started(house, "Mallory")
        with refused("PERMISSION_DENIED", "NOT_OPERATOR"):
            await meet.run("IssueTournamentToken", contestant=0)


class TestDecisions:
    """A referee's decision is recorded with its reason, and what follows from it is done."""

    async def test_a_cancelled_game_is_ended_by_the_service(self, house):
        """A game that goes on ends without a result, so that its round can be closed."""
        meet = await Meet.started(house, "Mallory", "Irvine")
        await meet.run("PublishRound")
        (seat,) = await meet.seats(0)
        await meet.play(1)
        with refused("FAILED_PRECONDITION", "GAMES_OPEN") as told:
            await meet.run("CloseRound")
        assert told.message == "1 game goes on; wait for it or cancel it"
        await meet.decide("cancel", game_id=seat.game_id)
        await meet.run("CloseRound")
        (played,) = (await meet.whole()).rounds
        finished = played.games[0].finished
        assert (finished.outcome, finished.results[0].HasField("points")) == ("cancelled", False)

    async def test_points_and_exclusions_count_at_once(self, house):
        """The standings are those of the log as it stands, decisions included."""
        meet = await Meet.started(house, "Mallory", "Irvine")
        await meet.decide("points", contestant=0, points=-5)
        await meet.decide("exclude", contestant=1)
        whole = await meet.whole()
        assert [(each.contestant, each.points) for each in whole.standings] == [(0, -5), (1, 0)]
        assert not whole.standings[1].HasField("place")
        assert [each.reason for each in whole.decisions] == 2 * ["seen by the referee"]

    @pytest.mark.parametrize(
        ("ruling", "more", "field"),
        [
            ("unspecified", {}, "decision.ruling"),
            ("points", {"contestant": 0}, "decision.points"),
            ("cancel", {"contestant": 0}, "decision.contestant"),
            ("exclude", {"contestant": 0, "reason": "\n"}, "decision.reason"),
        ],
    )
    async def test_a_malformed_one_names_its_field(self, house, ruling, more, field):
        """What a ruling needs must be there, and what it does not take must not."""
        meet = await Meet.started(house, "Mallory")
        with refused("INVALID_ARGUMENT", "BAD_ARGS") as said:
            await meet.decide(ruling, **more)
        assert said.metadata["field"] == field


class TestExactlyOnce:
    """A command sent again is done once and answered the same, whoever of the nodes is asked."""

    async def test_announced_once(self, house):
        """The same command makes one tournament; with another claim, or otherwise, it is refused."""
        command_id = new_id()
        made = [await announce(house, command_id=command_id) for _ in range(2)]
        assert made[0].tournament == made[1].tournament
        for other in ({"claim": OTHER_CLAIM}, {"rounds": 3}):
            with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
                await announce(house, command_id=command_id, **other)

    async def test_entered_once(self, house):
        """So it is with an entry, and only its own claim is given the token again."""
        meet, command_id = await Meet.announced(house), new_id()
        first, again = [await meet.enter("Mallory", command_id=command_id) for _ in range(2)]
        assert (first.contestant, first.record_hash) == (again.contestant, again.record_hash)
        with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
            await meet.enter("Mallory", command_id=command_id, claim=OTHER_CLAIM)

    async def test_an_id_is_looked_up_before_what_it_comes_with(self, house):
        """A command id that was used is COMMAND_ID_USED, also for a command that is malformed."""
        meet, command_id = await Meet.announced(house), new_id()
        await meet.enter("Mallory", command_id=command_id)
        with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
            await meet.enter("", command_id=command_id)

    async def test_published_once(self, two):
        """A round sent for on two nodes at once, and again after a restart, is one round with one deal."""
        one, other = two
        meet, command_id = await Meet.started(one, "Mallory", "Irvine"), new_id()
        answers = await asyncio.gather(
            meet.run("PublishRound", command_id=command_id),
            meet.at(other).run("PublishRound", command_id=command_id),
        )
        await one.restart()
        answers.append(await meet.run("PublishRound", command_id=command_id))
        assert answers[0] == answers[1] == answers[2]
        assert len((await meet.whole()).rounds) == 1

    async def test_of_two_organisers_one_is_first(self, two):
        """Of two commands at once on two nodes one is done, the other decided on what is then there."""
        one, other = two
        meet = await Meet.started(one, "Mallory")
        answers = await asyncio.gather(
            meet.run("PublishRound"), meet.at(other).run("PublishRound"), return_exceptions=True
        )
        assert sum(isinstance(each, Exception) for each in answers) == 1

    async def test_each_game_is_counted_once(self, two):
        """Both nodes look after every tournament, and yet a game is in its log once."""
        one, other = two
        meet = await Meet.started(one, "Mallory", "Irvine", "Odell")
        await meet.run("PublishRound")
        await asyncio.gather(*(meet.at(node).play(number) for number, node in enumerate((one, other, one))))
        await asyncio.gather(
            *(node.parts.keeper.see_to(_uuid(meet)) for node in (one, other) for _ in range(3))
        )
        await meet.run("CloseRound")
        finished = [each for each in await meet.follow() if each.event.HasField("game_finished")]
        assert len({each.event.game_finished.game_id for each in finished}) == len(finished) == 3


class TestHalfDone:
    """What a node leaves undone when it ends, another does, or itself at its next start."""

    async def test_games_that_were_not_made(self, house, monkeypatch):
        """A round is published and its node ends before the games are there: the next start makes them."""
        meet = await Meet.started(house, "Mallory", "Irvine")
        with monkeypatch.context() as broken:
            broken.setattr(Keeper, "see_to", _dies)
            await meet.run("PublishRound")
        await house.restart()
        await until(lambda: house.parts.lobby.open == 2)
        assert [len(await meet.seats(number)) for number in meet.tokens] == [1, 1]

    async def test_a_seat_that_is_asked_for_is_made_at_once(self, house, monkeypatch):
        """Nobody waits for a round's games to be found missing: who asks for a seat has its game made."""
        meet = await Meet.started(house, "Mallory")
        monkeypatch.setattr(Keeper, "see_to", _dies)
        await meet.run("PublishRound")
        (seat,) = await meet.seats(0)
        await house.act(seat.game_id, seat.token)

    async def test_games_that_were_not_counted(self, two, monkeypatch):
        """A game ends on a node that never tells the tournament: the other node counts it."""
        one, other = two
        meet = await Meet.started(one, "Mallory")
        await meet.run("PublishRound")
        monkeypatch.setattr(one.parts.keeper, "see_to", _dies_alone)
        await meet.play(0)
        await meet.at(other).all_counted()

    async def test_a_game_that_cannot_be_helped_holds_up_no_other(self, house, monkeypatch):
        """One whose log is broken, say: the others are made, and counted when they are over."""
        meet = await Meet.started(house, "Mallory", "Irvine", "Odell")
        await meet.run("PublishRound")
        (seat,) = await meet.seats(0)
        finished = Keeper._finished

        async def broken_for_one(self, fixture):
            if fixture.game_id == seat.game_id:
                raise CannotGoOn("BROKEN_LOG", "it is not as it was written")
            return await finished(self, fixture)

        monkeypatch.setattr(Keeper, "_finished", broken_for_one)
        for number in meet.tokens:
            await meet.retire(number)
        with suppress(CannotGoOn):
            await house.parts.keeper.see_to(_uuid(meet))
        assert (await meet.whole()).tournament.games_open == 1

    async def test_keys_may_have_changed_meanwhile(self, house, monkeypatch):
        """A round published under one master key is made and closed under a newer one, on its own deal."""
        meet = await Meet.started(house, "Mallory")
        monkeypatch.setattr(Keeper, "see_to", _dies)
        await meet.run("PublishRound")
        monkeypatch.undo()
        make_key(house.settings.key_folder / "master")
        await house.restart()
        await close_round(meet)
        (played,) = (await meet.whole()).rounds
        assert Seed(played.seed).commitment == played.commitment.hex()

    async def test_where_games_cannot_be_made_the_round_is_not_published(self, tmp_path):
        """There must be room for a whole round before it is published."""
        async with House(tmp_path, open_games=1) as house:
            meet = await Meet.started(house, "Mallory", "Irvine")
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_GAMES"):
                await meet.run("PublishRound")
            assert not (await meet.whole()).rounds


class TestDossier:
    """One archive, from which all of it can be checked."""

    async def test_it_holds_to_the_last_die(self, house):
        """What the service exports is audited without a fault, from the dice to the standings."""
        meet = await Meet.started(house, "Mallory", "Irvine", "=1+1")
        await meet.run("PublishRound")
        await meet.run("LeaveTournament", contestant=1)
        await meet.decide("points", contestant=0, points=2)
        await close_round(meet)
        await meet.run("PublishRound")
        (seat,) = await meet.seats(2)
        await meet.decide("cancel", game_id=seat.game_id)
        await close_round(meet)
        await meet.run("CloseTournament")
        key = house.parts.keys.public_keys[0].hex()
        file = await meet.dossier()
        outcome = outcome_of(file, [key])
        assert (outcome.findings, outcome.caveats, outcome.games) == ((), (), 5)
        await house.restart()
        assert await meet.dossier() == file

    async def test_tables_and_a_ladder_too(self, house):
        """So is that of any kind; a match's own log reveals its own deal."""
        key = house.parts.keys.public_keys[0].hex()
        cup = await Meet.started(house, "Mallory", "Irvine", "Odell", "Norton", **DICEY)
        ladder = await Meet.started(house, "Mallory", "Irvine", **{**DICEY, "kind": LADDER, "rounds": 0})
        await cup.run("PublishRound")
        await ladder.run("MakeMatch", contestants=[1, 0])
        for meet in (cup, ladder):
            for number in meet.tokens:
                await meet.retire(number)
        await cup.run("CloseRound")
        for meet in (cup, ladder):
            await meet.run("CloseTournament")
            outcome = outcome_of(await meet.dossier(), [key])
            assert (outcome.findings, outcome.games > 0) == ((), True)

    async def test_while_it_goes_on_there_is_none(self, house):
        """Before the close nobody is given the games that others still play."""
        meet = await Meet.started(house, "Mallory")
        with refused("FAILED_PRECONDITION", "TOURNAMENT_NOT_OVER"):
            await meet.dossier()


class TestSecrets:
    """A seed that is not revealed yet is nowhere to be found."""

    async def test_no_answer_and_no_row_holds_a_seed_before_its_time(self, house):
        """Of a deal until its round is closed, of the tournament until it is; then each is told."""
        meet = await Meet.started(house, "Mallory")
        await meet.run("PublishRound")
        await meet.play(0)
        (played,) = (await meet.whole()).rounds
        seeds = [house.parts.keys.new_seed(each).reveal() for each in (played.deal, meet.id)]
        await meet.follow()
        for seed in seeds:
            assert not any(_holds(each, seed) for each in await _everything(house))
        await meet.run("CloseRound")
        everything = await _everything(house)
        assert [any(_holds(each, seed) for each in everything) for seed in seeds] == [True, False]
        await meet.run("CloseTournament")
        assert any(_holds(each, seeds[1]) for each in await _everything(house))


class TestLooking:
    """Anyone may look at a tournament, list them and follow one."""

    async def test_what_is_not_there(self, house):
        """An id of nothing, and a game's, are no tournament; and a tournament is no game."""
        game_id, meet = await house.create(), await Meet.announced(house)
        for each in (new_id(), game_id):
            with refused("NOT_FOUND", "NO_SUCH_TOURNAMENT"):
                await Meet(house, each, "").whole()
        with refused("NOT_FOUND", "NO_SUCH_GAME"):
            await house.game(meet.id)

    async def test_they_are_listed_newest_first(self, house):
        """Page by page, of any status or of one, after a restart too."""
        meets = [await Meet.announced(house, name=f"Open {number}") for number in range(3)]
        await meets[0].enter("Mallory")
        await meets[0].run("StartTournament")
        await meets[0].run("CloseTournament")
        await house.restart()
        assert await _names(house) == ["Open 2", "Open 1", "Open 0"]
        assert await _names(house, page_size=2) == ["Open 2", "Open 1", "Open 0"]
        assert await _names(house, status="TOURNAMENT_STATUS_CLOSED") == ["Open 0"]

    async def test_followers_miss_nothing(self, two):
        """Followers on either node get each record once, live, from wherever they begin, until the last."""
        one, other = two
        meet = await Meet.announced(one)
        whole = asyncio.create_task(_to_the_end(meet))
        rest = asyncio.create_task(_to_the_end(meet.at(other), after=1))
        await meet.enter("Mallory")
        await meet.at(other).run("StartTournament")
        await meet.run("CloseTournament")
        told = await whole
        assert [record.n for record in told] == [1, 2, 3, 4]
        assert [record.line for record in await rest] == [record.line for record in told[1:]]
        with refused("OUT_OF_RANGE", "PAST_THE_END"):
            await meet.follow(after=5)

    async def test_a_quiet_one_shows_that_it_lives(self, tmp_path):
        """As a game does: whoever has seen everything is told so, and then hears heartbeats."""
        async with House(tmp_path, heartbeat=0.05) as house:
            meet = await Meet.announced(house)
            call = house.tournaments.SubscribeTournament(pb.SubscribeTournamentRequest(tournament_id=meet.id))
            heard = []
            async for item in call:
                heard.append((item.WhichOneof("item"), item.version))
                if len(heard) == 4:
                    call.cancel()
                    break
            assert heard == [("records", 1), ("caught_up", 1), ("heartbeat", 1), ("heartbeat", 1)]

    async def test_followers_are_in_the_share_of_streams(self, tmp_path):
        """Whoever has its share of streams open, of games or tournaments, opens no more."""
        async with House(tmp_path, caller_subscribers=1) as house:
            meet = await Meet.announced(house)
            first = house.tournaments.SubscribeTournament(
                pb.SubscribeTournamentRequest(tournament_id=meet.id)
            )
            await anext(aiter(first))
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_SUBSCRIBERS"):
                await meet.follow()
            first.cancel()
            await until(lambda: not house.parts.followers.open.inside)
            assert await meet.follow()

    async def test_what_is_refused_says_what_to_mend(self, house):
        """Kind, game, seats and rounds must go together; the field that does not is named."""
        for wrong, field in (
            ({"kind": 0}, "kind"),
            ({"kind": TABLES}, "kind"),
            ({"seats": 7}, "seats"),
            ({"rounds": 0}, "rounds"),
            ({"name": ""}, "name"),
            ({"claim": b"short"}, "claim"),
        ):
            with refused("INVALID_ARGUMENT", "BAD_ARGS") as said:
                await announce(house, **wrong)
            assert said.metadata["field"] == field
        with refused("NOT_FOUND", "UNKNOWN_GAME"):
            await announce(house, game="nothing")


def _uuid(meet):
    return UUID(meet.id)


async def _dies(self, tournament_id):
    """A node that ends just then."""


async def _dies_alone(tournament_id):
    """The same of one keeper."""


async def _names(house, **request):
    """The names of the tournaments on all pages."""
    names, page = [], ""
    while True:
        answer = await house.tournaments.ListTournaments(
            pb.ListTournamentsRequest(page_token=page, **request)
        )
        names += [each.name for each in answer.tournaments]
        page = answer.next_page_token
        if not page:
            return names


async def _to_the_end(meet, after=0):
    call = meet.house.tournaments.SubscribeTournament(
        pb.SubscribeTournamentRequest(tournament_id=meet.id, after=after)
    )
    return [record async for item in call for record in item.records.records]


async def _everything(house):
    """All that was answered so far, and all that is stored."""
    notes = await house.parts.store.read_all(0, 10_000)
    return [*house.heard, *(note.row.line for note in notes)]


def _holds(data, seed):
    return seed.encode() in data or bytes.fromhex(seed) in data
