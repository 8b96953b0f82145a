"""The chance to win by each legal command, and what speaks for it."""

from __future__ import annotations

from math import prod

from summitbook_domain.dicey_peaks import commands as c
from summitbook_domain.dicey_peaks.mountain import COLOURS, Mountain
from summitbook_domain.dicey_peaks.view import RaceView
from summitbook_domain.message import Command

from ..values import NoAdvice, Value
from . import dice, tiles

MOST_WORK = 20_000_000
"""States of a turn times standings of a climber: some ten seconds; the mountain that ships has 3 million."""
MOST_DICE = 7
"""In a roll: what more of them can show takes too long to list."""

DIGITS = 9
"""What differs by less is the same but for rounding, which is not the same on every machine."""


def values(mountain: Mountain, view: RaceView, legal: tuple[Command, ...]) -> tuple[Value, ...]:
    """
    The chance to win by each legal command of the seat that has the turn.

    Raises NoAdvice on a mountain that is too large to be thought through.
    """
    _check_size(mountain)
    return tuple(_value(mountain, view, command) for command in legal)


def _check_size(mountain: Mountain) -> None:
    pools = prod(mountain.dice.of(colour).count + 1 for colour in COLOURS)
    breaths = mountain.oxygen_max + 1
    standings = (mountain.top + 1) * breaths * len(mountain.summit.tiles)
    work = pools * breaths * max(mountain.bust_avalanches, mountain.bust_yetis) * standings
    if work > MOST_WORK or max(mountain.first_roll, mountain.next_roll) > MOST_DICE:
        raise NoAdvice("there are too many dice, tiles or oxygen here to think through every turn")


def _value(mountain: Mountain, view: RaceView, command: Command) -> Value:
    match command:
        case c.RollDice(white, light_blue, dark_blue):
            roll = dice.go_on if view.intent else dice.begin
            chance, words = roll(mountain, view, (white, light_blue, dark_blue))
        case c.Announce(intent):
            chance, words = dice.announce(mountain, view, intent)
        case c.Stop():
            chance, words = dice.stop(mountain, view)
        case c.ChooseSummitTile():
            chance, words = tiles.search(mountain, view)
        case _:
            chance, words = tiles.turn_over(mountain, view)
    return Value(command=command, value=min(round(chance, DIGITS), 1.0), unit="chance", words=words)
