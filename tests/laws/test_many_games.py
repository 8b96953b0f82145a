"""
Many whole games by the domain alone, half at random, half greedily, and a few by the strong policy.

A few hundred by default; ten thousand, telling how often each ending came, by

    SUMMITBOOK_GAMES=10000 pytest -s -o faulthandler_timeout=0 tests/laws/test_many_games.py
"""

import os
from collections import Counter

import pytest
from whole_games import ALL, name_of, whole_game

from summitbook_domain.replay import audit

GAMES = int(os.environ.get("SUMMITBOOK_GAMES", "300"))
RARE = {"everest1924-1": [("random", 552)], "dicey_peaks-1": [("random", 190)], "mountaineering-1": []}
"""Games with numbers beyond the first few hundred, for the endings that come less often."""
ENDINGS = {
    "everest1924-1": {
        "SummitReached",
        "PartyPerished off_sheet",
        "PartyPerished marked",
        "PartyPerished crossing",
        "ExpeditionAbandoned",
    },
    "dicey_peaks-1": {"GameWon", "GameDrawn"},
    "mountaineering-1": {f"ExpeditionEnded {outcome}" for outcome in ("summit", "rescued", "stranded")},
}
"""Every ending that a game's page names and that players come to by playing, for each game."""


def no_seal(key: str, message: bytes, signature: bytes) -> bool:
    raise AssertionError("games played offline have no seal")


def ending_of(game, events) -> str:
    """The last event that is an ending of the game, with its cause; else the last but the closing one."""
    told = [" ".join([type(each).__name__, *_why(each)]) for each in events]
    return next((each for each in reversed(told) if each in ENDINGS[name_of(game)]), told[-2])


def _why(event) -> list[str]:
    """What an ending says of itself in a word."""
    return [word for name in ("cause", "outcome") if (word := getattr(event, name, None))]


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_many_games_end_and_audit(game):
    """Each game ends, audits at level rules, and every ending of the game's page occurs."""
    shares = {"random": GAMES // 2, "greedy": GAMES // 2, "strong": GAMES // 30}
    first = [(policy, number) for policy, games in shares.items() for number in range(games)]
    endings = {policy: Counter() for policy in shares}
    for policy, number in dict.fromkeys([*first, *RARE[name_of(game)]]):
        book = whole_game(game, policy, number)
        report = audit([line + b"\n" for line in book.lines], verify=no_seal)
        assert (report.level, report.code, report.outcome) == ("rules", None, "finished"), (policy, number)
        endings[policy][ending_of(game, book.events)] += 1

    print(name_of(game), {policy: dict(counted) for policy, counted in endings.items()})
    assert set().union(*endings.values()) == ENDINGS[name_of(game)]
