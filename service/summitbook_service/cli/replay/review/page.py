"""The page of a review: for each seat its figures, a plot of its course, and its moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from summitbook_advice.account import Account, Move
from summitbook_client.terminal.counting import counted
from summitbook_domain.games import GAMES
from summitbook_domain.recorded import Log

from ..evidence import LONGEST_NAME, short
from ..report.html import Markup, tag
from ..report.outline import made, outline
from .course import course
from .figures import NONE, accuracy_of, explained, facts, seen, shown

MOST_ROWS = 5_000
"""Moves of a seat that are listed."""


def page(log: Log, accounts: Sequence[Account]) -> str:
    """The whole page; nothing on it comes from anywhere else."""
    created = log.created
    return outline(f"Review: {GAMES[created.game, created.rules].title}", *_parts(log, accounts))


def _parts(log: Log, accounts: Sequence[Account]) -> Iterator[Markup]:
    yield tag("p", tag("small", f"Game {log.created.game_id}, {counted(len(log.records), 'record')}."))
    yield tag("p", explained(accounts))
    for account in accounts:
        yield tag("h2", f"Seat {account.seat}, {short(account.name, LONGEST_NAME)}")
        yield from _seat(account)
    yield made()


def _seat(account: Account) -> Iterator[Markup]:
    if not account.moves:
        yield tag("p", "This seat had nothing to choose.")
        return
    told = {"accuracy": accuracy_of(account), **facts(account)}
    yield tag("dl", *(part for each in told.items() for part in (tag("dt", each[0]), tag("dd", each[1]))))
    yield course(account)
    titles = ("record", "chosen", "best, where it was another", "cost", "luck after it")
    head = tag("thead", tag("tr", *(tag("th", title, scope="col") for title in titles)))
    rows = (_row(account, move) for move in account.moves[:MOST_ROWS])
    yield tag("table", head, tag("tbody", *rows), class_="stack")
    more = len(account.moves) - MOST_ROWS
    if more > 0:
        yield tag("p", f"{more:,} more moves are only in the plot.")


def _row(account: Account, move: Move) -> Markup:
    costs = seen(move.cost, account.unit)
    cells: dict[str, str] = {
        "record": str(move.n),
        "chosen": short(move.chosen.label),
        "best": tag("span", short(move.best.label), tag("small", f": {short(move.best.words)}"))
        if costs
        else NONE,
        "cost": tag("span", shown(move.cost, account.unit), class_="bad") if costs else NONE,
        "luck": shown(move.luck, account.unit, signed=True) if seen(move.luck, account.unit) else NONE,
    }
    return tag("tr", *(tag("td", tag("span", value), data_label=name) for name, value in cells.items()))
