"""The files of the kit: a golden replay, changed in one way each, and the verdict it must get."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any

from making import (
    GAME,
    GOLDEN_KEY,
    HILL,
    LAST,
    MOUNTAIN,
    OTHER_DEAL,
    PEAKS,
    SHARED,
    UNSEALED,
    Case,
    Records,
    changed,
    faulty,
    lawless,
    lines_of,
    records_of,
    rewritten,
    sealed,
    sound,
    with_keys,
    written,
)  # fmt: skip

from summitbook_domain import canonical
from summitbook_domain.record import Head
from summitbook_domain.replay import Reveal
from summitbook_domain.replay.tail import reveal_line


def sound_ones() -> list[Case]:
    """Files in which nothing is wrong."""
    lines, shared = lines_of(GAME), lines_of(SHARED)
    third = json.loads(lines[2])
    names = records_of(GAME)
    names[1]["data"]["name"] = names[1]["cause"]["args"]["name"] = (
        'Zo\u00eb Zoe\u0308 \U0001f3d4 \u05d0\u05d1 "\\'
    )
    return [
        sound("sound", "as it was recorded, its key trusted", lines, keys=(GOLDEN_KEY,)),
        sound("sound-any-key", "the same, no key named", lines, "UNKNOWN_KEY"),
        sound("sound-unsealed", "the seal left out", lines[:LAST], *UNSEALED),
        sound("sound-receipt", "no seal, but a receipt that fits", lines[:LAST], "NO_SEAL", heads=(Head(3, third["hash"]),)),
        sound("sound-receipt-without-number", "the same by its hash alone", lines[:LAST], "NO_SEAL", heads=(Head(0, third["hash"]),)),
        sound("sound-running", "a game still running, sealed as of then", sealed(lines[:6]), "UNKNOWN_KEY", "NO_SEED", level="seal"),
        sound("sound-deal-open", "of a shared deal that is still played", [*shared[:-2], shared[-1]], "UNKNOWN_KEY", "NO_SEED", level="seal"),
        sound("sound-deal-revealed", "of a shared deal, with its reveal", shared, "UNKNOWN_KEY"),
        sound("sound-names", "a name of composed and decomposed letters, an emoji, Hebrew, quote and backslash", sealed(written(names)), "UNKNOWN_KEY"),
        sound("sound-own-mountain", "content of its own, carried whole", lines_of(MOUNTAIN), "UNKNOWN_KEY"),
        sound("sound-own-hill", "cards drawn from a pile that was shuffled again", lines_of(HILL), "UNKNOWN_KEY"),
    ]  # fmt: skip


def badly_written() -> list[Case]:
    """Lines that are no records, or not written as records are; the chain is mended where it can be."""
    lines = lines_of(GAME)
    return [
        faulty("byte-order-mark", "a byte order mark", [b"\xef\xbb\xbf" + lines[0], *lines[1:]], "BAD_FORMAT", 1),
        faulty("blank-line", "an empty line", [*lines[:4], b"\n", *lines[4:]], "BAD_FORMAT", 5),
        faulty("not-utf-8", "a byte that is no UTF-8", rewritten(2, b"Howard", b"H\xffward"), "BAD_FORMAT", 2),
        faulty("float", "a number with a point", rewritten(5, b'"turn":1', b'"turn":1.0'), "BAD_FORMAT", 5),
        faulty("exponent", "a number with an exponent", rewritten(5, b'"turn":1', b'"turn":1e0'), "BAD_FORMAT", 5),
        faulty("too-large", "the integer 2^53", rewritten(5, b'"turn":1', b'"turn":9007199254740992'), "BAD_FORMAT", 5),
        faulty("repeated-key", "a key twice", rewritten(5, b'"turn":1', b'"turn":1,"turn":1'), "BAD_FORMAT", 5),
        faulty("lone-surrogate", "half a character", rewritten(2, b"Howard", rb"\ud83c"), "BAD_FORMAT", 2),
        faulty("nested-65-deep", "nested 65 deep", rewritten(6, b'"args":{', b'"args":{"a":' + b"[" * 62 + b"]" * 62 + b","), "BAD_FORMAT", 6),
        faulty("carriage-return", "lines that end as on Windows", [line.replace(b"\n", b"\r\n") for line in lines], "NOT_CANONICAL", 1),
        faulty("minus-zero", "the integer -0", rewritten(4, b'"row":0', b'"row":-0'), "NOT_CANONICAL", 4),
        faulty("white-space", "a space", rewritten(5, b'"turn":1', b'"turn": 1'), "NOT_CANONICAL", 5),
        faulty("key-order", "keys out of order", rewritten(4, b'"column":0,"dice":3', b'"dice":3,"column":0'), "NOT_CANONICAL", 4),
        faulty("needless-escape", "a letter escaped", rewritten(2, b"Howard", rb"\u0048oward"), "NOT_CANONICAL", 2),
        faulty("key-missing", "a common event without a field", sealed(written(_without(2, "salt"))), "BAD_FORMAT", 2),
        faulty("field-added-to-a-seat", "a common event with a field too many", changed(GAME, 2, altitude=29002), "BAD_FORMAT", 2),
        faulty("format-of-tomorrow", "another format than this one", changed(GAME, 1, format="summitbook-replay/2"), "BAD_FORMAT", 1),
        faulty("no-such-day", "recorded on 31 November", sealed(written(_at(5, "2026-11-31T20:00:00.000000Z"))), "BAD_FORMAT", 5),
        faulty("no-beginning", "the first record left out, the rest numbered anew", sealed(written(records_of(GAME)[1:])), "BAD_FORMAT", 1),
    ]  # fmt: skip


def _without(n: int, field: str) -> Records:
    records = records_of(GAME)
    del records[n - 1]["data"][field]
    return records


def _at(n: int, at: str) -> Records:
    records = records_of(GAME)
    records[n - 1] = with_keys(records[n - 1], at=at)
    return records


def badly_chained() -> list[Case]:
    """Lines that are fine by themselves, but do not follow each other, or do not end."""
    lines = lines_of(GAME)
    beyond = (Head(LAST + 1, "ab" * 32),)
    revealed = lines_of(SHARED)[-2]
    rolled = lines[4].replace(b'"values":[1,6,1]', b'"values":[6,6,1]')
    return [
        faulty("die-changed", "a die changed, nothing mended", [*lines[:4], rolled, *lines[5:]], "BROKEN_CHAIN", 5),
        faulty("line-dropped", "a line left out", lines[:5] + lines[6:], "GAP", 6),
        faulty("line-doubled", "a line twice", lines[:6] + lines[5:], "GAP", 7),
        faulty("lines-swapped", "two lines in each other's place", [*lines[:5], lines[6], lines[5], *lines[7:]], "GAP", 6),
        faulty("other-past", "a log joined onto another's beginning", [*lines_of(SHARED)[:2], *lines[2:]], "BROKEN_CHAIN", 3),
        faulty("no-line-feed", "the last line without its line feed", [*lines[:-1], lines[-1][:-1]], "TRUNCATED", LAST + 1),
        faulty("cut-short", "the end cut off, seal and all", lines[:6], "TRUNCATED", 6),
        faulty("cut-before-its-seal", "records cut off, the seal kept", [*lines[:11], lines[-1]], "TRUNCATED", 12),
        faulty("empty", "nothing at all", [], "TRUNCATED", 0),
        faulty("record-behind-the-end", "a record behind GameClosed", [*lines[:LAST], lines[3]], "AFTER_CLOSE", LAST + 1),
        faulty("garbage-behind-the-seal", "garbage behind the seal", [*lines, b"more\n"], "AFTER_CLOSE", LAST + 2),
        faulty("sealed-twice", "two seals", [*lines, lines[-1]], "AFTER_CLOSE", LAST + 2),
        faulty("needless-reveal", "a reveal behind a seed that is shown", [*lines[:LAST], revealed, lines[-1]], "AFTER_CLOSE", LAST + 1),
        faulty("seal-before-reveal", "seal and reveal in the wrong order", [*lines_of(SHARED)[:-2], lines_of(SHARED)[-1], revealed], "AFTER_CLOSE", 18),
        faulty("shapeless-seal", "a seal with a key too many", [*lines[:LAST], b'{"more":1,' + lines[-1][1:]], "BAD_FORMAT", LAST + 1),
        faulty("receipt-of-another-log", "a receipt with another hash", lines, "BROKEN_CHAIN", 3, heads=(Head(3, "ab" * 32),)),
        faulty("receipt-not-held", "a receipt without a number that is no record's", lines, "BROKEN_CHAIN", LAST, heads=(Head(0, "ab" * 32),)),
        faulty("receipt-beyond-the-end", "a receipt of a record that is not there", lines, "TRUNCATED", LAST + 1, heads=beyond),
    ]  # fmt: skip


def badly_sealed() -> list[Case]:
    """Logs whose chain holds, and whose seal does not fit."""
    lines = lines_of(GAME)
    told_anew = written(_at(5, "2026-11-29T21:00:00.000000Z"))
    seal = json.loads(lines[-1])["seal"]
    forged = canonical.encode({"seal": {**seal, "signature": "00" + seal["signature"][2:]}}) + b"\n"
    return [
        faulty("told-anew", "a time changed, the chain mended, the old seal kept", [*told_anew, lines[-1]], "BAD_SEAL", LAST + 1, fails="seal"),
        faulty("forged-signature", "a signature that does not fit", [*lines[:LAST], forged], "BAD_SEAL", LAST + 1, fails="seal"),
        faulty("sealed-by-another", "sealed anew with another key than the trusted one", sealed(lines[:LAST]), "UNKNOWN_KEY", LAST + 1, fails="seal", keys=(GOLDEN_KEY,)),
    ]  # fmt: skip


def badly_drawn() -> list[Case]:
    """Logs told anew and sealed by whoever told them, whose dice are not those of the seed."""
    early = records_of(GAME)
    early.insert(2, early.pop(4))
    revealed = json.loads(lines_of(SHARED)[-2])["reveal"]
    shared = written(records_of(SHARED))
    content = records_of(MOUNTAIN)[0]["data"]["content"]
    named = records_of(GAME)[0]["data"]["content"]
    hill = records_of(HILL)[0]["data"]["content"]

    def wrong(name: str, shows: str, lines: Sequence[bytes], code: str, line: int) -> Case:
        return faulty(name, shows, lines, code, line, "UNKNOWN_KEY", fails="dice")

    def told(**fields: str) -> list[bytes]:
        line = reveal_line(Reveal(**{**revealed, **fields})) + b"\n"
        return [*shared, line, sealed(shared)[-1]]

    return [
        wrong("other-seed", "another seed shown", changed(GAME, LAST, seed="ab" * 32), "BAD_SEED", LAST),
        wrong("no-seed", "no seed shown, in a game of no shared deal", changed(GAME, LAST, seed=None), "BAD_SEED", LAST),
        wrong("other-commitment", "another commitment", changed(GAME, 1, commitment="ab" * 32), "BAD_SEED", LAST),
        wrong("other-seed-revealed", "another seed revealed", told(seed="ab" * 32), "BAD_SEED", 17),
        wrong("other-deal-revealed", "the reveal of another deal", told(deal=OTHER_DEAL), "BAD_SEED", 17),
        wrong("unknown-edition", "an edition that does not ship", changed(GAME, 1, content={**named, "edition": "hill"}), "UNKNOWN_CONTENT", 1),
        wrong("unknown-game", "a game nobody knows", changed(GAME, 1, game="chess"), "UNKNOWN_CONTENT", 1),
        wrong("content-changed", "a die more in the content carried, its hash kept", changed(MOUNTAIN, 1, content=_other_dice(content)), "UNKNOWN_CONTENT", 1),
        wrong("too-many-tiles", "content carried with 100 tiles in a pile", changed(MOUNTAIN, 1, content=_with_tiles(content, 100)), "UNKNOWN_CONTENT", 1),
        wrong("too-many-ways", "content carried on which a mover has 1,024 ways", changed(HILL, 1, content=_parting(hill, 10)), "UNKNOWN_CONTENT", 1),
        wrong("other-roll", "a die changed", changed(GAME, 5, values=[6, 6, 1]), "WRONG_DRAW", 5),
        wrong("other-label", "a roll with the label of another", changed(GAME, 9, draw="turn/3/roll"), "WRONG_DRAW", 9),
        wrong("other-salt", "another salt", changed(GAME, 2, salt="00"), "WRONG_DRAW", 5),
        wrong("other-deal", "another deal", changed(GAME, 1, deal=OTHER_DEAL), "WRONG_DRAW", 5),
        wrong("field-added-to-a-roll", "a right roll with a field too many", changed(GAME, 5, altitude=29002), "WRONG_DRAW", 5),
        wrong("early-roll", "a roll before the start", sealed(written(early)), "WRONG_DRAW", 3),
        wrong("draw-where-none-is", "a label in an event that draws nothing", changed(GAME, 7, draw="turn/1/roll"), "WRONG_DRAW", 7),
        wrong("label-not-ascii", "a label that is not ASCII", changed(GAME, 5, draw="turn/\u0661/roll"), "WRONG_DRAW", 5),
        wrong("other-beginner", "another seat begins", changed(PEAKS, 5, first_seat=0), "WRONG_DRAW", 5),
        wrong("other-faces", "another face on a die", changed(MOUNTAIN, 8, faces=["pickaxe", "pickaxe", "pickaxe", "tent"]), "WRONG_DRAW", 8),
        wrong("other-tile", "another tile under the climber", changed(PEAKS, 11, tile="forward_2"), "WRONG_DRAW", 11),
        wrong("no-such-tile", "a tile where none can lie", changed(PEAKS, 11, position=99), "WRONG_DRAW", 11),
        wrong("other-card", "another card off the pile", changed(HILL, 6, card="m03"), "WRONG_DRAW", 6),
        wrong("other-refill", "another list shuffled", changed(HILL, 14, cards=["m01"]), "WRONG_DRAW", 15),
        wrong("refill-too-large", "more cards shuffled than there are", changed(HILL, 14, cards=["m01"] * 100), "WRONG_DRAW", 14),
    ]  # fmt: skip


def _other_dice(content: dict[str, Any]) -> dict[str, Any]:
    other = copy.deepcopy(content)
    other["data"]["dice"]["white"]["count"] += 1
    return other


def _with_tiles(content: dict[str, Any], count: int) -> dict[str, Any]:
    data = copy.deepcopy(content["data"])
    data["levels"][0]["tiles"] = ["nothing"] * count
    return _carried(data)


def _parting(content: dict[str, Any], spots: int) -> dict[str, Any]:
    """A path that parts into two at each of so many steps, and a mover of as many."""
    pairs = [[f"a{n}", f"b{n}"] for n in range(spots)]
    ahead = [*pairs[1:], ["summit"]]
    path = [
        {"id": each, "kind": "path", "up": up} for pair, up in zip(pairs, ahead, strict=True) for each in pair
    ]
    base, summit = (
        {"id": "base", "kind": "base", "up": pairs[0]},
        {"id": "summit", "kind": "summit", "up": []},
    )
    return _carried({**content["data"], "movers": {str(spots): 12}, "spots": [base, *path, summit]})


def _carried(data: dict[str, Any]) -> dict[str, Any]:
    """Content written out whole, with the hash that it has."""
    return {"data": data, "edition": data["edition"], "sha256": canonical.sha256_of(data)}


def against_the_rules() -> list[Case]:
    """Logs whose dice are right, told anew and sealed: whoever does not play them again finds no fault."""
    return [
        lawless("score-too-high", "a point more than earned", changed(GAME, 13, score=14), "WRONG_EVENT", 13),
        lawless("die-hidden", "a die of the roll left out", changed(GAME, 5, values=[1, 6]), "WRONG_EVENT", 5),
        lawless("field-added-without-a-draw", "a field too many in an event that draws nothing", changed(GAME, 7, altitude=29002), "WRONG_EVENT", 7),
        lawless("unknown-event", "an event that the game does not know, with a label", sealed(_called(7, "WindRose", draw="turn/1/roll")), "WRONG_EVENT", 7),
        lawless("not-allowed", "a command that is refused", sealed(_asked(6, dice=[])), "ILLEGAL_COMMAND", 6),
        lawless("other-choice", "another choice than what follows", sealed(_asked(6, dice=[0])), "WRONG_EVENT", 6),
        lawless("unknown-rules", "a rules edition that is not to be had", changed(GAME, 1, rules=9), "UNKNOWN_RULES", 1),
    ]  # fmt: skip


def _called(n: int, name: str, **data: Any) -> list[bytes]:
    records = records_of(GAME)
    records[n - 1] |= {"type": name, "data": data}
    return written(records)


def _asked(n: int, **args: Any) -> list[bytes]:
    records = records_of(GAME)
    records[n - 1]["cause"]["args"] |= args
    return written(records)


GROUPS: tuple[Callable[[], list[Case]], ...] = (
    sound_ones, badly_written, badly_chained, badly_sealed, badly_drawn, against_the_rules,
)  # fmt: skip


def cases() -> list[Case]:
    """All of them, in the order of the levels that find their faults."""
    return [case for group in GROUPS for case in group()]
