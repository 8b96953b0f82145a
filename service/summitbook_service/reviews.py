"""The review as the command line and ReviewReplay both give it: of a game that is over and holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from summitbook_advice.account import Account
from summitbook_advice.review import review
from summitbook_domain.recorded import Log, read_log
from summitbook_domain.replay import Lines, Report

from .verdicts import report_on


class FailsAudit(ValueError):
    """The game's log does not hold; the report says where and why."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"an audit finds {report.code} at line {report.line}: {report.reason}")
        self.report = report


class SeedHidden(ValueError):
    """Others still play the deal, so that nobody can tell yet whether the log holds."""

    code = "NO_SEED"


class Reviewed(NamedTuple):
    """A log, and the account of each of its seats."""

    log: Log
    accounts: tuple[Account, ...]


def review_of(lines: Lines, told: Callable[[int], object] = lambda _: None) -> Reviewed:
    """
    The review of a recorded game, which is audited first, since nothing else may be folded safely.

    `told` is called with the number of each record that has been reviewed. Raises FailsAudit,
    SeedHidden, NotOver or NoAdvice.
    """
    log = audited(lines)
    return Reviewed(log, review(log, told=told))


def audited(lines: Lines) -> Log:
    """The log of a recorded game that can be reviewed once it is over; raises FailsAudit or SeedHidden."""
    report = report_on(lines, level="rules")
    if report.code:
        raise FailsAudit(report)
    log = read_log(lines)
    if log.closed and report.level != "rules":
        raise SeedHidden(
            "its seed is not revealed, so that its moves cannot be checked; try again when it is"
        )
    return log
