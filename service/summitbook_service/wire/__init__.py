"""
Protobuf on one side, the domain on the other, for every registered game alike.

What is packed comes from the domain and is right. What is unpacked comes from a client:
it becomes the domain's types, or is Refused with BAD_ARGS and, as `field`, the path of
what is wrong with the request.
"""

from .family import AnyGame
from .info import pack_game_info
from .messages import (
    pack_command,
    pack_event,
    pack_legal_actions,
    pack_options,
    pack_record,
    pack_view,
    plain_event,
    unpack_command,
    unpack_event,
    unpack_options,
    unpack_view,
)
from .report import pack_report
from .review import UNITS, pack_account
from .tournaments import (
    pack_decision,
    pack_finished,
    pack_standing,
    pack_tournament_event,
    pack_tournament_record,
    unpack_decision,
    unpack_kind,
)

__all__ = [
    "UNITS",
    "AnyGame",
    "pack_account",
    "pack_command",
    "pack_decision",
    "pack_event",
    "pack_finished",
    "pack_game_info",
    "pack_legal_actions",
    "pack_options",
    "pack_record",
    "pack_report",
    "pack_standing",
    "pack_tournament_event",
    "pack_tournament_record",
    "pack_view",
    "plain_event",
    "unpack_command",
    "unpack_decision",
    "unpack_event",
    "unpack_kind",
    "unpack_options",
    "unpack_view",
]
