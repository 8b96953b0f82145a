"""The promises of docs/api.md under faults that no real service would meet in years."""

import os
import subprocess
import sys

import pytest
from simulation.plants import PLANTS, planted
from simulation.run import BrokenPromise, simulate
from simulation.runs import broken

SEEDS = 5_000
TOGETHER = 500
"""So many runs are one test, which no slow machine takes for one that hangs."""
FIND_WITHIN = 1_000


@pytest.mark.parametrize("first", range(0, SEEDS, TOGETHER))
def test_no_promise_is_broken(first):
    """Whatever fails and whenever, what is promised holds: see `World` and `check_log` for what is asked."""
    assert broken(range(first, first + TOGETHER)) is None


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS)
def test_a_planted_fault_is_found(plant):
    """A fault planted in the code of a promise breaks it within a thousand runs: the simulation can fail."""
    with planted(plant), pytest.raises(BrokenPromise, match="make simulate-faults SEED="):
        all(map(simulate, range(FIND_WITHIN)))


DIGESTS = "from simulation.run import simulate; print(*(simulate(seed).digest for seed in range(20)))"


def test_a_seed_is_one_run():
    """The same seed is the same run to the letter, in any process and whatever its hashes are."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGESTS],
            env={**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashes in ("1", "2", "3")
    }
    assert len(digests) == 1
    assert len(set(digests.pop().split())) == 20
