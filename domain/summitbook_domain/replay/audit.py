"""The audit: one pass over a file, four levels, the first fault of the lowest level that fails."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from ..game import Game
from ..games import GAMES
from ..record import Head, Record
from .chain import Chain
from .dice import Dice, revealed_by
from .report import LEVELS, Caveat, Fault, Level, Report
from .retelling import NotAsTold, Retelling
from .rules import Rules
from .seal import Verify, check_seal

LONGEST_TAIL = 3
"""GameClosed, a reveal and a seal: the lines in which a seed can be."""


def audit(
    lines: Iterable[bytes],
    *,
    verify: Verify,
    level: Level = "rules",
    keys: Collection[str] = (),
    heads: Sequence[Head] = (),
    games: Mapping[tuple[str, int], Game[Any, Any, Any]] = GAMES,
) -> Report:
    """
    Check a recorded game, given as lines with their line feeds, up to a level.

    `keys` are the trusted public keys in hex; `heads` were kept from answers, one with
    n = 0 may be the hash of any record. Never raises for what a file holds.
    """
    wanted = LEVELS[: LEVELS.index(level) + 1]
    check = partial(_audit, list(lines), wanted, games, verify=verify, keys=keys, heads=heads)
    try:
        return check(quick=True)
    except NotAsTold:
        return check(quick=False)


def _audit(
    lines: Sequence[bytes],
    wanted: Sequence[Level],
    games: Mapping[tuple[str, int], Game[Any, Any, Any]],
    *,
    verify: Verify,
    keys: Collection[str],
    heads: Sequence[Head],
    quick: bool,
) -> Report:
    """Quick or thorough; raises NotAsTold where the quick way does not lead to the end."""
    chain = Chain(heads)
    checks = _checks(lines, wanted, games)
    try:
        _read(lines, chain, checks, quick=quick)
    except Fault as fault:
        return _report(chain, None, fault=fault, fails="chain")
    caveats = () if heads or chain.seal else (_NO_HEAD,)
    if "seal" not in wanted:
        return _report(chain, "chain", caveats=caveats)
    try:
        caveats = (*check_seal(chain, verify, keys), *caveats)
    except Fault as fault:
        return _report(chain, "chain", fault=fault, fails="seal", caveats=caveats)
    return _judge(chain, checks, wanted, caveats)


class _Taker(Protocol):
    def take(self, line: int, record: Record) -> None: ...


class _Check:
    """One level that needs the seed, resting after its first fault."""

    def __init__(self, level: Level, taker: _Taker) -> None:
        self.level = level
        self.fault: Fault | None = None
        self.taker = taker

    def take(self, line: int, record: Record) -> None:
        if self.fault is None:
            try:
                self.taker.take(line, record)
            except Fault as fault:
                self.fault = fault


_NO_HEAD = Caveat("NO_HEAD", "neither a seal nor a receipt ties this file to the game that was played")
_NO_SEED = Caveat("NO_SEED", "the seed is not revealed yet: checked up to the seal")


def _checks(
    lines: Sequence[bytes], wanted: Sequence[Level], games: Mapping[tuple[str, int], Game[Any, Any, Any]]
) -> list[_Check]:
    """The levels that need the seed; none where the file does not reveal it."""
    revealed = revealed_by(lines[-LONGEST_TAIL:], len(lines))
    if revealed is None:
        return []
    checks = [_Check("dice", Dice(games, revealed)), _Check("rules", Rules(games, revealed.seed))]
    return [check for check in checks if check.level in wanted]


def _read(lines: Sequence[bytes], chain: Chain, checks: Sequence[_Check], *, quick: bool) -> None:
    telling: Retelling | None = None
    for raw in lines:
        if telling and not chain.closed:
            telling.take(raw)
            chain.follow(telling.head, telling.closed)
        elif record := chain.take(raw):
            _take(checks, chain.lines, record)
            telling = _telling(chain, checks) if quick else None
    chain.end()


def _telling(chain: Chain, checks: Sequence[_Check]) -> Retelling | None:
    """What tells the rest of the game again, where its first record is right at every level."""
    rules = next((check.taker for check in checks if isinstance(check.taker, Rules)), None)
    if rules is None or rules.table is None or any(check.fault for check in checks):
        return None
    return Retelling(rules.table, chain.head, rules.seed)


def _take(checks: Sequence[_Check], line: int, record: Record) -> None:
    """A level is only asked while the one before holds."""
    for check in checks:
        check.take(line, record)
        if check.fault:
            break


def _judge(
    chain: Chain, checks: Sequence[_Check], wanted: Sequence[Level], caveats: tuple[Caveat, ...]
) -> Report:
    reached: Level = "seal"
    if "dice" in wanted and not checks:
        return _unrevealed(chain, caveats)
    for check in checks:
        if check.fault:
            return _report(chain, reached, fault=check.fault, fails=check.level, caveats=caveats)
        reached = check.level
    return _report(chain, reached, caveats=caveats)


def _unrevealed(chain: Chain, caveats: tuple[Caveat, ...]) -> Report:
    """A running game and a shared deal keep their seed; any other closed log must show it."""
    if chain.closed and chain.created and chain.created.seed_source != "deal":
        fault = Fault("BAD_SEED", chain.head.n, "the closing event does not reveal the seed")
        return _report(chain, "seal", fault=fault, fails="dice", caveats=caveats)
    return _report(chain, "seal", caveats=(*caveats, _NO_SEED))


def _report(
    chain: Chain,
    reached: Level | None,
    *,
    fault: Fault | None = None,
    fails: Level | None = None,
    caveats: tuple[Caveat, ...] = (),
) -> Report:
    wrong: dict[str, Any] = {"code": fault.code, "line": fault.line, "reason": fault.reason} if fault else {}
    shown = {"expected": fault.expected, "found": fault.found} if fault else {}
    named: dict[str, Any] = (
        {"game": chain.created.game, "game_id": chain.created.game_id} if chain.created else {}
    )
    return Report(
        level=reached,
        fails=fails,
        caveats=caveats,
        records=chain.head.n,
        outcome=chain.closed.outcome if chain.closed else None,
        head=chain.head.hash if chain.head.n else "",
        key=chain.seal.key if chain.seal else "",
        **wrong,
        **shown,
        **named,
    )
