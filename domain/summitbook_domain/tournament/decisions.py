"""What a referee may decide: docs/tournaments.md, "Decisions"."""

from __future__ import annotations

from collections.abc import Callable

from ..refusal import BAD_ARGS, Refused
from . import commands as c
from . import events as e
from .state import Fixture, Tournament


def judged(state: Tournament, command: c.MakeDecision) -> e.DecisionMade:
    """The decision as it is recorded, or Refused."""
    for field in _UNUSED[command.ruling]:
        if getattr(command, field) != _NOTHING[field]:
            raise Refused(BAD_ARGS, f"the ruling {command.ruling} takes no {field}", field=field)
    _CHECKS[command.ruling](state, command)
    return e.DecisionMade(command.ruling, command.reason, command.contestant, command.game_id, command.points)


def _check_points(state: Tournament, command: c.MakeDecision) -> None:
    if state.birth.kind == "ladder":
        raise Refused(c.WRONG_KIND, "a ladder has a rating, no points", kind="ladder")
    if not command.points:
        raise Refused(BAD_ARGS, "say how many points, above or below 0", field="points")
    _known(state, command.contestant)


def _check_strike(state: Tournament, command: c.MakeDecision) -> None:
    fixture = _game(state, command.game_id)
    if fixture.finish is None:
        raise Refused(c.BAD_GAME, "the game goes on; cancel it instead", game_id=fixture.game_id)
    if command.contestant not in {None, *fixture.contestants}:
        raise Refused(c.BAD_CONTESTANT, "did not play this game", contestant=command.contestant)


def _check_exclude(state: Tournament, command: c.MakeDecision) -> None:
    number = _known(state, command.contestant)
    if state.contestants[number].excluded:
        raise Refused(c.BAD_CONTESTANT, "is excluded already", contestant=number)


def _check_cancel(state: Tournament, command: c.MakeDecision) -> None:
    fixture = _game(state, command.game_id)
    if fixture.finish:
        raise Refused(c.BAD_GAME, "the game is over; strike its result instead", game_id=fixture.game_id)


def _known(state: Tournament, number: int | None) -> int:
    if number is None:
        raise Refused(BAD_ARGS, "say which contestant", field="contestant")
    if not 0 <= number < len(state.contestants):
        raise Refused(c.BAD_CONTESTANT, "there is no such contestant", contestant=number)
    return number


def _game(state: Tournament, game_id: str | None) -> Fixture:
    if game_id is None:
        raise Refused(BAD_ARGS, "say which game", field="game_id")
    fixture = state.fixture(game_id)
    if fixture is None:
        raise Refused(c.BAD_GAME, "this tournament has no such game", game_id=game_id)
    return fixture


_CHECKS: dict[c.Ruling, Callable[[Tournament, c.MakeDecision], None]] = {
    "points": _check_points,
    "strike": _check_strike,
    "exclude": _check_exclude,
    "cancel": _check_cancel,
}
_NOTHING: dict[str, int | None] = {"contestant": None, "game_id": None, "points": 0}
_UNUSED: dict[c.Ruling, tuple[str, ...]] = {
    "points": ("game_id",),
    "strike": ("points",),
    "exclude": ("points", "game_id"),
    "cancel": ("points", "contestant"),
}
