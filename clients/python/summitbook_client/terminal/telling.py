"""What happened, in a sentence: how a game's words for it are looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def telling(
    sentences: Mapping[str, str], told: Mapping[str, Callable[..., str]], event: Any, *known: Any
) -> str:
    """An event by its name: a sentence with places for its fields, or one made from what is known too."""
    name = event.DESCRIPTOR.name
    if sentence := sentences.get(name):
        return sentence.format(e=event)
    return told[name](event, *known) if name in told else ""
