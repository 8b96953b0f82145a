"""What a player may look at beside the game: how it is played, what the signs mean, the chart."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from summitbook.v1.game_service_pb2 import GameInfo

from ..messages import printable
from .leaving import WAYS

HELP = ("?", "help")
"""What one types for how the game is played."""
CHART = ("c", "chart")
"""What one types for the chart of a game that has one."""
TYPING = """\
Type the number of a choice, or its words, and Enter. A word alone lists what
begins with it. Enter alone goes on where there is nothing to decide. ? or help
is this page, in the app F1 too.

! or hint tells what each choice is worth, as far as is known, in the app F2 too.
The others see that you asked; in a tournament nobody may."""


def helping(info: GameInfo, legend: str, seats: str = "") -> list[Text]:
    """The server's help in short, then what is this client's own."""
    rules = Text.assemble((printable(info.title), "bold"), f"\n\n{_lines(info.help)}\n")
    own = "\n\n".join(filter(None, (legend, TYPING, seats, WAYS)))
    return [rules, Text(f"{own}\n")]


def pages(console: Console, parts: Sequence[Text]) -> list[list[Text]]:
    """As many parts at once as there is room for, with a line left to type on."""
    found: list[list[Text]] = [[]]
    for part in parts:
        if found[-1] and console.is_terminal and _height(console, [*found[-1], part]) >= console.height:
            found.append([])
        found[-1].append(part)
    return found


def _height(console: Console, parts: Sequence[Text]) -> int:
    return sum(len(console.render_lines(part, pad=False)) for part in parts)


def _lines(text: str) -> str:
    """Several lines of the server's without what could steer a terminal."""
    return "\n".join(map(printable, text.splitlines()))
