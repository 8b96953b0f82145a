"""docs/testing.md: recorded games as tests of any project that has the package."""

import json
import shutil
from pathlib import Path

import pytest

from summitbook_domain.games import GAMES
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

pytest_plugins = ["pytester"]

REPLAYS = Path(__file__).parents[2] / "replays"
SUFFIX = ".replay.jsonl"
GAME_NAMES = [f"{name}-{rules}" for name, rules in GAMES]

A_POINT_MORE = """
from msgspec.structs import replace

from summitbook_domain.everest1924.events import ExpeditionScored
from summitbook_domain.games import GAMES

EVEREST = GAMES["everest1924", 1]


def decide(state, seat, command, chance):
    events = EVEREST.decide(state, seat, command, chance)
    return tuple(map(changed, events))


def changed(event):
    return replace(event, score=event.score + 1) if isinstance(event, ExpeditionScored) else event


GAMES["everest1924", 1] = replace(EVEREST, decide=decide)
"""
"""A project's conftest.py in which the rules of a game have changed."""


@pytest.fixture
def project(pytester):
    """A project of somebody else's, in which pytest is set up for nothing."""
    pytester.makeini("[pytest]\naddopts = -p no:asyncio\n")
    return pytester


def games(project, *names, folder="games"):
    """The golden replays of these names, in a folder of the project."""
    made = project.path / folder
    made.mkdir(exist_ok=True)
    for name in names:
        shutil.copy(REPLAYS / f"{name}{SUFFIX}", made)
    return made


def of_every_game(project):
    return games(project, "everest1924/salted", "dicey_peaks/expired", "mountaineering/left-lying")


def test_each_recorded_game_is_a_test(project):
    """`--replays DIR` makes every file in it and below a test, named by its path; other files are none."""
    of_every_game(project)
    games(project, "everest1924/retired", folder="games/more")
    (project.path / "games" / "notes.jsonl").write_text("no recorded game")

    result = project.runpytest("--replays", "games", "-v")

    result.assert_outcomes(passed=4 + len(GAME_NAMES))
    result.stdout.fnmatch_lines(["games/more/retired.replay.jsonl::retired PASSED*"])


def test_folders_can_be_named_in_the_configuration(project):
    """`replays = …` asks for the same, seen from the configuration; several are looked at together."""
    games(project, "everest1924/salted", "dicey_peaks/expired", folder="one")
    games(project, "mountaineering/left-lying", folder="other")
    project.makeini("[pytest]\naddopts = -p no:asyncio\nreplays = one other\n")

    project.runpytest().assert_outcomes(passed=3 + len(GAME_NAMES))


def test_whoever_names_a_test_gets_no_more_than_that(project):
    """With arguments, a folder of the configuration adds nothing; a file of it can be named."""
    of_every_game(project)
    project.makeini("[pytest]\naddopts = -p no:asyncio\nreplays = games\n")
    project.makepyfile(test_other="def test_other(): pass")

    project.runpytest("test_other.py").assert_outcomes(passed=1)
    project.runpytest("games/salted.replay.jsonl").assert_outcomes(passed=1)
    project.runpytest().assert_outcomes(passed=4 + len(GAME_NAMES))
    project.runpytest("test_other.py", "--replays", "games").assert_outcomes(passed=4 + len(GAME_NAMES))


def test_without_a_folder_nothing_is_a_recorded_game(project):
    """A project that asks for nothing gets nothing, wherever its recorded games lie."""
    of_every_game(project)
    project.makepyfile("def test_other(): pass")

    project.runpytest().assert_outcomes(passed=1)


def test_a_game_without_a_recorded_game_fails(project):
    """Every registered game, under each edition of its rules, must have been recorded."""
    games(project, "everest1924/salted", "dicey_peaks/expired")

    result = project.runpytest("--replays", "games")

    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["no recorded game of mountaineering under rules 1 is in *games"])


