"""What an organiser can type next, as a tournament stands."""

from __future__ import annotations

from summitbook.v1 import tournament_pb2 as pb
from summitbook.v1.tournament_service_pb2 import TOURNAMENT_PART_DECISIONS
from summitbook_client import Client

from ..options import Server
from ..output import command, dossier_name, note


async def tell_next(client: Client, tournament_id: str, server: Server) -> None:
    """Say it to whoever runs it; before the start, which `create` has told of, there is nothing to say."""
    shown = await client.tournament(tournament_id).look(TOURNAMENT_PART_DECISIONS)
    saying, words, rest = _next(shown.tournament)
    if saying:
        typed = " ".join(filter(None, ("tournament", words, tournament_id, rest)))
        note(f"{saying}:  {command(typed, server)}")


def _next(about: pb.Tournament) -> tuple[str, str, str]:
    """What to say, the command, and what it takes besides the id."""
    if about.status == pb.TOURNAMENT_STATUS_CLOSED:
        return "Fetch its dossier with", "export", f"--out {dossier_name(about.tournament_id)}"
    if about.status != pb.TOURNAMENT_STATUS_RUNNING:
        return "", "", ""
    if about.kind == pb.TOURNAMENT_KIND_LADDER:
        return "Make a match with", "match", "CONTESTANT CONTESTANT"
    if about.round_open:
        return "When all games are over, close the round with", "close-round", ""
    if about.round < about.rounds:
        return f"Begin round {about.round + 1} with", "publish", ""
    return "That was the last round; end the tournament with", "close", ""
