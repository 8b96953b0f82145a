"""What a player sees fits the terminal, and is the same in a pipe without what only a terminal knows."""

from dataclasses import replace
from io import StringIO
from itertools import combinations, permutations

import pytest
from pictures import EVEREST, ROLLED, action, everest
from rich.console import Console
from rich.text import Text

from summitbook.everest1924.v1 import everest1924_pb2 as pb
from summitbook.v1.games_pb2 import View
from summitbook_client.terminal.menu import Menu
from summitbook_client.terminal.page import Page, fits, show

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
        "? help   q pause",
        "│ 5 ││ 3 ││ 1 │",
        "What happened.",
        "MUST_CAMP",
        " 1  Climb",
        " c  ",
    ]
    assert sorted(parts, key=text.index) == parts


def test_a_page_fits_24_lines_of_80_with_one_left_to_type_on():
    """Also when every tent has drawn its line and the story is long."""
    view = six_dice()
    full = page(many(40) + list(ROLLED))

    text = lines(
        shown(Page(full.title, EVEREST.show(View(everest1924=view), 80), "One line.", listing=full.listing))
    )

    assert len(text) <= 23
    assert max(map(len, text)) <= 80


def six_dice():
    """The fullest moment there is: every tent has drawn its line, and all is open to six dice."""
    route = [(0, 9), (1, 6), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7), (3, 4), (3, 5), (3, 6), (3, 7), (4, 4)]
    camps = [(1, 6), (2, 3), (3, 4), (4, 4)]
    return everest(
        route=route, camps=camps, dice=[1, 2, 3, 4, 5, 6], straight=[1, 2], straight_value=4, rerolled=True
    )


def everything():
    """Each pair of six dice with each way to combine it, and each choice of dice to reroll."""
    pairs = [
        action(
            f"Die {keep + 1} becomes 3 by subtracting die {discard + 1}",
            combine_dice=pb.CombineDice(keep=keep, discard=discard, op=op),
        )
        for keep, discard in permutations(range(6), 2)
        for op in ("OP_INCREMENT", "OP_DECREMENT", "OP_ADD", "OP_SUBTRACT")
    ]
    rerolls = [
        action("Reroll " + ", ".join(f"die {die + 1}" for die in dice), reroll_dice=pb.RerollDice(dice=dice))
        for count in range(1, 7)
        for dice in combinations(range(6), count)
    ]
    return [*ROLLED[:2], *pairs, *rerolls]


def walked(console, full, actions, typed):
    """Every page that one comes to by numbers after `typed`, and every choice that is taken on the way."""
    menu = Menu(EVEREST, actions, lambda listing: fits(console, replace(full, listing=listing)))
    for each in typed[:-1]:
        assert menu.choose(each) is None
    chosen = menu.choose(typed[-1])
    if chosen is not None:
        return [], [chosen]
    pages, taken = [replace(full, listing=menu.listing)], []
    for entry in menu.listing.entries:
        more, found = walked(console, full, actions, [*typed, entry.key])
        pages, taken = [*pages, *more], [*taken, *found]
    return pages, taken


@pytest.mark.parametrize("letter", ["c", "r"])
def test_whatever_one_chooses_from_the_table_stays_in_sight(letter):
    """With six dice there are more choices than lines: in steps each page fits, and every choice is there."""
    actions = everything()
    full = replace(page(actions), drawing=EVEREST.show(View(everest1924=six_dice()), 80))
    console = Console(file=StringIO(), width=80, height=24, force_terminal=True)

    pages, taken = walked(console, full, actions, [letter])

    of_the_kind = [each for each in actions if EVEREST.typed(each.command)[0] == letter]
    assert sorted(map(id, taken)) == sorted(map(id, of_the_kind))
    for each in pages:
        text = lines(shown(each))
        assert len(text) <= 23
        assert max(map(len, text)) <= 80
        assert "Everest 1924" in text[0]
        assert "Enter goes back" in text[0]
        assert any("│ 1 ││ 2 ││ 3 ││ 4 ││ 5 ││ 6 │" in line for line in text)
        assert any(line.startswith("base") for line in text)


def test_a_large_terminal_lists_all_at_once():
    """Steps are for want of room only."""
    actions = everything()
    full = page(actions)
    console = Console(file=StringIO(), width=120, height=90, force_terminal=True)
    menu = Menu(EVEREST, actions, lambda listing: fits(console, replace(full, listing=listing)))

    menu.choose("r")

    assert [len(entry.actions) for entry in menu.listing.entries] == [1] * 63


def test_a_drawing_without_room_is_cut_from_below():
    """A list that cannot be asked for in steps is whole, and the dice above it are kept."""
    text = lines(shown(page(many(20), part="c")))

    assert "".join(text).count("by adding die 2") == 20
    assert len(text) == 23
    assert any("│ 5 ││ 3 ││ 1 │" in line for line in text)
    assert not any(line.startswith("base") for line in text)


def test_a_long_choice_has_its_line_to_itself():
    """What is told of other choices beside it does not make it wrap."""
    label = "Traverse along the row: there is no square, and the climb ends"

    text = lines(shown(page([action(label, advance=pb.Advance()), *ROLLED[2:]])))

    assert f" 1  {label}" in text
    assert text[-2:] == [
        " c  Combine two dice …   2 ways, or at once: c 1 2 +",
        " r  Reroll dice …        2 ways, or at once: r 1",
    ]


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


def test_of_the_story_the_oldest_lines_give_way():
    """As many of the newest as there is room for stand above the choices; in a pipe all of them do."""
    story = "\n".join(f"Command {number} was given." for number in range(40))

    text = lines(shown(replace(page(), story=story)))
    told = [line for line in text if line.startswith("Command")]

    assert len(text) == 23
    assert told == [f"Command {number} was given." for number in range(40 - len(told), 40)]
    assert len(told) > 1
    assert shown(replace(page(), story=story), terminal=False).count("was given") == 40
