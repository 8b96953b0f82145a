"""
The content that games can be played on here: what ships, and what a folder adds.

A game on added content carries it whole in its log, so it is played on and audited
without the folder. See docs/content.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from summitbook_domain.content import BadContent, Edition, check, read
from summitbook_domain.games import GAMES, newest

from .errors import NotFound
from .history import AnyGame

NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


class Editions:
    """Which editions each game has here, by name; those that ship come first."""

    def __init__(self, added: Mapping[str, Mapping[str, Edition[Any]]] | None = None) -> None:
        self._added = added or {}

    @classmethod
    def of_folder(cls, folder: Path) -> Editions:
        """What ships and every `*.toml` of a folder; raises BadContent."""
        if not folder.is_dir():
            raise BadContent(f"{folder}: file: there is no such folder")
        return cls(_sorted_in(sorted(folder.glob("*.toml"))))

    def of(self, game: AnyGame) -> dict[str, Edition[Any]]:
        """The editions of a game, the default first; what is added is for its newest rules."""
        added = self._added.get(game.name, {}) if newest(game.name) is game else {}
        return {**game.editions, **added}

    def find(self, game: AnyGame, name: str) -> Edition[Any]:
        """The edition of this name; raises NotFound with UNKNOWN_EDITION."""
        if found := self.of(game).get(name):
            return found
        raise NotFound("UNKNOWN_EDITION", f"{game.title} has no such edition; ask GetServerInfo")


def edition_in(path: Path) -> tuple[AnyGame, Edition[Any]]:
    """The checked content of one file, and the game it is for, under its newest rules; raises BadContent."""
    data = read(path)
    game = newest(str(data.get("game")))
    if game is None:
        there_are = ", ".join(sorted({name for name, _ in GAMES}))
        raise BadContent(f"{path.name}: game: must be one of {there_are}")
    edition: Edition[Any] = check(data, game.content, path.name)
    if problem := _problem(game, edition):
        raise BadContent(f"{path.name}: {problem}")
    return game, edition


def _problem(game: AnyGame, edition: Edition[Any]) -> str | None:
    name = edition.content.edition
    if not NAME.fullmatch(name):
        return "edition: must be 1 to 64 lower-case letters, digits, dots, dashes and underscores"
    shipped = game.editions.get(name)
    if shipped and shipped.sha256 != edition.sha256:
        return f"edition: {name!r} ships with {game.title} and says something else; choose another name"
    return None


def _sorted_in(paths: Iterable[Path]) -> dict[str, dict[str, Edition[Any]]]:
    """The editions of these files by game and name; raises BadContent where two have one name."""
    found: dict[str, dict[str, Edition[Any]]] = {}
    files: dict[tuple[str, str], str] = {}
    for path in paths:
        game, edition = edition_in(path)
        key = game.name, edition.content.edition
        if key in files:
            raise BadContent(f"{path.name}: edition: {files[key]} has the name {key[1]!r} already")
        files[key] = path.name
        found.setdefault(game.name, {})[key[1]] = edition
    return found
