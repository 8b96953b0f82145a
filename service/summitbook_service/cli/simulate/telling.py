"""What came of a simulation, for a person and for a machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from summitbook_client.messages import printable
from summitbook_client.terminal.counting import counted
from summitbook_domain.games import GAMES

from .many import Asked
from .tally import Figures, Share, Tally, figures

TO_A_DIGIT = 6
"""Digits that a machine is told of a figure: more than its error leaves meaning to."""


def lines(tally: Tally, asked: Asked) -> Iterator[str]:
    """For a person; what stands after ± is the standard error."""
    yield f"{asked.game}: {counted(tally.games, 'game')} by {', '.join(dict.fromkeys(asked.policies))}"
    for name, what in played_on(asked).items():
        yield f"  {name:<9} {what}"
    if tally.scores:
        yield f"  score     {in_words(figures(tally.scores))}"
    for seat, wins in tally.wins.items():
        yield f"  seat {seat}    {asked.policies[seat]} won {share_in_words(tally.share(wins))}"
    for ending, games in tally.endings.most_common():
        yield f"  ended     {ending.replace('_', ' ')} {share_in_words(tally.share(games))}"
    yield f"  commands  {in_words(figures(tally.lengths))}"
    yield f"  seed      {asked.seed.hex()}"


def played_on(asked: Asked) -> dict[str, str]:
    """The content that does not ship, and the options that are not at their default."""
    found = {}
    if asked.edition.content.edition not in GAMES[asked.game, asked.rules].editions:
        found["edition"] = printable(asked.edition.content.edition)
    if asked.chosen:
        found["options"] = ", ".join(f"{name}={_typed(value)}" for name, value in asked.chosen.items())
    return found


def in_words(found: Figures) -> str:
    """A mean and what is round it."""
    return (
        f"{found.mean:.2f} ± {found.error:.2f}, spread {found.spread:.2f}, from {found.least} to {found.most}"
    )


def share_in_words(share: Share) -> str:
    """In per cent, and how many games that is."""
    return f"{share.share:.1%} ± {share.error:.1%} ({share.games:,})"


def object_of(tally: Tally, asked: Asked) -> dict[str, Any]:
    """For a machine."""
    seats = [
        {"seat": seat, "policy": policy}
        | ({"won": _rounded(tally.share(tally.wins[seat]))} if tally.wins else {})
        for seat, policy in enumerate(asked.policies)
    ]
    scored = {"score": _rounded(figures(tally.scores))} if tally.scores else {}
    return {
        "game": asked.game,
        "edition": asked.edition.content.edition,
        "options": asked.options,
        "seed": asked.seed.hex(),
        "games": tally.games,
        "seats": seats,
        **scored,
        "endings": {ending: _rounded(tally.share(games)) for ending, games in tally.endings.most_common()},
        "commands": _rounded(figures(tally.lengths)),
    }


def _typed(value: bool | int | str) -> str:
    """The value of an option, as one types it."""
    return value if isinstance(value, str) else json.dumps(value)


def _rounded(found: Figures | Share) -> dict[str, float]:
    return {name: round(value, TO_A_DIGIT) for name, value in found._asdict().items()}
