"""
Writing a recorded game anew as the present rules tell it, and listing what that changed.

Nothing is written that is not listed. See docs/testing.md, "Blessing".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import UNSET

from summitbook_client.messages import printable
from summitbook_domain.book import Book
from summitbook_domain.record import read
from summitbook_domain.recorded import Difference, Log, commands, compare, read_log, retold
from summitbook_domain.replay import Report
from summitbook_domain.replay.report import Fault
from summitbook_domain.replay.tail import reveal_line
from summitbook_service.cli.output import spoken
from summitbook_service.cli.replay.files import write
from summitbook_service.cli.replay.logs import asked

LIST = "BLESSED.md"
HEAD = """\
# Blessed

Recorded games of this folder that were written anew because the rules tell them otherwise now, and why.
`pytest --bless` adds to this list, and writes no file that is not in it.
"""
BLESSABLE = {"WRONG_DRAW", "WRONG_EVENT"}
"""Commands that lead to something else; all else is a fault of the file, or asks for what is not here."""


class CannotBless(Exception):
    """A file that is left as it is; the text says why."""


def bless(file: Path, lines: Sequence[bytes], report: Report, why: str) -> str:
    """Write the file anew and list it; a line that says so. Raises CannotBless, having written nothing."""
    if report.code not in BLESSABLE:
        raise CannotBless("only what its commands lead to can be written anew")
    log = read_log(lines)
    book = _told_again(log)
    entry = f"- `{file.name}`: {'; '.join(_changes(log, book))}"
    if lines[-1].startswith(b'{"seal"'):
        entry += "; without its seal, which only the server can make"
    _list(file.with_name(LIST), " ".join(why.split()), printable(entry))
    write(file, b"".join(_file(log, book)))
    return f"{file}: {why}, see {LIST}"


def _told_again(log: Log) -> Book:
    """The game of the same commands, every one of them; without one it would show something else."""
    asked = list(commands(log.records))
    try:
        book = retold(log, asked[1:])
    except Fault as fault:
        raise CannotBless(f"it cannot be told again: {fault}") from None
    if sum(1 for _ in commands(tuple(map(read, book.lines)))) < len(asked):
        raise CannotBless("told again by these rules, some of its commands are refused; record another game")
    return book


def _file(log: Log, book: Book) -> list[bytes]:
    """The records, and the reveal of a shared deal; a seal is only the server's to make."""
    lines = [*book.lines, reveal_line(log.reveal)] if log.reveal else book.lines
    return [line + b"\n" for line in lines]


def _changes(log: Log, book: Book) -> Iterator[str]:
    """The first record that is told otherwise, what it says, and how the game as a whole has changed."""
    records = [read(line) for line in book.lines]
    found = compare(log.records, records)
    behind = f" ({asked(found.b)})" if found.b else ""
    yield f"record {found.n}{behind} {', '.join(map(_field, found.differences)) or 'is one more or less'}"
    yield f"{len(log.records)} records before, {len(records)} now"


def _field(found: Difference) -> str:
    was, now = ("nothing" if each is UNSET else spoken(each) for each in (found.a, found.b))
    return f"`{found.path}` was {was}, is {now}"


def _list(path: Path, why: str, entry: str) -> None:
    """Add an entry under its reason."""
    text = path.read_text(encoding="utf-8") if path.exists() else HEAD
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    if headings[-1:] != [f"## {why}"]:
        text += f"\n## {why}\n\n"
    write(path, f"{text}{entry}\n".encode())
