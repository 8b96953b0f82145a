"""Which commands there are. Each is imported when it is called or explained, so that all others are quick."""

from __future__ import annotations

from importlib.metadata import version

from cyclopts import App
from cyclopts.config import Env

from . import helps
from .helps import Help
from .keys import helps as keys
from .replay import helps as replay
from .tournament import helps as tournament

SET_BY_ENVIRONMENT = {"serve", "migrate"}
"""The commands of those who run a service; each flag of theirs is a variable too."""


def _room(name: str, help: Help) -> App:
    return App(
        name=name,
        help=help.line,
        help_epilogue=_examples(help),
        help_format="plaintext",
        version=lambda: version("summitbook"),
        version_format="plaintext",
    )


def _examples(help: Help) -> str:
    title = "Example:" if len(help.examples) == 1 else "Examples:"
    return "\n".join((title, "", *(f"  {example}" for example in help.examples)))


def _furnish(room: App, package: str, commands: dict[str, Help]) -> None:
    """Each command is the function of its name, in the module of its name."""
    for order, (name, about) in enumerate(commands.items()):
        called = name.replace("-", "_")
        room.command(
            f"{package}.{called}:{called}",
            name=name,
            help=f"{about.line}\n\n{about.more}",
            help_epilogue=_examples(about),
            sort_key=order,
            config=Env("SUMMITBOOK_", command=False) if name in SET_BY_ENVIRONMENT else None,
        )


app = _room("summitbook", helps.ALL)
_furnish(app, __package__, helps.COMMANDS)

ROOMS = {"replay": replay, "tournament": tournament, "keys": keys}
for order, (name, about) in enumerate(ROOMS.items()):
    room = _room(name, about.ALL)
    room.sort_key = len(helps.COMMANDS) + order
    _furnish(room, f"{__package__}.{name}", about.COMMANDS)
    app.command(room)
