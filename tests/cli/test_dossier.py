"""`summitbook tournament audit`: docs/tournaments.md, "Dossier"."""

import io
import json
import re
from zipfile import ZipFile

import pytest
from command import summitbook
from dossiers import cup_of, dossier_of, logs_of, packed
from meddle.evidence import Evidence, Found, covered
from meddle.in_time import game_anew, log_anew
from reports import HOSTILE, Page
from tampering import KEY, OTHER_KEY
from tournaments import Cup, asked_for

from summitbook_domain.dossier.files import LOG, STANDINGS_CSV, game_file
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.results import set_aside
from summitbook_domain.tournament.standings import standings
from summitbook_service import dossiers as dossiers_of_the_service
from summitbook_service.cli.tournament.words import DOSSIER, meaning

EVERY = {kind: packed(cup_of(kind), logs_of(cup_of(kind))) for kind in ("duplicate", "tables", "ladder")}


@pytest.fixture(params=EVERY)
def kind(request):
    return request.param


def written(tmp_path, content):
    path = tmp_path / "cup.dossier.zip"
    path.write_bytes(content)
    return path


def zipped(files):
    """Anybody's archive of these files."""
    archive = io.BytesIO()
    with ZipFile(archive, "w") as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return archive.getvalue()


def audited(tmp_path, content, *words, **variables):
    return summitbook("tournament", "audit", written(tmp_path, content), *words, **variables)


def test_a_sound_dossier_passes(tmp_path, kind):
    """Status 0, and all that was checked in a word; the key is named, so no warning is left."""
    ran = audited(tmp_path, EVERY[kind], "--key", KEY)
    assert ran.status == 0, ran.err
    assert "✔ log   ✔ games   ✔ pairings and standings   ✔ seals" in ran.out
    assert "The Cup" in ran.out
    assert f"{len(cup_of(kind).books)} audited" in ran.out
    assert "warning" not in ran.out


def test_a_game_that_was_set_aside_is_a_warning(tmp_path):
    """Status 0, since a referee decided it; but nobody reads that all games were checked."""
    cup = Cup(asked_for("duplicate", cup_of("duplicate").game, 1, 1))
    cup.start(2)
    broken = cup.publish().games[0].game_id
    cup.decide("cancel", game_id=broken)
    cup.ask(set_aside(broken))
    cup.play()
    cup.close_round()
    cup.close()
    ran = audited(tmp_path, packed(cup, logs_of(cup)), "--key", KEY, "--report", str(tmp_path / "page.html"))
    assert ran.status == 0, ran.err
    assert "✔ log   ○ games   ✔ pairings and standings   ✔ seals" in ran.out
    assert "SET_ASIDE" in ran.out
    assert f"game {broken} was cancelled" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_machines_get_all_of_it(tmp_path, kind):
    """One object: the verdict, the figures, the standings."""
    (told,) = audited(tmp_path, EVERY[kind], "--json", "--jobs", "1").json
    state = cup_of(kind).state
    assert (told["ok"], told["findings"], told["kind"], told["name"]) == (True, [], kind, "The Cup")
    assert told["games"] == len(state.fixtures)
    assert [(row["contestant"], row["name"]) for row in told["standings"]] == [
        (each.contestant, state.contestants[each.contestant].name) for each in standings(state)
    ]
    assert [each["code"] for each in told["warnings"]] == ["UNKNOWN_KEY"]


def test_it_does_not_matter_how_many_processes_audit(tmp_path):
    """Nor in which of them a game is."""
    one, two = (audited(tmp_path, EVERY["tables"], "--json", "--jobs", jobs).out for jobs in ("1", "2"))
    assert one == two


def test_what_is_wrong_is_told_with_its_place(tmp_path):
    """Status 1, file, line, code, what it means, and what must be there."""
    evidence = Evidence("duplicate")
    records = evidence.records()
    at = next(each["n"] for each in records if each["type"] == "GameFinished")
    records[at - 1]["data"]["outcome"] = records[at - 1]["cause"]["args"]["outcome"] = "won"
    content = zipped(covered(evidence, "insider", records))

    ran = audited(tmp_path, content, "--key", KEY)
    assert ran.status == 1
    told = " ".join(ran.out.split())
    assert f"WRONG_RESULT in {LOG}, line {at}" in told
    assert "not the one that the game came to" in told

    (told,) = audited(tmp_path, content, "--key", KEY, "--json").json
    finding = told["findings"][0]
    assert (finding["file"], finding["line"], finding["code"]) == Found(LOG, at, "WRONG_RESULT")
    assert (finding["expected"][0], finding["found"][0]) == ("finished", "won")


