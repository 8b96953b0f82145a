"""
What is kept beside the logs.

Who may see a game, its sealed seed, which game a command made or a join code opens, and when turns began
that are timed.
"""

from __future__ import annotations

from uuid import UUID, uuid5

import msgspec

from .store import Row

ASIDE = "Aside"
WITH_BOTS = "AsideWithBots"
"""The aside of a game with bots has a topic of its own: so it is found without reading any other."""
CREATION = "Creation"
INVITATION = "Invitation"
STAMP = "Stamp"
_CREATIONS = UUID("3d0c6b0e-5f0b-4b53-9d0b-6f3a5c1f7e21")
"""The namespace of the streams that each name the game which one command made."""


class Aside(msgspec.Struct, frozen=True):
    """
    What is remembered of a game and no log says.

    `sealed` is a given seed, encrypted; `invites` tells that a join code opens the game;
    `tournament` is the one that it is a game of, if any; `bots` are the policies by which
    the service plays the last seats, in their order.
    """

    game_id: str
    private: bool = False
    sealed: bytes | None = None
    invites: bool = False
    tournament: str = ""
    bots: tuple[str, ...] = ()

    def row(self) -> Row:
        """Its one row."""
        topic = WITH_BOTS if self.bots else ASIDE
        return Row(aside_stream(UUID(self.game_id)), 1, topic, msgspec.json.encode(self))


class Creation(msgspec.Struct, frozen=True):
    """
    Which game a `CreateGame` made, so that a repeated one finds it.

    `has_aside` is False where the row was written before every game had an aside: then
    one that is not there is none that was lost.
    """

    command_id: str
    game_id: str
    has_aside: bool = False

    def row(self) -> Row:
        """Its one row: a second game of the same command is a conflict."""
        return Row(creation_stream(self.command_id), 1, CREATION, msgspec.json.encode(self))


class Invitation(msgspec.Struct, frozen=True):
    """Which game a join code opens; the stream follows from the code by a key, and nothing here tells it."""

    game_id: str

    def row(self, stream: UUID) -> Row:
        """Its one row: a second game of the same code is a conflict."""
        return Row(stream, 1, INVITATION, msgspec.json.encode(self))


class Stamp(msgspec.Struct, frozen=True):
    """When a command was recorded after which a seat's time runs: the life, and the milliseconds served."""

    life: int
    served: int

    def row(self, game_id: UUID, n: int) -> Row:
        """Its row, numbered as the command's last record is."""
        return Row(stamps_stream(game_id), n, STAMP, msgspec.json.encode(self))


def aside_stream(game_id: UUID) -> UUID:
    """The stream of a game's aside."""
    return uuid5(game_id, "aside")


def stamps_stream(game_id: UUID) -> UUID:
    """The stream of the stamps of a game's timed turns."""
    return uuid5(game_id, "stamps")


def creation_stream(command_id: str) -> UUID:
    """The stream that names the game which this command made."""
    return uuid5(_CREATIONS, command_id)


read_aside = msgspec.json.Decoder(Aside).decode
read_creation = msgspec.json.Decoder(Creation).decode
read_invitation = msgspec.json.Decoder(Invitation).decode
read_stamp = msgspec.json.Decoder(Stamp).decode
