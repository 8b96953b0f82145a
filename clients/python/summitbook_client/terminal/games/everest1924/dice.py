"""Dice as little boxes in a row, numbered below as the choices number them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from summitbook.everest1924.v1.everest1924_pb2 import DieShown

LIVE = ("╭───╮", "│ {} │", "╰─{}─╯")
DISCARDED = ("┌╌╌╌┐", "╎ {} ╎", "└╌{}╌┘")
HEIGHT = 3


def dice(shown: Sequence[DieShown], straight: Sequence[int]) -> list[Text]:
    """The dice on the table; those of the straight stand out, discarded ones are dim."""
    lines = [Text() for _ in range(HEIGHT)]
    wanted = set(straight)
    for number, die in enumerate(shown, 1):
        style = "dim"
        if die.live:
            style = "bold green" if die.value in wanted else "bold"
            wanted.discard(die.value)
        top, middle, bottom = LIVE if die.live else DISCARDED
        for line, drawn in zip(lines, (top, middle.format(die.value), bottom.format(number)), strict=True):
            line.append(drawn, style)
    return lines


def dice_in_hand(count: int) -> list[Text]:
    """Dice yet to be rolled."""
    top, middle, bottom = LIVE
    return [Text(drawn * count, "dim") for drawn in (top, middle.format(" "), bottom.format("─"))]
