"""`summitbook solve`, as docs/advice.md tells it."""

from pathlib import Path

from command import Terminal, summitbook

HILL = Path(__file__).parents[2] / "docs" / "examples" / "afternoon-hill.toml"


def test_the_best_there_is_is_told():
    """The score to expect, the chance of the summit, how many positions there are, and that it is exact."""
    ran = summitbook("solve", "everest1924")

    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "Everest 1924, edition reconstructed",
        "  expected score        42.62",
        "  chance of the summit  20.0 %",
        "  positions             15,520, exact",
    ]


def test_a_machine_is_told_in_json(tmp_path):
    """The same with every digit, with the hash of the content, and the file in which the solution is kept."""
    (told,) = summitbook(
        "solve", "everest1924", "--content", HILL, "--json", SUMMITBOOK_CACHE=str(tmp_path)
    ).json

    assert (told["game"], told["edition"], told["exact"]) == ("everest1924", "afternoon-hill", True)
    assert 0 < told["chance_of_summit"] < 1
    assert [told["file"]] == [str(each) for each in tmp_path.iterdir()]
    assert len(told["content_sha256"]) == 64


def test_where_it_cannot_be_kept_it_is_told_all_the_same(tmp_path):
    """What is asked for is on standard output, and a note beside it says what to do."""
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    ran = summitbook("solve", "everest1924", "--content", HILL, SUMMITBOOK_CACHE=str(in_the_way))

    assert ran.status == 0
    assert ran.out.startswith("Everest 1924, edition afternoon-hill\n")
    assert ran.err == "It could not be kept; SUMMITBOOK_CACHE names another folder.\n"


def test_a_terminal_shows_how_far_it_is(tmp_path):
    """There is a bar while it is worked out."""
    with Terminal("solve", "everest1924", SUMMITBOOK_CACHE=str(tmp_path)) as terminal:
        assert terminal.until(b"Solving")

    assert terminal.status == 0
    assert b"42.62" in terminal.shown


def test_what_cannot_be_solved_is_one_line():
    """A game, an edition and options that do not fit are told with what there is."""
    wrong = {
        "NOT_SOLVABLE": ["dicey_peaks"],
        "UNKNOWN_GAME": ["k2"],
        "UNKNOWN_EDITION": ["everest1924", "--edition", "k2"],
        "USAGE": ["everest1924", "--edition", "reconstructed", "--content", HILL],
    }
    for code, words in wrong.items():
        ran = summitbook("solve", *words)
        assert ran.out == ""
        assert ran.err.startswith(f"summitbook: {code}: ")
        assert ran.err.count("\n") == 1


def test_a_sheet_that_is_too_large_is_one_line(tmp_path):
    """NO_ADVICE for a sheet of a million squares."""
    large = tmp_path / "large.toml"
    large.write_text(
        HILL.read_text(encoding="utf-8").replace("squares = 6", "squares = 1000000"), encoding="utf-8"
    )

    ran = summitbook("solve", "everest1924", "--content", large)

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("summitbook: NO_ADVICE: the sheet has too many positions")


def test_a_game_is_recorded_by_the_strong_policy(tmp_path):
    """`replay record --policy strong` plays a whole game, and the same one again, that audits."""
    ways = [tmp_path / name for name in ("one", "other")]
    for way in ways:
        words = ("--content", HILL, "--policy", "strong", "--seed", "5e" * 32, "--out", way)
        assert summitbook("replay", "record", "everest1924", *words).status == 0

    assert ways[0].read_bytes() == ways[1].read_bytes()
    assert summitbook("replay", "audit", ways[0]).status == 0
