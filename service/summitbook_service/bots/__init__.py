"""
The seats that the service itself plays: docs/advice.md, "Bots of the service".

A bot comes through the same door as everyone, with the rights of its seat. `choosing` is
all that it knows of a game, `adviser` what it may ask, `moves` says which bot acts, `players` when.
"""

from .choosing import POLICIES
from .moves import Moves
from .players import Bots

__all__ = ["POLICIES", "Bots", "Moves"]
