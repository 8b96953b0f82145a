"""Whole games of Dicey Peaks, played offline: they end, they audit, and nothing is lost on the way."""

from collections import Counter
from functools import reduce

import pytest
from races import MOUNTAIN, PEAKS, at, luck, peaks, race, roll, turned

from given import Luck
from summitbook_advice.policies import POLICIES
from summitbook_domain.chance import Seed
from summitbook_domain.dicey_peaks.events import (
    DiceRolled,
    MountainBuilt,
    SummitTileTurned,
    TileTurned,
    TurnStarted,
)
from summitbook_domain.dicey_peaks.mountain import COLOURS
from summitbook_domain.policies import greedy, play, random
from summitbook_domain.replay import audit
from summitbook_domain.table.events import HintTaken, TurnTimedOut

SEATS = range(2, 7)
LAID = Counter({"flag": 1, "false_summit": 2})


def played(policy, number, seats):
    salts = ("", "00ff", "", "", "c0ffee", "")[:seats]
    return play(PEAKS, policy, number.to_bytes(32, "big"), salts=salts)


def check_conserved(state):
    """Thirteen dice, no tile more than its pile has, everyone on the mountain and breathing 0 to 9."""
    view = PEAKS.view(state)
    on_table = Counter(die.colour for die in (*view.rolled, *view.set_aside))
    assert {each.colour: each.count + on_table[each.colour] for each in view.pool} == {
        colour: MOUNTAIN.dice.of(colour).count for colour in COLOURS
    }
    for level, shown in zip(MOUNTAIN.levels, view.levels, strict=True):
        assert len(shown.tiles) == level.laid
        assert Counter(tile.kind for tile in shown.tiles if tile.face_up) <= Counter(level.tiles)
    assert Counter("flag" if tile.flag else "false_summit" for tile in view.summit if tile.face_up) <= LAID
    for climber in view.climbers:
        assert 0 <= climber.position <= view.top
        assert 0 <= climber.oxygen <= view.oxygen_max


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_game_ends_audits_and_loses_nothing(policy, seats):
    """Any game ends, is found in order at level rules, and has its dice and tiles after every event."""
    for number in range(4):
        book = played(policy, number, seats)

        report = audit([line + b"\n" for line in book.lines], verify=lambda *_: True)
        assert (report.level, report.code, report.outcome) == ("rules", None, "finished")

        state = PEAKS.setup(MOUNTAIN, PEAKS.options(), seats)
        check_conserved(state)
        for event in book.events:
            state = PEAKS.evolve(state, event)
            check_conserved(state)
        assert state == book.table.play


def test_turns_go_round_and_count_up():
    """Turn after turn the next seat that is not out takes over, and the numbers rise by one."""
    book = played(random, 7, 6)
    turns = [event for event in book.events if isinstance(event, TurnStarted)]

    assert [event.turn for event in turns] == list(range(1, len(turns) + 1))
    assert {event.seat for event in turns} == set(range(6))


def test_a_greedy_climber_needs_fewer_turns_than_a_random_one():
    """Rolling for what one wants, and stopping in time, gets up the mountain sooner."""
    needed = {
        policy: sum(played(policy, n, 2).table.play.turn for n in range(20)) for policy in (random, greedy)
    }
    assert needed[greedy] < needed[random]


def test_every_draw_of_a_game_can_be_drawn_again():
    """Each event that names a label is what the label draws, and no label names two rolls."""
    secret = bytes(31) + b"\1"
    book = play(PEAKS, random, secret, options={"draw_first_seat": True}, salts=("", "", ""))
    chance = Seed(secret).chance(book.table.birth.deal, ("", "", ""))
    drawn = [event for event in book.events if getattr(event, "draw", None)]

    assert {type(event) for event in drawn} == {MountainBuilt, DiceRolled, TileTurned, SummitTileTurned}
    for event in drawn:
        assert PEAKS.redraw(MOUNTAIN, 3, event, chance, event) == event
    rolls = [event.draw for event in drawn if isinstance(event, DiceRolled)]
    assert len(set(rolls)) == len(rolls)


@pytest.mark.parametrize("position", [-1, 0, 19, 20, 2**60])
def test_no_draw_lays_a_tile_off_the_mountain(position):
    """A log that turns over what is not there is told so, not followed."""
    event = TileTurned(position=position, tile="nothing", draw="level/6", place=0)
    assert PEAKS.redraw(MOUNTAIN, 2, event, Luck({"level/6": [0] * 7}), event) is None


@pytest.mark.parametrize("tile", [-1, 3, 2**60])
def test_no_draw_lays_a_fourth_summit_tile(tile):
    """The summit has the tiles 0, 1 and 2."""
    event = SummitTileTurned(tile=tile, flag=False, draw="summit", place=0)
    assert PEAKS.redraw(MOUNTAIN, 2, event, Luck({"summit": [0] * 2}), event) is None


def test_a_place_is_that_of_the_tile():
    """A log that names another place of the shuffle than the tile's own is wrong."""
    event = turned(9, "forward_1")
    right = PEAKS.redraw(MOUNTAIN, 2, event, luck(lay={9: "forward_1"}), event)
    assert right == event
    assert right.place == 2


def test_events_of_other_aggregates_change_nothing():
    """Folding what the rules do not know leaves the race as it is."""
    state = peaks(*race(at(3), at(5))).state
    assert reduce(PEAKS.evolve, (HintTaken(seat=0), TurnTimedOut(seat=0)), state) == state


def test_a_die_falls_as_its_colour_lists_its_faces():
    """Face number i of a colour is the i-th its content lists."""
    for colour in COLOURS:
        faces = MOUNTAIN.dice.of(colour).faces
        event = roll(1, (colour,) * len(faces), ("yeti",) * len(faces))
        right = PEAKS.redraw(MOUNTAIN, 2, event, Luck({event.draw: range(len(faces))}), event)
        assert right.faces == faces
