"""
A game as long as one likes: a card is laid for a trouble, taken back, and laid again.

    python long_game.py write RECORDS FILE    records it
    python long_game.py audit FILE            says how much memory an audit with all that a page tells took
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from whole_games import ALL, moments, seed_of, whole_game

from summitbook_domain.book import answer
from summitbook_domain.mountaineering.commands import PlayEquipment, TakeBackEquipment
from summitbook_domain.record import Head
from summitbook_domain.table.commands import CancelGame
from summitbook_service.cli.replay.judge import Asked, judge

WHEN = "2026-01-01T00:00:00.000000Z"


def lines(records: int) -> Iterator[bytes]:
    """So many records without their line feeds, made one after another; the last cancels the game."""
    book = whole_game(next(game for game in ALL if game.name == "mountaineering"), "random", 0)
    laid = next(each for each in moments(book) if _lays_one_of_several(each))
    seat, seed, table = laid.cause.seat, seed_of(book), laid.table
    past = book.lines[: table.n]
    yield from past
    head = Head(table.n, json.loads(past[-1])["hash"])
    to_and_fro = cycle(((seat, laid.command), (seat, TakeBackEquipment(laid.command.card))))
    while head.n < records:
        asker, command = next(to_and_fro) if head.n < records - 1 else (None, CancelGame())
        entry = answer(table, head, asker, command, seed, by="bench", id="0", at=WHEN)
        yield from entry.lines
        table, head = entry.table, entry.head


def _lays_one_of_several(moment) -> bool:
    """Whether a card is laid that does not overcome the trouble by itself."""
    return isinstance(moment.command, PlayEquipment) and len(moment.events) == 1


def main(do: str, *words: str) -> None:
    """Record a long game, or audit one."""
    if do == "write":
        with Path(words[1]).open("wb") as file:
            file.writelines(line + b"\n" for line in lines(int(words[0])))
        return
    report = judge(Path(words[0]), Asked(evidence=True)).report
    print(json.dumps({"level": report.level, "records": report.records, "mebibytes": most_memory() / 2**20}))


def most_memory() -> int:
    """The most that this program has held, in bytes; `getrusage` would count its parent's too."""
    (most,) = re.findall(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    return int(most) * 1024


if __name__ == "__main__":
    main(*sys.argv[1:])
