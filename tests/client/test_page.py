"""What a player sees fits the terminal, and is the same in a pipe without what only a terminal knows."""

from io import StringIO

import pytest
from pictures import EVEREST, ROLLED, action, everest
from rich.console import Console
from rich.text import Text

from summitbook.everest1924.v1 import everest1924_pb2 as pb
from summitbook.v1.games_pb2 import View
from summitbook_client.terminal.menu import Menu
from summitbook_client.terminal.page import Page, show

CLEAR = "\x1b[2J\x1b[H"
"""What empties a terminal."""


def shown(page, *, width=80, height=24, terminal=True):
    out = StringIO()
    console = Console(
        file=out, width=width, height=height, force_terminal=terminal, color_system=None, markup=False
    )
    show(console, page)
    return out.getvalue()


def lines(text):
    return text.removeprefix(CLEAR).rstrip("\n").split("\n")


def page(actions=ROLLED, *, part="", **fields):
    menu = Menu(EVEREST, actions)
    if part:
        menu.choose(part)
    drawing = EVEREST.show(View(everest1924=everest(dice=[5, 3, 1])), 80)
    return Page(
        title=" Everest 1924 · turn 3 ",
        drawing=drawing,
        story="What happened.",
        listing=menu.listing,
        **fields,
    )


def many(count):
    return [
        action(
            f"Die 1 becomes {i % 6} by adding die 2",
            combine_dice=pb.CombineDice(keep=i, discard=0, op="OP_ADD"),
        )
        for i in range(count)
    ]


def test_title_drawing_story_and_choices_stand_under_each_other():
    """In this order, with the keys that always work in the corner."""
    text = shown(page(note="MUST_CAMP: camp instead."))

    parts = [
        "Everest 1924 · turn 3",
        "? help   q leave",
        "│ 5 ││ 3 ││ 1 │",
        "What happened.",
        "MUST_CAMP",
        " 1  Climb",
        " c  ",
    ]
    assert sorted(parts, key=text.index) == parts


def test_a_page_fits_24_lines_of_80_with_one_left_to_type_on():
    """Also when every tent has drawn its line and the story is long."""
    route = [(0, 9), (1, 6), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7), (3, 4), (3, 5), (3, 6), (3, 7), (4, 4)]
    camps = [(1, 6), (2, 3), (3, 4), (4, 4)]
    view = everest(
        route=route, camps=camps, dice=[1, 2, 3, 4, 5, 6], straight=[1, 2], straight_value=4, rerolled=True
    )
    full = page(many(40) + list(ROLLED))

    text = lines(
        shown(Page(full.title, EVEREST.show(View(everest1924=view), 80), "One line.", listing=full.listing))
    )

    assert len(text) <= 23
    assert max(map(len, text)) <= 80


@pytest.mark.parametrize("count", [8, 20, 48])
def test_a_long_list_takes_the_place_of_the_drawing_where_both_have_no_room(count):
    """On a small terminal the list is whole; on a large one the drawing stays."""
    listed = page(many(count), part="c")

    small, large = lines(shown(listed)), lines(shown(listed, width=100, height=60))

    assert "".join(small).count("by adding die 2") == "".join(large).count("by adding die 2") == count
    assert any("base" in line for line in large)
    assert "Enter goes back." in small


def test_air_between_the_parts_only_where_there_is_room():
    """A blank line before each part on a large terminal, none on one that is just large enough."""
    assert "" in lines(shown(page(), height=40))
    assert "" not in [line.strip() for line in lines(shown(page(), height=19))]


def test_a_terminal_is_cleared_and_a_pipe_is_not():
    """Into a pipe page follows page, and no byte of it is for a terminal only."""
    assert shown(page()).startswith(CLEAR)
    piped = shown(page(), terminal=False)
    assert "\x1b" not in piped
    assert "│ 5 ││ 3 ││ 1 │" in piped


def test_without_colour_nothing_is_lost():
    """NO_COLOR leaves every character where it was."""
    out = StringIO()
    console = Console(
        file=out, width=80, height=24, force_terminal=True, color_system="truecolor", no_color=True
    )
    show(console, page())

    assert "\x1b[3" not in out.getvalue()
    assert "│ 5 ││ 3 ││ 1 │" in Text.from_ansi(out.getvalue()).plain


def test_markup_of_others_is_shown_as_it_is():
    """Square brackets in a name or a label are just that."""
    assert "[red]Eve[/red]" in shown(page(waiting="Waiting for [red]Eve[/red]."))
