"""What advises in each game, and which ends of it are good: one line each."""

from __future__ import annotations

from collections.abc import Mapping

from .dicey_peaks.values import values as dicey_peaks
from .everest1924.values import values as everest1924
from .mountaineering.values import values as mountaineering
from .values import Adviser

ADVISERS: Mapping[tuple[str, int], Adviser] = {
    ("dicey_peaks", 1): dicey_peaks,
    ("everest1924", 1): everest1924,
    ("mountaineering", 1): mountaineering,
}
"""By name and rules edition, as the registry of the games has them."""

GOOD_ENDS: Mapping[tuple[str, int], frozenset[str]] = {
    ("dicey_peaks", 1): frozenset({"won"}),
    ("mountaineering", 1): frozenset({"summit", "returned"}),
}
"""Where values are chances: the endings of which they are the chance, among rivals for the first place."""
