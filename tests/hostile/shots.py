"""
Hostile requests, one after another from a seed: bytes of any kind, messages of any content, wrong tokens.

Each is made from the protos alone, so a new call, command or field is attacked as soon as it is there.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import games_pb2
from summitbook_service.listening import SERVICES

from .prey import CLAIM, Game, Prey, random_id

METHODS = tuple(method for service in SERVICES for method in service.methods)
ACTING = tuple(
    pb.DESCRIPTOR.services_by_name["GameService"].methods_by_name[name] for name in ("Act", "Play")
)
OTHERS = (
    "/grpc.health.v1.Health/Check",
    "/grpc.health.v1.Health/Watch",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    "/summitbook.v1.GameService/Nothing",
    "/summitbook.v1.Nobody/Act",
    "/",
)
"""Calls of others, and of nobody, on the same port."""

NUMBERS = (0, 1, -1, 2, 5, 6, 7, 63, 64, 65, 99, 255, 4_096, 2**31 - 1, 2**31 - 2, -(2**31), 10**6)
TEXTS = (
    *(
        "",
        " ",
        "\0",
        "a\0b",
        "\n",
        "\x1b[2J",
        "\u202e",
        "\u200d",
        "\ufeff",
        "\U000e0041",
        "é" * 65,
        "x" * 10_000,
    ),
    *("%s%n", "' OR 1=1; --", '{"a":', "../../etc/passwd", "${jndi:x}", "<script>", "Ⅷ", "١٢", "0x10", "-1"),
    *("NaN", "1e999", "9" * 400, "null", "None", "True", "__class__", "everest1924", "dicey_peaks"),
    *("mountaineering", "first", "roped", "babab-babab-babab", "123e4567-e89b-12d3-a456-426614174000"),
)
LENGTHS = (0, 1, 1, 2, 2, 3, 6, 7, 40)
LONG = 4_000
"""Elements of a list that is much too long, and yet below the limit of a message."""


class Shot(NamedTuple):
    """One call: where to, what is sent, with which metadata."""

    path: str
    bodies: tuple[bytes, ...]
    metadata: tuple[tuple[str, str], ...]
    streams: bool = False
    """Whether the call takes a stream of requests."""
    known: bool = True
    """Whether the path is one of this project's own calls."""


