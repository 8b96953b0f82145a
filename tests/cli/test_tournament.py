"""A tournament from the command line: announced, entered, played, judged and closed."""

import csv
import json
import re
from zipfile import ZipFile

import pytest
from command import Terminal
from rich.text import Text

ALWAYS_THE_FIRST = "1\n" * 500
LONG_NAME = "Maximilienne de la Tour-d'Auvergne-Lauraguais, called Max"


@pytest.fixture
def announced(here):
    """Announces a tournament; its id."""

    def announce(*words, kind="duplicate", game="everest1924", rounds="1"):
        if rounds:
            words = ("--rounds", rounds, *words)
        return here("tournament", "create", game, "--kind", kind, "--name", "Open", *words).out.strip()

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


def test_receipts_tie_the_dossier_to_what_was_answered(here, entered, tmp_path):
    """Of entries, decisions and games alike, in one file, and the dossier holds them all."""
    kept, dossier = tmp_path / "ada.jsonl", tmp_path / "open.dossier.zip"
    here("tournament", "enter", entered, "--name", "Ada", "--receipts", kept)
    here("tournament", "publish", entered)
    here("tournament", "play", entered, "--contestant", 2, "--receipts", kept, typed=ALWAYS_THE_FIRST)
    for number in (0, 1):
        play(here, entered, number)
    words = ("points", "--contestant", 2, "--points", 1, "--reason", "First to enter")
    here("tournament", "decide", entered, *words, "--receipts", kept)
    here("tournament", "close-round", entered)
    here("tournament", "close", entered, "--receipts", kept)
    here("tournament", "export", entered, "--out", dossier)

    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    ran = here("tournament", "audit", dossier, "--receipts", kept, "--json")
    (told,) = ran.json

    assert sum("tournament_id" in line for line in lines) == 4
    assert (ran.status, told["ok"]) == (0, True)
    assert told["receipts"] == len({tuple(line.items()) for line in lines})
    assert ran.err == ""
    assert "all held" in here("tournament", "audit", dossier, "--receipts", kept).out
    held_apart = here("replay", "audit", dossier, "--receipts", kept)
    assert "Receipts of 1 tournament are held against a dossier" in held_apart.err


def test_who_has_played_is_told_of_the_dossier(here, entered, tmp_path):
    """Behind the game's own receipt, with the file of receipts if one is kept; a pause is not the end."""
    kept = tmp_path / "irvine.jsonl"
    here("tournament", "publish", entered)
    paused = here("tournament", "play", entered, "--contestant", 0, typed="q\n")
    without = play(here, entered, 0)
    words = ("tournament", "play", entered, "--contestant", 1, "--receipts", kept)
    having = here(*words, typed=ALWAYS_THE_FIRST)

    file = f"{entered[:8]}.dossier.zip"
    assert "dossier" not in paused.err
    assert f"summitbook tournament export {entered} --out {file}\n" in without.err
    assert without.err.endswith(f"summitbook tournament audit {file}\n")
    assert having.err.endswith(f"summitbook tournament audit {file} --receipts {kept}\n")


def test_a_dossier_is_not_written_to_a_terminal(served, entered, tmp_path):
    """An archive is nothing to read: status 2 and what to type, and nothing of it on the screen."""
    words = ("tournament", "export", entered, "--server", served.server)
    with Terminal(*words, XDG_STATE_HOME=str(tmp_path)) as terminal:
        pass

    assert terminal.status == 2
    assert b"summitbook: USAGE: " in terminal.shown
    assert b"--out" in terminal.shown


