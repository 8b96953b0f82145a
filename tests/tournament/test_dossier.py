"""docs/tournaments.md, "Dossier": what stands in it, and what its audit asks."""

import copy
import io
import json
from uuid import UUID
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest
from dossiers import WHOLE, cup_of, dossier_of, logs_of, outcome_of, packed, unzipped
from meddle.evidence import Evidence, covered
from tampering import KEY, OTHER_KEY, chained, sealed
from tournaments import Cup, asked_for, duplicate

from summitbook_domain.dossier.files import KEYS, LOG, STANDINGS_CSV, STANDINGS_JSON, game_file
from summitbook_domain.record import Head
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.results import set_aside
from summitbook_domain.tournament.standings import standings
from summitbook_service import dossiers
from summitbook_service.dossiers import BadArchive, reading, unpacked

each_kind = pytest.mark.parametrize("kind", WHOLE)


def first(files, **asked):
    """Where the first thing is that is wrong, and what."""
    finding = outcome_of(files, **asked).findings[0]
    return finding.file, finding.line, finding.code


@each_kind
def test_a_dossier_has_the_log_every_game_the_keys_and_the_standings(kind):
    """And nothing else."""
    games = [game_file(each.game_id) for each in cup_of(kind).state.fixtures]
    assert list(dossier_of(kind)) == [LOG, *games, KEYS, STANDINGS_JSON, STANDINGS_CSV]


@each_kind
def test_the_same_tournament_gives_the_same_bytes(kind):
    """Whenever and wherever it is packed."""
    cup = cup_of(kind)
    assert packed(cup, logs_of(cup)) == packed(cup, logs_of(cup))


@each_kind
def test_it_is_checked_to_the_last_game(kind):
    """Nothing is wrong, all is counted, and the standings are those of the end."""
    outcome = outcome_of(dossier_of(kind))
    games = cup_of(kind).books.values()
    assert (outcome.ok, outcome.caveats, outcome.games) == (True, (), len(games))
    assert outcome.records == sum(len(book.lines) for book in games)
    assert outcome.told.state == cup_of(kind).state


def test_standings_go_to_spreadsheets():
    """A line a contestant, best first, in CSV and in JSON."""
    files, state = dossier_of("duplicate"), cup_of("duplicate").state
    best = standings(state)[0]
    lines = files[STANDINGS_CSV].decode().splitlines()
    assert lines[0] == "place,contestant,name,points,tie_breaks,games"
    assert lines[1] == f"1,4,contestant 4,{best.points},{best.tie_breaks[0]} {best.tie_breaks[1]},3"
    rows = json.loads(files[STANDINGS_JSON])
    assert [row["contestant"] for row in rows] == [each.contestant for each in standings(state)]
    assert rows[0]["name"] == "contestant 4"


def test_no_name_is_a_formula_to_a_spreadsheet():
    """Text that could be one has an apostrophe before it in the CSV, and stands as it is in the JSON."""
    cup = Cup(asked_for("duplicate", cup_of("duplicate").game, 1, 1))
    cup.ask(c.EnterContestant('=cmd("x")'))
    cup.ask(c.StartTournament())
    cup.publish()
    cup.play()
    cup.close_round()
    cup.close()
    files = unzipped(packed(cup, logs_of(cup)))
    assert '"\'=cmd(""x"")"' in files[STANDINGS_CSV].decode()
    assert json.loads(files[STANDINGS_JSON])[0]["name"] == '=cmd("x")'
    assert outcome_of(files).ok


def test_without_a_key_named_nobody_knows_whose_seals_they_are():
    """A warning; with another key named it is a fault."""
    assert [each.code for each in outcome_of(dossier_of("ladder"), keys=()).caveats] == ["UNKNOWN_KEY"]
    assert outcome_of(dossier_of("ladder"), keys=()).ok
    last = len(dossier_of("ladder")[LOG].splitlines())
    assert first(dossier_of("ladder"), keys=(OTHER_KEY,)) == (LOG, last, "UNKNOWN_KEY")
    assert outcome_of(dossier_of("ladder"), keys=(OTHER_KEY, KEY)).ok


def test_a_receipt_ties_the_log_down():
    """What the service alone could change, such as a decision that moved nothing, is found by a head kept."""
    files, state = dossier_of("tables"), cup_of("tables").minutes
    assert outcome_of(files, heads=(state.head,)).ok
    told_anew = Head(state.head.n, "0" * 64)
    assert first(files, heads=(told_anew,)) == (LOG, state.head.n, "BROKEN_CHAIN")
    assert first(files, heads=(Head(99, "0" * 64),))[2] == "TRUNCATED"