class Shots:
    """An endless row of hostile calls on the prey at hand."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self.prey = Prey((), (), ())

    def next(self) -> Shot:
        """The next one."""
        kinds: Sequence[Callable[[], Shot]] = (
            *(self._bytes,) * 2,
            *(self._message,) * 5,
            *(self._command,) * 6,
            *(self._bent,) * 4,
            self._elsewhere,
        )
        return self._luck.choice(kinds)()

    def _bytes(self) -> Shot:
        """Bytes of any kind where a message should be."""
        method = self._luck.choice(METHODS)
        body = self._luck.randbytes(self._luck.choice((0, 1, 2, 7, 30, 200, 3_000)))
        if self._luck.random() < 0.01:
            body = self._luck.choice(
                (b"\n" * 70_000, b"\xff" * 70_000, b"\0" * 3_000_000, b"\x0a\x00" * 30_000)
            )
        return self._shot(method, body)

    def _message(self) -> Shot:
        """A message of the right kind with anything in it."""
        method = self._luck.choice(METHODS)
        return self._shot(method, self._filled(method.input_type).SerializeToString())

    def _command(self) -> Shot:
        """A command by a seat, its own or not: legal elsewhere, or any with anything in it."""
        game = self._luck.choice(self.prey.games)
        act = pb.ActRequest(game_id=game.game_id, command_id=random_id(self._luck))
        if self.prey.actions and self._luck.random() < 0.4:
            act.command.ParseFromString(self._luck.choice(self.prey.actions))
        else:
            act.command.CopyFrom(self._filled(games_pb2.Command.DESCRIPTOR))
        if self._luck.random() < 0.3:
            act.expected_version = self._number()
        if self._luck.random() < 0.1:
            act.command_id = self._text_for("command_id")
        method = self._luck.choice(ACTING)
        sent = act if method.name == "Act" else pb.PlayRequest(act=act)
        return self._shot(method, sent.SerializeToString(), token=self._luck.choice((*game.tokens * 4, None)))

    def _bent(self) -> Shot:
        """A well-meant message with some bytes changed, cut, doubled or moved."""
        method = self._luck.choice(METHODS)
        body = bytearray(self._filled(method.input_type, sensible=True).SerializeToString() or b"\x08\x01")
        for _ in range(self._luck.randint(1, 4)):
            at = self._luck.randrange(len(body) or 1)
            match self._luck.randrange(4):
                case 0 if body:
                    body[at] = self._luck.randrange(256)
                case 1:
                    del body[at:]
                case 2:
                    body[at:at] = body[at : at + self._luck.randrange(1, 40)]
                case _:
                    body[at:at] = self._luck.randbytes(self._luck.randrange(1, 6))
        return self._shot(method, bytes(body))

    def _elsewhere(self) -> Shot:
        """A call of others, or of nobody."""
        body = self._luck.randbytes(self._luck.choice((0, 0, 3, 40)))
        return Shot(self._luck.choice(OTHERS), (body,), self._metadata(None), known=False)

    def _shot(self, method: MethodDescriptor, body: bytes, token: str | None = None) -> Shot:
        path = f"/{method.containing_service.full_name}/{method.name}"
        copies = self._luck.choice((1, 1, 2, 5)) if method.client_streaming else 1
        return Shot(path, (body,) * copies, self._metadata(token), streams=method.client_streaming)

    def _metadata(self, token: str | None) -> tuple[tuple[str, str], ...]:
        """A token, this or any, or none; now and then what is no token."""
        tokens = [token for each in (*self.prey.games, *self.prey.tournaments * 4) for token in each.tokens]
        some = self._luck.choice(tokens) if token is None else token
        found = self._luck.random()
        if found < 0.15:
            return self._wrong(some)
        if token is None and found < 0.45:
            return ()
        return (("authorization", f"Bearer {some}"),)

    def _wrong(self, token: str) -> tuple[tuple[str, str], ...]:
        """What a token does not look like, or one that nobody signed."""
        found = self._luck.choice((
            (("authorization", f"bearer {token}"), ("authorization", "Bearer nonsense")),
            (("authorization", token),),
            (("authorization", "Basic dXNlcjpwYXNz"),),
            (("authorization", f"Bearer {token[: self._luck.randrange(len(token))]}"),),
            (("authorization", f"Bearer {self._forged(token)}"),),
            (("authorization", f"Bearer {self._forged(token)}"),),
            (("authorization", "Bearer " + "." * self._luck.randrange(5)),),
            (("authorization", "Bearer " + "x" * 4_000),),
        ))  # fmt: skip
        # A client's own gRPC sends no blank at the end.
        return tuple((key, value.strip()) for key, value in found)

    def _forged(self, token: str) -> str:
        """A token with another header or payload, the signature as it was."""
        parts = token.split(".")
        header = self._luck.choice((
            {"alg": "none", "typ": "JWT"},
            {"alg": "HS256", "kid": "../../../etc/passwd"},
            {"alg": "HS256", "kid": None},
            {"alg": "HS256", "kid": [[]]},
            {"alg": ["HS256"]},
            [],
            "text",
        ))  # fmt: skip
        text = "[" * 2_000 if self._luck.random() < 0.1 else json.dumps(header)
        parts[0] = base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
        return ".".join(parts)

    def _filled(self, kind: Descriptor, depth: int = 0, *, sensible: bool = False) -> Message:
        """A message with any of its fields set to anything, or only to what could be meant."""
        message = GetMessageClass(kind)()
        skipped = {
            field.name
            for oneof in kind.oneofs
            if len(oneof.fields) > 1
            for field in self._luck.sample(list(oneof.fields), len(oneof.fields) - 1)
        }
        for field in kind.fields:
            if field.name not in skipped and depth < 8 and self._luck.random() < (0.95 if sensible else 0.8):
                self._fill(message, field, depth, sensible=sensible)
        return message

    def _fill(self, message: Any, field: FieldDescriptor, depth: int, *, sensible: bool) -> None:
        if field.is_repeated:
            many = LONG if self._luck.random() < 0.002 else self._luck.choice(LENGTHS)
            if field.message_type and field.message_type.GetOptions().map_entry:
                return
            values = [self._value(field, depth, sensible=sensible) for _ in range(min(many, 40))]
            getattr(message, field.name).extend((values * (many // max(1, len(values)) + 1))[:many])
        elif field.message_type:
            getattr(message, field.name).CopyFrom(self._value(field, depth, sensible=sensible))
        else:
            setattr(message, field.name, self._value(field, depth, sensible=sensible))

    def _value(self, field: FieldDescriptor, depth: int, *, sensible: bool) -> Any:
        match field.cpp_type:
            case FieldDescriptor.CPPTYPE_MESSAGE:
                assert field.message_type
                return self._filled(field.message_type, depth + 1, sensible=sensible)
            case FieldDescriptor.CPPTYPE_BOOL:
                return self._luck.random() < 0.5
            case FieldDescriptor.CPPTYPE_ENUM:
                assert field.enum_type
                numbers = [value.number for value in field.enum_type.values]
                return self._luck.choice([*numbers, *numbers, 99, -1, 2**31 - 1])
            case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_BYTES:
                return self._bytes_for(field.name)
            case FieldDescriptor.CPPTYPE_STRING:
                return self._text_for(field.name)
            case _:
                return self._number()

    def _number(self) -> int:
        return self._luck.choice(NUMBERS) if self._luck.random() < 0.7 else self._luck.randrange(-3, 60)

    def _bytes_for(self, name: str) -> bytes:
        if name == "claim" and self._luck.random() < 0.6:
            return CLAIM
        return self._luck.randbytes(self._luck.choice((0, 1, 15, 16, 32, 32, 33, 64, 65, 2_000)))

    def _text_for(self, name: str) -> str:
        game = self._luck.choice(self.prey.games) if self.prey.games else Game("", ())
        meet = self._luck.choice(self.prey.tournaments) if self.prey.tournaments else Game("", ())
        meant = {
            "game_id": game.game_id,
            "tournament_id": meet.game_id,
            "command_id": self._luck.choice((random_id(self._luck), *self.prey.command_ids[:1])),
            "join_code": game.join_code,
            "token": self._luck.choice(game.tokens or ("",)),
            "game": self._luck.choice(("everest1924", "dicey_peaks", "mountaineering")),
            "name": "Fox",
        }
        if name in meant and self._luck.random() < 0.8:
            return meant[name]
        return self._luck.choice(TEXTS)
