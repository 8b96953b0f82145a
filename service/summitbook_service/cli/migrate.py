"""`summitbook migrate`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..errors import CannotStart
from ..store.migrations import migrate as bring_up
from .options import text
from .problem import FAULT, Problem


def migrate(
    *, store: Annotated[str, Parameter(validator=text, help="The database, postgresql://user@host/name.")]
) -> None:
    """Bring a database up to this release."""
    try:
        before, after = bring_up(store)
    except CannotStart as error:
        raise Problem(error.code, error.message, status=FAULT) from None
    if before == after:
        print(f"The database is up to date (step {after}); nothing was changed.")
    else:
        print(f"The database went from step {before} to step {after}; nodes of this release can start.")
