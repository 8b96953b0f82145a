"""
A Summitbook client: it sends choices and shows what it is told, and holds no rules.

`connection` is for any program, `playing` for one that sends many commands, `bot` plays
by a policy, `watch` follows a game, `receipts` keeps what a replay can be checked by,
`terminal` draws a game for a person.
"""

from .connection import Connection, Host, Seat
from .errors import Refused, ServiceError, Unreachable
from .playing import Playing
from .receipts import Receipt, Receipts
from .tls import TLS

__all__ = [
    "TLS",
    "Connection",
    "Host",
    "Playing",
    "Receipt",
    "Receipts",
    "Refused",
    "Seat",
    "ServiceError",
    "Unreachable",
]
