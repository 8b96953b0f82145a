"""What a player waits for, in one line."""

from __future__ import annotations

from datetime import datetime, timedelta

from summitbook.v1.game_pb2 import GAME_STATUS_CLOSED, GAME_STATUS_OPEN
from summitbook.v1.game_service_pb2 import GetGameResponse

from .people import People

DAY = 86_400


def waiting(shown: GetGameResponse, people: People, invitation: str) -> str:
    """Who has to move and until when; before the start, the command by which others sit down."""
    game, own = shown.game, people.own
    until = {clock.seat: _until(clock.seconds_left) for clock in game.clocks}
    if game.status == GAME_STATUS_CLOSED:
        return ""
    if shown.legal_actions:
        return f"You have{until[own]}." if own in until else ""
    if game.status == GAME_STATUS_OPEN:
        free = sum(not seat.taken for seat in game.seats)
        return f"Waiting for {free} more to sit down. They type:\n {invitation}"
    if own is not None and own < len(game.seats) and game.seats[own].retired:
        return "You are out of this game; the others play on."
    others = [people.name(seat) + until.get(seat, "") for seat in game.waits_for if seat != own]
    if others or not game.waits_for:
        return f"Waiting for {', '.join(others)}." if others else ""
    return f"It is your turn{until.get(own or 0, '')}, but there is nothing you can do; others may."


def ends(shown: GetGameResponse, own: int | None) -> datetime | None:
    """When the time of a turn is over: one's own, else the first of those that are waited for."""
    left = {clock.seat: clock.seconds_left for clock in shown.game.clocks}
    if not left:
        return None
    seconds = left[own] if own in left else min(left.values())
    return datetime.now().astimezone() + timedelta(seconds=seconds)


def _until(seconds: int) -> str:
    """The moment so many seconds from now, by the clock on the wall here, which stays true on a page."""
    moment = datetime.now().astimezone() + timedelta(seconds=seconds)
    return f" until {moment:%H:%M:%S}" if seconds < DAY else f" until {moment:%A, %d %B, %H:%M}"
