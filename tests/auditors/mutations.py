"""Recorded games changed in one or two places each, from a seeded number: what an auditor may be handed."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from whole_games import REPLAYS

from summitbook_domain import canonical
from summitbook_domain.record import Head
from summitbook_domain.replay import seal_line

SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(32))
KEY = SIGNER.public_key().public_bytes_raw().hex()
# fmt: off
GAMES = [
    "dicey_peaks/own-mountain", "dicey_peaks/retired-one-by-one", "dicey_peaks/shared-deal",
    "dicey_peaks/three-seats-salted", "everest1924/cancelled-before-the-start", "everest1924/own-sheet",
    "everest1924/salted", "everest1924/shared-deal", "mountaineering/all-leave",
    "mountaineering/nothing-left-to-draw", "mountaineering/own-hill",
]
# fmt: on
HASH = re.compile(rb'"hash":"[0-9a-f]{64}",')

# fmt: off
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 7, 2**53 - 1, -(2**53 - 1), 2**32, "", "0", "zz", "seal", "\x00",
    "\x1b[0m", "é", "e\u0301", "🏔", "أ", "\u2028", "__proto__", "a" * 64, "0" * 64, "0" * 128,
    "1924-02-29T00:00:00.000000Z", "0000-01-01T00:00:00.000000Z", "2026-13-01T00:00:00.000000Z",
    "2025-02-29T23:59:59.999999Z", "2026-11-31T00:00:00.000000Z", "2026-11-30T24:00:00.000000Z",
    "2026-11-30T00:00:60.000000Z", [], {}, [[]], [0], [1, 2, 3], {"a": 1}, {"draw": "x"}, ["pickaxe"],
]
# fmt: on
"""Values to put where they may or may not belong."""

# fmt: off
RAW = [
    rb"1.0", rb"1e3", rb"1E400", rb"-0", rb"0.0", rb"01", rb"+1", rb"-", rb"9007199254740991",
    rb"9007199254740992", rb"9007199254740993", rb"-9007199254740992", rb"123456789012345678901234567890",
    b"1" * 5000, rb"NaN", rb"Infinity", rb"tru", rb"nul", rb'"\ud800"', rb'"\udc00\ud800"',
    rb'"\ud83c\udfd4"', rb'"\ud83cx"', rb'"\uD83C\uDFD4"', rb'"\u0041"', rb'"\u00e9"', rb'"\/"',
    rb'"\u001f"', rb'"\u001F"', rb'"\u007f"', b'"\x7f"', rb'"\x41"', rb'"\u12"', rb'"\u+123"', rb'"\u 123"',
    b'"\x00"', b'"\x1f"', b'"\t"', b'"\xff"', b'"\xc0\x80"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"',
    b'"\xe2\x80\xa8"', b'"\xef\xbf\xbf"', b'"\xef\xbb\xbf"', rb'"\b\f\n\r\t\"\\"', rb'"\u0008"', rb"'a'",
    rb'{"b":1,"a":2}', rb'{"a":1,"a":1}', rb'{"a":1,"\u0061":2}', '{"é":1}'.encode(), rb'{"\u00e9":1}',
    rb'{"__proto__":1}', rb'{"constructor":1,"hasOwnProperty":2}', rb'{"10":1,"9":2}', rb'{"9":1,"10":2}',
    rb'{"":1}', rb'{"a":1,}', rb"[1,]", rb"[,]", rb"[1 ,2]", b"[1,\r2]", b"[1\x0b]", "[1\u00a0]".encode(),
    b"[" * 61 + b"]" * 61, b"[" * 62 + b"]" * 62, b"[" * 63 + b"]" * 63, b"[" * 5000 + b"]" * 5000,
    b"[" * 200_000, rb'{"a":' * 100 + b"1" + b"}" * 100, rb"", rb"{", rb"}", rb'"', rb"//", rb"/**/1",
    b"\xef\xbb\xbf1",
]
# fmt: on
"""Ways to write a value, sound ones and others."""


# fmt: off
STRAY = [
    b"\n", b"{}\n", b"garbage\n", b"[]\n", b"\xff\n", b'"seal"\n', b'["seal"]\n', b'{"seal"\n',
    b'{"seal":{}}',
    b'{"seal":1.5}\n', b'{"reveal":1}\n', b'{"reveal" :1}\n', b' {"seal":{}}\n', b'{"a":1,"seal":2}\n',
    b'{"a":1.5,"seal":2}\n', b'{"b":1,"a":{"seal":1}}\n', b'{"seal":' + b"[" * 100 + b"\n",
]
# fmt: on
"""Lines that are no records."""

PLACES = (
    rb'"data":\{()',
    rb'"args":\{()',
    rb'("at":"[^"]*"),',
    rb'("type":)"\w+"',
    rb'("seat":)[0-9]',
    rb'("name":)"[^"]*"',
    rb'("n":)[0-9]+',
    rb'("turn":)[0-9]+',
)
"""Where an odd value is written: as a first key inside, as a key more, or in place of what is there."""


def golden(name: str) -> list[bytes]:
    return (REPLAYS / f"{name}.replay.jsonl").read_bytes().splitlines(keepends=True)


def chained(bodies: Sequence[bytes]) -> list[bytes]:
    """These lines with hash and prev mended, so that the chain holds however the rest is written."""
    lines, prev = [], b"0" * 64
    for body in bodies:
        line = re.sub(rb'"prev":"[0-9a-f]{64}"', b'"prev":"' + prev + b'"', body)
        right = hashlib.sha256(HASH.sub(b"", line, count=1).rstrip(b"\n")).hexdigest().encode()
        lines.append(HASH.sub(b'"hash":"' + right + b'",', line, count=1))
        prev = right
    return lines


def written(records: Sequence[Any]) -> list[bytes]:
    return [canonical.encode(each) + b"\n" for each in records]


def read(line: bytes) -> Any:
    """A record read leniently; nothing where that is not one."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return {}


