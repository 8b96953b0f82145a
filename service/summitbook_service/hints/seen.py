"""All that a choice is made by: nothing here can tell what a seat may not know."""

from __future__ import annotations

from typing import Any, NamedTuple

from summitbook_domain.message import Command, View
from summitbook_domain.policies import AnyGame
from summitbook_domain.table.state import Table


class Seen(NamedTuple):
    """What is played, what a seat sees of it, and which commands it chooses from."""

    game: AnyGame
    content: Any
    view: View
    legal: tuple[Command, ...]


def seen_by(table: Table, legal: tuple[Command, ...]) -> Seen:
    """What a seat is told at this table, these commands of its being what it may do."""
    return Seen(table.game, table.content, table.game.view(table.play), legal)