def test_a_key_and_a_head_that_are_named_must_be_there(tmp_path):
    """As for single games."""
    assert "UNKNOWN_KEY" in audited(tmp_path, EVERY["ladder"], "--key", OTHER_KEY).out
    head = cup_of("ladder").minutes.head
    assert audited(tmp_path, EVERY["ladder"], "--head", f"{head.n}:{head.hash}").status == 0
    assert "BROKEN_CHAIN" in audited(tmp_path, EVERY["ladder"], "--head", "0" * 64).out
    assert audited(tmp_path, EVERY["ladder"], "--key", "no key").status == 2


def told_later(evidence):
    """The tournament's log at other times, sealed by the service itself."""
    return log_anew(evidence, 2)


def game_told_later(evidence):
    """One game at other times, and counted so, both sealed by the service itself."""
    return game_anew(evidence, evidence.state.fixtures[0], 2)


def receipts_in(tmp_path, *receipts):
    path = tmp_path / "ada.jsonl"
    path.write_text("".join(f"{json.dumps(each)}\n" for each in receipts))
    return path


@pytest.mark.parametrize("lies", [told_later, game_told_later], ids=lambda lies: lies.__name__)
def test_a_receipt_catches_whoever_tells_it_anew(tmp_path, lies):
    """With the service's own seals all of it holds; the receipt of a contestant or a player finds it out."""
    evidence = Evidence("duplicate")
    game_id = evidence.state.fixtures[0].game_id
    entered, played = evidence.records()[4], evidence.records(game_file(game_id))[5]
    kept = receipts_in(
        tmp_path,
        {"tournament_id": evidence.state.birth.tournament_id, "n": entered["n"], "hash": entered["hash"]},
        {"game_id": game_id, "n": played["n"], "hash": played["hash"]},
    )
    content = zipped(lies(evidence))

    unheld = audited(tmp_path, content, "--key", KEY)
    (held,) = audited(tmp_path, content, "--key", KEY, "--receipts", kept, "--json").json
    people = audited(tmp_path, content, "--key", KEY, "--receipts", kept, COLUMNS="300").out

    assert unheld.status == 0, unheld.out
    (file, line, number) = (
        (LOG, entered["n"], 1) if lies is told_later else (game_file(game_id), played["n"], 2)
    )
    finding = held["findings"][0]
    assert (finding["file"], finding["line"], finding["code"]) == Found(file, line, "BROKEN_CHAIN")
    assert finding["missed_receipt"] == f"{kept}, line {number}"
    assert f"that of {kept}, line {number} is not held" in people


def test_receipts_of_something_else_are_told(tmp_path):
    """A warning where none is of this dossier, and a note of what they are of."""
    other = "928f0218-8b68-4fb3-8188-53138e4ae6ab"
    kept = receipts_in(
        tmp_path,
        {"tournament_id": other, "n": 1, "hash": "0" * 64},
        {"game_id": other, "n": 1, "hash": "0" * 64},
    )

    ran = audited(tmp_path, EVERY["ladder"], "--receipts", kept, "--json")

    assert ran.status == 0
    assert "NO_RECEIPT" in [each["code"] for each in ran.json[0]["warnings"]]
    assert ran.err.splitlines() == [
        f"Receipts without a file, of 1 game: {other}",
        f"Receipts without a file, of 1 tournament: {other}",
    ]


