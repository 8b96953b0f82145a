"""Bots of the command line: each policy plays each game over gRPC as it does in the domain."""

from pathlib import Path

import pytest
from command import Serving, summitbook
from whole_games import ALL, name_of, told_by

from given import drawing
from summitbook_advice.policies import POLICIES
from summitbook_domain.everest1924 import GAME as EVEREST

HILL = Path(__file__).parents[2] / "docs" / "examples" / "afternoon-hill.toml"


def check_played(policy, game, file):
    """Every command in an exported game is what the policy says of content, view and legal commands."""
    lines = [line for line in file.read_bytes().splitlines() if line.startswith(b'{"at":')]
    moments = [each for each in told_by(game, lines) if type(each.command) in game.commands]
    for each in moments:
        view, legal = game.view(each.table.play), game.legal(each.table.play, each.cause.seat)
        assert each.command == POLICIES[policy](game, each.table.content, view, legal, drawing("", []))
    return len(moments)


@pytest.mark.parametrize("policy", ["greedy", "strong"])
@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_a_bot_chooses_over_the_wire_as_its_policy_does(here, tmp_path, game, policy):
    """Nothing is refused, and each command is what the policy chooses beside the rules."""
    ran = here("bot", game.name, "--policy", policy, "--json")
    (told,) = ran.json
    out = tmp_path / "game.replay.jsonl"
    here("replay", "export", told["game_ids"][0], "--out", out)

    assert ran.status == 0
    assert (told["outcomes"], told["refusals"]) == ({"finished": 1}, {})
    assert check_played(policy, game, out) == told["commands"]


def test_a_policy_knows_content_that_does_not_ship(tmp_path):
    """It stands in a game's first record, which is all that a bot is told of it."""
    folder, out = tmp_path / "content", tmp_path / "game.replay.jsonl"
    folder.mkdir()
    (folder / HILL.name).write_bytes(HILL.read_bytes())
    serving = Serving(tmp_path / "data", "--content", str(folder))
    there = ("--server", serving.server)
    try:
        ran = summitbook("bot", "everest1924", "--edition", HILL.stem, "--policy", "strong", "--json", *there)
        summitbook("replay", "export", ran.json[0]["game_ids"][0], "--out", out, *there)
    finally:
        serving.stop()

    assert check_played("strong", EVEREST, out) == ran.json[0]["commands"]
