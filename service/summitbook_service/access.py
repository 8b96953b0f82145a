"""Who may do what: from tokens and claims to leave or a plain refusal."""

from __future__ import annotations

from collections.abc import Callable

from summitbook_domain.table.state import Table

from .errors import Denied, Unauthenticated
from .keys import Bearer
from .live import Live, no_such_game


def needed(bearer: Bearer | None) -> Bearer:
    """The token that this call cannot do without; raises Unauthenticated."""
    if bearer is None:
        raise Unauthenticated("NO_TOKEN", "send the token as metadata: authorization: Bearer <token>")
    return bearer


def seat_of(bearer: Bearer | None, game_id: str) -> tuple[Bearer, int]:
    """The seat of this game that the token is for; raises Unauthenticated or Denied."""
    bearer = needed(bearer)
    if bearer.role != "operator" and bearer.game_id != game_id:
        raise Denied("OTHER_GAME", "this token is for another game")
    if bearer.seat is None:
        raise Denied("NO_SEAT", "this takes the token of a seat")
    return bearer, bearer.seat


def still_seated(bearer: Bearer) -> Callable[[Table], None]:
    """Leave while the holder of a seat's token has not left it; else raises Unauthenticated."""

    def permit(table: Table) -> None:
        if not holds_seat(bearer, table):
            raise Unauthenticated("SEAT_LEFT", "the holder of this token has left the seat")

    return permit


def holds_seat(bearer: Bearer, table: Table) -> bool:
    """Whether whoever was given this seat's token holds the seat still."""
    holder = table.holder(bearer.seat) if bearer.seat is not None else None
    return holder is not None and holder.since == bearer.since


def own_seat(bearer: Bearer | None, game_id: str, table: Table) -> int | None:
    """The seat of this game that the token is for and its holder still has, if any."""
    own = bearer is not None and bearer.game_id == game_id and holds_seat(bearer, table)
    return bearer.seat if bearer and own else None


def host_of(bearer: Bearer | None, game_id: str) -> Bearer:
    """The host of this game, or an operator; raises Unauthenticated or Denied."""
    bearer = needed(bearer)
    if bearer.role == "operator":
        return bearer
    if bearer.game_id != game_id:
        raise Denied("OTHER_GAME", "this token is for another game")
    if bearer.role != "host":
        raise Denied("NOT_HOST", "this takes the host's token, or an operator's")
    return bearer


def operator_of(bearer: Bearer | None) -> None:
    """Raise Unauthenticated or Denied unless the token is an operator's."""
    if needed(bearer).role != "operator":
        raise Denied("NOT_OPERATOR", "this takes an operator's token")


def organiser_of(bearer: Bearer | None, tournament_id: str) -> Bearer:
    """The organiser of this tournament, or an operator; raises Unauthenticated or Denied."""
    bearer = needed(bearer)
    if bearer.role == "operator":
        return bearer
    _of_tournament(bearer, tournament_id)
    if bearer.role != "organiser":
        raise Denied("NOT_ORGANISER", "this takes the organiser's token, or an operator's")
    return bearer


def contestant_of(bearer: Bearer | None, tournament_id: str) -> tuple[Bearer, int]:
    """The contestant of this tournament that the token is for; raises Unauthenticated or Denied."""
    bearer = needed(bearer)
    _of_tournament(bearer, tournament_id)
    if bearer.contestant is None:
        raise Denied("NOT_CONTESTANT", "this takes the token of a contestant")
    return bearer, bearer.contestant


def _of_tournament(bearer: Bearer, tournament_id: str) -> None:
    if bearer.role != "operator" and bearer.tournament != tournament_id:
        raise Denied("OTHER_TOURNAMENT", "this token is not for this tournament")


def may_cancel(bearer: Bearer) -> Callable[[Table], None]:
    """Leave for an operator, and for the host before the start; else raises Denied."""

    def permit(table: Table) -> None:
        if bearer.role == "host" and table.started:
            raise Denied(
                "NOT_OPERATOR", "after the start only an operator cancels a game; retire the seats instead"
            )

    return permit


def is_of(bearer: Bearer | None, game_id: str) -> bool:
    """Whether the token was made for this game, or is an operator's."""
    return bearer is not None and (bearer.role == "operator" or bearer.game_id == game_id)


def may_see(bearer: Bearer | None, live: Live) -> bool:
    """Whether the game is public, or the token one of those that see it."""
    if not live.aside.private:
        return True
    if bearer is None or bearer.role == "operator":
        return bearer is not None
    own = bearer.game_id == live.aside.game_id
    return own and (bearer.role == "host" or holds_seat(bearer, live.shown.table))


def sees_through(bearer: Bearer | None, live: Live) -> bool:
    """
    Whether a game is shown to this caller even while it is held back: its own seats, operators.

    Who runs the tournament is not among them: they may have entered, by whatever claim.
    """
    if bearer is None or bearer.role == "operator":
        return bearer is not None
    return own_seat(bearer, live.aside.game_id, live.shown.table) is not None


def check_sight(bearer: Bearer | None, live: Live) -> None:
    """Raise NotFound, as if the game were not there, where the caller may not see it."""
    if not may_see(bearer, live):
        raise no_such_game()
