"""docs/audit.md, "The report": one page that a referee can read, whatever the files say."""

import json
import re
from pathlib import Path

import pytest
from command import summitbook
from garbage.heap import spoiled
from reports import HOSTILE, Page
from tampering import FINE, RECORDS, chained, sealed, with_data

from summitbook_domain.replay.draws import Count, Counts, Source
from summitbook_service.cli.replay.judge import Asked, judge
from summitbook_service.cli.replay.report import page as pages
from summitbook_service.cli.replay.report.chance import Outcome, chi_squared, in_words, outcome_of
from summitbook_service.cli.replay.report.html import Markup, join, tag
from summitbook_service.cli.replay.report.plots import plot
from summitbook_service.cli.replay.tally import Tally

GOLDEN = Path(__file__).parents[2] / "replays"


def page_of(tmp_path, *words):
    path = tmp_path / "verdict.html"
    ran = summitbook("replay", "audit", *words, "--report", path)
    assert ran.status in {0, 1}, ran.err
    return Page(path.read_text(encoding="utf-8"))


def written(tmp_path, lines, name="game.replay.jsonl"):
    (tmp_path / name).write_bytes(b"".join(lines))
    return tmp_path / name


@pytest.fixture
def hostile(tmp_path):
    """A file whose every text would be markup, in a name, in what is not read, and in its own name."""
    seated = next(i for i, each in enumerate(RECORDS) if each["type"] == "SeatTaken")
    data = {**RECORDS[seated]["data"], "name": HOSTILE[:64]}
    cause = {**RECORDS[seated]["cause"], "args": data}
    named = [*RECORDS[:seated], {**RECORDS[seated], "data": data, "cause": cause}, *RECORDS[seated + 1 :]]
    folder = tmp_path / "files"
    folder.mkdir()
    written(folder, chained(named), "<b>named.replay.jsonl")
    written(folder, [*FINE[:3], HOSTILE.encode() + b"\n"], '"><script>.replay.jsonl')
    written(folder, chained(with_data(len(RECORDS) - 2, legend=HOSTILE)), "event.replay.jsonl")
    written(folder, chained(with_data(0, game=HOSTILE)), "game.replay.jsonl")
    return folder


def test_a_page_asks_no_host_for_anything(tmp_path):
    """No script, no image, no link out, no style from elsewhere: the page is all there is, and says so."""
    page = page_of(tmp_path, GOLDEN / "everest1924")

    assert page.outside == []
    assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "form", "base"})
    assert not re.search(r"https?:|//[a-z]|url\(|@import", page.source)
    assert """content="default-src &#x27;none&#x27;; style-src""" in page.source
    assert "prefers-color-scheme: dark" in page.source
    assert "@media print" in page.source


def test_whatever_a_file_says_is_text(hostile, tmp_path):
    """Names, lines, events, games and file names are shown as they are, and nothing in them is markup."""
    page = page_of(tmp_path, hostile)

    assert page.outside == []
    assert page.tags.isdisjoint({"script", "img"})
    assert "<script>alert(1)</script>" in page.text
    assert HOSTILE[:64] in " ".join(page.texts)
    assert "<b>named.replay.jsonl" in page.text


def test_every_fault_is_linked_to_its_step(hostile, tmp_path):
    """A link for each fault, in the list and in the table, and to each a step that is there once."""
    page = page_of(tmp_path, hostile)

    assert len(page.ids) == len(set(page.ids)) == 3
    assert sorted(page.links) == sorted(f"#{each}" for each in page.ids * 2)


def test_a_step_has_all_there_is_to_see(tmp_path):
    """The lines about the fault, the command behind it, what was expected and what was found."""
    scored = next(i for i, each in enumerate(RECORDS) if each["type"] == "ExpeditionScored")
    file = written(tmp_path, sealed(chained(with_data(scored, score=99))))

    page = page_of(tmp_path, file)

    command = next(each["cause"] for each in reversed(RECORDS[: scored + 1]) if "cause" in each)
    assert f"WRONG_EVENT in {file}, line {scored + 1}" in page.text
    assert f"data.score {RECORDS[scored]['data']['score']}" in page.text
    assert "data.score 99" in page.text
    assert f"seat 0: {command['command']} {json.dumps(command['args'])}" in page.text
    shown = [json.loads(text) for text in page.texts if text.startswith('{"at"')]
    assert [each["n"] for each in shown] == list(range(scored - 2, min(scored + 4, len(RECORDS)) + 1))


