"""The auditor in JavaScript as a page uses it: in a browser, with a step for each line."""

import json
import subprocess

import pytest
from auditors.mutations import GAMES, KEY, chained, golden, written
from auditors.others import GOLDEN_KEY, SCRIPT, needed
from whole_games import REPLAYS

SALTED = [json.loads(line) for line in golden("everest1924/salted") if b'"prev"' in line]


def node(script: str, *words: object) -> dict:
    """What a script says in JSON on a line; it is told `words`, and finds the auditor as `audit`."""
    text = f"const load = () => import({json.dumps(SCRIPT.as_uri())});\n{script}"
    done = subprocess.run(
        [needed("node"), "--input-type=module", "-", *map(str, words)],
        input=text.encode(), capture_output=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


READ = """
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
const bytes = readFileSync(process.argv[2]);
const say = (value) => console.log(JSON.stringify(value));
"""
STEPS = "const { auditSteps } = await load(); say((await auditSteps(bytes)).steps);"
BROWSER = """
Object.defineProperty(globalThis, "crypto", { value: { subtle: webcrypto.subtle }, configurable: true });
globalThis.process = undefined;
"""
"""A browser has no `process`, and the crypto of the web only."""


def test_in_a_browser_the_web_has_the_crypto():
    """Without Node's own crypto the seal is checked by that of the web."""
    found = node(
        READ + BROWSER + "const { audit } = await load(); const good = await audit(bytes);"
        'const text = new TextDecoder().decode(bytes).replace(/"signature":"../, \'"signature":"00\');'
        "say({ good, bad: await audit(text) });",
        REPLAYS / "everest1924/salted.replay.jsonl",
    )

    assert (found["good"]["level"], found["good"]["sealed"]) == ("dice", "unknown key")
    assert (found["bad"]["code"], found["bad"]["line"]) == ("BAD_SEAL", 15)


@pytest.mark.parametrize(
    "lacking",
    [
        "crypto.subtle.importKey = () => { throw new DOMException('no', 'NotSupportedError'); };",
        "delete crypto.subtle;",
    ],
    ids=["no Ed25519", "a page that came by plain http"],
)
def test_a_browser_without_ed25519_says_so(lacking):
    """Chain and dice are checked all the same; the seal is not, which is a warning."""
    keys = json.dumps([GOLDEN_KEY])
    found = node(
        READ + BROWSER + lacking + "const { audit } = await load();"
        f'const [any, ours, other] = [[], {keys}, ["{KEY}"]].map((keys) => audit(bytes, {{ keys }}));'
        "say({ any: await any, ours: await ours, other: await other });",
        REPLAYS / "everest1924/salted.replay.jsonl",
    )

    for asked in ("any", "ours"):
        assert (found[asked]["level"], found[asked]["sealed"]) == ("dice", None)
        assert [each["code"] for each in found[asked]["warnings"]] == ["SEAL_NOT_CHECKED"]
    assert found["other"]["code"] == "UNKNOWN_KEY"


def test_every_line_has_its_step():
    """A replay can show at each record whether chain and dice hold there, and what was drawn."""
    lines = golden("everest1924/salted")
    steps = node(READ + STEPS, REPLAYS / "everest1924/salted.replay.jsonl")

    assert [each["line"] for each in steps] == list(range(1, len(lines) + 1))
    assert [each["n"] for each in steps] == [*range(1, len(lines)), None]
    assert {each["chain"] for each in steps} == {True}
    assert {each["draw"]: each["dice"] for each in steps if each["dice"] is not None} == {
        each["data"]["draw"]: True for each in SALTED if "draw" in each["data"]
    }


@pytest.mark.parametrize("level", ["chain", "dice"])
def test_a_fault_is_at_its_step(level, tmp_path):
    """Up to the fault all holds, there it does not, and behind it nothing was asked."""
    records = [dict(each) for each in SALTED]
    rolled = next(at for at, each in enumerate(records) if each["type"] == "DiceRolled")
    records[rolled]["data"] = {**records[rolled]["data"], "values": [1, 1, 1]}
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(chained(written(records)) if level == "dice" else written(records)))

    steps = node(READ + STEPS, file)

    assert steps[rolled][level] is False
    assert steps[rolled]["fault"]["line"] == rolled + 1
    assert [each["fault"] for each in steps if each is not steps[rolled]] == [None] * (len(steps) - 1)
    assert steps[rolled - 1]["chain"] is True
    assert {each[level] for each in steps[rolled + 1 :]} == {None}


@pytest.mark.parametrize(
    "form",
    [
        "Uint8Array.from(bytes).buffer",
        "new TextDecoder().decode(bytes)",
        "new TextDecoder().decode(bytes).split(/(?<=\\n)/)",
    ],
    ids=["bytes", "text", "lines"],
)
def test_a_file_comes_as_bytes_as_text_or_in_lines(form):
    """Whatever a page has at hand is taken."""
    script = f"const {{ audit }} = await load(); say(await audit({form}));"
    report = node(READ + script, REPLAYS / f"{GAMES[0]}.replay.jsonl")

    assert report["level"] == "dice"
