"""Laws of every game there is: nothing shows before it is revealed."""

import base64
from collections import defaultdict
from itertools import islice

import msgspec
import pytest
from tables import ask, started
from whole_games import ALL, in_play, moments, name_of, secret_of, seed_of, some_games

from summitbook_advice.policies import POLICIES
from summitbook_domain.chance import Chance
from summitbook_domain.message import Events
from summitbook_domain.policies import luck_of
from summitbook_domain.refusal import Refused
from summitbook_domain.table import rules

every_game = pytest.mark.parametrize("game", ALL, ids=name_of)
LUCK = luck_of(secret_of(0))
"""Of those who play, not of what they play."""


def forms(secret: bytes) -> list[bytes]:
    """The ways in which 32 secret bytes could be written somewhere."""
    whole = int.from_bytes(secret, "big")
    texts = [secret.hex(), secret.hex().upper(), str(whole), repr(secret)[2:-1], str(list(secret))[1:-1]]
    encoded = [base64.b64encode(secret), base64.urlsafe_b64encode(secret)]
    return [
        secret,
        secret[::-1],
        *(text.encode() for text in texts),
        *(each.rstrip(b"=") for each in encoded),
    ]


def shown(game, table) -> bytes:
    """All that a table shows of itself, in JSON and in text."""
    seats = range(len(table.seats))
    legal = [rules.legal(table, seat) for seat in seats]
    words = [game.describe(table.play, each) for commands in legal for each in commands]
    parts = (game.view(table.play), legal, words, table.birth)
    return b"".join(map(msgspec.json.encode, parts)) + repr((table, parts)).encode()


@every_game
def test_the_seed_shows_nowhere_before_the_game_is_closed(game):
    """Neither seed nor game key is in any line, view, legal command, refusal or text of a game under way."""
    for book in some_games(game):
        seed, birth = seed_of(book), book.table.birth
        key = seed.chance(birth.deal, [seat.salt for seat in book.table.seats])._key
        secrets = [*forms(bytes.fromhex(seed.reveal())), *forms(key)]
        under_way = b"".join(book.lines[:-1]) + b"".join(shown(game, each.table) for each in in_play(book))
        refusals = "".join(refusals_of(game, moment.table, seed) for moment in in_play(book)).encode()
        assert not [secret for secret in secrets if secret in under_way + refusals]
        assert seed.reveal().encode() in book.lines[-1]


def refusals_of(game, table, seed) -> str:
    told = []
    for kind in game.commands:
        try:
            rules.decide(table, -1, msgspec.convert({}, kind), seed)
        except (Refused, msgspec.ValidationError) as error:
            told.append(f"{error!r} {error} {vars(error)}")
    return "".join(told)


def beginning(game, secret: bytes, commands: int) -> tuple:
    """A game in which the first commands are chosen without luck, and its table after so many."""
    content = next(iter(game.editions.values())).content
    book = started(game, content.min_seats, secret)
    for number in range(commands):
        choices = {seat: rules.legal(book.table, seat) for seat in range(content.min_seats)}
        seat, legal = next((each for each in choices.items() if each[1]), (0, ()))
        going_on = [each for each in legal if not game.gives_up(each)]
        if not going_on:
            break
        ask(book, going_on[number % len(going_on)], seat)
    return book.events[1:], book.table


@every_game
def test_two_seeds_with_the_same_past_cannot_be_told_apart(game):
    """
    Where two seeds have given the same events so far, views, legal commands and words are the same.

    So is what every policy does, by the same luck of its own: none sees what is hidden.
    """
    alike: dict[Events, list[bytes]] = defaultdict(list)
    for number in range(400):
        secret = secret_of(number)
        alike[beginning(game, secret, 2)[0]].append(secret)
    pairs = [secrets[:2] for secrets in alike.values() if len(secrets) > 1]
    apart = 0
    for one, other in pairs:
        assert tells(game, one) == tells(game, other)
        apart += beginning(game, one, 12)[0] != beginning(game, other, 12)[0]

    assert apart


def tells(game, secret: bytes):
    """What a game tells after two commands, the commitment apart, and what that leads players to."""
    _, table = beginning(game, secret, 2)
    view = game.view(table.play)
    legal = [rules.legal(table, seat) for seat in range(len(table.seats))]
    words = [game.describe(table.play, each) for commands in legal for each in commands]
    choices = [
        policy(game, table.content, view, commands, LUCK.draw(f"{name}/{seat}"))
        for seat, commands in enumerate(legal)
        for name, policy in POLICIES.items()
        if commands
    ]
    return view, legal, words, choices, game.waits_for(table.play), table.play


@every_game
def test_only_drawn_labels_of_the_past_are_named(game, monkeypatch):
    """Deciding draws nothing that its events do not name: no look ahead, and no luck out of sight."""
    drawn: list[str] = []
    draw = Chance.draw
    monkeypatch.setattr(Chance, "draw", lambda chance, label: drawn.append(label) or draw(chance, label))
    for book in islice(some_games(game), 4):
        for moment in moments(book):
            if moment.table.n:
                drawn.clear()
                events = rules.decide(moment.table, moment.cause.seat, moment.command, seed_of(book))
                assert set(drawn) == {event.draw for event in events if getattr(event, "draw", None)}