def test_a_fault_in_no_line_has_a_step_too(tmp_path):
    """An empty file, and one that is not there."""
    page = page_of(tmp_path, written(tmp_path, []), tmp_path / "none.replay.jsonl")

    assert "TRUNCATED" in page.text
    assert "FILE in" in page.text
    assert len(page.ids) == 2


def test_players_and_results_are_told_in_words(tmp_path):
    """Who sat down, who won, the score: as the terminal tells it."""
    page = page_of(tmp_path, GOLDEN / "dicey_peaks", GOLDEN / "everest1924")

    assert "Junko Tabei, Wanda Rutkiewicz" in page.text
    assert "Wanda Rutkiewicz has won!" in page.text
    assert re.search(r"Score \d+: \w+", page.text)
    assert "Junko Tabei searches summit tile 1: no flag." in page.text


def test_a_result_is_told_of_no_file_with_a_fault(tmp_path):
    """What a file says that was tampered with is not repeated as a result."""
    scored = next(i for i, each in enumerate(RECORDS) if each["type"] == "ExpeditionScored")
    page = page_of(tmp_path, written(tmp_path, chained(with_data(scored, score=99))))

    assert "Score 99" not in page.text


def test_dice_are_counted_where_they_were_checked(tmp_path):
    """Each throw of a file that holds at level dice, none of another, none where none were asked."""
    values = [value for each in RECORDS for value in each["data"].get("values", ())]
    rolled = next(i for i, each in enumerate(RECORDS) if each["type"] == "DiceRolled")
    good = written(tmp_path, FINE)
    bad = written(tmp_path, chained(with_data(rolled, values=[1, 1, 1])), "bad.replay.jsonl")

    counted, unasked = page_of(tmp_path, good, bad), page_of(tmp_path, good, "--level", "seal")

    assert f"everest1924, die (content reconstructed) · {len(values)} draws" in counted.text
    assert "against chance" not in unasked.text
    assert "svg" in counted.tags


def test_what_could_not_be_known_is_told(tmp_path):
    """Without seal and receipt, and with what was asked, in a referee's words."""
    page = page_of(tmp_path, written(tmp_path, FINE))

    assert (
        "There was neither a seal nor a receipt: a game made up as a whole would look the same." in page.text
    )
    assert "none named: a seal shows that a file is whole, not whose it is" in page.text


def test_unused_receipts_are_on_the_page(tmp_path):
    """By the games that they are of."""
    other = "928f0218-8b68-4fb3-8188-53138e4ae6ab"
    kept = tmp_path / "ada.jsonl"
    kept.write_text(json.dumps({"game_id": other, "n": 1, "hash": "0" * 64}) + "\n")

    page = page_of(tmp_path, written(tmp_path, FINE), "--receipts", kept)

    assert f"Receipts without a file, of these games: {other}" in page.text


def test_a_page_that_cannot_be_written_is_told_before_the_audit(tmp_path):
    """Nobody waits an hour for that."""
    file = written(tmp_path, FINE)

    for path in (tmp_path, tmp_path / "no" / "verdict.html"):
        ran = summitbook("replay", "audit", file, "--report", path)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.startswith("summitbook: FILE: ")


def test_a_page_stays_of_a_size_that_can_be_read(hostile, tmp_path, monkeypatch):
    """More faults than can be read are listed, and are said to be."""
    monkeypatch.setattr(pages, "MOST_STEPS", 1)

    page = page_of(tmp_path, hostile)

    assert len(page.ids) == 1
    assert "2 more faults are only listed below." in page.text


@pytest.mark.parametrize(
    "records",
    [
        with_data(0, game="x" * 1_000_000),
        with_data(1, name="y" * 1_000_000, salt=""),
        with_data(len(RECORDS) - 1, outcome="z" * 1_000_000),
        with_data(len(RECORDS) - 2, legend="w" * 1_000_000),
    ],
    ids=["game", "name", "outcome", "legend"],
)
@pytest.mark.parametrize("level", ["chain", "rules"])
def test_nothing_in_a_file_makes_the_page_long(tmp_path, records, level):
    """Texts are cut, whether they are a fault, stand beside one, or were not looked at."""
    page = page_of(tmp_path, written(tmp_path, chained(records)), "--level", level)

    assert len(page.source) < 60_000


