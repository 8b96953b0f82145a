"""Speaking to a service so that nobody between can read along, and that it is the right one."""

from __future__ import annotations

from dataclasses import dataclass, field

import grpc


@dataclass(frozen=True)
class TLS:
    """
    Whose certificates are trusted, and one's own; all in PEM.

    Without `ca` those authorities are trusted that everyone trusts. `certificate` and `key`
    are for a service that asks its clients for theirs.
    """

    ca: bytes | None = None
    certificate: bytes | None = None
    key: bytes | None = field(default=None, repr=False)

    def channel(self, server: str, options: tuple[tuple[str, int], ...] = ()) -> grpc.aio.Channel:
        """A channel to this server, host:port."""
        credentials = grpc.ssl_channel_credentials(self.ca, self.key, self.certificate)
        return grpc.aio.secure_channel(server, credentials, options=options)


def channel_to(server: str, tls: TLS | None, options: tuple[tuple[str, int], ...] = ()) -> grpc.aio.Channel:
    """A channel to this server, in plain text where there is no TLS."""
    return tls.channel(server, options) if tls else grpc.aio.insecure_channel(server, options=options)
