"""Private games from the command line: made, joined by code, filled."""

import re

import pytest

CODE = re.compile(r"play --code ((?:[a-z]{5}-){2}[a-z]{5})")


@pytest.fixture
def other(here, tmp_path):
    """The same service from another machine."""

    def run(*words, typed=None):
        return here(*words, typed=typed, XDG_STATE_HOME=str(tmp_path / "other"))

    return run


def test_a_private_game_is_joined_by_its_code(here, other):
    """Who makes a private game is told its code, and whoever types that sits down in it."""
    made = here("play", "dicey_peaks", "--private", "--name", "Tabei", typed="q\n")
    (code,) = CODE.findall(made.out)
    joined = other("play", "--code", code.upper(), "--name", "Harrison", typed="q\n")
    assert joined.status == 0
    assert "Tabei" in joined.out
    (game_id,) = re.findall(r"play --game (\S+)", joined.err)
    assert game_id not in here("games", "--all").out
    assert here("play", "--game", game_id, typed="q\n").status == 0


def test_bots_sit_down_in_a_private_game(here):
    """Bots at the free places of a private game come in by its code too."""
    ran = here("play", "dicey_peaks", "--seats", "3", "--private", "--fill", "random", typed="q\n")
    assert ran.status == 0
    assert "Dicey Peaks · turn 1" in ran.out


def test_a_wrong_code_is_told(here):
    """A code that opens nothing, and words that are no code, each get one line."""
    ran = here("play", "--code", "babab-babab-babab", typed="")
    assert (ran.status, ran.out) == (1, "")
    assert "NO_SUCH_GAME" in ran.err
    ran = here("play", "--code", "open sesame", typed="")
    assert "BAD_ARGS" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("--code", "babab-babab-babab", "--private"),
        ("everest1924", "--code", "babab-babab-babab"),
        ("--game", "928f0218-8b68-4fb3-8188-53138e4ae6ab", "--code", "babab-babab-babab"),
        ("--game", "928f0218-8b68-4fb3-8188-53138e4ae6ab", "--seats", "2"),
    ],
)
def test_what_does_not_go_together_is_told(here, words):
    """A code is for a game that is there, and what is chosen for a new game is not for that."""
    ran = here("play", *words, typed="")
    assert (ran.status, ran.out) == (2, "")
    assert "USAGE" in ran.err
