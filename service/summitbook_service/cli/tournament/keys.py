"""What organisers and contestants keep on this machine, so that they can come back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

from msgspec import Meta

from summitbook_client import Client, Contestant, Organiser, Refused

from ..kept import Keys, file_name, folder, read, write
from ..output import command
from ..problem import Problem, usage

FOLDER = "tournaments"

A = TypeVar("A")
Holder = TypeVar("Holder", Contestant, Organiser)


class _KeptContestant(Keys):
    contestant: Annotated[int, Meta(ge=0)]


def keep_organiser(organiser: Organiser) -> None:
    """Keep what the organiser of a tournament needs to run it."""
    write(_organiser(organiser.tournament_id), Keys(organiser.token, organiser.claim.hex()))


def keep_contestant(contestant: Contestant) -> None:
    """Keep what a contestant needs to play; several may have entered from here."""
    kept = _KeptContestant(contestant.token, contestant.claim.hex(), contestant.contestant)
    write(_contestant(contestant.tournament_id, contestant.contestant), kept)


def kept_contestants(client: Client, tournament_id: str) -> list[Contestant]:
    """Those who entered from here, by their numbers."""
    files = folder(FOLDER).glob(f"{file_name(tournament_id)}.contestant-*.json")
    found = [kept for file in files if (kept := read(file, _KeptContestant))]
    return [
        client.contestant(tournament_id, each.contestant, each.token, bytes.fromhex(each.claim))
        for each in sorted(found, key=lambda each: each.contestant)
    ]


def one_contestant(client: Client, tournament_id: str, number: int | None) -> Contestant:
    """The one who entered from here, or of several the one that is named; raises Problem."""
    found = kept_contestants(client, tournament_id)
    named = [each for each in found if number in {None, each.contestant}]
    numbers = ", ".join(str(each.contestant) for each in found)
    entering = command(f"tournament enter {tournament_id} --name NAME")
    if not found:
        raise Problem("NO_CONTESTANT", f"nobody has entered from here; do so with: {entering}")
    if not named:
        raise Problem("NO_CONTESTANT", f"contestant {number} did not enter from here; who did: {numbers}")
    if len(named) > 1:
        raise usage(f"several entered from here: say --contestant with one of {numbers}")
    return named[0]


async def as_organiser(client: Client, tournament_id: str, do: Callable[[Organiser], Awaitable[A]]) -> A:
    """Do it by the organiser's token that is kept here, renewed where it has run out; raises Problem."""
    kept = read(_organiser(tournament_id), Keys)
    if kept is None:
        raise Problem(
            "NO_ORGANISER", "this tournament was not made here: run it where `tournament create` was typed"
        )
    organiser = client.organiser(tournament_id, kept.token, bytes.fromhex(kept.claim))
    return await _renewing(organiser, keep_organiser, do)


async def as_contestant(contestant: Contestant, do: Callable[[Contestant], Awaitable[A]]) -> A:
    """Do it by a contestant's token, renewed where it has run out."""
    return await _renewing(contestant, keep_contestant, do)


async def _renewing(
    holder: Holder, keep: Callable[[Holder], None], do: Callable[[Holder], Awaitable[A]]
) -> A:
    try:
        return await do(holder)
    except Refused as refused:
        if not refused.token_ended:
            raise
    renewed = await holder.renewed()
    keep(renewed)
    return await do(renewed)


def _organiser(tournament_id: str) -> Path:
    return folder(FOLDER) / f"{file_name(tournament_id)}.organiser.json"


def _contestant(tournament_id: str, number: int) -> Path:
    return folder(FOLDER) / f"{file_name(tournament_id)}.contestant-{number}.json"