def test_a_failure_tells_of_the_record_and_the_command_behind_it(project):
    """Record, expected, found and command in a few lines, and no traceback."""
    of_every_game(project)
    project.makeconftest(A_POINT_MORE)

    result = project.runpytest_subprocess("--replays", "games")

    result.assert_outcomes(passed=2 + len(GAME_NAMES), failed=1)
    shown = result.outlines[
        result.outlines.index(next(line for line in result.outlines if "_ salted _" in line)) :
    ]
    assert shown[1:6] == [
        "record 13: WRONG_EVENT: not what the command leads to",
        "  file      games/salted.replay.jsonl",
        "  command   seat 0: Abandon  (record 12)",
        "  expected  data.score 14",
        "  found     data.score 13",
    ]
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_file_that_is_damaged_fails_as_plainly(project):
    """A fault of the file itself is told by its line; so is a file that is no text."""
    folder = of_every_game(project)
    salted, expired = folder / f"salted{SUFFIX}", folder / f"expired{SUFFIX}"
    salted.write_bytes(salted.read_bytes().replace(b'"score":13', b'"score":99'))
    expired.write_bytes(b"\xff\x1b[31m")

    result = project.runpytest("--replays", "games")

    result.assert_outcomes(passed=1 + len(GAME_NAMES) - 1, failed=3)
    result.stdout.fnmatch_lines_random([
        "record 13: BROKEN_CHAIN: *",
        "  file      games/salted.replay.jsonl",
        "record 1: TRUNCATED: *",
        "  file      games/expired.replay.jsonl",
    ])  # fmt: skip


def test_lines_end_where_an_audit_ends_them(project):
    """A carriage return is white space, and in a text it is no JSON; neither ends a line."""
    folder = of_every_game(project)
    (folder / f"folder{SUFFIX}").mkdir()
    salted, expired = folder / f"salted{SUFFIX}", folder / f"expired{SUFFIX}"
    salted.write_bytes(salted.read_bytes().replace(b'{"camps":4', b'{\r"camps":4'))
    first, *rest = expired.read_bytes().partition(b"\n")
    expired.write_bytes(first + b"".join(rest).replace(b"2026-", b"20\r26-"))

    result = project.runpytest("--replays", "games")

    result.assert_outcomes(passed=1 + len(GAME_NAMES), failed=2)
    result.stdout.fnmatch_lines_random(["record 4: NOT_CANONICAL: *", "record 2: BAD_FORMAT: *"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_file_without_its_seed_proves_nothing(project):
    """A game still running, or of a deal still open, cannot be carried out again, and fails."""
    folder = games(project, "everest1924/shared-deal")
    file = folder / f"shared-deal{SUFFIX}"
    lines = [line for line in file.read_bytes().splitlines(keepends=True) if b'"reveal"' not in line]
    file.write_bytes(b"".join(lines))

    result = project.runpytest("--replays", "games", "-k", "shared")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["games/shared-deal.replay.jsonl: the file shows no seed*"])


@pytest.mark.parametrize("name", ["salted", "shared-deal"])
def test_a_blessed_file_tells_the_game_as_the_rules_are_now(project, name):
    """The same commands and times with what they lead to now; the chain whole, the seal gone, all listed."""
    folder = games(project, f"everest1924/{name}")
    file = folder / f"{name}{SUFFIX}"
    before = file.read_bytes()
    project.makeconftest(A_POINT_MORE)

    result = project.runpytest_subprocess(
        "--replays", "games", "--bless", "a point more for trying", "-k", name
    )

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"*games/{name}.replay.jsonl: a point more for trying, see BLESSED.md"])
    again = project.runpytest_subprocess("--replays", "games", "-k", name)
    again.assert_outcomes(passed=1)
    lines = file.read_bytes().splitlines(keepends=True)
    assert audit(lines, verify=verify, level="chain").level == "chain"
    assert causes(file.read_bytes()) == causes(before)
    assert b'"seal"' not in file.read_bytes()
    (entry,) = [line for line in (folder / "BLESSED.md").read_text().splitlines() if line.startswith("- ")]
    assert entry.startswith(f"- `{name}{SUFFIX}`: record ")
    assert "`data.score` was " in entry
    assert entry.endswith("; without its seal, which only the server can make")


def causes(file):
    """When, what and by whom."""
    records = [json.loads(line) for line in file.splitlines()]
    return [(each["at"], each["cause"]) for each in records if "cause" in each]


