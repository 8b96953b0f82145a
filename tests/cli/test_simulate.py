"""docs/advice.md, "Simulation": many games from the command line, and what came of them."""

import csv
import re
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest
from command import SEED, summitbook

from summitbook_domain.games import GAMES
from summitbook_domain.policies import POLICIES, play
from summitbook_domain.simulate import Simulated, secret_of
from summitbook_service.cli.simulate.page import binned
from summitbook_service.cli.simulate.tally import Tally, figures

HILL = Path(__file__).parents[2] / "docs" / "examples" / "afternoon-hill.toml"


def simulated(*words):
    """Run it with a seed, and answer what a machine is told."""
    ran = summitbook("simulate", *words, "--seed", SEED, "--json")
    assert (ran.status, ran.err) == (0, "")
    (told,) = ran.json
    return told


@pytest.fixture
def rows(tmp_path):
    """What stands in the table that is written beside."""

    def read(*words):
        file = tmp_path / "games.csv"
        told = simulated(*words, "--csv", file)
        with file.open(encoding="utf-8", newline="") as opened:
            return told, list(csv.DictReader(opened))

    return read


def test_the_same_seed_gives_the_same_games_however_many_jobs(rows):
    """Each game's luck hangs on the seed and its number, not on who plays it."""
    alone = rows("everest1924", "--games", 40, "--jobs", 1)
    side_by_side = rows("everest1924", "--games", 40, "--jobs", 2)

    assert alone == side_by_side
    assert [int(row["game"]) for row in alone[1]] == list(range(40))


def test_another_seed_gives_other_games():
    """One that is drawn, where none is named."""
    one, other = (summitbook("simulate", "everest1924", "--games", 5, "--json").json[0] for _ in range(2))

    assert one["seed"] != other["seed"]


@pytest.mark.parametrize("name", ["everest1924", "dicey_peaks", "mountaineering"])
def test_a_line_of_the_table_is_a_game_that_can_be_recorded(rows, tmp_path, name):
    """From the line's seed `replay record` writes it down, with as many commands, and the same end."""
    _, (_, row) = rows(name, "--games", 2, "--policy", "greedy", "--jobs", 1)
    game = GAMES[name, 1]
    seats = next(iter(game.editions.values())).content.min_seats

    out = tmp_path / "game.replay.jsonl"
    assert (
        summitbook("replay", "record", name, "--seed", row["seed"], "--policy", "greedy", "--out", out).status
        == 0
    )
    book = play(game, POLICIES["greedy"], bytes.fromhex(row["seed"]), salts=("",) * seats)

    assert out.read_bytes().splitlines() == book.lines
    assert int(row["commands"]) == sum(b'"cause":{' in line for line in book.lines) - 1 - seats
    assert row["ending"] == game.ending(book.table.play)
    assert [int(row[f"result_{seat}"]) for seat in range(seats)] == list(game.results(book.table.play))


def test_it_is_played_on_content_and_by_options_of_ones_own(rows, tmp_path):
    """The same that `replay record` plays on them from a line's seed, and it is told what was played on."""
    words = ("everest1924", "--content", HILL, "--option", "turn_seconds=60")
    told, (row, *_) = rows(*words, "--games", 4, "--policy", "greedy", "--jobs", 2)
    out = tmp_path / "game.replay.jsonl"
    summitbook("replay", "record", *words, "--seed", row["seed"], "--policy", "greedy", "--out", out)
    lines = out.read_bytes().splitlines()

    assert (told["edition"], told["options"]) == ("afternoon-hill", {"turn_seconds": 60})
    assert b'"options":{"turn_seconds":60}' in lines[0]
    assert b'"edition":"afternoon-hill"' in lines[0]
    assert int(row["commands"]) == sum(b'"cause":{' in line for line in lines) - 2


def test_options_change_what_is_played():
    """The advanced course goes down again too, so it takes longer."""
    easy, hard = (
        simulated("mountaineering", "--games", 10, "--jobs", 1, "--policy", "greedy", *option)
        for option in ((), ("--option", "course=advanced"))
    )

    assert (easy["options"]["course"], hard["options"]["course"]) == ("beginner", "advanced")
    assert hard["commands"]["mean"] > easy["commands"]["mean"]


def test_the_figures_are_those_of_the_table(rows):
    """Mean, standard deviation and standard error of score and length; each way of ending with its share."""
    told, table = rows("everest1924", "--games", 30, "--policy", "greedy", "--jobs", 1)

    for name, column in (("score", "result_0"), ("commands", "commands")):
        values = [int(row[column]) for row in table]
        assert told[name] == {
            "mean": pytest.approx(mean(values), abs=1e-6),
            "spread": pytest.approx(stdev(values), abs=1e-6),
            "error": pytest.approx(stdev(values) / sqrt(30), abs=1e-6),
            "least": min(values),
            "most": max(values),
        }
    for ending, share in told["endings"].items():
        games = sum(row["ending"] == ending for row in table)
        assert (share["games"], share["share"]) == (games, pytest.approx(games / 30, abs=1e-6))
    assert sum(share["games"] for share in told["endings"].values()) == told["games"] == 30


def test_rivals_are_told_their_wins_and_no_score(rows):
    """Each seat by its own policy; the greedy one wins more than the one by chance."""
    told, table = rows("dicey_peaks", "--games", 20, "--policy", "random,greedy", "--jobs", 1)

    by_chance, by_greed = told["seats"]
    assert (by_chance["policy"], by_greed["policy"]) == ("random", "greedy")
    assert by_greed["won"]["games"] == sum(row["result_1"] == "1" for row in table) > 10
    assert "score" not in told


