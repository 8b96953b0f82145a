"""`summitbook replay scrub`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from summitbook_client.terminal.counting import counted
from summitbook_domain.recorded import NotClosed
from summitbook_domain.recorded import scrub as scrubbed

from ..options import Out
from ..output import command, note
from ..problem import Problem
from .files import write
from .logs import log_of

Recorded = Annotated[Path, Parameter(help="A recorded game.")]


def scrub(file: Recorded, /, *, out: Out = None) -> None:
    """Write a recorded game without names, callers, command ids and times; it still audits at level rules."""
    log = log_of(file)
    try:
        lines = scrubbed(log)
    except NotClosed:
        why = "this game still goes on, and only its seal could tell that the file is whole"
        raise Problem("NOT_CLOSED", f"{file}: {why}; export it again when it is over") from None
    write(out, b"".join(line + b"\n" for line in lines))
    salts = sum(bool(record.data.get("salt")) for record in log.records if record.type == "SeatTaken")
    kept = counted(salts, "salt") if salts else "no salt"
    note(f"The deal ({log.created.deal}) and {kept} stay, since the dice hang on them: see docs/replays.md.")
    if out:
        note(
            f"{out}: {counted(len(lines), 'line')}, unsealed. Check it with: {command(f'replay audit {out}')}"
        )
