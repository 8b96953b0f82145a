"""
What a browser sends to the page's port, and what it is answered: HTTP/1.1, and calls over Connect.

    browser = Browser(house.web_port)
    (await browser.get("/")).status
    await browser.call("GetGame", games.GetGameRequest(game_id=game_id))
"""

from __future__ import annotations

import asyncio
import json
import ssl
from base64 import b64decode
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any, NamedTuple

import h11
from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import ErrorInfo

from summitbook_service.listening import SERVICES

METHODS = {method.name: method for service in SERVICES for method in service.methods}
END = 2
"""The flag of the last message of a stream, which says how it ended."""


class Got(NamedTuple):
    """A whole answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class Failed(Exception):
    """A call that ended with an error, as Connect tells it."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error)
        self.code = error["code"]
        self.message = error["message"]
        (detail,) = error["details"]
        self.info = ErrorInfo.FromString(b64decode(detail["value"] + "==="))
        self.told = detail["type"]


class Browser:
    """Somebody's browser, each request on a connection of its own."""

    def __init__(self, port: int, *, form: str = "proto", tls: ssl.SSLContext | None = None) -> None:
        self.port = port
        self.form = form
        self._tls = tls

    async def get(self, path: str, *, method: str = "GET", body: bytes = b"", **headers: str) -> Got:
        """Ask for something; `content_type="…"` is a header."""
        async with self._asked(method, path, body, headers) as parts, aclosing(parts):
            head = await anext(parts)
            data = b"".join([part async for part in parts])
        return Got(head.status_code, {key.decode(): value.decode() for key, value in head.headers}, data)

    async def call(self, rpc: str, request: Message | bytes, token: str = "", **headers: str) -> Any:
        """Make a unary call; raises Failed."""
        path, told = _path(rpc), self._headers("application/", token)
        got = await self.get(path, method="POST", body=self._said(request), **told, **headers)
        if got.status != 200:
            raise Failed(json.loads(got.body))
        return self._heard(rpc, got.body)

    async def stream(self, rpc: str, *requests: Message, token: str = "") -> AsyncGenerator[Any, None]:
        """Make any other call, with all its requests at once; raises Failed at its end."""
        body = b"".join(_enveloped(self._said(each)) for each in requests)
        told = self._headers("application/connect+", token)
        async with self._asked("POST", _path(rpc), body, told) as parts, aclosing(parts):
            head = await anext(parts)
            assert head.status_code == 200, head
            async with aclosing(_messages(parts)) as messages:
                async for flag, data in messages:
                    if flag != END:
                        yield self._heard(rpc, data)
                    elif error := json.loads(data).get("error"):
                        raise Failed(error)

    def _headers(self, prefix: str, token: str) -> dict[str, str]:
        told = {"content_type": prefix + self.form}
        return {**told, "authorization": f"Bearer {token}"} if token else told

    def _said(self, request: Message | bytes) -> bytes:
        if isinstance(request, bytes):
            return request
        binary = self.form == "proto"
        return request.SerializeToString() if binary else json_format.MessageToJson(request).encode()

    def _heard(self, rpc: str, data: bytes) -> Any:
        kind = GetMessageClass(METHODS[rpc].output_type)
        return kind.FromString(data) if self.form == "proto" else json_format.Parse(data, kind())

    @asynccontextmanager
    async def _asked(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> AsyncIterator[AsyncGenerator[Any, None]]:
        """Send a request; what is answered is its head, and then its body in parts."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=self._tls)
        try:
            connection = h11.Connection(h11.CLIENT)
            usual = {"host": f"127.0.0.1:{self.port}", "content_length": str(len(body))}
            told = [(key.replace("_", "-"), value) for key, value in {**usual, **headers}.items()]
            for event in (h11.Request(method=method, target=path, headers=told), h11.Data(data=body)):
                writer.write(connection.send(event))
            writer.write(connection.send(h11.EndOfMessage()))
            yield _parts(reader, connection)
        finally:
            writer.close()


def _path(rpc: str) -> str:
    return f"/{METHODS[rpc].containing_service.full_name}/{rpc}"


async def _parts(reader: asyncio.StreamReader, connection: h11.Connection) -> AsyncGenerator[Any, None]:
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(65_536))
        elif isinstance(event, h11.Response):
            yield event
        elif isinstance(event, h11.Data):
            yield bytes(event.data)
        else:
            assert isinstance(event, h11.EndOfMessage), event
            return


def _enveloped(data: bytes) -> bytes:
    return b"\0" + len(data).to_bytes(4, "big") + data


async def _messages(parts: AsyncIterator[bytes]) -> AsyncGenerator[tuple[int, bytes], None]:
    held = b""
    async for part in parts:
        held += part
        while len(held) >= 5 and len(held) >= (end := 5 + int.from_bytes(held[1:5], "big")):
            yield held[0], held[5:end]
            held = held[end:]
