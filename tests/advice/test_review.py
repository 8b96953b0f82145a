"""docs/advice.md, "Review": what was chosen, what was best, what it cost, and what luck brought."""

from itertools import pairwise
from statistics import mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tables import ask, started
from toy import RACE
from whole_games import ALL, golden_lines, name_of, secret_of, told_by

from summitbook_advice.account import Account, Choice, Move
from summitbook_advice.policies import POLICIES
from summitbook_advice.review import LEAVING, WAITING, NotOver, review
from summitbook_advice.values import NoAdvice
from summitbook_domain import policies
from summitbook_domain.everest1924.commands import Abandon, Advance, RerollDice, RollDice
from summitbook_domain.games import GAMES
from summitbook_domain.recorded import read_log
from summitbook_domain.table.events import GameClosed

every_game = pytest.mark.parametrize("game", ALL, ids=name_of)
EVEREST, PEAKS, CLIMB = (GAMES[name, 1] for name in ("everest1924", "dicey_peaks", "mountaineering"))


def log_of(lines):
    return read_log(line + b"\n" for line in lines)


def golden(game, name):
    """The accounts of a golden replay."""
    return review(log_of(golden_lines(game)[f"{name}.replay.jsonl"]))


def played(game, policy, number, seats=None):
    """The accounts of a game that a policy played from a fixed seed."""
    content = next(iter(game.editions.values())).content
    salts = ("",) * (seats or content.min_seats)
    return review(log_of(policies.play(game, POLICIES[policy], secret_of(number), salts=salts).lines))


def closed(game):
    """Every golden replay of a game that is over, by name."""
    return {
        name: lines
        for name, lines in golden_lines(game).items()
        if f'"type":"{GameClosed.__name__}"'.encode() in lines[-1]
    }


def check(account):
    """The laws of an account, whoever played."""
    for each, later in pairwise(account.moves):
        assert each.n < later.n
        assert each.after == later.best.value
    assert all(0 <= each.cost <= each.stake for each in account.moves)
    assert account.accuracy is None or 0 <= account.accuracy <= 100
    if account.result is not None:
        assert account.start - account.cost + account.luck == pytest.approx(account.result, abs=1e-9)


def move(n, best, chosen, worst):
    made, top = (Choice(label="", value=value, words="") for value in (chosen, best))
    return Move(n=n, chosen=made, best=top, worst=worst, after=None)


def test_accuracy_is_what_was_kept_of_all_that_could_be_lost():
    """The example of the page: stakes of 10, 0 and 10, costs of 0, 0 and 5."""
    moves = (move(5, 40, 40, 30), move(7, 38, 38, 38), move(9, 41, 36, 31))
    account = Account(seat=0, name="Ada", unit="score", moves=moves, hints=0, result=None)

    assert (account.cost, account.accuracy) == (5, 75)


def test_without_a_choice_there_is_no_accuracy():
    """Nobody is praised for doing the only thing there was to do."""
    account = Account(seat=0, name="Ada", unit="score", moves=(move(5, 9, 9, 9),), hints=0, result=None)

    assert account.accuracy is None


@every_game
def test_start_less_costs_plus_luck_is_the_result(game):
    """In every recorded game that came to its end by its rules, for every seat that had to choose."""
    accounts = [each for lines in closed(game).values() for each in review(log_of(lines))]
    for account in accounts:
        check(account)

    assert any(each.result is not None for each in accounts)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(ALL), st.sampled_from([*POLICIES]), st.integers(0, 10_000), st.integers(1, 4))
def test_the_law_holds_for_any_policy_and_seed(game, policy, number, seats):
    """Whoever plays, from whatever seed, with however many."""
    content = next(iter(game.editions.values())).content
    seats = min(max(content.min_seats, seats), content.max_seats)
    accounts = played(game, policy, number, seats)

    assert len(accounts) == seats
    for account in accounts:
        check(account)


@every_game
def test_each_command_of_a_seat_is_a_move(game):
    """Of the game's own commands none is left out; hints are counted, and what the service asks is none."""
    for lines in closed(game).values():
        accounts = {each.seat: each for each in review(log_of(lines))}
        asked = [each for each in told_by(game, lines) if each.table.started]
        for seat, account in accounts.items():
            own = [each for each in asked if each.cause.seat == seat]
            moves = [each.table.n + 1 for each in own if each.cause.command in game.command_types]
            hints = [each for each in own if each.cause.command == "TakeHint"]

            assert [move.n for move in account.moves if move.chosen.label != LEAVING] == moves
            assert account.hints == len(hints)


@every_game
def test_a_strong_player_is_accurate(game):
    """Who always does what is worth most gives nothing away: 100, and no cost at all."""
    for number in range(3):
        for account in played(game, "strong", number, seats=2 if game.rivals else None):
            assert account.cost == 0
            assert account.accuracy == 100


@every_game
def test_a_random_player_is_not(game):
    """
    Chance gives much away.

    The seeds are fixed, and values do not hang on the machine but for rounding, so that this always says the
    same: on these games the mean is 36 in Everest 1924, 57 in Dicey Peaks and 55 in Mountaineering.
    """
    accuracies = [each.accuracy for number in range(8) for each in played(game, "random", number)]

    assert mean(accuracies) < 60


