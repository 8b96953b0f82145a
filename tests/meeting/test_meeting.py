"""Tournaments on two nodes, one of which is killed while everyone plays: a short `make tournament`."""

from crash.nodes import on_postgres

from summitbook.v1 import tournament_pb2 as pb

from .judge import judge
from .meeting import Plan, meeting

PLANS = [
    Plan("Everest Open", pb.TOURNAMENT_KIND_DUPLICATE, "everest1924", 5, 1, 2, 2, tired=30),
    Plan("Peaks Cup", pb.TOURNAMENT_KIND_TABLES, "dicey_peaks", 4, 2, 2, 2, tired=30),
]


async def test_a_meeting_outlives_a_node(tmp_path, breakable):
    """Late entries, drop-outs and no-shows among them, both come to their end, and their dossiers hold."""
    held, lines = await meeting(on_postgres(tmp_path, breakable), PLANS, seed=1)
    assert lines.retried > 0
    for each in held:
        verdict = judge(each)
        assert verdict.findings == ()
        assert verdict.games == each.whole.tournament.games > 0
