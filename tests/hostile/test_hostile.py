"""Whatever is sent, the service answers as the API page says, and nothing that was refused leaves a trace."""

from collections import Counter
from random import Random

import grpc
import pytest

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1.game_service_pb2_grpc import GameServiceStub

from .attack import Attack, Broken, Report
from .prey import Game, Prey
from .shots import METHODS, Shots
from .target import target

REQUESTS = 20_000
AN_ID, ANOTHER_ID = "928f0218-8b68-4fb3-8188-53138e4ae6ab", "0d9e5a1c-6c0f-4d0e-9a39-4f3c1d0f5b7e"
MET = {
    *("OK", "INVALID_ARGUMENT", "UNAUTHENTICATED", "PERMISSION_DENIED", "ABORTED", "BAD_ARGS", "GAME_OVER"),
    *("GAME_NOT_STARTED", "NOT_YOUR_TURN", "COMMAND_ID_USED", "NO_SUCH_GAME", "WRONG_PHASE"),
}
"""What is met on the way, or the requests are not what they mean to be."""
MOST_GROWTH = 0.2
"""So much may still come to be remembered after it is warm, by so few requests."""


async def test_nothing_gives(tmp_path):
    """Of 20,000 hostile requests none is INTERNAL, changes a log it should not, or costs memory for good."""
    with target(tmp_path / "data") as service:
        report = await Attack(service, seed=0, requests=REQUESTS).run()

    assert report.statuses.total() == REQUESTS
    assert report.growth < MOST_GROWTH
    assert report.statuses.keys() | report.reasons.keys() >= MET


def test_every_call_is_shot_at_in_every_way():
    """Each call gets bytes, messages and bent messages; the same seed is the same row of shots."""
    prey = Prey((Game(AN_ID, ("a.b.c", "d.e.f")),), (), ())
    rows = []
    for _ in range(2):
        shots = Shots(Random(1))
        shots.prey = prey
        rows.append([shots.next() for _ in range(2_000)])
    assert rows[0] == rows[1]
    hits = Counter(shot.path for shot in rows[0])
    assert all(hits[f"/{each.containing_service.full_name}/{each.name}"] > 20 for each in METHODS)


async def test_a_record_that_nobody_was_told_of_is_found(tmp_path):
    """The attack can fail: a record of a command that it was not told to be accepted is seen."""
    create = pb.CreateGameRequest(command_id=ANOTHER_ID, game="everest1924", seats=1, claim=bytes(32))
    with target(tmp_path / "data") as service:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel:
            games = GameServiceStub(channel)
            made = await games.CreateGame(create)
            cancel = pb.CancelGameRequest(command_id=AN_ID, game_id=made.game.game_id)
            await games.CancelGame(cancel, metadata=(("authorization", f"Bearer {made.token}"),))
        attack = Attack(service, seed=0, requests=100)
        attack._accepted.add(ANOTHER_ID)
        with pytest.raises(Broken, match=rf"recorded though refused \{{'{AN_ID}'\}}"):
            await attack.run()


async def test_a_record_that_is_missing_is_found(tmp_path):
    """The attack can fail: a command that was accepted and is in no log is seen."""
    with target(tmp_path / "data") as service:
        attack = Attack(service, seed=0, requests=100)
        attack._accepted.add(AN_ID)
        with pytest.raises(Broken, match=r"not recorded \{'928f0218"):
            await attack.run()


def test_growth_is_told_as_a_share():
    """Ten megabytes more on a hundred are a tenth."""
    assert round(Report(1, memory=(100, 110)).growth, 3) == 0.1
