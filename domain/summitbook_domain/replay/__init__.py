"""Recorded games: reading, writing and checking them. See docs/replay-format.md."""

from .audit import audit
from .report import LEVELS, Caveat, Report
from .source import LONGEST_TAIL, Lines, Source
from .tail import Reveal, Seal, reveal_line, seal_line, seal_message

__all__ = [
    "LEVELS",
    "LONGEST_TAIL",
    "Caveat",
    "Lines",
    "Report",
    "Reveal",
    "Seal",
    "Source",
    "audit",
    "reveal_line",
    "seal_line",
    "seal_message",
]
