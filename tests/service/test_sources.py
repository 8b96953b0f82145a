"""What the service is made of, read from its source; the command around it may do more."""

import ast
from pathlib import Path

import pytest

import summitbook_service

ROOT = Path(summitbook_service.__file__).parent
FILES = sorted(file for file in ROOT.rglob("*.py") if "cli" not in file.parts)
LUCK, PROCESSES = {"random"}, {"multiprocessing", "subprocess"}
ADVISING = ROOT / "hints" / "process.py"
"""Begins one process, by vfork, in which nothing of gRPC runs: docs/decisions/0022."""


def imported(file):
    """The top-level names of every absolute import, wherever in the file it stands."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    taken = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}
    return {name.partition(".")[0] for name in plain | taken}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_what_serves_has_no_luck_of_its_own_and_starts_no_process(file):
    """Secrets come from the operating system, and nothing forks beside the threads of gRPC."""
    assert imported(file) & (LUCK | PROCESSES) == ({"subprocess"} if file == ADVISING else set())


def test_there_is_a_service_to_look_at():
    """The modules that draw keys and that meet gRPC are among them."""
    assert {"ring.py", "server.py", "rpc.py"} <= {file.name for file in FILES}
