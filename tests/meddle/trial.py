"""Which changes are tried, and whether each is found where it was made and by its name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dossiers import WHOLE, outcome_of

from . import in_games, in_log, in_rest, in_time
from .evidence import HOW, Evidence, Found, Trial

CHANGES = (*in_log.CHANGES, *in_games.CHANGES, *in_rest.CHANGES, *in_time.CHANGES)


def trials(seed: int, changes: int) -> Iterator[Trial]:
    """So many changes: every one in turn, of every kind of tournament, covered up in every way."""
    every = {kind: Evidence(kind) for kind in WHOLE}
    for number in range(changes):
        luck = Random(f"{seed}/{number}")
        change = CHANGES[number % len(CHANGES)]
        kind = list(every)[(number // len(CHANGES)) % len(every)]
        yield change(every[kind], luck.choice(HOW), luck)


def missed(trial: Trial) -> str | None:
    """What is told instead of what must be, None where it is told."""
    findings = outcome_of(trial.files, names=trial.names, receipts=trial.receipts).findings
    found = Found(findings[0].file, findings[0].line, findings[0].code) if findings else None
    return None if found == trial.wanted else f"{trial.what}: wanted {trial.wanted}, found {findings[:2]}"
