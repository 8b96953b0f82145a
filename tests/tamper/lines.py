"""Changes to whole lines: dropped, doubled, swapped, cut off, or written in another way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from .evidence import Evidence, Line, mended
from .expecting import Change, Finding

SETTING = {"SeatTaken", "SeatLeft", "GameStarted"}
"""Events that the dice hang on: who sits where, with which salt, and when it begins."""


def dropped(evidence: Evidence, luck: Random, mend: bool) -> Change:
    """One line is not there; without a whole command the rest may be a game as good as any."""
    k = luck.randint(1, evidence.count)
    records = evidence.copy()
    gone = records.pop(k - 1)
    lines = mended(records) if mend else evidence.lines[: k - 1] + evidence.lines[k:]
    change = Change(f"record {k} dropped", lines, evidence.reveal)
    if k == evidence.count:
        return unclosed(change)
    if k == 1:
        return change._replace(chain=Finding(*(("BAD_FORMAT", 1, 0, 7) if mend else ("GAP", 1, 0, 5))))
    if not mend:
        return change._replace(chain=Finding("GAP", k, question=5))
    return change._replace(later=_missing(evidence, k, gone), retold=alone(evidence, k))


def doubled(evidence: Evidence, luck: Random, mend: bool) -> Change:
    """One line stands there twice; only advice can be asked for again as if nothing were."""
    k = luck.randint(1, evidence.count)
    records = evidence.copy()
    records.insert(k, records[k - 1])
    lines = mended(records) if mend else [*evidence.lines[:k], *evidence.lines[k - 1 :]]
    change = Change(f"record {k} doubled", lines, evidence.reveal)
    if k == evidence.count:
        return change._replace(chain=Finding("AFTER_CLOSE", k + 1))
    if not mend:
        return change._replace(chain=Finding("GAP", k + 1, question=5))
    if k == 1:
        return change._replace(chain=Finding("BAD_FORMAT", 2, question=7))
    if records[k]["type"] == "HintTaken":
        return change._replace(retold=True)
    drawn = Finding("WRONG_DRAW", k + 1, evidence.count + 1)
    if not alone(evidence, k):
        return change._replace(later=(Finding("WRONG_EVENT", k + 1), drawn))
    return change._replace(later=(*anywhere(evidence, k + 1), drawn))


def swapped(evidence: Evidence, luck: Random, mend: bool) -> Change:
    """Two lines have changed places; two commands may well come in either order."""
    i, j = sorted(luck.sample(range(1, evidence.count + 1), 2))
    if luck.random() < 0.5:  # neighbours, which are the likeliest to go unnoticed
        i, j = min(i, evidence.count - 1), min(i, evidence.count - 1) + 1
    order = list(range(evidence.count))
    order[i - 1], order[j - 1] = j - 1, i - 1
    records = evidence.copy()
    lines = mended([records[each] for each in order]) if mend else [evidence.lines[each] for each in order]
    change = Change(f"records {i} and {j} swapped", lines, evidence.reveal)
    if not mend:
        return change._replace(chain=Finding("GAP", i, question=5))
    if i == 1:
        return change._replace(chain=Finding("BAD_FORMAT", 1, question=7))
    if j == evidence.count:
        return change._replace(chain=Finding("AFTER_CLOSE", i + 1))
    if _alike(evidence, i, j):
        return change._replace(retold=True)
    both = all("cause" in evidence.records[each - 1] for each in (i, j))
    drawn = Finding("WRONG_DRAW", i, evidence.count)
    if not both:
        return change._replace(later=(*anywhere(evidence, i), drawn))
    return change._replace(later=(*anywhere(evidence, i), drawn), retold=True)


def cut(evidence: Evidence, luck: Random, mend: bool) -> Change:
    """The tail is gone, behind some record or in the midst of one; a chain needs no mending then."""
    kept = luck.randint(1, evidence.count - 1)
    if luck.random() < 0.5:
        return Change(f"cut after record {kept}", evidence.lines[:kept], [], closed=False)
    line = evidence.lines[kept]
    part = line[: luck.randrange(1, len(line))]
    lines = [*evidence.lines[:kept], part]
    found = Finding("TRUNCATED", kept + 1, question=1)
    return Change(f"cut within record {kept + 1}", lines, [], chain=found, closed=False)


def respelled(evidence: Evidence, luck: Random, mend: bool) -> Change:
    """One line says the same in another way, or in a way that no record is written; no hash can mend that."""
    k = luck.randint(1, evidence.count)
    line = evidence.lines[k - 1]
    code, other = luck.choice(list(_spellings(line, k)))
    lines = [*evidence.lines[: k - 1], other, *evidence.lines[k:]]
    question = 3 if code == "NOT_CANONICAL" else 2
    return Change(
        f"record {k} written as {code}", lines, evidence.reveal, chain=Finding(code, k, 0, question)
    )


def _spellings(line: bytes, k: int) -> Iterator[tuple[str, bytes]]:
    """The line in other ways of writing it, and with what no record holds."""
    number, body = b'"n":%d' % k, line[1:-2]
    front, _, back = body.rpartition(b",")
    yield "NOT_CANONICAL", line.replace(b'"n":', b'"n": ')
    yield "NOT_CANONICAL", line.replace(b"\n", b"\r\n")
    yield "NOT_CANONICAL", b"{%b,%b}\n" % (back, front)
    yield "NOT_CANONICAL", re.sub(rb'(?<="type":")[A-Z]', lambda found: b"\\u%04x" % ord(found[0]), line)
    yield "BAD_FORMAT", line.replace(number, number + b".0")
    yield "BAD_FORMAT", line.replace(number, b'"n":9007199254740992')
    yield "BAD_FORMAT", line.replace(number, number + b"," + number)
    yield "BAD_FORMAT", line.replace(b'"type":"', b'"type":"\xff')
    yield "BAD_FORMAT", line.replace(b'"type":"', b'"type":"\\ud800')
    yield "BAD_FORMAT", line.replace(b'{"at"', b'{"\xc3\xa4":1,"at"')
    yield "BAD_FORMAT", b"\n"


def _alike(evidence: Evidence, i: int, j: int) -> bool:
    """Whether two records say the same, each as one more event of its command."""
    one, other = (evidence.records[each - 1] for each in (i, j))
    return "cause" not in one | other and (one["type"], one["data"]) == (other["type"], other["data"])


def unclosed(change: Change) -> Change:
    """The log no longer ends with GameClosed, so that a reveal has nothing to stand behind."""
    found = Finding("AFTER_CLOSE", len(change.lines) + 1, question=4) if change.reveal else None
    return change._replace(chain=found, closed=False)


def alone(evidence: Evidence, k: int) -> bool:
    """Whether record k is all that its command led to."""
    return "cause" in evidence.records[k - 1] and (k == evidence.count or "cause" in evidence.records[k])


def anywhere(evidence: Evidence, first: int) -> tuple[Finding, ...]:
    """Commands that are no longer those of this game are found at this line or a later one."""
    return tuple(Finding(code, first, evidence.count + 1) for code in ("WRONG_EVENT", "ILLEGAL_COMMAND"))


def draws(evidence: Evidence, first: int = 1, label: str | None = None) -> tuple[Finding, ...]:
    """A wrong draw from this line on, of any label or of one; none where nothing is drawn there."""
    found = [
        each["n"]
        for each in evidence.records
        if each["n"] >= first and (drawn := each["data"].get("draw")) and label in (None, drawn)
    ]
    return (Finding("WRONG_DRAW", found[0], found[-1]),) if found else ()


def _missing(evidence: Evidence, k: int, gone: Line) -> tuple[Finding, ...]:
    """What a record that is not there leaves behind: itself, and draws that hang on it, one line up."""
    shifted = (Finding("WRONG_DRAW", k, evidence.count),)
    drawn = shifted if gone["type"] in SETTING or gone["data"].get("draw") else ()
    if alone(evidence, k):
        return (*anywhere(evidence, k), *drawn)
    return (Finding("WRONG_EVENT", k), *drawn)
