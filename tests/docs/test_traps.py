"""The page on faults of other services, held against the tests that it names."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "traps.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in row.split("|")[1:-1]]
    for row in re.findall(r"^\| \d+ \|.*$", PAGE, re.MULTILINE)
]
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


@cache
def defined_in(file):
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_each_fault_has_its_row():
    """Forty faults stand there, each once and in order, with what holds here and some tests."""
    assert [int(number) for number, *_ in ROWS] == list(range(1, 41))
    assert all(len(row) == 4 and all(row) for row in ROWS)
    assert all(NAMED.search(shown) for *_, shown in ROWS)


def test_every_test_that_is_named_exists():
    """Whoever looks a test up finds it."""
    for _, _, _, shown in ROWS:
        assert NAMED.sub("", shown).strip(", ") == ""
        for file, name in NAMED.findall(shown):
            assert name in defined_in(file), f"{file}::{name}"


def test_every_target_that_is_named_exists():
    """What `make` is said to show it can."""
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([\w-]+)`", PAGE)) <= targets
