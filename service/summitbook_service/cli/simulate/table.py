"""A line a game, as spreadsheets and data frames read it."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from summitbook_domain.simulate import Simulated, secret_of

from ..problem import Problem
from ..replay.files import check_writable
from .many import Asked

Take = Callable[[int, Simulated], object]


@contextmanager
def table(file: Path | None, asked: Asked) -> Iterator[Take]:
    """
    What takes each game, by its number; the file is there once all are taken, or not at all.

    A game's `seed` is that from which `summitbook replay record` writes it down. Raises Problem.
    """
    if file is None:
        yield lambda *_: None
        return
    check_writable(file)
    aside = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        with aside.open("w", encoding="utf-8", newline="") as opened:
            rows = csv.writer(opened, lineterminator="\n")
            results = [f"result_{seat}" for seat in range(len(asked.policies))]
            rows.writerow(["game", "seed", "ending", "commands", *results])
            yield lambda number, game: rows.writerow(_row(asked, number, game))
        aside.replace(file)
    except OSError as error:
        raise Problem("FILE", f"{file} cannot be written: {error.strerror}") from None
    finally:
        aside.unlink(missing_ok=True)


def _row(asked: Asked, number: int, game: Simulated) -> list[str | int]:
    return [number, secret_of(asked.seed, number).hex(), game.ending, game.commands, *game.results]
