"""
How long a request may take to come: docs/doors.md, "The page".

Uvicorn waits for the next byte for ever, so whoever sends one now and then could hold any number of
connections. What is bounded here is how long a whole head or body takes, not the pause between two bytes.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 20
"""How long the head of a request may take, from when a connection is opened or the answer before has gone."""
BODY_SECONDS = 90
"""How long its body may take; longer than a file, of which a call says by itself that it was too slow."""
PARTS = 10
"""In so many parts that time is counted."""


class Patient(H11Protocol):
    """A connection of a browser, ended where a request does not come in time; answers may take long."""

    _to_come: tuple[Any, ...] = ()
    _parts = 0
    _part: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._stop_counting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """See `H11Protocol`: called when something has come, and when an answer has gone."""
        super().handle_events()
        self._look()

    def _look(self) -> None:
        """Count anew where it is something else that is to come."""
        to_come = self.conn.their_state, self.cycle
        if to_come != self._to_come:
            self._to_come, self._parts = to_come, 0
            self._stop_counting()
            self._count()

    def _count(self) -> None:
        seconds = {h11.IDLE: HEAD_SECONDS, h11.SEND_BODY: BODY_SECONDS}.get(self.conn.their_state)
        if seconds and not self.transport.is_closing():
            self._part = self.loop.call_later(seconds / PARTS, self._part_over)

    def _stop_counting(self) -> None:
        if self._part:
            self._part.cancel()
            self._part = None

    def _part_over(self) -> None:
        # Not one in which it is we who do not read on: a stream of requests is read at its caller's pace.
        self._parts += not self.flow.read_paused
        if self._parts < PARTS:
            self._count()
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        """Say that it was too slow, where nothing else has been said, and end the connection."""
        begun = self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0]
        if begun and self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.write(self._too_slow())
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def _too_slow(self) -> bytes:
        headers = [("connection", "close"), ("content-length", "0")]
        head = self.conn.send(h11.Response(status_code=408, headers=headers, reason=b"Request Timeout"))
        return (head or b"") + (self.conn.send(h11.EndOfMessage()) or b"")
