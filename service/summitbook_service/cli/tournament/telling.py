"""What happens in a tournament, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from summitbook.v1 import tournament_pb2 as pb
from summitbook.v1.tournament_service_pb2 import TOURNAMENT_PART_CONTESTANTS
from summitbook_client import Client
from summitbook_client.messages import clean, printable
from summitbook_client.terminal.counting import counted
from summitbook_client.tournaments import Tournament

from ..output import emit
from ..plain import typed

Names = Sequence[str]
"""The contestants' names by their numbers."""


class Known(NamedTuple):
    """What its events are told by: the game's title, and the contestants' names by their numbers."""

    title: str
    names: list[str]


class Done(Protocol):
    """What any command of a tournament is answered with."""

    version: int
    record_hash: bytes

    @property
    def events(self) -> Iterable[pb.TournamentEvent]:
        """What it led to."""


async def tell(client: Client, tournament_id: str, done: Done, *, as_json: bool) -> None:
    """Print what a command led to: a line for each event, or with --json an object of them all."""
    if as_json:
        emit(answered(tournament_id, done))
        return
    known = await known_of(Tournament(client, tournament_id))
    for event in done.events:
        print(line(event, known))


async def known_of(tournament: Tournament) -> Known:
    """What is known of it now."""
    whole = await tournament.look(TOURNAMENT_PART_CONTESTANTS)
    return Known(printable(whole.tournament.title), names_of(whole.contestants))


def answered(tournament_id: str, done: Done) -> dict[str, Any]:
    """The answer to a command for machines: its receipt, and its events."""
    return {
        "tournament_id": tournament_id,
        "version": done.version,
        "record_hash": done.record_hash.hex(),
        "events": list(map(typed, done.events)),
    }


def names_of(contestants: Iterable[pb.Contestant]) -> list[str]:
    """The contestants' names by their numbers, fit for a terminal."""
    return [printable(each.name) for each in contestants]


def line(event: pb.TournamentEvent, known: Known) -> str:
    """One event on a line."""
    kind = event.WhichOneof("event")
    if kind is None:
        return "something that this client is too old to know"
    own = clean(getattr(event, kind))
    if kind == "tournament_created":
        return f"{own.name}: {known.title} is announced"
    return _WORDS[kind](own, known.names)


def called(number: int, names: Names) -> str:
    """A contestant by name, or by its number where it entered after the names were asked for."""
    return names[number] if number < len(names) else f"contestant {number}"


def players(numbers: Iterable[int], names: Names) -> str:
    """Several by name."""
    return ", ".join(called(number, names) for number in numbers)


def _published(event: pb.RoundPublished, names: Names) -> str:
    byes = f"; a bye for {players(event.byes, names)}" if event.byes else ""
    games = counted(len(event.games), "game")
    return f"round {event.round} is published: {games} on one deal{byes}"


def _finished(event: pb.GameFinished, names: Names) -> str:
    return f"game {event.game_id} is over ({event.outcome}): {results(event, names)}"


def results(event: pb.GameFinished, names: Names) -> str:
    """What each contestant of a game got for it; nothing where it has none."""
    return ", ".join(f"{called(each.contestant, names)} {_result(each)}" for each in event.results)


def _result(result: pb.Result) -> str:
    if result.HasField("points"):
        return counted(result.points, "point")
    return f"place {result.place}" if result.HasField("place") else "without a result"


def decided(event: pb.DecisionMade, names: Names) -> str:
    """A referee's decision and its reason."""
    who = called(event.contestant, names) if event.HasField("contestant") else ""
    game = f"game {event.game_id}" if event.HasField("game_id") else ""
    match event.ruling:
        case pb.RULING_POINTS:
            verb = "loses" if event.points < 0 else "is given"
            done = f"{who} {verb} {counted(abs(event.points), 'point')}"
        case pb.RULING_STRIKE:
            done = f"the result of {game} counts nothing{f' for {who}' if who else ''}"
        case pb.RULING_EXCLUDE:
            done = f"{who} is excluded"
        case _:
            done = f"{game} is cancelled"
    return f"{done}: {event.reason}"


_WORDS: dict[str, Callable[[Any, Names], str]] = {
    "contestant_entered": lambda event, _: f"{event.name} enters as contestant {event.contestant}",
    "contestant_left": lambda event, names: f"{called(event.contestant, names)} leaves",
    "tournament_started": lambda _, __: "the tournament has begun",
    "round_published": _published,
    "match_made": lambda event, names: f"match {event.game_id}: {players(event.contestants, names)}",
    "game_finished": _finished,
    "decision_made": lambda event, names: f"decision: {decided(event, names)}",
    "round_closed": lambda event, _: f"round {event.round} is closed; its seed was {event.seed.hex()}",
    "tournament_closed": lambda event, names: (
        f"the tournament is closed; first: {_first(event.standings, names)}"
    ),
}


def _first(standings: Sequence[pb.Standing], names: Names) -> str:
    return players((each.contestant for each in standings if each.place == 1), names) or "nobody"
