"""Positions and the ways between them, held against the rules: docs/rules/everest1924.md, "Advance"."""

from functools import partial
from itertools import pairwise
from random import Random

import pytest
from every_climb import EVEREST, EveryClimb
from expeditions import SHEET
from sheets import FOUR_ROWS, THREE_ROWS, WIDE

from summitbook_advice.everest1924.walk import Walk
from summitbook_domain.everest1924.events import Ascended, Fell, Traversed
from summitbook_domain.everest1924.moves import ahead, aside, below, camp_square, may_camp, obstacle

BARS = {"marked", "crossing"}
SHEETS = {"ships": SHEET, "wide": WIDE, "three rows": THREE_ROWS, "four rows": FOUR_ROWS}


def moves(state):
    """By the rules: the event of each way that can be gone, None for the others."""
    free = {square: not obstacle(state, square) for square in (ahead(state), aside(state), below(state))}
    up, camped = (partial(Ascended, straight=(), value=0, camp=camp) for camp in (False, True))
    return [
        up(*ahead(state)) if free[ahead(state)] else None,
        camped(*camp_square(state)) if may_camp(state) else None,
        Traversed(*aside(state)) if free[aside(state)] else None,
        Fell(*below(state)) if free[below(state)] else None,
    ]


def random_climb(sheet, luck):
    """States of a climb that goes any way it can, to its end; most make camp wherever they can."""
    state, camps = EveryClimb(sheet).start(), luck.randrange(3)
    while state.position[0] < sheet.top:
        yield state
        ways = [each for each in moves(state) if each]
        if not ways:
            return
        camp = [each for each in ways if isinstance(each, Ascended) and each.camp]
        state = EVEREST.evolve(state, luck.choice(camp if camp and camps else ways))


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_a_way_is_there_if_the_rules_let_one_go_it(sheet):
    """On hundreds of random climbs: the ways from a position are the moves that nothing is in the way of."""
    walk, luck, barred = Walk(sheet), Random(1), 0
    for _ in range(400):
        for state in random_climb(sheet, luck):
            by_rules = [each and (each.row, each.column) for each in moves(state)]
            ways = walk.ways(walk.at(state.camps, state.highest, state.route))
            assert [way and (way.row, way.column) for way in ways] == by_rules
            barred += any(obstacle(state, at(state)) in BARS for at in (aside, below, ahead))

    assert barred > 20


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_step_by_step_or_at_once_a_route_leads_to_one_position(sheet):
    """What was left out as never to matter never does: the whole route leads to the same position."""
    walk, luck = Walk(sheet), Random(2)
    for _ in range(200):
        states = list(random_climb(sheet, luck))
        at_once = [walk.at(each.camps, each.highest, each.route) for each in states]
        for before, after in pairwise(at_once):
            assert after in walk.ways(before)


def test_after_a_camp_falling_is_a_trap():
    """From the square beside a camp one cannot fall: the way down would cross the camp's line."""
    walk = Walk(SHEET)
    camp = ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 1))

    beside = walk.ways(walk.at(3, 1, camp)).aside

    assert beside
    assert walk.ways(beside).below is None
