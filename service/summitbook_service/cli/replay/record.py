"""`summitbook replay record`."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from summitbook_advice.policies import POLICIES
from summitbook_domain.content import BadContent, Edition
from summitbook_domain.games import GAMES, newest
from summitbook_domain.policies import AnyGame, play

from ...editions import edition_in
from ..options import GameName, Out
from ..output import command, note
from ..problem import Problem, usage
from .files import write

SEED_BYTES = 32

SeedHex = Annotated[str | None, Parameter(help="The seed, 64 hex digits; left out, one is drawn.")]
ContentFile = Annotated[
    Path | None, Parameter(help="A content file to play on; left out, the content that ships.")
]
PolicyName = Annotated[Literal["random", "greedy", "strong"], Parameter(help="How the players choose.")]


def record(
    game: GameName,
    /,
    *,
    seed: SeedHex = None,
    policy: PolicyName = "random",
    content: ContentFile = None,
    out: Out = None,
) -> None:
    """Play a whole game without a service. The same seed and policy write the same file, byte for byte."""
    found = newest(game)
    if found is None:
        there_are = ", ".join(sorted({name for name, _ in GAMES}))
        raise Problem("UNKNOWN_GAME", f"there is no game {game!r}; there are: {there_are}")
    edition = _edition(found, content)
    salts = ("",) * edition.content.min_seats
    book = play(found, POLICIES[policy], _secret(seed), edition=edition, salts=salts)
    write(out, b"".join(line + b"\n" for line in book.lines))
    if out:
        note(f"{out}: {len(book.lines)} lines. Check it with: {command(f'replay audit {out}')}")


def _edition(game: AnyGame, file: Path | None) -> Edition[Any]:
    """The content of a file, or what ships."""
    if file is None:
        return next(iter(game.editions.values()))
    try:
        found, edition = edition_in(file)
    except BadContent as error:
        raise Problem(error.code, str(error)) from None
    if found.name != game.name:
        raise Problem("BAD_CONTENT", f"{file.name}: game: this content is for {found.name}")
    return edition


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
