"""
What every request for the page or from it passes: docs/doors.md, "The page".

A page of somebody else's may make a browser on this computer send us something. It is told apart by
its Origin, which is not our Host; and where it has its own name lead here (DNS rebinding), by the Host,
which is no name of this computer's. No answer lets another origin read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from .answer import App, Receive, Scope, Send, answer, header

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may do: nothing from elsewhere, nothing written into it, nothing around it."""
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
NO_STORE = (b"cache-control", b"no-store")


class Wrong(NamedTuple):
    """Why a request goes no further."""

    status: int
    told: str


class Front:
    """Looks at each request, then has the call or the page answer it."""

    def __init__(self, calls: Mapping[str, App], page: App, *, own_names: bool) -> None:
        """With `own_names` only requests for this computer's own names are answered."""
        self._calls = calls
        self._page = page
        self._own_names = own_names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        call = self._calls.get(scope["path"])
        guarded = _guarding(send, () if call is None else (NO_STORE,))
        if wrong := self._wrong(scope):
            await answer(guarded, wrong.status, wrong.told)
        else:
            await (call or self._page)(scope, receive, guarded)

    def _wrong(self, scope: Scope) -> Wrong | None:
        if not all(value.isascii() for _, value in scope["headers"]):
            return Wrong(400, "Headers are written in ASCII.")
        host, origin = header(scope, b"host").lower(), header(scope, b"origin").lower()
        if self._own_names and not is_own(host.decode()):
            return Wrong(421, "This is served to its own computer only: ask for localhost or 127.0.0.1.")
        if origin and origin.partition(b"://")[2] != host:
            return Wrong(403, "A page of another origin may not ask here.")
        if header(scope, b"content-type").startswith(b"application/grpc"):
            return Wrong(415, "This port speaks Connect; gRPC has a port of its own.")
        return None


def is_own(host: str) -> bool:
    """Whether a Host is localhost or a number: no name that somebody else could have lead here."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or bool(ip_address(name))
    except ValueError:
        return False


def _guarding(send: Send, more: tuple[tuple[bytes, bytes], ...]) -> Send:
    """Sends each answer with the headers that hold for all."""

    async def guarded(message: Scope) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *HEADERS, *more]}
        await send(message)

    return guarded
