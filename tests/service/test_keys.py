"""The keys of a service, and what is made with them."""

import hashlib
import hmac
import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID, uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from summitbook_domain.chance import Seed
from summitbook_domain.record import Head
from summitbook_domain.replay.tail import seal_message
from summitbook_service.errors import CannotStart, Unauthenticated
from summitbook_service.keys import KINDS, Bearer, Keys, make_key, mark_of, read_ring, verify

DEAL = "12345678-1234-4234-8234-123456789abc"
SEAT = Bearer("seat", "0" * 32, DEAL, 0, since=2)


@pytest.fixture
def keys(tmp_path):
    return Keys.open(tmp_path, token_hours=1)


def key_of(tmp_path, ring):
    (file,) = (tmp_path / ring).glob("*.key")
    return bytes.fromhex(file.read_text())


def test_a_drawn_seed_is_the_pages_formula(keys, tmp_path):
    """The seed is HMAC-SHA256(master key, "summitbook/seed/1" || 0x00 || the deal's 16 bytes)."""
    message = b"summitbook/seed/1\0" + UUID(DEAL).bytes
    expected = hmac.new(key_of(tmp_path, "master"), message, hashlib.sha256).digest()
    assert keys.new_seed(DEAL).commitment == Seed(expected).commitment


def test_keys_are_made_once(keys, tmp_path):
    """Opening a key folder again finds the same keys: 32 random bytes each."""
    made = {ring: key_of(tmp_path, ring) for ring in ("master", "signing", "token")}
    again = Keys.open(tmp_path, token_hours=1)

    assert again.new_seed(DEAL).commitment == keys.new_seed(DEAL).commitment
    assert {ring: key_of(tmp_path, ring) for ring in made} == made
    assert len(set(made.values())) == 3
    assert {len(key) for key in made.values()} == {32}


