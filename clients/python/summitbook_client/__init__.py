"""
A Summitbook client: it sends choices and shows what it is told, and holds no rules.

`Client` is for asyncio, `BlockingClient` the same for programs without; both make games and
give out a `Table` of any game, a `Host` of those they made and a `Seat` of those they sit
down in, and of tournaments a `Tournament`, an `Organiser` and a `Contestant`. `Playing`
sends many commands on one stream. A call that fails raises `ServiceError`, which is
`Refused`, `Unreachable` or `BrokenChain`. docs/clients.md tells how to work with all of
it; nothing of this package beside the names listed here is kept from one release to the
next.

The terminal, the bots and the command line are made of the same names.
"""

from .blocking import (
    BlockingClient,
    BlockingContestant,
    BlockingForked,
    BlockingHost,
    BlockingOrganiser,
    BlockingSeat,
    BlockingTable,
    BlockingTournament,
)
from .client import Client, Forked
from .errors import BrokenChain, Refused, ServiceError, Unreachable
from .playing import Playing
from .policy import going_on
from .receipts import Receipt, Receipts, TournamentReceipt
from .table import Host, Seat, Table
from .tls import TLS
from .tournaments import Contestant, Organiser, Tournament
from .watch import Step

__all__ = [
    "TLS",
    "BlockingClient",
    "BlockingContestant",
    "BlockingForked",
    "BlockingHost",
    "BlockingOrganiser",
    "BlockingSeat",
    "BlockingTable",
    "BlockingTournament",
    "BrokenChain",
    "Client",
    "Contestant",
    "Forked",
    "Host",
    "Organiser",
    "Playing",
    "Receipt",
    "Receipts",
    "Refused",
    "Seat",
    "ServiceError",
    "Step",
    "Table",
    "Tournament",
    "TournamentReceipt",
    "Unreachable",
    "going_on",
]
