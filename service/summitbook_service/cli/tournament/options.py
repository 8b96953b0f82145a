"""Options that several commands of tournaments have."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from ..options import INT32, text

TournamentId = Annotated[
    str,
    Parameter(
        validator=text,
        help="The id of a tournament, as `summitbook tournament show` lists it, or its first 8 characters.",
    ),
]
Number32 = Number(gte=0, lte=INT32)
ContestantNumber = Annotated[
    int | None,
    Parameter(
        name="--contestant", validator=Number32, help="A contestant, by its number in `tournament show`."
    ),
]