def resealed(lines: Sequence[bytes], luck: Random) -> list[bytes]:
    """The lines with a seal of the test's own, by and large one that fits."""
    last = read(lines[-1])
    head = Head(last.get("n", 1), last.get("hash", "0" * 64))
    if not (isinstance(head.n, int) and 0 <= head.n < 2**31 and re.fullmatch("[0-9a-f]{64}", str(head.hash))):
        return list(lines)
    if luck.random() < 0.2:
        head = Head(max(1, head.n + luck.choice((-1, 1))), head.hash)
    if luck.random() < 0.1:
        head = Head(head.n, "1" * 64)
    line = seal_line(head, KEY, SIGNER.sign)
    if luck.random() < 0.2:
        at = luck.randrange(len(line))
        line = line[:at] + luck.choice(b"0123456789abcdef ").to_bytes(1, "big") + line[at + 1 :]
    return [*lines, line + b"\n"]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to every value inside, objects and arrays too."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [each for key, item in inside for each in places(item, (*path, key))]


def put(record: Any, path: Sequence[Any], value: Any) -> None:
    for key in path[:-1]:
        record = record[key]
    record[path[-1]] = value


def of_the_bytes(lines: list[bytes], luck: Random) -> list[bytes]:
    """A byte changed, put in or taken out; nothing is mended."""
    at = luck.randrange(len(lines))
    line, place = lines[at], luck.randrange(len(lines[at]))
    byte = bytes([luck.choice((0, 9, 10, 13, 32, 34, 48, 57, 92, 97, 123, 125, 128, 192, 237, 255))])
    lines[at] = luck.choice(
        (
            line[:place] + byte + line[place:],
            line[:place] + line[place + 1 :],
            line[:place] + byte + line[place + 1 :],
            b"\xef\xbb\xbf" + line,
            line[:-1] + b"\r\n",
            b" " + line,
            b"\n" + line,
            line[:-1],
            line[:place],
        )
    )
    return b"".join(lines).splitlines(keepends=True) if luck.random() < 0.1 else lines


