"""Wakes those who wait for a game's next records; it carries nothing, they read the store."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from uuid import UUID


class Bell:
    """One bell for all games of the service."""

    def __init__(self) -> None:
        self._listeners: dict[UUID, dict[asyncio.Event, None]] = {}
        self.stopping = False
        """Whether the service is about to stop: streams end after their last record."""

    def __len__(self) -> int:
        """For how many games somebody listens."""
        return len(self._listeners)

    def ring(self, game_ids: Iterable[UUID]) -> None:
        """Wake everyone who waits for one of these games."""
        for game_id in game_ids:
            for listener in self._listeners.get(game_id, ()):
                listener.set()

    def stop(self) -> None:
        """Wake everyone for the last time."""
        self.stopping = True
        self.ring(list(self._listeners))

    @contextmanager
    def listening(self, game_id: UUID) -> Iterator[asyncio.Event]:
        """An event that is set whenever the game's bell rings."""
        rung = asyncio.Event()
        listeners = self._listeners.setdefault(game_id, {})
        listeners[rung] = None
        try:
            yield rung
        finally:
            del listeners[rung]
            if not listeners:
                self._listeners.pop(game_id, None)
