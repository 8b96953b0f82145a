"""A whole tournament in one archive, and its audit: docs/tournaments.md, "Dossier"."""

from .audit import Dossier, Outcome
from .finding import Finding
from .played import Played, played_of

__all__ = ["Dossier", "Finding", "Outcome", "Played", "played_of"]
