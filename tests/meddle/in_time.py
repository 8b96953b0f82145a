"""
The same tournament at other times, told anew by whoever has the service's key.

Nothing hangs on a time but the hashes, and whoever tells it anew mends those: every level
holds. Only a receipt that was given before finds it out.
"""

from __future__ import annotations

import json
from random import Random

from summitbook_domain.dossier.files import LOG
from summitbook_domain.record import Head
from summitbook_domain.tournament.state import Fixture

from .evidence import Evidence, Found, Record, Trial, covered, file_of

LATER = "2026-12-24T20:00:00.000000Z"
Files = dict[str, bytes]


def log_anew(evidence: Evidence, at: int) -> Files:
    """The tournament's log with another time in this record, from 0."""
    records = evidence.records()
    records[at]["at"] = LATER
    return covered(evidence, "insider", records)


def game_anew(evidence: Evidence, fixture: Fixture, at: int) -> Files:
    """A game's log so, and counted so in the tournament's."""
    name = file_of(fixture)
    records = evidence.records(name)
    records[at]["at"] = LATER
    files = covered(evidence, "insider", records, name)
    head = json.loads(files[name].splitlines()[len(records) - 1])["hash"]
    log = evidence.records()
    counted = log[evidence.line_of("GameFinished", game_id=fixture.game_id) - 1]
    counted["data"]["hash"] = counted["cause"]["args"]["hash"] = head
    return {**files, LOG: covered(evidence, "insider", log)[LOG]}


def receipt(record: Record) -> Head:
    """What whoever was answered with this record kept."""
    return Head(record["n"], record["hash"])


def log(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Somebody was answered with that record, or with a later one."""
    records = evidence.records()
    at = luck.randrange(len(records))
    kept = luck.choice(records[at:])
    return Trial(
        f"{evidence.kind}: the log told anew",
        log_anew(evidence, at),
        Found(LOG, kept["n"], "BROKEN_CHAIN"),
        receipts={LOG: receipt(kept)},
    )


def game(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Somebody who played it was."""
    fixture = evidence.game(luck)
    records = evidence.records(file_of(fixture))
    at = luck.randrange(len(records))
    kept = luck.choice(records[at:])
    return Trial(
        f"{evidence.kind}: a game told anew",
        game_anew(evidence, fixture, at),
        Found(file_of(fixture), kept["n"], "BROKEN_CHAIN"),
        receipts={file_of(fixture): receipt(kept)},
    )


CHANGES = (log, game)
