"""Laws of every game there is: games in one process stay what they are when played alone."""

from random import Random

import msgspec
from whole_games import ALL, moments, name_of, seed_of, terms_of, whole_game

from summitbook_advice.policies import POLICIES
from summitbook_domain import canonical
from summitbook_domain.book import answer, opening
from summitbook_domain.policies import LONG_AGO
from summitbook_domain.record import START
from summitbook_domain.table import rules
from summitbook_domain.table.state import Table


def sizes(game):
    """How many sizes there are of a game, by number of seats."""
    content = next(iter(game.editions.values())).content
    return content.max_seats - content.min_seats + 1


def contents():
    """Every table of content: data and typed content anew, beside the hash it had when loaded."""
    return {
        (name_of(game), name): (
            canonical.sha256_of(edition.data),
            edition.sha256,
            msgspec.json.encode(edition.content),
            repr(edition.content),
        )
        for game in ALL
        for name, edition in game.editions.items()
    }


class Again:
    """A game played again, one command at a time, and asked in between for all that may be asked."""

    def __init__(self, book):
        self.book = book
        self.left = list(moments(book))
        self.table, self.head, self.lines = Table(game=book.table.game), START, []

    def step(self):
        """The next command."""
        moment = self.left.pop(0)
        because = {"by": moment.cause.by, "id": moment.cause.id, "at": LONG_AGO}
        if self.table.n:
            seed = seed_of(self.book)
            entry = answer(self.table, self.head, moment.cause.seat, moment.command, seed, **because)
        else:
            entry = opening(self.table.game, moment.command, terms_of(self.book), **because)
        self.table, self.head = entry.table, entry.head
        self.lines += entry.lines
        self.tell()

    def tell(self):
        """Ask for what is legal, for words and for the view."""
        table, game = self.table, self.table.game
        for seat in range(len(table.seats)):
            for command in rules.legal(table, seat):
                game.describe(table.play, command)
        if table.started:
            game.view(table.play)


def test_games_in_one_process_know_nothing_of_each_other():
    """
    Games of all kinds and sizes, command by command in any order, are what they were when played alone.

    And every table of content is afterwards what it was before.
    """
    before, rng = contents(), Random(6)
    alone = [
        whole_game(game, policy, number)
        for game in ALL
        for number in range(sizes(game) + 1)
        for policy in POLICIES
    ]
    together = [Again(book) for book in alone]

    while going_on := [each for each in together if each.left]:
        rng.choice(going_on).step()

    assert [each.lines for each in together] == [book.lines for book in alone]
    assert contents() == before
