"""What a climber is told of each legal action."""

from expeditions import EVEREST, SHEET, aside, expedition, straight_up, up

from given import given
from summitbook_advice.everest1924.values import values
from summitbook_domain.everest1924.commands import Abandon, Advance, CombineDice, RerollDice, RollDice


def told(*past):
    """Each legal command with its value, rounded, and its words."""
    table = given(EVEREST, *past)
    view = EVEREST.view(table.state)
    return {each.command: (round(each.value, 2), each.words) for each in values(SHEET, view, table.legal())}


def test_before_the_first_roll():
    """To roll is worth the whole game; to give up, the square marked."""
    assert told(*expedition()) == {
        RollDice(): (42.62, "to the summit 20 times in 100"),
        Abandon(): (-1, "takes what there is"),
    }


def test_a_way_that_is_not_there_ends_the_climb():
    """At the end of row 0, with no straight, to advance is to perish: nothing but the squares marked."""
    end = tuple(aside(0, column) for column in range(1, 10))

    assert told(*expedition(*end, dice=(1, 3, 6)))[Advance()] == (-10, "the climb ends here")


def test_a_combination_says_whether_it_is_enough():
    """3 and 5, 1: 1 + 3 makes 4-5, worth 10, which row 3 takes."""
    values = told(*expedition(*straight_up(2), dice=(3, 5, 1)))

    assert values[CombineDice(keep=0, discard=2, op="add")][1] == "the target is within reach"
    assert values[CombineDice(keep=0, discard=1, op="subtract")][1].startswith("the best reroll brings")


def test_a_reroll_says_how_often_it_helps():
    """
    Under a target of 12, who keeps 5 and 6 has it; who keeps a 6 and rolls two dice needs a 5 of them.

    That is any 5, 1-4, 2-3, 1-6 either way round, 4-4 or 6-6: 19 of 36.
    """
    first = told(*expedition(dice=(1, 5, 6)))
    high = told(*expedition(*straight_up(3), dice=(1, 5, 6)))

    assert first[RerollDice(dice=(0,))][1] == "brings the target within reach always"
    assert high[RerollDice(dice=(0, 1))][1] == "brings the target within reach 53 times in 100"


def test_after_the_reroll_what_is_out_of_reach_is_said_to_be():
    """Three rows up, with the dice rolled again to 1, 1, 1: nothing made of them is worth 12."""
    values = told(*expedition(*straight_up(3), dice=(6, 1, 1), rerolled=(1,)))

    assert values[CombineDice(keep=1, discard=2, op="increment")][1] == "the target is out of reach"
    assert values[Advance()][1].startswith("down a row; to the summit ")


def test_the_top_is_told():
    """From the row below the top a straight of 36 climbs to it: 72, less 13 squares, and 5 a tent."""
    value, words = told(*expedition(*straight_up(11), dice=(1, 2, 3, 4, 5, 6)))[Advance()]

    assert (value, words) == (79, "up; to the summit always")


def test_a_camp_is_told_beside_the_ordinary_ascent():
    """Both ways up are valued where both are open; where only the camp is, only that is legal."""
    first = told(*expedition(dice=(1, 5, 6)))
    end = (*(aside(0, column) for column in range(1, 10)), up(1, 10))
    only = told(*expedition(*end, dice=(3, 4, 5)))

    assert first[Advance()][0] > first[Advance(make_camp=True)][0]
    assert first[Advance(make_camp=True)][1].startswith("up, with a camp; to the summit ")
    assert [each for each in only if isinstance(each, Advance)] == [Advance(make_camp=True)]


def test_nothing_legal_has_no_values():
    """A game that is over asks for nothing."""
    assert values(SHEET, EVEREST.view(given(EVEREST, *expedition()).state), ()) == ()
