"""
One service for all tests of the command line, and a home of its own for each of them.

What other tests have left there may be anything: a test that means all there is begins a service of its own.
"""

import pytest
from command import Serving, summitbook


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    serving = Serving(tmp_path_factory.mktemp("served") / "data", "--bot-pace", "0")
    yield serving
    serving.stop()


@pytest.fixture
def here(served, tmp_path):
    """Runs a command against the service, from a machine on which nobody has played."""

    def run(*words, typed=None, **variables):
        usual = {"SUMMITBOOK_SERVER": served.server, "XDG_STATE_HOME": str(tmp_path / "state")}
        return summitbook(*words, typed=typed, **{**usual, **variables})

    return run


@pytest.fixture
def listed(here):
    """The ids of all games that there are now: some are of other tests, and bots may go on in them."""
    return lambda: {game["game_id"] for game in here("games", "--all", "--json").json}


@pytest.fixture(scope="session")
def played(served, tmp_path_factory):
    """A whole game that was played by a bot: its id."""
    ran = summitbook("bot", "everest1924", "--json", SUMMITBOOK_SERVER=served.server)
    (game_id,) = ran.json[0]["game_ids"]
    return game_id


@pytest.fixture(scope="session")
def recorded(tmp_path_factory):
    """A whole game recorded offline: its file."""
    path = tmp_path_factory.mktemp("recorded") / "game.replay.jsonl"
    assert summitbook("replay", "record", "everest1924", "--seed", "5e" * 32, "--out", path).status == 0
    return path
