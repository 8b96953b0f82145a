"""docs/rules/dicey_peaks.md, "A turn": announcing, sorting and going bust."""

import pytest
from msgspec.structs import replace
from races import (
    AVALANCHE,
    DARK_BLUE,
    FEW,
    LIGHT_BLUE,
    MOUNTAIN,
    PICKAXE,
    SUMMIT,
    TENT,
    WHITE,
    YETI,
    at,
    luck,
    passed,
    peaks,
    race,
    roll,
)

from summitbook_domain.dicey_peaks.commands import Announce, RollDice, Stop
from summitbook_domain.dicey_peaks.events import (
    Busted,
    ClimbersFrightened,
    DiceSetAside,
    IntentAnnounced,
    Rested,
)

CLIMB, REST = Announce(intent="climb"), Announce(intent="rest")
CLIMBING, RESTING = IntentAnnounced(intent="climb"), IntentAnnounced(intent="rest")
MIXED = (PICKAXE, TENT, AVALANCHE, YETI, TENT)


def test_climbing_keeps_pickaxes_avalanches_and_yetis():
    """A climb sets aside pickaxes, avalanches and yetis in the order rolled; tents go back."""
    (
        peaks(*race(at(3), at(5), rolled=MIXED))
        .when(CLIMB)
        .then(CLIMBING, DiceSetAside(dice=(WHITE, WHITE, WHITE), faces=(PICKAXE, AVALANCHE, YETI)))
    )


def test_resting_keeps_tents_and_yetis():
    """A rest sets aside tents and yetis; pickaxes and avalanches go back."""
    (
        peaks(*race(at(3, 5), at(5), rolled=MIXED))
        .when(REST)
        .then(RESTING, DiceSetAside(dice=(WHITE, WHITE, LIGHT_BLUE), faces=(TENT, YETI, TENT)))
    )


def test_nothing_kept_is_told_too():
    """A sorting that keeps nothing gives a `DiceSetAside` of no dice."""
    (
        peaks(*race(at(3), at(5), rolled=(TENT,) * 5))
        .when(CLIMB)
        .then(CLIMBING, DiceSetAside(dice=(), faces=()))
    )


def test_without_oxygen_below_the_summit_one_can_only_rest():
    """`climb` with oxygen 0 is MUST_REST; a rest is fine."""
    (
        peaks(*race(at(3, 0), at(5), rolled=(TENT,) * 5))
        .when(CLIMB)
        .refused("MUST_REST")
        .when(REST)
        .then(RESTING, DiceSetAside(dice=FEW, faces=(TENT,) * 5))
    )


def test_with_one_oxygen_one_may_climb():
    """One oxygen is enough to announce a climb."""
    (
        peaks(*race(at(3, 1), at(5), rolled=(PICKAXE, TENT, TENT, TENT, TENT)))
        .when(CLIMB)
        .then(CLIMBING, DiceSetAside(dice=(WHITE,), faces=(PICKAXE,)))
    )


def test_nobody_rests_on_the_summit():
    """`rest` on the summit is MUST_CLIMB; a climb is fine."""
    (
        peaks(*race(at(SUMMIT, 1), at(5), rolled=(TENT,) * 5))
        .when(REST)
        .refused("MUST_CLIMB")
        .when(CLIMB)
        .then(CLIMBING, DiceSetAside(dice=(), faces=()))
    )


def test_three_oxygen_do_not_carry_four_pickaxes():
    """Oxygen 3 and four pickaxes: the turn is bust, nothing moves and the oxygen stays 3."""
    faces = (PICKAXE, PICKAXE, PICKAXE, PICKAXE, TENT)

    after = (
        peaks(*race(at(3, 3), at(5), rolled=faces))
        .when(CLIMB)
        .then(
            CLIMBING,
            DiceSetAside(dice=(WHITE,) * 4, faces=(PICKAXE,) * 4),
            Busted(cause="hyperventilate"),
            *passed(0, to=1),
        )
    )

    assert (after.state.climbers[0].position, after.state.climbers[0].oxygen) == (3, 3)