def test_where_several_share_the_first_place_nobody_has_won():
    """A drawn race is a way of ending, and no win."""
    tally = Tally(2, rivals=True)
    for results in ((1, 1), (2, 1), (1, 2), (2, 1)):
        tally.add(Simulated(ending="", results=results, commands=1))

    assert tally.wins == {0: 1, 1: 2}
    assert tally.share(2) == (2, 0.5, 0.25)


def test_a_single_game_has_no_spread():
    """Nothing is divided by nothing."""
    assert figures({7: 1}) == (7, 0, 0, 7, 7)


def test_a_person_is_told_in_lines():
    """What stands after ± is the standard error; the seed brings the same games again."""
    ran = summitbook("simulate", "everest1924", "--games", 10, "--jobs", 1, "--seed", SEED)

    assert (ran.status, ran.err) == (0, "")
    assert re.fullmatch(
        r"""everest1924: 10 games by random
  score     -?\d+\.\d\d ± \d+\.\d\d, spread \d+\.\d\d, from -?\d+ to \d+
(  ended     [a-z ]+ \d+\.\d% ± \d+\.\d% \(\d+\)
)+  commands  \d+\.\d\d ± \d+\.\d\d, spread \d+\.\d\d, from \d+ to \d+
  seed      (5e){32}
""",
        ran.out,
    )


def test_a_person_is_told_what_does_not_ship_and_what_is_not_usual(tmp_path):
    """Content of one's own and options beside their default, on the page too; of others there is no word."""
    page = tmp_path / "page.html"
    usual = summitbook("simulate", "everest1924", "--games", 2, "--jobs", 1).out
    ran = summitbook(
        "simulate", "everest1924", "--games", 2, "--jobs", 1, "--report", page,
        "--content", HILL, "--option", "turn_seconds=60",
    )  # fmt: skip

    assert "  edition   afternoon-hill\n  options   turn_seconds=60\n" in ran.out
    assert "turn_seconds=60" in page.read_text(encoding="utf-8")
    assert "edition" not in usual
    assert "options" not in usual


def test_the_page_has_the_plots_and_fetches_nothing(tmp_path):
    """Scores, ways of ending and length as bars; of rivals wins for scores."""
    for game, first in (("everest1924", "Scores"), ("dicey_peaks", "Wins")):
        page = tmp_path / "page.html"
        simulated(game, "--games", 5, "--jobs", 1, "--report", page)
        text = page.read_text(encoding="utf-8")

        plots = re.findall("<figcaption><b>([^<]+)", text)
        assert plots == [first, "Ways of ending", "Length in commands"]
        assert "default-src 'none'" in text.replace("&#x27;", "'")
        assert not re.search("https?:|<script|<link", text)


def test_a_histogram_leaves_no_value_out():
    """Empty bars between others are shown; where there are too many values, neighbours share a bar."""
    assert binned({3: 2, 5: 1}) == [("3", 2), ("4", 0), ("5", 1)]
    assert binned({-1: 4, 58: 1, 0: 1})[:2] == [("-1 to 0", 5), ("1 to 2", 0)]
    assert sum(games for _, games in binned({-1: 4, 58: 1, 0: 1})) == 6
    assert binned({}) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess",), "there is no game 'chess'"),
        (("everest1924", "--policy", "lucky"), "there are: random, greedy, strong"),
        (("everest1924", "--seats", 2), "the number of seats of Everest 1924 is from 1 to 1"),
        (("dicey_peaks", "--policy", "random,greedy", "--seats", 3), "--seats is 2"),
        (("everest1924", "--report", "/nowhere/page.html"), "name a file in a folder that is there"),
        (("everest1924", "--csv", "/nowhere/games.csv"), "name a file in a folder that is there"),
        (("everest1924", "--seed", "5e"), "64 hex digits"),
        (("everest1924", "--option", "colour=red"), "no option 'colour'; there are: turn_seconds"),
        (("everest1924", "--option", "turn_seconds"), "--option takes name=value"),
        (("dicey_peaks", "--content", HILL), "this content is for everest1924"),
        (("everest1924", "--content", "nowhere.toml"), "No such file"),
    ],
    ids=lambda each: None if isinstance(each, str) else " ".join(map(str, each)),
)
def test_what_cannot_be_played_is_said_before_it_is(words, told):
    """In one line that says what to do."""
    ran = summitbook("simulate", *words)

    assert ran.status in {1, 2}
    assert ran.out == ""
    assert told in ran.err


def test_a_table_that_was_not_finished_leaves_nothing(tmp_path, monkeypatch):
    """The file is whole or not there, and nothing lies beside it."""
    from summitbook_service.cli.simulate import command  # noqa: PLC0415

    def broken(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "simulated", broken)
    ran = summitbook("simulate", "everest1924", "--csv", tmp_path / "games.csv")

    assert ran.status == 130
    assert list(tmp_path.iterdir()) == []


def test_seeds_of_games_follow_from_the_seed(rows):
    """So a single line can be had again without the others."""
    _, table = rows("everest1924", "--games", 3, "--jobs", 1)

    assert [row["seed"] for row in table] == [secret_of(bytes.fromhex(SEED), n).hex() for n in range(3)]
