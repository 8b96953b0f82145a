"""Whole dossiers for tests: played, sealed, packed and audited."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from zipfile import ZipFile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tampering import KEY, SIGNER, sealed
from tournaments import Cup, duplicate, ladder, tables

from summitbook_domain.dossier import Dossier, Outcome, played_of
from summitbook_domain.dossier.files import LOG, game_file
from summitbook_domain.record import Head
from summitbook_domain.replay import Reveal, audit, reveal_line
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.state import Fixture
from summitbook_service.dossiers import DossierWriter
from summitbook_service.keys import verify

Files = dict[str, bytes]
"""The files of a dossier by name."""


def whole_duplicate() -> Cup:
    """Five, with one late, one gone, one never there, a game cancelled, points taken, a result struck."""
    cup = duplicate(5, rounds=3)
    cup.publish()
    cup.play(absent=[3])
    cup.close_round()
    cup.enter(1)
    cup.ask(c.LeaveTournament(1), contestant=1)
    second = cup.publish()
    cup.decide("cancel", game_id=second.games[1].game_id)
    cup.play(cancelled=[second.games[1].game_id])
    cup.decide("strike", game_id=second.games[0].game_id, contestant=0)
    cup.decide("points", contestant=2, points=-3)
    cup.close_round()
    cup.publish()
    cup.play()
    cup.close_round()
    cup.close()
    return cup


def whole_tables() -> Cup:
    """Seven at tables of three, one of whom is excluded in the middle and one of whom is never there."""
    cup = tables(7, seats=3, rounds=3)
    for number in range(3):
        cup.publish()
        cup.play(absent=[6])
        cup.close_round()
        if number == 1:
            cup.decide("exclude", contestant=6)
    cup.close()
    return cup


def whole_ladder() -> Cup:
    """Four on a ladder."""
    cup = ladder(4)
    for match in ((0, 1), (2, 3), (0, 2, 3), (1, 3)):
        cup.match(*match)
        cup.play()
    cup.close()
    return cup


WHOLE = {"duplicate": whole_duplicate, "tables": whole_tables, "ladder": whole_ladder}


@cache
def cup_of(kind: str) -> Cup:
    """A tournament of each kind, played once for all tests."""
    return WHOLE[kind]()


def told_of(cup: Cup) -> list[Fixture]:
    """The games of which there is a log that can be told."""
    return [each for each in cup.state.fixtures if not each.set_aside]


def logs_of(cup: Cup, signer: Ed25519PrivateKey = SIGNER) -> Files:
    """Its log and those of its games, sealed."""
    deals = {each.number: each for each in cup.state.rounds}
    files = {LOG: _sealed(cup.minutes.lines, signer)}
    for fixture in told_of(cup):
        lines, reveal = cup.books[fixture.game_id].lines, []
        if past := deals.get(fixture.round):
            reveal = [reveal_line(Reveal(deal=past.deal, seed=past.seed))]
        files[game_file(fixture.game_id)] = _sealed(lines, signer, reveal)
    return files


def _sealed(lines: Iterable[bytes], signer: Ed25519PrivateKey, reveal: Iterable[bytes] = ()) -> bytes:
    *records, seal = sealed([line + b"\n" for line in lines], signer)
    return b"".join([*records, *(line + b"\n" for line in reveal), seal])


def packed(cup: Cup, logs: Mapping[str, bytes]) -> bytes:
    """The archive as the service would make it of these logs."""
    archive = io.BytesIO()
    writer = DossierWriter(archive.write)
    writer.log(logs[LOG])
    for fixture in told_of(cup):
        writer.game(fixture.game_id, logs[game_file(fixture.game_id)])
    writer.end(cup.state)
    return archive.getvalue()


def unzipped(archive: bytes) -> Files:
    with ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@cache
def dossier_of(kind: str) -> Mapping[str, bytes]:
    """The files of its dossier."""
    return unzipped(packed(cup_of(kind), logs_of(cup_of(kind))))


def outcome_of(
    files: Mapping[str, bytes],
    keys: Iterable[str] = (KEY,),
    names: Iterable[str] = (),
    heads: Sequence[Head] = (),
    receipts: Mapping[str, Head] | None = None,
) -> Outcome:
    """The verdict on these files; `names` where a name is there twice, `receipts` by the file to hold one."""
    keys, receipts = tuple(keys), receipts or {}
    heads = (*heads, *(kept for name, kept in receipts.items() if name == LOG))
    dossier = Dossier(list(names) or list(files), files.__getitem__, verify=verify, keys=keys, heads=heads)
    for fixture in dossier.games:
        name = game_file(fixture.game_id)
        tables, lines = [], files[name].splitlines(keepends=True)
        kept = [receipts[name]] if name in receipts else []
        report = audit(lines, verify=verify, keys=keys, heads=kept, ended=tables.append)
        dossier.take(fixture, report, played_of(tables[0]) if tables else None)
    return dossier.end()
