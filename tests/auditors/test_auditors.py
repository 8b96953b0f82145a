"""The auditors in JavaScript and Go: written from docs/ alone, they say of every file what Python says."""

import json
from pathlib import Path

import pytest
from auditors.mutations import KEY, chained, golden, mutated, written
from auditors.others import AUDITORS, GOLDEN_KEY, LANGUAGES, Asked, judged, run, verdicts, without_texts
from command import summitbook
from whole_games import REPLAYS

from summitbook_domain import canonical
from summitbook_domain.content import LARGEST
from summitbook_domain.games import GAMES as REGISTERED
from summitbook_domain.record import Head

FILES = sorted(REPLAYS.glob("*/*.replay.jsonl"))
EXAMPLES = Path(__file__).parents[3] / "shared" / "examples"
MUTATED = 63
"""Changed files for each way of asking."""

every_language = pytest.mark.parametrize("language", LANGUAGES)

SALTED = [json.loads(line) for line in golden("everest1924/salted") if b'"prev"' in line]
RECEIPT, LAST = (Head(each["n"], each["hash"]) for each in (SALTED[5], SALTED[-1]))
WAYS = {
    "nothing told": Asked(),
    "a trusted key": Asked(keys=[KEY]),
    "another key": Asked(keys=["0" * 64]),
    "a receipt": Asked(heads=[RECEIPT]),
    "a receipt without its number": Asked(heads=[Head(0, RECEIPT.hash)]),
    "receipts past the end": Asked(heads=[Head(0, "1" * 64), Head(LAST.n + 1, "2" * 64)]),
    "receipts, one of them wrong": Asked(heads=[Head(5, "1" * 64), RECEIPT, Head(0, LAST.hash)]),
    "level chain": Asked(level="chain"),
    "level seal": Asked(level="seal", keys=[KEY]),
}


@every_language
def test_every_golden_replay_holds(language):
    """A game as it was recorded holds up to level dice, and with its key there is nothing to warn of."""
    asked = Asked(keys=[GOLDEN_KEY])
    found = verdicts(language, FILES, asked)

    assert [each["file"] for each in found] == [str(file) for file in FILES]
    for file, verdict in zip(FILES, found, strict=True):
        assert without_texts(verdict) == judged(file.read_bytes(), asked)
        assert (verdict["level"], verdict["warnings"], verdict["sealed"]) == ("dice", [], True), file.name


@every_language
@pytest.mark.parametrize("way", WAYS)
def test_every_changed_file_gets_the_verdict_of_python(language, way, tmp_path):
    """Bytes, lines, values, draws, content and ends changed, chains mended or not: alike in every field."""
    asked, start = WAYS[way], list(WAYS).index(way) * MUTATED
    told_of = "everest1924/salted" if asked.heads else ""
    files = {
        tmp_path / f"{number}.jsonl": mutated(number, told_of if number % 2 else "")
        for number in range(start, start + MUTATED)
    }
    for path, file in files.items():
        path.write_bytes(file)

    found = verdicts(language, files, asked)

    expected = [judged(file, asked) for file in files.values()]
    assert [without_texts(each) for each in found] == expected
    assert len({each["code"] for each in expected}) > 4


def carrying(name, **changes):
    """A game whose log carries content of its own, with these keys of it changed."""
    records = [json.loads(line) for line in golden(name) if b'"prev"' in line]
    content = records[0]["data"]["content"]
    content["data"] |= changes
    content["sha256"] = canonical.sha256_of(content["data"])
    return b"".join(chained(written(records)))


def path(*rows):
    """Spots from base camp to the summit, each of a row below every one of the next."""
    rows = [["base"], *rows, ["summit"]]
    return [
        {"id": each, "kind": each if each in ("base", "summit") else "path", "up": ahead}
        for row, ahead in zip(rows, [*rows[1:], []], strict=True)
        for each in row
    ]


def parting(steps):
    return path(*([f"a{n}", f"b{n}"] for n in range(steps)))


def round_and_round(count):
    """A long path, from whose last spot but one a way leads back to the first."""
    spots = path(*([f"s{n}"] for n in range(count)))
    spots[-2]["up"] = ["s0", "summit"]
    return spots


