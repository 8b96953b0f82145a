"""
The service's certificate, and whose certificates it takes from clients: docs/doors.md, "Encryption".

The files are looked at whenever a client connects, so that a certificate that was renewed is
used without a restart.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar, cast

import grpc
import structlog
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from cryptography.x509 import Certificate, load_pem_x509_certificates

from .errors import CannotStart
from .settings import Settings

log = structlog.get_logger()

T = TypeVar("T")
Stamp = tuple[tuple[int, int, int], ...]
"""What tells that files were changed."""


class Certificates:
    """The files of one service; `client_ca` signs the certificates of clients, where they need one."""

    def __init__(self, certificate: Path, key: Path, client_ca: Path | None) -> None:
        """Read them; raises CannotStart with BAD_CERTIFICATE."""
        self._files = (certificate, key, *([client_ca] if client_ca else ()))
        self._mutual = client_ca is not None
        self._stamp = self._stamped()
        self._first = self._read()

    def credentials(self) -> grpc.ServerCredentials:
        """What gRPC serves with, asking for the files again with each connection."""
        # None stands for no change, says gRPC, and its types do not.
        again = cast("Callable[[], grpc.ServerCertificateConfiguration]", self._renewing(self._read))
        return grpc.dynamic_ssl_server_credentials(
            self._first, again, require_client_authentication=self._mutual
        )

    def context(self) -> ssl.SSLContext:
        """What the page is served with, asking for the files again with each connection."""
        again, first = self._renewing(self._context), self._context()
        now = first

        def greeted(connection: ssl.SSLObject, _name: str | None, _first: ssl.SSLContext) -> None:
            nonlocal now
            now = again() or now
            connection.context = now

        first.sni_callback = greeted
        return first

    def _renewing(self, make: Callable[[], T]) -> Callable[[], T | None]:
        """Answers what to go on with where files were changed, else None; gRPC asks on its own thread."""
        seen = self._stamp

        def again() -> T | None:
            nonlocal seen
            try:
                stamp = self._stamped()
                if stamp == seen:
                    return None
                seen = stamp
                made = make()
            except CannotStart as error:
                log.warning("certificate cannot be read again; the one at hand is kept", reason=error.message)
                return None
            log.info("certificate renewed", file=str(self._files[0]))
            return made

        return again

    def _context(self) -> ssl.SSLContext:
        self._read()
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate, key, *client_ca = self._files
        try:
            made.load_cert_chain(certificate, key)
            for file in client_ca:
                made.load_verify_locations(file)
                made.verify_mode = ssl.CERT_REQUIRED
        except OSError as error:
            raise _bad(certificate, error.strerror or "cannot be read") from None
        return made

    def _stamped(self) -> Stamp:
        try:
            stats = [file.stat() for file in self._files]
        except OSError as error:
            raise _bad(Path(str(error.filename)), error.strerror or "cannot be read") from None
        return tuple((stat.st_mtime_ns, stat.st_ino, stat.st_size) for stat in stats)

    def _read(self) -> grpc.ServerCertificateConfiguration:
        certificate, key, *client_ca = map(_bytes, self._files)
        self._check(certificate, key)
        for file, data in zip(self._files[2:], client_ca, strict=True):
            _certificates(file, data)
        return grpc.ssl_server_certificate_configuration([(key, certificate)], *client_ca)

    def _check(self, certificate: bytes, key: bytes) -> None:
        """Raise CannotStart where the two do not go together; one that has run out is told aloud."""
        first, *_ = _certificates(self._files[0], certificate)
        try:
            own = load_pem_private_key(key, None).public_key()
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise _bad(self._files[1], "is no private key in PEM without a password") from None
        form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        if own.public_bytes(*form) != first.public_key().public_bytes(*form):
            raise _bad(self._files[1], f"is not the key of {self._files[0]}")
        if first.not_valid_after_utc < datetime.now(UTC):
            log.warning("certificate has run out", file=str(self._files[0]))


def certificates_of(settings: Settings) -> Certificates | None:
    """The certificates that are set, if any; raises CannotStart with BAD_SETTING or BAD_CERTIFICATE."""
    cert, key, client_ca = settings.tls_cert, settings.tls_key, settings.tls_client_ca
    if cert and key:
        return Certificates(cert, key, client_ca)
    if cert or key or client_ca:
        raise CannotStart("BAD_SETTING", "tls_cert and tls_key go together, and tls_client_ca goes with them")
    return None


def _certificates(file: Path, data: bytes) -> list[Certificate]:
    try:
        return load_pem_x509_certificates(data)
    except ValueError:
        raise _bad(file, "holds no certificate in PEM") from None


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise _bad(file, error.strerror or "cannot be read") from None


def _bad(file: Path, why: str) -> CannotStart:
    return CannotStart("BAD_CERTIFICATE", f"{file}: {why}")
