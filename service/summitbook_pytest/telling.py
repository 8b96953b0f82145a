"""What is wrong with a recorded game, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from summitbook_client.messages import printable
from summitbook_domain.record import Cause
from summitbook_domain.recorded import differences
from summitbook_domain.replay import Report
from summitbook_service.cli.output import spoken
from summitbook_service.cli.replay.logs import asked

MOST_DIFFERENCES = 6
NO_SEED = (
    "the file shows no seed, so nothing in it can be carried out again; export the game once it is closed"
)


class _Caused(msgspec.Struct):
    cause: Cause


_read = msgspec.json.Decoder(_Caused).decode


def told(file: str, report: Report, lines: Sequence[bytes]) -> str:
    """Where and what, the command behind it, what the rules expect there, and what was found in the file."""
    if not report.code:
        return printable(f"{file}: {NO_SEED}")
    parts = [f"record {report.line}: {report.code}: {report.reason}", f"  file      {file}"]
    parts += [f"  {name:<9} {text}" for name, text in _facts(report, lines)]
    return "\n".join(printable(part) for part in parts)


def _facts(report: Report, lines: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    if behind := _command(lines[: report.line or 0]):
        yield "command", f"{asked(behind[1])}  (record {behind[0]})"
    found = list(differences(report.expected, report.found))
    if (
        isinstance(report.expected, dict)
        and isinstance(report.found, dict)
        and len(found) <= MOST_DIFFERENCES
    ):
        yield "expected", _fields((each.path, each.a) for each in found)
        yield "found", _fields((each.path, each.b) for each in found)
    elif report.expected is not None or report.found is not None:
        yield "expected", "nothing" if report.expected is None else spoken(report.expected)
        yield "found", "nothing" if report.found is None else spoken(report.found)


def _fields(values: Iterator[tuple[str, Any]]) -> str:
    return ", ".join(
        f"{path} {'is not there' if value is UNSET else spoken(value)}" for path, value in values
    )


def _command(lines: Sequence[bytes]) -> tuple[int, Cause] | None:
    """The last command up to a line, and its line; what cannot be read tells of none."""
    for number in range(len(lines), 0, -1):
        try:
            return number, _read(lines[number - 1]).cause
        except (ValueError, RecursionError):
            continue
    return None
