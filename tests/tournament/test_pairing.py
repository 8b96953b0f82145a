"""docs/tournaments.md, "Pairing" and "Seats"."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tournaments import Cup, duplicate, in_seat_order, ladder, pairs, scored, tables

from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament import pairing
from summitbook_domain.tournament.pods import Wanted, divide_afresh, divide_again
from summitbook_domain.tournament.seating import firsts

FEW = st.integers(2, 9)
SEATS = st.integers(2, 6)
few_runs = settings(max_examples=40)


def by_lot(data):
    """Results of a game as hypothesis likes them: any places that a game can end with."""

    def tell(fixture):
        marks = data.draw(st.lists(st.integers(0, 2), min_size=(n := len(fixture.contestants)), max_size=n))
        return tuple(1 + sum(other < mark for other in marks) for mark in marks)

    return tell


def comings_and_goings(cup: Cup, data) -> None:
    """Between two rounds somebody may come late, and somebody leave while enough are left."""
    if data.draw(st.booleans()):
        cup.enter(1)
    if len(cup.state.active) > 3 and data.draw(st.booleans()):
        cup.ask(c.LeaveTournament(data.draw(st.sampled_from(cup.state.active))))


def divisions(order, sizes):
    """Every way to divide contestants into pods of these sizes."""
    if not order:
        yield ()
        return
    first, rest = order[0], order[1:]
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            for more in divisions(tuple(each for each in rest if each not in others), left):
                yield ((first, *others), *more)


def first_can_be_low(pods, low):
    """Whether as many pods as can be have one of those who sat first least."""
    return sum(bool(low.intersection(pod)) for pod in pods) == min(len(low), len(pods))


def sizes_of(count, pods):
    return [count // pods + (at < count % pods) for at in range(pods)]


def fewest_again(wanted: Wanted) -> int:
    """What trying all divisions finds."""
    return min(
        sum(tuple(sorted(pair)) in wanted.met for pair in pairs(pods))
        for pods in divisions(wanted.order, sizes_of(len(wanted.order), wanted.pods))
        if first_can_be_low(pods, wanted.low)
    )


def divide(wanted):
    """As a round is divided where nobody has a bye."""
    return divide_afresh(wanted) or divide_again(wanted)


@st.composite
def wanted(draw, most=9):
    count = draw(st.integers(2, most))
    seats = draw(st.integers(2, 6)) if count % 2 == 0 else draw(st.integers(3, 6))
    order = tuple(draw(st.permutations(range(count))))
    met = frozenset(draw(st.lists(st.sampled_from(list(combinations(range(count), 2))), max_size=36)))
    low = frozenset(draw(st.lists(st.sampled_from(order), min_size=1)))
    return Wanted(order=order, pods=-(-count // seats), met=met, low=low)


@given(wanted())
@few_runs
def test_no_pair_meets_again_while_that_can_be_avoided(wanted):
    """As few pairs meet again as trying every division finds, so none where none need."""
    divided = divide(wanted)
    assert divided.again == sum(tuple(sorted(pair)) in wanted.met for pair in pairs(divided.pods))
    assert divided.again == fewest_again(wanted)


@given(wanted(most=40))
@few_runs
def test_everyone_is_in_one_pod_and_pods_are_as_equal_as_can_be(wanted):
    """The larger pods are none larger than one more; each has its share of those who are to sit first."""
    divided = divide(wanted)
    assert sorted(each for pod in divided.pods for each in pod) == sorted(wanted.order)
    sizes = sorted((len(pod) for pod in divided.pods), reverse=True)
    assert sizes == sizes_of(len(wanted.order), wanted.pods)
    assert first_can_be_low(divided.pods, wanted.low)


@given(FEW, SEATS, st.data())
@few_runs
def test_how_often_each_sat_first_differs_by_one_at_most(contestants, seats, data):
    """
    After every round, whoever wins, comes late or leaves.

    Who missed a round is counted as the page says; of those who never did, the plain counts differ by one.
    """
    cup = tables(contestants, seats=seats, rounds=7)
    throughout, sat_first = set(range(contestants)), Counter()
    for _ in range(6):
        published = cup.round(by_lot(data))
        throughout &= {each for game in published.games for each in game.contestants}
        sat_first.update(game.contestants[0] for game in published.games)
        counted = [firsts(cup.state)[each] for each in cup.state.active]
        always = [sat_first[each] for each in cup.state.active if each in throughout]
        assert max(counted) - min(counted) <= 1
        assert not always or max(always) - min(always) <= 1
        comings_and_goings(cup, data)


@given(FEW, SEATS, st.data())
@few_runs
def test_a_bye_comes_to_nobody_twice_while_somebody_had_none(contestants, seats, data):
    """Byes are stated, one a round and only at tables of two; those who have had one differ by one bye."""
    cup = tables(contestants, seats=seats, rounds=7)
    byes = Counter()
    for _ in range(6):
        published = cup.round(by_lot(data))
        byes.update(published.byes)
        assert len(published.byes) == (contestants % 2 if seats == 2 else 0)
        had = [byes[each] for each in range(contestants)]
        assert max(had) - min(had) <= 1


def five_rounds_of_five(number):
    """How many pairs meet again, and the byes, when whoever sits first wins."""
    cup = tables(5, seats=2, rounds=5, number=number)
    rounds = [cup.round(in_seat_order) for _ in range(5)]
    met = [pair for each in rounds for pair in pairs(game.contestants for game in each.games)]
    return len(met) - len(set(met)), [each.byes for each in rounds]


def test_another_has_the_bye_where_that_spares_a_second_meeting(monkeypatch):
    """Were the last in order always the one left out, two of these pairs would meet again."""
    again, byes = five_rounds_of_five(0)
    monkeypatch.setattr(pairing, "BYES_TRIED", 1)
    assert (again, five_rounds_of_five(0)[0]) == (0, 2)
    assert len(set(byes)) == 5


@given(st.integers(3, 8), st.data())
@few_runs
def test_the_next_round_follows_from_the_log_alone(contestants, data):
    """Told the same, two tournaments of one seed publish the same rounds."""
    cup, again = tables(contestants, rounds=3), tables(contestants, rounds=3)
    results = {}
    for _ in range(3):
        published = cup.round(lambda fixture: results.setdefault(fixture.game_id, by_lot(data)(fixture)))
        assert again.round(lambda fixture: results[fixture.game_id]) == published
    assert again.minutes.lines == cup.minutes.lines


def test_the_seed_of_the_tournament_draws_the_order():
    """The first round is by lot: with another seed others meet."""
    assert len({tables(12, number=number).publish().games[0].contestants for number in range(5)}) > 1


def test_the_second_round_is_by_score():
    """Winners meet winners: of nine at tables of three, where another seat won at each."""
    cup, place_of = tables(9, seats=3), {}

    def tell(fixture):
        places = tuple((seat + len(place_of) // 3) % 3 + 1 for seat in range(3))
        place_of.update(zip(fixture.contestants, places, strict=True))
        return places

    cup.round(tell)
    met = [[place_of[each] for each in game.contestants] for game in cup.publish().games]
    assert met == [[1, 1, 1], [2, 2, 2], [3, 3, 3]]


def test_rotation_goes_before_score():
    """Where all winners sat first, none of them may do so again while others have not: they meet losers."""
    cup = tables(8, seats=2)
    winners = {game.contestants[0] for game in cup.round(in_seat_order).games}
    assert all(game.contestants[1] in winners for game in cup.publish().games)


def test_sixty_at_tables_of_six_meet_nobody_twice_in_five_rounds():
    """As large as it is played: ten tables a round, fifty opponents in five rounds at most."""
    cup = tables(60, seats=6)
    met = Counter()
    for _ in range(5):
        met.update(pairs(game.contestants for game in cup.round(in_seat_order).games))
    assert set(met.values()) == {1}


def test_all_play_all_at_tables_of_two():
    """Six contestants have three rounds without a pair that meets again, whatever happens."""
    cup = tables(6, seats=2, rounds=3)
    met = Counter()
    for _ in range(3):
        met.update(pairs(game.contestants for game in cup.round(in_seat_order).games))
    assert set(met.values()) == {1}


def test_in_a_duplicate_everyone_plays_the_same_deal_alone():
    """A game a contestant; late ones play from the next round, those gone no more."""
    cup = duplicate(2, rounds=2)
    assert [game.contestants for game in cup.round(scored(c0=1, c1=1)).games] == [(0,), (1,)]
    cup.enter(1)
    cup.ask(c.LeaveTournament(0))
    second = cup.publish()
    assert ([game.contestants for game in second.games], second.byes) == ([(1,), (2,)], ())


def test_whoever_is_excluded_is_paired_no_more():
    """Like one that has left."""
    cup = tables(4, seats=3)
    cup.decide("exclude", contestant=2)
    assert sorted(cup.publish().games[0].contestants) == [0, 1, 3]


def test_seats_go_round():
    """Four who always play together have each sat in every seat after four rounds."""
    cup = tables(4, seats=4, rounds=4)
    rounds = [cup.round(in_seat_order).games[0].contestants for _ in range(4)]
    assert [set(seat) for seat in zip(*rounds, strict=True)] == [{0, 1, 2, 3}] * 4


def test_who_sat_first_less_often_sits_first_in_a_match():
    """On a ladder too."""
    cup = ladder(3)
    first = cup.match(0, 1).contestants
    cup.tell(in_seat_order)
    assert cup.match(0, 1).contestants == first[::-1]


@pytest.mark.parametrize(
    ("contestants", "seats", "games"), [(7, 2, 3), (7, 3, 3), (7, 6, 2), (2, 6, 1), (6, 6, 1)]
)
def test_there_are_as_few_games_as_the_seats_allow(contestants, seats, games):
    """Pods of two at least; an odd one out of tables of two has a bye."""
    assert len(tables(contestants, seats=seats).publish().games) == games
