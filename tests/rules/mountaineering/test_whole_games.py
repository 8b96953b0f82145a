"""Whole climbs, sensible, random and wild: cards are conserved, lists are exact, and every game ends."""

from __future__ import annotations

import hashlib
from functools import reduce
from itertools import chain, product
from random import Random

import pytest
from tables import ask, started
from teams import CLIMB, MOUNTAIN

from summitbook_advice.policies import POLICIES
from summitbook_domain.mountaineering.commands import (
    Abandon,
    BlowWhistle,
    Donate,
    DrawCard,
    PlayEquipment,
    PlayMover,
    TakeBackEquipment,
)
from summitbook_domain.mountaineering.state import KINDS, Climb
from summitbook_domain.mountaineering.ways import route_back, routes_ahead
from summitbook_domain.policies import play
from summitbook_domain.refusal import Refused
from summitbook_domain.replay import audit
from summitbook_domain.table import rules
from summitbook_domain.table.commands import RetireSeat, TimeOutTurn
from summitbook_domain.table.state import evolve

LONG = 1_000
"""No climb takes so many commands."""

KINDS_OF_GAMES = [
    (seats, course, out_of_turn)
    for seats, course, out_of_turn in product(range(1, 7), ("beginner", "advanced"), (True, False))
]


def secret_of(*parts):
    return hashlib.sha256(repr(parts).encode()).digest()


def wild(seats, course, out_of_turn, number):
    """A game at random in which seats are timed out and retire as well, told as a book."""
    luck = Random(repr((seats, course, out_of_turn, number)))
    secret = secret_of("wild", seats, course, out_of_turn, number)
    book = started(CLIMB, seats, secret, course=course, out_of_turn=out_of_turn, turn_seconds=60)
    while book.table.phase == "playing":
        assert len(book.lines) < LONG
        active = [seat for seat, holder in enumerate(book.table.seats) if not holder.retired]
        choices = [(seat, each) for seat in active for each in rules.legal(book.table, seat)]
        absent = luck.random()
        if absent < 0.01:
            ask(book, RetireSeat(), luck.choice(active))
        elif absent < 0.08:
            ask(book, TimeOutTurn(luck.choice(CLIMB.waits_for(book.table.play))), None)
        else:
            seat, command = luck.choice(choices)
            ask(book, command, seat)
    return book


def told(book):
    """The states of a game, one for each of its events once it has started."""
    table = rules.Table(game=CLIMB)
    for event in book.events:
        table = evolve(table, event)
        if table.play is not None:
            yield table.play


def check_conserved(state: Climb):
    """Every card is in one place: a hand, laid, face up, out of the game, or face down."""
    out = [
        *chain(*state.hands),
        *(each.card for each in state.laid),
        *state.movers.face_up,
        *state.equipment.face_up,
        *state.gone,
    ]
    assert len(set(out)) == len(out)
    for kind in KINDS:
        hidden = set(MOUNTAIN.ids(kind)) - set(out)
        assert len(hidden) == state.pile(kind).face_down
        assert hidden <= set(state.pile(kind).cards)
    assert all(state.is_equipment(card) for card in (*state.equipment.face_up, *state.gone))
    assert not any(state.is_equipment(card) for card in state.movers.face_up)


@pytest.fixture(scope="module")
def wild_games():
    """One wild game of every kind."""
    return [wild(*kind, number=0) for kind in KINDS_OF_GAMES]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("seats", "course", "out_of_turn"), KINDS_OF_GAMES)
def test_every_game_ends_and_its_log_holds(policy, seats, course, out_of_turn):
    """Played by bots, games of every kind end by the rules, keep every card, and audit to the last level."""
    book = play(
        CLIMB,
        POLICIES[policy],
        secret_of(policy, seats, course, out_of_turn),
        options={"course": course, "out_of_turn": out_of_turn},
        salts=("",) * seats,
    )

    assert book.table.outcome == "finished"
    for state in told(book):
        check_conserved(state)
    check_audited(book)


def check_audited(book):
    report = audit([line + b"\n" for line in book.lines], verify=lambda *_: False)
    assert (report.level, report.code) == ("rules", None)


def test_games_with_leavers_end_and_their_logs_hold(wild_games):
    """Time-outs and retiring seats lose no card, and the log tells all."""
    for book in wild_games:
        for state in told(book):
            check_conserved(state)
        check_audited(book)
    assert {book.table.outcome for book in wild_games} == {"finished", "retired"}


def moments(books, every):
    """Every so manieth table of these games while they were played, with its seed."""
    for book in books:
        table = rules.Table(game=CLIMB)
        for n, event in enumerate(book.events):
            table = evolve(table, event)
            settled = n + 1 == len(book.events) or b'"cause"' in book.lines[n + 1]
            if table.phase == "playing" and settled and n % every == 0:
                yield table, book._seed


def test_a_game_can_always_be_ended(wild_games):
    """From wherever a wild game has got to, players who do not go round in circles bring it to an end."""
    for table, seed in moments(wild_games, every=60):
        assert played_on(table, seed).phase == "closed"


def played_on(table, seed):
    """The table as far as the greedy policy brings it, in so many commands at most."""
    for _ in range(LONG):
        if table.phase == "closed":
            break
        view = CLIMB.view(table.play)
        answers = ((seat, CLIMB.greedy(view, rules.legal(table, seat))) for seat in range(len(table.seats)))
        seat, command = next(each for each in answers if each[1])
        table = reduce(evolve, rules.decide(table, seat, command, seed), table)
    return table


def every_command(state: Climb):
    """All commands that could make sense at some time, and many that never do."""
    cards = [*MOUNTAIN.cards, "m31", ""]
    ways = {way for spots in range(5) for way in (*routes_ahead(state, spots), route_back(state, spots))}
    routes = [*sorted(ways), *{way[:-1] for way in ways}, ("base",), ("summit",), ("nowhere",)]
    yield from (DrawCard(kind=kind) for kind in KINDS)
    yield from (BlowWhistle(choice=choice) for choice in ("climb_on", "go_home"))
    yield from (kind(card=card) for kind in (PlayEquipment, TakeBackEquipment, Abandon) for card in cards)
    yield from (Donate(card=card, to=to) for card in cards for to in range(-1, 7))
    yield from (PlayMover(card=card, route=way) for card in cards for way in routes)


def test_the_legal_commands_are_exactly_those_that_are_accepted(wild_games):
    """Of all commands, just those that are listed are not refused."""
    for table, seed in moments(wild_games, every=75):
        for seat in range(-1, len(table.seats) + 1):
            listed = rules.legal(table, seat)
            accepted = [each for each in every_command(table.play) if accepts(table, seat, each, seed)]
            assert set(accepted) == set(listed)
            assert len(set(listed)) == len(listed)


def accepts(table, seat, command, seed):
    try:
        return bool(rules.decide(table, seat, command, seed))
    except Refused:
        return False


def test_somebody_can_act_until_the_game_is_over(wild_games):
    """In every unfinished state a seat that has not retired has a legal command."""
    for table, _ in moments(wild_games, every=1):
        seats = [seat for seat, holder in enumerate(table.seats) if not holder.retired]
        assert any(rules.legal(table, seat) for seat in seats)


def test_a_simple_team_reaches_the_summit_more_often_than_not():
    """The greedy policy plays to win, and waits for the seat whose card is wanted."""
    outcomes = [
        play(CLIMB, POLICIES["greedy"], secret_of("team", n), salts=("",) * 4).table.play.ending
        for n in range(10)
    ]

    assert outcomes.count("summit") > 5
