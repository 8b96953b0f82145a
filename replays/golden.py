"""Recording a game on purpose: command by command, from a seed, the same bytes every time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from summitbook_domain.book import Book, opening
from summitbook_domain.chance import Seed
from summitbook_domain.content import Edition
from summitbook_domain.game import Game
from summitbook_domain.message import Command, Events
from summitbook_domain.refusal import Refused
from summitbook_domain.replay import Reveal, seal_line
from summitbook_domain.replay.tail import reveal_line
from summitbook_domain.table.commands import CreateGame, TakeSeat
from summitbook_domain.table.events import SeedSource
from summitbook_domain.table.rules import Terms
from summitbook_domain.table.state import command_of

FIRST_EVENING = datetime(2026, 11, 29, 20, tzinfo=UTC)
THINKING = timedelta(seconds=7)
SIGNER = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"summitbook golden replays").digest())
KEY = SIGNER.public_key().public_bytes_raw().hex()
"""The public key that seals every golden replay; its private half is no secret."""


class NoLuck(Exception):
    """The dice of this seed do not allow what the script wants to show."""


def must(fact: bool) -> None:
    """What a script is to show, or NoLuck."""
    if not fact:
        raise NoLuck


class Refusal(msgspec.Struct, frozen=True):
    """A command that was refused in a game, when its log had so many records."""

    replay: str
    after: int
    seat: int | None
    command: str
    args: dict[str, Any]
    code: str


class Recording:
    """A game of one name and number; both together make its seed and its ids."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        name: str,
        number: int,
        *,
        edition: Edition[Any] | None = None,
        seats: int = 1,
        source: SeedSource = "given",
        **options: Any,
    ) -> None:
        self._name, self._number, self._asked, self._now = name, number, 0, FIRST_EVENING
        self._source = source
        self.refusals: list[Refusal] = []
        edition = edition or next(iter(game.editions.values()))
        secret = self._bytes("seed")
        game_id = self._id("game")
        terms = Terms(
            game_id=game_id,
            deal=self._id("deal") if source == "deal" else game_id,
            commitment=Seed(secret).commitment,
            seed_source=source,
            edition=edition,
        )
        create = CreateGame(
            game=game.name, rules=game.rules, edition=edition.content.edition, options=options, seats=seats
        )
        first = opening(game, create, terms, by="host", id=self._id("command 0"), at=self._at())
        self.book = Book(first, Seed(secret))
        self._now += THINKING
        self._seed = secret.hex()

    def sit(self, name: str, seat: int = 0, salt: str = "") -> None:
        """Somebody takes a seat."""
        self.ask(TakeSeat(seat, name, salt), seat)

    def ask(self, command: Command, seat: int = 0) -> Events:
        """A seat's command, which must be accepted."""
        return self._ask(command, seat, f"player-{seat}")

    def host(self, command: Command) -> Events:
        """The host's command, which must be accepted."""
        return self._ask(command, None, "host")

    def service(self, command: Command, after: timedelta) -> Events:
        """A command of the service's own, when so much time has passed."""
        self._now += after
        return self._ask(command, None, "service")

    def refused(self, code: str, command: Command, seat: int | None = 0) -> None:
        """A command that must be refused, and so leaves nothing in the log; it is told in `refusals`."""
        name, args = type(command).__name__, msgspec.to_builtins(command)
        try:
            self._try(seat, name, args)
        except Refused as refusal:
            if refusal.code != code:
                raise
            self.refusals.append(Refusal(self._name, len(self.book.lines), seat, name, args, code))
        else:
            raise AssertionError(f"{command} was to be refused with {code}")

    def file(self) -> bytes:
        """The whole file: the records, the reveal of a shared deal, the seal."""
        if self.book.table.phase != "closed":
            raise AssertionError(f"{self._name} does not end")
        lines = list(self.book.lines)
        if self._source == "deal":
            lines.append(reveal_line(Reveal(self.book.table.birth.deal, self._seed)))
        lines.append(seal_line(self.book.head, KEY, SIGNER.sign))
        return b"".join(line + b"\n" for line in lines)

    def _try(self, seat: int | None, name: str, args: Any) -> None:
        self.book.ask(seat, command_of(self.book.table.game, name, args), by="", id="", at=self._at())

    def _ask(self, command: Command, seat: int | None, by: str) -> Events:
        command_id = self._id(f"command {self._asked + 1}")
        events = self.book.ask(seat, command, by=by, id=command_id, at=self._at()).events
        self._asked += 1
        self._now += THINKING
        return events

    def _at(self) -> str:
        return self._now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def _bytes(self, purpose: str) -> bytes:
        return hashlib.sha256(f"golden {self._name} {self._number} {purpose}".encode()).digest()

    def _id(self, purpose: str) -> str:
        return str(UUID(bytes=self._bytes(purpose)[:16], version=4))


Script = Callable[[int], Recording]
"""Records a game from the seed of this number; raises NoLuck where its dice do not serve."""


class Golden(msgspec.Struct, frozen=True):
    """A script, and the number of the seed whose dice serve it."""

    name: str
    number: int
    script: Script


def search(script: Script) -> int:
    """The first number whose dice serve the script."""
    number = 0
    while True:
        try:
            script(number)
        except NoLuck:
            number += 1
        else:
            return number
