"""The review of a game."""

from __future__ import annotations

from summitbook.v1 import game_pb2
from summitbook.v1 import replay_service_pb2 as pb
from summitbook_advice.account import Account, Choice, Move
from summitbook_advice.values import Unit

UNITS: dict[Unit | None, game_pb2.ValueUnit] = {
    "score": game_pb2.VALUE_UNIT_SCORE,
    "chance": game_pb2.VALUE_UNIT_CHANCE,
    None: game_pb2.VALUE_UNIT_UNSPECIFIED,
}


def pack_account(account: Account) -> pb.SeatReview:
    """What a seat's choices came to; what there is not is left out."""
    return pb.SeatReview(
        seat=account.seat,
        name=account.name,
        unit=UNITS[account.unit],
        moves=map(_pack_move, account.moves),
        accuracy=account.accuracy,
        start=account.start,
        cost=account.cost,
        luck=account.luck,
        result=account.result,
        hints=account.hints,
    )


def _pack_move(move: Move) -> pb.ReviewedMove:
    return pb.ReviewedMove(
        n=move.n,
        chosen=_pack_choice(move.chosen),
        best=_pack_choice(move.best),
        cost=move.cost,
        stake=move.stake,
        luck=move.luck,
    )


def _pack_choice(choice: Choice) -> pb.ReviewedChoice:
    return pb.ReviewedChoice(label=choice.label, value=choice.value, words=choice.words)
