"""The review of a game, as the one who asked for it receives it."""

from summitbook.v1 import game_pb2
from summitbook.v1 import replay_service_pb2 as pb
from summitbook_advice.account import Account, Choice, Move
from summitbook_service import wire

GOOD, BAD = Choice("Climb", 0.75, "there you have made it"), Choice("Rest", 0.5, "gains nothing")
MOVE = Move(n=7, chosen=BAD, best=GOOD, worst=0.25, after=1.0)


def test_a_seat_is_told_in_full():
    """Its figures and its moves, each with what was chosen, what was best, and what that came to."""
    account = Account(seat=1, name="Ada", unit="chance", moves=(MOVE,), hints=2, result=1.0)

    assert wire.pack_account(account) == pb.SeatReview(
        seat=1,
        name="Ada",
        unit=game_pb2.VALUE_UNIT_CHANCE,
        moves=[
            pb.ReviewedMove(
                n=7,
                chosen=pb.ReviewedChoice(label="Rest", value=0.5, words="gains nothing"),
                best=pb.ReviewedChoice(label="Climb", value=0.75, words="there you have made it"),
                cost=0.25,
                stake=0.5,
                luck=0.5,
            )
        ],
        accuracy=50.0,
        start=0.75,
        cost=0.25,
        luck=0.5,
        result=1.0,
        hints=2,
    )


def test_a_seat_that_had_nothing_to_choose_is_told_so():
    """What there is not is left out, and the unit is unspecified."""
    packed = wire.pack_account(Account(seat=0, name="Ada", unit=None, moves=(), hints=0, result=None))

    assert packed == pb.SeatReview(name="Ada")
    assert packed.unit == game_pb2.VALUE_UNIT_UNSPECIFIED
    assert not any(packed.HasField(name) for name in ("accuracy", "start", "luck", "result"))
