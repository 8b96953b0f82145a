"""`summitbook replay minimise`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import Progress
from rich.text import Text

from summitbook_client.messages import printable
from summitbook_client.terminal.counting import counted
from summitbook_client.terminal.page import console
from summitbook_domain.recorded import NoSuchFault, Shortest
from summitbook_domain.recorded import minimise as minimised
from summitbook_domain.replay.report import Fault as Broken

from ...keys import verify
from ..output import command, note
from ..problem import Problem
from .files import read, write
from .logs import asked, cannot

Recorded = Annotated[Path, Parameter(help="A recorded game that an audit finds a fault in.")]
Fault = Annotated[str | None, Parameter(help="The code of the fault; left out, whichever the audit finds.")]
Out = Annotated[Path | None, Parameter(help="The file to write the short game to.")]


def minimise(file: Recorded, /, *, fault: Fault = None, out: Out = None) -> None:
    """Find the shortest list of commands that still shows a fault."""
    lines = read(file)
    try:
        found = _watched(lines, fault)
    except NoSuchFault as error:
        raise Problem(error.code, f"{file}: {error.message}") from None
    except Broken as broken:
        raise cannot(
            file, broken.code, broken.line, f"the game cannot be told again: {broken.reason}"
        ) from None
    _show(found)
    if out:
        write(out, b"".join(line + b"\n" for line in found.lines))
        note(f"{out}: {counted(len(found.lines), 'line')}. Look at it with: {command(f'replay audit {out}')}")


def _watched(lines: list[bytes], fault: str | None) -> Shortest:
    out = console(error=True)
    with Progress(console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("Shortening", total=None)
        return minimised(
            lines,
            verify=verify,
            fault=fault,
            left=lambda n: bar.update(task, description=f"Shortening, {counted(n, 'command')} left"),
        )


def _show(found: Shortest) -> None:
    out, report = console(), found.report
    commands = f"{len(found.commands)} of {counted(found.before, 'command')}"
    head = f"{report.code} at line {report.line}, by {commands}:"
    out.print(Text(head, "bold"))
    for number, cause in enumerate(found.commands, 1):
        out.print(Text(f"{number:>4}  {printable(asked(cause))}"))
    out.print(Text(f"{printable(report.reason)}"))
