"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

LOCAL = "127.0.0.1:50051"

Server = Annotated[str, Parameter(env_var="SUMMITBOOK_SERVER", help="Where the service is, host:port.")]
AsJson = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON, for machines.")
]
GameId = Annotated[str, Parameter(help="The id of a game, as `summitbook games` lists it.")]
Edition = Annotated[
    str | None, Parameter(help="The content to play on, by its name; left out, the one that ships.")
]
Out = Annotated[Path | None, Parameter(help="The file to write; left out, standard output.")]
