"""The games there are: one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import dicey_peaks, everest1924, mountaineering
from .game import Game

_ALL: tuple[Game[Any, Any, Any], ...] = (everest1924.GAME, dicey_peaks.GAME, mountaineering.GAME)

GAMES: Mapping[tuple[str, int], Game[Any, Any, Any]] = {(game.name, game.rules): game for game in _ALL}
"""Every game under every edition of its rules, by name and rules edition."""


def newest(name: str) -> Game[Any, Any, Any] | None:
    """The game under its newest rules, or None where there is no such game."""
    editions = [game for game in GAMES.values() if game.name == name]
    return max(editions, key=lambda game: game.rules) if editions else None
