"""Everest 1924 in a terminal: the sheet, the dice in its sky, the stock of the expedition in its valley."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from summitbook.everest1924.v1 import everest1924_pb2 as pb

from ...counting import counted
from ...people import NOBODY, People
from ...screen import Group, Screen
from . import words
from .dice import dice, dice_in_hand
from .sheet import CAMP, Sheet

SKY_X = 2
ENDINGS = {
    "SummitReached": ("The summit is reached!", "bold green"),
    "PartyPerished": ("The party perished:", "bold red"),
    "ExpeditionAbandoned": ("The expedition turned back.", "bold yellow"),
}


class Everest(Screen):
    """The sheet with everything about it."""

    called = "Everest 1924"
    groups = {  # noqa: RUF012 - as in Screen
        "CombineDice": Group("c", "Combine two dice"),
        "RerollDice": Group("r", "Reroll dice"),
    }
    by_enter = frozenset({"RollDice"})

    def draw(self, view: pb.View, width: int, people: People = NOBODY) -> Text:
        """Dice and straight go into the free corners of the sheet, or below it where they do not fit."""
        sheet = Sheet(view)
        canvas = sheet.draw()
        sky, valley = _sky(view), _valley(view)
        below = sheet.height + 1
        fits = all(SKY_X + line.cell_len < sheet.sky(y) for y, line in enumerate(sky))
        canvas.block(SKY_X, 0 if fits else below, sky)
        x = sheet.valley(len(valley)) + 4
        fits = x + max(line.cell_len for line in valley) <= width
        canvas.block(x if fits else width // 2, sheet.height - len(valley) if fits else below, valley)
        return canvas.text()

    def head(self, view: pb.View, people: People = NOBODY) -> str:
        """The turn."""
        return "the climb is over" if view.phase == pb.PHASE_OVER else f"turn {view.turn}"

    def tell(self, event: Any, people: People = NOBODY, view: Any = None) -> str:
        """An event in a sentence; who climbs is the only one there is."""
        return words.tell(event)

    def legend(self, view: pb.View) -> str:
        """The signs of the sheet."""
        return words.LEGEND

    def words(self, command: Any) -> tuple[str, ...]:
        """How a choice is typed."""
        return words.typed(command)

    def step(self, words_so_far: tuple[str, ...], label: str) -> str:
        """Which dice a combination or a reroll begins with."""
        return words.begun(*words_so_far)


def _sky(view: pb.View) -> list[Text]:
    """What the dice say, or how it ended."""
    if view.phase == pb.PHASE_OVER:
        return _ending(view)
    if not view.dice:
        return [
            *dice_in_hand(view.dice_owned),
            Text(f"{counted(view.dice_owned, 'die', 'dice')} to roll", "dim"),
            _wanted(view),
        ]
    best = words.straight(view.straight)
    said = f"{best} is worth {view.straight_value}" if best else "no straight"
    style = "bold green" if best and view.straight_value >= view.target else ""
    reroll = "reroll used" if view.rerolled else ""
    return [*dice(view.dice, view.straight), Text(said, style), _wanted(view), Text(reroll, "yellow")]


def _wanted(view: pb.View) -> Text:
    return Text.assemble("the row above takes ", (str(view.target), "bold"))


def _ending(view: pb.View) -> list[Text]:
    said, style = ENDINGS.get(view.ending, ("The climb has ended.", "bold"))
    lines = [Text(said, style)]
    if view.HasField("cause"):
        lines.append(Text(words.cause(view.cause), style))
    if view.HasField("score"):
        lines += [Text(), Text.assemble("Score ", (str(view.score), "bold"), f": {view.legend}")]
    return lines


def _valley(view: pb.View) -> list[Text]:
    """Tents, dice, how high, how far."""
    used = sum(mark.camp for mark in view.route)
    tents = Text.assemble("tents    ", (CAMP * view.camps_left, "bold green"), ("△" * used, "dim"))
    highest = view.rows[view.highest_row].target if view.rows else 0
    return [
        tents,
        Text(f"highest  {highest or 'base camp'}"),
        Text(f"squares  {view.squares_marked}"),
    ]


SCREEN = Everest()