def test_a_tournament_that_goes_on_has_no_dossier():
    """Its seed is not revealed, so no pairing can be derived."""
    cup = duplicate(2, rounds=1)
    log = b"".join(sealed([line + b"\n" for line in cup.minutes.lines]))
    assert first({**dossier_of("duplicate"), LOG: log}) == (LOG, len(cup.minutes.lines), "NOT_OVER")


def test_a_game_belongs_to_one_round():
    """The same game twice in the pairings is found where it comes again."""
    evidence = Evidence("duplicate")
    records = evidence.records()
    rounds = [each for each in records if each["type"] == "RoundPublished"]
    rounds[1]["data"]["games"][0]["game_id"] = rounds[0]["data"]["games"][0]["game_id"]
    files = covered(evidence, "insider", records)
    assert first(files) == (LOG, rounds[1]["n"], "DOUBLE_GAME")


def test_with_fewer_games_than_contestants_a_round_is_wrong():
    """And so is one with more."""
    for more in (-1, 1):
        evidence = Evidence("duplicate")
        records = evidence.records()
        published = next(each for each in records if each["type"] == "RoundPublished")
        games = published["data"]["games"]
        games[:] = games[:more] if more < 0 else [*games, {**games[-1], "game_id": games[0]["game_id"]}]
        assert first(covered(evidence, "insider", records)) == (LOG, published["n"], "WRONG_EVENT")


def test_an_unknown_game_or_event_or_command_is_found_not_fallen_over():
    """Whatever a log says, there is a verdict."""
    evidence = Evidence("ladder")
    for at, change, code in (
        (0, lambda each: each["data"].update(rules=9), "UNKNOWN_RULES"),
        (3, lambda each: each.update(type="SomethingElse"), "WRONG_EVENT"),
        (3, lambda each: each["cause"].update(command="DoSomething"), "ILLEGAL_COMMAND"),
        (3, lambda each: each["cause"].update(args={}), "ILLEGAL_COMMAND"),
        (3, lambda each: each.pop("cause"), "WRONG_EVENT"),
        (0, lambda each: each["cause"].update(seat=0), "ILLEGAL_COMMAND"),
    ):
        records = copy.deepcopy(evidence.records())
        change(records[at])
        assert first(covered(evidence, "insider", records)) == (LOG, at + 1, code)


def test_a_game_that_goes_on_cannot_have_been_counted():
    """Its file ends in the middle, sealed as of then."""
    evidence = Evidence("ladder")
    name = game_file(evidence.state.fixtures[0].game_id)
    cut = evidence.records(name)[:20]
    files = {**evidence.files, name: b"".join(sealed(chained(cut)))}
    assert first(files)[0::2] == (name, "NO_SEED")


def one_set_aside():
    """Three played two rounds, in the first of which one game's log broke and a referee cancelled it."""
    cup = duplicate(3, rounds=2)
    broken = cup.publish().games[1].game_id
    cup.decide("cancel", game_id=broken)
    cup.ask(set_aside(broken))
    cup.play()
    cup.close_round()
    cup.publish()
    cup.play()
    cup.close_round()
    cup.close()
    return cup, broken


def test_a_game_that_was_set_aside_is_told_of_and_not_asked_for():
    """A warning names each: nothing of it can be checked, and the decision with its reason is in the log."""
    cup, broken = one_set_aside()
    outcome = outcome_of(unzipped(packed(cup, logs_of(cup))))
    assert (outcome.ok, outcome.games) == (True, 5)
    ((code, text),) = [(each.code, each.text) for each in outcome.caveats]
    assert code == "SET_ASIDE"
    assert broken in text


def test_a_game_that_was_set_aside_has_no_file():
    """Whatever a file in its place holds, nothing says what it would have to hold."""
    cup, broken = one_set_aside()
    files = unzipped(packed(cup, logs_of(cup)))
    files[game_file(broken)] = files[game_file(cup.state.fixtures[0].game_id)]
    assert first(files) == (game_file(broken), None, "FOREIGN_FILE")


def test_no_game_is_set_aside_without_a_decision():
    """Whoever holds the key cannot leave a game out by calling it broken."""
    evidence = Evidence("ladder")
    records = evidence.records()
    finished = next(each for each in records if each["type"] == "GameFinished")
    told = {"n": 0, "hash": "0" * 64, "outcome": "broken"}
    finished["data"].update(told, results=[{**each, "place": None} for each in finished["data"]["results"]])
    finished["cause"]["args"].update(told, results=[])
    assert first(covered(evidence, "insider", records)) == (LOG, finished["n"], "ILLEGAL_COMMAND")


def test_all_that_is_wrong_is_told():
    """One thing does not hide the next, once the log itself holds."""
    files = dict(dossier_of("duplicate"))
    games = [name for name in files if name.startswith("games/")]
    del files[games[0]]
    files[games[1]] = files[games[2]]
    files[STANDINGS_CSV] = b""
    codes = [each.code for each in outcome_of(files).findings]
    assert codes == ["MISSING_GAME", "WRONG_GAME", "WRONG_STANDINGS"]