def test_three_oxygen_carry_three_pickaxes():
    """As many pickaxes as oxygen are no bust."""
    (
        peaks(*race(at(3, 3), at(5), rolled=(PICKAXE, PICKAXE, PICKAXE, TENT, TENT)))
        .when(CLIMB)
        .then(CLIMBING, DiceSetAside(dice=(WHITE,) * 3, faces=(PICKAXE,) * 3))
    )


def test_the_third_avalanche_is_a_bust():
    """Three avalanches end a climb."""
    (
        peaks(*race(at(3), at(5), rolled=(AVALANCHE, AVALANCHE, AVALANCHE, TENT, TENT)))
        .when(CLIMB)
        .then(
            CLIMBING,
            DiceSetAside(dice=(WHITE,) * 3, faces=(AVALANCHE,) * 3),
            Busted(cause="avalanche"),
            *passed(0, to=1),
        )
    )


def test_avalanches_are_counted_over_all_rolls_of_the_turn():
    """Two avalanches are set aside; the third comes with a later roll."""
    second = roll(2, (LIGHT_BLUE, LIGHT_BLUE, DARK_BLUE), (AVALANCHE, TENT, TENT))
    (
        peaks(*race(at(3), at(5), intent="climb", aside=(AVALANCHE, AVALANCHE)))
        .when(RollDice(0, 2, 1), chance=luck(second))
        .then(
            second,
            DiceSetAside(dice=(LIGHT_BLUE,), faces=(AVALANCHE,)),
            Busted(cause="avalanche"),
            *passed(0, to=1),
        )
    )


def test_of_two_causes_to_bust_a_climb_the_pickaxes_are_told():
    """More pickaxes than oxygen and three avalanches at once are `hyperventilate`."""
    (
        peaks(*race(at(3, 1), at(5), rolled=(AVALANCHE, AVALANCHE, AVALANCHE, PICKAXE, PICKAXE)))
        .when(CLIMB)
        .then(
            CLIMBING,
            DiceSetAside(dice=FEW, faces=(AVALANCHE, AVALANCHE, AVALANCHE, PICKAXE, PICKAXE)),
            Busted(cause="hyperventilate"),
            *passed(0, to=1),
        )
    )


def test_yetis_do_not_bust_a_climb():
    """Four yetis frighten, but only a rest is ended by them."""
    (
        peaks(*race(at(3), at(5), rolled=(YETI, YETI, YETI, YETI, PICKAXE)))
        .when(CLIMB)
        .then(CLIMBING, DiceSetAside(dice=FEW, faces=(YETI, YETI, YETI, YETI, PICKAXE)))
    )


def test_five_tents_from_five_oxygen_overfill_on_level_6():
    """Level 6, oxygen 5, five tents: 10 is above 9, so the turn is bust and the oxygen stays 5."""
    after = (
        peaks(*race(at(6, 5), at(8), rolled=(TENT,) * 5))
        .when(REST)
        .then(
            RESTING,
            DiceSetAside(dice=FEW, faces=(TENT,) * 5),
            Busted(cause="overfill"),
            *passed(0, to=1),
        )
    )

    assert after.state.climbers[0].oxygen == 5


def test_five_tents_from_five_oxygen_are_no_bust_on_level_3():
    """Level 3, oxygen 5, five tents: only three count, so oxygen is 8 after the stop."""
    (
        peaks(*race(at(16, 5), at(8), rolled=(TENT,) * 5))
        .when(REST)
        .then(RESTING, DiceSetAside(dice=FEW, faces=(TENT,) * 5))
        .when(Stop())
        .then(Rested(gained=3, oxygen=8), *passed(0, to=1))
    )


