"""The domain's walls, read from its source; import-linter guards the rest (pyproject.toml)."""

import ast
import sys
from pathlib import Path

import pytest

import summitbook_domain

ROOT = Path(summitbook_domain.__file__).parent
ALLOWED = {*sys.stdlib_module_names, "msgspec", "summitbook_domain"}
CLOCKS = {"datetime", "sched", "time"}
LUCK = {"os", "random", "secrets"}
OTHERS = {"asyncio", "multiprocessing", "socket", "ssl", "subprocess", "threading", "urllib"}
FILES = sorted(ROOT.rglob("*.py"))

GAMES = {folder.parent for folder in ROOT.glob("*/content")}
BELOW_A_GAME = {"canonical", "chance", "content", "game", "message", "record", "refusal", "table"}


def imported(source: str) -> set[str]:
    """The top-level names of every absolute import, wherever in the file it stands."""
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    taken = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}
    return {name.partition(".")[0] for name in plain | taken}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_domain_imports_only_the_standard_library_and_msgspec(file):
    """A file of the domain imports nothing but the standard library, msgspec and the domain."""
    assert imported(file.read_text(encoding="utf-8")) <= ALLOWED


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_domain_cannot_reach_the_world(file):
    """A file of the domain imports no clock, no randomness, no network, no process and no thread."""
    assert not imported(file.read_text(encoding="utf-8")) & (CLOCKS | LUCK | OTHERS)


def rooms(source: str) -> set[str]:
    """The rooms of the domain that a file in one of its folders takes from."""
    outside = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.level == 2
    ]
    named = {node.module.partition(".")[0] for node in outside if node.module}
    return named | {alias.name for node in outside if not node.module for alias in node.names}


@pytest.mark.parametrize("game", sorted(GAMES), ids=lambda folder: folder.name)
def test_a_game_uses_only_what_lies_below_the_games(game):
    """A game knows neither another game nor the registry, the book or the audit."""
    for file in game.glob("*.py"):
        source = file.read_text(encoding="utf-8")
        assert "summitbook_domain" not in imported(source), (
            f"{file.name}: inside the domain, import relatively"
        )
        assert rooms(source) <= BELOW_A_GAME, file.name


def test_an_import_is_found_wherever_it_stands():
    """The walk sees imports inside functions, under conditions and of submodules."""
    source = "import grpc.aio\nif 1:\n from rich.table import T\ndef f():\n import jwt\nfrom . import x"
    assert imported(source) == {"grpc", "rich", "jwt"}
    assert rooms("from ..table.events import X\nfrom .. import games\nfrom . import own") == {
        "table",
        "games",
    }


def test_there_is_a_domain_to_look_at():
    """The walls are checked on real files: the registry and the rules are among them."""
    assert {"games.py", "chance.py", "record.py"} <= {file.name for file in FILES}
