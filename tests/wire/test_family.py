"""One message carries several games, and several editions of one game's rules, each its own."""

import msgspec
import pytest

from summitbook_domain.games import GAMES
from summitbook_domain.refusal import Refused
from summitbook_service.wire.family import Family
from summitbook_service.wire.shape import Shape

PROTO = """
syntax = "proto3";
message Command { oneof game { Chess chess = 10; Draughts draughts = 11; } }
message Chess { oneof command { Move move = 1; Castle castle = 2; } }
message Draughts { oneof command { Jump jump = 1; } }
message Move { int32 square = 1; }
message Castle {}
message Jump { int32 over = 1; }
"""


class Move(msgspec.Struct, frozen=True):
    """A command of chess."""

    square: int


class NewMove(Move, frozen=True):
    """The same one under the second edition of the rules."""


class Castle(msgspec.Struct, frozen=True):
    """A command that only the second edition has."""


class Jump(msgspec.Struct, frozen=True):
    """A command of draughts."""

    over: int


def called(name, rules=1):
    """A game in name only, which is all that the wire asks of one."""
    return msgspec.structs.replace(next(iter(GAMES.values())), name=name, rules=rules)


@pytest.fixture(scope="module")
def messages(messages_of):
    return messages_of(PROTO)


@pytest.fixture(scope="module")
def family(messages):
    def shape(kind, name):
        return Shape(kind, messages[name].DESCRIPTOR)

    return Family(
        messages["Command"],
        {
            ("chess", 1): {("chess", "move"): shape(Move, "Move")},
            ("chess", 2): {
                ("chess", "move"): shape(NewMove, "Move"),
                ("chess", "castle"): shape(Castle, "Castle"),
            },
            ("draughts", 1): {("draughts", "jump"): shape(Jump, "Jump")},
        },
    )


@pytest.mark.parametrize(
    ("name", "rules", "command"),
    [("chess", 1, Move(4)), ("chess", 2, NewMove(4)), ("chess", 2, Castle()), ("draughts", 1, Jump(0))],
    ids=str,
)
def test_each_game_and_edition_has_its_own(family, name, rules, command):
    """A command comes back as that of the game, and of the rules, that the game is played by."""
    arrived = family.unpack(called(name, rules), family.pack(command), "command")
    assert type(arrived) is type(command)
    assert arrived == command


@pytest.mark.parametrize(
    ("name", "command", "path"),
    [
        ("draughts", Move(1), "command.chess"),
        ("chess", Jump(1), "command.draughts"),
        ("chess", Castle(), "command.chess.castle"),
    ],
    ids=str,
)
def test_what_is_another_games_is_refused(family, name, command, path):
    """A command of another game, or of other rules, is told from one's own by the field that carries it."""
    with pytest.raises(Refused) as refusal:
        family.unpack(called(name), family.pack(command), "command")
    assert (refusal.value.code, refusal.value.detail) == ("BAD_ARGS", {"field": path})