@pytest.mark.parametrize(
    ("position", "level"), [(0, 6), (1, 6), (6, 6), (7, 5), (11, 5), (12, 4), (15, 4), (16, 3), (18, 3)]
)
def test_what_overfills_depends_on_the_level(position, level):
    """Oxygen + min(tents, level) may come to 9; one more is a bust. The foot counts as level 6."""
    tents = (TENT,) * 6
    fits = peaks(*race(at(position, 9 - min(6, level)), at(8), intent="rest", aside=tents[:5]))
    over = peaks(*race(at(position, 10 - min(6, level)), at(8), intent="rest", aside=tents[:5]))
    second = roll(2, (LIGHT_BLUE,) * 3, (TENT, PICKAXE, PICKAXE))
    kept = DiceSetAside(dice=(LIGHT_BLUE,), faces=(TENT,))

    fits.when(RollDice(0, 3, 0), chance=luck(second)).then(second, kept)
    over.when(RollDice(0, 3, 0), chance=luck(second)).then(
        second, kept, Busted(cause="overfill"), *passed(0, to=1)
    )


def test_resting_with_full_lungs_is_a_bust_at_the_first_tent():
    """At 9 oxygen one tent is too many, and no tent is fine."""
    full = (AVALANCHE, AVALANCHE, AVALANCHE, AVALANCHE, TENT)
    (
        peaks(*race(at(3), at(5), rolled=full))
        .when(REST)
        .then(
            RESTING,
            DiceSetAside(dice=(LIGHT_BLUE,), faces=(TENT,)),
            Busted(cause="overfill"),
            *passed(0, to=1),
        )
    )
    (
        peaks(*race(at(3), at(5), rolled=(AVALANCHE,) * 5))
        .when(REST)
        .then(RESTING, DiceSetAside(dice=(), faces=()))
        .when(Stop())
        .then(Rested(gained=0, oxygen=9), *passed(0, to=1))
    )


def test_three_yetis_attack_who_rests():
    """The third yeti ends a rest, and still frightens whoever is behind."""
    (
        peaks(*race(at(6, 2), at(5), rolled=(YETI, YETI, YETI, TENT, PICKAXE)))
        .when(REST)
        .then(
            RESTING,
            DiceSetAside(dice=(WHITE,) * 4, faces=(YETI, YETI, YETI, TENT)),
            Busted(cause="yeti_attack"),
            ClimbersFrightened(seats=(1,)),
            *passed(0, to=1),
        )
    )


def test_two_yetis_leave_who_rests_alone():
    """Two yetis are one too few."""
    (
        peaks(*race(at(3, 2), at(5), rolled=(YETI, YETI, TENT, TENT, PICKAXE)))
        .when(REST)
        .then(RESTING, DiceSetAside(dice=(WHITE,) * 4, faces=(YETI, YETI, TENT, TENT)))
    )


def test_of_two_causes_to_bust_a_rest_the_tents_are_told():
    """Too many tents and three yetis at once are `overfill`."""
    (
        peaks(*race(at(3, 8), at(5), rolled=(YETI, YETI, YETI, TENT, TENT)))
        .when(REST)
        .then(
            RESTING,
            DiceSetAside(dice=FEW, faces=(YETI, YETI, YETI, TENT, TENT)),
            Busted(cause="overfill"),
            *passed(0, to=1),
        )
    )


def test_the_limits_are_the_contents():
    """Another edition may bust at other numbers of avalanches and yetis, and hold more oxygen."""
    easy = replace(MOUNTAIN, bust_avalanches=4, bust_yetis=4, oxygen_max=12)
    avalanches = peaks(*race(at(3), at(5), rolled=(AVALANCHE,) * 3 + (TENT,) * 2), content=easy)
    yetis = peaks(*race(at(3, 9), at(5), rolled=(YETI,) * 3 + (TENT,) * 2), content=easy)

    avalanches.when(CLIMB).then(CLIMBING, DiceSetAside(dice=(WHITE,) * 3, faces=(AVALANCHE,) * 3))
    yetis.when(REST).then(RESTING, DiceSetAside(dice=FEW, faces=(YETI,) * 3 + (TENT,) * 2))
