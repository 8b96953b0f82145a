"""What advises in each game: one line each."""

from __future__ import annotations

from collections.abc import Mapping

from .values import Adviser

ADVISERS: Mapping[tuple[str, int], Adviser] = {}
"""By name and rules edition, as the registry of the games has them."""
