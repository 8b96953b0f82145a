"""docs/audit.md, "Receipts": what a sealed file can still lie about, and who finds out."""

import json
from itertools import pairwise

import pytest
from command import summitbook
from tampering import FINE, GOLDEN, KEY, RECORDS, chained, sealed

from summitbook_domain.games import GAMES
from summitbook_domain.policies import POLICIES, play

GAME = RECORDS[0]["data"]["game_id"]
OTHER = "928f0218-8b68-4fb3-8188-53138e4ae6ab"
ENDS = [n for n, (_, after) in enumerate(pairwise(FINE), 1) if b'"cause"' in after]
"""The records that end a command."""


def receipt(line, game_id=GAME):
    record = json.loads(line)
    return {"game_id": game_id, "n": record["n"], "hash": record["hash"]}


def kept(tmp_path, *receipts, name="ada.jsonl"):
    path = tmp_path / name
    path.write_text("".join(f"{json.dumps(each)}\n" for each in receipts), encoding="utf-8")
    return path


def written(tmp_path, lines, name="game.replay.jsonl"):
    path = tmp_path / name
    path.write_bytes(b"".join(lines))
    return path


def verdict(file, *words):
    (found,) = summitbook("replay", "audit", file, "--json", *words).json
    return found


HONEST = [receipt(FINE[n - 1]) for n in (*ENDS, len(FINE))]


def other_times():
    """The same game at other times, its chain mended and sealed by the service itself."""
    return sealed(chained([{**each, "at": each["at"].replace("2026", "2027")} for each in RECORDS]))


def another_game():
    """Another game under the same id, which follows the rules to its end, sealed by the service itself."""
    book = play(GAMES["everest1924", 1], POLICIES["greedy"], bytes(32), salts=("",))
    told = [json.loads(line) for line in book.lines]
    told[0]["data"]["game_id"] = GAME
    return sealed(chained(told))


def shortened():
    """The game as it stood at an earlier point, sealed as of then, as if it still ran."""
    return sealed(FINE[: ENDS[-2]])


@pytest.mark.parametrize(
    ("lies", "code"),
    [(other_times, "BROKEN_CHAIN"), (another_game, "BROKEN_CHAIN"), (shortened, "TRUNCATED")],
    ids=["re-hashed", "re-told", "shortened"],
)
def test_a_receipt_catches_whoever_has_the_key(tmp_path, lies, code):
    """With the service's own seal all levels hold; held to the receipts of a player it is found out."""
    file = written(tmp_path, lies())

    unheld, held = verdict(file, "--key", KEY), verdict(file, "--receipts", kept(tmp_path, *HONEST))

    assert unheld["ok"]
    assert not held["ok"]
    assert (held["fails"], held["code"]) == ("chain", code)
    assert held["missed_receipt"].startswith(f"{tmp_path / 'ada.jsonl'}, line ")


@pytest.mark.parametrize("lies", [other_times, another_game, shortened], ids=lambda lies: lies.__name__)
def test_the_seal_catches_whoever_has_no_key(tmp_path, lies):
    """Under the seal of another log the same lies are at fault; without one they are said to have none."""
    lines = lies()[:-1]

    unsealed = verdict(written(tmp_path, lines), "--key", KEY)

    assert unsealed["sealed"] is False or unsealed["code"] == "TRUNCATED"
    assert verdict(written(tmp_path, [*lines, sealed(FINE)[-1]]), "--key", KEY)["code"] in {
        "BAD_SEAL",
        "TRUNCATED",
    }


@pytest.mark.parametrize("lies", [other_times, another_game], ids=lambda lies: lies.__name__)
def test_without_seal_and_receipt_it_is_said_what_could_not_be_known(tmp_path, lies):
    """Nothing is wrong with such a file, and the report says so with what that is worth."""
    file = written(tmp_path, lies()[:-1])

    machines, people = verdict(file), summitbook("replay", "audit", file)

    assert machines["ok"]
    assert [caveat["code"] for caveat in machines["warnings"]] == ["NO_SEAL", "NO_HEAD"]
    told = " ".join(people.out.split())
    assert "NO_SEAL: without a seal nothing ties down times, names and ids" in told
    assert "NO_HEAD: neither a seal nor a receipt ties this file to the game that was played" in told


def test_a_game_that_holds_its_receipts_is_fine(tmp_path):
    """All of them are counted, from whichever files, and no head is missing."""
    file, half = written(tmp_path, FINE), len(HONEST) // 2
    ada, bob = kept(tmp_path, *HONEST[:half]), kept(tmp_path, *HONEST[half:], name="bob.jsonl")

    found = verdict(file, "--receipts", ada, "--receipts", bob)

    assert (found["ok"], found["receipts"], found["missed_receipt"]) == (True, len(HONEST), None)
    assert [caveat["code"] for caveat in found["warnings"]] == ["NO_SEAL"]
    told = summitbook("replay", "audit", file, "--receipts", ada, "--receipts", bob).out
    assert f"{len(HONEST)}, all held" in told


def test_a_person_is_told_which_receipt_is_not_held(tmp_path):
    """By file and line, alone and among many."""
    file = written(tmp_path, FINE)
    ada = kept(tmp_path, HONEST[0], {**HONEST[1], "hash": "0" * 64})

    alone = summitbook("replay", "audit", file, "--receipts", ada, COLUMNS="300").out
    many = summitbook("replay", "audit", file, file, "--receipts", ada).out

    assert f"that of {ada}, line 2 is not held" in alone
    assert f"({ada}, line 2)" in many


