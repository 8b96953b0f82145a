"""A golden replay tampered with, its chain mended, sealed or not, and the verdict it gets."""

import copy
import hashlib
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from expeditions import EVEREST
from whole_games import golden_lines

from summitbook_domain import canonical
from summitbook_domain.record import Head
from summitbook_domain.replay import audit, seal_line
from summitbook_service.keys import verify

GOLDEN = {name.partition(".")[0]: lines for name, lines in golden_lines(EVEREST).items()}
RECORDS = tuple(json.loads(line) for line in GOLDEN["fall-and-re-ascent"])
SEED = RECORDS[-1]["data"]["seed"]
SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(32))
KEY = SIGNER.public_key().public_bytes_raw().hex()
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32))).public_key().public_bytes_raw().hex()
ROLLED = next(i for i, each in enumerate(RECORDS) if each["type"] == "DiceRolled")


def chained(records) -> list[bytes]:
    """The lines of these records, numbered and hashed anew, so that the chain holds whatever they say."""
    lines, prev = [], "0" * 64
    for n, record in enumerate(records, 1):
        body = {**record, "n": n, "prev": prev}
        body.pop("hash", None)
        prev = hashlib.sha256(canonical.encode(body)).hexdigest()
        lines.append(canonical.encode({**body, "hash": prev}) + b"\n")
    return lines


def head_of(lines) -> Head:
    last = json.loads(lines[-1])
    return Head(last["n"], last["hash"])


def sealed(lines, signer=SIGNER) -> list[bytes]:
    key = signer.public_key().public_bytes_raw().hex()
    return [*lines, seal_line(head_of(lines), key, signer.sign) + b"\n"]


def verdict(lines, **asked):
    report = audit(lines, verify=verify, **asked)
    return report.level, report.code, report.line


def changed(index, **changes):
    """The records with these keys of one of them changed; indices count from 0, lines from 1."""
    records = copy.deepcopy(list(RECORDS))
    records[index] |= changes
    return records


def with_data(index, **changes):
    """The records with these fields of one event changed."""
    return changed(index, data={**RECORDS[index]["data"], **changes})


FINE = chained(RECORDS)
LAST = len(FINE)
