"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

LOCAL = "127.0.0.1:50051"
SERVER_VARIABLE = "SUMMITBOOK_SERVER"
INT32 = 2**31 - 1
"""The wire has no larger numbers."""


def text(_: object, typed: object) -> None:
    """What is sent as text must be some, and text."""
    if isinstance(typed, str) and not (typed.strip() and _is_text(typed)):
        raise ValueError("must be text in UTF-8, and not empty")


def _is_text(typed: str) -> bool:
    """Bytes that are no UTF-8 reach a command as lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in typed)


Server = Annotated[
    str, Parameter(env_var=SERVER_VARIABLE, validator=text, help="Where the service is, host:port.")
]
GameName = Annotated[str, Parameter(validator=text, help="The game to play, as everest1924.")]
AsJson = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON, for machines.")
]
GameId = Annotated[str, Parameter(validator=text, help="The id of a game, as `summitbook games` lists it.")]
Edition = Annotated[
    str | None,
    Parameter(validator=text, help="The content to play on, by its name; left out, the one that ships."),
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
Out = Annotated[Path | None, Parameter(help="The file to write; left out, standard output.")]
