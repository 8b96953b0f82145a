"""What a seat is advised to do, and what it is told of it."""

import pytest
from msgspec.structs import replace
from races import AVALANCHE, MOUNTAIN, PEAKS, PICKAXE, SUMMIT, TENT, YETI, at, race
from whole_games import secret_of

from given import given
from summitbook_advice.dicey_peaks.values import values
from summitbook_advice.policies import POLICIES
from summitbook_advice.values import NoAdvice, best
from summitbook_domain.dicey_peaks.commands import Announce, ChooseSummitTile, RollDice, Stop, TurnOver
from summitbook_domain.dicey_peaks.events import Climbed
from summitbook_domain.dicey_peaks.mountain import COLOURS
from summitbook_domain.policies import play


def advised(*past, mountain=MOUNTAIN):
    """The values of what the first seat can do, by command."""
    game = given(PEAKS, *past, seats=2)
    return {each.command: each for each in values(mountain, PEAKS.view(game.state), game.legal())}


def choice(*past):
    return best(tuple(advised(*past).values())).command


def test_with_two_avalanches_and_three_pickaxes_it_stops():
    """A third avalanche, 42 times in 100, would cost three steps."""
    past = race(at(5, 6), at(5, 6), intent="climb", aside=[PICKAXE] * 3 + [AVALANCHE] * 2)

    assert choice(*past) == Stop()
    assert advised(*past)[RollDice(0, 0, 3)].words == "bust 42%, nothing set aside 12%"
    assert advised(*past)[Stop()].words == "3 oxygen left"


def test_with_nothing_to_lose_it_rolls_on():
    """A turn that would end with nothing set aside goes on."""
    assert isinstance(choice(*race(at(5, 6), at(5, 6), intent="climb")), RollDice)
    assert isinstance(choice(*race(at(5, 2), at(5, 6), intent="rest")), RollDice)


def test_the_last_tile_of_the_summit_is_the_flag():
    """With two false summits face up to look under the third is to win."""
    past = (*race(at(18, 9), at(5), intent="climb", aside=[PICKAXE], searched=[0, 1]), Climbed(18, SUMMIT, 8))

    assert advised(*past)[ChooseSummitTile(2)].value == 1.0
    assert advised(*past)[ChooseSummitTile(2)].words == "the flag lies here in 100%"


def test_tiles_that_lie_face_down_are_alike():
    """Nothing is known of them, so none is worth more."""
    searching = (*race(at(18, 9), at(5), intent="climb", aside=[PICKAXE]), Climbed(18, SUMMIT, 8))
    turning = race(at(4, 9), at(5), intent="climb", aside=[PICKAXE], face_up={5: "turn_over_2"})
    turning = (*turning, Climbed(4, 5, 8))

    assert {type(each) for each in advised(*turning)} == {TurnOver}
    assert len({each.value for each in advised(*searching).values()}) == 1
    assert len({each.value for each in advised(*turning).values()}) == 1


def test_tiles_face_up_are_reckoned_with():
    """A step onto a tile that leads on is worth more than one onto a tile that leads back."""

    def worth(kind):
        return advised(*race(at(12, 5), at(12, 5), intent="climb", aside=[PICKAXE], face_up={13: kind}))[
            Stop()
        ].value

    assert worth("forward_1") > worth("turn_over_2") > worth("back_2")


def test_a_bust_is_told():
    """Six tents on level 6 with 5 oxygen would be too many; a climb is none."""
    past = race(at(5, 5), at(5, 5), rolled=[TENT] * 5)

    assert advised(*past)[Announce("rest")].words == "a bust at once"
    assert advised(*past)[Announce("climb")].words == "no pickaxes and no avalanches so far"


def test_yetis_that_chase_others_are_reckoned_with():
    """A yeti aside helps who is behind: to stop with one is worth less to the leader."""

    def worth(*aside):
        return advised(*race(at(14, 5), at(13, 5), intent="climb", aside=[PICKAXE, *aside]))[Stop()].value

    assert worth(YETI) < worth()


def test_who_is_out_of_the_race_is_not_reckoned_with():
    """A rival that is stranded one step from the flag takes nothing from the chance to win."""
    near, far = at(SUMMIT, 0), at(0, 0)

    with_it = advised(*race(at(14, 5), near, intent="climb", stranded=[1]))[Stop()].value
    without = advised(*race(at(14, 5), far, intent="climb", retired=[1]))[Stop()].value

    assert with_it == pytest.approx(without)


def dice(count):
    """So many dice of each colour."""
    each = {name: replace(getattr(MOUNTAIN.dice, name), count=count) for name in COLOURS}
    return replace(MOUNTAIN.dice, **each)


LOWEST = (replace(MOUNTAIN.levels[0], laid=1),)
LONG = (replace(MOUNTAIN.levels[0], laid=4_000, tiles=("nothing",) * 4_000),)
MANY_KINDS = (replace(MOUNTAIN.levels[0], tiles=("nothing",) * 4_000), *MOUNTAIN.levels[1:])


@pytest.mark.parametrize(
    "changed",
    [
        {"oxygen_max": 99},
        {"next_roll": 8},
        {"dice": dice(30), "levels": LOWEST, "oxygen_max": 1},
        {"dice": dice(14), "levels": LOWEST, "oxygen_max": 4, "next_roll": 7},
        {"dice": dice(1), "levels": LONG, "oxygen_max": 1},
        {"levels": MANY_KINDS},
    ],
    ids=[
        "standings and states",
        "dice in a roll",
        "states alone",
        "rolls",
        "standings alone",
        "kinds of tiles",
    ],
)
def test_a_mountain_too_large_to_think_through_has_no_advice(changed):
    """Whatever there is too much of, even if there is little of all else; a strong player is greedy there."""
    with pytest.raises(NoAdvice, match="too many dice, tiles or oxygen"):
        advised(*race(at(0), at(0)), mountain=replace(MOUNTAIN, **changed))


def test_strong_beats_greedy():
    """Of 30 deals, each played from either seat, it wins 3 in 5 or more: as good as it is held to be."""
    won = sum(winner(number, seat) == seat for number in range(30) for seat in (0, 1))

    assert won >= 36


def winner(number, strong_seat):
    """Who wins a deal that the strong policy plays from this seat, and the greedy one from the other."""

    def mixed(game, content, view, legal, draw):
        return POLICIES["strong" if view.seat == strong_seat else "greedy"](game, content, view, legal, draw)

    return play(PEAKS, mixed, secret_of(number), salts=("", "")).table.play.winner
