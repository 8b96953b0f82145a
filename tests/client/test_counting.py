"""Numbers of things as people read them, on every page of the command line."""

import ast
import re
from pathlib import Path

import pytest

import summitbook_client
import summitbook_service.cli
from summitbook_client.terminal.counting import counted

COUNTED = re.compile(
    r" (bytes|cards|commands|contestants|dice|draws|events|files|games|lines|points(?! --)|records|rows|seats"
    r"|tiles)\b"
)
"""Words behind a number that are wrong behind 1."""
PLACES = (*summitbook_client.__path__, *summitbook_service.cli.__path__)


@pytest.mark.parametrize(
    ("count", "told"),
    [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1_200, "1,200 games"), (-1, "-1 game")],
)
def test_one_thing_is_one_thing(count, told):
    """None and many are many."""
    assert counted(count, "game") == told


def test_some_words_have_a_plural_of_their_own():
    """Which is named."""
    assert [counted(count, "die", "dice") for count in (1, 2)] == ["1 die", "2 dice"]


def numbers_before_a_plural(source):
    """The f-strings in which a value stands before such a word."""
    for text in ast.walk(ast.parse(source)):
        if isinstance(text, ast.JoinedStr):
            for value, after in zip(text.values, text.values[1:], strict=False):
                if (
                    isinstance(value, ast.FormattedValue)
                    and isinstance(after, ast.Constant)
                    and COUNTED.match(after.value)
                ):
                    yield ast.unparse(text)


def test_nothing_is_counted_without_it():
    """A number that is printed before a plural would be wrong where it is 1."""
    found = [
        (file.name, text)
        for place in PLACES
        for file in Path(place).rglob("*.py")
        for text in numbers_before_a_plural(file.read_text(encoding="utf-8"))
    ]

    assert found == []
    assert list(numbers_before_a_plural("f'{n} games'"))
