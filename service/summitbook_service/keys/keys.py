"""What is done with the keys of a service."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple
from uuid import UUID

import jwt
import msgspec
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

from summitbook_domain.chance import Seed
from summitbook_domain.record import Head
from summitbook_domain.replay import seal_line

from ..errors import Unauthenticated
from ..latest import Latest
from . import codes
from .ring import KINDS, Key, Ring, open_ring, read_ring

NONCE_BYTES = 12
TOKENS_REMEMBERED = 4_096
"""Of how many tokens, those that came last, it is remembered that they were made here or verified."""


class Bearer(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """
    Whom a token speaks for.

    A seat or the host of one game, the organiser or a contestant of one tournament, or an operator.
    `since` is the record that seated the holder, so that a token ends when its holder
    leaves. `by` is the mark that records show of who asked.
    """

    role: Literal["seat", "host", "operator", "organiser", "contestant"]
    by: str
    game_id: str = ""
    seat: int | None = None
    since: int = 0
    tournament: str = ""
    contestant: int | None = None


class JoinCode(NamedTuple):
    """The code that opens a private game, and the stream in which the store keeps which game that is."""

    code: str
    stream: UUID


class _Claims(msgspec.Struct, frozen=True):
    bearer: Bearer
    exp: int


class Keys:
    """The rings of one service and what is done with them."""

    def __init__(self, folder: Path, rings: dict[str, Ring], *, token_hours: float) -> None:
        self._folder = folder
        self._seconds = token_hours * 3600
        self._take(rings)

    @classmethod
    def open(cls, folder: Path, *, token_hours: float) -> Keys:
        """The keys of a folder, made where there are none yet; raises CannotStart."""
        return cls(folder, {kind: open_ring(folder / kind) for kind in KINDS}, token_hours=token_hours)

    @classmethod
    def found(cls, folder: Path) -> Keys:
        """The keys that there are, to look with: none is made, and there may be none. Raises CannotStart."""
        rings = {kind: read_ring(folder / kind) or Ring(()) for kind in KINDS}
        return cls(folder, rings, token_hours=1.0)

    def read_again(self) -> dict[str, Ring]:
        """
        The rings that are others now than those at hand, for `turn`; raises CannotStart.

        A ring that is gone or empty is none: what is at hand is kept.
        """
        found = {kind: read_ring(self._folder / kind) for kind in KINDS}
        return {kind: ring for kind, ring in found.items() if ring and not ring.holds_what(self._rings[kind])}

    def turn(self, rings: dict[str, Ring]) -> None:
        """Go on with these rings in place of those at hand; a token of a key that is gone is void at once."""
        self._take({**self._rings, **rings})

    def _take(self, rings: dict[str, Ring]) -> None:
        self._rings = rings
        self._master, self._token = rings["master"], rings["token"]
        self._signers = {key.name: _signer(key) for key in rings["signing"]}
        self._headers = {_header(key): key for key in self._token}
        self._good: Latest[str, _Claims] = Latest(TOKENS_REMEMBERED)

    @property
    def public_keys(self) -> tuple[bytes, ...]:
        """The Ed25519 public keys of the signing ring, 32 bytes each, the one that signs first."""
        first = self._signers[self._rings["signing"].maker.name]
        others = [signer for signer in self._signers.values() if signer is not first]
        return tuple(signer.public_key().public_bytes_raw() for signer in (first, *others))

    def marks(self, kind: str) -> list[str]:
        """By what the keys of a ring can be told apart, the one that makes first; they give nothing away."""
        ring = self._rings[kind]
        keys = sorted(ring, key=lambda key: key is not ring.maker)
        return [hmac.digest(key.secret, b"summitbook/mark/1", "sha256").hex()[:32] for key in keys]

    def new_seed(self, deal: str) -> Seed:
        """The seed that the service draws for a deal: docs/fairness.md, step 1."""
        return _derived(self._master.maker.secret, deal)

    def find_seed(self, deal: str, commitment: str, sealed: bytes | None, game_id: str) -> Seed | None:
        """The seed that fits a commitment, whichever key it hangs on; None where that key is lost."""
        return next((seed for _, seed in self._found(deal, commitment, sealed, game_id)), None)

    def join_code(self, deal: str, commitment: str, sealed: bytes | None, game_id: str) -> JoinCode | None:
        """The join code of a game, by the key that its seed hangs on; None where that key is lost."""
        found = self._found(deal, commitment, sealed, game_id)
        return next((_join_code(master, codes.code_of(master, game_id)) for master, _ in found), None)

    def joining(self, code: str) -> list[JoinCode]:
        """A code as each key would have it; the store knows which one, if any."""
        return [_join_code(master.secret, code) for master in self._master]

    def _found(
        self, deal: str, commitment: str, sealed: bytes | None, game_id: str
    ) -> Iterator[tuple[bytes, Seed]]:
        """Each master key, with its seed, that leads to this commitment; there is at most one."""
        for master in self._master:
            secret = master.secret
            seed = _derived(secret, deal) if sealed is None else _unsealed(secret, sealed, game_id)
            if seed and seed.commitment == commitment:
                yield secret, seed

    def seal_seed(self, seed: Seed, game_id: str) -> bytes:
        """A given seed, encrypted for keeping beside the log of this game."""
        nonce, secret = secrets.token_bytes(NONCE_BYTES), bytes.fromhex(seed.reveal())
        return nonce + _sealer(self._master.maker.secret).encrypt(nonce, secret, game_id.encode())

    def seal(self, head: Head) -> bytes:
        """The last line of an exported file: docs/replay-format.md, "The seal"."""
        signer = self._signers[self._rings["signing"].maker.name]
        return seal_line(head, signer.public_key().public_bytes_raw().hex(), signer.sign)

    def token(self, bearer: Bearer) -> str:
        """A token for this bearer, good for so many hours."""
        key, claims = self._token.maker, _Claims(bearer, int(time.time() + self._seconds))
        token = _encoded(msgspec.to_builtins(claims), key)
        self._good.keep(token, claims)
        return token

    def read_token(self, token: str) -> Bearer:
        """Whom a token speaks for; raises Unauthenticated."""
        claims = self._good.get(token) or self._verify(token)
        if claims.exp <= time.time():
            raise Unauthenticated("TOKEN_EXPIRED", "have the token issued again (IssueToken)")
        return claims.bearer

    def _verify(self, token: str) -> _Claims:
        """What a token says, whether or not it has expired; raises Unauthenticated."""
        try:
            claims = self._decode(token)
        except (jwt.PyJWTError, msgspec.ValidationError):
            raise Unauthenticated("BAD_TOKEN", "this is no token of this service") from None
        self._good.keep(token, claims)
        return claims

    def _decode(self, token: str) -> _Claims:
        # Its header is known for each key: nothing that a stranger wrote is parsed before it was verified.
        key = self._headers.get(token.partition(".")[0])
        if key is None:
            raise jwt.InvalidKeyError("made with a key that the ring does not have")
        claims = jwt.decode(token, key.secret, algorithms=["HS256"], options={"verify_exp": False})
        return msgspec.convert(claims, _Claims)


def mark_of(claim: bytes) -> str:
    """What a record shows of the claim of who asked: docs/api.md, "Tokens and claims"."""
    return hashlib.sha256(claim).hexdigest()[:32]


def verify(key: str, message: bytes, signature: bytes) -> bool:
    """
    Whether an Ed25519 signature (RFC 8032) fits a public key given in hex.

    libsodium says yes in half the time, and no to some more: docs/decisions/0023.
    """
    with suppress(BadSignatureError, ValueError):
        return bool(crypto_sign_open(signature + message, bytes.fromhex(key)) == message)
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _encoded(claims: dict[str, Any], key: Key) -> str:
    return jwt.encode(claims, key.secret, algorithm="HS256", headers={"kid": key.name})


def _header(key: Key) -> str:
    """The first part of every token of this key."""
    return _encoded({}, key).partition(".")[0]


def _signer(key: Key) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(key.secret)


def _join_code(master: bytes, code: str) -> JoinCode:
    return JoinCode(code, codes.stream_of(master, code))


def _derived(master: bytes, deal: str) -> Seed:
    return Seed(hmac.digest(master, b"summitbook/seed/1\0" + UUID(deal).bytes, "sha256"))


def _sealer(master: bytes) -> AESGCM:
    return AESGCM(hmac.digest(master, b"summitbook/given/1", "sha256"))


def _unsealed(master: bytes, sealed: bytes, game_id: str) -> Seed | None:
    try:
        return Seed(_sealer(master).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], game_id.encode()))
    except InvalidTag:
        return None
