"""The content of Everest 1924: the sheet that ships, and what is wrong with a bad one."""

import tomllib

import pytest
from expeditions import EVEREST, SHEET

from summitbook_domain import canonical
from summitbook_domain.content import BadContent, check
from summitbook_domain.everest1924.sheet import Sheet


def changed(**changes):
    """The plain data of the sheet that ships, with these keys changed; None takes one out."""
    data = {**EVEREST.editions["reconstructed"].data, **changes}
    return {key: value for key, value in data.items() if value is not None}


def test_the_reconstructed_sheet_is_the_one_of_the_rules_page():
    """Thirteen rows: the targets, the rows with an extra die, and the slope of the reconstructed sheet."""
    assert [row.target for row in SHEET.rows] == [0, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 30, 36]
    assert [row.first for row in SHEET.rows] == list(range(13))
    assert [row.squares for row in SHEET.rows] == [10, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4]
    assert [i for i, row in enumerate(SHEET.rows) if row.extra_die] == [4, 6, 9]
    assert (SHEET.dice, SHEET.max_dice, SHEET.camps) == (3, 6, 4)


def test_the_shipped_content_keeps_its_hash():
    """Old games name the shipped sheet by its hash; it changes only with a new edition."""
    assert {name: edition.sha256 for name, edition in EVEREST.editions.items()} == {
        "reconstructed": "023fc00a9260c64edfe39f021349ec705a7564dc44197de0f5115eae248ebfbe"
    }


def test_an_edition_names_itself():
    """Each shipped edition is registered under the name its file gives, with the hash of its data."""
    for name, edition in EVEREST.editions.items():
        assert edition.content.edition == name
        assert edition.sha256 == canonical.sha256_of(edition.data)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"min_seats": 0}, "min_seats: "),
        ({"min_seats": 2}, "min_seats: "),
        ({"max_seats": 2}, "max_seats: "),
        ({"dice": 0}, "dice: "),
        ({"dice": 5, "max_dice": 4}, "dice: "),
        ({"max_dice": 7}, "dice: "),
        ({"camps": -1}, "camps: "),
        ({"rows": []}, "rows: "),
        ({"rows": [{"first": 0, "squares": 3}]}, "rows: "),
        (
            {"rows": [{"first": 0, "squares": 3}, {"first": 1, "squares": 0, "target": 6}]},
            "rows[1].squares: ",
        ),
        ({"rows": [{"first": -1, "squares": 3}, {"first": 1, "squares": 3, "target": 6}]}, "rows[0].first: "),
        ({"rows": [{"first": 0, "squares": 3}, {"first": 1, "squares": 3}]}, "rows[1].target: "),
        ({"rows": [{"first": 0, "squares": 3, "target": 4}] * 2}, "rows[0].target: "),
        (
            {"rows": [{"first": 0, "squares": 3}, {"first": 1, "squares": 3, "target": -6}]},
            "rows[1].target: ",
        ),
        (
            {
                "rows": [
                    {"first": 0, "squares": 3, "extra_die": True},
                    {"first": 1, "squares": 3, "target": 6},
                ]
            },
            "rows[0].extra_die: ",
        ),
        ({"legends": []}, "legends: "),
        ({"legends": [{"name": "a", "score": 3}]}, "legends: "),
        ({"legends": [{"name": "a"}, {"name": "b"}]}, "legends: "),
        (
            {"legends": [{"name": "a", "score": 3}, {"name": "b", "score": 4}, {"name": "c"}]},
            "legends: ",
        ),
        ({"legends": [{"name": "a", "score": 0}, {"name": "b", "score": 1}, {"name": "c"}]}, "legends: "),
        ({"camps": None}, "camps: "),
        ({"dice": "three"}, "dice: "),
        ({"tents": 4}, "tents: "),
    ],
    ids=str,
)
def test_a_bad_sheet_is_told_by_key_and_reason(changes, problem):
    """What cannot be played is refused when it is read, naming source, key and reason."""
    with pytest.raises(BadContent) as bad:
        check(changed(**changes), Sheet, "mine.toml")

    assert str(bad.value).startswith(f"mine.toml: {problem}")


def test_the_smallest_sheet_there_can_be():
    """One die, no tent, two rows of one square, and one name for everybody."""
    rows = [{"first": 0, "squares": 1}, {"first": 0, "squares": 1, "target": 1}]
    least = changed(dice=1, max_dice=1, camps=0, rows=rows, legends=[{"name": "a"}])

    assert check(least, Sheet, "least.toml").content.top == 1


def test_the_sheet_as_it_ships_is_fine():
    """The unchanged data passes, and gives the edition that ships."""
    assert check(changed(), Sheet, "mine.toml") == EVEREST.editions["reconstructed"]


def test_a_sheet_of_ones_own_can_be_played():
    """Another edition is one more data file."""
    mine = tomllib.loads(
        """
        game = "everest1924"
        edition = "hill"
        min_seats = 1
        max_seats = 1
        dice = 2
        max_dice = 2
        camps = 0
        rows = [{ first = 0, squares = 2 }, { first = 1, squares = 2, target = 4 }]
        legends = [{ name = "Sunday walk" }]
        """
    )

    assert check(mine, Sheet, "hill.toml").content.legend(-3) == "Sunday walk"
