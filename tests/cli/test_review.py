"""docs/advice.md, "Review": what a recorded game's choices cost, as people and machines are told it."""

from pathlib import Path

import pytest
from command import summitbook
from reports import HOSTILE, Page
from tampering import RECORDS, chained, sealed, with_data

from summitbook_service import reviews
from summitbook_service.cli.replay.review import page as page_module

GOLDEN = Path(__file__).parents[2] / "replays"
ALONE = GOLDEN / "everest1924" / "salted.replay.jsonl"
RIVALS = GOLDEN / "dicey_peaks" / "retired-one-by-one.replay.jsonl"
TEAM = GOLDEN / "mountaineering" / "whistle-and-home.replay.jsonl"


def written(tmp_path, lines, name="game.replay.jsonl"):
    (tmp_path / name).write_bytes(b"".join(lines))
    return tmp_path / name


def page_of(tmp_path, *words):
    path = tmp_path / "review.html"
    ran = summitbook("replay", "review", *words, "--report", path)
    assert (ran.status, ran.err) == (0, "")
    return Page(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", [ALONE, RIVALS, TEAM], ids=lambda file: file.parent.name)
def test_machines_are_told_all(file):
    """Of every seat its moves and figures, which add up; what a seat has not is null."""
    ran = summitbook("replay", "review", file, "--json")

    assert (ran.status, ran.err) == (0, "")
    (told,) = ran.json
    assert (told["file"], told["game"]) == (str(file), file.parent.name)
    for seat in told["seats"]:
        assert seat["cost"] == pytest.approx(sum(move["cost"] for move in seat["moves"]))
        if seat["moves"]:
            assert seat["start"] - seat["cost"] + seat["luck"] == pytest.approx(seat["result"])
        else:
            assert (seat["unit"], seat["accuracy"], seat["start"], seat["result"]) == (None,) * 4


def test_people_are_told_what_was_best_where_it_cost_something():
    """Record, seat, what was chosen, what would have been best, what that cost; then each seat's figures."""
    ran = summitbook("replay", "review", ALONE, COLUMNS="160")

    assert ran.status == 0
    rows = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "5 0 Roll 3 dice" in rows, "nothing was better"
    assert any(row.startswith("6 0 Reroll die 1, die 2, die 3 Traverse along the row: ") for row in rows)
    assert any(row.startswith("12 0 Abandon") and row.endswith("30.06") for row in rows)
    assert "0 Howard Somervell 65.4 42.62 39.31 +9.69 13.00 1" in rows


def test_chances_are_told_in_percent():
    """And who leaves the game gives away the chance there was."""
    ran = summitbook("replay", "review", RIVALS)

    assert " ".join(ran.out.split("\n")[3].split()).startswith("12 0 Leave the game")
    assert "44.6 %" in ran.out
    assert "add up over the game, so that each can pass 100 %." in " ".join(ran.out.split())
    assert "1 Wanda Rutkiewicz - - - - - 0" in " ".join(ran.out.split())


def test_one_seat_is_told_alone():
    """The moves of the others are left out, and so are their figures."""
    told = summitbook("replay", "review", TEAM, "--seat", 1, "--json").json[0]
    ran = summitbook("replay", "review", TEAM, "--seat", 1)

    assert [seat["seat"] for seat in told["seats"]] == [1]
    numbers = [line.split()[1] for line in ran.out.splitlines()[1:] if line[:3].strip().isdigit()]
    assert numbers
    assert set(numbers[:-1]) == {"1"}


def test_a_seat_that_is_not_there_is_named_as_such():
    """With those that are."""
    ran = summitbook("replay", "review", TEAM, "--seat", 2)

    assert ran.status == 2
    assert "USAGE: nobody held seat 2 in this game; seats that were held: 0, 1" in ran.err


def test_a_file_that_does_not_hold_is_not_reviewed(tmp_path):
    """The fault is told as by an audit, with its line."""
    ran = summitbook("replay", "review", written(tmp_path, chained(with_data(len(RECORDS) - 2, score=99))))

    assert ran.status == 1
    assert f"WRONG_EVENT: {tmp_path}/game.replay.jsonl, line {len(RECORDS) - 1}: " in ran.err
    assert "summitbook replay audit" in ran.err


def test_a_game_that_goes_on_is_not_reviewed(tmp_path):
    """It would be advice."""
    ran = summitbook("replay", "review", written(tmp_path, sealed(chained(RECORDS[:8]))))

    assert (ran.status, ran.out) == (1, "")
    assert "GAME_NOT_OVER" in ran.err


def test_a_deal_that_others_play_is_not_reviewed(tmp_path):
    """Without its seed nobody can tell whether the moves are those that were made."""
    lines = (GOLDEN / "everest1924" / "shared-deal.replay.jsonl").read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if b'{"reveal"' not in line]
    ran = summitbook("replay", "review", written(tmp_path, kept))

    assert len(kept) == len(lines) - 1
    assert (ran.status, ran.out) == (1, "")
    assert "NO_SEED" in ran.err


