"""`summitbook replay review`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from summitbook_advice.account import Account
from summitbook_advice.review import NotOver
from summitbook_advice.values import NoAdvice
from summitbook_client.terminal.page import console

from ....reviews import FailsAudit, Reviewed, SeedHidden, review_of
from ...options import AsJson
from ...output import emit
from ...problem import Problem, usage
from ..audit import progress_bar
from ..files import check_writable, opened, write
from ..logs import cannot
from .page import page
from .telling import object_of, show

Recorded = Annotated[Path, Parameter(help="A recorded game that is over.")]
OneSeat = Annotated[int | None, Parameter(help="Only this seat's moves, from 0; left out, everybody's.")]
ReportFile = Annotated[
    Path | None, Parameter(name="--report", help="Write a page with plots too, as one HTML file.")
]


def review(
    file: Recorded, /, *, seat: OneSeat = None, report: ReportFile = None, as_json: AsJson = False
) -> None:
    """Tell of each move what was chosen, what was best and what it cost, and how much was luck."""
    if report:
        check_writable(report)
    log, everybody = _reviewed(file, quiet=as_json)
    accounts = _of_seat(everybody, seat)
    if report:
        write(report, page(log, accounts).encode("utf-8", "replace"))
    if as_json:
        emit(object_of(file, log, accounts))
    else:
        show(console(), accounts)


def _reviewed(file: Path, *, quiet: bool) -> Reviewed:
    bar = console(error=True)
    with (
        opened(file) as recorded,
        progress_bar(bar, quiet=quiet or not bar.is_terminal) as progress,
    ):
        task = progress.add_task("Reviewing", total=sum(1 for _ in recorded))
        try:
            return review_of(recorded, lambda n: progress.update(task, completed=n))
        except FailsAudit as error:
            raise cannot(file, str(error.report.code), error.report.line, error.report.reason) from None
        except (NotOver, SeedHidden, NoAdvice) as error:
            raise Problem(error.code, f"{file}: {error}") from None


def _of_seat(accounts: Sequence[Account], seat: int | None) -> Sequence[Account]:
    if seat is None:
        return accounts
    found = [each for each in accounts if each.seat == seat]
    if not found:
        held = ", ".join(str(each.seat) for each in accounts) or "none"
        raise usage(f"nobody held seat {seat} in this game; seats that were held: {held}")
    return found
