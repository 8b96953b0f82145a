"""Recorded games as logs, for the commands that work on them."""

from __future__ import annotations

from pathlib import Path

from summitbook_domain.record import Cause
from summitbook_domain.recorded import Log, read_log
from summitbook_domain.replay.report import Fault

from ..output import spoken
from ..problem import Problem
from .files import read


def log_of(file: Path) -> Log:
    """The log of a file whose chain holds; raises Problem."""
    try:
        return read_log(read(file))
    except Fault as fault:
        raise cannot(file, fault.code, fault.line, fault.reason) from None


def cannot(file: Path, code: str, line: int | None, why: str) -> Problem:
    """What stands in the way, and what tells more."""
    return Problem(code, f"{file}, line {line}: {why}. See: summitbook replay audit {file}")


def asked(cause: Cause) -> str:
    """A command in one line, as recorded."""
    who = cause.by if cause.seat is None else f"seat {cause.seat}"
    args = (f"{name}={spoken(value)}" for name, value in cause.args.items())
    return " ".join((f"{who}:", cause.command, *args))
