"""
Every secret of the service, and all that is made with one: seeds, seals of exports, tokens.

Keys are rings, one folder each, of files with 32 bytes in hex: the newest key makes, the
older ones still open and verify. Nothing here shows a key, in a repr or in an error.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Literal
from uuid import UUID

import jwt
import msgspec
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from summitbook_domain.chance import Seed

from .errors import CannotStart, Unauthenticated

KEY_BYTES = 32
NONCE_BYTES = 12
TOKENS_REMEMBERED = 16_384
"""Of how many tokens it is remembered that they were verified."""


class Ring:
    """The keys of one purpose by name, newest first."""

    def __init__(self, keys: dict[str, bytes]) -> None:
        self._keys = dict(sorted(keys.items(), reverse=True))

    @classmethod
    def open(cls, folder: Path) -> Ring:
        """The ring of a folder, with its first key made where there is none; raises CannotStart."""
        try:
            for each in (folder.parent, folder):
                each.mkdir(mode=0o700, exist_ok=True)
            if not any(folder.glob("*.key")):
                _make_key(folder)
            return cls({path.stem: _read_key(path) for path in folder.glob("*.key")})
        except OSError as error:
            raise CannotStart("DATA_UNWRITABLE", f"{folder} cannot be used: {error.strerror}") from None

    @property
    def newest(self) -> tuple[str, bytes]:
        """The name and the bytes of the key that makes."""
        return next(iter(self._keys.items()))

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._keys.values())

    def get(self, name: str) -> bytes | None:
        """The key of this name, if the ring has it."""
        return self._keys.get(name)


def _make_key(folder: Path) -> None:
    """Write a new key aside and move it into place, so that a crash leaves no half of one."""
    name = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    aside = folder / f"{name}.new"
    aside.touch(mode=0o600, exist_ok=False)
    with aside.open("w", encoding="ascii") as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    aside.rename(folder / f"{name}.key")
    _sync(folder)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read_key(path: Path) -> bytes:
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise CannotStart(
            "BAD_KEY", f"{path} is no key of {KEY_BYTES} bytes in hex; bring it back from a backup"
        )
    return key


class Bearer(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    Whom a token speaks for: a seat or the host of one game, or an operator.

    `since` is the record that seated the holder, so that a token ends when its holder
    leaves. `by` is the mark that records show of who asked.
    """

    role: Literal["seat", "host", "operator"]
    by: str
    game_id: str = ""
    seat: int | None = None
    since: int = 0


class _Claims(msgspec.Struct, frozen=True, omit_defaults=True):
    bearer: Bearer
    exp: int | None = None


class Keys:
    """The rings of one service and what is done with them."""

    def __init__(self, master: Ring, signing: Ring, token: Ring, *, token_hours: float) -> None:
        self._master = master
        self._token = token
        self._signers = [Ed25519PrivateKey.from_private_bytes(key) for key in signing]
        self._seconds = token_hours * 3600
        self._verified = lru_cache(TOKENS_REMEMBERED)(self._verify)
        self.public_keys = tuple(signer.public_key().public_bytes_raw() for signer in self._signers)
        """The Ed25519 public keys of the signing ring, 32 bytes each, newest first."""

    @classmethod
    def open(cls, folder: Path, *, token_hours: float) -> Keys:
        """The keys of a folder, made where there are none yet; raises CannotStart."""
        master, signing, token = (Ring.open(folder / name) for name in ("master", "signing", "token"))
        return cls(master, signing, token, token_hours=token_hours)

    def new_seed(self, deal: str) -> Seed:
        """The seed that the service draws for a deal: docs/fairness.md, step 1."""
        return _derived(self._master.newest[1], deal)

    def find_seed(self, deal: str, commitment: str, sealed: bytes | None, game_id: str) -> Seed | None:
        """The seed that fits a commitment, whichever key it hangs on; None where that key is lost."""
        found = (self._candidate(master, deal, sealed, game_id) for master in self._master)
        return next((seed for seed in found if seed and seed.commitment == commitment), None)

    def _candidate(self, master: bytes, deal: str, sealed: bytes | None, game_id: str) -> Seed | None:
        return _derived(master, deal) if sealed is None else _unsealed(master, sealed, game_id)

    def seal_seed(self, seed: Seed, game_id: str) -> bytes:
        """A given seed, encrypted for keeping beside the log of this game."""
        nonce, secret = secrets.token_bytes(NONCE_BYTES), bytes.fromhex(seed.reveal())
        return nonce + _sealer(self._master.newest[1]).encrypt(nonce, secret, game_id.encode())

    def sign(self, message: bytes) -> bytes:
        """The Ed25519 signature by the newest signing key, 64 bytes."""
        return self._signers[0].sign(message)

    def token(self, bearer: Bearer) -> str:
        """A token for this bearer; an operator's lasts as long as its key, the others so many hours."""
        name, key = self._token.newest
        exp = None if bearer.role == "operator" else int(time.time() + self._seconds)
        claims = msgspec.to_builtins(_Claims(bearer, exp))
        return jwt.encode(claims, key, algorithm="HS256", headers={"kid": name})

    def read_token(self, token: str) -> Bearer:
        """Whom a token speaks for; raises Unauthenticated."""
        claims = self._verified(token)
        if claims.exp is not None and claims.exp <= time.time():
            raise Unauthenticated("TOKEN_EXPIRED", "have the token issued again (IssueToken)")
        return claims.bearer

    def _verify(self, token: str) -> _Claims:
        """What a token says, whether or not it has expired; raises Unauthenticated."""
        try:
            return self._decode(token)
        except (jwt.PyJWTError, msgspec.ValidationError):
            raise Unauthenticated("BAD_TOKEN", "this is no token of this service") from None

    def _decode(self, token: str) -> _Claims:
        key = self._token.get(str(jwt.get_unverified_header(token).get("kid")))
        if key is None:
            raise jwt.InvalidKeyError("made with a key that the ring does not have")
        claims = jwt.decode(token, key, algorithms=["HS256"], options={"verify_exp": False})
        return msgspec.convert(claims, _Claims)


def mark_of(claim: bytes) -> str:
    """What a record shows of the claim of who asked: docs/api.md, "Tokens and claims"."""
    return hashlib.sha256(claim).hexdigest()[:32]


def verify(key: str, message: bytes, signature: bytes) -> bool:
    """Whether an Ed25519 signature fits a public key given in hex."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _derived(master: bytes, deal: str) -> Seed:
    return Seed(hmac.digest(master, b"summitbook/seed/1\0" + UUID(deal).bytes, "sha256"))


def _sealer(master: bytes) -> AESGCM:
    return AESGCM(hmac.digest(master, b"summitbook/given/1", "sha256"))


def _unsealed(master: bytes, sealed: bytes, game_id: str) -> Seed | None:
    try:
        return Seed(_sealer(master).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], game_id.encode()))
    except InvalidTag:
        return None
