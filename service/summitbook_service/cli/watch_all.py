"""`summitbook watch --all`."""

from __future__ import annotations

import sys
from pathlib import Path

from summitbook.v1.game_service_pb2 import SubscribeAllResponse
from summitbook.v1.record_pb2 import Record
from summitbook_client.messages import kind

from .options import Server
from .problem import Problem
from .reach import connected


async def watch_all(after: int, server: Server, data: Path, *, as_json: bool) -> None:
    """A line for each record of every game as it comes, or in JSON for each command, with its position."""
    async with connected(server) as client:
        async for item in client.follow_all(lambda: operator_token(data), str(after or "")):
            sys.stdout.buffer.write(_as_json(item) if as_json else _as_text(item))
            sys.stdout.buffer.flush()


def operator_token(data: Path) -> str:
    """The token that the service leaves for its operator in its data folder, as it is now."""
    path = data / "operator.token"
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        where = "name the data folder of the service with --data"
        raise Problem("NO_TOKEN", f"{path}, the operator's token, cannot be read; {where}") from None


def _as_json(item: SubscribeAllResponse) -> bytes:
    """The recorded lines of one command as they are, inside an object that says where they stand."""
    if not item.HasField("records"):
        return b""
    about = f'"game_id":"{item.records.game_id}","position":"{item.position}"'.encode()
    return b'{%b,"records":[%b]}\n' % (about, b",".join(record.line for record in item.records.records))


def _as_text(item: SubscribeAllResponse) -> bytes:
    told = (_line(item, record) for record in item.records.records)
    return "".join(told).encode()


def _line(item: SubscribeAllResponse, record: Record) -> str:
    where = f"{item.position:>8}  {item.records.game_id}  {record.n:>4}"
    return f"{where}  {record.at[11:19]}  {kind(record.event)}\n"
