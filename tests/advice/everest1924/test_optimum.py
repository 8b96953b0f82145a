"""The solution of a sheet, held against plain enumeration, and what the page says of it."""

from pathlib import Path

import pytest
from every_climb import EVEREST, EveryClimb
from expeditions import SHEET
from sheets import SMALL, STEEP, THREE_ROWS, WIDE

from given import drawing
from summitbook_advice.everest1924 import solution
from summitbook_advice.everest1924.solution import SheetTooLarge, solve
from summitbook_advice.everest1924.values import values
from summitbook_advice.policies import POLICIES

PAGE = Path(__file__).parents[3] / "docs" / "advice.md"


@pytest.mark.parametrize("sheet", SMALL.values(), ids=SMALL)
def test_no_way_to_play_has_a_better_score(sheet):
    """Every command and every fall of the dice tried, from the rules alone: the very same expected score."""
    climb = EveryClimb(sheet)

    assert solve(sheet).game().score == pytest.approx(climb.best(climb.start()), abs=1e-9)


def test_every_command_in_every_state_is_worth_what_enumeration_says():
    """Of a whole small game, wherever something can be chosen: each legal command has its true value."""
    climb = EveryClimb(STEEP)
    climb.best(climb.start())
    for state in climb.seen:
        legal = EVEREST.legal(state, 0)
        told = [each.value for each in values(STEEP, EVEREST.view(state), legal)]
        assert told == pytest.approx([climb.after(state, each) for each in legal], abs=1e-9)


def test_the_page_tells_the_optimum_of_the_sheet_that_ships(monkeypatch):
    """Score, chance of the summit and positions, and what it would be if the route were forgotten."""
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    exact = solve(SHEET)
    monkeypatch.setattr(solution, "MOST_POSITIONS", 1_000)
    forgetful = solve(SHEET)

    assert exact.exact
    assert not forgetful.exact
    for found in (exact, forgetful):
        score, summit = found.game()
        assert f"| {len(found.worths):,} | {score:.4f} | {100 * summit:.2f} % |" in page


def test_where_there_are_too_many_positions_the_route_is_forgotten(monkeypatch):
    """Then the value is near, and no longer the whole truth."""
    exact = solve(WIDE)
    monkeypatch.setattr(solution, "MOST_POSITIONS", len(exact.worths) - 1)
    near = solve(WIDE)

    assert (exact.exact, near.exact) == (True, False)
    assert len(near.worths) < len(exact.worths)
    assert near.game() != exact.game()
    assert near.game().score == pytest.approx(exact.game().score, rel=0.05)


def test_forgetting_the_route_can_make_a_game_look_worse_than_it_is():
    """Who cannot move any more marks no further square: a way that is barred may save a point."""
    forgets = solution.solved_by(solution.Walk(THREE_ROWS, forgets=True))

    assert forgets.game().score < solve(THREE_ROWS).game().score


@pytest.mark.parametrize("limit", ["MOST_POSITIONS", "MOST_PLACES"])
def test_a_sheet_too_large_even_so_is_refused_and_climbed_greedily(monkeypatch, limit):
    """SheetTooLarge has a stable code; the strong policy then does what the greedy one does."""
    monkeypatch.setattr(solution, limit, 3)
    state = EveryClimb(THREE_ROWS).start()
    asked = EVEREST, THREE_ROWS, EVEREST.view(state), EVEREST.legal(state, 0), drawing("", [])

    with pytest.raises(SheetTooLarge) as refused:
        solve(THREE_ROWS)

    assert refused.value.code == "NO_ADVICE"
    assert POLICIES["strong"](*asked) == POLICIES["greedy"](*asked)


def test_who_waits_is_told_how_far_it_is():
    """Progress never goes back, and ends with all positions."""
    told = []
    found = solve(WIDE, lambda *so_far: told.append(so_far))

    assert told == sorted(told)
    assert told[-1] == (len(found.worths), len(found.worths))
    assert len(told) > 10
