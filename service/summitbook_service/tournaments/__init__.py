"""
Tournaments: each a log of its own, decided by the domain like a game's, beside games like any others.

What is half done when a node ends is done by the next: games that a published round still lacks, and
games that are over and not counted yet.
"""

from .asking import Asked, Done, Wish
from .bounds import Bounds
from .keeper import Keeper
from .office import Office
from .roster import Roster
from .summaries import Summaries

__all__ = ["Asked", "Bounds", "Done", "Keeper", "Office", "Roster", "Summaries", "Wish"]
