"""`summitbook serve`."""

from __future__ import annotations

from ..address import address_of
from ..errors import CannotStart
from ..server import Serving, run
from ..settings import Settings
from .options import Server
from .output import command
from .problem import FAULT, WRONG_USAGE, Problem


def serve(settings: Settings | None = None) -> None:
    """Start the service and print how to play. Ctrl-C stops it; what was answered is kept."""
    chosen = settings or Settings()
    try:
        run(chosen, lambda service: print(_welcome(chosen, service), flush=True))
    except CannotStart as error:
        status = WRONG_USAGE if error.code == "BAD_SETTING" else FAULT
        raise Problem(error.code, error.message, status=status) from None


def _welcome(settings: Settings, service: Serving) -> str:
    server = address_of(settings.host, service.port)
    there = Server(server=server, tls=settings.tls_cert is not None)
    lines = (
        f"Summitbook serves on {server}; its data is in {settings.data}. Ctrl-C stops it.",
        "",
        *_page(settings, service),
        f"By gRPC:      {server}",
        "",
        "In another terminal:",
        "",
        f"  {command('play everest1924', there)}",
        f"  {command('bot everest1924 --games 100', there)}",
        f"  {command('--help')}",
        "",
        "Exported games are sealed. Whoever checks them can name this service's key:",
        "",
        f"  --key {service.parts.keys.public_keys[0].hex()}",
        "",
    )
    return "\n".join(lines)


def _page(settings: Settings, service: Serving) -> tuple[str, ...]:
    """Where a browser finds the page, if it is served."""
    if service.web_port is None:
        return ()
    scheme = "https" if settings.tls_cert else "http"
    return (f"In a browser: {scheme}://{address_of(settings.web_host, service.web_port)}",)
