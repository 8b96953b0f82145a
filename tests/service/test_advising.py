"""What the process that advises makes of what it is asked: docs/decisions/0022."""

from io import BytesIO

import msgspec
import pytest

from summitbook_service.hints import figure, worker
from summitbook_service.hints.lines import LENGTH, Failed, Question, Unadvised, framed, read_question

NOTHING = msgspec.Raw(msgspec.msgpack.encode({}))


def asked(game="everest1924", rules=1):
    """A question with nothing in it."""
    return Question(number=7, game=game, rules=rules, content=NOTHING, view=NOTHING, legal=[])


def test_a_game_in_which_nothing_advises_is_told_from_a_fault():
    """So it is for rules that are newer than the advice."""
    assert worker.told(asked(rules=2)) == Unadvised(7, "nothing advises in this game")


def test_a_fault_is_told_with_its_traceback():
    """The service logs it under an id; whoever asked learns the id alone."""
    told = worker.told(asked())
    assert isinstance(told, Failed)
    assert told.number == 7
    assert "ValidationError" in told.trace


def test_messages_are_read_until_the_input_ends():
    """One that was cut off, since who sent it is gone, is none."""
    whole = framed(asked())
    source = BytesIO(whole + whole[:-1])
    assert read_question(worker._next(source)) == asked()
    assert worker._next(source) is None
    assert worker._next(BytesIO(whole[: LENGTH.size - 1])) is None


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (41.94, "score", "expect 41.9 points"),
        (-1.0, "score", "expect -1.0 points"),
        (-0.04, "score", "expect 0.0 points"),
        (0.684, "chance", "68 % to win"),
        (0.0, "chance", "0 % to win"),
        (1.0, "chance", "100 % to win"),
        (0.004, "chance", "less than 1 % to win"),
        (0.996, "chance", "more than 99 % to win"),
    ],
)
def test_a_value_in_words(value, unit, words):
    """Nothing is called certain, or hopeless, that is not."""
    assert figure(value, unit) == words
