"""docs/tournaments.md, "Standings" and "Decisions"."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tournaments import Cup, duplicate, in_seat_order, ladder, scored, tables

from summitbook_domain import record
from summitbook_domain.record import START
from summitbook_domain.tournament import events as e
from summitbook_domain.tournament.commands import FinishGame, LeaveTournament
from summitbook_domain.tournament.folding import evolve
from summitbook_domain.tournament.rating import NEWCOMER, rated
from summitbook_domain.tournament.standings import by_round, standings
from summitbook_domain.tournament.state import Tournament

EVENTS = {kind.__name__: kind for kind in e.EVENTS}


def table(cup: Cup):
    """Place, contestant, points, tie-breaks and games, best first."""
    return [msgspec.structs.astuple(each) for each in standings(cup.state)]


def places(cup: Cup):
    return {each.contestant: each.place for each in standings(cup.state)}


def told(lines) -> Tournament:
    """The tournament that these lines tell of, as anyone would read them."""
    state = Tournament()
    for line in lines:
        read = record.read(line)
        state = evolve(state, msgspec.convert(read.data, EVENTS[read.type]))
    return state


@given(st.data())
@settings(max_examples=30)
def test_standings_are_a_function_of_the_log(data):
    """Read back from its lines alone, a log gives the same standings, after every record there is."""
    kind = data.draw(st.sampled_from([duplicate, tables]))
    cup = kind(data.draw(st.integers(3, 6)), rounds=3)
    for _ in range(data.draw(st.integers(1, 3))):
        cup.round(lambda fixture: (data.draw(st.integers(1, 3)),) * len(fixture.contestants))
        if data.draw(st.booleans()):
            cup.decide(
                "points", contestant=data.draw(st.integers(0, 2)), points=data.draw(st.integers(1, 99))
            )
    assert standings(told(cup.minutes.lines)) == standings(cup.state) == cup.close().standings


@given(st.permutations(range(6)))
def test_it_does_not_matter_in_which_order_the_games_of_a_round_end(order):
    """Nor, therefore, which node told of them first."""
    cup = duplicate(6)
    games = cup.publish().games
    for at in order:
        cup.ask(FinishGame(games[at].game_id, 9, START.hash, "finished", (at * 7 % 5,)))
    assert [(each.contestant, each.points) for each in standings(cup.state)] == [
        (2, 4), (4, 3), (1, 2), (3, 1), (0, 0), (5, 0),
    ]  # fmt: skip


def test_a_duplicate_is_won_by_the_total():
    """Points of all deals; `games` says how many had a result."""
    cup = duplicate(3, rounds=2)
    cup.round(scored(c0=10, c1=30, c2=20))
    cup.round(scored(c0=50, c1=5, c2=1))
    assert table(cup) == [(1, 0, 60, (1, 50), 2), (2, 1, 35, (1, 30), 2), (3, 2, 21, (0, 20), 2)]


def test_a_total_is_what_the_rounds_give_and_what_a_referee_does():
    """Results, the lowest for whoever has none, places and byes; nothing else but points by decision."""
    cup = duplicate(3, rounds=2)
    cup.round(scored(c0=10, c1=30))
    cup.publish()
    cup.decide("points", contestant=1, points=-5)
    assert [dict(each) for each in by_round(cup.state)] == [{0: 10, 1: 30, 2: 0}, {}]
    assert [each[1:3] for each in table(cup)] == [(1, 25), (0, 10), (2, 0)]
    cup = tables(3, seats=2, rounds=1)
    published = cup.round(in_seat_order)
    first, second = published.games[0].contestants
    assert by_round(cup.state) == [{first: 120, second: 0, published.byes[0]: 120}]


def test_a_ladder_has_no_rounds():
    """Its points are a rating."""
    cup = ladder(2)
    cup.match(0, 1)
    cup.tell(in_seat_order)
    assert list(by_round(cup.state)) == []


def test_equal_totals_are_parted_by_deals_won_then_by_the_best_deal():
    """Who was best on more deals, shared or not; then whose best deal was better; else a shared place."""
    cup = duplicate(5, rounds=3)
    cup.round(scored(c0=30, c1=10, c2=20, c3=15, c4=15))
    cup.round(scored(c0=10, c1=29, c2=20, c3=15, c4=15))
    cup.round(scored(c0=20, c1=21, c2=20, c3=30, c4=30))
    assert [each[:4] for each in table(cup)] == [
        (1, 0, 60, (1, 30)),
        (1, 3, 60, (1, 30)),
        (1, 4, 60, (1, 30)),
        (4, 1, 60, (1, 29)),
        (5, 2, 60, (0, 20)),
    ]


def test_no_result_is_never_better_than_the_worst_there_is():
    """Timed out, late or struck: the lowest result of the deal, and 0 at most."""
    cup = duplicate(3, rounds=2)
    cup.round(scored(c0=-4, c1=10))
    cup.enter(1)
    struck = cup.round(scored(c0=5, c1=6, c2=7, c3=8)).games[3].game_id
    assert [each[1:3] for each in table(cup)] == [(1, 16), (3, 4), (2, 3), (0, 1)]
    cup.decide("strike", game_id=struck)
    assert [each[1:3] + each[4:] for each in table(cup)] == [(1, 16, 2), (2, 3, 1), (0, 1, 2), (3, -4, 0)]


def test_while_a_round_goes_on_only_what_is_over_counts():
    """Nobody is behind for playing still."""
    cup = duplicate(2, rounds=1)
    game_id = cup.publish().games[0].game_id
    cup.ask(FinishGame(game_id, 9, START.hash, "finished", (-3,)))
    assert table(cup) == [(1, 1, 0, (0, 0), 0), (2, 0, -3, (1, -3), 1)]


def test_at_tables_places_earn_points():
    """First 120, last 0, the others evenly between, however many they are."""
    cup = tables(6, seats=4, rounds=1)
    cup.round(in_seat_order)
    assert sorted(each.points for each in standings(cup.state)) == [0, 0, 60, 60, 120, 120]
    cup = tables(2, seats=6, rounds=1)
    cup.round(in_seat_order)
    assert sorted(each.points for each in standings(cup.state)) == [0, 120]


def test_whoever_shares_a_place_shares_what_it_earns():
    """A table has 60 points a head: with only a winner, as in Dicey Peaks, the others share the rest."""
    for count, rest in ((2, 0), (3, 30), (4, 40), (5, 45), (6, 48)):
        cup = tables(count, seats=6, rounds=1)
        cup.round(lambda fixture: (1, *(2,) * (len(fixture.contestants) - 1)))
        assert [each.points for each in standings(cup.state)] == [120, *(rest,) * (count - 1)]
    cup = tables(4, seats=4, rounds=1)
    cup.round(lambda _: (1, 1, 1, 1))
    assert [each.points for each in standings(cup.state)] == [60] * 4


def test_a_bye_earns_as_much_as_a_win():
    """It is not its holder's fault; it is no game."""
    cup = tables(3, seats=2, rounds=1)
    (bye,) = cup.round(in_seat_order).byes
    best = {each.contestant: each for each in standings(cup.state)}[bye]
    assert (best.points, best.games) == (120, 0)


