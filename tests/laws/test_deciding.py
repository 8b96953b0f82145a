"""Laws of every game there is: deciding, folding, and what is written down."""

from collections import Counter
from random import Random

import msgspec
import pytest
from whole_games import ALL, in_play, moments, name_of, seed_of, some_commands, some_games, whole_game

from given import no_luck
from summitbook_advice.policies import POLICIES
from summitbook_domain import canonical, record
from summitbook_domain.book import answer
from summitbook_domain.message import from_args
from summitbook_domain.policies import LONG_AGO
from summitbook_domain.record import Head
from summitbook_domain.refusal import COMMON_CODES, Refused
from summitbook_domain.table import rules

every_game = pytest.mark.parametrize("game", ALL, ids=name_of)
LONGEST = 2_000
"""No game's log is longer: records, from the first to GameClosed."""


@every_game
def test_the_same_state_command_and_chance_give_the_same_events(game):
    """Asked again at any moment, the rules answer what they answered then, and twice the same."""
    for book in some_games(game):
        for moment in moments(book):
            if moment.table.n:
                asked = moment.table, moment.cause.seat, moment.command, seed_of(book)
                assert rules.decide(*asked) == rules.decide(*asked) == moment.events


@every_game
def test_folding_needs_nothing_but_the_records(game):
    """A table told from its lines alone, without seed or chance, is the table that was played at."""
    for book in some_games(game):
        *_, last = moments(book)
        assert last.after() == book.table


@every_game
def test_folding_changes_no_earlier_state(game):
    """A state is a value: going on from it leaves it as it was."""
    whole = list(moments(whole_game(game, "random", 1)))
    before = [repr(moment.table) for moment in whole]

    for moment in whole:
        moment.after()

    assert [repr(moment.table) for moment in whole] == before


@every_game
def test_every_game_ends(game):
    """Whatever the players do, the log comes to GameClosed, once, as its last record, and in time."""
    for book in some_games(game):
        closings = [n for n, event in enumerate(book.events, 1) if type(event).__name__ == "GameClosed"]
        assert closings == [len(book.lines)]
        assert len(book.lines) <= LONGEST


@every_game
def test_events_survive_being_written_down(game):
    """Each event comes back from canonical form equal, and every field of exactly its type."""
    for book in some_games(game):
        for event in book.events:
            again = from_args(type(event), canonical.decode(canonical.encode(event)))
            assert again == event
            assert kinds(again) == kinds(event)


def kinds(value):
    """The exact types of a value and of all that it holds."""
    if isinstance(value, msgspec.Struct):
        return type(value), {name: kinds(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, (tuple, list)):
        return type(value), [kinds(each) for each in value]
    if isinstance(value, dict):
        return type(value), {key: kinds(each) for key, each in value.items()}
    return type(value)


@every_game
def test_each_draw_can_be_drawn_again(game):
    """Every event that used chance names a label, and `redraw` gives it back from that label alone."""
    for book in some_games(game):
        birth = book.table.birth
        chance = seed_of(book).chance(birth.deal, [seat.salt for seat in book.table.seats])
        drawn = [event for event in book.events if getattr(event, "draw", None)]
        first = {event.draw: event for event in reversed(drawn)}
        assert drawn
        for event in drawn:
            assert game.redraw(book.table.content, birth.seats, event, chance, first[event.draw]) == event


@every_game
def test_what_chance_gave_is_told_with_what_it_could_give(game):
    """Each sample shows an item that it is among, and together they show all of an event's dice."""
    for book in some_games(game):
        drawn = [event for event in book.events if getattr(event, "draw", None)]
        first = {event.draw: event for event in reversed(drawn)}
        told = [
            game.samples(book.table.content, book.table.birth.seats, event, first[event.draw])
            for event in drawn
        ]
        assert any(told)
        assert all(sample.shown in sample.among for samples in told for sample in samples)
        rolls = [(event, samples) for event, samples in zip(drawn, told, strict=True) if _rolled(event)]
        assert all(len(samples) == len(_rolled(event)) for event, samples in rolls)


def _rolled(event):
    return getattr(event, "values", None) or getattr(event, "faces", None)


@every_game
def test_a_refused_command_changes_nothing_and_draws_nothing(game):
    """Commands that the rules refuse ask chance for nothing and leave the state as it was."""
    rng, refused = Random(1), Counter()
    for moment in [each for book in some_games(game) for each in in_play(book)]:
        play = moment.table.play
        before = repr(play)
        for command in some_commands(game, rng, each=3):
            luck = no_luck()
            try:
                game.decide(play, rng.randrange(-1, 3), command, luck)
            except Refused as refusal:
                refused[refusal.code] += 1
                assert luck.labels == []
            except AssertionError:
                assert luck.labels, "it was legal, and has drawn"
        assert repr(play) == before
    assert refused.total() > 100
    assert set(refused) <= {*COMMON_CODES, *game.codes}


@every_game
@pytest.mark.parametrize("policy", POLICIES)
def test_refusals_and_questions_do_not_shift_luck(game, policy):
    """A game asked for nonsense and for its state in between writes the same lines as one that is not."""
    rng, quiet = Random(2), whole_game(game, policy, 5)
    seed, (_, second, *rest) = seed_of(quiet), moments(quiet)
    table, lines = second.table, quiet.lines[:1]
    for moment in (second, *rest):
        head = Head(len(lines), record.read(lines[-1]).hash)
        pester(table, head, seed, rng)
        because = {"by": moment.cause.by, "id": moment.cause.id, "at": LONG_AGO}
        entry = answer(table, head, moment.cause.seat, moment.command, seed, **because)
        table, lines = entry.table, [*lines, *entry.lines]

    assert lines == quiet.lines


def pester(table, head, seed, rng):
    """Ask for what is refused, and for everything that may be asked."""
    for command in some_commands(table.game, rng, each=3):
        for seat in (None, -1, len(table.seats)):
            with pytest.raises(Refused):
                answer(table, head, seat, command, seed, by="a nuisance", id="", at=LONG_AGO)
    for seat in range(len(table.seats)):
        rules.legal(table, seat)
    if table.started:
        table.game.view(table.play)
