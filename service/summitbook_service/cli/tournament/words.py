"""What can be wrong with a dossier, in a referee's words; docs/tournaments.md has it exactly."""

from __future__ import annotations

from ..replay.words import FAULTS, WARNINGS

DOSSIER = {
    "MISSING_FILE": "A file that every dossier has is not there.",
    "FOREIGN_FILE": "A file is there that does not belong to this tournament.",
    "DOUBLE_FILE": "A file is there twice, and nothing says which of them counts.",
    "MISSING_GAME": "A game that was paired has no log in the dossier: it was left out.",
    "NOT_OVER": "The tournament is not closed: pairings cannot be derived before its seed is revealed.",
    "DOUBLE_GAME": "One game was given to two rounds or contestants.",
    "DOUBLE_DEAL": "A deal was dealt before, so that its dice could be known.",
    "WRONG_GAME": "The log in a game's place is that of another game.",
    "WRONG_DEAL": "A game was not played on the deal of its round.",
    "WRONG_TERMS": "A game was made with other rules, content, options or seats than the tournament's.",
    "WRONG_SEAT": "A seat was taken by somebody else than the contestant, or with a salt.",
    "WRONG_HEAD": "The game that was counted ended with another record than the one in the dossier.",
    "WRONG_RESULT": "The result that was counted is not the one that the game came to.",
    "WRONG_KEYS": "The list of keys is not that of the keys the logs are sealed with.",
    "WRONG_STANDINGS": "The standings are not those that follow from the logs.",
}
"""What an audit of single games does not know."""


def meaning(code: str) -> str:
    """What a code says."""
    return DOSSIER.get(code) or FAULTS.get(code) or WARNINGS.get(code, "")
