"""A hundred games under way, and a search of all that the service sent, stored, logged and measured."""

import asyncio
import gzip
import hmac
import secrets
from random import Random
from uuid import UUID

import grpc
import pytest
import structlog
from command import summitbook
from house import CLAIM, House, bearer, new_id
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import generate_latest
from spellings import spellings

from summitbook.v1 import game_service_pb2 as games
from summitbook_service import logs, tracing

GAMES = 100
KINDS = (("everest1924", 1), ("dicey_peaks", 3), ("mountaineering", 2))


class Table:
    """One game with its seats taken, and all that nobody may know of it."""

    def __init__(self, house, chance):
        self.house, self.chance = house, chance
        self.secrets = []

    async def begin(self, number):
        """Make it, and sit down with salts."""
        kind, seats = KINDS[number % len(KINDS)]
        given = secrets.token_bytes(32) if self.chance.random() < 0.5 else None
        made = await self.house.make(
            game=kind, seats=seats, private=number % 4 == 0, **({"seed": given} if given else {})
        )
        self.game_id = made.game.game_id
        salts = [secrets.token_bytes(16) for _ in range(seats)]
        self.tokens = [
            await self.house.take_seat(self.game_id, token=made.token, salt=salt) for salt in salts
        ]
        seed = (await self.house.parts.desk.find(UUID(self.game_id))).secret()
        key = seed.chance(made.game.deal, [salt.hex() for salt in salts])._key
        self.secrets = [
            bytes.fromhex(seed.reveal()),
            key,
            *(token.encode() for token in (*self.tokens, made.token)),
            *([made.join_code.encode()] if made.join_code else ()),
        ]
        assert given in {None, self.secrets[0]}

    async def play(self, turns):
        """Send so many commands, each with a bad token too, and look at what there is."""
        for _ in range(turns):
            token = self.chance.choice(self.tokens)
            if legal := await self.legal(token):
                act = games.ActRequest(
                    command_id=new_id(), game_id=self.game_id, command=self.chance.choice(legal)
                )
                sent = (self.house.games.Act(act, metadata=bearer(each)) for each in (token, "nonsense"))
                self.hear(await asyncio.gather(*sent, return_exceptions=True))
        await self.house.follow(self.game_id, token=token)
        await self.house.export(self.game_id, token)

    def hear(self, answers):
        """Keep what errors say, and all that comes with them."""
        for error in (each for each in answers if isinstance(each, grpc.aio.AioRpcError)):
            said = (error.details(), error.debug_error_string(), *error.trailing_metadata())
            self.house.heard.append(repr(said).encode())

    async def legal(self, token):
        """What goes on with the game."""
        request = games.ListLegalActionsRequest(game_id=self.game_id)
        answer = await self.house.games.ListLegalActions(request, metadata=bearer(token))
        return [action.command for action in answer.legal_actions if not action.gives_up]

    async def closed(self):
        """Whether its seed is told."""
        return bool((await self.house.game(self.game_id, self.tokens[0])).outcome)


@pytest.fixture
def spans(monkeypatch):
    exporter = InMemorySpanExporter()
    monkeypatch.setattr(tracing, "OTLPSpanExporter", lambda: exporter)
    yield exporter
    structlog.reset_defaults()


async def test_in_a_hundred_games_nothing_secret_is_anywhere(tmp_path, capsys, spans):
    """No seed, no key of its draws, no key of the service is in anything sent, stored, logged or measured."""
    data = tmp_path / "data"
    async with House(data, log_level="debug", log_format="json", traces=True) as house:
        logs.configure(house.settings)
        tables = [Table(house, Random(number)) for number in range(GAMES)]
        for number, table in enumerate(tables):
            await table.begin(number)
        await asyncio.gather(*(table.play(turns=3) for table in tables))
        measured = generate_latest(house.parts.metrics.registry)
        running = [table for table in tables if not await table.closed()]
        await asyncio.to_thread(summitbook, "backup", tmp_path / "a.backup.gz", "--data", data)
        sent = b"".join(house.heard)

    captured = capsys.readouterr()
    places = {
        "sent": sent,
        "measured": measured,
        "traced": "".join(span.to_json() for span in spans.get_finished_spans()).encode(),
        "logged": (captured.err + captured.out).encode(),
        "backed up": gzip.decompress((tmp_path / "a.backup.gz").read_bytes()),
        "stored": b"".join(path.read_bytes() for path in data.glob("summitbook.sqlite*")),
    }
    assert all(len(text) > 1_000 for text in places.values())
    assert len(running) > GAMES / 2
    keys = [bytes.fromhex(path.read_text()) for path in (data / "keys").rglob("*.key")]
    keys += [hmac.digest(key, b"summitbook/given/1", "sha256") for key in keys]
    hidden = [secret for table in running for secret in table.secrets[:2]] + keys
    needles = {written for secret in hidden for written in spellings(secret).values()}
    assert [
        (place, len(needle)) for place, text in places.items() for needle in needles if needle in text
    ] == []

    # Tokens and join codes are told to those they are for and kept nowhere; a claim is not even told.
    tokens = {*(token for table in tables for token in table.secrets[2:]), CLAIM, CLAIM.hex().encode()}
    assert [
        place for place, text in places.items() for token in tokens if token in text and place != "sent"
    ] == []
