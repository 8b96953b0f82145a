"""`summitbook replay show`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from summitbook_client.messages import printable
from summitbook_client.terminal.page import Page, console
from summitbook_client.terminal.page import show as show_page
from summitbook_client.terminal.screen import Screen, screen_of

from ..options import AsJson
from ..output import emit
from .keyboard import Keyboard
from .playback import Scene, scenes

KEYS = "space on, b back, a number and Enter to that record, q quit"

Recorded = Annotated[Path, Parameter(help="A recorded game.")]
Step = Annotated[bool, Parameter(negative="", show_default=False, help=f"One command at a time: {KEYS}.")]


def show(file: Recorded, /, *, step: Step = False, as_json: AsJson = False) -> None:
    """Play a recorded game back: each command, its records, and the table as it then was."""
    game, found = scenes(file)
    if as_json:
        for scene in found:
            _emit(scene)
    elif step:
        _step(console(), screen_of(game), found)
    else:
        _print(console(), screen_of(game), found)


def _emit(scene: Scene) -> None:
    """A line for each record; the view is on the last of a command."""
    view = msgspec.to_builtins(scene.view)
    for record in scene.records:
        emit({**msgspec.to_builtins(record), "view": view if record is scene.records[-1] else None})


def _print(out: Console, screen: Screen, found: list[Scene]) -> None:
    for scene in found:
        out.print(Text(printable(scene.asked), "bold"))
        for record, event in zip(scene.records, scene.events, strict=True):
            out.print(Text(f"{record.n:>4}  {screen.recorded(event, scene.people, scene.picture)}"))
        if scene.picture:
            drawing = screen.show(scene.picture, out.width, scene.people)
            out.print(Text("\n").append_text(drawing).append("\n"))


def _step(out: Console, screen: Screen, found: list[Scene]) -> None:
    at = 0
    with Keyboard() as keyboard:
        while True:
            show_page(out, _page(out, screen, found, at))
            move = keyboard.move()
            if move is None:
                return
            at = (
                min(max(at + move, 0), len(found) - 1) if isinstance(move, int) else _with(found, move.record)
            )


def _drawing(out: Console, screen: Screen, scene: Scene) -> Text:
    if scene.picture is None:
        return Text("The game has not begun.")
    return screen.show(scene.picture, out.width, scene.people)


def _with(found: list[Scene], n: int) -> int:
    """The scene with record n, or the last one."""
    return next((at for at, scene in enumerate(found) if scene.records[-1].n >= n), len(found) - 1)


def _page(out: Console, screen: Screen, found: list[Scene], at: int) -> Page:
    scene, last = found[at], found[-1].records[-1].n
    return Page(
        title=f" record {scene.records[-1].n} of {last} ",
        keys=KEYS,
        drawing=_drawing(out, screen, scene),
        story=screen.story(scene.events, scene.people, scene.picture),
        waiting=printable(scene.asked),
    )