def joining(count):
    """A ridge, and a way off each of its spots, from where 30 ways lead to the last spot but one."""
    ridge = [
        {"id": f"r{n}", "kind": "path", "up": [f"a{n}"] + [f"r{n + 1}"] * (n + 1 < count)}
        for n in range(count)
    ]
    off = path([f"a{n}" for n in range(count)], [*"bcdef"], [*"ghijkl"], ["m"])
    return [{**off[0], "up": ["r0"]}, *ridge, *off[1:]]


HILL, PEAKS = "mountaineering/own-hill", "dicey_peaks/own-mountain"
LOWEST = json.loads(golden(PEAKS)[0])["data"]["content"]["data"]["levels"][0]


def named(letters):
    """A short path, and a trouble off it with a name as long as this."""
    return {"spots": path(["a"]), "troubles": {"1": {"name": "x" * letters, "back": 1}}}


HILLS = json.loads(golden(HILL)[0])["data"]["content"]["data"]
ROOM = LARGEST - len(canonical.encode(HILLS | named(0)))
ITEMS = [f"i{n}" for n in range(8_000)]
EXTREMES = {
    "as much text as there may be": carrying(HILL, **named(ROOM)),
    "a byte more": carrying(HILL, **named(ROOM + 1)),
    "512 ways": carrying(HILL, spots=parting(9), movers={"9": 12}),
    "1,024 ways": carrying(HILL, spots=parting(10), movers={"10": 12}),
    "1,200 ways down": carrying(HILL, spots=joining(40), movers={"4": 12}),
    "ways that no mover goes": carrying(HILL, spots=parting(40), movers={"9": 1, "42": 1, "999": 10}),
    "ways out of number": carrying(HILL, spots=parting(700), movers={"1": 11, "700": 1}),
    "1,000 ways": carrying(
        HILL, spots=path(*[[f"{x}{n}" for n in range(10)] for x in "abc"]), movers={"3": 12}
    ),
    "1,001 ways": carrying(HILL, spots=path([f"a{n}" for n in range(1001)]), movers={"1": 12}),
    "a long path": carrying(HILL, spots=path(*([f"s{n}"] for n in range(5_000)))),
    "a long way round": carrying(HILL, spots=round_and_round(5_000)),
    "many things to need": carrying(
        HILL,
        equipment={"cards": [ITEMS]},
        spots=path(["a"]),
        troubles={"1": {"name": "all", "needs": ITEMS}},
    ),
    "99 tiles": carrying(PEAKS, levels=[{**LOWEST, "tiles": ["nothing"] * 99}]),
    "100 tiles": carrying(PEAKS, levels=[{**LOWEST, "tiles": ["nothing"] * 100}]),
    "99 summits": carrying(PEAKS, summit={"tiles": ["flag"] * 99}),
    "100 summits": carrying(PEAKS, summit={"tiles": ["flag"] * 100}),
}
REFUSED = {
    *("a byte more", "1,024 ways", "1,200 ways down", "ways out of number", "1,001 ways"),
    *("a long way round", "100 tiles", "100 summits"),
}


@every_language
def test_content_is_held_to_its_limits_as_python_holds_it(language, tmp_path):
    """What a log carries is checked in time that grows with its size, and refused beyond docs/content.md."""
    for number, file in enumerate(EXTREMES.values()):
        (tmp_path / f"{number}.jsonl").write_bytes(file)

    found = verdicts(language, [tmp_path / f"{number}.jsonl" for number in range(len(EXTREMES))], Asked())

    expected = {name: judged(file, Asked()) for name, file in EXTREMES.items()}
    assert dict(zip(EXTREMES, map(without_texts, found), strict=True)) == expected
    assert {name for name, each in expected.items() if each["code"] == "UNKNOWN_CONTENT"} == REFUSED


@every_language
def test_an_odd_seal_fits_for_all_or_for_none(language, tmp_path):
    """
    Where RFC 8032 lets a checker choose, and libraries do choose, one verdict: docs/decisions/0023.

    The seals in odd_seals.json are for the head of one golden replay; `fits` is whether S is
    below the order of the curve, and S times B is R + k times A, bit for bit.
    """
    *lines, last = golden("everest1924/salted")
    odd = json.loads(Path(__file__).with_name("odd_seals.json").read_text())
    files = []
    for number, each in enumerate(odd):
        seal = {**json.loads(last)["seal"], "key": each["key"], "signature": each["signature"]}
        files.append(tmp_path / f"{number}.jsonl")
        files[-1].write_bytes(b"".join([*lines, canonical.encode({"seal": seal}) + b"\n"]))

    found = verdicts(language, files, Asked())

    assert [without_texts(each) for each in found] == [judged(file.read_bytes(), Asked()) for file in files]
    assert [each["code"] is None for each in found] == [each["fits"] for each in odd]
    assert {each["code"] for each in found} == {None, "BAD_SEAL"}