def test_luck_is_fair_where_values_are_exact():
    """
    In Everest 1924 values are exact, so that luck is as often good as bad, however badly one plays.

    The mean of 120 games from fixed seeds is no further from 0 than three standard errors.
    """
    luck = [played(EVEREST, "random", number)[0].luck for number in range(120)]

    assert abs(mean(luck)) < 3 * stdev(luck) / len(luck) ** 0.5
    assert stdev(luck) > 5


def test_giving_up_at_once_costs_all_there_was():
    """Everest 1924: whoever turns back before the first roll has 42.62 points before them, and gets -1."""
    (account,) = golden(EVEREST, "abandoned-at-once")

    assert (account.unit, account.result, account.accuracy) == ("score", -1.0, 0.0)
    assert account.start == pytest.approx(42.62, abs=0.005)
    assert account.cost == pytest.approx(43.62, abs=0.005)
    assert account.luck == 0
    (move,) = account.moves
    assert (move.chosen.label, move.best.label) == ("Abandon the expedition", "Roll 3 dice")


def test_who_does_not_give_up_is_not_praised_for_it():
    """To roll where one could only give up besides is no choice, and counts for nothing."""
    (account,) = golden(EVEREST, "summit-by-camps")
    rolls = [move for move in account.moves if move.chosen.label.startswith("Roll ")]

    assert rolls
    assert all(move.stake == 0 for move in rolls)


def test_a_win_is_one_and_anything_else_nothing():
    """Dicey Peaks: the first to the flag has won, and the luck of both ends in that."""
    winner, loser = golden(PEAKS, "two-seats-to-the-flag")

    assert (winner.unit, winner.result, loser.result) == ("chance", 1.0, 0.0)


def test_nobody_has_won_a_drawn_race():
    """Where all are stranded the one who has not retired is first all the same, and has not won."""
    assert {each.result for each in golden(PEAKS, "retired-and-drawn")} == {0.0}


def test_leaving_a_race_is_a_choice():
    """Who retires when it is to choose gives away the chance there was; it is neither luck nor free."""
    first, *_ = golden(PEAKS, "retired-one-by-one")
    last = first.moves[-1]

    assert last.chosen.label == LEAVING
    assert (last.chosen.value, last.luck) == (0.0, 0.0)
    assert last.cost == last.best.value > 0.1


def test_what_is_said_in_another_way_is_the_same_choice():
    """Everest 1924: dice may be named in any order to be rolled again, and only one order is listed."""
    moves = []
    for dice in ((0, 1, 2), (2, 1, 0)):
        book = started(EVEREST)
        for command in (RollDice(), RerollDice(dice), Advance(), Abandon()):
            ask(book, command)
        (account,) = review(log_of(book.lines))
        moves.append(account.moves[1])

    assert [(move.n, move.cost, move.stake) for move in moves[:1]] == [
        (move.n, move.cost, move.stake) for move in moves[1:]
    ]


def test_who_is_sent_away_has_not_chosen_it():
    """Who retires while others choose, or is timed out, has made no move by it."""
    accounts = golden(PEAKS, "timed-out-twice")

    assert [len(each.moves) for each in accounts] == [0, 1, 0]
    assert [each.accuracy for each in accounts] == [None, 100.0, None]
    assert accounts[0].result is accounts[0].start is accounts[0].unit is None


@pytest.mark.parametrize(
    ("ending", "result"),
    [("summit-alone", 1.0), ("down-again", 1.0), ("whistle-and-home", 0.0), ("stranded", 0.0)],
)
def test_a_good_end_is_the_teams(ending, result):
    """Mountaineering: the summit, or base camp again, is 1 for every seat; brought home or stranded is 0."""
    assert {each.result for each in golden(CLIMB, ending) if each.moves} == {result}


def test_to_leave_it_to_another_seat_can_be_best():
    """The plan was another seat's: who acted all the same paid for it, and is told so."""
    moves = [move for each in golden(CLIMB, "stranded") for move in each.moves]

    assert any(move.best.label == WAITING and move.cost > 0 for move in moves)


@pytest.mark.parametrize("name", ["cancelled-under-way", "expired", "retired", "timed-out"])
def test_a_game_that_was_broken_off_has_no_result(name):
    """Its choices were made and cost what they cost; what luck would have made of them nobody knows."""
    (account,) = golden(EVEREST, name)

    assert account.moves
    assert account.result is account.luck is account.moves[-1].after is account.moves[-1].luck is None
    assert account.accuracy is not None


def test_a_game_that_never_began_has_no_moves():
    """There is nothing to tell of it."""
    assert all(not each.moves for each in golden(EVEREST, "cancelled-before-the-start"))


def test_each_record_is_told_of():
    """Whoever waits is told how far it has come, to the last record."""
    lines, seen = golden_lines(EVEREST)["salted.replay.jsonl"], []
    review(log_of(lines), told=seen.append)

    assert seen == sorted(set(seen))
    assert seen[-1] == len(lines)


def test_a_game_that_goes_on_is_not_reviewed():
    """It would be advice."""
    log = log_of(golden_lines(EVEREST)["salted.replay.jsonl"])
    with pytest.raises(NotOver) as raised:
        review(replace(log, records=log.records[:-1]))

    assert raised.value.code == "GAME_NOT_OVER"


def test_where_nothing_advises_there_is_no_review():
    """A game that has no adviser is not judged."""
    book = policies.play(RACE, POLICIES["random"], secret_of(1), salts=("", ""))
    with pytest.raises(NoAdvice) as raised:
        review(log_of(book.lines), games={(RACE.name, RACE.rules): RACE})

    assert raised.value.code == "NO_ADVICE"
