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


def test_an_import_is_found_wherever_it_stands():
    """The walk sees imports inside functions, under conditions and of submodules."""
    source = "import grpc.aio\nif 1:\n from rich.table import T\ndef f():\n import jwt\nfrom . import x"
    assert imported(source) == {"grpc", "rich", "jwt"}


def test_there_is_a_domain_to_look_at():
    """The walls are checked on real files: the registry and the rules are among them."""
    assert {"games.py", "chance.py", "record.py"} <= {file.name for file in FILES}
