"""Laws of every game there is: the same game in another process is the same game."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from whole_games import ALL, name_of

HERE = Path(__file__).parent
HASH_SEEDS = range(20)


def digest_under(hash_seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": str(HERE.parent)}
    command = [sys.executable, str(HERE / "digest.py")]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_no_sets_order_reaches_a_game():
    """Under 20 values of PYTHONHASHSEED the same games give the same records, views, lists and words."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        digests = set(pool.map(digest_under, HASH_SEEDS))

    (same,) = digests
    told = dict(line.split() for line in same.splitlines())
    assert told.keys() == {name_of(game) for game in ALL}
    assert {len(digest) for digest in told.values()} == {64}
