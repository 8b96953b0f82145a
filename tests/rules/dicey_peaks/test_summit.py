"""docs/rules/dicey_peaks.md: reaching the summit, searching it, winning and being stranded."""

import pytest
from races import AVALANCHE, PICKAXE, SUMMIT, YETI, at, luck, passed, peaks, race

from summitbook_domain.dicey_peaks.commands import ChooseSummitTile, RollDice, Stop
from summitbook_domain.dicey_peaks.events import (
    Climbed,
    ClimbersFrightened,
    ClimberStranded,
    GameDrawn,
    GameWon,
    SummitTileTurned,
    TurnEnded,
)


def climbing(position, oxygen, *aside, **past):
    """A climber about to stop with these dice set aside; the other one is at the foot."""
    return peaks(*race(at(position, oxygen), at(0), intent="climb", aside=aside, **past))


def searched(tile, *, flag=False):
    return SummitTileTurned(tile=tile, flag=flag, draw="summit", place=tile)


def test_one_pickaxe_leads_from_position_18_to_the_summit():
    """Position 18, one pickaxe: the summit, and the turn waits for a summit tile."""
    after = climbing(18, 4, PICKAXE).when(Stop()).then(Climbed(start=18, end=SUMMIT, oxygen=3))

    assert after.legal() == tuple(ChooseSummitTile(tile=tile) for tile in (0, 1, 2))


def test_pickaxes_beyond_the_last_step_are_paid_for():
    """From position 18 four pickaxes cost four oxygen, though one step is left."""
    climbing(18, 4, *(PICKAXE,) * 4).when(Stop()).then(Climbed(start=18, end=SUMMIT, oxygen=0))


def test_on_the_summit_one_climbs_from_19_to_19():
    """A search from the summit costs its pickaxes as any climb does."""
    climbing(SUMMIT, 5, PICKAXE, PICKAXE).when(Stop()).then(Climbed(start=19, end=19, oxygen=3))


@pytest.mark.parametrize("tile", [0, 1, 2])
def test_the_flag_wins_at_once(tile):
    """Whoever turns over the flag has won: no yeti, no `TurnEnded`, even with the last oxygen spent."""
    after = (
        climbing(17, 2, PICKAXE, PICKAXE, YETI)
        .when(Stop())
        .then(Climbed(start=17, end=SUMMIT, oxygen=0))
        .when(ChooseSummitTile(tile=tile), chance=luck(flag=tile))
        .then(searched(tile, flag=True), GameWon(seat=0))
    )

    assert after.game.outcome(after.state) == "finished"
    assert after.legal(0) == after.legal(1) == after.game.waits_for(after.state) == ()


def test_a_false_summit_stays_face_up_and_ends_the_turn():
    """Who finds no flag goes on next turn, and the tile cannot be chosen again."""
    after = (
        climbing(17, 5, PICKAXE, PICKAXE)
        .when(Stop())
        .then(Climbed(start=17, end=SUMMIT, oxygen=3))
        .when(ChooseSummitTile(tile=1), chance=luck(flag=2))
        .then(searched(1), *passed(0, to=1))
    )

    assert after.state.summit_face_down() == (0, 2)
    assert not after.state.climbers[0].stranded


def test_a_false_summit_and_no_oxygen_strand_the_climber():
    """On the summit with oxygen 0 after a false summit: out of the game."""
    after = (
        climbing(17, 2, PICKAXE, PICKAXE)
        .when(Stop())
        .then(Climbed(start=17, end=SUMMIT, oxygen=0))
        .when(ChooseSummitTile(tile=1), chance=luck(flag=2))
        .then(searched(1), ClimberStranded(seat=0), *passed(0, to=1))
    )

    assert after.state.climbers[0].stranded


def test_with_both_false_summits_turned_the_third_tile_is_the_flag():
    """Two false summits turned: the third is the flag, and the seat is asked all the same."""
    (
        climbing(SUMMIT, 5, PICKAXE, searched=(0, 2))
        .when(Stop())
        .then(Climbed(start=19, end=19, oxygen=4))
        .when(ChooseSummitTile(tile=1), chance=luck(flag=1))
        .then(searched(1, flag=True), GameWon(seat=0))
    )


@pytest.mark.parametrize("tile", [0, -1, -2, 3, 2**60])
def test_a_summit_tile_is_one_face_down(tile):
    """A tile face up, or one that is not there, is BAD_TILE."""
    (
        climbing(SUMMIT, 5, PICKAXE, searched=(0,))
        .when(Stop())
        .then(Climbed(start=19, end=19, oxygen=4))
        .when(ChooseSummitTile(tile=tile))
        .refused("BAD_TILE")
    )


def test_on_the_summit_without_a_pickaxe_nothing_is_searched():
    """A stop with no pickaxe costs nothing and strands nobody."""
    climbing(SUMMIT, 1, AVALANCHE).when(Stop()).then(*passed(0, to=1))


def test_the_yetis_of_a_search_frighten_after_it():
    """A false summit, then fright, then whoever is stranded, by seat, then the end of the turn."""
    past = race(at(SUMMIT, 1), at(18, 0), at(4), intent="climb", aside=(PICKAXE, YETI))
    (
        peaks(*past, seats=3)
        .when(Stop())
        .then(Climbed(start=19, end=19, oxygen=0))
        .when(ChooseSummitTile(tile=0), chance=luck(flag=2))
        .then(
            searched(0),
            ClimbersFrightened(seats=(1, 2)),
            ClimberStranded(seat=0),
            ClimberStranded(seat=1),
            *passed(0, to=2),
        )
    )


def test_when_everyone_is_stranded_nobody_has_won():
    """The last climber is stranded: the turn ends, and the game without a winner."""
    past = race(at(SUMMIT, 1), at(SUMMIT, 0), intent="climb", aside=(PICKAXE,), stranded=(1,))
    after = (
        peaks(*past)
        .when(Stop())
        .then(Climbed(start=19, end=19, oxygen=0))
        .when(ChooseSummitTile(tile=0), chance=luck(flag=2))
        .then(searched(0), ClimberStranded(seat=0), TurnEnded(seat=0), GameDrawn())
    )

    assert after.game.outcome(after.state) == "finished"
    assert after.state.winner is None
    assert after.legal() == after.game.waits_for(after.state) == ()


@pytest.mark.parametrize("command", [Stop(), RollDice(0, 3, 0)], ids=repr)
def test_while_a_summit_tile_is_due_nothing_else_goes(command):
    """Once the oxygen is paid the tile must be chosen: anything else is WRONG_PHASE."""
    after = climbing(18, 4, PICKAXE).when(Stop()).then(Climbed(start=18, end=SUMMIT, oxygen=3))
    after.when(command).refused("WRONG_PHASE")


def test_a_stranded_seat_has_no_turn():
    """A stranded climber is passed over, and whatever its seat asks for is NOT_YOUR_TURN."""
    past = race(at(3), at(SUMMIT, 0), at(5), intent="climb", aside=(YETI,), stranded=(1,))

    after = peaks(*past, seats=3).when(Stop()).then(*passed(0, to=2))

    after.when(RollDice(4, 1, 0), seat=1).refused("NOT_YOUR_TURN")


def test_the_last_one_climbing_takes_every_turn():
    """With everyone else stranded the turn comes back to the same seat."""
    past = race(at(3), at(SUMMIT, 0), intent="climb", aside=(YETI,), stranded=(1,))
    peaks(*past).when(Stop()).then(*passed(0, to=0))