@pytest.mark.parametrize(
    ("asked", "titles"),
    [
        ({"kind": "duplicate"}, "POINTS DEALS_WON BEST_DEAL"),
        ({"kind": "tables", "game": "dicey_peaks"}, "POINTS POINTS_OF_THOSE_MET GAMES_WON"),
        ({"kind": "ladder", "game": "dicey_peaks", "rounds": None}, "RATING MEAN"),
    ],
    ids=lambda each: each["kind"] if isinstance(each, dict) else "",
)
def test_standings_name_what_decides(here, served, announced, asked, titles):
    """And what then does among equals; on 80 columns a long name is wrapped, and no figure is cut."""
    names, tournament_id = ("Junko", LONG_NAME), announced(**asked)
    for name in names:
        here("tournament", "enter", tournament_id, "--name", name)
    piped = here("tournament", "standings", tournament_id).out.splitlines()
    with Terminal("tournament", "standings", tournament_id, SUMMITBOOK_SERVER=served.server) as terminal:
        pass
    shown = Text.from_ansi(terminal.shown.decode().replace("\r\n", "\n")).plain.splitlines()
    rows = here("tournament", "standings", tournament_id, "--json").json

    told = [
        [
            f"{each / 1_000:.3f}" if titles.startswith("RATING") else f"{each}"
            for each in (row["points"], *row["tie_breaks"])
        ]
        for row in rows
    ]
    assert piped[0].split() == shown[0].split() == ["PLACE", "NAME", *titles.split(), "GAMES"]
    assert [line.split() for line in piped[1:]] == [
        ["1", *name.split(), *figures, "0"] for name, figures in zip(names, told, strict=True)
    ]
    assert max(map(len, shown)) <= 80
    begin, end = shown[0].index("NAME"), shown[0].index(titles.split()[0])
    assert "".join(line[begin:end] for line in shown[2:]).replace(" ", "") == LONG_NAME.replace(" ", "")
    assert [*shown[2][end:].split()] == [*told[1], "0"]


def test_whoever_has_a_bye_is_told_so(here, announced):
    """It is no game that is missing: a bye counts as a win (docs/tournaments.md, "Standings")."""
    tables, names = announced(kind="tables", game="dicey_peaks"), ("Ada", "Bo", "Cy")
    for name in names:
        here("tournament", "enter", tables, "--name", name)
    here("tournament", "start", tables)

    published = here("tournament", "publish", tables).out
    (bye,) = re.findall(r"1 game on one deal; (a bye for \w+)\n", published)
    assert bye.rpartition(" ")[2] in names
    assert f"  {bye}\n" in here("tournament", "show", tables).out


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
        "Open: Everest 1924 is announced",
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
    assert re.search(r"^ +0  Mallory *\n +1  Irvine *$", shown, re.MULTILINE), "with the numbers to type"


def test_it_is_told_to_machines_as_all_else_is(here, entered):
    """Ids and words as in the log, hex, numbers as numbers, and null for what is not there."""
    here("tournament", "publish", entered)
    (listed,) = [
        each for each in here("tournament", "show", "--json").json if each["tournament_id"] == entered
    ]
    (whole,) = here("tournament", "show", entered, "--json").json
    rows = here("tournament", "standings", entered, "--json").json

    assert list(whole) == ["tournament", "contestants", "rounds", "matches", "decisions", "standings"]
    assert whole["tournament"] == listed
    assert (listed["kind"], listed["status"], listed["round"], listed["games_open"]) == (
        "duplicate", "running", 1, 2,
    )  # fmt: skip
    assert listed["options"] == {"turn_seconds": 0}
    assert all(re.fullmatch("[0-9a-f]{64}", listed[each]) for each in ("record_hash", "commitment"))
    assert whole["contestants"] == [
        {"contestant": number, "name": name, "left": False, "excluded": False}
        for number, name in enumerate(("Mallory", "Irvine"))
    ]
    (published,) = whole["rounds"]
    assert published["seed"] is None
    assert [(each["contestants"], each["finished"]) for each in published["games"]] == [
        ([0], None),
        ([1], None),
    ]
    assert whole["standings"] == rows


