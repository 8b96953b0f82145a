"""Options that several commands have."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

ADDRESS = "127.0.0.1:50051"
INT32 = 2**31 - 1
"""The wire has no larger numbers."""
FLAG = Parameter(negative="", show_default=False)
"""What is said or left out, and has no opposite."""
REPEATED = Parameter(negative="", show_default=False, consume_multiple=False)
"""What may be said several times, each time with one value."""


def text(_: object, typed: object) -> None:
    """What is sent as text must be some, and text."""
    if isinstance(typed, str) and not (typed.strip() and _is_text(typed)):
        raise ValueError("must be text in UTF-8, and not empty")


def _is_text(typed: str) -> bool:
    """Bytes that are no UTF-8 reach a command as lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in typed)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Server:
    """Where the service is, and how to speak to it."""

    server: Annotated[
        str, Parameter(env_var="SUMMITBOOK_SERVER", validator=text, help="Where the service is, host:port.")
    ] = ADDRESS
    tls: Annotated[
        bool,
        FLAG,
        Parameter(
            env_var="SUMMITBOOK_TLS", help="Speak TLS, and trust the authorities that everyone trusts."
        ),
    ] = False
    tls_ca: Annotated[
        Path | None,
        Parameter(env_var="SUMMITBOOK_TLS_CA", help="Speak TLS, and trust these authorities (PEM)."),
    ] = None
    tls_cert: Annotated[
        Path | None,
        Parameter(env_var="SUMMITBOOK_TLS_CERT", help="Speak TLS with this certificate of one's own (PEM)."),
    ] = None
    tls_key: Annotated[
        Path | None, Parameter(env_var="SUMMITBOOK_TLS_KEY", help="The key of one's own certificate.")
    ] = None

    def __str__(self) -> str:
        return self.server

    @property
    def secured(self) -> bool:
        """Whether TLS is spoken."""
        return self.tls or any((self.tls_ca, self.tls_cert, self.tls_key))

    def words(self, known: Mapping[str, str]) -> str:
        """The options that lead there, but for those that are `known` by their variables."""
        usual = {"SUMMITBOOK_SERVER": ADDRESS, **known}
        texts = {name: str(getattr(self, name) or "") for name in ("server", "tls_ca", "tls_cert", "tls_key")}
        new = [
            name
            for name, typed in texts.items()
            if typed not in {"", usual.get(f"SUMMITBOOK_{name.upper()}")}
        ]
        flags = [f"--{name.replace('_', '-')} {shlex.quote(texts[name])}" for name in new]
        return " ".join((*flags, *(["--tls"] if self.tls and "SUMMITBOOK_TLS" not in known else ())))


LOCAL = Server()
GameName = Annotated[str, Parameter(validator=text, help="The game to play, as everest1924.")]
AsJson = Annotated[bool, FLAG, Parameter(name="--json", help="Print JSON, for machines.")]
GameId = Annotated[
    str,
    Parameter(
        validator=text, help="The id of a game, as `summitbook games` lists it, or its first 8 characters."
    ),
]
Edition = Annotated[
    str | None,
    Parameter(validator=text, help="The content to play on, by its name; left out, the one that ships."),
]
Chosen = Annotated[
    tuple[str, ...],
    REPEATED,
    Parameter(
        name="--option",
        validator=text,
        help="An option of the game, as name=value; may be repeated. `summitbook info` lists them.",
    ),
]
Data = Annotated[Path, Parameter(env_var="SUMMITBOOK_DATA", help="The data folder of the service.")]
Store = Annotated[
    str | None,
    Parameter(
        env_var="SUMMITBOOK_STORE",
        validator=text,
        help="The database, postgresql://user@host/name, in place of the store in the data folder.",
    ),
]
KeyFolder = Annotated[
    Path | None,
    Parameter(
        name="--keys",
        env_var="SUMMITBOOK_KEYS",
        help="The folder of the keys; left out, `keys` in the data folder.",
    ),
]
DATA = Path("data")
KeptReceipts = Annotated[
    Path | None,
    Parameter(
        name="--receipts",
        help="A file to add the receipt of each answer to, for an audit with --receipts.",
    ),
]
Out = Annotated[Path | None, Parameter(help="The file to write; left out, standard output.")]
