"""
Certificates for tests, made on the spot.

    authority = Authority(folder, "ours")
    certificate, key = authority.issue("service")
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

DAY = timedelta(days=1)


class Authority:
    """One that vouches for certificates of this computer's own names."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = _named(name)
        self._key = ec.generate_private_key(ec.SECP256R1())
        made = self._made(self._name, self._key, datetime.now(UTC) + DAY)
        made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        self.file = folder / f"{name}-ca.pem"
        self.file.write_bytes(made.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM))

    def issue(self, name: str, *, until: datetime | None = None) -> tuple[Path, Path]:
        """The files of a new certificate and its key, in place of older ones of this name."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
        made = self._made(_named(name), key, until or datetime.now(UTC) + DAY)
        made = made.add_extension(x509.SubjectAlternativeName(names), critical=False)
        certificate, secret = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        certificate.write_bytes(made.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM))
        secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return certificate, secret

    def _made(
        self, name: x509.Name, key: ec.EllipticCurvePrivateKey, until: datetime
    ) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(until - 365 * DAY)
            .not_valid_after(until)
        )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
