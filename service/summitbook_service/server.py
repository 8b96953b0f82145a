"""The one place where the parts meet, and where the service starts and stops."""

from __future__ import annotations

from collections.abc import Callable

from .settings import Settings


def run(settings: Settings, ready: Callable[[int], None]) -> None:
    """
    Serve until SIGINT or SIGTERM, then stop within the grace; a second signal ends at once.

    `ready` is called once with the port as soon as calls are answered. Raises
    `errors.CannotStart`, whose `code` says why: PORT_IN_USE, DATA_UNWRITABLE, DATA_LOCKED, BAD_KEY.
    """
    raise NotImplementedError
