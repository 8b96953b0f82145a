"""`summitbook migrate`, and `serve` on a database."""

import pytest
from command import Serving, summitbook


def test_a_database_is_made_ready_once(postgres, tmp_path):
    """Before `migrate` a node does not start and says what to do; `migrate` says what it did, twice."""
    url = postgres.database("template1")

    early = summitbook("serve", "--port", 0, "--data", tmp_path / "data", "--store", url)
    first, second = (summitbook("migrate", SUMMITBOOK_STORE=url) for _ in range(2))
    assert (early.status, early.out) == (1, "")
    assert early.err.startswith("summitbook: NOT_MIGRATED: ")
    assert "run `summitbook migrate` once" in " ".join(early.err.split())
    assert first.out.startswith("The database went from step 0 to step ")
    assert second.out.startswith("The database is up to date")


def test_games_are_served_from_a_database(postgres, tmp_path):
    """`serve --store` plays whole games, and leaves no store in its data folder."""
    data = tmp_path / "data"
    serving = Serving(data, "--store", postgres.database())
    ran = summitbook("bot", "everest1924", "--games", 2, "--server", serving.server)

    assert serving.stop() == 0
    assert ran.status == 0
    assert sorted(path.name for path in data.iterdir()) == ["keys", "operator.token"]


@pytest.mark.parametrize("store", ["sqlite:///x", "summitbook"])
def test_what_is_no_database_is_told(tmp_path, store):
    """A store that is no URL of PostgreSQL is wrong usage."""
    ran = summitbook("serve", "--port", 0, "--data", tmp_path / "data", "--store", store)

    assert ran.status == 2
    assert ran.err.startswith("summitbook: BAD_SETTING: ")


def test_a_database_that_is_not_there_is_told():
    """`migrate` says in one line that it cannot reach the database."""
    ran = summitbook("migrate", "--store", "postgresql://summitbook@127.0.0.1:1/summitbook")

    assert ran.status == 1
    assert ran.err.startswith("summitbook: BAD_STORE: the database cannot be migrated")
