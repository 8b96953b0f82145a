"""A tournament from the command line: announced, entered, played, judged and closed."""

import csv
import json
from zipfile import ZipFile

import pytest
from command import Terminal

ALWAYS_THE_FIRST = "1\n" * 500


@pytest.fixture
def announced(here):
    """Announces a tournament; its id."""

    def announce(*words, kind="duplicate", game="everest1924", rounds="1"):
        return here(
            "tournament", "create", game, "--kind", kind, "--rounds", rounds, "--name", "Open", *words
        ).out.strip()

    return announce


@pytest.fixture
def entered(here, announced):
    """One that two have entered and that has begun."""
    tournament_id = announced()
    for name in ("Mallory", "Irvine"):
        assert here("tournament", "enter", tournament_id, "--name", name).status == 0
    assert here("tournament", "start", tournament_id).out == "the tournament has begun\n"
    return tournament_id


def play(here, tournament_id, contestant):
    """Play a contestant's game in the terminal, always by the first choice."""
    words = ("tournament", "play", tournament_id, "--contestant", contestant)
    return here(*words, typed=ALWAYS_THE_FIRST)


def test_a_whole_tournament(here, entered):
    """From the announcement to the standings, each command as its help shows it."""
    published = here("tournament", "publish", entered).out
    assert published == "round 1 is published: 2 games on one deal\n"
    for number in (0, 1):
        assert play(here, entered, number).status == 0
    closed = here("tournament", "close-round", entered)
    assert closed.out.startswith("round 1 is closed; its seed was ")
    assert here("tournament", "close", entered).out.startswith("the tournament is closed; first: Mallory")

    standings = here("tournament", "standings", entered, "--json").json
    assert [(each["place"], each["name"], each["games"]) for each in standings] == [
        (1, "Mallory", 1),
        (1, "Irvine", 1),
    ]
    table = list(csv.DictReader(here("tournament", "standings", entered, "--csv").out.splitlines()))
    assert [row["points"] for row in table] == [str(each["points"]) for each in standings]
    assert "Irvine" in here("tournament", "standings", entered).out


def test_a_dossier_is_fetched_and_checked(here, entered, tmp_path):
    """When it is closed one archive has all of it, which anyone audits offline; its table is the live one."""
    dossier = tmp_path / "open.dossier.zip"
    early = here("tournament", "export", entered, "--out", dossier)
    assert early.status == 1
    assert "summitbook: TOURNAMENT_NOT_OVER: " in early.err
    here("tournament", "enter", entered, "--name", "=1+1")
    here("tournament", "publish", entered)
    for number in (0, 1, 2):
        play(here, entered, number)
    here("tournament", "close-round", entered)
    here("tournament", "close", entered)
    assert here("tournament", "export", entered, "--out", dossier).status == 0
    assert here("tournament", "audit", dossier).status == 0
    with ZipFile(dossier) as archive:
        table = archive.read("standings.csv").decode()
    assert table == here("tournament", "standings", entered, "--csv").out
    assert "'=1+1" in table


def test_a_dossier_is_not_written_to_a_terminal(served, entered, tmp_path):
    """An archive is nothing to read: status 2 and what to type, and nothing of it on the screen."""
    words = ("tournament", "export", entered, "--server", served.server)
    with Terminal(*words, XDG_STATE_HOME=str(tmp_path)) as terminal:
        pass

    assert terminal.status == 2
    assert b"summitbook: USAGE: " in terminal.shown
    assert b"--out" in terminal.shown


def test_one_game_is_one_game(here, announced):
    """And one contestant one contestant."""
    alone = announced()
    here("tournament", "enter", alone, "--name", "Mallory")
    here("tournament", "start", alone)

    published = here("tournament", "publish", alone).out

    assert published == "round 1 is published: 1 game on one deal\n"
    assert "1 contestant, round 1 of 1" in here("tournament", "show", alone).out


def test_it_is_watched_line_by_line(here, entered):
    """A line for each record in words, and in JSON the recorded line itself."""
    here("tournament", "decide", entered, "exclude", "--contestant", 1, "--reason", "No rope")
    here("tournament", "close", entered)
    told = here("tournament", "watch", entered).out.splitlines()
    assert [line.split(maxsplit=2)[2] for line in told] == [
        "Open: everest1924 is announced",
        "Mallory enters as contestant 0",
        "Irvine enters as contestant 1",
        "the tournament has begun",
        "decision: Irvine is excluded: No rope",
        "the tournament is closed; first: Mallory",
    ]
    lines = here("tournament", "watch", entered, "--json", "--after", 4).out.splitlines()
    assert [json.loads(line)["type"] for line in lines] == ["DecisionMade", "TournamentClosed"]


def test_it_is_shown(here, entered):
    """The list has it, and by its id there is who plays what; as JSON for a machine too."""
    here("tournament", "publish", entered)
    assert entered in here("tournament", "show").out
    shown = here("tournament", "show", entered).out
    assert "Round 1, open" in shown
    assert "in play" in shown
    (whole,) = here("tournament", "show", entered, "--json").json
    assert [each["name"] for each in whole["contestants"]] == ["Mallory", "Irvine"]


def test_one_drops_out_and_one_is_taken_out(here, entered):
    """A contestant by its own keys, another by the organiser's; of several here one is to be named."""
    assert here("tournament", "leave", entered).status == 2
    assert here("tournament", "leave", entered, "--contestant", 0).out == "Contestant 0 has left.\n"
    gone = here("tournament", "leave", entered, "--organiser", "--contestant", 1)
    assert (gone.status, gone.out) == (0, "Contestant 1 has left.\n")
    assert here("tournament", "publish", entered).err.startswith("summitbook: TOO_FEW: ")


def test_a_ladder_has_matches(here, announced):
    """On a ladder contestants are let play by their numbers."""
    ladder = announced("--seats", "2", kind="ladder", game="dicey_peaks", rounds="0")
    for name in ("Mallory", "Irvine"):
        here("tournament", "enter", ladder, "--name", name)
    here("tournament", "start", ladder)
    made = here("tournament", "match", ladder, 0, 1)
    assert made.out.startswith("match ")
    assert sorted(made.out.strip().partition(": ")[2].split(", ")) == ["Irvine", "Mallory"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("start",), "NO_ORGANISER"),
        (("play",), "NO_CONTESTANT"),
        (("standings",), None),
        (("publish",), "NO_ORGANISER"),
    ],
)
def test_another_machine_looks_but_does_not_touch(here, entered, tmp_path, words, code):
    """The keys are where they were made; to look takes none."""
    ran = here("tournament", *words, entered, XDG_STATE_HOME=str(tmp_path / "elsewhere"))
    assert (ran.status == 0) == (code is None)
    assert code is None or ran.err.startswith(f"summitbook: {code}: ")


def test_there_is_nothing_to_play_between_rounds(here, entered):
    """Before a round is published one is told to wait."""
    ran = here("tournament", "play", entered, "--contestant", 0)
    assert ran.status == 1
    assert "summitbook: NO_SEAT: " in ran.err


def test_names_of_others_steer_no_terminal(here, announced, served):
    """What others call themselves is shown without what could move a cursor."""
    assert here("tournament", "enter", announced(), "--name", "a\x1b[2Jb").err.startswith(
        "summitbook: BAD_ARGS: "
    )