def test_what_is_no_dossier_is_said_so(tmp_path):
    """No archive, no file, an archive of something else."""
    assert "BAD_ARCHIVE" in audited(tmp_path, b"garbage").err
    assert "FILE" in summitbook("tournament", "audit", tmp_path / "none.zip").err
    ran = audited(tmp_path, zipped({"notes.txt": b""}))
    assert (ran.status, ran.out.count("MISSING_FILE"), ran.out.count("FOREIGN_FILE")) == (1, 4, 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_archive_that_is_damaged_in_a_game_is_no_dossier(tmp_path, jobs):
    """Whichever process would have audited the game: one line, and no verdict on the rest."""
    content = bytearray(EVERY["duplicate"])
    content[len(content) // 2] ^= 1

    ran = audited(tmp_path, bytes(content), "--jobs", jobs)

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("summitbook: BAD_ARCHIVE: ")


def test_long_games_are_audited_as_short_ones(tmp_path, monkeypatch):
    """Where they lie does not matter."""
    short = audited(tmp_path, EVERY["tables"], "--json", "--jobs", 2).out
    monkeypatch.setattr(dossiers_of_the_service, "SHORT", 1)

    assert audited(tmp_path, EVERY["tables"], "--json", "--jobs", 2).out == short


def test_a_changed_table_is_shown_without_the_ends_of_its_lines(tmp_path):
    """A line's end is no character to read: it is spelled out only where nothing else differs."""
    files = dict(dossier_of("duplicate"))
    table = files[STANDINGS_CSV]
    changed = audited(tmp_path, zipped({**files, STANDINGS_CSV: table.replace(b"\n", b"1\r\n")}))
    by_ends = audited(tmp_path, zipped({**files, STANDINGS_CSV: table.replace(b"\n", b"\r\n")}), "--json")

    assert "✘ 1 thing is wrong" in changed.out
    assert "WRONG_STANDINGS in standings.csv, line 1" in " ".join(changed.out.split())
    assert "\N{REPLACEMENT CHARACTER}" not in changed.out
    (finding,) = by_ends.json[0]["findings"]
    assert finding["expected"].endswith(r"games\n")
    assert finding["found"].endswith(r"games\r\n")


def test_whoever_audits_it_as_a_game_is_told_the_command(tmp_path):
    """It is no recorded game, and the fault says what checks it."""
    ran = summitbook("replay", "audit", written(tmp_path, EVERY["ladder"]))
    assert ran.status == 1
    assert "if it is a dossier: summitbook tournament audit" in " ".join(ran.out.split())


def test_the_report_counts_the_dice_of_a_deal_once(tmp_path):
    """Who plays the same deal has the same dice under the same labels: counted twice they prove nothing."""
    paths = []
    for fixture in cup_of("duplicate").state.fixtures_of(3):
        name = game_file(fixture.game_id)
        path = tmp_path / f"{len(paths)}.replay.jsonl"
        path.write_bytes(dossier_of("duplicate")[name])
        paths.append(path)
    assert len(paths) > 1

    def page_of(*files):
        page = tmp_path / "verdict.html"
        assert summitbook("replay", "audit", *files, "--report", page).status == 0
        return Page(page.read_text(encoding="utf-8")).text

    draws = re.compile(r"([\d,]+) draws|: (\d+)\.")
    alone, together = page_of(paths[0]), page_of(*paths)

    assert draws.search(alone).group() == draws.search(together).group()
    assert f"{len(paths) - 1} more are left out" in together
    assert "share a deal" not in alone


def test_the_report_is_a_page_for_referees(tmp_path, kind):
    """Verdict, standings, every round with its deal, decisions, and every game; nothing is fetched or run."""
    path = tmp_path / "verdict.html"
    assert audited(tmp_path, EVERY[kind], "--key", KEY, "--report", path).status == 0
    page, state = Page(path.read_text(encoding="utf-8")), cup_of(kind).state
    assert "✔ log ✔ games ✔ pairings and standings ✔ seals" in page.text
    assert all(past.deal in page.text and past.seed in page.text for past in state.rounds)
    assert all(game_file(each.game_id) in page.text for each in state.fixtures)
    assert all(each.name in page.text for each in state.contestants)
    assert ("seen by two" in page.text) == bool(state.decisions)
    assert "Dice, tiles and cards against chance" in page.text
    assert not page.outside
    assert "script" not in page.tags


def test_the_report_shows_what_is_wrong(tmp_path):
    """Each finding with its meaning, and the games all the same."""
    files = dict(dossier_of("tables"))
    one, other = (name for name in list(files)[1:3])
    files[one] = files[other]
    path = tmp_path / "verdict.html"
    assert audited(tmp_path, zipped(files), "--report", path).status == 1
    page = Page(path.read_text(encoding="utf-8"))
    assert f"WRONG_GAME in {one}, line 1" in page.text
    assert meaning("WRONG_GAME") in page.text
    assert "Round 3" in page.text


def test_a_log_at_fault_leaves_a_page_too(tmp_path):
    """What it says of itself is not told then."""
    files = {**dossier_of("tables"), LOG: b"{}\n"}
    path = tmp_path / "verdict.html"
    assert audited(tmp_path, zipped(files), "--report", path).status == 1
    assert "BAD_FORMAT in tournament.jsonl, line 1" in Page(path.read_text(encoding="utf-8")).text


def test_names_of_strangers_run_nothing(tmp_path):
    """Neither on the page nor in the terminal."""
    name = HOSTILE.replace("https://example.org/x", "//x")[:60] + "\x1b[2J"
    cup = Cup(asked_for("duplicate", cup_of("duplicate").game, 1, 1))
    cup.ask(c.EnterContestant(name[:64]))
    cup.ask(c.StartTournament())
    cup.publish()
    cup.play()
    cup.close_round()
    cup.close()
    path = tmp_path / "verdict.html"
    ran = audited(tmp_path, packed(cup, logs_of(cup)), "--report", path)
    page = Page(path.read_text(encoding="utf-8"))
    assert ran.status == 0, ran.err
    assert not page.outside
    assert "script" not in page.tags
    assert "\x1b" not in ran.out + page.source


def test_every_code_has_its_words():
    """Those that only a dossier's audit finds, and those of single games."""
    assert all(meaning(code) for code in (*DOSSIER, "BROKEN_CHAIN", "NO_SEED"))
