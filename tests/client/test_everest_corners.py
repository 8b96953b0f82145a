"""What stands in the corners of the Everest sheet: dice, straight, target, stock, ending."""

from pictures import drawn, everest

from summitbook.everest1924.v1 import everest1924_pb2 as pb


def corner(view, width=80):
    return "\n".join(line[:46] for line in drawn(view, width))


def test_dice_are_shown_with_their_numbers():
    """Each die shows its value, and below it the number that choices call it by, from 1."""
    lines = drawn(everest(dice=[5, 3, 1]))

    assert [lines[1][x] for x in (4, 9, 14)] == ["5", "3", "1"]
    assert [lines[2][x] for x in (4, 9, 14)] == ["1", "2", "3"]


def test_a_discarded_die_looks_different_without_colour():
    """Its box is broken, which shows in a pipe and for the colour-blind too."""
    top, middle, bottom = drawn(everest(dice=[5, 3], discarded=[1]))[:3]

    assert top.startswith("  ╭───╮┌╌╌╌┐")
    assert middle.startswith("  │ 5 │╎ 3 ╎")
    assert bottom.startswith("  ╰─1─╯└╌2╌┘")


def test_six_dice_fit_into_the_sky():
    """With all the dice there are, the sheet is not pushed down."""
    assert drawn(everest(dice=[1, 2, 3, 4, 5, 6]))[1].startswith("  │ 1 ││ 2 ││ 3 ││ 4 ││ 5 ││ 6 │")


def test_the_best_straight_and_its_worth_stand_above_the_target():
    """The two numbers to compare are the server's, one under the other."""
    _, _, _, worth, target, *_ = drawn(
        everest(dice=[5, 3, 4], straight=[3, 4, 5], straight_value=15, target=14)
    )

    assert worth.startswith("  3-4-5 is worth 15 ")
    assert target.startswith("  the row above takes 14 ")


def test_no_straight_is_said_plainly():
    """Dice without a straight are not worth 0 of something."""
    assert "no straight" in corner(everest(dice=[5, 3, 1]))


def test_a_used_reroll_is_shown():
    """After the reroll it is said that there is none left."""
    assert "reroll used" in corner(everest(dice=[5], rerolled=True))
    assert "reroll used" not in corner(everest(dice=[5]))


def test_the_stock_is_in_the_valley():
    """Tents left and used, the highest row and the squares marked stand beside the lowest rows."""
    view = everest(route=[(0, 4), (1, 1), (2, 2)], camps=[(1, 1)], highest_row=2)

    said = " ".join(line[50:] for line in drawn(view)[-3:])

    assert said.split() == ["tents", "▲▲▲△", "highest", "10", "squares", "3"]


def test_on_a_narrow_terminal_the_corners_go_below():
    """Nothing is drawn over anything else, and nothing is left out."""
    lines = drawn(everest(dice=[5, 3, 1]), width=60)

    assert any("tents" in line for line in lines[13:])
    assert max(map(len, lines)) <= 75


def test_an_ending_takes_the_place_of_the_dice():
    """How it ended, why, the score and its legend."""
    view = everest(
        phase=pb.PHASE_OVER,
        ending="PartyPerished",
        cause=pb.PERISH_CAUSE_CROSSING,
        score=-3,
        legend="Forgotten to history",
    )

    said = corner(view)

    assert "The party perished:" in said
    assert "the line would cross the route" in said
    assert "Score -3: Forgotten to history" in said


def test_a_game_that_closed_without_a_score_says_so():
    """Retired or expired, the climb has ended and no score is made up."""
    said = corner(everest(phase=pb.PHASE_OVER))

    assert "The climb has ended." in said
    assert "Score" not in said