def test_half_a_key_is_never_left(tmp_path, monkeypatch):
    """A crash while a key is made leaves no key file, and the next start makes a whole one."""
    monkeypatch.setattr("os.fsync", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Keys.open(tmp_path, token_hours=1)
    monkeypatch.undo()
    assert list((tmp_path / "master").glob("*.key")) == []
    Keys.open(tmp_path, token_hours=1)
    assert len(list(read_ring(tmp_path / "master"))) == 1


def test_the_newest_key_of_a_ring_makes_and_all_open(keys, tmp_path):
    """A newer key makes the new tokens, and what an older one made or sealed is still opened."""
    token, sealed = keys.token(SEAT), keys.seal_seed(Seed(bytes(32)), DEAL)
    for ring in ("token", "master"):
        make_key(tmp_path / ring)
    newer = Keys.open(tmp_path, token_hours=1)

    assert newer.read_token(token) == SEAT
    assert newer.find_seed(DEAL, Seed(bytes(32)).commitment, sealed, DEAL) is not None
    with pytest.raises(Unauthenticated):
        keys.read_token(newer.token(SEAT))


def test_a_sealed_seed_is_opened_for_its_own_game_only(keys):
    """A sealed seed differs each time, does not show the seed, and opens for its own game."""
    seed = Seed(bytes(range(32)))
    one, other = keys.seal_seed(seed, DEAL), keys.seal_seed(seed, DEAL)

    assert one != other
    assert bytes(range(32)) not in one
    found = keys.find_seed(DEAL, seed.commitment, one, DEAL)
    assert found
    assert found.reveal() == seed.reveal()
    assert keys.find_seed(DEAL, seed.commitment, one, str(uuid4())) is None
    assert keys.find_seed(DEAL, seed.commitment, one[:-1] + bytes([one[-1] ^ 1]), DEAL) is None


def test_a_seed_that_fits_no_commitment_is_not_found(keys):
    """A drawn seed is only found for its own commitment."""
    drawn = keys.new_seed(DEAL)
    assert keys.find_seed(DEAL, drawn.commitment, None, DEAL) is not None
    assert keys.find_seed(str(uuid4()), drawn.commitment, None, DEAL) is None


def test_a_token_says_whom_it_speaks_for(keys):
    """Seat, host and operator come out of a token as they went in."""
    for bearer in (SEAT, Bearer("host", "1" * 32, DEAL), Bearer("operator", "operator")):
        assert keys.read_token(keys.token(bearer)) == bearer


def test_a_changed_token_is_no_token(keys):
    """A token with any one character changed or missing is refused."""
    token = keys.token(SEAT)
    for i in range(len(token)):
        # The last character of a part has spare bits: a change of those alone is the same token.
        other = "A" if token[i] not in "ABCDEFGH" else "z"
        changed = token[:i] + other + token[i + 1 :]
        for forged in (changed, token[:i]):
            with pytest.raises(Unauthenticated):
                keys.read_token(forged)


@pytest.mark.parametrize("algorithm", ["none", "HS384", "RS256", "HS256"])
def test_a_token_made_elsewhere_is_no_token(keys, algorithm):
    """Neither the algorithm `none` nor a signature by no key or by another key is accepted."""
    header, part, _ = keys.token(SEAT).split(".")
    for kid in ("nobody's", json.loads(urlsafe_b64decode(header + "=="))["kid"]):
        forged = encode(json.dumps({"alg": algorithm, "typ": "JWT", "kid": kid}).encode())
        for signature in (b"", hmac.digest(b"", f"{forged}.{part}".encode(), "sha256")):
            with pytest.raises(Unauthenticated):
                keys.read_token(f"{forged}.{part}.{encode(signature)}")


def encode(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def test_tokens_expire(tmp_path, monkeypatch):
    """Any token, an operator's too, is good for its hours and TOKEN_EXPIRED after that."""
    keys = Keys.open(tmp_path, token_hours=1)
    bearers = (SEAT, Bearer("host", "1" * 32, DEAL), Bearer("operator", "operator"))
    tokens = [keys.token(bearer) for bearer in bearers]
    for token in tokens:
        keys.read_token(token)

    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 3_601)
    for token in tokens:
        with pytest.raises(Unauthenticated) as refused:
            keys.read_token(token)
        assert refused.value.reason == "TOKEN_EXPIRED"


def test_a_key_makes_from_its_moment_on(keys, tmp_path, monkeypatch):
    """A key named by a moment to come opens and verifies at once, and makes only from then on."""
    old = {"seed": keys.new_seed(DEAL).commitment, "public": keys.public_keys[0], "kid": kid_of(keys)}
    for ring in KINDS:
        make_key(tmp_path / ring, 60)
    node, other = Keys.open(tmp_path, token_hours=1), Keys.open(tmp_path, token_hours=1)
    assert (node.new_seed(DEAL).commitment, node.public_keys[0], kid_of(node)) == tuple(old.values())

    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 61)
    assert node.new_seed(DEAL).commitment != old["seed"]
    assert node.public_keys[0] != old["public"] == node.public_keys[1]
    assert kid_of(node) != old["kid"]
    monkeypatch.undo()
    assert other.read_token(node.token(SEAT)) == SEAT


def kid_of(keys):
    return json.loads(urlsafe_b64decode(keys.token(SEAT).split(".")[0] + "=="))["kid"]


def test_keys_of_the_environment_come_first(keys, tmp_path, monkeypatch):
    """A ring that the environment lists, newest first, is taken from there, and no file is made or read."""
    one, other = "ab" * 32, "cd" * 32
    token = keys.token(SEAT)
    monkeypatch.setenv("SUMMITBOOK_TOKEN_KEYS", f"{one} {other}")
    named = Keys.open(tmp_path, token_hours=1)
    with pytest.raises(Unauthenticated):
        named.read_token(token)
    made = named.token(SEAT)
    monkeypatch.setenv("SUMMITBOOK_TOKEN_KEYS", f"{other} {one}")
    turned = Keys.open(tmp_path / "elsewhere", token_hours=1)

    assert turned.read_token(made) == SEAT
    assert kid_of(turned) != kid_of(named)
    assert not (tmp_path / "elsewhere" / "token").exists()


@pytest.mark.parametrize("listed", ["ab" * 31, "zz" * 32])
def test_a_key_of_the_environment_that_is_none_is_told_without_it(tmp_path, monkeypatch, listed):
    """What is no key is BAD_KEY, and the message names the variable and not what it holds."""
    monkeypatch.setenv("SUMMITBOOK_MASTER_KEYS", listed)
    with pytest.raises(CannotStart) as refused:
        Keys.open(tmp_path, token_hours=1)
    assert refused.value.code == "BAD_KEY"
    assert "SUMMITBOOK_MASTER_KEYS" in str(refused.value)
    assert listed not in str(refused.value)