@pytest.mark.parametrize("level", ["chain", "rules"])
def test_a_page_on_garbage_is_a_page(tmp_path, level):
    """Whatever files hold, each is a row, and nothing is markup; also where the rules were not asked."""
    file, asked, tally = tmp_path / "garbage.replay.jsonl", Asked(level=level, evidence=True), Tally()
    report = pages.Report(tmp_path / "verdict.html", asked)
    for number in range(100):
        file.write_bytes(b"".join(spoiled(5, number)))
        verdict = judge(file, asked)
        report.take(verdict)
        tally.add(verdict)
    report.end(tally)

    page = Page((tmp_path / "verdict.html").read_text(encoding="utf-8"))
    assert page.outside == []
    assert page.source.count(file.name) >= 100


def test_what_stands_in_a_page_is_escaped_unless_it_was_made_by_tag():
    """Text and attributes are, elements are not, and nothing is escaped twice."""
    made = tag("p", "<&>", tag("b", '"'), title='"<')

    assert made == '<p title="&quot;&lt;">&lt;&amp;&gt;<b>&quot;</b></p>'
    assert isinstance(join(made, "<"), Markup)
    assert join(made, "<") == f"{made}&lt;"
    assert tag("rect", x=1, y=None) == '<rect x="1"/>'


@pytest.mark.parametrize(
    ("figure", "freedom", "p"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (11.070, 5, 0.05),
        (20.515, 5, 0.001),
        (18.307, 10, 0.05),
        (36.415, 24, 0.05),
        (0.0, 5, 1.0),
    ],
)
def test_chi_squared_is_that_of_the_tables(figure, freedom, p):
    """The critical values that every book of statistics prints."""
    assert chi_squared(figure, freedom) == pytest.approx(p, rel=2e-3)


def counts(seen, *, again=True):
    expected = sum(seen) / len(seen)
    variance = expected * (1 - 1 / len(seen))
    items = {str(face): Count(each, expected, variance) for face, each in enumerate(seen, 1)}
    return Counts(sum(seen), again=again, items=items)


@pytest.mark.parametrize(
    ("seen", "again", "word"),
    [
        ([100, 98, 103, 99, 101, 99], True, "Nothing unusual"),
        ([100, 98, 103, 99, 101, 99], False, "Nothing unusual"),
        ([110, 90, 95, 105, 104, 96], True, "Nothing unusual: chance alone is at least this uneven in "),
        ([125, 90, 80, 100, 115, 90], True, "Somewhat uneven"),
        ([160, 90, 90, 90, 90, 80], True, "Far from what chance gives"),
        ([160, 90, 90, 90, 90, 80], False, "Far from what chance gives"),
        ([1, 2, 0, 1, 3, 1], True, "Too few draws"),
        ([100], True, "Too few draws"),
    ],
)
def test_what_chance_would_give_is_said_in_words(seen, again, word):
    """From nothing unusual to look into it, and nothing where nothing can be said."""
    assert in_words(outcome_of(counts(seen, again=again))).startswith(word)


def test_words_say_how_often():
    """A probability is a count of one hundred, or one in so many."""
    assert "in 37 of 100" in in_words(Outcome("", 0.372))
    assert "in 1 of 48" in in_words(Outcome("", 1 / 48))


def test_what_was_hardly_ever_drawn_is_named_and_not_plotted(tmp_path):
    """Three draws make no plot; they are counted all the same."""
    page = page_of(tmp_path, GOLDEN / "dicey_peaks" / "own-mountain.replay.jsonl")

    assert "Drawn too seldom for a plot: dicey_peaks, dark blue die (content hill): 7;" in page.text


def test_of_few_draws_none_is_outside():
    """Where a thing is expected once or twice, the band says nothing."""
    drawn = plot(Source("race", "plain", "0" * 64, "die"), counts([6, 0, 0, 0, 0, 0]))

    assert "outside" not in drawn


def test_a_bar_outside_of_the_band_is_marked():
    """And those within are not."""
    drawn = plot(Source("race", "plain", "0" * 64, "die"), counts([160, 90, 90, 90, 90, 80]))

    assert drawn.count("outside") == drawn.count("seen off") == 2
    assert drawn.count("<svg") == 6
