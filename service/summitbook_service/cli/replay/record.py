"""`summitbook replay record`."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from cyclopts import Parameter

from summitbook_advice.policies import POLICIES
from summitbook_client.terminal.counting import counted
from summitbook_domain.policies import play

from ..content import ContentFile, edition_of, game_named, options_of
from ..options import Chosen, GameName, Out
from ..output import command, note
from ..problem import usage
from .files import write

SEED_BYTES = 32

SeedHex = Annotated[str | None, Parameter(help="The seed, 64 hex digits; left out, one is drawn.")]
PolicyName = Annotated[Literal["random", "greedy", "strong"], Parameter(help="How the players choose.")]


def record(
    game: GameName,
    /,
    *,
    seed: SeedHex = None,
    policy: PolicyName = "random",
    options: Chosen = (),
    content: ContentFile = None,
    out: Out = None,
) -> None:
    """Play a whole game without a service. The same seed and policy write the same file, byte for byte."""
    found = game_named(game)
    edition = edition_of(found, content)
    salts = ("",) * edition.content.min_seats
    chosen = options_of(found, edition, options)
    book = play(found, POLICIES[policy], seed_of(seed), edition=edition, options=chosen, salts=salts)
    write(out, b"".join(line + b"\n" for line in book.lines))
    if out:
        note(f"{out}: {counted(len(book.lines), 'line')}. Check it with: {command(f'replay audit {out}')}")


def seed_of(seed: str | None) -> bytes:
    """The seed that somebody typed, or one that is drawn; raises Problem."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    try:
        secret = bytes.fromhex(seed)
    except ValueError:
        secret = b""
    if len(secret) != SEED_BYTES:
        raise usage(f"--seed takes {2 * SEED_BYTES} hex digits, such as {'5e' * SEED_BYTES}")
    return secret
