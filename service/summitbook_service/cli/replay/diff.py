"""`summitbook replay diff`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from msgspec import UNSET
from rich.console import Console
from rich.table import Table
from rich.text import Text

from summitbook_client.messages import printable
from summitbook_client.terminal.page import console
from summitbook_domain import canonical, record
from summitbook_domain.record import Record
from summitbook_domain.recorded import Comparison, Difference, compare
from summitbook_domain.replay.tail import is_tail

from ..options import AsJson
from ..output import emit, spoken
from ..problem import Problem
from .files import read
from .logs import asked

ALIKE, DIFFERENT, TROUBLE = 0, 1, 2
"""Exit statuses, those of `diff`."""

Recorded = Annotated[Path, Parameter(help="A recorded game.")]

WHY = {
    "game": "They were made as other games.",
    "command": "Another command was given.",
    "draw": "The same draw of the same seed, deal and salts shows something else: one file was changed.",
    "events": "The same command led to something else: by other rules, or one file was changed.",
}


def diff(a: Recorded, b: Recorded, /, *, as_json: AsJson = False) -> int:
    """
    Tell where two recorded games part, and why.

    Ends with 0 where they are the same game, though told at other times by others, with 1 where they
    differ, with 2 where a file cannot be read.
    """
    try:
        first, second = read(a), read(b)
        found = compare(_log(a, first), _log(b, second))
    except Problem as problem:
        problem.status = TROUBLE
        raise
    if as_json:
        emit({"files": [str(a), str(b)], "identical": first == second, **_plain(found)})
    else:
        _show(console(), found, identical=first == second)
    return ALIKE if found.verdict == "same" else DIFFERENT


def _log(file: Path, lines: Sequence[bytes]) -> list[Record]:
    """The records of a file, linked or not: a changed file may be compared with the one it was made from."""
    found = []
    for number, raw in enumerate(lines, 1):
        try:
            value = canonical.decode(raw.removesuffix(b"\n"))
            if not is_tail(value):
                found.append(record.shaped(value, Record))
        except (canonical.BadFormat, canonical.NotCanonical) as error:
            code = "BAD_FORMAT" if isinstance(error, canonical.BadFormat) else "NOT_CANONICAL"
            raise Problem(code, f"{file}, line {number}: {error}") from None
    if not found:
        raise Problem("TRUNCATED", f"{file} holds no record")
    return found


def _plain(found: Comparison) -> dict[str, Any]:
    """All of it for machines; a value that a log does not have is left out."""
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


def _show(out: Console, found: Comparison, *, identical: bool) -> None:
    for line in _told(found, identical=identical):
        out.print(Text(printable(line)))
    for name, cause in (("A", found.a), ("B", found.b)):
        if cause:
            out.print(Text(f"  {name}  {printable(asked(cause))}"))
    if shown := _shown(found):
        out.print(_table(shown))


def _told(found: Comparison, *, identical: bool) -> Iterator[str]:
    if identical:
        yield "The files are the same, byte for byte."
    elif found.verdict == "same" and found.apart:
        yield f"The same game. What differs tells nothing of it: {', '.join(found.apart)}."
    elif found.verdict == "same":
        yield "The same game. Only what stands behind the last record differs."
    elif found.verdict == "beginning":
        shorter, longer = ("B", "A") if found.a else ("A", "B")
        yield f"{shorter} is a beginning of {longer}, which goes on with record {found.n}:"
    else:
        yield f"They part at record {found.n}. {WHY[found.why or 'events']}"
        if found.draw:
            yield f"  draw  {found.draw}"


def _shown(found: Comparison) -> list[Difference]:
    """The differences that say more than the two commands do: what other commands led to does not."""
    if found.why != "command":
        return list(found.differences)
    own = [each for each in found.differences if each.path.startswith("cause.")]
    return [] if any(each.path == "cause.command" for each in own) else own


def _table(shown: Sequence[Difference]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for title in ("", "A", "B"):
        table.add_column(title, overflow="fold")
    for each in shown:
        table.add_row(printable(each.path), _value(each.a, "red"), _value(each.b, "green"))
    return table


def _value(value: Any, style: str) -> Text:
    return Text("not there", "dim") if value is UNSET else Text(printable(spoken(value)), style)
