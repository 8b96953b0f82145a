"""Every way to choose a command: those of the domain, and what is worth most as far as is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from summitbook_domain import policies
from summitbook_domain.chance import Draw
from summitbook_domain.message import Command, View
from summitbook_domain.policies import AnyGame, Policy

from .advisers import ADVISERS
from .values import NoAdvice, best


def strong(game: AnyGame, content: Any, view: View, legal: tuple[Command, ...], draw: Draw) -> Command | None:
    """
    What is worth most, or the greedy choice where nothing advises in this game or on its content.

    It takes no luck: the same view and the same legal commands give the same choice.
    """
    adviser = ADVISERS.get((game.name, game.rules))
    if adviser is None:
        return game.greedy(view, legal)
    try:
        return best(adviser(content, view, legal)).command
    except NoAdvice:
        return game.greedy(view, legal)


POLICIES: Mapping[str, Policy] = {**policies.POLICIES, "strong": strong}
"""Every policy by the name that commands and tools call it."""