def test_where_nothing_advises_that_is_said(monkeypatch):
    """A game without an adviser, or content that is too much for it."""
    monkeypatch.setattr("summitbook_advice.review.ADVISERS", {})
    ran = summitbook("replay", "review", ALONE, "--json")

    assert ran.status == 1
    assert ran.json[0]["error"]["code"] == "NO_ADVICE"


def test_how_far_it_has_come_is_told_to_the_last_record():
    """Whoever shows progress is told of each command's last record."""
    seen = []
    lines = ALONE.read_bytes().splitlines(keepends=True)
    reviews.review_of(lines, seen.append)

    assert seen[-1] == len(lines) - 1, "all but the seal"


@pytest.mark.parametrize("file", [ALONE, RIVALS, TEAM], ids=lambda file: file.parent.name)
def test_the_page_asks_no_host_for_anything(tmp_path, file):
    """It is whole: figures, plots, moves, with no script and nothing to fetch."""
    page = page_of(tmp_path, file)

    assert page.outside == []
    assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "form", "base"})
    assert {"svg", "polyline", "rect"} <= page.tags
    assert page.text.count("From move to move") == page.text.count("accuracy")


def test_a_page_of_a_long_game_stays_readable(tmp_path, monkeypatch):
    """Beyond some thousands, moves are counted; all of them are in the plot, and in --json."""
    monkeypatch.setattr(page_module, "MOST_ROWS", 5)
    page = page_of(tmp_path, ALONE)

    assert "2 more moves are only in the plot." in page.text
    assert "Abandon the expedition" not in page.text


def test_a_seat_without_a_choice_has_no_plot(tmp_path):
    """It is said instead."""
    page = page_of(tmp_path, RIVALS, "--seat", 1)

    assert "This seat had nothing to choose." in page.text
    assert "svg" not in page.tags


def test_a_name_is_text_on_the_page(tmp_path):
    """Whatever somebody is called, nothing of it is markup."""
    seated = next(i for i, each in enumerate(RECORDS) if each["type"] == "SeatTaken")
    data = {**RECORDS[seated]["data"], "name": HOSTILE[:64]}
    cause = {**RECORDS[seated]["cause"], "args": data}
    named = [*RECORDS[:seated], {**RECORDS[seated], "data": data, "cause": cause}, *RECORDS[seated + 1 :]]
    page = page_of(tmp_path, written(tmp_path, chained(named)))

    assert page.outside == []
    assert "script" not in page.tags
    assert HOSTILE[:64] in " ".join(page.texts)


def test_a_page_that_cannot_be_written_is_told_at_once(tmp_path):
    """Before anything is worked out."""
    ran = summitbook("replay", "review", ALONE, "--report", tmp_path / "no" / "review.html")

    assert (ran.status, ran.out) == (1, "")
    assert "FILE" in ran.err
