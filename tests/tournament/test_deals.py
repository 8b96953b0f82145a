"""docs/tournaments.md, "Deals": the same choices on one deal get the same dice."""

import pytest
from expeditions import EVEREST
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import edition_of
from teams import CLIMB
from tournaments import Cup, asked_for, duplicate, tables, uuid_of
from whole_games import ALL

from summitbook_domain.book import Book, opening
from summitbook_domain.chance import Seed
from summitbook_domain.policies import choose, greedy, random
from summitbook_domain.refusal import Refused
from summitbook_domain.table.commands import CreateGame, TakeHint, TakeSeat
from summitbook_domain.table.rules import Terms
from summitbook_domain.tournament.results import finish_of

DEAL = uuid_of("a deal")
TOGETHER = [game for game in ALL if not game.rivals]
name = {"ids": lambda game: game.name}


def on_the_deal(game, seats, secret, **names) -> Book:
    """A game of a shared deal, by whoever plays it."""
    seed = Seed(secret)
    terms = Terms(
        game_id=uuid_of(names),
        deal=DEAL,
        commitment=seed.commitment,
        seed_source="deal",
        edition=edition_of(game),
    )
    edition = edition_of(game).content.edition
    create = CreateGame(game.name, game.rules, edition, {}, seats)
    book = Book(opening(game, create, terms, by="service", id="0", at="2026-11-29T20:00:00.000000Z"), seed)
    for seat in range(seats):
        _ask(book, seat, TakeSeat(seat, names.get("called", "somebody")))
    return book


def _ask(book, seat, command):
    return book.ask(seat, command, by="x", id=str(len(book.lines)), at="2026-11-29T20:00:00.000000Z").events


def draws(events):
    return [event for event in events if getattr(event, "draw", None)]


@pytest.mark.parametrize("game", ALL, **name)
@given(secret=st.binary(min_size=32, max_size=32), data=st.data())
@settings(max_examples=15)
def test_the_same_choices_on_one_deal_get_the_same_dice(game, secret, data):
    """
    Whatever else they or others did.

    One plays on; another makes the same choices under another name and in another game,
    with hints asked for, nonsense refused, and while a third plays otherwise in between.
    """
    seats = edition_of(game).content.min_seats
    one, same = on_the_deal(game, seats, secret), on_the_deal(game, seats, secret, called="another")
    other = on_the_deal(game, seats, secret, called="a third")
    luck = Seed(secret[::-1]).chance(DEAL, ())
    for step in range(60):
        if one.table.phase == "closed":
            break
        seat, command = choose(one.table, random, luck.draw(f"one/{step}"))
        events = _ask(one, seat, command)
        for _ in range(data.draw(st.integers(0, 2))):
            if other.table.phase != "closed":
                _ask(other, *choose(other.table, random, luck.draw(f"other/{len(other.lines)}")))
        if data.draw(st.booleans()):
            _ask(same, seat, TakeHint())
            with pytest.raises(Refused):
                _ask(same, seat, TakeSeat(seat, "again"))
        assert _ask(same, seat, command) == events
    assert draws(one.events) == draws(same.events)


@pytest.mark.parametrize("game", TOGETHER, **name)
def test_a_finished_game_gives_its_tournament_the_points_of_its_rules(game):
    """The same for every seat; the head is that of its last record."""
    cup = Cup(asked_for("duplicate", game, edition_of(game).content.max_seats, 1))
    cup.start(2)
    cup.publish()
    cup.play()
    for fixture in cup.state.fixtures:
        book, finish = cup.books[fixture.game_id], fixture.finish
        assert (finish.n, finish.hash, finish.outcome) == (book.head.n, book.head.hash, "finished")
        assert finish.results[0].points is not None
        assert finish_of(book.table, book.head).results == book.table.game.results(book.table.play)


def test_the_points_of_everest_are_its_score():
    """As ExpeditionScored says it."""
    cup = duplicate(1)
    cup.publish()
    cup.play()
    (book,) = cup.books.values()
    (scored,) = [event for event in book.events if type(event).__name__ == "ExpeditionScored"]
    assert cup.state.fixtures[0].finish.results[0].points == scored.score


def test_the_points_of_a_team_are_how_it_came_home():
    """Won 2, rescued 1, stranded 0."""
    points = {}
    for number in range(12):
        cup = Cup(asked_for("duplicate", CLIMB, 1 + number % 2, 1), number)
        cup.start(1)
        cup.publish()
        cup.play((greedy, random)[number % 2])
        (book,) = cup.books.values()
        (ended,) = [event for event in book.events if type(event).__name__ == "ExpeditionEnded"]
        points[ended.outcome] = cup.state.fixtures[0].finish.results[0].points
    assert points == {outcome: {"summit": 2, "rescued": 1, "stranded": 0}[outcome] for outcome in points}
    assert len(points) > 1


def test_the_winner_of_dicey_peaks_is_first_and_all_others_share_the_second_place():
    """The rules know a winner and nobody else."""
    cup = tables(4, seats=4)
    cup.publish()
    cup.play()
    (fixture,) = cup.state.fixtures
    winner = next(each.seat for each in cup.books[fixture.game_id].events if type(each).__name__ == "GameWon")
    assert [each.place for each in fixture.finish.results] == [
        1 if seat == winner else 2 for seat in range(4)
    ]


def test_whoever_never_came_stands_behind_those_who_played():
    """A seat that was timed out twice has retired, and comes last."""
    cup = tables(4, seats=4)
    published = cup.publish()
    absent = published.games[0].contestants[1]
    cup.play(absent=[absent])
    places = {each.contestant: each.place for each in cup.state.fixtures[0].finish.results}
    assert (places[absent], sorted(places.values())) == (4, [1, 2, 2, 4])


def test_a_game_that_did_not_end_by_its_rules_has_no_result():
    """Timed out, or cancelled."""
    cup = duplicate(2)
    cancelled = cup.publish().games[1].game_id
    cup.play(absent=[0], cancelled=[cancelled])
    finishes = [each.finish for each in cup.state.fixtures]
    assert [each.outcome for each in finishes] == ["expired", "cancelled"]
    assert [(each.results[0].points, each.results[0].place) for each in finishes] == [(None, None)] * 2


def test_a_running_game_says_nothing_yet():
    """It is finished first."""
    book = on_the_deal(EVEREST, 1, bytes(32))
    with pytest.raises(ValueError, match="not closed"):
        finish_of(book.table, book.head)


def test_the_seed_of_a_deal_stands_in_no_game_of_it():
    """Games of a shared deal close without it; the tournament's log has it once the round is closed."""
    cup = duplicate(2, rounds=1)
    cup.publish()
    cup.play()
    seed = cup.deal_seed(1).reveal().encode()
    lines = [line for book in cup.books.values() for line in book.lines]
    assert not any(seed in line for line in [*lines, *cup.minutes.lines])
    cup.close_round()
    assert sum(seed in line for line in cup.minutes.lines) == 1
