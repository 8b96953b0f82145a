"""Content of one's own from the command line, as docs/content.md says."""

import json
from pathlib import Path

import pytest
from command import SEED, Serving, summitbook

HILL = Path(__file__).parents[2] / "docs" / "examples" / "afternoon-hill.toml"


@pytest.fixture
def folder(tmp_path):
    """A folder with the example of the page."""
    path = tmp_path / "content"
    path.mkdir()
    (path / HILL.name).write_bytes(HILL.read_bytes())
    return path


def test_a_game_is_recorded_on_a_file_and_audits(tmp_path):
    """`replay record --content` writes a log that carries the file, and that `replay audit` finds fine."""
    out = tmp_path / "hill.replay.jsonl"

    recorded = summitbook("replay", "record", "everest1924", "--content", HILL, "--seed", SEED, "--out", out)
    audited = summitbook("replay", "audit", out, "--json")

    assert (recorded.status, audited.status) == (0, 0)
    content = json.loads(out.read_bytes().splitlines()[0])["data"]["content"]
    assert (content["edition"], content["data"]["camps"]) == ("afternoon-hill", 1)
    assert audited.json[0]["level"] == "rules"


@pytest.mark.parametrize("change", [("camps = 1", "camps = -1"), ("camps = 1", ""), ("everest1924", "k2")])
def test_a_bad_file_is_one_line(tmp_path, change):
    """BAD_CONTENT with file, key and reason, status 1, and nothing written."""
    bad = tmp_path / "bad.toml"
    bad.write_text(HILL.read_text(encoding="utf-8").replace(*change), encoding="utf-8")

    ran = summitbook("replay", "record", "everest1924", "--content", bad)

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("summitbook: BAD_CONTENT: bad.toml: ")
    assert ran.err.count("\n") == 1


def test_serving_bad_content_is_one_line(folder, tmp_path):
    """`serve --content` does not start on a bad file, by flag or by variable."""
    (folder / "again.toml").write_bytes(HILL.read_bytes())

    for words, variables in ((("--content", folder), {}), ((), {"SUMMITBOOK_CONTENT": str(folder)})):
        ran = summitbook("serve", "--port", 0, "--data", tmp_path / "data", *words, **variables)
        assert (ran.status, ran.out) == (1, "")
        assert "summitbook: BAD_CONTENT: again.toml: edition: afternoon-hill.toml has the name" in ran.err


def test_people_and_bots_play_on_an_added_edition(folder, tmp_path):
    """`play` and `bot` take the edition by its name; a wrong name is told with those there are."""
    serving = Serving(tmp_path / "data", "--content", str(folder))
    there = {"SUMMITBOOK_SERVER": serving.server, "XDG_STATE_HOME": str(tmp_path / "state")}
    try:
        bots = summitbook("bot", "everest1924", "--edition", "afternoon-hill", "--json", **there)
        person = summitbook("play", "everest1924", "--edition", "afternoon-hill", typed="q\n", **there)
        (game_id,) = bots.json[0]["game_ids"]
        exported = summitbook("replay", "export", game_id, **there)
        wrong = [summitbook(word, "everest1924", "--edition", "k2", **there) for word in ("bot", "play")]
        on = summitbook("play", "--game", game_id, "--edition", "afternoon-hill", **there)
    finally:
        serving.stop()

    assert (bots.status, person.status) == (0, 0)
    assert json.loads(exported.out.splitlines()[0])["data"]["content"]["edition"] == "afternoon-hill"
    for ran in wrong:
        assert ran.status == 1
        assert "UNKNOWN_EDITION: Everest 1924 has no edition 'k2' here; there are: reconstructed" in ran.err
    assert on.status == 2
