"""
Every setting of the service in one frozen object.

Each is a flag of `summitbook serve` and an environment variable: `port` is `--port` and
`SUMMITBOOK_PORT`. The command line reads both (cyclopts); tests make the object themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args, get_type_hints

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook_domain.tournament.commands import MOST_CONTESTANTS

from .errors import CannotStart

INT32 = 2**31 - 1
"""The wire has no larger numbers, and GetServerInfo tells most of these."""
LARGEST_MESSAGE = 4 * 1024 * 1024
"""Beyond so many bytes gRPC cuts a request off, which leaves no room for a reason."""


class _Within(Number):
    """Bounds of a number, which a word in its place passes over."""

    def __call__(self, type_: Any, value: Any) -> None:
        if not isinstance(value, str):
            super().__call__(type_, value)


def _within(least: float, most: float) -> Parameter:
    return Parameter(validator=_Within(gte=least, lte=most))


Count = Annotated[int, _within(1, INT32)]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Settings:
    """Where the service listens, where it keeps things, and how much it takes on."""

    host: str = "127.0.0.1"
    """The address to listen on; one that others reach takes a certificate, or `plain_text`."""

    port: Annotated[int, _within(0, 65_535)] = 50051
    """The port to listen on; 0 takes a free one."""

    web_host: str = "127.0.0.1"
    """The address for the page and its calls; one that others reach takes a certificate, or `plain_text`."""

    web_port: Annotated[int | Literal["off"], _within(0, 65_535)] = 8080
    """The port of the page, over HTTP; 0 takes a free one, `off` serves none."""

    plain_text: bool = False
    """Serve others than this computer without encryption, as behind a proxy that encrypts."""

    tls_cert: Path | None = None
    """The certificate to serve with, in PEM, with those that vouch for it; then calls are encrypted."""

    tls_key: Path | None = None
    """The key of the certificate, in PEM without a password."""

    tls_client_ca: Path | None = None
    """The authorities, in PEM, that vouch for the certificates which clients then have to have."""

    data: Path = Path("data")
    """The folder for the store, the keys and the operator's token; made where it is missing."""

    store: str | None = field(default=None, repr=False)
    """The PostgreSQL database for the games, postgresql://user@host/name; left out, a file in `data`."""

    slow_disk: bool = False
    """Write to the file in a thread, so that a disk which takes long for a commit holds up nobody else."""

    keys: Path | None = None
    """The folder of the keys, which nodes share; left out, `keys` in the data folder. See docs/doors.md."""

    content: Path | None = None
    """A folder of content files, `*.toml`: editions beside those that ship. See docs/content.md."""

    log_format: Literal["console", "json"] = "console"
    """How log lines look on standard error."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The least of what is logged; `debug` has a line for each call."""

    metrics_port: Annotated[int | None, _within(0, 65_535)] = None
    """The port on which Prometheus finds the metrics; 0 takes a free one, left out there are none."""

    metrics_host: str = "127.0.0.1"
    """The address for the metrics: whoever reaches it can read them, so name a private one."""

    traces: bool = False
    """Whether calls are traced by OpenTelemetry, to where its OTEL_ variables say. See docs/operations.md."""

    cached_games: Count = 2_000
    """How many games are kept in memory; others are read again when they are needed."""

    open_games: Count = 100_000
    """How many games may be open or in play at once."""

    bot_games: Count = 1_000
    """How many games with bots that the service plays may be open or in play at once."""

    bot_pace: Annotated[float, _within(0, 60)] = 0.4
    """How long a bot of the service takes over a command, in seconds, so that people can follow."""

    queued_commands: Count = 4_096
    """How many commands may wait to be written."""

    subscribers: Count = 10_000
    """How many subscriptions and other streams may be open at once."""

    caller_games: Count = 50_000
    """How many games one caller may have made that are not closed."""

    caller_subscribers: Count = 5_000
    """How many subscriptions and other streams one caller may have open at once."""

    calls_a_second: Count = 5_000
    """How many calls a second one caller may make, and twice as many at once after a rest."""

    seats: Count = 64
    """How many seats a game may have, if its content allows as many."""

    records: Annotated[int, _within(10, INT32)] = 50_000
    """How many records a game may have before nothing is taken any more but what ends it."""

    message_bytes: Annotated[int, _within(1_000, LARGEST_MESSAGE)] = 65_536
    """The longest request, in bytes."""

    open_tournaments: Count = 1_000
    """How many tournaments may be announced or under way at once."""

    caller_tournaments: Count = 500
    """How many tournaments one address may have announced that are not closed."""

    contestants: Annotated[int, _within(2, MOST_CONTESTANTS)] = 1_000
    """How many contestants may be in a tournament at once."""

    caller_contestants: Count = 500
    """How many contestants of a tournament one address may have entered."""

    matches: Count = 10_000
    """How many matches a ladder may have."""

    decisions: Count = 1_000
    """How many decisions a tournament may have before only what ends it is decided any more."""

    audit_bytes: Count = 33_554_432
    """The longest file that is audited, in bytes; as long as a game of 50,000 records."""

    audits: Count = 2
    """How many files may be audited at once, and games reviewed."""

    hints: Count = 64
    """How many hints may be worked out at once; of one address half as many, of one caller two."""

    idle_days: Annotated[float, _within(0, 36_500)] = 30.0
    """After how many days without a record a game or tournament that is not closed expires; 0 for never."""

    token_hours: Annotated[float, _within(0.01, 87_600)] = 168.0
    """How long a token is good for."""

    linger: Annotated[float, _within(0, 1)] = 0.02
    """How long a command may wait at most, in seconds, for others that are on their way."""

    heartbeat: Annotated[float, _within(0.01, 3_600)] = 15.0
    """How often a subscription to a quiet game shows that it lives, in seconds."""

    grace: Annotated[float, _within(0.1, 3_600)] = 5.0
    """How long calls may take to end when the service stops, in seconds."""

    @property
    def key_folder(self) -> Path:
        """Where the keys are."""
        return self.keys or self.data / "keys"

    def check(self) -> None:
        """Raise CannotStart with BAD_SETTING where one is out of bounds; the command line says so before."""
        for name, hint in get_type_hints(type(self), include_extras=True).items():
            for validate in _validators(hint):
                _check(name, getattr(self, name), validate)
        if self.store is not None and not self.store.startswith(("postgresql://", "postgres://")):
            raise CannotStart(
                "BAD_SETTING", "store is no URL of a database; write postgresql://user@host/name"
            )


def _validators(hint: object) -> list[Number]:
    bounds = [each for each in get_args(hint)[1:] if isinstance(each, Parameter)]
    return [validate for each in bounds for validate in cast("tuple[Number, ...]", each.validator)]


def _check(name: str, value: object, validate: Number) -> None:
    try:
        validate(type(value), value)
    except ValueError as error:
        raise CannotStart("BAD_SETTING", f"{name} is {value}: {error}") from None
