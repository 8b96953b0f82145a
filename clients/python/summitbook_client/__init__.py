"""
A Summitbook client: it sends choices and shows what it is told, and holds no rules.

`connection` is for any program, `playing` for one that sends many commands, `bot` plays
by a policy, `watch` follows a game, `terminal` draws it for a person.
"""

from .connection import Connection, Host, Seat
from .errors import Refused, ServiceError, Unreachable
from .playing import Playing
from .tls import TLS

__all__ = ["TLS", "Connection", "Host", "Playing", "Refused", "Seat", "ServiceError", "Unreachable"]
