"""
The audit of a dossier: first its files and its log, then every game as it comes, then the rest.

It is handed files by name and reads none itself. Whoever asks audits the games, in one
process or many, in the order of `games`, and hands over what came of each.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import zip_longest

import msgspec

from ..record import Hash, Head
from ..replay import Report
from ..replay.report import Caveat, Fault
from ..replay.seal import Verify
from ..tournament.state import Fixture
from .again import Told, told
from .files import (
    FIXED,
    KEYS,
    LOG,
    STANDINGS_CSV,
    STANDINGS_JSON,
    game_file,
    is_game_file,
    keys_json,
    standings_csv,
    standings_json,
)
from .finding import Finding, by_fault, by_report
from .game import compare
from .played import Played

SET_ASIDE = "SET_ASIDE"
"""The warning for a game of which there is no log that could be checked."""
Read = Callable[[str], bytes]
"""The bytes of a file of the archive, by its name."""


class Outcome(msgspec.Struct, frozen=True):
    """
    The verdict on a dossier; everything that is wrong stands in `findings`, the first first.

    `told` is None where the tournament's log itself is at fault, and then nothing else was
    looked at. `games` and `records` were audited, those of the tournament's log not counted.
    """

    findings: tuple[Finding, ...]
    caveats: tuple[Caveat, ...]
    told: Told | None
    games: int
    records: int

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


class _Keys(msgspec.Struct, forbid_unknown_fields=True):
    keys: list[Hash]


class Dossier:
    """
    A dossier under audit.

    `keys` are the trusted public keys in hex, maybe none; `heads` of the tournament's log
    were kept from answers.
    """

    def __init__(
        self,
        names: Sequence[str],
        read: Read,
        *,
        verify: Verify,
        keys: Collection[str],
        heads: Sequence[Head] = (),
    ) -> None:
        self._names = set(names)
        self._read = read
        self._keys = keys
        self.findings = list(_layout(names))
        self._told = None if self._lacks(LOG) else self._tell(verify, heads)
        self._listed = self._list()
        self._used: set[str] = {self._told.key} if self._told else set()
        self._audited = self._records = 0
        if self._told:
            self._check_key(LOG, self._told.key, self._told.head.n + 1)
            self.findings += self._strangers()

    @property
    def games(self) -> list[Fixture]:
        """The games whose files are there, to be audited at level rules, in the order they were made."""
        every = self._told.state.fixtures if self._told else ()
        return [each for each in every if not each.set_aside and game_file(each.game_id) in self._names]

    def take(self, fixture: Fixture, report: Report, played: Played | None) -> list[Finding]:
        """What is wrong with the next game, given what its audit found; it is kept in `findings` too."""
        if self._told is None:
            raise AssertionError("without a log there are no games")
        before = len(self.findings)
        file = game_file(fixture.game_id)
        self._audited += 1
        self._records += report.records
        caveats = {caveat.code: caveat.text for caveat in report.caveats}
        if not report.ok:
            self.findings.append(by_report(file, report))
        elif unsure := caveats.keys() & {"NO_SEAL", "NO_SEED"}:
            code = min(unsure)
            self.findings.append(Finding(file, report.records, code, caveats[code]))
        elif played is None:
            self.findings.append(Finding(file, report.records, "TRUNCATED", "the game is not over"))
        else:
            self._check_key(file, report.key, report.records + 1 + self._told.deals[fixture.game_id].shared)
            self.findings += compare(self._told, fixture, played, report.head, report.records)
        self._used.add(report.key)
        return self.findings[before:]

    def end(self) -> Outcome:
        """The verdict, all games having been taken."""
        if self._told:
            self._compare(KEYS, "WRONG_KEYS", keys_json(self._used - {""}))
            self._compare(STANDINGS_JSON, "WRONG_STANDINGS", standings_json(self._told.state))
            self._compare(STANDINGS_CSV, "WRONG_STANDINGS", standings_csv(self._told.state))
        caveats = tuple(self._caveats(self._told)) if self._told else ()
        return Outcome(tuple(self.findings), caveats, self._told, self._audited, self._records)

    def _caveats(self, told: Told) -> Iterator[Caveat]:
        if not self._keys:
            yield _unknown(told.key)
        yield from (_set_aside(each) for each in told.state.fixtures if each.set_aside)

    def _tell(self, verify: Verify, heads: Sequence[Head]) -> Told | None:
        try:
            return told(io.BytesIO(self._read(LOG)), verify=verify, keys=self._keys, heads=heads)
        except Fault as fault:
            self.findings.append(by_fault(LOG, fault))
            return None

    def _list(self) -> frozenset[str]:
        """The keys that the dossier names; a file that is no list of keys is found at the end."""
        try:
            listed = b"{}" if self._lacks(KEYS) else self._read(KEYS)
            return frozenset(msgspec.json.decode(listed, type=_Keys).keys)
        except msgspec.DecodeError:
            return frozenset()

    def _check_key(self, file: str, key: str, line: int) -> None:
        if self._listed and key not in self._listed:
            reason = f"sealed with a key that {KEYS} does not name"
            self.findings.append(Finding(file, line, "UNKNOWN_KEY", reason, sorted(self._listed), key))

    def _strangers(self) -> Iterator[Finding]:
        """Games without a file, and files of no game of this tournament."""
        if self._told is None:
            return
        broken = {each.game_id for each in self._told.state.fixtures if each.set_aside}
        deals = {game_id: deal for game_id, deal in self._told.deals.items() if game_id not in broken}
        for game_id, deal in deals.items():
            if game_file(game_id) not in self._names:
                yield Finding(LOG, deal.line, "MISSING_GAME", f"there is no {game_file(game_id)}")
        ours = set(map(game_file, deals))
        for name in sorted(self._names):
            if is_game_file(name) and name not in ours:
                yield Finding(name, None, "FOREIGN_FILE", "no game of this tournament, or one set aside")

    def _lacks(self, name: str) -> bool:
        return name not in self._names

    def _compare(self, name: str, code: str, right: bytes) -> None:
        """A file that follows from the others must be, byte for byte, what follows."""
        if self._lacks(name):
            return
        found = self._read(name)
        if found != right:
            line, expected, there = _first_difference(right, found)
            reason = "not what follows from the logs"
            self.findings.append(Finding(name, line, code, reason, expected, there))


def _layout(names: Sequence[str]) -> Iterator[Finding]:
    """What is missing, doubled or strange among the files."""
    counted = Counter(names)
    for name in FIXED:
        if not counted[name]:
            yield Finding(name, None, "MISSING_FILE", "a dossier has this file")
    for name, count in sorted(counted.items()):
        if count > 1:
            yield Finding(name, None, "DOUBLE_FILE", "a file is there once", 1, count)
        if name not in FIXED and not is_game_file(name):
            yield Finding(name, None, "FOREIGN_FILE", "a dossier has no such file")


def _first_difference(right: bytes, found: bytes) -> tuple[int, str, str]:
    """The line, from 1, and how it reads in both; its end is told only where nothing else differs."""
    lines = zip_longest(io.BytesIO(right), io.BytesIO(found), fillvalue=b"")
    at, (one, other) = next((at, both) for at, both in enumerate(lines, 1) if both[0] != both[1])
    expected, there = one.decode(), other.decode("utf-8", "replace")
    if (bare := expected.rstrip("\r\n")) != (found_bare := there.rstrip("\r\n")):
        return at, bare, found_bare
    return at, _spelled(expected), _spelled(there)


def _spelled(line: str) -> str:
    """A line whose end can be seen."""
    return line.replace("\r", "\\r").replace("\n", "\\n")


def _set_aside(fixture: Fixture) -> Caveat:
    return Caveat(
        SET_ASIDE, f"game {fixture.game_id} was cancelled with its log broken; nothing of it can be checked"
    )


def _unknown(key: str) -> Caveat:
    return Caveat("UNKNOWN_KEY", f"sealed with {key}; name the keys you trust to be sure whose it is")