@every_language
@pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the shared folder with its examples is not here")
def test_every_example_gets_its_verdict(language):
    """A game of another implementation, tampered with or not, is judged as it must be, level rules apart."""
    expected = json.loads((EXAMPLES / "expected.json").read_text())
    names = list(expected["files"])

    found = verdicts(language, [EXAMPLES / name for name in names], Asked())

    for name, verdict in zip(names, found, strict=True):
        wanted = expected["files"][name]
        if wanted["level"] == "rules" or wanted["fails"] == "rules":
            wanted = {"level": "dice", "code": None, "line": None, "fails": None}
        assert {key: verdict[key] for key in wanted} == wanted, name


@every_language
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("everest1924/salted", []),
        ("everest1924/salted", ["--key", GOLDEN_KEY]),
        ("everest1924/salted", ["--key", "0" * 64]),
        ("unsealed", ["--key", GOLDEN_KEY]),
        ("unsealed", ["--level", "chain"]),
        ("hidden", []),
        ("nowhere", []),
    ],
)
def test_a_verdict_has_the_fields_of_the_command(language, name, words, tmp_path):
    """`--json` gives what `summitbook replay audit --json` does, but for the words of texts."""
    file = tmp_path / "game.replay.jsonl"
    if name != "nowhere":
        lines = golden("everest1924/shared-deal" if name == "hidden" else "everest1924/salted")
        cut = {"unsealed": -1, "hidden": -2}.get(name)
        file.write_bytes(b"".join(lines[:cut]))
    level = [] if "--level" in words else ["--level", "dice"]

    other = run(language, file, *words, "--json")
    ours = summitbook("replay", "audit", str(file), *words, *level, "--json")

    expected, found = ours.json[0], json.loads(other.stdout)
    for each in (expected, found):
        each["reason"] = bool(each["reason"])
        each["warnings"] = [warning["code"] for warning in each["warnings"]]
    assert found == {key: expected[key] for key in found}
    assert other.returncode == ours.status


@every_language
def test_a_person_is_told_too_and_no_file_steers_a_terminal(language, tmp_path):
    """Without `--json`: the level, the fault, expected and found, all of it in plain ASCII."""
    records = [dict(each) for each in SALTED]
    rolled = next(at for at, each in enumerate(records) if each["type"] == "DiceRolled")
    records[rolled]["data"] = {**records[rolled]["data"], "draw": "\x1b[31m\u202e🏔"}
    file = tmp_path / "steered.jsonl"
    file.write_bytes(b"".join(chained(written(records))))

    done = run(language, file)

    assert done.returncode == 1
    assert f"{file}: holds up to level seal, {len(records)} records\n".encode() in done.stdout
    assert f"  fault     WRONG_DRAW at line {rolled + 1}: ".encode() in done.stdout
    assert rb'"draw":"\u001b[31m\u202e\ud83c\udfd4"' in done.stdout
    assert done.stdout.isascii()
    assert b"\x1b" not in done.stdout


@every_language
@pytest.mark.parametrize(
    "words",
    [[], ["--level", "rules", "f"], ["f", "--key", "short"], ["f", "--head", "0:x"], ["f", "--what"]],
    ids=str,
)
def test_a_wrong_command_ends_with_status_2(language, words):
    """What is not understood is named, and how it is to be called."""
    done = run(language, *words)

    assert done.returncode == 2
    assert b"FILE" in done.stderr
    assert b"--level chain|seal|dice" in done.stderr


@every_language
def test_what_ships_is_what_the_auditor_thinks(language):
    """Every registered game's edition is in the file with its hash; another one would be UNKNOWN_CONTENT."""
    source = (AUDITORS / {"node": "audit.mjs", "go": "audit.go"}[language]).read_text(encoding="utf-8")

    for game in REGISTERED.values():
        assert set(game.editions) == {"reconstructed"}
        assert game.editions["reconstructed"].sha256 in source
