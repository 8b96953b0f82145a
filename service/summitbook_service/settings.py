"""
Every setting of the service in one frozen object.

Each is a flag of `summitbook serve` and an environment variable: `port` is `--port` and
`SUMMITBOOK_PORT`. The command line reads both (cyclopts); tests make the object themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

Count = Annotated[int, Parameter(validator=Number(gte=1))]
Seconds = Annotated[float, Parameter(validator=Number(gt=0))]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Settings:
    """Where the service listens, where it keeps things, and how much it takes on."""

    host: str = "127.0.0.1"
    """The address to listen on; plain text is for loopback."""

    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 50051
    """The port to listen on; 0 takes a free one."""

    data: Path = Path("data")
    """The folder for the store, the keys and the operator's token; made where it is missing."""

    content: Path | None = None
    """A folder of content files, `*.toml`: editions beside those that ship. See docs/content.md."""

    log_format: Literal["console", "json"] = "console"
    """How log lines look on standard error."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least of what is logged; `debug` has a line for each call."""

    cached_games: Count = 10_000
    """How many games are kept in memory; others are read again when they are needed."""

    open_games: Count = 100_000
    """How many games may be open or in play at once."""

    queued_commands: Count = 4_096
    """How many commands may wait to be written."""

    subscribers: Count = 10_000
    """How many subscriptions may be open at once."""

    message_bytes: Count = 65_536
    """The longest request, in bytes."""

    audit_bytes: Count = 16_777_216
    """The longest file that is audited, in bytes; some 30,000 records."""

    audits: Count = 4
    """How many files may be audited at once."""

    token_hours: Seconds = 168.0
    """How long the token of a seat or a host is good for."""

    linger: Annotated[float, Parameter(validator=Number(gte=0))] = 0.02
    """How long a commit may wait at most, in seconds, for other commands that are on their way."""

    heartbeat: Seconds = 15.0
    """How often a subscription to a quiet game shows that it lives, in seconds."""

    grace: Annotated[float, Parameter(validator=Number(gte=0))] = 5.0
    """How long calls may take to end when the service stops, in seconds."""
