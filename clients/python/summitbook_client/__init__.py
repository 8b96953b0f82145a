"""
A Summitbook client: it sends choices and shows what it is told, and holds no rules.

`connection` is for any program, `bot` plays by a policy, `watch` follows a game,
`terminal` draws it for a person.
"""

from .connection import Connection, Seat
from .errors import Refused, ServiceError, Unreachable

__all__ = ["Connection", "Refused", "Seat", "ServiceError", "Unreachable"]
