"""`summitbook solve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from summitbook_advice.everest1924.optimum import Optimum
from summitbook_advice.solvers import SOLVERS, Solver
from summitbook_advice.values import NoAdvice
from summitbook_client.messages import printable
from summitbook_client.terminal.page import console
from summitbook_domain.content import Edition as GameEdition
from summitbook_domain.policies import AnyGame

from .content import ContentFile, edition_named, edition_of, game_named
from .options import AsJson, text
from .output import emit, note
from .problem import Problem, usage

Game = Annotated[str, Parameter(validator=text, help="The game to solve: everest1924.")]
Edition = Annotated[
    str | None,
    Parameter(validator=text, help="The content to solve, by its name; left out, the one that ships."),
]


def solve(
    game: Game, /, *, edition: Edition = None, content: ContentFile = None, as_json: AsJson = False
) -> None:
    """Work out the best there is on a game's content, and keep it for bots and hints."""
    found = game_named(game)
    solver = SOLVERS.get((found.name, found.rules))
    if solver is None:
        there_are = ", ".join(sorted({name for name, _ in SOLVERS}))
        raise Problem("NOT_SOLVABLE", f"{found.title} cannot be solved as a whole; this can: {there_are}")
    played_on = _content(found, edition, content)
    best = _watched(solver, played_on.content)
    if best.file is None:
        note("It could not be kept; SUMMITBOOK_CACHE names another folder.")
    if as_json:
        emit(_plain(found, played_on, best))
    else:
        _print(found, played_on, best)


def _content(game: AnyGame, edition: str | None, file: Path | None) -> GameEdition[Any]:
    if edition and file:
        raise usage("--edition or --content, not both")
    return edition_named(game, edition) if edition else edition_of(game, file)


def _watched(solver: Solver, content: Any) -> Optimum:
    out = console(error=True)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("Solving", total=None)
        try:
            return solver(content, lambda done, total: bar.update(task, completed=done, total=total))
        except NoAdvice as error:
            raise Problem(error.code, str(error)) from None


def _print(game: AnyGame, edition: GameEdition[Any], best: Optimum) -> None:
    how = "exact" if best.exact else "an estimate: too many positions, so the route is forgotten"
    print(f"{game.title}, edition {printable(edition.content.edition)}")
    print(f"  expected score        {best.score:.2f}")
    print(f"  chance of the summit  {100 * best.summit:.1f} %")
    print(f"  positions             {best.positions:,}, {how}")


def _plain(game: AnyGame, edition: GameEdition[Any], best: Optimum) -> dict[str, Any]:
    return {
        "game": game.name,
        "edition": edition.content.edition,
        "content_sha256": edition.sha256,
        "expected_score": best.score,
        "chance_of_summit": best.summit,
        "exact": best.exact,
        "positions": best.positions,
        "file": best.file,
    }
