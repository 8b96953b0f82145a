"""Audits of whole files, on one core."""

from __future__ import annotations

import time
from hashlib import sha256
from pathlib import Path

from summitbook_domain.games import GAMES
from summitbook_domain.policies import play, random
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

GAMES_AUDITED = 400


async def figures(folder: Path) -> dict[str, float]:
    """Events a second through all four levels."""
    (game,) = (each for each in GAMES.values() if each.name == "everest1924")
    books = [play(game, random, sha256(b"bench %d" % i).digest()) for i in range(GAMES_AUDITED)]
    files = [[line + b"\n" for line in book.lines] for book in books]
    start = time.process_time()
    reports = [audit(file, verify=verify) for file in files]
    seconds = time.process_time() - start
    assert all(report.level == "rules" for report in reports)
    return {"audit_rules_per_s": sum(report.records for report in reports) / seconds}