def of_the_lines(lines: list[bytes], luck: Random) -> list[bytes]:
    """Lines dropped, doubled, swapped, cut off, or of another game."""
    at, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    match luck.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            del lines[at:]
        case 4:
            lines.insert(luck.choice((at, len(lines))), luck.choice(golden(luck.choice(GAMES))))
        case 5:
            lines.insert(luck.choice((at, len(lines), len(lines) - 1)), luck.choice(STRAY))
        case _:
            lines.append(lines[-1][:-1])
    return lines


def of_the_writing(lines: list[bytes], luck: Random) -> list[bytes]:
    """A value written in some odd way, the chain mended."""
    records = [line for line in lines if b'"prev"' in line]
    at = luck.randrange(len(records))
    odd, line = luck.choice(RAW), records[at]
    if found := re.search(luck.choice(PLACES), line):
        front, end, back = line[: found.start()], found.end(), line[found.end() :]
        if found[0].endswith(b"{"):
            key = luck.choice((b'"!":', b'"zz":', b'"a" :', b'"draw":'))
            line = line[:end] + key + odd + b"," * (back[:1] != b"}") + back
        elif found[0].endswith(b","):
            line = line[:end] + b'"b":' + odd + b"," + back
        else:
            line = front + found[1] + odd + back
    records[at] = line.replace(b"\n", b"") + b"\n"
    mended = chained(records)
    return resealed(mended, luck) if luck.random() < 0.5 else mended + lines[len(records) :]


def of_a_value(lines: list[bytes], luck: Random) -> list[bytes]:
    """A value put where it may not belong, a key left out or one too many, the chain mended."""
    records = [json.loads(line) for line in lines if b'"prev"' in line]
    at = luck.choice((0, len(records) - 1, luck.randrange(len(records)), luck.randrange(len(records))))
    paths = places(records[at])
    for _ in range(luck.choice((1, 1, 2))):
        path = luck.choice(paths)
        match luck.randrange(5):
            case 0 if isinstance(path[-1], str):
                holder = records[at]
                for key in path[:-1]:
                    holder = holder[key]
                holder.pop(path[-1], None)
                break
            case 1 if len(path) > 1 and isinstance(path[-1], str):
                put(records[at], [*path[:-1], luck.choice(("extra", "draw", "a", "seal"))], luck.choice(ODD))
            case _:
                put(records[at], path, near(records[at], path, luck))
                break
    mended = chained(written(records))
    return resealed(mended, luck) if luck.random() < 0.4 else mended + lines[len(records) :]


def near(record: Any, path: Sequence[Any], luck: Random) -> Any:
    """Another value like the one there, or just any."""
    for key in path:
        record = record[key]
    if luck.random() < 0.4:
        return copy.deepcopy(luck.choice(ODD))
    match record:
        case bool():
            return not record
        case int():
            return luck.choice((record + 1, record - 1, -record, 0, 100, 10**6))
        case str():
            words = "m01", "flag", "white", record.upper(), record[::-1]
            return luck.choice((record[:-1], record + "0", *words))
        case list():
            return luck.choice((record[1:], record[::-1], [*record, *record[:1]], record * 2))
        case _:
            return {}


def of_a_draw(lines: list[bytes], luck: Random) -> list[bytes]:
    """Something about a draw is changed, the chain mended, so that only level dice can see it."""
    records = [json.loads(line) for line in lines if b'"prev"' in line]
    drawn = [each for each in records if "draw" in each["data"]]
    if not drawn:
        return lines
    each = luck.choice(drawn)
    key = luck.choice(list(each["data"]))
    match luck.randrange(6):
        case 0:
            other = luck.choice(drawn)["data"]["draw"]
            each["data"]["draw"] = luck.choice(("turn/1/roll", "é", "", "summit", 5, None, other))
        case 1:
            luck.choice(records[2:-1])["data"]["draw"] = luck.choice(("x", None, 0, []))
        case 2:
            other = luck.choice(records)["type"]
            each["type"] = luck.choice((other, "Unheard", "PileReshuffled", "MountainBuilt"))
        case 3:
            records[0]["data"]["seats"] = luck.choice((0, -1, 1, 2, 6, 7, 10**9))
            if luck.random() < 0.5:
                each |= {"type": "MountainBuilt", "data": {"draw": "first-seat", "first_seat": 0}}
        case 4:
            records.insert(luck.randrange(1, len(records)), copy.deepcopy(each))
            for n, record in enumerate(records, 1):
                record["n"] = n
        case _:
            put(each["data"], [key], near(each["data"], [key], luck))
    mended = chained(written(records))
    return resealed(mended, luck) if luck.random() < 0.3 else mended


