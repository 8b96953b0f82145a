"""Which commands there are. Each is imported when it is called or explained, so that all others are quick."""

from __future__ import annotations

from importlib.metadata import version

from cyclopts import App
from cyclopts.config import Env

from . import helps
from .helps import Help

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

ROOMS = (
    ("replay", helps.ALL_REPLAY, helps.REPLAY),
    ("tournament", helps.ALL_TOURNAMENT, helps.TOURNAMENT),
    ("keys", helps.ALL_KEYS, helps.KEYS),
)
for order, (name, about, commands) in enumerate(ROOMS):
    room = _room(name, about)
    room.sort_key = len(helps.COMMANDS) + order
    _furnish(room, f"{__package__}.{name}", commands)
    app.command(room)
