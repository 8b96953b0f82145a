"""docs/tournaments.md held against the code that obeys it."""

import re
from pathlib import Path

import pytest
from msgspec import inspect

from summitbook_domain.dossier.files import FIXED, game_file
from summitbook_domain.games import GAMES
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament import events as e
from summitbook_domain.tournament import pairing
from summitbook_domain.tournament.pods import descent, swapping
from summitbook_domain.tournament.tables import WIN
from summitbook_service.cli.tournament.words import DOSSIER
from summitbook_service.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")


def rows(heading):
    """The rows of the first table below a heading: the first cell's words, and the words of the second."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return {row[0]: row[1] for row in re.findall(r"^\| `?(\w[\w ]*)`? \| (.*?) \|", section, re.MULTILINE)}


def fields(kind):
    return [field.encode_name for field in inspect.type_info(kind).fields]


@pytest.mark.parametrize(("heading", "kinds"), [("Commands", c.COMMANDS), ("Events", e.EVENTS)])
def test_every_command_and_event_is_told_with_its_fields(heading, kinds):
    """The table has each of them once, and names every field of it in its order."""
    told = rows(heading)
    assert [each for each in told if each[0].isupper()] == [kind.__name__ for kind in kinds]
    for kind in kinds:
        words = re.findall(r"`([\w]+)`", told[kind.__name__])
        assert [word for word in words if word in fields(kind)] == fields(kind), kind


def test_every_refusal_is_told():
    """The table has exactly the codes there are."""
    assert [each for each in rows("Refusals") if each.isupper()] == ["BAD_ARGS", *c.CODES]


def test_every_ruling_and_kind_is_told():
    """The tables have exactly those there are."""
    assert set(rows("Decisions")) - {"ruling"} == set(c.Ruling.__args__)
    assert set(rows("Kinds")) - {"kind"} == set(c.Kind.__args__)


def test_it_is_told_what_each_game_gives():
    """Every game has its row among the results."""
    assert set(rows("Results")) - {"game"} == {game.title for game in GAMES.values()}


def test_what_a_dossier_can_have_wrong_is_told():
    """The table has exactly the codes that only a dossier's audit finds, and the words for them are there."""
    section = PAGE.partition("\n## Dossier\n")[2]
    assert re.findall(r"^\| `([A-Z_]+)` \|", section, re.MULTILINE) == list(DOSSIER)


def test_the_files_of_a_dossier_are_told():
    """Each has its place in the table."""
    section = PAGE.partition("\n## Dossier\n")[2]
    assert all(f"`{name}`" in section for name in (*FIXED, game_file("<game_id>")))


def test_the_numbers_are_those_of_the_code():
    """What a place earns, how long is searched, how the log is called."""
    assert "120 for the first" in PAGE
    assert WIN == 120
    for number in (descent.BEGINNINGS, swapping.LOOKS, swapping.LOOKS_A_PAIR):
        assert f"{number:,} " in PAGE
    assert (pairing.BYES_TRIED, "eight lowest" in PAGE) == (8, True)
    assert e.FORMAT in PAGE
    assert f"let {c.MOST_CONTESTANTS:,} enter" in PAGE


def test_how_large_one_may_become_is_told():
    """Unless a service is told otherwise."""
    usual = Settings()
    assert f"{usual.contestants:,} contestants at once" in PAGE
    assert f"{usual.matches:,} matches, and {usual.decisions:,} decisions" in PAGE
