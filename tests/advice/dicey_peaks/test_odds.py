"""The odds of a turn, against every roll counted out face by face."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace
from races import MOUNTAIN

from summitbook_advice.dicey_peaks.aside import Aside
from summitbook_advice.dicey_peaks.push import Push
from summitbook_advice.dicey_peaks.rolls import FACES, choices, odds
from summitbook_advice.dicey_peaks.turns import turns_on
from summitbook_domain.dicey_peaks.mountain import COLOURS

NOTHING = Aside((0, 0, 0), 0, 0)
FEW_DICE = replace(
    MOUNTAIN,
    dice=replace(
        MOUNTAIN.dice,
        white=replace(MOUNTAIN.dice.white, count=2),
        light_blue=replace(MOUNTAIN.dice.light_blue, count=1),
        dark_blue=replace(MOUNTAIN.dice.dark_blue, count=2),
    ),
    next_roll=2,
    bust_avalanches=2,
    bust_yetis=2,
)
"""So few dice that a whole turn can be counted out."""
KEPT = {"climb": ("pickaxe", "avalanche", "yeti"), "rest": ("tent", "yeti")}


def thrown(wanted):
    """Every way that so many dice of each colour can fall, all as likely: faces, each with its colour."""
    dice = [colour for colour, count in zip(COLOURS, wanted, strict=True) for _ in range(count)]
    for faces in product(*(MOUNTAIN.dice.of(colour).faces for colour in dice)):
        yield tuple(zip(dice, faces, strict=True))


@pytest.mark.parametrize("wanted", choices(3, (3, 3, 3)))
def test_what_a_roll_shows_is_counted_out(wanted):
    """Three dice of any colours: each thing they can show is as likely as its share of all their falls."""
    counted = Counter(
        tuple(tuple(fall.count((colour, face)) for face in FACES) for colour in COLOURS)
        for fall in thrown(wanted)
    )

    found = odds(MOUNTAIN.dice, wanted)

    assert found.keys() == counted.keys()
    for shown, ways in counted.items():
        assert found[shown] == pytest.approx(ways / counted.total())


@pytest.mark.parametrize(
    ("intent", "aside", "most", "wanted", "bust"),
    [
        # Two avalanches aside: with three dice of any colour one more comes 91 times in 216.
        ("climb", Aside((2, 0, 0), 0, 2), 9, (1, 1, 1), Fraction(91, 216)),
        # Two yetis aside in a rest, and any number of tents allowed: the same.
        ("rest", Aside((0, 1, 1), 0, 2), 13, (0, 0, 3), Fraction(91, 216)),
        # Three pickaxes for three oxygen: a fourth is a bust, and so are three avalanches without one.
        ("climb", Aside((3, 0, 0), 3, 0), 3, (1, 0, 2), 1 - Fraction(25, 72) + Fraction(1, 216)),
        # Nothing aside and breath enough: three avalanches at once.
        ("climb", NOTHING, 9, (3, 0, 0), Fraction(1, 216)),
    ],
)
def test_the_odds_of_a_bust(intent, aside, most, wanted, bust):
    """How likely the next roll ends the turn, worked out by hand."""
    found = turns_on(MOUNTAIN).push(intent).odds(aside, wanted, most)

    assert found.bust == pytest.approx(float(bust))


@pytest.mark.parametrize("intent", ["climb", "rest"])
@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_the_odds_of_every_roll_are_counted_out(intent, most):
    """A bust, or nothing set aside: from everywhere in a turn with few dice, by each choice of dice."""
    push = Push(FEW_DICE, intent, 5)
    for aside in push.asides:
        for wanted in push.choices(aside) if aside.good <= most else ():
            falls = list(thrown(wanted))
            kept = [[each for each in fall if each[1] in KEPT[intent]] for fall in falls]
            bust = sum(is_bust(intent, most, *counts(intent, aside, each)) for each in kept)

            found = push.odds(aside, wanted, most)

            assert found.bust == pytest.approx(bust / len(falls))
            assert found.nothing == pytest.approx(sum(not each for each in kept) / len(falls))


def counts(intent, aside, kept):
    """Good faces and bad ones, with those of this roll."""
    faces = [face for _, face in kept]
    return aside.good + faces.count(KEPT[intent][0]), aside.bad + faces.count(
        KEPT[intent][1 if intent == "climb" else -1]
    )


def is_bust(intent, most, good, bad):
    return good > most or bad >= 2


@pytest.mark.parametrize("most", [1, 3, 5])
@pytest.mark.parametrize("intent", ["climb", "rest"])
def test_the_best_way_to_go_on_is_counted_out(intent, most):
    """Stop or roll, and which dice: against every fall of every choice, a bust being worth 0.3."""
    push = Push(FEW_DICE, intent, 5)
    prizes = [
        Fraction(3, 10),
        Fraction(5, 10),
        Fraction(4, 10),
        Fraction(9, 10),
        Fraction(6, 10),
        Fraction(1),
    ]
    yeti_costs = Fraction(1, 20)

    def worth_of(good, bad, yeti):
        prize = Fraction(3, 10) if is_bust(intent, most, good, bad) else prizes[good]
        return prize - yeti_costs * yeti

    @cache
    def best(dice, good, bad, yeti):
        stop = worth_of(good, bad, yeti)
        if is_bust(intent, most, good, bad):
            return stop
        left = tuple(count - used for count, used in zip(push.counts, dice, strict=True))
        return max([stop, *(going_on(dice, good, bad, yeti, wanted) for wanted in choices(2, left))])

    def going_on(dice, good, bad, yeti, wanted):
        """What the falls that set something aside are worth on average: the others are rolled again."""
        worths = []
        for fall in thrown(wanted):
            kept = [each for each in fall if each[1] in KEPT[intent]]
            if kept:
                more = tuple(
                    used + sum(colour == each for each, _ in kept)
                    for colour, used in zip(COLOURS, dice, strict=True)
                )
                showing = yeti or any(face == "yeti" for _, face in kept)
                worths.append(best(more, *counts(intent, Aside(dice, good, bad), kept), showing))
        return sum(worths) / len(worths)

    stop = np.array([[[float(prizes[good] - yeti_costs * yeti)] for yeti in (0, 1)] for good in range(6)])
    bust = np.array([[0.3], [0.25]])
    found = push.worth(push.stopping(stop, bust, np.array([most])), np.array([most]))

    assert found[push.state(NOTHING), 0] == pytest.approx(float(best((0, 0, 0), 0, 0, False)))
