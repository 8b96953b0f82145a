"""A game as an app: the board, what happened, who sits there and the choices, each in its pane."""

from .panes import Board, Line, Scrubber, Told
from .room import Room
from .view import View

__all__ = ["Board", "Line", "Room", "Scrubber", "Told", "View"]
