"""The calls of the API: unpack, ask, pack. The protos say what each one promises."""

from .advising import Advising
from .making import Making
from .parts import Parts
from .playing import Playing
from .replays import ReplayService
from .tournaments import TournamentService
from .watching import Watching

__all__ = ["GameService", "Parts", "ReplayService", "TournamentService"]


class GameService(Making, Playing, Advising, Watching):
    """All calls of GameService."""
