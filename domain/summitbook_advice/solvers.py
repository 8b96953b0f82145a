"""The games that can be solved as a whole: one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .everest1924.optimum import Optimum, optimum
from .everest1924.solution import Progress

Solver = Callable[[Any, Progress], Optimum]
"""What works out the best there is on a game's content, and keeps it for the adviser; raises NoAdvice."""

SOLVERS: Mapping[tuple[str, int], Solver] = {("everest1924", 1): optimum}
"""By name and rules edition, as the registry of the games has them."""
