"""docs/replay-format.md: making a game, on a race of two or three seats."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from tables import DEAL, GAME_ID, SECRET, code_of, create, opened, refused, terms
from toy import EDITION, RACE

from summitbook_domain import canonical, record
from summitbook_domain.chance import Seed
from summitbook_domain.content import check
from summitbook_domain.record import Cause
from summitbook_domain.table import rules
from summitbook_domain.table.events import (
    ContentRef,
    Fork,
    GameCreated,
)
from summitbook_domain.table.state import UnknownContent, edition_of

SOME_HASH = "ab" * 32


def test_a_game_is_made_with_all_that_its_log_must_say():
    """The first event names format, game, rules, content, options with defaults, seats, deal and seed."""
    assert rules.create(RACE, create(RACE, 2, goal=9), terms(RACE)) == GameCreated(
        format="summitbook-replay/1",
        game_id=GAME_ID,
        game="race",
        rules=1,
        content=ContentRef("plain", EDITION.sha256, UNSET),
        options={"goal": 9, "together": False, "turn_seconds": 0},
        seats=2,
        deal=DEAL,
        commitment=Seed(SECRET).commitment,
        seed_source="given",
        forked_from=UNSET,
    )


def test_its_cause_has_the_defaults_written_out():
    """The args of `CreateGame` hold every option, whatever the host left out."""
    cause = record.read(opened(RACE, 2).lines[0]).cause

    assert cause == Cause(
        args={
            "game": "race",
            "rules": 1,
            "edition": "plain",
            "options": {"goal": 6, "together": False, "turn_seconds": 0},
            "seats": 2,
        },
        by="host",
        command="CreateGame",
        id="0",
        seat=None,
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"rules": 2},
        {"edition": "fancy"},
        {"seats": 0},
        {"seats": 1},
        {"seats": 4},
        {"seats": -2},
        {"options": {"goal": 0}},
        {"options": {"goal": "six"}},
        {"options": {"goal": 6.0}},
        {"options": {"goal": 201}},
        {"options": {"colour": "red"}},
        {"options": {"together": 1}},
        {"options": {"turn_seconds": -1}},
        {"options": {"turn_seconds": 604_801}},
        {"options": {"turn_seconds": True}},
        {"options": None},
    ],
    ids=str,
)
def test_what_no_such_game_has_is_bad_args(changes):
    """Another game, rules or edition, a wrong number of seats, an unknown, ill-typed or unbounded option."""
    command = replace(create(RACE, 2), **changes)
    assert refused(rules.create, RACE, command, terms(RACE)) == "BAD_ARGS"


@pytest.mark.parametrize("seconds", [0, 1, 604_800])
def test_a_turn_clock_runs_up_to_a_week(seconds):
    """`turn_seconds` is from 0, no clock, to 604,800."""
    assert rules.create(RACE, create(RACE, 3, turn_seconds=seconds), terms(RACE)).options == {
        "goal": 6,
        "together": False,
        "turn_seconds": seconds,
    }


def test_a_game_is_made_once():
    """CreateGame sent to a game that exists is BAD_ARGS."""
    assert code_of(opened(RACE, 2), create(RACE, 2), seat=None) == "BAD_ARGS"


def test_content_that_does_not_ship_is_written_out_whole():
    """Another edition goes into the log as `content.data`, with its own hash."""
    own = check({**EDITION.data, "edition": "own", "max_seats": 9}, RACE.content, "own.toml")

    made = rules.create(RACE, replace(create(RACE, 9), edition="own"), terms(RACE, edition=own))

    assert made.content == ContentRef("own", own.sha256, own.data)


def test_content_that_only_calls_itself_as_one_that_ships_is_written_out_too():
    """A shipped edition's name over other data does not pass for it."""
    forged = check({**EDITION.data, "max_seats": 9}, RACE.content, "forged.toml")

    made = rules.create(RACE, create(RACE, 9), terms(RACE, edition=forged))

    assert made.content == ContentRef("plain", forged.sha256, forged.data)
    assert edition_of(RACE, made.content).content.max_seats == 9


@pytest.mark.parametrize(
    "named",
    [
        ContentRef("fancy", EDITION.sha256),
        ContentRef("plain", SOME_HASH),
        ContentRef("plain", SOME_HASH, EDITION.data),
        ContentRef("fancy", EDITION.sha256, EDITION.data),
        ContentRef("plain", canonical.sha256_of({"game": 1}), {"game": 1}),
    ],
    ids=["no such edition", "another hash", "data and another hash", "data and another name", "bad data"],
)
def test_content_that_is_not_what_it_is_called_is_unknown(named):
    """Content neither ships nor is carried unless edition, hash and data go together."""
    with pytest.raises(UnknownContent):
        edition_of(RACE, named)


def test_a_fork_names_where_it_comes_from():
    """A practice game forked from another says which, and up to which record."""
    fork = Fork(game_id=GAME_ID, n=7, hash=SOME_HASH)

    assert rules.create(RACE, create(RACE, 2), terms(RACE, forked_from=fork)).forked_from == fork
