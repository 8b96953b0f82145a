"""Prints a digest of whole games of each kind: what is written, seen, listed and told of them."""

import hashlib

import msgspec
from whole_games import ALL, in_play, name_of, some_games

from summitbook_domain.table import rules


def digest(game) -> str:
    everything = hashlib.sha256()
    for book in some_games(game):
        everything.update(b"\n".join(book.lines))
        for moment in in_play(book):
            table = moment.table
            legal = [rules.legal(table, seat) for seat in range(len(table.seats))]
            words = [game.describe(table.play, each) for commands in legal for each in commands]
            everything.update(msgspec.json.encode((game.view(table.play), legal, words)))
    return everything.hexdigest()


if __name__ == "__main__":
    for game in ALL:
        print(name_of(game), digest(game))
