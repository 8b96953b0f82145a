"""How large a tournament may become here: docs/doors.md, "Limits"."""

from __future__ import annotations

from typing import NamedTuple

from summitbook_domain.message import Command
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.state import Tournament

from ..errors import LimitReached


class Bounds(NamedTuple):
    """The settings of these names."""

    seats: int
    contestants: int
    matches: int
    decisions: int

    def check_seats(self, seats: int) -> None:
        """Raise LimitReached where a game of a new tournament would have too many."""
        if seats > self.seats:
            raise LimitReached("TOO_MANY_SEATS", f"a game has at most {self.seats} seats here")

    def check(self, state: Tournament, command: Command) -> None:
        """Raise LimitReached where there would be more of something than there may be."""
        match command:
            case c.EnterContestant() if len(state.active) >= self.contestants:
                raise LimitReached(
                    "TOO_MANY_CONTESTANTS",
                    f"{self.contestants} contestants are in at most; wait until one leaves",
                )
            case c.MakeMatch() if len(state.fixtures) >= self.matches:
                raise LimitReached("TOO_MANY_MATCHES", f"a ladder has {self.matches} matches at most")
            case c.MakeDecision() if len(state.decisions) >= self.decisions and not _ends(state, command):
                raise LimitReached(
                    "TOO_MANY_DECISIONS",
                    f"after {self.decisions} decisions only what ends something is decided",
                )


def _ends(state: Tournament, decision: c.MakeDecision) -> bool:
    """Whether it ends what has no other end, and was not decided before; there are only so many of these."""
    before = (each for each in state.decisions if each.ruling == decision.ruling == "cancel")
    return decision.ruling == "exclude" or (
        decision.ruling == "cancel" and all(each.game_id != decision.game_id for each in before)
    )
