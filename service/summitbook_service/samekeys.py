"""
Whether the nodes of one database have the same keys.

With others a node would refuse the tokens of its neighbours, and each could not go on with
the games of the other; that would show only later, in games that are stuck.
"""

from __future__ import annotations

from contextlib import suppress
from uuid import UUID

import msgspec
import structlog

from .errors import CannotStart
from .keys import KINDS, Keys
from .store import Conflict, Row, Store

KEYS = "Keys"
_STREAM = UUID("0c0b3a57-8e0e-4f5c-9a52-6f1f1f6f2b44")

log = structlog.get_logger()
_read = msgspec.json.Decoder(dict[str, str]).decode


async def check(store: Store, keys: Keys, *, alone: bool) -> None:
    """
    Hold the keys against those of the node that started last, and leave word of them for the next.

    Raises CannotStart with OTHER_KEYS where other nodes serve with others, and StoreUnavailable.
    A node that is alone goes on with the keys it has: it may be all that was brought back.
    """
    last = await store.last(_STREAM)
    before = _read(last.line) if last else {}
    missing = sorted(kind for kind, mark in before.items() if mark not in keys.marks(kind))
    if missing and not alone:
        raise CannotStart(
            "OTHER_KEYS",
            f"the nodes of this database have other keys ({', '.join(missing)}); share theirs by --keys",
        )
    if missing:
        log.warning("the database was served with other keys: some games cannot go on", keys=missing)
    await leave_word(store, keys)


async def leave_word(store: Store, keys: Keys) -> None:
    """Leave word of the keys that make now, for the next node that starts; raises StoreUnavailable."""
    last = await store.last(_STREAM)
    before = _read(last.line) if last else {}
    making = {kind: keys.marks(kind)[0] for kind in KINDS}
    if making != before:
        with suppress(Conflict):  # another node that does so just now leaves the same word
            await store.append([Row(_STREAM, last.n + 1 if last else 1, KEYS, msgspec.json.encode(making))])