def of_the_content(lines: list[bytes], luck: Random) -> list[bytes]:
    """Content that a log carries is changed, its hash and the chain mended."""
    lines = golden(luck.choice([name for name in GAMES if "/own-" in name or "nothing-left" in name]))
    records = [json.loads(line) for line in lines if b'"prev"' in line]
    content = records[0]["data"]["content"]
    paths = places(content["data"])
    path = luck.choice(paths)
    if luck.random() < 0.25 and isinstance(path[-1], str):
        holder = content["data"]
        for key in path[:-1]:
            holder = holder[key]
        del holder[path[-1]]
    else:
        put(content["data"], path, near(content["data"], path, luck))
    if luck.random() < 0.9:
        content["sha256"] = canonical.sha256_of(content["data"])
    if luck.random() < 0.5:
        content["edition"] = content["data"].get("edition", "x")
        content["edition"] = content["edition"] if isinstance(content["edition"], str) else "x"
    return chained(written(records))


def of_the_end(lines: list[bytes], luck: Random) -> list[bytes]:
    """Seal, reveal and the last record, kept, dropped, doubled, changed, in whatever order."""
    records = [json.loads(line) for line in lines if b'"prev"' in line]
    if luck.random() < 0.6:
        records[-1]["data"]["seed"] = luck.choice((None, "0" * 64, records[-1]["data"].get("seed"), "x"))
    if luck.random() < 0.3:
        records[0]["data"]["seed_source"] = luck.choice(("server", "given", "deal"))
    if luck.random() < 0.2:
        records = records[: luck.randrange(1, len(records))]
    if luck.random() < 0.2:
        behind = copy.deepcopy(luck.choices(records, k=luck.randrange(1, 3)))
        records += [{**each, "n": len(records) + more} for more, each in enumerate(behind, 1)]
    mended = chained(written(records))
    deal, seed = records[0]["data"]["deal"], "0" * 64
    reveals = [json.loads(line)["reveal"] for line in lines if line.startswith(b'{"reveal"')]
    told = reveals[0] if reveals else {"deal": deal, "seed": seed}
    if luck.random() < 0.3:
        told = {**told, luck.choice(("deal", "seed", "more")): luck.choice((deal, seed, "x", 1))}
    seal = resealed(mended, luck)[len(mended) :]
    tail = [canonical.encode({"reveal": told}) + b"\n", *seal, *lines[len(records) :]]
    luck.shuffle(tail)
    return mended + tail[: luck.randrange(4)]


UNFIT = (ValueError, LookupError, TypeError, AttributeError, RecursionError)

KINDS: tuple[Callable[[list[bytes], Random], list[bytes]], ...] = (
    of_the_bytes,
    of_the_lines,
    of_the_writing,
    of_the_writing,
    of_a_value,
    of_a_value,
    of_a_draw,
    of_a_draw,
    of_the_content,
    of_the_end,
)


def mutated(number: int, name: str = "") -> bytes:
    """A file made from a golden replay, by this number and no other luck."""
    luck = Random(number)
    lines = golden(name or luck.choice(GAMES))
    for _ in range(luck.choice((1, 1, 1, 1, 2))):
        try:
            lines = luck.choice(KINDS)(lines, luck) or lines
        except UNFIT:  # the first change has left nothing that the second could be made to
            break
    return b"".join(lines)
