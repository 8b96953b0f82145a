"""
Change the rules of every game in one place at a time, and see whether anybody notices.

    python tests/mutants.py                          all games: a summary, and what lives but should not
    python tests/mutants.py everest1924              this game only
    python tests/mutants.py --replays --every 10     ask the golden replays only, of each tenth change

First the golden replays are asked, with what was refused in them; then the tests of the game's rules; then
the laws. A change that none of them notices must stand in harmless_mutants.toml with the reason why it is
harmless. Ends with 1 where one does not, where one stands there that is noticed after all, or where less than
90 % of all are noticed.

Each mutant is tried in a process of its own, forked from this one, with the changed module loaded in place of
the real one.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
import resource
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import SourceFileLoader
from multiprocessing.connection import wait
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from whole_games import ALL, REPLAYS, AnyGame, name_of

HERE = Path(__file__).parent
DOMAIN = "summitbook_domain"
HARMLESS = HERE / "harmless_mutants.toml"
LEAST_NOTICED = 90
"""Per cent of a game's mutants that must be noticed."""
LAWS = ("test_legal.py", "test_deciding.py", "test_hidden.py", "test_ends.py")
MEMORY = 4 * 2**30
CPU_SECONDS = 120
"""So long a mutant may take before it is taken to go on for ever, which is noticed too."""
NO_RULES = {"greedy", "pools", "samples"}
"""Advice, what it looks ahead by, and what is counted of chance: no rule depends on them."""

LIVES, BY_REPLAYS, BY_TESTS, BY_LAWS, BY_TIME = range(5)
NOTICED = {
    BY_REPLAYS: "by golden replays",
    BY_TESTS: "by tests",
    BY_LAWS: "by laws",
    BY_TIME: "by never ending",
}

OPPOSITES = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
}  # fmt: skip
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
Change = Callable[[], None]


class Mutant(NamedTuple):
    """One change of one module: where, what was there, and what is there now."""

    game: str
    module: str
    place: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """How the list of harmless mutants calls it."""
        return f"{self.module.rpartition('.')[2]}.{self.place}"


def changes(tree: ast.AST) -> Iterator[tuple[ast.AST, Change]]:
    """Every small change of a tree: the node to look at, and what changes it."""
    made = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
    how = {id(keyword.value) for each in made for keyword in each.keywords}
    for node in ast.walk(tree):
        match node:
            case _ if id(node) in how:
                pass  # frozen=True and the like say how a class is made, and are no rule
            case ast.Compare():
                for i, op in enumerate(node.ops):
                    yield node, lambda n=node, i=i, op=op: n.ops.__setitem__(i, OPPOSITES[type(op)]())
            case ast.BoolOp(op=op) | ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() as op):
                yield node, lambda n=node, op=op: setattr(n, "op", OPPOSITES[type(op)]())
            case ast.UnaryOp(op=ast.Not()):
                yield node, lambda n=node: setattr(n, "operand", ast.UnaryOp(ast.Not(), n.operand))
            case ast.Constant(value=bool() as value):
                yield node, lambda n=node, value=value: setattr(n, "value", not value)
            case ast.Constant(value=int() as value):
                yield node, lambda n=node, value=value: setattr(n, "value", value + 1)
            case ast.IfExp():
                yield node, lambda n=node: n.__dict__.update(body=n.orelse, orelse=n.body)
            case ast.Call(func=ast.Name(id=name)) if name in OTHER_NAMES:
                yield node, lambda n=node, name=name: setattr(n.func, "id", OTHER_NAMES[name])
            case ast.Expr(value=ast.Call()):
                yield node, lambda n=node: setattr(n, "value", ast.Constant(None))
            case ast.If(test=ast.Name() | ast.Attribute() | ast.Call()):
                yield node.test, lambda n=node: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))


def places(tree: ast.Module) -> list[str]:
    """The names of all changes of a tree, in order: definition, what is there, and which of several alike."""
    around = {
        id(node): ".".join(filter(None, (definition.name,)))
        for definition in ast.walk(tree)
        if isinstance(definition, ast.FunctionDef | ast.ClassDef)
        for node in ast.walk(definition)
    }
    seen: Counter[str] = Counter()
    found = []
    for node, _ in changes(tree):
        place = f"{around.get(id(node), 'module')}: {ast.unparse(node)}"
        seen[place] += 1
        found.append(place if seen[place] == 1 else f"{place} #{seen[place]}")
    return found


def mutants_of(game: AnyGame) -> Iterator[Mutant]:
    """Every mutant of the rules of a game."""
    package = game.decide.__module__.rpartition(".")[0]
    for path in sorted(Path(sys.modules[package].__file__ or "").parent.glob("*.py")):
        if path.stem in NO_RULES:
            continue
        source = path.read_text(encoding="utf-8")
        module = package if path.stem == "__init__" else f"{package}.{path.stem}"
        for number, place in enumerate(places(ast.parse(source))):
            tree = ast.parse(source)
            list(changes(tree))[number][1]()
            yield Mutant(name_of(game), module, place, ast.fix_missing_locations(tree))


def judge(mutant: Mutant, replays_only: bool) -> None:
    """In a process of its own: load the mutant, ask everyone, and exit with the verdict."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    load_in_place(mutant)
    os._exit(verdict(mutant, replays_only))


def load_in_place(mutant: Mutant) -> None:
    """From now on whoever imports the mutant's module gets the mutant."""
    get_code = SourceFileLoader.get_code

    def changed(loader: SourceFileLoader, name: str) -> object:
        if name == mutant.module:
            return compile(mutant.tree, loader.path, "exec")
        return get_code(loader, name)

    SourceFileLoader.get_code = changed
    ours = {name for name, module in sys.modules.items() if _is_ours(name, module)}
    for name in ours:
        del sys.modules[name]


