"""
What commands cost in a long tournament: no more than in a short one.

So the audit of a log takes as long as it has records, whoever wrote it, and a service is not
held up by a tournament for being large. Steps are counted, no time is taken.
"""

import pytest
from expeditions import EVEREST
from steps import copied, steps
from tournaments import Cup, asked_for, in_seat_order, ladder, tables

from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.pairing import pair

COMMANDS = 32
"""Of so many running, since now and then one has to tidy up for others."""
SHORT, LONG = 100, 1_600


def entries(size):
    """Contestants, where so many have entered."""
    cup = Cup(asked_for("duplicate", EVEREST, 1, 1))
    cup.enter(size)
    return cup, lambda _: cup.enter(1)


def departures(size):
    """Some leave of so many."""
    cup, _ = entries(size)
    return cup, lambda at: cup.ask(c.LeaveTournament(at))


def results(size):
    """Games are counted, of so many in a round."""
    cup = Cup(asked_for("duplicate", EVEREST, 1, 1))
    cup.start(size)
    games = cup.publish().games
    return cup, lambda at: cup.ask(c.FinishGame(games[at].game_id, 9, "0" * 64, "finished", (at,)))


def matches(size):
    """Matches of a ladder are made and counted, on which so many play."""
    cup = ladder(size)

    def match(at):
        made = cup.match(2 * at, 2 * at + 1)
        cup.ask(c.FinishGame(made.game_id, 9, "0" * 64, "finished", (1, 2)))

    for at in range(size // 2):
        match(at)
    return cup, match


def decisions(size):
    """A referee decides, and has so many times."""
    cup, _ = entries(2)
    for _ in range(size):
        cup.decide("points", contestant=0, points=1)
    return cup, lambda _: cup.decide("points", contestant=1, points=1)


def strikes(size):
    """Results of a ladder are struck one after another, where there have been so many."""
    cup, _ = matches(size)
    return cup, lambda at: cup.decide("strike", game_id=cup.state.fixtures[at].game_id)


@pytest.mark.parametrize("kind", [entries, departures, results, matches, decisions, strikes])
def test_a_command_costs_the_same_in_a_long_tournament(kind):
    """Neither the steps to decide on it and to take it in grow with what there is, nor what is copied."""
    cost = {}
    for size in (SHORT, LONG):
        cup, command = kind(size)
        before = cup.state
        taken = steps(lambda command=command: [command(at) for at in range(COMMANDS)])
        cost[size] = taken, copied(before, cup.state)
    for short, long in zip(cost[SHORT], cost[LONG], strict=True):
        assert long < 2 * short


def paired(contestants, rounds=3):
    """How many steps the next round takes to pair."""
    cup = tables(contestants, seats=6, rounds=99)
    for _ in range(rounds):
        cup.round(in_seat_order)
    return steps(lambda: pair(cup.state, cup.seed.chance(cup.state.birth.tournament_id, ())))


def test_pairing_many_takes_not_much_more_a_head():
    """Of eight times as many the next round takes some eight times as many steps, not sixty-four."""
    assert paired(800) < 12 * paired(100)
