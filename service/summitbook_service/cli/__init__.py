"""The `summitbook` command: the outermost shell, which may import all the rest and does so late."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .problem import INTERRUPTED

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with these arguments, or those of the process, and exit."""
    try:
        from .running import run  # noqa: PLC0415 - Ctrl-C while importing is no traceback

        status = run(arguments)
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)
