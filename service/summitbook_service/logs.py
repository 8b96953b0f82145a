"""
Log lines on standard error: JSON for machines, columns for people.

A line is made of fields that the code names; no player's text and no secret is among
them, and a traceback tells where, not with which values. Whatever a field holds, the line
stays one line, and logging raises nothing.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

import msgspec
import structlog
from structlog.typing import EventDict, Processor

from .settings import Settings

LONGEST_ID = 64
"""Of what a request calls an id no more is shown: it is anyone's text."""

call: ContextVar[tuple[str, int]] = ContextVar("call")
"""The RPC that this task answers, and the number of the call in this life of the service."""
request: ContextVar[object] = ContextVar("request")
"""The request that this task is about; its ids are read when there is a line to write, and not before."""
trace: ContextVar[str] = ContextVar("trace")
"""The id of the trace that the call is part of, where calls are traced."""

_UNSEEN = {
    code: f"\\u{code:04x}"
    for code in (*range(0x7F, 0xA0), 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
}
"""What JSON leaves as it is and a terminal does not: ends of lines, commands, turns of direction."""


def configure(settings: Settings) -> None:
    """Set logging up for the process; the last call wins."""
    lines: Processor = _as_json if settings.log_format == "json" else _Columns()
    structlog.configure(
        processors=[
            _about,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _where,
            _plain,
            lines,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(settings.log_level.upper())),
        logger_factory=lambda *_: _StandardError(),
        cache_logger_on_first_use=False,
    )


def adopt() -> None:
    """Have what libraries log, and warnings, told in lines like our own; once, for the whole process."""
    logging.captureWarnings(capture=True)
    logging.basicConfig(handlers=[_Adopting()], level=logging.WARNING, force=True)


class _Adopting(logging.Handler):
    """Tells a library's line under the library's name; of several lines the first, which holds no state."""

    def emit(self, record: logging.LogRecord) -> None:
        told = record.getMessage().partition("\n")[0]
        error = record.exc_info[1] if record.exc_info else None
        structlog.get_logger().log(record.levelno, told, library=record.name, exc_info=error)


class _StandardError:
    """Writes lines where anyone reads them; the service goes on where no one does any more."""

    def msg(self, line: str) -> None:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)  # noqa: T201 -- this is what print is for

    debug = info = warning = error = msg


def _about(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Say which call, game and command a line is about, where it does not say so itself."""
    if (now := call.get(None)) is not None:
        event.setdefault("rpc", now[0])
        event.setdefault("call", now[1])
    if traced := trace.get(None):
        event.setdefault("trace_id", traced)
    return {**ids(), **event}


def ids() -> dict[str, str]:
    """The game and the command that this task is about, as far as its request names them."""
    asked = request.get(None)
    found = {name: str(getattr(asked, name, "")) for name in ("game_id", "command_id")}
    return {name: text[:LONGEST_ID] for name, text in found.items() if text}


def _where(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Tell an exception by its type and where it came from, since its text may hold what is hidden."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        event["error"] = type(error).__name__
        event["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return event


def _plain(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Nothing but what JSON has; a value that has no JSON is told as Python shows it, and marked."""
    plain, odd = {}, []
    for key, value in event.items():
        try:
            plain[key] = msgspec.json.decode(msgspec.json.encode(value))
        except Exception:  # noqa: BLE001 -- a value may raise what it likes when it is looked at
            plain[key] = _shown(value)
            odd.append(key)
    return {**plain, "odd": odd} if odd else plain


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 -- as above
        return f"<{type(value).__name__}>"


def _as_json(_logger: Any, _method: str, event: Mapping[str, Any]) -> str:
    return msgspec.json.encode(event).decode().translate(_UNSEEN)


class _Columns(structlog.dev.ConsoleRenderer):
    """A line for people; what is not printable in a value is written as an escape."""

    def __init__(self) -> None:
        super().__init__(colors=sys.stderr.isatty(), repr_native_str=True)

    def __call__(self, logger: Any, method: str, event: EventDict) -> str:
        told = str(event["event"])
        event["event"] = told if told.isprintable() else repr(told)
        return super().__call__(logger, method, event)
