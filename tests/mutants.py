"""
Change the rules of a game in one place at a time, and see whether its golden replays notice.

    python tests/mutants.py everest1924

Prints the changes that live. Each must be one that no accepted command can show, such as a looser refusal
(the tests of the rules see to those), or a hole to be closed by one more replay.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from whole_games import REPLAYS

from summitbook_domain.game import Game
from summitbook_domain.games import newest
from summitbook_domain.replay import audit

NAME = "summitbook_domain.mutant"
NOT_IN_A_LOG = {"__init__", "view", "legal", "greedy"}
"""What these say is in no record."""
OPPOSITES = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
Mutation = Callable[[], None]


def mutations(tree: ast.Module) -> Iterator[tuple[str, Mutation]]:
    """Every small change of a module, told by line and text."""
    for node in ast.walk(tree):
        place = f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}"
        if isinstance(node, ast.Compare):
            for i, op in enumerate(node.ops):
                yield f"{place} [{i}]", lambda n=node, i=i, op=op: n.ops.__setitem__(i, OPPOSITES[type(op)]())
        elif isinstance(node, ast.BoolOp) or (
            isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))
        ):
            yield place, lambda n=node: setattr(n, "op", OPPOSITES[type(n.op)]())
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield place, lambda n=node: setattr(n, "value", not n.value)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield place, lambda n=node: setattr(n, "value", n.value + 1)


def game_with(folder: Path, stem: str, tree: ast.Module) -> Game[Any, Any, Any]:
    """The game of a package, one of its modules replaced by this tree."""
    for loaded in [name for name in sys.modules if name.startswith(NAME)]:
        del sys.modules[loaded]
    spec = importlib.util.spec_from_file_location(
        NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    package = sys.modules[NAME] = importlib.util.module_from_spec(spec)
    module = sys.modules[f"{NAME}.{stem}"] = ModuleType(f"{NAME}.{stem}")
    module.__package__ = NAME
    exec(compile(ast.fix_missing_locations(tree), f"{stem}.py", "exec"), module.__dict__)
    spec.loader.exec_module(package)
    return package.GAME


def noticed(folder: Path, stem: str, tree: ast.Module, files: list[list[bytes]]) -> bool:
    """Whether the mutant cannot even be loaded, or some golden replay does not audit under it."""
    try:
        game = game_with(folder, stem, tree)
        reports = (
            audit(lines, verify=lambda *_: True, games={(game.name, game.rules): game}) for lines in files
        )
        return any(report.level != "rules" for report in reports)
    except Exception:  # noqa: BLE001 - whatever goes wrong, it is noticed
        return True


def living(game: Game[Any, Any, Any]) -> tuple[int, list[str]]:
    """How many mutants of a game's rules there are, and which of them its golden replays do not notice."""
    folder = Path(sys.modules[game.decide.__module__].__file__).parent
    files = [path.read_bytes().splitlines(keepends=True) for path in (REPLAYS / game.name).glob("*.jsonl")]
    made, alive = 0, []
    for path in sorted(folder.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        count = 0 if path.stem in NOT_IN_A_LOG else len(list(mutations(ast.parse(source))))
        made += count
        for number in range(count):
            tree = ast.parse(source)
            told, mutate = list(mutations(tree))[number]
            mutate()
            if not noticed(folder, path.stem, tree, files):
                alive.append(f"{path.stem}.py {told}")
    return made, alive


if __name__ == "__main__":
    mutants, alive = living(newest(sys.argv[1]))
    print("\n".join(alive))
    print(f"{mutants} mutants, {len(alive)} alive")
