"""docs/tournaments.md, "Commands" and "Refusals"."""

import pytest
from expeditions import EVEREST
from msgspec.structs import replace
from races import PEAKS
from tables import refused
from teams import CLIMB
from tournaments import Cup, asked_for, duplicate, in_seat_order, ladder, scored, tables, uuid_of

from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.results import set_aside

NO_GAME = uuid_of("no such game")


def finish(game_id, *results):
    return c.FinishGame(game_id, 9, "0" * 64, "finished", results)


@pytest.mark.parametrize(
    ("kind", "game", "seats", "rounds"),
    [
        ("duplicate", EVEREST, 1, 5),
        ("duplicate", CLIMB, 4, 1),
        ("tables", PEAKS, 6, 3),
        ("tables", PEAKS, 2, 99),
        ("ladder", PEAKS, 2, 0),
    ],
)
def test_a_tournament_is_created_with_its_options_written_out(kind, game, seats, rounds):
    """The first record names kind, game, content and every option with its default."""
    born = Cup(asked_for(kind, game, seats, rounds)).state.birth
    assert (born.kind, born.game, born.seats, born.rounds) == (kind, game.name, seats, rounds)
    assert born.content.sha256 == next(iter(game.editions.values())).sha256
    assert born.options["turn_seconds"] == 0


@pytest.mark.parametrize(
    ("kind", "game", "seats", "rounds"),
    [
        ("duplicate", PEAKS, 2, 1),
        ("tables", EVEREST, 1, 1),
        ("ladder", CLIMB, 2, 0),
        ("duplicate", EVEREST, 2, 1),
        ("tables", PEAKS, 7, 1),
        ("tables", PEAKS, 1, 1),
        ("tables", PEAKS, 6, 0),
        ("ladder", PEAKS, 6, 1),
    ],
)
def test_kind_game_seats_and_rounds_go_together(kind, game, seats, rounds):
    """Rivals meet at tables or on a ladder, all others play duplicate; only a ladder has no rounds."""
    assert refused(Cup, asked_for(kind, game, seats, rounds)) == "BAD_ARGS"


def test_the_options_must_suit_every_table_there_can_be():
    """A table may be left with two, so no option may name a third seat."""
    assert refused(Cup, asked_for("tables", PEAKS, 6, 1, first_seat=2)) == "BAD_ARGS"
    assert Cup(asked_for("tables", PEAKS, 6, 1, first_seat=1)).state.birth.options["first_seat"] == 1


def test_the_edition_must_be_the_one_that_is_given():
    """Game, rules and edition go together."""
    other = c.CreateTournament("The Cup", "duplicate", "everest1924", 1, "another", {}, 1, 1)
    assert refused(Cup, other) == "BAD_ARGS"


def test_a_tournament_is_made_once():
    """It cannot be made again."""
    assert duplicate().code_of(asked_for("duplicate", EVEREST, 1, 5)) == "BAD_ARGS"


def test_contestants_are_numbered_as_they_come_and_have_names_of_their_own():
    """Numbers count from 0; a name is taken once, also where whoever had it has left."""
    cup = Cup(asked_for("duplicate", EVEREST, 1, 2))
    assert [cup.ask(c.EnterContestant(name)).contestant for name in ("Ada", "Bo")] == [0, 1]
    cup.ask(c.LeaveTournament(0))
    assert cup.code_of(c.EnterContestant("Ada")) == "NAME_TAKEN"


def test_a_contestant_can_leave_for_itself_and_do_nothing_else():
    """All else is the host's and the service's; the host may also let somebody go."""
    cup = duplicate(3)
    assert cup.code_of(c.LeaveTournament(1), contestant=0) == "BAD_CONTESTANT"
    assert cup.code_of(c.PublishRound(), contestant=0) == "BAD_CONTESTANT"
    cup.ask(c.LeaveTournament(0), contestant=0)
    cup.ask(c.LeaveTournament(1))
    assert cup.state.active == (2,)
    assert [cup.code_of(c.LeaveTournament(each)) for each in (0, 3, -1)] == ["BAD_CONTESTANT"] * 3


def test_it_takes_one_to_start_a_duplicate_and_two_to_start_any_other():
    """With fewer the start is refused."""
    alone, empty = Cup(asked_for("tables", PEAKS, 2, 1)), Cup(asked_for("duplicate", EVEREST, 1, 1))
    alone.enter(1)
    assert [cup.code_of(c.StartTournament()) for cup in (alone, empty)] == ["TOO_FEW", "TOO_FEW"]


