"""What is kept beside the logs: who may see a game, its sealed seed, and which game a command made."""

from __future__ import annotations

from uuid import UUID, uuid5

import msgspec

from .store import Row

ASIDE = "Aside"
CREATION = "Creation"
_CREATIONS = UUID("3d0c6b0e-5f0b-4b53-9d0b-6f3a5c1f7e21")
"""The namespace of the streams that each name the game which one command made."""


class Aside(msgspec.Struct, frozen=True):
    """What is remembered of a game and no log says; `sealed` is a given seed, encrypted."""

    game_id: str
    private: bool = False
    sealed: bytes | None = None

    def row(self) -> Row:
        """Its one row."""
        return Row(aside_stream(UUID(self.game_id)), 1, ASIDE, msgspec.json.encode(self))


class Creation(msgspec.Struct, frozen=True):
    """Which game a `CreateGame` made, so that a repeated one finds it."""

    command_id: str
    game_id: str

    def row(self) -> Row:
        """Its one row: a second game of the same command is a conflict."""
        return Row(creation_stream(self.command_id), 1, CREATION, msgspec.json.encode(self))


def aside_stream(game_id: UUID) -> UUID:
    """The stream of a game's aside."""
    return uuid5(game_id, "aside")


def creation_stream(command_id: str) -> UUID:
    """The stream that names the game which this command made."""
    return uuid5(_CREATIONS, command_id)


read_aside = msgspec.json.Decoder(Aside).decode
read_creation = msgspec.json.Decoder(Creation).decode
