"""Content that a folder adds."""

import tomllib
from pathlib import Path

import pytest

from summitbook_domain.content import LARGEST, BadContent
from summitbook_domain.games import GAMES
from summitbook_service.editions import Editions, edition_in

HILL = (Path(__file__).parents[2] / "docs" / "examples" / "afternoon-hill.toml").read_text(encoding="utf-8")
EVEREST = GAMES["everest1924", 1]
SHIPPED = Path(GAMES["everest1924", 1].decide.__code__.co_filename).parent / "content" / "reconstructed.toml"


def named(name):
    return HILL.replace('"afternoon-hill"', f'"{name}"')


def folder_of(path, **files):
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text, encoding="utf-8")
    return path


def test_a_folder_adds_to_what_ships(tmp_path):
    """What ships comes first and is the default; what is not `*.toml` is not read."""
    (tmp_path / "notes.txt").write_text("no content")
    editions = Editions.of_folder(folder_of(tmp_path, b=named("beta"), a=named("alpha")))

    assert list(editions.of(EVEREST)) == [*EVEREST.editions, "alpha", "beta"]
    assert editions.find(EVEREST, "beta").data == tomllib.loads(named("beta"))


def test_no_other_game_gets_it(tmp_path):
    """A file is for the game that its `game` key names."""
    editions = Editions.of_folder(folder_of(tmp_path, a=named("alpha")))

    for game in GAMES.values():
        assert ("alpha" in editions.of(game)) == (game.name == "everest1924")


def test_an_empty_folder_adds_nothing(tmp_path):
    """Then there is what ships."""
    for game in GAMES.values():
        assert Editions.of_folder(tmp_path).of(game) == dict(game.editions) == Editions().of(game)


def test_a_copy_of_what_ships_is_no_clash(tmp_path):
    """The same data under the same name is the same edition, however it is commented."""
    text = SHIPPED.read_text(encoding="utf-8") + "\n# a copy\n"

    editions = Editions.of_folder(folder_of(tmp_path, copy=text))

    assert editions.of(EVEREST) == dict(EVEREST.editions)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"x": HILL.replace("squares = 5", "squares = 0")}, "x.toml: rows[2].squares: must be at least 1"),
        ({"x": HILL.replace("camps = 1", "")}, "x.toml: camps: is missing"),
        ({"x": "game ="}, "x.toml: file: Invalid value"),
        ({"x": HILL.replace("everest1924", "k2")}, "x.toml: game: must be one of "),
        ({"x": HILL.replace("game =", "# game =")}, "x.toml: game: must be one of "),
        ({"x": HILL.replace('"everest1924"', '["everest1924"]')}, "x.toml: game: must be one of "),
        ({"x": named("")}, "x.toml: edition: must be 1 to 64 lower-case letters"),
        ({"x": named("../hill")}, "x.toml: edition: must be 1 to 64 lower-case letters"),
        ({"x": named("h" * 65)}, "x.toml: edition: must be 1 to 64 lower-case letters"),
        ({"x": named("reconstructed")}, "x.toml: edition: 'reconstructed' ships with Everest 1924"),
        ({"x": HILL, "y": HILL}, "y.toml: edition: x.toml has the name 'afternoon-hill' already"),
        ({"x": HILL.replace("Back for tea", "t" * LARGEST)}, f"x.toml: file: holds more than {LARGEST}"),
    ],
    ids=[
        "its own problem", "a key missing", "not TOML", "no such game", "no game", "games", "no name",
        "a name that is a path", "a name too long", "a name that ships", "a name twice", "too large",
    ],
)  # fmt: skip
def test_bad_content_is_told_by_file_key_and_reason(tmp_path, files, told):
    """Whatever is wrong with a file of the folder is BAD_CONTENT, in one sentence that says where."""
    with pytest.raises(BadContent) as bad:
        Editions.of_folder(folder_of(tmp_path, **files))

    assert str(bad.value).startswith(told)


def test_a_folder_that_is_none_is_told(tmp_path):
    """A file, or nothing, where the folder should be."""
    for path in (tmp_path / "missing", folder_of(tmp_path, a=HILL) / "a.toml"):
        with pytest.raises(BadContent, match="no such folder"):
            Editions.of_folder(path)


def test_one_file_is_read_with_the_game_it_is_for(tmp_path):
    """So that a game can be played on it without a service."""
    game, edition = edition_in(folder_of(tmp_path, a=HILL) / "a.toml")

    assert game is EVEREST
    assert edition.content.edition == "afternoon-hill"
