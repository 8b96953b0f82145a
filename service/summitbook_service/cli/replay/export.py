"""`summitbook replay export`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import track

from summitbook_client import Client, Refused
from summitbook_client.terminal.counting import counted
from summitbook_client.terminal.page import console

from ..ids import game_id_of
from ..kept import file_name, kept
from ..options import FLAG, LOCAL, Server, text
from ..output import command, complain, note
from ..problem import FAULT, Problem, usage
from ..reach import connected
from .files import SUFFIX, write

GameIds = Annotated[
    str, Parameter(validator=text, help="The ids of games, as `summitbook games` lists them.")
]
All = Annotated[bool, FLAG, Parameter(name="--all", help="Every game that anyone may see.")]
Out = Annotated[
    Path | None,
    Parameter(help="The file to write, for several games the folder; left out, standard output."),
]


async def export(
    *game_ids: GameIds, everything: All = False, out: Out = None, server: Server = LOCAL
) -> int | None:
    """Fetch the recorded log of a game, sealed by the service; of a running game as far as it has come."""
    if bool(game_ids) == everything:
        raise usage("name games or say --all: summitbook replay export --all --out replays")
    if len(game_ids) == 1:
        await _one(server, game_ids[0], out)
        return None
    if out is None:
        raise usage("several games go into a folder: --out FOLDER")
    return await _several(server, game_ids, out)


async def _one(server: Server, game_id: str, out: Path | None) -> None:
    async with connected(server) as client:
        lines = await _export(client, await game_id_of(client, game_id))
    write(out, lines)
    if out:
        count = counted(len(lines.splitlines()), "line")
        note(f"{out}: {count}. Check it with: {command(f'replay audit {out}')}")


async def _several(server: Server, game_ids: Sequence[str], out: Path) -> int | None:
    """One file a game, called by its id; a game that is refused leaves the others alone."""
    _make(out)
    refused = 0
    async with connected(server) as client:
        named = [await game_id_of(client, game_id) for game_id in game_ids]
        wanted = named or [game_id async for game_id in _every(client)]
        bar = console(error=True)
        for game_id in track(wanted, "Exporting", console=bar, transient=True, disable=not bar.is_terminal):
            try:
                write(out / f"{file_name(game_id)}{SUFFIX}", await _export(client, game_id))
            except Refused as error:
                complain(error.reason, f"{game_id}: {error.message}")
                refused += 1
    files = counted(len(wanted) - refused, "file")
    note(f"{out}: {files}. Check them with: {command(f'replay audit {out}')}")
    return FAULT if refused else None


async def _export(client: Client, game_id: str) -> bytes:
    """The file, of a private game as whoever sits there from here."""
    return await (kept(client, game_id) or client.table(game_id)).export()


async def _every(client: Client) -> AsyncIterator[str]:
    async for game in client.list_games():
        yield game.game_id


def _make(out: Path) -> None:
    """Make it where it is missing."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem("FILE", f"{out} cannot be made a folder: {error.strerror}") from None