def _is_ours(name: str, module: object) -> bool:
    """Whether a module belongs to the domain, or is a helper of the tests that may have looked at it."""
    file = getattr(module, "__file__", None)
    return name.split(".", maxsplit=1)[0] == DOMAIN or bool(file and Path(file).parent == HERE)


def verdict(mutant: Mutant, replays_only: bool) -> int:
    """Who notices the mutant first."""
    try:
        if replays_notice(mutant.game):
            return BY_REPLAYS
    except Exception:  # noqa: BLE001 - whatever goes wrong, it is noticed
        return BY_REPLAYS
    if replays_only:
        return LIVES
    name = mutant.game.rpartition("-")[0]
    if tests_fail(str(HERE / "rules" / name)):
        return BY_TESTS
    return BY_LAWS if tests_fail(*(str(HERE / "laws" / law) for law in LAWS), "-k", mutant.game) else LIVES


def replays_notice(name: str) -> bool:
    """Whether some golden replay does not audit any more, or accepts what it was refused."""
    from covered import not_refused_any_more  # noqa: PLC0415 - not before the mutant is in place
    from whole_games import ALL  # noqa: PLC0415 - as above

    from summitbook_domain.replay import audit  # noqa: PLC0415 - as above

    (game,) = (each for each in ALL if name_of(each) == name)
    for path in sorted((REPLAYS / game.name).glob("*.replay.jsonl")):
        lines = path.read_bytes().splitlines(keepends=True)
        if audit(lines, verify=lambda *_: True).level != "rules":
            return True
    return bool(not_refused_any_more(game))


def tests_fail(*which: str) -> bool:
    """Whether one of these tests fails."""
    return pytest.main(["-x", "-q", "-p", "no:cacheprovider", *which]) != pytest.ExitCode.OK


def judged(mutants: Iterable[Mutant], replays_only: bool) -> Iterator[tuple[Mutant, int]]:
    """Each mutant with its verdict, as they come, as many at once as there are processors."""
    fork, running = multiprocessing.get_context("fork"), {}
    for mutant in mutants:
        process = fork.Process(target=judge, args=(mutant, replays_only))
        process.start()
        running[process.sentinel] = process, mutant
        if len(running) >= (os.cpu_count() or 1):
            yield from _ended(running)
    while running:
        yield from _ended(running)


def _ended(running: dict) -> Iterator[tuple[Mutant, int]]:
    for sentinel in wait(list(running)):
        process, mutant = running.pop(sentinel)
        process.join()
        yield mutant, BY_TIME if process.exitcode < 0 else process.exitcode


def verdicts(game: AnyGame, every: int, replays_only: bool) -> list[tuple[Mutant, int]]:
    """All mutants of a game, or some, with their verdicts; a bar on standard error shows how far it is."""
    mutants = list(mutants_of(game))[::every]
    ((_, unchanged),) = judged([Mutant(name_of(game), "", "nothing", ast.Module([], []))], replays_only)
    if unchanged != LIVES:
        sys.exit(
            f"{name_of(game)}: unchanged, and noticed {NOTICED[unchanged]} all the same; mend that first"
        )
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    out, found = Console(stderr=True), []
    # A bar that is drawn by a thread could not be forked.
    with Progress(*columns, console=out, auto_refresh=False, disable=not out.is_terminal) as progress:
        bar = progress.add_task(name_of(game), total=len(mutants))
        for each in judged(mutants, replays_only):
            found.append(each)
            progress.update(bar, advance=1, refresh=True)
    return found


def harmless(game: AnyGame) -> dict[str, str]:
    """The mutants of a game that may live, each with the reason."""
    listed: dict[str, dict[str, str]] = tomllib.loads(HARMLESS.read_text(encoding="utf-8"))
    return listed.get(name_of(game), {})


def summary(game: AnyGame, found: list[tuple[Mutant, int]]) -> tuple[list[str], bool]:
    """What came of a game's mutants, in lines, and whether it is as it should be."""
    counted = Counter(each for _, each in found)
    noticed = len(found) - counted[LIVES]
    per_cent = 100 * noticed // max(1, len(found))
    parts = ", ".join(f"{counted[each]} {words}" for each, words in NOTICED.items())
    lines = [f"{name_of(game)}: {len(found)} mutants, {noticed} noticed ({per_cent} %): {parts}"]
    reasons, living = harmless(game), {each.name for each, code in found if code == LIVES}
    lines += [f"  lives, harmless: {name}\n    {reasons[name]}" for name in sorted(living & reasons.keys())]
    unknown = sorted(living - reasons.keys())
    stale = sorted(reasons.keys() & {each.name for each, code in found if code != LIVES})
    lines += [f"  LIVES: {name}" for name in unknown]
    lines += [f"  noticed after all, take it off the list: {name}" for name in stale]
    return lines, not unknown and not stale and per_cent >= LEAST_NOTICED


def main() -> int:
    """Do what the arguments say; 0 where every game is as it should be."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*")
    parser.add_argument("--replays", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    fine = True
    for game in ALL:
        if not asked.games or game.name in asked.games:
            lines, good = summary(game, verdicts(game, asked.every, asked.replays))
            print("\n".join(lines), flush=True)
            fine = fine and good
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
