"""What a command that needs no service plays on: a game, and content that ships or is in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from summitbook_domain.content import BadContent, Edition
from summitbook_domain.games import GAMES, newest
from summitbook_domain.policies import AnyGame

from ..editions import edition_in
from ..wire import pack_game_info, unpack_options
from .problem import Problem
from .seating import chosen_options

ContentFile = Annotated[
    Path | None, Parameter(help="A content file to play on; left out, the content that ships.")
]


def game_named(name: str) -> AnyGame:
    """The game under its newest rules; UNKNOWN_GAME names those there are."""
    if found := newest(name):
        return found
    there_are = ", ".join(sorted({each for each, _ in GAMES}))
    raise Problem("UNKNOWN_GAME", f"there is no game {name!r}; there are: {there_are}")


def edition_of(game: AnyGame, file: Path | None) -> Edition[Any]:
    """The content of a file, or what ships."""
    if file is None:
        return next(iter(game.editions.values()))
    try:
        found, edition = edition_in(file)
    except BadContent as error:
        raise Problem(error.code, str(error)) from None
    if found.name != game.name:
        raise Problem("BAD_CONTENT", f"{file.name}: game: this content is for {found.name}")
    return edition


def edition_named(game: AnyGame, name: str) -> Edition[Any]:
    """An edition that ships; UNKNOWN_EDITION names those there are."""
    if found := game.editions.get(name):
        return found
    there_are = ", ".join(game.editions)
    raise Problem("UNKNOWN_EDITION", f"{game.title} has no edition {name!r}; there are: {there_are}")


def options_of(game: AnyGame, edition: Edition[Any], typed: Sequence[str]) -> dict[str, Any]:
    """The options as they were typed, name=value, and the others at their default; raises Problem."""
    chosen = chosen_options(pack_game_info(game, [edition]), typed)
    options: dict[str, Any] = msgspec.to_builtins(unpack_options(game, chosen) if chosen else game.options())
    return options
