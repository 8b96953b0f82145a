"""Laws of every game there is: what is listed as legal, and in which order."""

import json
import os
from itertools import chain
from pathlib import Path
from random import Random

import msgspec
import pytest
from whole_games import (
    ALL,
    Moment,
    golden_lines,
    in_play,
    name_of,
    seed_of,
    some_commands,
    some_games,
    told_by,
)

from summitbook_domain.message import Command
from summitbook_domain.refusal import Refused
from summitbook_domain.table import rules
from summitbook_domain.table.commands import TimeOutTurn

every_game = pytest.mark.parametrize("game", ALL, ids=name_of)
ORDERS = Path(__file__).parent / "legal_order"
REWRITE = "SUMMITBOOK_REWRITE_LEGAL_ORDER"
PINNED_EACH = 5


def sampled(game):
    """Every fifth moment of every game: its table, its seed, and the legal commands of each seat."""
    for book in some_games(game):
        for moment in in_play(book)[::5]:
            table = moment.table
            yield table, seed_of(book), {seat: rules.legal(table, seat) for seat in range(len(table.seats))}


@every_game
def test_while_a_game_goes_on_somebody_can_act(game):
    """In each unfinished state a seat has a legal command; who is waited for has one or can be timed out."""
    for table, seed, legal in sampled(game):
        assert any(legal.values())
        for seat in game.waits_for(table.play):
            assert legal[seat] or rules.decide(table, None, TimeOutTurn(seat), seed)


@every_game
def test_nobody_is_waited_for_who_cannot_go_on(game):
    """Where who is waited for could only undo what was done, whoever else may act is told that it helps."""
    for table, _, legal in sampled(game):
        waits = game.waits_for(table.play)
        if not all(map(game.undoes, chain(*(legal[seat] for seat in waits)))):
            continue
        others = [commands for seat, commands in legal.items() if commands and seat not in waits]
        assert all(game.helps(table.play, commands) for commands in others)


@every_game
def test_every_listed_command_is_accepted(game):
    """No seat is refused what it was listed, and each listed command can be told in words."""
    for table, seed, legal in sampled(game):
        for seat, commands in legal.items():
            for command in commands:
                assert rules.decide(table, seat, command, seed)
                assert game.describe(table.play, command)


@every_game
def test_a_command_that_is_not_listed_is_refused(game):
    """Of all sorts of commands those not listed are refused, or do exactly what a listed one does."""
    rng, refused = Random(3), 0
    for table, seed, legal in sampled(game):
        for seat in (-1, *legal, len(legal)):
            listed = legal.get(seat, ())
            for command in some_commands(game, rng, each=4):
                if command not in listed and not does_what_a_listed_one_does(
                    table, seat, command, seed, listed
                ):
                    refused += 1
    assert refused > 100


def does_what_a_listed_one_does(table, seat, command: Command, seed, listed) -> bool:
    """False for a refusal; fails where the command is accepted and nothing listed leads to the same."""
    try:
        events = rules.decide(table, seat, command, seed)
    except Refused:
        return False
    alike = [each for each in listed if type(each) is type(command)]
    assert events in [rules.decide(table, seat, each, seed) for each in alike]
    return True


@every_game
def test_nothing_is_listed_twice(game):
    """The legal commands of a seat are all different."""
    for _, _, legal in sampled(game):
        for commands in legal.values():
            assert len(set(commands)) == len(commands)


@every_game
def test_every_command_of_the_game_is_listed_at_some_time(game):
    """No type of command is left out of the list for good."""
    listed = {type(each) for _, _, legal in sampled(game) for commands in legal.values() for each in commands}
    assert listed == set(game.commands)


def told(moment: Moment) -> dict:
    """A moment's legal commands by seat, in their order, as the file of pinned orders holds them."""
    table = moment.table
    return {
        "n": table.n,
        "legal": {
            seat: [f"{type(each).__name__} {msgspec.json.encode(each).decode()}" for each in commands]
            for seat in range(len(table.seats))
            if (commands := rules.legal(table, seat))
        },
    }


def pinned_order(game) -> str:
    """A few moments of the longest golden replay, from its beginning, its middle and its end."""
    lines = max(golden_lines(game).values(), key=len)
    whole = [each for each in told_by(game, lines) if each.table.started]
    chosen = whole[:: max(1, len(whole) // PINNED_EACH)][:PINNED_EACH]
    return json.dumps([told(moment) for moment in chosen], indent=1) + "\n"


@every_game
def test_the_order_of_legal_commands_is_pinned(game):
    """
    A client may count on the order: it is that of the stored file, whatever else changes.

    The file is written anew only where SUMMITBOOK_REWRITE_LEGAL_ORDER is set, on purpose.
    """
    file = ORDERS / f"{name_of(game)}.json"
    if os.environ.get(REWRITE):
        file.write_text(pinned_order(game), encoding="utf-8")

    assert file.read_text(encoding="utf-8") == pinned_order(game)
