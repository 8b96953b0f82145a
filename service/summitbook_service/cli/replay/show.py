"""`summitbook replay show`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from summitbook_client.messages import printable
from summitbook_client.terminal.frame import is_for_an_app
from summitbook_client.terminal.page import Page, console
from summitbook_client.terminal.page import show as show_page
from summitbook_client.terminal.screen import Screen, screen_of

from ..options import FLAG, AsJson
from ..output import emit
from .keyboard import Keyboard
from .playback import Scene, scenes
from .walk import Walk

KEYS = "space on  b back  12⏎ to 12  /type⏎ find  n N again  q quit"
TOLD = """\
space on, b back, a number and Enter to that record, / and the beginning of an event's type and Enter to the \
next such event, n to one more, N to one before, q quit"""

NONSENSE = "What is recorded here cannot follow, and leaves no table that could be drawn: see replay audit."

Recorded = Annotated[Path, Parameter(help="A recorded game.")]
Step = Annotated[bool, FLAG, Parameter(help=f"One record at a time: {TOLD}.")]


def show(file: Recorded, /, *, step: Step = False, as_json: AsJson = False) -> None:
    """Play a recorded game back: each command, its records, and the table as it then was."""
    game, found = scenes(file)
    if as_json:
        for scene in found:
            _emit(scene)
    elif step and is_for_an_app():
        _in_app(screen_of(game), Walk(found))
    elif step:
        _step(console(), screen_of(game), Walk(found))
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
        for index, record in enumerate(scene.records):
            out.print(Text(f"{record.n:>4}  {_told(screen, scene, index)}"))
        if draw := _drawing(screen, scene, -1):
            out.print(Text("\n").append_text(draw(out.width)).append("\n"))


def _in_app(screen: Screen, walk: Walk) -> None:
    from .stepper import Stepper  # noqa: PLC0415 - an app takes long to import

    asyncio.run(Stepper(walk, lambda: _page(screen, walk)).seen())


def _step(out: Console, screen: Screen, walk: Walk) -> None:
    with Keyboard() as keyboard:
        while True:
            show_page(out, _page(screen, walk))
            move = keyboard.move()
            if move is None:
                return
            walk.go(move)


def _page(screen: Screen, walk: Walk) -> Page:
    scene, index = walk.here
    told = (_told(screen, scene, each) for each in range(index + 1))
    return Page(
        title=f" record {walk.n} of {walk.last} ",
        keys=KEYS,
        drawing=Text("The game has not begun."),
        draw=_drawing(screen, scene, index),
        story="\n".join(told),
        note=walk.note,
        waiting=printable(scene.asked),
    )


def _told(screen: Screen, scene: Scene, index: int) -> str:
    """A record in words; one that breaks the rules may have none, and to look for them fail in any way."""
    try:
        return screen.recorded(scene.events[index], scene.people, scene.picture)
    except Exception:  # noqa: BLE001 - see above
        return scene.records[index].type


def _drawing(screen: Screen, scene: Scene, index: int) -> Callable[[int], Text] | None:
    return (lambda width: _drawn(screen, scene, index, width)) if scene.views[index] else None


def _drawn(screen: Screen, scene: Scene, index: int, width: int) -> Text:
    """The table after a record; one that breaks the rules may leave none, and to draw it fail in any way."""
    try:
        picture = scene.picture_at(index)
        return screen.show(picture, width, scene.people) if picture else Text()
    except Exception:  # noqa: BLE001 - see above
        return Text(NONSENSE)
