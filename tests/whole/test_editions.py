"""Games on content of one's own, from the folder to the audit."""

import json
from pathlib import Path

import pytest
from house import CLAIM, House, new_id, refused

from summitbook.v1 import game_service_pb2 as games
from summitbook_domain.replay import audit
from summitbook_service.errors import CannotStart
from summitbook_service.keys import verify

HILL = (Path(__file__).parents[2] / "docs" / "examples" / "afternoon-hill.toml").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path):
    """A folder with one edition of Everest 1924."""
    path = tmp_path / "content"
    path.mkdir()
    (path / "hill.toml").write_text(HILL, encoding="utf-8")
    return path


async def editions(house):
    """The editions of Everest that the service tells of."""
    info = await house.games.GetServerInfo(games.GetServerInfoRequest())
    (everest,) = (game for game in info.games if game.name == "everest1924")
    return [edition.name for edition in everest.editions]


def report_of(file: bytes):
    return audit(file.splitlines(keepends=True), verify=verify)


async def test_an_added_edition_is_listed_and_played(folder, tmp_path):
    """GetServerInfo lists it, CreateGame takes it by name, the game and its records tell it."""
    async with House(tmp_path / "data", content=folder) as house:
        game_id, token = await house.started(edition="afternoon-hill")
        game = await house.game(game_id)
        (created, *_) = await house.follow(game_id)

        assert "afternoon-hill" in await editions(house)
        assert (await house.make()).game.edition == "reconstructed"
        assert game.edition == created.event.game_created.content.edition == "afternoon-hill"
        assert json.loads(created.line)["data"]["content"]["data"]["camps"] == 1
        assert await house.legal(game_id, token)


async def test_the_log_carries_it_and_audits_anywhere(folder, tmp_path):
    """The export holds the content whole, and an audit that knows no such edition is fine."""
    async with House(tmp_path / "data", content=folder) as house:
        game_id, token = await house.started(edition="afternoon-hill")
        await house.play(game_id, token, 1)
        await house.finish(game_id, token)
        file = await house.export(game_id)

    assert report_of(file).level == "rules"
    lies = file.replace(b'"camps":1', b'"camps":2', 1)
    assert report_of(lies).code == "BROKEN_CHAIN"


async def test_a_game_goes_on_without_the_folder(folder, tmp_path):
    """After a restart without it no new game can be made on it; one begun is shown, played on and audited."""
    async with House(tmp_path / "data", content=folder) as house:
        game_id, token = await house.started(edition="afternoon-hill")
        await house.play(game_id, token, 1)
        before = await house.export(game_id)
    async with House(tmp_path / "data") as house:
        with refused("NOT_FOUND", "UNKNOWN_EDITION"):
            await house.make(edition="afternoon-hill")
        assert "afternoon-hill" not in await editions(house)
        await house.play(game_id, token, 1)
        await house.finish(game_id, token)
        after = await house.export(game_id)

    assert after.startswith(b"".join(before.splitlines(keepends=True)[:-1]))
    assert report_of(after).level == "rules"


async def test_a_game_keeps_the_content_it_was_made_on(folder, tmp_path):
    """When the file says something else under the old name, games begun go on as they were."""
    async with House(tmp_path / "data", content=folder) as house:
        old, token = await house.started(edition="afternoon-hill")
    (folder / "hill.toml").write_text(HILL.replace("camps = 1", "camps = 3"), encoding="utf-8")
    async with House(tmp_path / "data", content=folder) as house:
        new, fresh = await house.started(edition="afternoon-hill")
        await house.finish(old, token)
        await house.finish(new, fresh)
        shas = [(await house.game(game_id)).content_sha256 for game_id in (old, new)]

        assert shas[0] != shas[1]
        for game_id, camps in ((old, b'"camps":1'), (new, b'"camps":3')):
            file = await house.export(game_id)
            assert camps in file.splitlines()[0]
            assert report_of(file).level == "rules"


async def test_making_a_game_again_needs_no_folder(folder, tmp_path):
    """CreateGame sent again with the same id after a restart without the folder answers the game it made."""
    request = {"command_id": new_id(), "edition": "afternoon-hill", "claim": CLAIM}
    async with House(tmp_path / "data", content=folder) as house:
        made = await house.make(**request)
    async with House(tmp_path / "data") as house:
        again = await house.make(**request)
        with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
            await house.make(**{**request, "edition": "reconstructed"})

    assert again.game == made.game


@pytest.mark.parametrize("text", ["game =", HILL.replace("camps = 1", "camps = -1")])
async def test_bad_content_stops_the_start(folder, tmp_path, text):
    """A service with a bad file does not start, says why, and leaves no data folder behind."""
    (folder / "bad.toml").write_text(text, encoding="utf-8")

    with pytest.raises(CannotStart) as caught:
        async with House(tmp_path / "data", content=folder):
            pass

    assert caught.value.code == "BAD_CONTENT"
    assert caught.value.message.startswith("bad.toml: ")
    assert not (tmp_path / "data").exists()
