"""The little of HTTP that the page needs beside its server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]

PLAIN = ((b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"))


def header(scope: Scope, name: bytes) -> bytes:
    """The first header of this name, in lower case; empty without one."""
    return next((value for key, value in scope["headers"] if key == name), b"")


async def answer(send: Send, status: int, said: str | bytes, headers: Iterable[Header] = PLAIN) -> None:
    """Send a whole answer."""
    body = said.encode() if isinstance(said, str) else said
    length = () if status == 304 else ((b"content-length", str(len(body)).encode()),)
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body})
