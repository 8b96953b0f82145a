"""docs/replays.md, "Forking": practising on from a finished game, in the terminal."""

import json
import subprocess
from itertools import takewhile
from pathlib import Path

import pytest
from command import COMMAND, environment

GOLDENS = Path(__file__).parents[2] / "replays"
EVEREST = GOLDENS / "everest1924" / "salted.replay.jsonl"
PEAKS = GOLDENS / "dicey_peaks" / "every-bust.replay.jsonl"
ALWAYS_THE_FIRST = "1\n" * 500


def start_of(file):
    """The last record of the command that starts the game."""
    records = [json.loads(line) for line in file.read_bytes().splitlines()]
    begun = next(i for i, each in enumerate(records) if each.get("type") == "GameStarted")
    return next(each["n"] for each in records[begun:] if "cause" in each) - 1


def test_a_fork_is_played_on_in_the_terminal_and_audits(here, tmp_path):
    """What it says to type brings one to the table, and the game that comes of it holds at every level."""
    forked = here("replay", "fork", EVEREST, "--at", start_of(EVEREST))
    game_id = forked.out.strip()
    new = tmp_path / "new.replay.jsonl"

    played = here("play", "--game", game_id, typed=ALWAYS_THE_FIRST)
    here("replay", "export", game_id, "--out", new)

    assert f"play --game {game_id}" in forked.err
    assert (forked.status, played.status) == (0, 0)
    assert "Closed: finished." in " ".join(played.out.split())
    assert here("replay", "audit", new).status == 0
    assert json.loads(new.read_bytes().splitlines()[0])["data"]["forked_from"]["n"] == start_of(EVEREST)


@pytest.mark.parametrize(
    ("seat", "first"), [(None, "your turn"), (1, "turn of Junko Tabei")], ids=["whose turn it is", "chosen"]
)
def test_bots_take_the_other_seats(served, here, tmp_path, seat, first):
    """One seat is the player's, chosen or the one whose turn it is; bots act for those that come first."""
    words = () if seat is None else ("--seat", seat)
    game_id = here("replay", "fork", PEAKS, "--at", start_of(PEAKS), *words).out.strip()

    there = {"SUMMITBOOK_SERVER": served.server, "XDG_STATE_HOME": str(tmp_path / "state")}
    with subprocess.Popen(
        [COMMAND, "play", "--game", game_id],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(**there),
        text=True,
        encoding="utf-8",
    ) as playing:
        titles = (line for line in playing.stdout if "Dicey Peaks · turn" in line)
        before = [*takewhile(lambda title: "your turn" not in title, titles)]
        playing.communicate("q\n")

    assert playing.returncode == 0
    assert first in [*before, "your turn"][0]


def test_a_seat_that_is_not_there_is_refused(here):
    """And it is said which there are."""
    ran = here("replay", "fork", PEAKS, "--at", start_of(PEAKS), "--seat", 7)

    assert ran.status == 2
    assert "those that can are 0, 1" in ran.err


def test_a_private_fork_is_in_no_list(here):
    """Only whoever forked it sees it."""
    game_id = here("replay", "fork", EVEREST, "--at", start_of(EVEREST), "--private").out.strip()

    assert game_id not in here("games", "--json").out
    assert here("play", "--game", game_id, typed="q\n").status == 0


def test_a_record_within_a_command_is_refused_with_advice(here):
    """The service says which records will do."""
    ran = here("replay", "fork", EVEREST, "--at", start_of(EVEREST) - 1)

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("summitbook: BAD_ARGS: ")
    assert "go on from" in ran.err
