"""docs/rules/everest1924.md: straights and combining dice, checked against a brute force of its own."""

from functools import cache
from itertools import chain, combinations, combinations_with_replacement

import pytest
from expeditions import EVEREST, NO_STRAIGHT, expedition, sheet

from given import Given, given
from summitbook_domain.everest1924.commands import Advance, CombineDice
from summitbook_domain.everest1924.events import DiceCombined, DiceRolled
from summitbook_domain.everest1924.sheet import Row

EASY = sheet(Row(first=0, squares=9), Row(first=0, squares=9, target=1), Row(first=0, squares=9, target=99))
"""A sheet whose first target every straight reaches, so that a climb tells the best one."""


def table(*values: int, rerolled: tuple[int, ...] = ()) -> Given:
    return given(EVEREST, *expedition(dice=values, rerolled=rerolled), content=EASY)


def best(values: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The best straight of these dice and its worth, as a climb records it."""
    event = EVEREST.decide(table(*values).state, 0, Advance(), None)[0]
    return getattr(event, "straight", ()), getattr(event, "value", 0)


@pytest.mark.parametrize(
    ("dice", "straight", "value"),
    [
        ((1, 3, 4, 5, 6, 6), (3, 4, 5, 6), 24),
        ((5, 3, 4), (3, 4, 5), 15),
        ((6, 5), (5, 6), 12),
        ((1, 2), (1, 2), 4),
        ((1, 2, 3, 5, 6), (5, 6), 12),
        ((1, 2, 3, 4, 6), (1, 2, 3, 4), 16),
        ((6, 5, 4, 3, 2, 1), (1, 2, 3, 4, 5, 6), 36),
    ],
    ids=str,
)
def test_a_straight_is_worth_its_highest_die_times_its_dice(dice, straight, value):
    """Two or more live dice in a row of values are a straight, and only the best one counts."""
    assert best(dice) == (straight, value)


@pytest.mark.parametrize("dice", [(1, 3, 5), (6, 6, 6), (2, 4, 4, 6)], ids=str)
def test_without_two_neighbours_there_is_no_straight(dice):
    """One die is no straight, nor are equal dice or dice with gaps."""
    assert best(dice) == ((), 0)


def test_a_discarded_die_is_in_no_straight():
    """Only live dice count: 4 taken from 6 leaves 2, and the 4 is gone from beside the 5."""
    after = (
        table(4, 5, 6)
        .when(CombineDice(keep=2, discard=0, op="subtract"))
        .then(DiceCombined(keep=2, discard=0, op="subtract", value=2))
    )

    assert after.game.view(after.state).straight == ()


@pytest.mark.parametrize(
    ("kept", "discarded", "op", "value"),
    [
        (5, 5, "increment", 6),
        (5, 5, "decrement", 4),
        (1, 1, "increment", 2),
        (6, 6, "decrement", 5),
        (1, 3, "add", 4),
        (3, 1, "add", 4),
        (3, 3, "add", 6),
        (1, 3, "subtract", 2),
        (3, 1, "subtract", 2),
        (5, 4, "subtract", 1),
        (4, 5, "subtract", 1),
        (6, 1, "subtract", 5),
    ],
    ids=str,
)
def test_two_dice_combine_into_one(kept, discarded, op, value):
    """The kept die takes the new value and the other is discarded; a difference is never negative."""
    after = (
        table(kept, discarded)
        .when(CombineDice(keep=0, discard=1, op=op))
        .then(DiceCombined(keep=0, discard=1, op=op, value=value))
    )

    assert after.state.live_values() == (value,)


@pytest.mark.parametrize(
    ("kept", "discarded", "op"),
    [
        (5, 4, "add"),
        (6, 6, "add"),
        (6, 6, "increment"),
        (1, 1, "decrement"),
        (3, 3, "subtract"),
        (2, 3, "increment"),
        (3, 2, "decrement"),
        (1, 3, "increment"),
    ],
    ids=str,
)
def test_a_combination_must_show_1_to_6(kept, discarded, op):
    """A result beyond a die, or changing a pair that is none, is an ILLEGAL_COMBINATION."""
    table(kept, discarded).when(CombineDice(keep=0, discard=1, op=op)).refused("ILLEGAL_COMBINATION")


@pytest.mark.parametrize(("keep", "discard"), [(3, 0), (0, 3), (-1, 0), (0, -1), (1, 1), (2**60, 0)])
@pytest.mark.parametrize("op", ["add", "increment"])
def test_a_combination_names_two_different_dice_on_the_table(keep, discard, op):
    """An unknown die, or the same one twice, is DIE_NOT_LIVE, whatever the operation would give."""
    table(*NO_STRAIGHT).when(CombineDice(keep=keep, discard=discard, op=op)).refused("DIE_NOT_LIVE")


@pytest.mark.parametrize(("keep", "discard"), [(0, 1), (1, 0), (1, 2)], ids=str)
@pytest.mark.parametrize("op", ["add", "increment"])
def test_a_discarded_die_cannot_be_combined(keep, discard, op):
    """A discarded die is neither kept nor discarded again."""
    past = (*expedition(dice=(1, 3, 3)), DiceCombined(keep=0, discard=1, op="add", value=4))
    given(EVEREST, *past).when(CombineDice(keep=keep, discard=discard, op=op)).refused("DIE_NOT_LIVE")


def test_a_combined_die_can_be_combined_again():
    """Combining goes on as long as two dice are live."""
    (
        table(1, 1, 3)
        .when(CombineDice(keep=0, discard=1, op="increment"))
        .then(DiceCombined(keep=0, discard=1, op="increment", value=2))
        .when(CombineDice(keep=2, discard=0, op="subtract"))
        .then(DiceCombined(keep=2, discard=0, op="subtract", value=1))
        .when(CombineDice(keep=2, discard=0, op="add"))
        .refused("DIE_NOT_LIVE")
    )


# The brute force: it shares no code with the rules, and knows a pool only as a sorted tuple of faces.

POOLS = tuple(chain.from_iterable(combinations_with_replacement(range(1, 7), size) for size in range(7)))


def brute_worth(pool: tuple[int, ...]) -> int:
    """Try every set of dice; those of strictly neighbouring values are straights."""
    sets = (some for size in range(2, len(pool) + 1) for some in combinations(pool, size))
    straights = (some for some in sets if list(some) == list(range(some[0], some[0] + len(some))))
    return max((some[-1] * len(some) for some in straights), default=0)


def brute_steps(pool: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every pool one combination leads to: take two dice off, put one on."""
    found = set()
    for i, j in combinations(range(len(pool)), 2):
        rest = pool[:i] + pool[i + 1 : j] + pool[j + 1 :]
        a, b = pool[i], pool[j]
        results = {a + b, b - a} | ({a + 1, a - 1} if a == b else set())
        found |= {tuple(sorted((*rest, result))) for result in results if result in range(1, 7)}
    return found


@cache
def brute_reach(pool: tuple[int, ...]) -> int:
    return max([brute_worth(pool), *(brute_reach(each) for each in brute_steps(pool))])


def rules_steps(pool: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The same by the rules: every combination they list, decided and folded."""
    here = given(EVEREST, *expedition(), DiceRolled(turn=1, values=pool, draw="turn/1/roll"), content=EASY)
    found = set()
    for command in here.legal():
        if isinstance(command, CombineDice):
            events = EVEREST.decide(here.state, 0, command, None)
            found.add(tuple(sorted(EVEREST.evolve(here.state, events[0]).live_values())))
    return found


@cache
def rules_reach(pool: tuple[int, ...]) -> int:
    worth = best(pool)[1] if pool else 0
    return max([worth, *(rules_reach(each) for each in rules_steps(pool))])


def test_there_are_924_pools_of_up_to_six_dice():
    """Counting the empty one, dice of six faces make 924 pools of up to six."""
    assert len(set(POOLS)) == 924


def test_the_best_straight_in_reach_is_that_of_the_brute_force_for_every_pool():
    """By combining, each of the 924 pools reaches the straight that a brute force finds, none better."""
    assert {pool: rules_reach(pool) for pool in POOLS} == {pool: brute_reach(pool) for pool in POOLS}


def test_every_pool_combines_into_what_the_brute_force_says():
    """One combination leads from each pool to the same pools by the rules and by the brute force."""
    assert {pool: rules_steps(pool) for pool in POOLS} == {pool: brute_steps(pool) for pool in POOLS}


def test_no_two_straights_of_a_pool_that_count_are_worth_the_same():
    """The best straight is one set of values in every pool, so `straight` is never a matter of taste."""
    for pool in POOLS:
        sets = {some for size in range(2, len(pool) + 1) for some in combinations(pool, size)}
        straights = [some for some in sets if list(some) == list(range(some[0], some[0] + len(some)))]
        worths = [some[-1] * len(some) for some in straights]
        assert worths.count(max(worths, default=0)) <= 1
