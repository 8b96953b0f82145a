"""The chance to win by each legal command, and what speaks for it."""

from __future__ import annotations

from summitbook_domain.dicey_peaks import commands as c
from summitbook_domain.dicey_peaks.mountain import Mountain
from summitbook_domain.dicey_peaks.view import RaceView
from summitbook_domain.message import Command

from ..values import Value
from . import dice, tiles
from .size import check_size

DIGITS = 9
"""What differs by less is the same but for rounding, which is not the same on every machine."""


def values(mountain: Mountain, view: RaceView, legal: tuple[Command, ...]) -> tuple[Value, ...]:
    """
    The chance to win by each legal command of the seat that has the turn.

    Raises NoAdvice on a mountain that is too large to be thought through.
    """
    check_size(mountain)
    return tuple(_value(mountain, view, command) for command in legal)


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
