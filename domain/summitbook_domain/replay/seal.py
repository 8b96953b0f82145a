"""Level seal: the signature fits, and the key is one the checker trusts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from ..record import Head
from .chain import Chain
from .report import Caveat, Fault
from .tail import seal_message

Verify = Callable[[str, bytes, bytes], bool]
"""Whether an Ed25519 signature fits: public key in hex, message, signature."""


def check_seal(chain: Chain[Any, Any], verify: Verify, keys: Collection[str]) -> tuple[Caveat, ...]:
    """What could not be known of the seal; raises Fault."""
    seal, line = chain.seal, chain.lines
    if seal is None:
        return (Caveat("NO_SEAL", "without a seal nothing ties down times, names and ids"),)
    if (seal.events, seal.head) != (chain.head.n, chain.head.hash):
        raise Fault(
            "BAD_SEAL", line, "the seal is that of another log",
            expected=f"{seal.events}:{seal.head}", found=f"{chain.head.n}:{chain.head.hash}",
        )  # fmt: skip
    if not verify(seal.key, seal_message(Head(seal.events, seal.head)), bytes.fromhex(seal.signature)):
        raise Fault("BAD_SEAL", line, "the signature does not fit the key", found=seal.signature)
    if seal.key in keys:
        return ()
    if keys:
        raise Fault("UNKNOWN_KEY", line, "the seal's key is none of the trusted ones", found=seal.key)
    return (Caveat("UNKNOWN_KEY", f"sealed with {seal.key}; name the keys you trust to be sure whose it is"),)
