"""
Where records are kept: the only room that knows `eventsourcing`.

A store holds streams of numbered rows. It does not know what a game is, and nobody
outside this room knows how it keeps them.
"""

from .contract import LISTED, Conflict, KeepsTime, Note, Row, Shared, Store, StoreUnavailable, Tick
from .sqlite import SQLiteStore

__all__ = [
    "LISTED",
    "Conflict",
    "KeepsTime",
    "Note",
    "Row",
    "SQLiteStore",
    "Shared",
    "Store",
    "StoreUnavailable",
    "Tick",
]