def test_nothing_is_played_before_the_start_nor_is_it_started_twice():
    """Rounds, matches and results come after it."""
    cup = Cup(asked_for("duplicate", EVEREST, 1, 1))
    cup.enter(1)
    for command in (c.PublishRound(), c.CloseRound(), finish(NO_GAME)):
        assert cup.code_of(command) == "TOURNAMENT_NOT_STARTED"
    cup.ask(c.StartTournament())
    assert cup.code_of(c.StartTournament()) == "TOURNAMENT_STARTED"


def test_a_ladder_has_matches_and_the_others_have_rounds():
    """Each is refused where the other belongs."""
    assert duplicate().code_of(c.MakeMatch((0, 1))) == "WRONG_KIND"
    assert [ladder().code_of(each) for each in (c.PublishRound(), c.CloseRound())] == ["WRONG_KIND"] * 2


def test_one_round_at_a_time_and_no_more_than_were_announced():
    """The next is published when the one before is closed; a late entry needs one to come."""
    cup = duplicate(2, rounds=1)
    assert cup.code_of(c.CloseRound()) == "NO_ROUND"
    cup.publish()
    assert cup.code_of(c.PublishRound()) == "ROUND_OPEN"
    assert cup.code_of(c.EnterContestant("too late")) == "ROUNDS_OVER"
    cup.tell(scored(c0=1, c1=2))
    cup.close_round()
    assert cup.code_of(c.PublishRound()) == "ROUNDS_OVER"


def test_so_many_may_enter_and_no_more(monkeypatch):
    """Those who left are counted too, so that no log goes on for ever."""
    monkeypatch.setattr(c, "MOST_CONTESTANTS", 2)
    cup = Cup(asked_for("duplicate", EVEREST, 1, 1))
    cup.enter(2)
    cup.ask(c.LeaveTournament(0))
    assert cup.code_of(c.EnterContestant("one more")) == "TOURNAMENT_FULL"


def test_a_round_needs_somebody_to_play_it():
    """When too many have left there is none."""
    cup = tables(2, seats=2)
    cup.ask(c.LeaveTournament(0))
    assert cup.code_of(c.PublishRound()) == "TOO_FEW"


def test_a_round_is_closed_when_its_games_are_over_and_reveals_its_deal():
    """While a game goes on neither round nor tournament is closed."""
    cup = duplicate(2, rounds=1)
    published = cup.publish()
    assert cup.code_of(c.CloseRound()) == "GAMES_OPEN"
    assert cup.code_of(c.CloseTournament()) == "ROUND_OPEN"
    cup.tell(scored(c0=1))
    seed = cup.deal_seed(1)
    assert (cup.close_round().seed, published.commitment) == (seed.reveal(), seed.commitment)


def test_another_seed_than_the_deals_is_never_recorded():
    """Whoever runs the rules must give the round's own."""
    cup = duplicate(1)
    cup.round(scored(c0=1))
    cup.publish()
    cup.tell(scored(c0=1))
    with pytest.raises(AssertionError, match="the seed of the round's deal"):
        cup.ask(c.CloseRound())


def test_a_game_is_finished_once_and_with_a_result_a_seat_or_none():
    """Only games of this tournament that go on are counted."""
    cup = tables(3, seats=3)
    game_id = cup.publish().games[0].game_id
    assert cup.code_of(finish(NO_GAME, 1, 2, 2)) == "BAD_GAME"
    assert cup.code_of(finish(game_id, 1, 2)) == "BAD_ARGS"
    finished = cup.ask(finish(game_id, 1, 2, 2))
    assert [each.place for each in finished.results] == [1, 2, 2]
    assert cup.code_of(finish(game_id, 1, 2, 2)) == "BAD_GAME"


def test_a_game_whose_log_is_broken_is_set_aside_when_a_referee_has_cancelled_it():
    """Nothing is known of it, so nothing is said of it; its round can be closed as if nobody had played."""
    cup = duplicate(2, rounds=1)
    broken, sound = (each.game_id for each in cup.publish().games)
    assert cup.code_of(set_aside(broken)) == "BAD_GAME"
    cup.decide("cancel", game_id=broken)
    finished = cup.ask(set_aside(broken))
    assert (finished.n, finished.hash, finished.outcome) == (0, "0" * 64, "broken")
    assert [(each.points, each.place) for each in finished.results] == [(None, None)]
    assert [each.game_id for each in cup.state.open_fixtures] == [sound]
    cup.tell(scored(c1=7))
    cup.close_round()
    assert [each.points for each in cup.close().standings] == [7, 0]


