"""Advice beside the choices: what the server says that each of them is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from summitbook.v1.game_service_pb2 import HINTS_OFF, HINTS_ON, GetGameResponse, GetHintResponse, Hint
from summitbook.v1.games_pb2 import Command, LegalAction

from ..messages import printable

HINT = ("!", "hint")
"""What one types to ask for advice."""
BUSY = "Working out what each choice is worth …"


@dataclass(frozen=True)
class Advice:
    """What was said of the choices at a version; of a group the best of it counts."""

    version: int = 0
    hints: Mapping[bytes, Hint] = field(default_factory=dict)
    waiting: Hint | None = None

    @staticmethod
    def of(told: GetHintResponse) -> Advice:
        """What the server said."""
        hints = {_key(hint.command): hint for hint in told.hints}
        return Advice(told.view_version, hints, told.waiting if told.HasField("waiting") else None)

    def figure(self, actions: Sequence[LegalAction]) -> str:
        """What the best of these is worth; empty where nothing was said."""
        best = self._best(actions)
        return _figure(best) if best else ""

    def words(self, actions: Sequence[LegalAction]) -> str:
        """What speaks for it or against it; of several at once which of them is worth that."""
        best = self._best(actions)
        if best is None:
            return ""
        if len(actions) == 1:
            return printable(best.words)
        return next(
            f"by: {printable(each.label)}" for each in actions if _key(each.command) == _key(best.command)
        )

    @property
    def note(self) -> str:
        """What is said of leaving it to others, if anything is."""
        if self.waiting is None:
            return ""
        return f"Leaving it to the others: {_figure(self.waiting)}; {printable(self.waiting.words)}."

    def _best(self, actions: Sequence[LegalAction]) -> Hint | None:
        known = (self.hints.get(_key(action.command)) for action in actions)
        return max((hint for hint in known if hint), key=lambda hint: (hint.value, hint.best), default=None)


NONE = Advice()


def offered(shown: GetGameResponse) -> bool:
    """Whether it is of any use to ask now."""
    return shown.hints == HINTS_ON and bool(shown.legal_actions)


def refusal(shown: GetGameResponse) -> str:
    """Why there is nothing to ask for."""
    if shown.hints == HINTS_ON:
        return "There is nothing to choose now, and so no hint."
    return (
        "There are no hints in a tournament." if shown.hints == HINTS_OFF else "This server gives no hints."
    )


def _figure(hint: Hint) -> str:
    return printable(hint.figure) + " (best)" * hint.best


def _key(command: Command) -> bytes:
    return command.SerializeToString(deterministic=True)