@pytest.mark.parametrize("header", ["[" * 3_000, '{"kid":' * 2_000, "[]", '"text"', "null", "1", "\ud800"])
def test_a_header_of_any_shape_is_no_token(keys, header):
    """Whatever the header holds, nested as deep as may be, a token that is none is BAD_TOKEN."""
    part = encode(header.encode("utf-8", "surrogatepass"))
    with pytest.raises(Unauthenticated) as refused:
        keys.read_token(f"{part}.{part}.{part}")
    assert refused.value.reason == "BAD_TOKEN"


def test_a_token_holds_no_secret(keys):
    """What anyone can read out of a token is whom it speaks for and until when."""
    payload = keys.token(SEAT).split(".")[1]
    read = json.loads(urlsafe_b64decode(payload + "=="))
    assert read.keys() == {"bearer", "exp"}
    assert read["bearer"] == {"role": "seat", "by": "0" * 32, "game_id": DEAL, "seat": 0, "since": 2}


def test_a_signature_fits_its_key_and_message_only(keys):
    """A seal's signature is verified by the public key that goes with it, and by nothing else."""
    (public,) = keys.public_keys
    head = Head(7, "ab" * 32)
    signature = bytes.fromhex(json.loads(keys.seal(head))["seal"]["signature"])

    assert verify(public.hex(), seal_message(head), signature)
    assert not verify(public.hex(), seal_message(Head(8, "ab" * 32)), signature)
    assert not verify(bytes(32).hex(), seal_message(head), signature)
    assert not verify("not a key", seal_message(head), signature)
    assert not verify(public.hex(), seal_message(head), signature[:-1])


def test_a_mark_is_the_beginning_of_the_claims_hash():
    """The mark is the first 32 hex digits of the claim's SHA-256."""
    assert mark_of(b"a claim of mine!") == hashlib.sha256(b"a claim of mine!").hexdigest()[:32]


def test_keys_show_themselves_nowhere(keys, tmp_path):
    """No repr of keys, of what holds them or of what goes wrong with them shows a key."""
    shown = repr(keys) + repr(vars(keys)["_master"]) + repr(keys.new_seed(DEAL))
    key = next((tmp_path / "signing").glob("*.key"))
    key.write_text(key.read_text().strip()[:-1] + "\n")
    with pytest.raises(CannotStart) as refused:
        Keys.open(tmp_path, token_hours=1)
    shown += repr(refused.value) + str(refused.value)

    for secret in (*(key_of(tmp_path, ring).hex() for ring in ("master", "token")), key.read_text().strip()):
        assert secret not in shown


SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(32))
SIGNED = SIGNER.public_key().public_bytes_raw(), b"a head", SIGNER.sign(b"a head")
OF_SMALL_ORDER = bytes([1, *[0] * 31])
"""The neutral point: as a key it lets one signature fit whatever was signed."""


@pytest.mark.parametrize(
    ("key", "message", "signature", "fits"),
    [
        (*SIGNED, True),
        (SIGNED[0], b"another head", SIGNED[2], False),
        (SIGNED[0], SIGNED[1], bytes(64), False),
        (OF_SMALL_ORDER, SIGNED[1], OF_SMALL_ORDER + bytes(32), True),
        (OF_SMALL_ORDER, SIGNED[1], SIGNED[2], False),
        (SIGNED[0], SIGNED[1], b"", False),
        (b"no key", SIGNED[1], SIGNED[2], False),
    ],
    ids=["signed", "another message", "no signature", "small order", "not for it", "too short", "no key"],
)
def test_a_signature_fits_as_rfc_8032_says(key, message, signature, fits):
    """Also where a library is stricter: the auditors in other languages are asked about the same files."""
    assert verify(key.hex(), message, signature) is fits


def test_a_key_that_root_makes_is_the_folders_owners(tmp_path, monkeypatch):
    """Else the service, which runs as somebody else, could not read it, and would keep to those taken out."""
    given = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.append((path.parent, user, group)))
    owner = tmp_path.stat()
    make_key(tmp_path)
    assert given == [(tmp_path, owner.st_uid, owner.st_gid)]


def test_a_key_that_anyone_else_makes_is_their_own(tmp_path, monkeypatch):
    """Only root may give files away."""
    monkeypatch.setattr(os, "geteuid", lambda: 1_000)
    monkeypatch.setattr(os, "chown", None)
    assert (tmp_path / f"{make_key(tmp_path)}.key").exists()
