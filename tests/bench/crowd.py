"""
Many who follow one game and do nothing but count what they are sent: a process of its own.

It speaks just enough HTTP/2 to subscribe and to count, since a gRPC client of Python's
takes longer to read a message than the service to send it, and would measure itself.
For each line of input, a number, one line of output: the moment at which each stream has
been sent so many items with records more.
"""

from __future__ import annotations

import selectors
import socket
import struct
import sys
import time
from collections import defaultdict

from summitbook.v1 import game_service_pb2 as pb

CONNECTIONS = 10
DATA, HEADERS, SETTINGS, PING = 0, 1, 4, 6
END_STREAM, ACK, END_HEADERS = 1, 1, 4
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
LARGEST_WINDOW = 2**31 - 1
FIRST_WINDOW = 2**16 - 1
RECORDS = pb.SubscribeResponse.RECORDS_FIELD_NUMBER << 3 | 2
"""The byte that begins the records of an item."""


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def text(value: bytes) -> bytes:
    return bytes((len(value),)) + value


def opening() -> bytes:
    """The preface, and leave to send as much as the server likes."""
    windows = frame(SETTINGS, 0, 0, struct.pack(">HI", 4, LARGEST_WINDOW))
    return PREFACE + windows + frame(8, 0, 0, struct.pack(">I", LARGEST_WINDOW - FIRST_WINDOW))


def subscribing(stream: int, game_id: str) -> bytes:
    """The frames of one call."""
    fields = (
        b"\x83\x86"  # POST, http
        + (b"\x04" + text(b"/summitbook.v1.GameService/Subscribe"))
        + (b"\x01" + text(b"bench"))
        + (b"\x0f\x10" + text(b"application/grpc"))
        + (b"\x00" + text(b"te") + text(b"trailers"))
    )
    request = pb.SubscribeRequest(game_id=game_id).SerializeToString()
    message = b"\x00" + struct.pack(">I", len(request)) + request
    return frame(HEADERS, END_HEADERS, stream, fields) + frame(DATA, END_STREAM, stream, message)


class Link:
    """One connection with its streams."""

    def __init__(self, port: int, game_id: str, streams: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.counted: dict[int, int] = dict.fromkeys(range(1, 2 * streams, 2), 0)
        self._rest = b""
        self._halves: dict[int, bytes] = defaultdict(bytes)
        calls = b"".join(subscribing(stream, game_id) for stream in self.counted)
        self.socket.sendall(opening() + calls)

    def read(self) -> None:
        """Take in what has come."""
        came = self.socket.recv(1 << 20)
        if not came:
            raise ConnectionError("the service has hung up")
        data, at = self._rest + came, 0
        while len(data) - at >= 9:
            size = int.from_bytes(data[at : at + 3], "big")
            if len(data) - at < 9 + size:
                break
            stream = int.from_bytes(data[at + 5 : at + 9], "big")
            self._take(data[at + 3], data[at + 4], stream, data[at + 9 : at + 9 + size])
            at += 9 + size
        self._rest = data[at:]

    def _take(self, kind: int, flags: int, stream: int, payload: bytes) -> None:
        if kind == DATA:
            self._count(stream, self._halves.pop(stream, b"") + payload)
        elif kind in {SETTINGS, PING} and not flags & ACK:
            self.socket.sendall(frame(kind, ACK, 0, payload if kind == PING else b""))

    def _count(self, stream: int, data: bytes) -> None:
        """Count whole messages, and keep the beginning of the next."""
        at = 0
        while len(data) - at >= 5:
            end = at + 5 + int.from_bytes(data[at + 1 : at + 5], "big")
            if end > len(data):
                break
            self.counted[stream] += _has_records(data[at + 5 : end])
            at = end
        if at < len(data):
            self._halves[stream] = data[at:]


def _has_records(message: bytes) -> bool:
    """Whether the field behind the version is that of the records."""
    at = 1
    while message[at] & 0x80:
        at += 1
    return message[at + 1] == RECORDS


def main(port: int, game_id: str, streams: int, there: int) -> None:
    links = [Link(port, game_id, streams // CONNECTIONS) for _ in range(CONNECTIONS)]
    ready = selectors.DefaultSelector()
    for link in links:
        ready.register(link.socket, selectors.EVENT_READ, link)
    wanted = there
    while True:
        while min(min(link.counted.values()) for link in links) < wanted:
            for key, _ in ready.select():
                key.data.read()
        print(time.monotonic(), flush=True)
        wanted += int(sys.stdin.readline() or sys.exit())


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
