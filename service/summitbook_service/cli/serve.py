"""`summitbook serve`."""

from __future__ import annotations

from ..errors import CannotStart
from ..server import run
from ..settings import Settings
from .output import command
from .problem import Problem


def serve(settings: Settings | None = None) -> None:
    """Start the service and print how to play. Ctrl-C stops it; what was answered is kept."""
    chosen = settings or Settings()
    try:
        run(chosen, lambda port: print(_welcome(chosen, port), flush=True))
    except CannotStart as error:
        raise Problem(error.code, error.message) from None


def _welcome(settings: Settings, port: int) -> str:
    server = f"{settings.host}:{port}"
    elsewhere = "" if server == "127.0.0.1:50051" else f" --server {server}"
    lines = (
        f"Summitbook serves on {server}; its data is in {settings.data}. Ctrl-C stops it.",
        "",
        "In another terminal:",
        "",
        f"  {command('play everest1924')}{elsewhere}",
        f"  {command('bot everest1924 --games 100')}{elsewhere}",
        f"  {command('--help')}",
        "",
    )
    return "\n".join(lines)
