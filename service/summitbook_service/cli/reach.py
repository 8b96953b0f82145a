"""Reaching the service from a command."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from summitbook.v1 import game_service_pb2 as pb
from summitbook_client import TLS, Client, Receipts, ServiceError, Unreachable

from .options import Server
from .output import command, note
from .problem import Problem


@asynccontextmanager
async def connected(server: Server, receipts: Path | None = None) -> AsyncIterator[Client]:
    """
    A client that says aloud that it is trying again, and when that helped; a refusal is a Problem.

    Receipts are added to the file, which is opened before anything is asked.
    """
    waits = False

    def waiting() -> None:
        nonlocal waits
        if not waits:
            note(f"{server} does not answer; trying again …")
        waits = True

    def answered() -> None:
        nonlocal waits
        waits = False
        note(f"{server} answers again.")

    try:
        with ExitStack() as files:
            client = Client(str(server), tls=tls_of(server), on_wait=waiting, on_answer=answered)
            if receipts:
                client.on_receipt = files.enter_context(Receipts(receipts)).keep
            async with client:
                yield client
    except Unreachable as error:
        spoken = (
            "by TLS" if server.secured else "in plain text (--tls or --tls-ca is for a service that encrypts)"
        )
        start = f"is the service running? Start it with: {command('serve')}"
        advice = f"{server} does not answer {spoken}; {start}"
        raise Problem(error.reason, advice) from None
    except ServiceError as error:
        raise Problem(error.reason, error.message) from None


def tls_of(server: Server) -> TLS | None:
    """How to speak TLS to it, or None for plain text; raises OSError."""
    if not server.secured:
        return None
    files = (server.tls_ca, server.tls_cert, server.tls_key)
    return TLS(*(file.read_bytes() if file else None for file in files))


async def game_info(client: Client, game: str) -> pb.GameInfo:
    """What the service says of a game; UNKNOWN_GAME names those there are."""
    games = (await client.server_info()).games
    for info in games:
        if info.name == game:
            return info
    there_are = ", ".join(sorted({info.name for info in games}))
    raise Problem("UNKNOWN_GAME", f"there is no game {game!r} here; there are: {there_are}")


def edition_info(info: pb.GameInfo, name: str | None) -> pb.Edition:
    """What the service says of an edition, for None the default; UNKNOWN_EDITION names those there are."""
    for edition in info.editions:
        if name in {None, edition.name}:
            return edition
    there_are = ", ".join(edition.name for edition in info.editions)
    raise Problem("UNKNOWN_EDITION", f"{info.title} has no edition {name!r} here; there are: {there_are}")
