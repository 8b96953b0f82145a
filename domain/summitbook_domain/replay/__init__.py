"""Recorded games: reading, writing and checking them. See docs/replay-format.md."""

from .audit import audit
from .report import LEVELS, Caveat, Report
from .tail import Reveal, Seal, seal_line, seal_message

__all__ = ["LEVELS", "Caveat", "Report", "Reveal", "Seal", "audit", "seal_line", "seal_message"]