def test_a_command_is_answered_to_machines_with_its_receipt(here, entered):
    """One object: the receipt, and what happened by its recorded type."""
    (told,) = here("tournament", "publish", entered, "--json").json
    (left,) = here("tournament", "leave", entered, "--contestant", 1, "--json").json
    lines = here("tournament", "show", entered, "--json").json[0]["tournament"]

    assert (told["tournament_id"], told["version"]) == (entered, 5)
    (event,) = told["events"]
    assert (event["type"], event["round"], event["byes"]) == ("RoundPublished", 1, [])
    assert (left["version"], left["record_hash"]) == (lines["version"], lines["record_hash"])
    assert left["events"] == [{"type": "ContestantLeft", "contestant": 1}]


def test_the_beginning_of_an_id_will_do(here, entered, announced):
    """Eight characters of it, wherever one is asked for; less is not taken, and what begins none is told."""
    other = announced()
    shown = here("tournament", "show", entered[:8])
    unknown = "0" * 8 if not {entered[:8], other[:8]} & {"0" * 8} else "f" * 8

    assert shown.out == here("tournament", "show", entered).out
    assert here("tournament", "enter", other[:8], "--name", "Ada").out == "Ada is contestant 0.\n"
    assert here("tournament", "show", entered[:7]).status == 2
    gone = here("tournament", "show", unknown)
    assert gone.err == (
        f"summitbook: NO_SUCH_TOURNAMENT: no tournament that is listed or kept here begins with {unknown}\n"
    )


def test_a_decision_names_a_game_by_its_beginning(here, entered):
    """Of the tournament's own games."""
    (told,) = here("tournament", "publish", entered, "--json").json
    game_id = told["events"][0]["games"][0]["game_id"]

    cancelled = here("tournament", "decide", entered, "cancel", "--game", game_id[:8], "--reason", "Storm")

    assert cancelled.out == f"decision: game {game_id} is cancelled: Storm\n"


def test_one_drops_out_and_one_is_taken_out(here, entered):
    """A contestant by its own keys, another by the organiser's; of several here one is to be named."""
    assert here("tournament", "leave", entered).status == 2
    assert here("tournament", "leave", entered, "--contestant", 0).out == "Contestant 0 has left.\n"
    gone = here("tournament", "leave", entered, "--organiser", "--contestant", 1)
    assert (gone.status, gone.out) == (0, "Contestant 1 has left.\n")
    assert here("tournament", "publish", entered).err.startswith("summitbook: TOO_FEW: ")


def test_a_ladder_has_matches(here, announced):
    """On a ladder contestants are let play by their numbers."""
    ladder = announced("--seats", "2", kind="ladder", game="dicey_peaks", rounds=None)
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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("everest1924",), "say how many rounds there are to be, as in --rounds 3"),
        (("dicey_peaks", "--kind", "ladder", "--rounds", 2), "a ladder has no rounds: leave --rounds out"),
        (("everest1924", "--kind", "ladder"), "Everest 1924 is played in tournaments of kind duplicate"),
    ],
)
def test_what_does_not_go_together_is_told_by_the_option(here, words, told):
    """Before anything is made, with what to type."""
    ran = here("tournament", "create", *words, "--name", "Open")

    assert ran.status == 2
    assert told in ran.err


def test_the_usual_kind_of_a_game_need_not_be_named(here):
    """Everyone on the same deals in Everest 1924, tables in Dicey Peaks."""
    kinds = []
    for game in ("everest1924", "dicey_peaks"):
        made = here("tournament", "create", game, "--rounds", 2, "--name", "Open").out.strip()
        kinds.append(here("tournament", "show", made, "--json").json[0]["tournament"]["kind"])

    assert kinds == ["duplicate", "tables"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("points",), "`decide … points` needs --contestant and --points"),
        (("points", "--contestant", 0), "needs --points"),
        (("strike", "--contestant", 0), "needs --game"),
        (("cancel",), "needs --game"),
        (("exclude", "--contestant", 0, "--points", 3), "takes no --points"),
    ],
)
def test_a_ruling_that_lacks_something_says_which_option(here, words, told):
    """And one that is given too much; nothing is asked of the service."""
    ran = here("tournament", "decide", "5e6a1b0c", *words, "--reason", "Late")

    assert ran.status == 2
    assert told in ran.err


