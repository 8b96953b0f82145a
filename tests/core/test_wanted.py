"""What is wrong with plain data is told by its place and in words for whoever wrote it."""

import re
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, inspect
from whole_games import ALL, name_of

from summitbook_domain.message import from_args
from summitbook_domain.refusal import Refused
from summitbook_domain.table import commands as common
from summitbook_domain.wanted import Fault, fault

PROGRAMMERS_WORDS = r"[`$]|Expected|Object|regex|\b(int|str|bool|enum|array)\b"
NOTHING_FITS = ({"no": "such"}, 3.5, [{}], "", -(2**60))
"""No field takes all of these; at least one is wrong for each."""


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the whole."""

    word: Literal["here", "there"]
    numbers: tuple[Annotated[int, Meta(ge=1)], ...] = ()


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    """The whole."""

    name: Annotated[str, Meta(min_length=1, max_length=4)]
    flag: bool = False
    inner: Inner | None = None
    rows: dict[str, Inner] = {}


HERE = {"word": "here"}


@pytest.mark.parametrize(
    ("data", "path", "wanted"),
    [
        ([], "", "must be a table"),
        ({}, "name", "is missing"),
        ({"name": "a", "x y": 1}, "x y", "is not known here; there are: name, flag, inner, rows"),
        ({"name": "abcde"}, "name", "must be text of 1 to 4 characters"),
        ({"name": "a", "flag": 1}, "flag", "must be true or false"),
        ({"name": "a", "inner": []}, "inner", "must be a table"),
        ({"name": "a", "inner": {}}, "inner.word", "is missing"),
        ({"name": "a", "inner": {"word": "away"}}, "inner.word", "must be one of here, there"),
        ({"name": "a", "inner": {**HERE, "numbers": 1}}, "inner.numbers", "must be a list"),
        (
            {"name": "a", "inner": {**HERE, "numbers": [1, 0]}},
            "inner.numbers[1]",
            "must be a whole number, 1 or more",
        ),
        ({"name": "a", "rows": {"12": HERE, "13": {**HERE, "y": 1}}}, "rows.13.y", "is not known here; "),
        ({"name": "a", "rows": []}, "rows", "must be a table"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_the_innermost_fault_is_told_by_its_path(data, path, wanted):
    """Also below a list or a key, where it is no use to know that something in there is wrong."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, Outer)

    found = fault(data, Outer)

    assert found.path == path
    assert found.wanted.startswith(wanted)


def test_a_number_says_its_bounds():
    """Both where there are two, so that nobody has to try."""
    assert fault(8, Annotated[int, Meta(ge=2, le=7)]) == Fault("", "must be a whole number from 2 to 7")


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_whatever_is_wrong_with_a_command_or_an_option_is_said_in_plain_words(game):
    """Each field of each command and of the options, of every game: by its name, and not in a program's."""
    for kind in (*game.commands, *common.COMMANDS, game.options):
        for field in msgspec.structs.fields(kind):
            refusals = [refused for value in NOTHING_FITS if (refused := refusal(kind, field.name, value))]
            assert refusals or isinstance(inspect.type_info(field.type), inspect.AnyType)
            for refused in refusals:
                assert refused.detail["field"].partition("[")[0] == field.name
                assert refused.message.startswith(field.name)
                assert not re.search(PROGRAMMERS_WORDS, refused.message)
                assert kind.__name__ not in refused.message


def refusal(kind, name, value):
    """How the command is refused that has this value and no other fault."""
    others = {field.name: sample(field.type) for field in msgspec.structs.fields(kind)}
    try:
        from_args(kind, {**others, name: value})
    except Refused as refused:
        return refused
    return None


def sample(kind):
    """A value that the type takes."""
    told = inspect.type_info(kind)
    words = getattr(getattr(told, "type", told), "values", ())
    for value in (0, False, "a", "", [], {}, *words):
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            continue
        return value
    raise AssertionError(kind)
