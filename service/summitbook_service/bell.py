"""Tells those who wait that there are new records; it carries nothing, they read the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

Hear = Callable[[], None]
"""What a listener does when it hears the bell: something short, that does not wait."""


class Bell:
    """One bell for all games of the service."""

    def __init__(self) -> None:
        self._listeners: dict[UUID | None, list[Hear]] = {}
        self.stopping = False
        """Whether the service is about to stop: streams end after their last record."""

    def __len__(self) -> int:
        """For how many games somebody listens."""
        return len(self._listeners.keys() - {None})

    def ring(self, game_ids: Iterable[UUID]) -> None:
        """Tell everyone who listens to one of these games, and those who listen to all."""
        for game_id in game_ids:
            self._tell(game_id)
        self._tell(None)

    def stop(self) -> None:
        """Tell everyone for the last time."""
        self.stopping = True
        for game_id in list(self._listeners):
            self._tell(game_id)

    def listen(self, game_id: UUID | None, hear: Hear) -> Callable[[], None]:
        """Hear the bell of a game, or of all of them (None), until what is answered is called."""
        listeners = self._listeners.setdefault(game_id, [])
        listeners.append(hear)

        def leave() -> None:
            listeners.remove(hear)
            if not listeners:
                self._listeners.pop(game_id, None)

        return leave

    def _tell(self, game_id: UUID | None) -> None:
        for hear in tuple(self._listeners.get(game_id, ())):
            hear()
