"""Work on recorded games: compare, shorten, fork and scrub them. See docs/replays.md."""

from .compare import Comparison, Difference, compare, differences
from .fork import Fork, NotForkable, entries, forked
from .log import Log, commands, read_log
from .minimise import NoSuchFault, Shortest, minimise
from .retell import game_of, retold
from .scrub import NotClosed, scrub
from .shortest import shortest

__all__ = [
    "Comparison",
    "Difference",
    "Fork",
    "Log",
    "NoSuchFault",
    "NotClosed",
    "NotForkable",
    "Shortest",
    "commands",
    "compare",
    "differences",
    "entries",
    "forked",
    "game_of",
    "minimise",
    "read_log",
    "retold",
    "scrub",
    "shortest",
]
