"""The two lines that may follow the last record: docs/replay-format.md, "After the last record"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .. import canonical
from ..record import Hash, Head, UuidText, shaped

Signature = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seed of a shared deal, once the deal is closed."""

    deal: UuidText
    seed: Hash


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server's Ed25519 signature over the number of records and the last hash."""

    events: Annotated[int, Meta(ge=1, lt=2**32)]
    head: Hash
    key: Hash
    signature: Signature


class _RevealLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reveal: Reveal


class _SealLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seal: Seal


def seal_message(head: Head) -> bytes:
    """The bytes that a seal signs."""
    return b"summitbook/seal/1\0" + bytes.fromhex(head.hash) + head.n.to_bytes(4, "big")


def seal_line(head: Head, key: str, sign: Callable[[bytes], bytes]) -> bytes:
    """The seal's line without its line feed; `key` is the public key in hex, `sign` makes the signature."""
    signature = sign(seal_message(head)).hex()
    return canonical.encode(_SealLine(Seal(events=head.n, head=head.hash, key=key, signature=signature)))


def reveal_line(reveal: Reveal) -> bytes:
    """The reveal's line without its line feed."""
    return canonical.encode(_RevealLine(reveal))


def is_tail(value: Any) -> bool:
    """Whether this plain value means to be a reveal or a seal."""
    return isinstance(value, dict) and not value.keys().isdisjoint(("reveal", "seal"))


def tail_of(value: Any) -> Reveal | Seal:
    """The reveal or the seal that a plain value is; raises BadFormat."""
    if "seal" in value:
        return shaped(value, _SealLine).seal
    return shaped(value, _RevealLine).reveal