def test_a_table_without_a_result_earns_nothing():
    """A game that was cancelled or left lying."""
    cup = tables(4, seats=4, rounds=1)
    cup.round(lambda _: ())
    assert table(cup) == [(1, each, 0, (0, 0), 0) for each in range(4)]


def test_equal_points_at_tables_are_parted_by_the_opponents_points():
    """Then by games won, else the place is shared."""
    cup = tables(6, seats=2, rounds=2)
    cup.round(in_seat_order)
    cup.round(in_seat_order)
    met = {each: [] for each in range(6)}
    for fixture in cup.state.fixtures:
        one, other = fixture.contestants
        met[one].append(other)
        met[other].append(one)
    points = {each.contestant: each.points for each in standings(cup.state)}
    for each in standings(cup.state):
        assert each.tie_breaks == (
            sum(points[other] for other in met[each.contestant]),
            points[each.contestant] // 120,
        )


def test_a_ladder_is_by_rating_and_games_count_as_they_were_made():
    """Points are three doubts below the mean, the tie-break the mean; a struck game was never played."""
    cup = ladder(3)
    won = cup.match(0, 1).contestants
    cup.tell(in_seat_order)
    struck = cup.match(1, 2).game_id
    cup.tell(in_seat_order)
    cup.decide("strike", game_id=struck)
    winner, loser = rated([NEWCOMER, NEWCOMER], [1, 2])
    assert table(cup) == [
        (1, won[0], winner.surely, (winner.mean,), 1),
        (2, 2, NEWCOMER.surely, (NEWCOMER.mean,), 0),
        (3, won[1], loser.surely, (loser.mean,), 1),
    ]


def test_points_are_given_and_taken():
    """By a decision, at once and for good."""
    cup = duplicate(2, rounds=1)
    cup.round(scored(c0=10, c1=12))
    cup.decide("points", contestant=1, points=-3)
    assert places(cup) == {0: 1, 1: 2}


def test_a_struck_result_counts_for_nobody_named():
    """For one contestant of a table, or for all of it."""
    cup = tables(3, seats=3, rounds=1)
    (game,) = cup.round(in_seat_order).games
    first, second, third = game.contestants
    cup.decide("strike", game_id=game.game_id, contestant=first)
    assert [each[1:3] for each in table(cup)] == [(second, 120), *sorted(((first, 0), (third, 0)))]
    cup.decide("strike", game_id=game.game_id)
    assert [each.games for each in standings(cup.state)] == [0, 0, 0]


def test_whoever_is_excluded_has_no_place():
    """It is listed last, and the places close up; what others won against it stands."""
    cup = duplicate(3, rounds=1)
    cup.round(scored(c0=3, c1=2, c2=1))
    cup.decide("exclude", contestant=0)
    assert [each[:3] for each in table(cup)] == [(1, 1, 2), (2, 2, 1), (None, 0, 3)]


def test_whoever_left_keeps_what_was_played():
    """A drop-out stays in the standings."""
    cup = duplicate(2, rounds=1)
    cup.round(scored(c0=3, c1=2))
    cup.ask(LeaveTournament(0), contestant=0)
    assert places(cup) == {0: 1, 1: 2}


@given(st.data())
@settings(max_examples=30)
def test_a_rating_kept_is_the_rating_reckoned_anew(data):
    """Games may end in any order, and results be struck: it is as if all were reckoned from the first on."""
    cup = ladder(5, seats=3)
    for _ in range(8):
        free = [each for each in cup.state.active if cup.state.contestants[each].playing is None]
        if len(free) > 1 and data.draw(st.booleans()):
            cup.match(*data.draw(st.lists(st.sampled_from(free), min_size=2, max_size=3, unique=True)))
        elif going_on := cup.state.open_fixtures:
            fixture = data.draw(st.sampled_from(going_on))
            places = data.draw(st.permutations(in_seat_order(fixture)))
            cup.ask(FinishGame(fixture.game_id, 9, "0" * 64, "finished", tuple(places)))
        over = [each.game_id for each in cup.state.fixtures if each.finish]
        if over and data.draw(st.integers(0, 4)) == 0:
            cup.decide("strike", game_id=data.draw(st.sampled_from(over)))
        assert standings(cup.state) == standings(replace(cup.state, rated=None))
