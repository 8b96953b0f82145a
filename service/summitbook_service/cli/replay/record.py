"""`summitbook replay record`."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from cyclopts import Parameter

from summitbook_domain.games import GAMES, newest
from summitbook_domain.policies import POLICIES, play

from ..options import GameName, Out
from ..output import command, note
from ..problem import Problem, usage
from .files import write

SEED_BYTES = 32

SeedHex = Annotated[str | None, Parameter(help="The seed, 64 hex digits; left out, one is drawn.")]
PolicyName = Annotated[Literal["random", "greedy"], Parameter(help="How the players choose.")]


def record(
    game: GameName,
    /,
    *,
    seed: SeedHex = None,
    policy: PolicyName = "random",
    out: Out = None,
) -> None:
    """Play a whole game without a service. The same seed and policy write the same file, byte for byte."""
    found = newest(game)
    if found is None:
        there_are = ", ".join(sorted({name for name, _ in GAMES}))
        raise Problem("UNKNOWN_GAME", f"there is no game {game!r}; there are: {there_are}")
    edition = next(iter(found.editions.values()))
    book = play(found, POLICIES[policy], _secret(seed), salts=("",) * edition.content.min_seats)
    write(out, b"".join(line + b"\n" for line in book.lines))
    if out:
        note(f"{out}: {len(book.lines)} lines. Check it with: {command(f'replay audit {out}')}")


def _secret(seed: str | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    try:
        secret = bytes.fromhex(seed)
    except ValueError:
        secret = b""
    if len(secret) != SEED_BYTES:
        raise usage(f"--seed takes {2 * SEED_BYTES} hex digits, such as {'5e' * SEED_BYTES}")
    return secret
