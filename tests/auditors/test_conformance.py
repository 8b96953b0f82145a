"""replays/conformance/: what the kit says of values, records, seals and files is what every auditor says."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from auditors.others import AUDITORS, LANGUAGES, SCRIPT, Asked, judged, needed, verdicts, without_texts
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from whole_games import REPLAYS

from summitbook_domain import canonical, record
from summitbook_domain.record import Head
from summitbook_domain.replay import seal_message

HERE = Path(__file__).parent
KIT = REPLAYS / "conformance"
EXPECTED = json.loads((KIT / "expected.json").read_text())
VALUES = json.loads((KIT / "canonical.json").read_text())
RECORDS = json.loads((KIT / "records.json").read_text())
PAGE = (REPLAYS.parent / "docs" / "replay-format.md").read_text(encoding="utf-8")
CODES = set(re.findall(r"^\| `([A-Z_]+)` \| (?:chain|seal|dice|rules) \|", PAGE, re.MULTILINE))


def asked_of(entry, level="dice"):
    """What is told beside a file of the kit."""
    return Asked(level, tuple(entry["keys"]), tuple(Head(each["n"], each["hash"]) for each in entry["heads"]))


def said(verdict):
    """As much of a verdict as the kit speaks of."""
    return {key: verdict[key] for key in ("level", "fails", "code", "line", "warnings")}


def test_the_kit_is_what_its_script_makes():
    """Every file is written by build.py, and there is no other."""
    run = subprocess.run(
        [sys.executable, str(KIT / "build.py"), "--check"], capture_output=True, text=True, check=False
    )

    assert (run.returncode, run.stderr) == (0, "")


def test_the_kit_has_a_file_for_every_code():
    """Each fault code of the replay page is that of some file, and each file shows something of its own."""
    files = EXPECTED["files"]

    assert {each["rules"]["code"] for each in files} - {None} == CODES
    assert len({each["shows"] for each in files}) == len(files)


@pytest.mark.parametrize("level", ["dice", "rules"])
@pytest.mark.parametrize("entry", EXPECTED["files"], ids=lambda entry: Path(entry["file"]).stem)
def test_python_judges_a_file_of_the_kit(entry, level):
    """The verdict written down by hand is the audit's."""
    file = (KIT / entry["file"]).read_bytes()

    assert said(judged(file, asked_of(entry, level))) == entry[level]


@pytest.mark.parametrize("language", LANGUAGES)
def test_others_judge_the_files_of_the_kit(language):
    """The same at level dice in JavaScript and Go."""
    groups = defaultdict(list)
    for entry in EXPECTED["files"]:
        groups[asked_of(entry)].append(entry)
    for asked, entries in groups.items():
        found = verdicts(language, [KIT / each["file"] for each in entries], asked)
        for entry, verdict in zip(entries, found, strict=True):
            assert said(without_texts(verdict)) == entry["dice"], entry["file"]


def test_the_golden_replays_are_where_the_kit_says():
    """Its pattern finds all recorded games, and none of the kit's own files."""
    found = {path.resolve() for path in KIT.glob(EXPECTED["golden"]["files"])}

    assert found == {path.resolve() for path in REPLAYS.rglob("*.replay.jsonl")}
    assert EXPECTED["golden"]["rules"]["level"] == "rules"


@pytest.mark.parametrize("vector", VALUES["sound"], ids=lambda vector: vector["shows"])
def test_a_sound_value_is_written_so(vector):
    """Written down it is that line, read back it is that value, and its hash is that of the line."""
    assert canonical.encode(vector["value"]).decode() == vector["line"]
    assert canonical.decode(vector["line"].encode()) == vector["value"]
    assert canonical.sha256_of(vector["value"]) == vector["sha256"]


@pytest.mark.parametrize("vector", VALUES["refused"], ids=lambda vector: vector["shows"])
def test_a_line_is_refused(vector):
    """What records never hold is BAD_FORMAT, what is to be written in another way NOT_CANONICAL."""
    wrong = {"BAD_FORMAT": canonical.BadFormat, "NOT_CANONICAL": canonical.NotCanonical}[vector["code"]]
    with pytest.raises(wrong):
        canonical.decode(bytes.fromhex(vector["hex"]))


@pytest.mark.parametrize("vector", RECORDS["records"], ids=lambda vector: vector["record"]["type"])
def test_a_record_has_its_hash(vector):
    """What is hashed is the record in canonical form, and the line holds the hash too."""
    read = record.read(vector["line"].encode())

    assert canonical.encode(vector["record"]).decode() == vector["hashed"]
    assert vector["hash"] == read.hash == record.hash_of(vector["line"].encode(), read)


def test_a_seal_has_its_signature():
    """Message and signature follow from head, number and key."""
    seal = RECORDS["seal"]
    signer = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seal["private_key"]))

    assert seal_message(Head(seal["events"], seal["head"])).hex() == seal["message"]
    assert signer.sign(bytes.fromhex(seal["message"])).hex() == seal["signature"]
    assert json.loads(seal["line"])["seal"] == {
        key: seal[key] for key in ("events", "head", "key", "signature")
    }


def test_javascript_agrees_with_every_vector():
    """Fairness, canonical form, records and seal, asked of the file itself."""
    run = subprocess.run([needed("node"), HERE / "vectors.mjs", SCRIPT, KIT], capture_output=True, check=True)
    found = json.loads(run.stdout)

    assert found["wrong"] == []
    assert found["asked"] > len(VALUES["sound"]) + len(VALUES["refused"])


def test_go_agrees_with_every_vector(tmp_path):
    """The same in Go, as a test of the file's own package."""
    go = needed("go")
    for file in (AUDITORS / "audit.go", HERE / "vectors_test.go"):
        shutil.copy(file, tmp_path)
    asked = {**os.environ, "SUMMITBOOK_KIT": str(KIT), "GO111MODULE": "off"}
    run = subprocess.run(
        [go, "test", "-v"], cwd=tmp_path, env=asked, capture_output=True, text=True, check=False
    )

    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("--- PASS") == 4
