"""Files spoiled as bytes: what a disk, a careless hand or a hostile one makes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

HUGE = (b"9" * 20, b"-" + b"9" * 400, b"9" * 5_000, b"1e999", b"-0", b"0.1", b"1E400000", b"NaN", b"Infinity")
ODD = (
    *(
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\x00",
        b"\xef\xbb\xbf",
        b"\r",
        b"\xe2\x80\xa8",
    ),
    *(b"\\u0000", b"\\ud800", b"\\", b'"', b"{", b"[", b"}", b"\n", b"\n\n", b"\xf0\x9f\x8f\x94"),
)
MEGABYTE = 1_000_000


def flipped(file: bytes, luck: Random) -> bytes:
    """Some bytes are others."""
    spoiled = bytearray(file)
    for _ in range(luck.choice((1, 1, 2, 20))):
        spoiled[luck.randrange(len(spoiled))] = luck.randrange(256)
    return bytes(spoiled)


def cut(file: bytes, luck: Random) -> bytes:
    """It ends early, begins late, or a piece is missing within."""
    start, end = sorted(luck.randrange(len(file) + 1) for _ in range(2))
    return luck.choice((file[:start], file[start:], file[:start] + file[end:], file[start:end]))


def moved(file: bytes, luck: Random) -> bytes:
    """A piece stands somewhere else as well."""
    start = luck.randrange(len(file))
    piece = file[start : start + luck.choice((10, 300, 3_000))]
    return _put(file, piece, luck)


def odd(file: bytes, luck: Random) -> bytes:
    """Bytes that are no text, or that mean something to a parser, wherever they fall."""
    return _put(file, luck.choice(ODD) * luck.choice((1, 1, 3)), luck)


def huge_number(file: bytes, luck: Random) -> bytes:
    """A number of any length in place of a value."""
    return _instead(file, luck.choice(HUGE), luck)


def nested(file: bytes, luck: Random) -> bytes:
    """Arrays and objects in each other, closed again or not."""
    deep = luck.choice((64, 65, 500, 1_000, 20_000, 200_000))
    opening, closing = luck.choice(((b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":', b"}]")))
    return _instead(file, opening * deep + b"1" + closing * deep * luck.randrange(2), luck)


def long_line(file: bytes, luck: Random) -> bytes:
    """A megabyte in one value: text, a list, or an object of as many keys."""
    value = luck.choice((
        lambda: b'"%b"' % (luck.choice((b"a", b"\xc3\xa4", b"\\n")) * (MEGABYTE // 2)),
        lambda: b"[%b1]" % (b"1," * (MEGABYTE // 2)),
        lambda: json.dumps({f"k{i}": i for i in range(MEGABYTE // 16)}).encode(),
        lambda: b"[%b{}]" % (b"{}," * (MEGABYTE // 3)),
    ))()  # fmt: skip
    return _instead(file, value, luck)


def heaped(file: bytes, luck: Random) -> bytes:
    """No game at all: bytes, or lines of JSON that are no records."""
    if luck.random() < 0.5:
        return luck.randbytes(luck.choice((0, 1, 10, 5_000)))
    return (
        luck.choice((b"{}\n", b"[]\n", b"null\n", b'{"seal":1}\n', b'{"type":"GameClosed"}\n', b"\n")) * 300
    )


SPOILERS: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(flipped, cut, moved, odd, huge_number) * 4,
    *(nested, heaped) * 2,
    long_line,
)  # fmt: skip
"""As often as they are cheap."""


def _put(file: bytes, piece: bytes, luck: Random) -> bytes:
    at = luck.randrange(len(file) + 1)
    return file[:at] + piece + file[at:]


def _instead(file: bytes, value: bytes, luck: Random) -> bytes:
    """In place of whatever stands behind some colon; where it ends is a guess."""
    colons = [at for at in range(len(file)) if file[at : at + 2] in {b'":', b"]:"}]
    start = luck.choice(colons) + 2 if colons else 0
    end = min((at for each in (b",", b"}") if (at := file.find(each, start)) >= 0), default=len(file))
    return file[:start] + value + file[end:]
