"""
Log lines on standard error: JSON for machines, columns for people.

A line is made of fields that the code names; no player's text and no secret is among
them, and a traceback tells where, not with which values.
"""

from __future__ import annotations

import logging
import sys
import traceback
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from structlog.typing import EventDict, Processor

from .settings import Settings


def configure(settings: Settings) -> None:
    """Set logging up for the process; the last call wins."""
    columns = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), repr_native_str=True)
    lines: Processor = _as_json if settings.log_format == "json" else columns
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _where,
            lines,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(settings.log_level.upper())),
        logger_factory=lambda *_: _StandardError(),
        cache_logger_on_first_use=False,
    )


class _StandardError:
    """Writes lines where anyone reads them; the service goes on where no one does any more."""

    def msg(self, line: str) -> None:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)  # noqa: T201 -- this is what print is for

    debug = info = warning = error = msg


def _as_json(_logger: Any, _method: str, event: EventDict) -> str:
    """One object; what has no JSON is told as Python shows it."""
    try:
        return msgspec.json.encode(event, enc_hook=repr).decode()
    except (TypeError, ValueError):
        return msgspec.json.encode({key: repr(value) for key, value in event.items()}).decode()


def _where(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Tell an exception by its type and where it came from, since its text may hold what is hidden."""
    error = event.pop("exc_info", None)
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        event["error"] = type(error).__name__
        event["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return event