def test_only_what_differs_is_written_and_listed(project):
    """Files that the rules tell as before stay as they are and are not listed; reasons are headings."""
    folder = of_every_game(project)
    project.makeconftest(A_POINT_MORE)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}

    project.runpytest_subprocess("--replays", "games", "--bless", "first\nreason")
    games(project, "everest1924/salted")
    games(project, "everest1924/abandoned-at-once")
    project.runpytest_subprocess("--replays", "games", "--bless", "second reason")

    listed = (folder / "BLESSED.md").read_text().splitlines()
    assert [line for line in listed if line.startswith("## ")] == ["## first reason", "## second reason"]
    assert [line.split("`")[1] for line in listed if line.startswith("- ")] == [
        f"salted{SUFFIX}", f"abandoned-at-once{SUFFIX}", f"salted{SUFFIX}",
    ]  # fmt: skip
    for name in (f"expired{SUFFIX}", f"left-lying{SUFFIX}"):
        assert (folder / name).read_bytes() == before[name]


def test_nothing_is_blessed_where_nothing_differs(project):
    """Then there is no list either."""
    folder = of_every_game(project)

    project.runpytest("--replays", "games", "--bless", "why not").assert_outcomes(passed=3 + len(GAME_NAMES))

    assert not (folder / "BLESSED.md").exists()


NO_REROLL = A_POINT_MORE.replace(
    "    events = EVEREST",
    "    if type(command) is RerollDice: raise Refused('NO', 'no')\n    events = EVEREST",
).replace(
    "from summitbook_domain.games",
    "from summitbook_domain.everest1924.commands import RerollDice\n"
    "from summitbook_domain.refusal import Refused\n"
    "from summitbook_domain.games",
)


LATER = NO_REROLL.replace("ExpeditionScored", "DiceRolled").replace(
    "score=event.score + 1", "turn=event.turn + 9"
)


@pytest.mark.parametrize(
    ("fault", "rules", "why"),
    [
        ("command", NO_REROLL, "only what its commands lead to can be written anew"),
        ("later command", LATER, "* commands are refused*"),
        ("chain", A_POINT_MORE, "only what its commands lead to can be written anew"),
        ("content", A_POINT_MORE, "only what its commands lead to can be written anew"),
        ("rules", A_POINT_MORE, "only what its commands lead to can be written anew"),
    ],
    ids=["command", "later command", "chain", "content", "rules"],
)
def test_what_is_no_other_outcome_cannot_be_blessed(project, fault, rules, why):
    """A command refused now or later, a damaged file, rules or content not here: it stays, and fails."""
    folder = games(project, "everest1924/salted")
    file = folder / f"salted{SUFFIX}"
    if fault == "chain":
        file.write_bytes(file.read_bytes().replace(b'"score":13', b'"score":99'))
    elif fault in {"content", "rules"}:
        file.write_bytes(elsewhere(file.read_bytes(), fault))
    project.makeconftest(rules)
    before = file.read_bytes()

    result = project.runpytest_subprocess("--replays", "games", "--bless", "why not", "-k", "salted")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"  not blessed: {why}"])
    assert file.read_bytes() == before
    assert not (folder / "BLESSED.md").exists()


def elsewhere(file, fault):
    """A log of rules, or on content, that nobody has here."""
    from tampering import chained  # noqa: PLC0415

    records = [json.loads(line) for line in file.splitlines() if b'"seal"' not in line]
    if fault == "rules":
        records[0]["data"]["rules"] = 99
    else:
        records[0]["data"]["content"]["sha256"] = "ab" * 32
    return b"".join(chained(records))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--replays", "games", "--bless", "  "], "*--bless needs the reason*"),
        (["--bless", "why not"], "*--bless needs recorded games: --replays DIR*"),
        (["--replays", "nowhere"], "*there is no folder *nowhere*"),
    ],
    ids=["no reason", "no games", "no folder"],
)
def test_what_cannot_be_asked_for_is_told(project, arguments, told):
    """A reason that says nothing, a blessing of nothing, a folder that is not there: pytest stops."""
    of_every_game(project)

    result = project.runpytest(*arguments)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])


def test_the_plugin_costs_nothing_until_it_is_used(project):
    """Where no folder is named, pytest imports the plugin's one module and nothing else of the package."""
    project.makepyfile("""
        import sys

        def test_it():
            assert {name for name in sys.modules if name.startswith("summitbook")} == {
                "summitbook_pytest", "summitbook_pytest.plugin"
            }
    """)

    project.runpytest_subprocess().assert_outcomes(passed=1)
