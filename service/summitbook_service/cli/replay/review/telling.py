"""A review as a table of moves and of seats, and as an object for machines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from summitbook_advice.account import Account, Choice, Move
from summitbook_client.messages import printable
from summitbook_domain.recorded import Log

from .figures import accuracy_of, explained, facts, moves_of, seen, shown


def show(out: Console, accounts: Sequence[Account]) -> None:
    """Every move in the order of the game, then what each seat's come to."""
    out.print(_moves(accounts))
    out.print()
    out.print(_seats(accounts))
    out.print()
    out.print(Text(explained(accounts), "dim"))


def _moves(accounts: Sequence[Account]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("n", "seat"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("chosen", overflow="fold")
    table.add_column("best, where it was another", overflow="fold")
    table.add_column("cost", justify="right", no_wrap=True)
    for account, move in moves_of(accounts):
        table.add_row(str(move.n), str(account.seat), printable(move.chosen.label), *_cost(account, move))
    return table


def _cost(account: Account, move: Move) -> tuple[Text, Text]:
    if not seen(move.cost, account.unit):
        return Text(), Text()
    best = Text.assemble(printable(move.best.label), (f": {printable(move.best.words)}", "dim"))
    return best, Text(shown(move.cost, account.unit), "red")


def _seats(accounts: Sequence[Account]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("seat", overflow="fold")
    for title in ("accuracy", *facts(None)):
        table.add_column(title, justify="right", no_wrap=True)
    for each in accounts:
        name = f"{each.seat} {printable(each.name)}"
        table.add_row(name, accuracy_of(each), *facts(each).values())
    return table


def object_of(file: Path, log: Log, accounts: Sequence[Account]) -> dict[str, Any]:
    """All of it for machines; what there is not is null."""
    created = log.created
    return {
        "file": str(file),
        "game": created.game,
        "game_id": created.game_id,
        "seats": [_plain(each) for each in accounts],
    }


def _plain(account: Account) -> dict[str, Any]:
    return {
        "seat": account.seat,
        "name": account.name,
        "unit": account.unit,
        "accuracy": account.accuracy,
        "start": account.start,
        "cost": account.cost,
        "luck": account.luck,
        "result": account.result,
        "hints": account.hints,
        "moves": [_plain_move(each) for each in account.moves],
    }


def _plain_move(move: Move) -> dict[str, Any]:
    return {
        "n": move.n,
        "chosen": _plain_choice(move.chosen),
        "best": _plain_choice(move.best),
        "cost": move.cost,
        "stake": move.stake,
        "luck": move.luck,
    }


def _plain_choice(choice: Choice) -> dict[str, Any]:
    return {"label": choice.label, "value": choice.value, "words": choice.words}
