"""
Whole tournaments whose logs must be, to the letter, what edition 1 has always made of them.

Each has late entries, drop-outs, games without results, strikes and points; a log that was
recorded by any release before is audited by this one, so its pairings are derived the same.
"""

import hashlib
from random import Random

import pytest
from tournaments import duplicate, ladder, tables

from summitbook_domain.tournament import commands as c

EVER = {
    ("tables", 5, 2, 7, 0): "6df9af0fe9e34411",
    ("tables", 13, 2, 12, 1): "3797ca04e4533ec6",
    ("tables", 31, 2, 20, 1): "c0045cdeb0aab46c",
    ("tables", 61, 5, 8, 0): "fe733d6827aa17ac",
    ("tables", 101, 2, 15, 0): "39febb1635c1afad",
    ("tables", 200, 6, 7, 1): "5892ebad1e95ab63",
    ("ladder", 4, 3, 20, 0): "fc70b58f5b24382b",
    ("ladder", 12, 6, 20, 1): "c92573d1985c934d",
    ("ladder", 40, 2, 10, 0): "c1580f752a0d84ee",
    ("duplicate", 50, 1, 5, 0): "ab43e244be64d2e9",
}
"""Kind, contestants, seats, rounds and number; the first digits of the hash of all lines."""


@pytest.mark.parametrize("case", EVER, ids=lambda case: "-".join(map(str, case)))
def test_the_log_is_what_it_always_was(case):
    """Pairings, seats, byes and standings, through everything that may come between."""
    assert hashlib.sha256(b"\n".join(played(*case).minutes.lines)).hexdigest()[:16] == EVER[case]


def played(kind, contestants, seats, rounds, number):
    """A whole tournament as luck has it."""
    luck = Random(f"{kind}/{contestants}/{seats}/{number}")
    cup = begun(kind, contestants, seats, rounds, number)
    for each in range(rounds):
        (matches if kind == "ladder" else a_round)(cup, seats, luck)
        if each < rounds - 1:
            comings_and_goings(cup, luck)
    cup.close()
    return cup


def begun(kind, contestants, seats, rounds, number):
    if kind == "ladder":
        return ladder(contestants, seats=seats, number=number)
    if kind == "tables":
        return tables(contestants, seats=seats, rounds=rounds, number=number)
    return duplicate(contestants, rounds=rounds, number=number)


def told(cup, luck):
    """What a game gives, or now and then nothing."""

    def tell(fixture):
        if luck.random() < 0.1:
            return ()
        if cup.state.birth.kind == "duplicate":
            return (luck.randrange(50),)
        marks = [luck.randrange(3) for _ in fixture.contestants]
        return tuple(1 + sum(other < mark for other in marks) for mark in marks)

    return tell


def matches(cup, seats, luck):
    """Some matches, which end in another order than they were made in."""
    order = list(cup.state.active)
    luck.shuffle(order)
    while len(order) >= 2:
        size = min(len(order), luck.randrange(2, seats + 1))
        cup.match(*order[:size])
        order = order[size:] if luck.random() >= 0.5 else []
    ending = list(cup.state.open_fixtures)
    luck.shuffle(ending)
    for fixture in ending[: max(1, len(ending) // 2)]:
        results = told(cup, luck)(fixture)
        outcome = "finished" if results else "expired"
        cup.ask(c.FinishGame(fixture.game_id, 9, "0" * 64, outcome, results))
    cup.tell(told(cup, luck))
    over = [each for each in cup.state.fixtures if each.finish]
    if luck.random() < 0.3:
        strike(cup, luck.choice(over), luck)


def a_round(cup, seats, luck):
    """A round, and what a referee does in it."""
    cup.publish()
    cup.tell(told(cup, luck))
    if luck.random() < 0.3:
        strike(cup, luck.choice(list(cup.state.fixtures)), luck)
    if luck.random() < 0.3:
        number = luck.randrange(len(cup.state.contestants))
        cup.decide("points", contestant=number, points=luck.choice([-60, 60, 240]))
    cup.close_round()


def strike(cup, fixture, luck):
    """All of a game, or one result of it."""
    whom = {} if luck.random() < 0.5 else {"contestant": luck.choice(fixture.contestants)}
    cup.decide("strike", game_id=fixture.game_id, **whom)


def comings_and_goings(cup, luck):
    """Somebody comes late, somebody leaves, somebody is taken out."""
    if luck.random() < 0.4:
        cup.enter(1)
    if len(cup.state.active) > 3 and luck.random() < 0.4:
        cup.ask(c.LeaveTournament(luck.choice(cup.state.active)))
    if len(cup.state.active) > 3 and luck.random() < 0.1:
        cup.decide("exclude", contestant=luck.choice(cup.state.active))
