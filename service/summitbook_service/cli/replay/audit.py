"""`summitbook replay audit`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from summitbook_client.messages import printable
from summitbook_client.terminal.counting import counted
from summitbook_client.terminal.page import console
from summitbook_domain.record import Head
from summitbook_domain.replay.report import Fault, Level

from ..options import REPEATED, AsJson
from ..output import command, note
from ..problem import FAULT, usage
from .files import STANDARD_INPUT, below
from .judge import Asked
from .many import audit_files, size_of
from .receipts import Receipts, read_receipts
from .report import Report
from .tally import Tally
from .telling import Machines, Many, One, Teller
from .verdict import name_of

KEY = re.compile("[0-9a-f]{64}")
HEAD = re.compile("(?:([1-9][0-9]{0,8}):)?([0-9a-f]{64})")
LONG = 2**20
"""Bytes of a file that takes a while to read to its end, so that what is found in it is told before."""
NAMED = 10
"""Games with receipts and without a file that are named; more are counted."""

Files = Annotated[
    Path,
    Parameter(
        allow_leading_hyphen=True, help="Recorded games; a folder for all in it, - for standard input."
    ),
]
HowDeep = Annotated[Level, Parameter(help="How deep to check.")]
Keys = Annotated[
    tuple[str, ...],
    REPEATED,
    Parameter(
        name="--key",
        help="A public key that you trust, 64 hex digits; may be repeated. A seal by any other is a fault.",
    ),
]
Heads = Annotated[
    tuple[str, ...],
    REPEATED,
    Parameter(
        name="--head",
        help="A receipt that the file must hold, N:HASH or HASH; may be repeated.",
    ),
]
ReceiptFiles = Annotated[
    tuple[Path, ...],
    REPEATED,
    Parameter(
        name="--receipts",
        help="Receipts that players kept, of any games, each for its own; may be repeated.",
    ),
]
Jobs = Annotated[
    int | None,
    Parameter(validator=Number(gte=1), help="Processes that audit side by side; left out, one a core."),
]
ReportFile = Annotated[
    Path | None, Parameter(name="--report", help="Write a page for referees too, as one HTML file.")
]


def audit(
    *files: Files,
    level: HowDeep = "rules",
    keys: Keys = (),
    heads: Heads = (),
    receipts: ReceiptFiles = (),
    jobs: Jobs = None,
    report: ReportFile = None,
    as_json: AsJson = False,
) -> int:
    """
    Check recorded games, each level needing the one before.

    chain: nothing was changed, lost or added. seal: the signature fits. dice: each roll is
    what the seed draws. rules: the commands, played again, lead to the recorded events.
    """
    _look(files)
    asked = Asked(
        level=level,
        keys=frozenset(map(trusted, keys)),
        heads=tuple(map(head_of, heads)),
        receipts=read_receipts(receipts) if receipts else None,
        evidence=report is not None,
    )
    whole = list(chain.from_iterable(map(below, files)))
    tally = _audit(whole, asked, jobs or cores(), report, as_json=as_json)
    if asked.receipts:
        _tell_unused(tally, asked.receipts)
    return 0 if tally.fine == tally.files else FAULT


def _audit(files: Sequence[Path], asked: Asked, jobs: int, page: Path | None, *, as_json: bool) -> Tally:
    """Every verdict told as it comes, and in the end counted and written down."""
    tally = Tally()
    bar = console(error=True)
    out = console()
    if out.is_terminal and bar.is_terminal:
        out = bar  # so that lines stand above the bar, and not across it
    teller: Teller = Machines() if as_json else One(out) if len(files) == 1 else Many(out)
    quiet = not bar.is_terminal or (as_json and out.is_terminal)
    written = Report(page, asked) if page else None
    with ExitStack() as opened:
        verdicts = opened.enter_context(closing(audit_files(files, jobs, asked, _tell_at_once)))
        progress = opened.enter_context(progress_bar(bar, quiet=quiet))
        for verdict in progress.track(verdicts, len(files), description="Auditing"):
            teller.take(verdict)
            tally.add(verdict)
            if written:
                written.take(verdict)
        if written:
            written.end(tally)
    teller.end(tally)
    return tally


def _tell_at_once(file: Path, fault: Fault) -> None:
    """In a long file, what is wrong, while the rest is read: a lower level may yet fail."""
    if size_of(file) > LONG:
        reason = f"{fault.code}: {printable(fault.reason)}"
        note(f"{name_of(file)}, line {fault.line}: {reason}; reading on, in case the chain breaks")


def progress_bar(bar: Console, *, quiet: bool) -> Progress:
    """A bar that leaves standard output alone, which may be a file or a pipe."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(
        *columns, console=bar, transient=True, disable=quiet, redirect_stdout=False, redirect_stderr=False
    )


def _tell_unused(tally: Tally, receipts: Receipts) -> None:
    """Receipts without a file are as telling as a file without receipts."""
    tell_unused("game", tally.unused(receipts))
    if receipts.tournaments:
        of = counted(len(receipts.tournaments), "tournament")
        note(
            f"Receipts of {of} are held against a dossier: {command('tournament audit FILE --receipts FILE')}"
        )


def tell_unused(of: str, unused: Sequence[str]) -> None:
    """Name the games, or tournaments, of which there are receipts and no file."""
    if unused:
        more = f" and {len(unused) - NAMED} more" if len(unused) > NAMED else ""
        note(f"Receipts without a file, of {counted(len(unused), of)}: {', '.join(unused[:NAMED])}{more}")


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _look(files: Sequence[Path]) -> None:
    if not files:
        raise usage("name a file: summitbook replay audit game.replay.jsonl")
    if wrong := next((file for file in files if str(file)[0] == "-" and file != STANDARD_INPUT), None):
        needless = "; an audit needs no service" if str(wrong) == "--server" else ""
        raise usage(f"there is no option {wrong}{needless}; a file of that name is ./{wrong}")


def trusted(text: str) -> str:
    """A public key that somebody named; raises Problem."""
    if not KEY.fullmatch(text):
        raise usage("--key takes a public key of 64 lower-case hex digits")
    return text


def head_of(text: str) -> Head:
    """A receipt that somebody typed; raises Problem."""
    found = HEAD.fullmatch(text)
    if not found:
        raise usage(
            "--head takes N:HASH or HASH, where N counts from 1 and HASH has 64 lower-case hex digits"
        )
    return Head(int(found[1] or 0), found[2])
