"""The page of a game: the table as it stands, what happened, who is waited for, and the keys."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from summitbook.v1.game_pb2 import GAME_STATUS_CLOSED
from summitbook.v1.game_service_pb2 import GetGameResponse

from .advice import offered
from .page import Page, keys
from .people import People
from .screen import Screen
from .waiting import ends

FAREWELL = 8
"""Lines kept free for what is said when a game is over."""


def drawn(shown: GetGameResponse, title: str, screen: Screen, people: People, *, seats: bool) -> Page:
    """The page without what has been said; `seats` tells whether the player has several."""
    closed = shown.game.status == GAME_STATUS_CLOSED
    page = Page(
        title=f" {title} ",
        drawing=Text("The game has not begun."),
        people=people.at_table(shown.game),
        ends=None if closed else ends(shown, people.own),
        keys="" if closed else keys(chart=False, hint=False, seats=seats),
        below=FAREWELL if closed else 1,
    )
    if not shown.HasField("view"):
        return page
    chart = bool(screen.look_up(shown.view))
    return replace(
        page,
        title=f" {title} · {screen.heading(shown.view, people)} ",
        draw=lambda width: screen.show(shown.view, width, people),
        keys="" if closed else keys(chart=chart, hint=offered(shown), seats=seats),
    )
