"""Where the service listens, and why it cannot."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address

import grpc

from .errors import CannotStart


def listen(server: grpc.aio.Server, host: str, port: int, secured: grpc.ServerCredentials | None) -> int:
    """Listen, in plain text or secured, and answer at which port; raises CannotStart."""
    try:
        if secured:
            return server.add_secure_port(address_of(host, port), secured)
        return server.add_insecure_port(address_of(host, port))
    except RuntimeError:
        raise _why_not(host, port) from None


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches the address, or it is none."""
    try:
        found = {place[0] for *_, place in socket.getaddrinfo(host, None)}
    except (OSError, UnicodeError):
        return True
    return all(ip_address(str(each).partition("%")[0]).is_loopback for each in found)


def address_of(host: str, port: int) -> str:
    """Host and port in one; an address of IPv6 needs brackets, to tell its colons from the port's."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _why_not(host: str, port: int) -> CannotStart:
    """Find out what the library does not tell, by asking the system for the same address."""
    address, why = address_of(host, port), "there is no such host"
    try:
        for family, kind, *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind) as probe:
                probe.bind(place)
    except UnicodeError:
        return bad(address, why, "--host")
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return bad(address, error.strerror or why, "--host")
    return taken(address, "--port")


def cannot_listen(host: str, port: int, error: OSError | UnicodeError, flags: str) -> CannotStart:
    """What to raise where the system has said why nobody can listen; the flags begin with `flags`."""
    where = address_of(host, port)
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return taken(where, f"{flags}-port")
    why = (error.strerror if isinstance(error, OSError) else None) or "there is no such host"
    return bad(where, why, f"{flags}-host")


def taken(address: str, flag: str) -> CannotStart:
    """What to raise where another program listens already."""
    return CannotStart(
        "PORT_IN_USE", f"{address} is taken; stop what uses it, or choose another port with {flag}"
    )


def bad(address: str, why: str, flag: str) -> CannotStart:
    """What to raise where nobody can listen."""
    return CannotStart("BAD_ADDRESS", f"{address} cannot be listened on: {why}; choose another with {flag}")
