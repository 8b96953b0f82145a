"""
Tournaments: each a log of its own, decided by the domain like a game's, beside games like any others.

What is half done when a node ends is done by the next: games that a published round still lacks, and
games that are over and not counted yet.
"""

from .asking import Asked, Done, Wish
from .keeper import Keeper
from .office import Office
from .roster import Roster

__all__ = ["Asked", "Done", "Keeper", "Office", "Roster", "Wish"]
