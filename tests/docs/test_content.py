"""The page on content of one's own, held against the content classes and its examples."""

import re
from pathlib import Path

import pytest
from msgspec import inspect

from summitbook_advice.policies import POLICIES
from summitbook_domain.content import LARGEST, Content
from summitbook_domain.games import GAMES
from summitbook_domain.policies import play
from summitbook_domain.replay import audit
from summitbook_service.editions import edition_in

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "content.md").read_text(encoding="utf-8")
EXAMPLES = sorted((DOCS / "examples").glob("*.toml"))
COMMON = set(Content.__struct_fields__)


def paths(kind, path=""):
    """Every key of a content class: `[]` is any place of a list, `*` any key."""
    match kind:
        case inspect.StructType():
            for field in kind.fields:
                here = f"{path}.{field.encode_name}".lstrip(".")
                yield here
                yield from paths(field.type, here)
        case inspect.VarTupleType():
            yield from paths(kind.item_type, f"{path}[]")
        case inspect.DictType():
            yield f"{path}.*"
            yield from paths(kind.value_type, f"{path}.*")


def told(heading):
    """The keys in the table below a heading."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return {key for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for key in key_names(row)}


def key_names(cell):
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: f"{game.name}-{game.rules}")
def test_every_key_of_a_games_content_is_told(game):
    """A game's table has every key of its content class and no other; those of all games stand apart."""
    keys = set(paths(inspect.type_info(game.content)))
    holders = {key for key in keys if any(other.startswith(f"{key}.") for other in keys)}

    assert told("Keys of every game") == COMMON
    assert keys - holders - COMMON <= told(game.name) <= keys


def test_the_largest_file_is_told():
    """The page names the limit that the code keeps."""
    assert str(LARGEST) in PAGE


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_can_be_played(path):
    """Each example is on the page, fits its game, and hundreds of games on it end and audit."""
    game, edition = edition_in(path)

    assert f"(examples/{path.name})" in PAGE
    assert edition.content.edition == path.stem
    for number in range(100):
        salts = ("",) * edition.content.min_seats
        for policy in POLICIES.values():
            book = play(game, policy, number.to_bytes(32), edition=edition, salts=salts)
            report = audit([line + b"\n" for line in book.lines], verify=lambda *_: False)
            assert (report.level, report.outcome) == ("rules", "finished")


def test_there_is_an_example():
    """Nobody has to begin with an empty page."""
    assert EXAMPLES