@pytest.mark.parametrize(
    "more", [{"n": 1}, {"hash": "1" * 64}, {"results": (1,)}, {"outcome": "cancelled"}], ids=str
)
def test_of_a_game_that_is_set_aside_nothing_else_is_said(more):
    """And of no other game is it said that it has no record."""
    cup = duplicate(2, rounds=1)
    game_id = cup.publish().games[0].game_id
    cup.decide("cancel", game_id=game_id)
    assert cup.code_of(replace(set_aside(game_id), **more)) == "BAD_ARGS"


def test_a_team_has_the_result_of_its_table():
    """In a duplicate one contestant holds all seats, whose results are the same."""
    cup = Cup(asked_for("duplicate", CLIMB, 2, 1))
    cup.start(1)
    game_id = cup.publish().games[0].game_id
    assert cup.code_of(finish(game_id, 2)) == "BAD_ARGS"
    (result,) = cup.ask(finish(game_id, 2, 2)).results
    assert (result.contestant, result.points, result.place) == (0, 2, None)


def test_a_match_is_of_different_contestants_that_play_nothing_else():
    """As many as a game has seats at most, two at least, none that has left."""
    cup = ladder(5, seats=3)
    cup.ask(c.LeaveTournament(4))
    for wrong in ((0,), (0, 0), (0, 1, 2, 3)):
        assert cup.code_of(c.MakeMatch(wrong)) == "BAD_ARGS"
    assert [cup.code_of(c.MakeMatch((0, each))) for each in (4, 5)] == ["BAD_CONTESTANT"] * 2
    made = cup.match(0, 1)
    assert made.deal == made.game_id
    assert cup.code_of(c.MakeMatch((1, 2))) == "ALREADY_PLAYING"
    assert cup.code_of(c.CloseTournament()) == "GAMES_OPEN"
    cup.tell(in_seat_order)
    cup.match(1, 2)


def test_the_end_reveals_the_seed_of_all_pairing_and_nothing_follows_it():
    """The last record has the standings; whatever is asked then is refused."""
    cup = duplicate(2, rounds=2)
    cup.round(scored(c0=1, c1=2))
    closed = cup.close()
    assert (closed.seed, [each.contestant for each in closed.standings]) == (cup.seed.reveal(), [1, 0])
    for command in (c.EnterContestant("Zoe"), c.CloseTournament(), c.PublishRound(), c.LeaveTournament(0)):
        assert cup.code_of(command) == "TOURNAMENT_OVER"


def decision(ruling, **fields):
    return c.MakeDecision(ruling, "seen by two", **fields)


def test_a_ruling_takes_what_it_needs_and_nothing_else():
    """What is missing or too much is named."""
    cup = duplicate(2)
    game_id = cup.publish().games[0].game_id
    for wrong in (
        decision("points", contestant=0),
        decision("points", points=3),
        decision("points", contestant=0, points=3, game_id=game_id),
        decision("strike"),
        decision("strike", game_id=game_id, points=1),
        decision("exclude"),
        decision("exclude", contestant=0, game_id=game_id),
        decision("cancel"),
        decision("cancel", game_id=game_id, contestant=0),
    ):
        assert cup.code_of(wrong) == "BAD_ARGS"


def test_a_ruling_is_about_contestants_and_games_that_there_are():
    """A game that goes on is cancelled, one that is over struck; nobody is excluded twice."""
    cup = duplicate(2)
    game_id = cup.publish().games[0].game_id
    assert cup.code_of(decision("points", contestant=2, points=1)) == "BAD_CONTESTANT"
    assert cup.code_of(decision("strike", game_id=NO_GAME)) == "BAD_GAME"
    assert cup.code_of(decision("strike", game_id=game_id)) == "BAD_GAME"
    cup.decide("cancel", game_id=game_id)
    cup.tell(scored(c0=1, c1=1))
    assert cup.code_of(decision("cancel", game_id=game_id)) == "BAD_GAME"
    assert cup.code_of(decision("strike", game_id=game_id, contestant=1)) == "BAD_CONTESTANT"
    cup.decide("strike", game_id=game_id, contestant=0)
    cup.decide("exclude", contestant=1)
    assert cup.code_of(decision("exclude", contestant=1)) == "BAD_CONTESTANT"


def test_a_ladder_has_no_points_to_give():
    """A rating is nobody's to award."""
    assert ladder().code_of(decision("points", contestant=0, points=1)) == "WRONG_KIND"
