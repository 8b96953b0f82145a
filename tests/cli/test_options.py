"""Choosing the options of a new game, and learning which there are."""

import json
import re

import pytest


def game_of(ran):
    """The id of the game that was left."""
    return re.search(r"play --game (\S+)", ran.err)[1]


def test_options_are_chosen_by_name(here):
    """Each is recorded in the game's first record, the others at their defaults."""
    words = ("--option", "course=advanced", "--option", "out_of_turn=false")

    left = here("play", "mountaineering", *words, typed="q\n")

    first = here("replay", "export", game_of(left)).out.splitlines()[0]
    assert json.loads(first)["data"]["options"] == {
        "course": "advanced", "out_of_turn": False, "turn_seconds": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("everest1924", "--option", "course=x"), "has no option 'course'; there are: turn_seconds"),
        (("mountaineering", "--option", "course=x"), "must be advanced or beginner"),
        (("mountaineering", "--option", "course"), "--option takes name=value"),
        (("--game", "928f0218-8b68-4fb3-8188-53138e4ae6ab", "--option", "course=x"), "is for a new game"),
    ],
)
def test_a_wrong_option_is_told_and_makes_no_game(here, listed, words, told):
    """One line with what there is, and how to look it up."""
    before = listed()

    ran = here("play", *words)

    assert ran.status == 2
    assert ran.err.startswith("summitbook: USAGE: ")
    assert told in ran.err
    assert listed() == before


def test_info_lists_every_game_with_its_options(here):
    """By the name to type, with the default and what an option is for; for machines as an object a line."""
    people, machines = here("info"), here("info", "--json").json

    for game in machines:
        assert f"summitbook play {game['name']}" in people.out
        assert all(f"{option['name']}=" in people.out for option in game["options"])
    assert {game["name"] for game in machines} == {"dicey_peaks", "everest1924", "mountaineering"}
    assert "course=beginner" in here("info", "mountaineering").out
    assert "course" not in here("info", "everest1924").out


def test_whoever_made_a_game_cancels_it_before_it_begins(here):
    """After a yes; the game is closed then, and there is a receipt."""
    ran = here("play", "dicey_peaks", typed="cancel\nno\ncancel\nyes\n")

    assert ran.status == 0
    assert ran.out.count("Cancel the game for all?") == 2
    assert "Closed: cancelled." in " ".join(ran.out.split())
    assert "replay audit" in ran.err


def test_whoever_leaves_the_table_frees_the_seat(here, tmp_path):
    """The seat is not kept here any more, and somebody else can take it."""
    made = here("play", "dicey_peaks", "--seats", "3", typed="q\n")
    other = {"XDG_STATE_HOME": str(tmp_path / "other")}

    left = here("play", "--game", game_of(made), typed="cancel\nleave\ny\n", **other)
    again = here("play", "--game", game_of(made), "--name", "Eve", typed="q\n", **other)

    assert "This is not the time to cancel; what you can do is leave." in left.out
    assert "You have left the table" in left.err
    assert "You take seat 1." in again.out


def test_giving_up_in_play_is_asked_twice_and_ends_a_game_for_one(here):
    """`retire` is for a game under way, `leave` for one that has not begun."""
    ran = here("play", "everest1924", typed="leave\nretire\n\nretire\ny\n")

    assert "This is not the time to leave; what you can do is retire." in ran.out
    assert ran.out.count("Give up for good?") == 2
    assert "Closed: retired." in " ".join(ran.out.split())


def test_who_comes_with_bots_to_a_full_table_is_told_so(here):
    """There is no place for a bot, and the game goes on as it was."""
    left = here("play", "everest1924", typed="q\n")

    ran = here("play", "--game", game_of(left), "--fill", "random", typed="q\n")

    assert "No place is free for a bot" in ran.out


def test_whoever_pauses_with_bots_is_told_that_they_pause_too(here):
    """Those that are played from here: the others at the table would otherwise wait for nobody."""
    left = here("play", "dicey_peaks", typed="q\n")

    ran = here("play", "--game", game_of(left), "--fill", "random", typed="q\n")

    assert "Your bots pause with you, and the others wait." in ran.err
    assert "bots" not in here("play", "everest1924", typed="q\n").err