def test_an_archive_is_read_by_its_names_and_nothing_of_it_is_left_behind(tmp_path):
    """Wherever an archive would have its files go; a long one is as good as a short one."""
    path = tmp_path / "cup.dossier.zip"
    short, long = (game_file(str(UUID(int=number))) for number in (1, 2))
    lines = {short: b"short\n", long: b"x" * (dossiers.SHORT + 1)}
    with ZipFile(path, "w", ZIP_STORED) as archive:
        archive.writestr(LOG, b"log\n")
        archive.writestr("../outside.txt", b"no")
        for name, content in lines.items():
            archive.writestr(name, content)
    with unpacked(path) as files:
        assert (files.names, files.read(LOG)) == ((LOG, "../outside.txt", short, long), b"log\n")
        for name, content in lines.items():
            with reading(files.member(name)) as file:
                file.seek(0)
                assert file.read() == content
    assert list(tmp_path.parent.glob("outside.txt")) == []
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_an_archive_that_is_changed_meanwhile_is_refused(tmp_path):
    """What one process looked through is what another reads."""
    path = tmp_path / "cup.dossier.zip"
    path.write_bytes(packed(cup_of("ladder"), logs_of(cup_of("ladder"))))
    with unpacked(path) as files:
        member = files.member(LOG)
        path.write_bytes(packed(cup_of("tables"), logs_of(cup_of("tables"))))
        with pytest.raises(BadArchive, match="changed while it was read"), reading(member):
            pass


def read_whole(path):
    with unpacked(path) as files:
        return [files.read(name) for name in files.names]


def test_what_is_no_archive_or_a_damaged_one_is_refused(tmp_path):
    """Garbage, an archive cut short, one with a byte changed, by the time that it is read."""
    whole = packed(cup_of("ladder"), logs_of(cup_of("ladder")))
    at = len(whole) // 3
    for spoilt in (b"", b"garbage", whole[:-30], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
        path = tmp_path / "spoilt.zip"
        path.write_bytes(spoilt)
        with pytest.raises(BadArchive):
            read_whole(path)


@pytest.mark.parametrize(
    ("before", "behind"),
    [(b"#!/bin/sh\n", b""), (b"", b"more"), ("another archive", b"")],
    ids=["a script", "a comment", "a file that is not in the list"],
)
def test_nothing_stands_beside_the_files_of_a_dossier(tmp_path, before, behind):
    """Whoever reads an archive from its front, by each file's own header, must find what the list says."""
    whole = io.BytesIO()
    if before == "another archive":
        with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
            archive.writestr(STANDINGS_CSV, b"1,Mallory")
            archive.start_dir = whole.tell()
        before = whole.getvalue()[: archive.start_dir]
    packed_files = packed(cup_of("ladder"), logs_of(cup_of("ladder")))
    with ZipFile(io.BytesIO(packed_files)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    path = tmp_path / "cup.dossier.zip"
    path.write_bytes(before)
    with ZipFile(path, "a", ZIP_DEFLATED) as archive:
        archive.comment = behind
        for name, content in files.items():
            archive.writestr(name, content)

    with pytest.raises(BadArchive, match="not in its list"), unpacked(path):
        pass


@pytest.mark.parametrize("way", [ZIP_LZMA, ZIP_BZIP2])
def test_an_archive_packed_in_another_way_is_refused(tmp_path, way):
    """Whatever such a packing does when it is damaged is nothing that anybody needs to know."""
    path = tmp_path / "other.zip"
    with ZipFile(path, "w", way) as archive:
        archive.writestr(LOG, b"log\n" * 100)

    with pytest.raises(BadArchive, match="another way"), unpacked(path):
        pass


def test_what_would_fill_the_disk_is_refused_before(tmp_path, monkeypatch):
    """By what the archive says of itself, which is all that is ever unpacked."""
    path = tmp_path / "large.zip"
    with ZipFile(path, "w", ZIP_STORED) as archive:
        archive.writestr(LOG, bytes(1_000))
        archive.writestr(game_file(str(UUID(int=1))), bytes(1_000))
    for limit in ("LARGEST", "LARGEST_FIXED", "LARGEST_GAME", "MOST_FILES"):
        monkeypatch.setattr(dossiers, limit, 0)
        with pytest.raises(BadArchive, match="more than any dossier"), unpacked(path):
            pass
        monkeypatch.undo()


def test_a_log_without_a_seal_is_not_packed():
    """The keys are told by the seals."""
    *_, reveal, _ = dossier_of("tables")[
        next(name for name in dossier_of("tables") if "games/" in name)
    ].splitlines()
    with pytest.raises(TypeError, match="no seal"):
        dossiers.DossierWriter(io.BytesIO().write).log(reveal + b"\n")
