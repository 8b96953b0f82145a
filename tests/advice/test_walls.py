"""The walls of advice, read from its source; import-linter guards the rest (pyproject.toml)."""

import ast
import sys
from pathlib import Path

import pytest

import summitbook_advice
from summitbook_domain.games import GAMES

ROOT = Path(summitbook_advice.__file__).parent
KEEPS_FILES = ROOT / "everest1924" / "kept.py"
"""The one file that may touch the disk."""
REVIEWS = ROOT / "review.py"
"""The one file that reads logs, of games that are over; it hands what advises no more than others do."""
ALLOWED = {*sys.stdlib_module_names, "msgspec", "numpy", "summitbook_domain"}
WORLD = {
    *("asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "random", "secrets"),
    *("socket", "ssl", "subprocess", "tempfile", "threading", "time", "urllib"),
}
FILES = sorted(ROOT.rglob("*.py"))
SHARED = {"values"}
"""What a game's room may use beside its own."""


def absolute(source: str) -> set[str]:
    """Every module that is imported by its full name."""
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {
        node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level
    }


def taken_from_above(source: str) -> set[str]:
    """What a file in one of the folders takes from outside its folder."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    outside = [node for node in nodes if node.level == 2]
    named = {node.module.partition(".")[0] for node in outside if node.module}
    return named | {alias.name for node in outside if not node.module for alias in node.names}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_advice_is_pure(file):
    """A file of the advice imports the domain, what that may, and NumPy; nothing that reaches the world."""
    tops = {name.partition(".")[0] for name in absolute(file.read_text(encoding="utf-8"))}

    outside = {"os", "pathlib", "platformdirs"} if file == KEEPS_FILES else set()
    assert tops <= ALLOWED | outside
    assert not tops & (WORLD - outside)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_advice_knows_no_seed_and_no_table(file):
    """Of the domain it takes neither chance nor table nor record: nothing hidden can come to it."""
    source = file.read_text(encoding="utf-8")
    rooms = {name.split(".")[1] for name in absolute(source) if name.startswith("summitbook_domain.")}

    assert file == REVIEWS or not rooms & {"book", "record", "recorded", "replay", "table"}
    assert "chance" not in rooms or file.name == "policies.py", "a policy is handed luck of its own"


def test_a_game_is_advised_on_by_its_own_room():
    """A room is called as its game is, and uses of the rest only the shape of a value."""
    rooms = {file.parent for file in FILES} - {ROOT}

    assert {room.name for room in rooms} <= {name for name, _ in GAMES}
    for file in FILES:
        if file.parent in rooms:
            assert taken_from_above(file.read_text(encoding="utf-8")) <= SHARED, file


def test_an_import_is_found_wherever_it_stands():
    """The walk sees imports inside functions, and both ways to import from above."""
    source = "import os.path\ndef f():\n from summitbook_domain.table import rules"

    assert absolute(source) == {"os.path", "summitbook_domain.table"}
    assert taken_from_above("from ..values import Value\nfrom .. import policies") == {"values", "policies"}