def test_a_team_keeps_its_seats_apart(here, announced):
    """Who holds every seat plays the one that the game waits for, or the one that is named."""
    team = announced("--seats", "2", game="mountaineering")
    here("tournament", "enter", team, "--name", "The Rope")
    here("tournament", "start", team)
    here("tournament", "publish", team)

    first = here("tournament", "play", team, typed="q\n")
    second = here("tournament", "play", team, "--seat", 1, typed="q\n")
    no_such = here("tournament", "play", team, "--seat", 5)

    back = re.compile(r"play --game (\S+) --seat (\d)")
    (game_id, seat), (same, other) = (back.search(ran.err).groups() for ran in (first, second))
    assert (game_id, seat, other) == (same, "0", "1")
    assert here("play", "--game", game_id[:8], "--seat", 1, typed="q\n").status == 0
    assert "seat 5 is not yours; those that are: 0, 1" in no_such.err


def test_names_of_others_steer_no_terminal(here, announced, served):
    """What others call themselves is shown without what could move a cursor."""
    assert here("tournament", "enter", announced(), "--name", "a\x1b[2Jb").err.startswith(
        "summitbook: BAD_ARGS: "
    )


def told_next(ran):
    """What a person is told to type next: the words before the command, and the command itself."""
    saying, _, typed = ran.err.strip().partition(":  summitbook tournament ")
    return saying, typed


def test_each_step_tells_the_next(here, entered):
    """From the start to the dossier, with the id to type, so that nobody has to know the order."""
    published = here("tournament", "publish", entered)
    assert told_next(published) == ("When all games are over, close the round with", f"close-round {entered}")
    for number in (0, 1):
        play(here, entered, number)
    closed_round = here("tournament", "close-round", entered)
    assert told_next(closed_round) == ("That was the last round; end the tournament with", f"close {entered}")
    closed = here("tournament", "close", entered)
    assert told_next(closed) == (
        "Fetch its dossier with", f"export {entered} --out {entered[:8]}.dossier.zip",
    )  # fmt: skip


def test_the_start_tells_of_the_first_round_or_match(here, announced):
    """Which of them there are is the kind's; machines are told the answer alone."""
    rounds, ladder = announced(), announced("--seats", "2", kind="ladder", game="dicey_peaks", rounds=None)

    for tournament_id, name in ((rounds, "Ada"), (ladder, "Ada"), (ladder, "Bo")):
        here("tournament", "enter", tournament_id, "--name", name)

    assert told_next(here("tournament", "start", rounds)) == ("Begin round 1 with", f"publish {rounds}")
    assert told_next(here("tournament", "start", ladder)) == (
        "Make a match with", f"match {ladder} CONTESTANT CONTESTANT",
    )  # fmt: skip
    assert here("tournament", "close", rounds, "--json").err == ""


def test_who_enters_second_is_told_to_say_which(here, announced):
    """Of several who entered on one machine `play` wants the number; so it is in what is told to type."""
    tournament_id = announced()
    first, second = (here("tournament", "enter", tournament_id, "--name", name) for name in ("Ada", "Bo"))

    assert told_next(first)[1] == f"play {tournament_id}"
    assert told_next(second)[1] == f"play {tournament_id} --contestant 1"


def test_results_and_decisions_are_shown(here, entered):
    """What each game came to, and what a referee decided, with the reason."""
    assert "2 contestants, 1 round\n" in here("tournament", "show", entered).out
    here("tournament", "publish", entered)
    play(here, entered, 0)
    words = ("points", "--contestant", 1, "--points", -2, "--reason", "Late twice")
    assert here("tournament", "decide", entered, *words).out == (
        "decision: Irvine loses 2 points: Late twice\n"
    )

    shown = here("tournament", "show", entered).out

    assert re.search(r"finished +Mallory -?\d+ points?", shown)
    assert re.search(r"in play +Irvine", shown)
    assert "Decisions\n  Irvine loses 2 points: Late twice\n" in shown
