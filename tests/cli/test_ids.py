"""Short ids on the command line: which are looked through, and when one is told to type more."""

import pytest

from summitbook_service.cli import ids
from summitbook_service.cli.ids import game_id_of, tournament_id_of
from summitbook_service.cli.problem import Problem

ONE, TWIN, OTHER = (f"{start}-0000-4000-8000-000000000000" for start in ("aaaaaaaa", "aaaaaaaa", "bbbbbbbb"))
TWIN = TWIN.replace("-0000-", "-1111-")


class Listed:
    """A service that lists these; how many of them were asked for."""

    def __init__(self, *listed):
        self.listed = listed
        self.asked = 0

    async def list_games(self):
        """One after the other."""
        for each in self.listed:
            self.asked += 1
            yield type("Game", (), {"game_id": each, "tournament_id": each})

    list_tournaments = list_games


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Keeps something of a game here."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "summitbook" / "seats"
    folder.mkdir(parents=True)
    return lambda game_id: (folder / f"{game_id}.seat-0.json").write_text("{}")


@pytest.mark.usefixtures("kept")
async def test_the_one_that_begins_so_is_meant():
    """Eight characters or more."""
    assert await game_id_of(Listed(ONE, OTHER), ONE[:8]) == ONE
    assert await tournament_id_of(Listed(ONE, TWIN), TWIN[:10]) == TWIN


@pytest.mark.usefixtures("kept")
async def test_where_several_begin_so_more_is_to_be_typed():
    """Both are named."""
    with pytest.raises(Problem, match=f"several games begin with aaaaaaaa: {ONE}, {TWIN}; type more"):
        await game_id_of(Listed(ONE, OTHER, TWIN), "aaaaaaaa")


async def test_what_is_kept_here_comes_first_and_takes_no_call(kept):
    """A private game too, which is in no list."""
    kept(TWIN)
    listed = Listed(ONE, OTHER)

    assert await game_id_of(listed, "aaaaaaaa") == TWIN
    assert listed.asked == 0


@pytest.mark.usefixtures("kept")
async def test_a_whole_id_and_what_is_none_take_no_call():
    """The service says what is wrong with them."""
    listed = Listed(ONE)

    assert [await game_id_of(listed, typed) for typed in (OTHER, "yeti", OTHER.upper())] == [
        OTHER,
        "yeti",
        OTHER.upper(),
    ]
    assert listed.asked == 0


@pytest.mark.usefixtures("kept")
async def test_not_everything_is_looked_through(monkeypatch):
    """On a service with very many games the whole id is asked for."""
    monkeypatch.setattr(ids, "MOST", 2)

    with pytest.raises(Problem, match="more than 2 games"):
        await game_id_of(Listed(ONE, OTHER, OTHER), "aaaaaaaa")
