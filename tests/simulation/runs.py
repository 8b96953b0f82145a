"""Many runs on every processor."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Callable, Sequence

from .run import BrokenPromise, simulate

AT_ONCE = 50
"""So many runs a process does between two reports."""


def broken(seeds: range, done: Callable[[int], object] = lambda _: None) -> str | None:
    """What the first run that breaks a promise says; None where none does. `done` is told of runs done."""
    parts = [seeds[first : first + AT_ONCE] for first in range(0, len(seeds), AT_ONCE)]
    with multiprocessing.get_context("spawn").Pool(initializer=_begin) as pool:
        for part, found in zip(parts, pool.imap(_first_broken, parts), strict=True):
            done(len(part))
            if found:
                return found
    return None


def _begin() -> None:
    """What is loaded by now stays; what a run leaves behind is looked for seldom."""
    gc.freeze()
    gc.set_threshold(100_000)


def _first_broken(seeds: Sequence[int]) -> str | None:
    for seed in seeds:
        try:
            simulate(seed)
        except BrokenPromise as promise:
            return str(promise)
    return None
