"""The Everest sheet as it is drawn, read for what it says."""

from itertools import pairwise
from random import Random

import pytest
from pictures import SLOPE, WIDTH, drawn, everest, row
from whole_games import in_play, whole_game

from summitbook_client.messages import inside
from summitbook_client.terminal.games.everest1924.sheet import CAMP, CLIMBER, FREE, MARKED, Sheet
from summitbook_domain.everest1924 import GAME
from summitbook_service.wire import pack_view


def test_each_row_is_drawn_with_its_target_and_squares():
    """A row shows its target on the left, a dot for each square, and whether it brings a die."""
    view = everest(route=[(12, 12)])

    for number, (_, squares, _, extra_die) in enumerate(SLOPE):
        line = row(view, number)
        assert line.count(FREE) + line.count(CLIMBER) == squares
        assert ("+die" in line) == extra_die


def test_rows_lean_to_the_right_as_they_rise():
    """Columns are shared by all rows, so a row that begins a column later begins four characters further."""
    lines = reversed(Sheet(everest(route=[(12, 15)])).draw().text().plain.split("\n"))

    starts = [line.index(FREE) for line in lines]

    assert {later - earlier for earlier, later in pairwise(starts)} == {4}


@pytest.mark.parametrize(
    ("route", "lower", "upper"),
    [
        ([(0, 0), (0, 1)], "  ■───◉   ·", "  ·   ·   ·"),
        ([(0, 0), (1, 1)], "  ■─╯ ·   ·", "╭─◉   ·   ·"),
        ([(1, 1), (0, 2)], "  ·   · ╰─◉", "  ■─╮ ·   ·"),
    ],
    ids=["along", "up", "down"],
)
def test_a_move_is_a_line_from_square_to_square(route, lower, upper):
    """Along the row a line joins two squares; up and down it turns once on each row, in the same place."""
    view = everest(route=route)

    assert row(view, 0).startswith(lower)
    assert (" " + row(view, 1)).startswith(upper) or row(view, 1).lstrip().startswith(upper.lstrip())


def test_the_line_of_a_camp_has_a_line_of_text_to_itself():
    """From below the camp it runs to above the square that was left, so that one sees what it cuts off."""
    lines = drawn(everest(route=[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 1)], camps=[(1, 1)]))

    camp, line, below = lines[-3:]
    assert len(lines) == len(SLOPE) + 1
    assert camp[: line.index("╰") + 1].endswith(CLIMBER)
    assert line.strip().startswith("╰───────────╮")
    assert below[line.index("╮")] == MARKED


def test_a_camp_stays_a_tent_when_the_climber_has_gone_on():
    """A tent shows where a camp was made."""
    assert (
        row(everest(route=[(0, 4), (1, 1), (1, 2)], camps=[(1, 1)]), 1)
        .lstrip()
        .startswith(f"{CAMP}───{CLIMBER}")
    )


def test_a_fall_from_a_camp_branches_off_its_line():
    """It shares the camp's end, which is no crossing, and is not drawn as one."""
    lines = drawn(everest(route=[(1, 6), (2, 3), (1, 4)], camps=[(2, 3)]))

    camp, line = lines[-4], lines[-3]
    assert line.strip().startswith("╰─┬─────────╮"[:7])
    assert "┼" not in "".join(lines)
    assert f"{CAMP}─" not in camp


def test_slopes_side_by_side_keep_clear_of_each_other():
    """Of two lines one above the other each has its own turn, straight above where it came from."""
    high, low = [(1, 1), (2, 2)], [(0, 1), (1, 2)]

    *_, above, between, below = Sheet(everest(route=[*high, *low])).draw().text().plain.split("\n")

    assert above.count("╭") == between.count("╯") == between.count("╭") == below.count("╯") == 1
    assert above.index("╭") == between.index("╯")
    assert between.index("╭") == below.index("╯")


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_every_square_of_any_game_is_in_its_place(policy):
    """However a game goes, each square marked is drawn as marked, each other as free, and it fits."""
    rng = Random(1924)
    for moment in (moment for number in range(8) for moment in in_play(whole_game(GAME, policy, number))):
        after = moment.after()
        if rng.random() < 0.3 and after.play.route:
            view = inside(pack_view(GAME.view(after.play)))
            _check_squares(view)


def _check_squares(view):
    drawing = Sheet(view)
    canvas = drawing.draw()
    route = {(mark.row, mark.column): mark.camp for mark in view.route}
    for number, each in enumerate(view.rows):
        for column in range(each.first, each.first + each.squares):
            shown = canvas.at(drawing.x(column), drawing.y(number))
            assert shown == _glyph(view, route, (number, column))
    lines = drawn(view)
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) <= len(view.rows) + 4, "a line more for each tent at most"


def _glyph(view, route, square):
    if square == (view.row, view.column):
        return CLIMBER
    if square not in route:
        return FREE
    return CAMP if route[square] else MARKED