def test_each_game_is_held_to_its_own_receipts(tmp_path):
    """One file may hold those of many games."""
    other = GOLDEN["abandoned-at-once"]
    own = json.loads(other[0])["data"]["game_id"]
    ada = kept(tmp_path, *HONEST, receipt(other[-1], own))

    files = written(tmp_path, FINE), written(tmp_path, [line + b"\n" for line in other], "b.replay.jsonl")
    ran = summitbook("replay", "audit", *files, "--json", "--receipts", ada)

    assert [(each["ok"], each["receipts"]) for each in ran.json] == [(True, len(HONEST)), (True, 1)]
    assert ran.err == ""


def test_games_without_receipts_and_receipts_without_a_game_are_told(tmp_path):
    """A warning on the game, and a note of the receipts' games."""
    file = written(tmp_path, FINE)
    ada = kept(tmp_path, receipt(FINE[-1], OTHER))

    machines = summitbook("replay", "audit", file, "--json", "--receipts", ada)
    people = summitbook("replay", "audit", file, "--receipts", ada)

    assert "NO_RECEIPT" in [caveat["code"] for caveat in machines.json[0]["warnings"]]
    assert machines.err == people.err == f"Receipts without a file, of 1 game: {OTHER}\n"
    assert "NO_RECEIPT: none of the receipts is of this game" in people.out
    assert machines.status == 0, "neither is a fault"


FIELDS = {"game_id": GAME, "n": 1, "hash": "0" * 64}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("", id="empty"),
        pytest.param("{", id="cut"),
        pytest.param("[]", id="list"),
        pytest.param(json.dumps({**FIELDS, "game_id": "x"}), id="no UUID"),
        pytest.param(json.dumps({**FIELDS, "n": 0}), id="no number"),
        pytest.param(json.dumps({**FIELDS, "n": 99_999_999_999}), id="large number"),
        pytest.param(json.dumps({**FIELDS, "hash": "0" * 63}), id="short hash"),
        pytest.param(json.dumps({**FIELDS, "by": "me"}), id="more"),
        pytest.param(json.dumps({"n": 1, "hash": "0" * 64}), id="of nothing"),
        pytest.param(json.dumps({**FIELDS, "tournament_id": GAME}), id="of two"),
        pytest.param("[" * 100_000, id="deep"),
        pytest.param("x" * 100_000, id="long"),
    ],
)
def test_what_is_no_receipt_is_refused(tmp_path, line):
    """By file and line, so that none is overlooked."""
    ada = kept(tmp_path, HONEST[0])
    ada.write_text(f"{ada.read_text()}{line}\n")

    ran = summitbook("replay", "audit", written(tmp_path, FINE), "--receipts", ada)

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith(f"summitbook: BAD_RECEIPT: {ada}, line 2 is no receipt")


def test_receipts_that_are_not_there_are_told(tmp_path):
    """One line and no verdict: it would say less than was asked."""
    ran = summitbook("replay", "audit", written(tmp_path, FINE), "--receipts", tmp_path / "none.jsonl")

    assert (ran.status, ran.out) == (1, "")
    assert "none.jsonl" in ran.err


def test_a_player_keeps_receipts_and_checks_the_game_by_them(here, tmp_path):
    """`play --receipts` keeps one of each answer, and says how to audit with them."""
    ada = tmp_path / "ada.jsonl"
    told = here("play", "everest1924", "--receipts", ada, typed="1\n" * 500).err
    lines = [json.loads(line) for line in ada.read_text().splitlines()]
    file = tmp_path / "exported.replay.jsonl"
    here("replay", "export", lines[0]["game_id"], "--out", file)

    found = verdict(file, "--receipts", ada)

    assert f"--receipts {ada}" in told
    assert [each["n"] for each in lines] == sorted(each["n"] for each in lines)
    assert lines[-1]["n"] == found["records"]
    assert (found["ok"], found["receipts"]) == (True, len({each["n"] for each in lines}))


def test_bots_keep_receipts_too(here, tmp_path):
    """Of all their games in one file."""
    kept_here = tmp_path / "bots.jsonl"
    ids = here("bot", "everest1924", "--games", "2", "--json", "--receipts", kept_here).json[0]["game_ids"]
    here("replay", "export", *ids, "--out", tmp_path / "games")

    found = summitbook("replay", "audit", tmp_path / "games", "--json", "--receipts", kept_here)

    kept = {(line["game_id"], line["n"]) for line in map(json.loads, kept_here.read_text().splitlines())}
    assert {game_id for game_id, _ in kept} == set(ids)
    assert all(each["ok"] for each in found.json)
    assert sum(each["receipts"] for each in found.json) == len(kept)
    assert found.err == ""


def test_a_file_of_receipts_that_cannot_be_written_is_told_before_a_game_is_made(here, listed, tmp_path):
    """No seat is taken whose receipts would be lost."""
    before = listed()

    ran = here("play", "everest1924", "--receipts", tmp_path / "no" / "ada.jsonl", typed="")

    assert ran.status == 1
    assert "ada.jsonl" in ran.err
    assert listed() == before
