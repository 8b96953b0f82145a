"""The golden replays of Everest 1924: each shows what its sentence says, on purpose."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from golden import Golden, NoLuck, Recording, must

from summitbook_domain import everest1924
from summitbook_domain.content import check
from summitbook_domain.everest1924.commands import Abandon, Advance, CombineDice, RerollDice, RollDice
from summitbook_domain.everest1924.dice import best_straight, worth
from summitbook_domain.everest1924.events import PartyPerished, PerishCause
from summitbook_domain.everest1924.sheet import Sheet
from summitbook_domain.everest1924.state import Expedition
from summitbook_domain.message import Command
from summitbook_domain.table.commands import (
    CancelGame,
    ExpireGame,
    LeaveSeat,
    RetireSeat,
    TakeHint,
    TakeSeat,
    TimeOutTurn,
)

GAME = everest1924.GAME
HIGHEST_TARGET_WITH_A_GAP = 30
"""A higher target takes six different dice."""


class Climber(Recording):
    """Takes one turn after another as the script says, combining and rerolling as it must."""

    @property
    def state(self) -> Expedition:
        """The expedition as it stands."""
        state: Expedition = self.book.table.play
        return state

    def climb(self, *, camp: bool = False) -> None:
        """Reach the target, by combining or a reroll where need be, and go up."""
        self.roll()
        self.reach()
        self.ask(Advance(make_camp=camp))

    def aside(self) -> None:
        """Miss the target, by combining where need be, and traverse."""
        self.roll()
        self.miss()
        self.ask(Advance())

    def fall(self) -> None:
        """Reroll and miss the target all the same, by combining where need be."""
        self.roll()
        self.ask(RerollDice(dice=(0,)))
        self.miss()
        self.ask(Advance())

    def perished(self, cause: PerishCause) -> None:
        """The party must have perished, and for this cause."""
        must(self.state.ending == PartyPerished(cause=cause))

    def roll(self) -> None:
        """Begin a turn."""
        self.ask(RollDice())

    def reach(self) -> None:
        """Combine, reroll once, combine again: the best straight must reach the target."""
        if self._combine_until(_reaches):
            return
        if self.state.rerolled:
            raise NoLuck
        self.ask(RerollDice(dice=_worth_rerolling(self.state)))
        if not self._combine_until(_reaches):
            raise NoLuck

    def miss(self) -> None:
        """Combine until the best straight misses the target; two combinations always do."""
        self._combine_until(lambda state: not _reaches(state))

    def _combine_until(self, good: Callable[[Expedition], bool]) -> bool:
        way = _way_to(self.state, good)
        for command in way or ():
            self.ask(command)
        return way is not None


def _reaches(state: Expedition) -> bool:
    return worth(best_straight(state.live_values())) >= state.target


def _worth_rerolling(state: Expedition) -> tuple[int, ...]:
    """All dice but one of each value of the best straight, or of any value for the highest target; or all."""
    straight = best_straight(state.live_values())
    keep = set(state.values if state.target > HIGHEST_TARGET_WITH_A_GAP else straight)
    kept = {state.values.index(value) for value in keep}
    dice = range(len(state.values))
    return tuple(die for die in dice if die not in kept or not state.live[die]) or tuple(dice)


def _way_to(state: Expedition, good: Callable[[Expedition], bool]) -> tuple[CombineDice, ...] | None:
    """The fewest combinations that lead to a good state, or None."""
    ways: deque[tuple[Expedition, tuple[CombineDice, ...]]] = deque([(state, ())])
    seen = set()
    while ways:
        here, way = ways.popleft()
        if good(here):
            return way
        pool = tuple(sorted(here.live_values()))
        if pool not in seen:
            seen.add(pool)
            ways += [(_after(here, each), (*way, each)) for each in _combinations(here)]
    return None


def _combinations(state: Expedition) -> list[CombineDice]:
    return [each for each in GAME.legal(state, 0) if isinstance(each, CombineDice)]


def _after(state: Expedition, command: Command) -> Expedition:
    no_chance: Any = None
    (event,) = GAME.decide(state, 0, command, no_chance)
    after: Expedition = GAME.evolve(state, event)
    return after


GOLDENS: list[Golden] = []


def golden(
    name: str, number: int = 0, *, seated: bool = True, **settings: Any
) -> Callable[[Callable[[Climber], None]], Callable[[Climber], None]]:
    """Add a script to the golden replays; its climber is seated unless told otherwise."""

    def add(tell: Callable[[Climber], None]) -> Callable[[Climber], None]:
        def script(number: int) -> Recording:
            climber = Climber(GAME, name, number, **settings)
            if seated:
                climber.sit("Noel Odell")
            tell(climber)
            return climber

        GOLDENS.append(Golden(name, number, script))
        return tell

    return add


@golden("summit-perfect", 1486)
def perfect(climber: Climber) -> None:
    """Twelve ascents one after another and no camp: 79, the best score there is."""
    for _ in range(12):
        climber.climb()
    must(climber.state.score is not None and climber.state.score.score == 79)


@golden("summit-by-camps", 925)
def summit(climber: Climber) -> None:
    """Each tent is used, a fifth camp is refused with NO_CAMP_LEFT, and the top is reached all the same."""
    for camp in (False, False, False, True, True, True, True):
        climber.aside()
        climber.climb(camp=camp)
    climber.roll()
    climber.reach()
    climber.refused("NO_CAMP_LEFT", Advance(make_camp=True))
    climber.ask(Advance())
    for _ in range(4):
        climber.climb()
    must(climber.state.camps == 0)


@golden("summit-with-camp-on-top", 1514)
def camp_on_top(climber: Climber) -> None:
    """The last ascent makes camp: the tent is spent before the score is counted, 74."""
    for row in range(1, 13):
        climber.climb(camp=row == 12)
    must(climber.state.score is not None and climber.state.score.score == 74)


@golden("summit-at-the-second-try", 4828)
def second_try(climber: Climber) -> None:
    """Below the top the dice miss 36, the party stands aside, and then they do not miss: 78."""
    for _ in range(11):
        climber.climb()
    climber.aside()
    climber.climb()
    must(climber.state.score is not None and climber.state.score.score == 78)


@golden("summit-with-two-camps-fewer", 129)
def two_camps_fewer(climber: Climber) -> None:
    """To the top in twelve ascents, two of them making camp where none was needed: 69, the second legend."""
    for row in range(1, 13):
        climber.climb(camp=row in {1, 2})
    must(climber.state.score is not None and climber.state.score.legend == "Hillary and Norgay")


@golden("perished-off-sheet")
def off_sheet(climber: Climber) -> None:
    """Waiting along row 0 until it ends: the tenth traverse has no square."""
    for _ in range(10):
        climber.aside()
    climber.perished("off_sheet")


@golden("perished-below-base-camp")
def below_base(climber: Climber) -> None:
    """A reroll that misses on row 0: there is no row to fall to, and the score is -1."""
    climber.fall()
    climber.perished("off_sheet")


@golden("perished-climbing-off-sheet", 2)
def climbing_off_sheet(climber: Climber) -> None:
    """A compulsory ascent beyond the end of a row entered before: no camp is allowed, the party perishes."""
    for _ in range(7):
        climber.aside()
    climber.climb()
    climber.climb()
    climber.fall()
    climber.roll()
    climber.reach()
    climber.refused("CAMP_NOT_ALLOWED", Advance(make_camp=True))
    climber.ask(Advance())
    climber.perished("off_sheet")


def trapped(climber: Climber) -> None:
    """From (1, 5) to a camp at (2, 2), and straight away down to (1, 3)."""
    for _ in range(4):
        climber.aside()
    climber.climb()
    climber.climb(camp=True)
    climber.fall()


@golden("perished-crossing")
def crossing(climber: Climber) -> None:
    """Below its own camp the party climbs, and would cross the camp's line."""
    trapped(climber)
    climber.climb()
    climber.perished("crossing")


@golden("perished-crossing-down")
def crossing_down(climber: Climber) -> None:
    """To the right of its camp once, and then a fall: the camp's line is in the way."""
    for _ in range(4):
        climber.aside()
    climber.climb()
    climber.climb(camp=True)
    climber.aside()
    climber.fall()
    climber.perished("crossing")


@golden("perished-marked")
def marked(climber: Climber) -> None:
    """Below its own camp the party stands aside until it meets the square it camped from."""
    trapped(climber)
    climber.aside()
    climber.aside()
    climber.perished("marked")


@golden("abandoned-at-once")
def abandoned_at_once(climber: Climber) -> None:
    """Given up before the first roll of the game."""
    climber.ask(Abandon())


@golden("abandoned-later", 2)
def abandoned_later(climber: Climber) -> None:
    """Given up on the way, after a roll was played and before the next; not in the middle of a turn."""
    climber.aside()
    for _ in range(5):
        climber.climb()
    climber.roll()
    climber.refused("WRONG_PHASE", Abandon())
    climber.miss()
    climber.ask(Advance())
    climber.ask(Abandon())


@golden("abandoned-on-the-edge", 2)
def on_the_edge(climber: Climber) -> None:
    """Given up with exactly the 21 points that a legend asks for."""
    climber.aside()
    for _ in range(5):
        climber.climb()
    climber.ask(Abandon())
    must(climber.state.score is not None and climber.state.score.score == 21)


@golden("abandoned-below-the-top", 92)
def below_the_top(climber: Climber) -> None:
    """Given up one row below the top, for the legend in the middle."""
    for _ in range(11):
        climber.climb()
    climber.ask(Abandon())
    must(climber.state.score is not None and climber.state.score.legend == "Finch and Bruce")


@golden("camp-at-the-rows-beginning")
def camp_at_the_beginning(climber: Climber) -> None:
    """A camp on the very square an ordinary ascent leads to: allowed, and the tent is spent."""
    climber.climb(camp=True)
    must(climber.state.position == (1, 1))
    climber.aside()
    climber.climb(camp=True)
    must(climber.state.position == (2, 2))
    climber.ask(Abandon())


@golden("must-camp")
def must_camp(climber: Climber) -> None:
    """At the end of row 1 the ordinary ascent is refused with MUST_CAMP, and the camp is made."""
    for _ in range(9):
        climber.aside()
    climber.climb()
    climber.roll()
    climber.reach()
    climber.refused("MUST_CAMP", Advance())
    climber.ask(Advance(make_camp=True))
    must(climber.state.position == (2, 7))
    climber.ask(Abandon())


@golden("combining-and-refusals", 10)
def combining(climber: Climber) -> None:
    """All four operations, turn by turn, beside them each refusal of the dice, and a fall below base camp."""
    shown = set()
    for _ in range(4):
        climber.roll()
        commands = _combinations(climber.state)
        chosen = next((each for each in commands if each.op not in shown), None)
        must(chosen is not None)
        climber.refused("DIE_NOT_LIVE", CombineDice(keep=0, discard=7, op="add"))
        climber.refused("BAD_DICE", RerollDice(dice=(1, 1)))
        climber.ask(chosen or commands[0])
        shown.add(chosen and chosen.op)
        climber.miss()
        climber.refused("CAMP_NOT_ALLOWED", Advance(make_camp=True))
        climber.ask(Advance())
    climber.roll()
    must(climber.state.values[:2] == (6, 6))
    climber.refused("ILLEGAL_COMBINATION", CombineDice(keep=0, discard=1, op="increment"))
    climber.ask(RerollDice(dice=(0,)))
    climber.refused("ALREADY_REROLLED", RerollDice(dice=(1,)))
    climber.miss()
    climber.ask(Advance())


@golden("reroll-of-discarded-dice", 255)
def discarded(climber: Climber) -> None:
    """A reroll brings one discarded die back, leaves another discarded, and throws a live one anew."""
    for _ in range(5):
        climber.climb()
    climber.roll()
    for _ in range(2):
        climber.ask(_combinations(climber.state)[0])
    live = climber.state.live
    climber.ask(RerollDice(dice=(live.index(False), live.index(True))))
    must(sum(climber.state.live) == 3)
    climber.reach()
    climber.ask(Advance())
    climber.ask(Abandon())


@golden("fall-and-re-ascent")
def fall_and_re_ascent(climber: Climber) -> None:
    """Into the row with the extra die, down, and up again: no camp, no second die, the first one stays."""
    for _ in range(4):
        climber.climb()
    climber.fall()
    climber.roll()
    climber.reach()
    climber.refused("CAMP_NOT_ALLOWED", Advance(make_camp=True))
    climber.ask(Advance())
    must(climber.state.dice == 4)
    climber.roll()
    climber.miss()
    climber.ask(Advance())
    climber.ask(Abandon())


@golden("no-second-camp")
def no_second_camp(climber: Climber) -> None:
    """Into a row fallen from, its camp's square free to enter: the camp is refused, the ascent is not."""
    climber.climb()
    climber.climb()
    climber.fall()
    for _ in range(3):
        climber.aside()
    climber.roll()
    climber.reach()
    climber.refused("CAMP_NOT_ALLOWED", Advance(make_camp=True))
    climber.ask(Advance())
    must(climber.state.position == (2, 7))
    climber.ask(Abandon())


@golden("dice-unlocked", 16)
def dice_unlocked(climber: Climber) -> None:
    """Rows 4, 6 and 9 unlock a die each; the party then rolls six."""
    for row in range(1, 10):
        climber.climb(camp=row == 6)
    climber.roll()
    must(len(climber.state.values) == 6)
    climber.miss()
    climber.ask(Advance())
    climber.ask(Abandon())


@golden("retired")
def retired(climber: Climber) -> None:
    """The climber leaves in the middle of a turn: closed without a score."""
    climber.aside()
    climber.roll()
    climber.ask(RetireSeat())


@golden("timed-out", turn_seconds=86_400)
def timed_out(climber: Climber) -> None:
    """The climber's day is up: the service times the turn out, and the game has expired."""
    climber.aside()
    climber.roll()
    climber.service(TimeOutTurn(0), after=timedelta(days=1))


@golden("cancelled-before-the-start", seated=False)
def cancelled(climber: Climber) -> None:
    """The host cancels a game that nobody has joined; a roll before the start was refused."""
    climber.refused("GAME_NOT_STARTED", RollDice())
    climber.host(CancelGame())
    climber.refused("GAME_NOT_STARTED", RollDice())


@golden("cancelled-under-way")
def cancelled_under_way(climber: Climber) -> None:
    """The host cancels a game under way; whatever comes after is GAME_OVER."""
    climber.aside()
    climber.host(CancelGame())
    climber.refused("GAME_OVER", RollDice())


@golden("expired")
def expired(climber: Climber) -> None:
    """A game left lying for months is closed by the service."""
    climber.climb()
    climber.service(ExpireGame(), after=timedelta(days=90))


@golden("expired-before-the-start", seated=False)
def nobody_came(climber: Climber) -> None:
    """A game that nobody has joined for months is closed by the service."""
    climber.service(ExpireGame(), after=timedelta(days=90))


@golden("refused-by-the-table", seated=False)
def refused_by_the_table(climber: Climber) -> None:
    """What is refused whatever is played: before the start, under way, and after the end."""
    climber.refused("BAD_SEAT", TakeSeat(1, "Noel Odell"), 1)
    climber.refused("BAD_SEAT", LeaveSeat())
    climber.refused("BAD_SEAT", RetireSeat())
    climber.refused("BAD_ARGS", TakeSeat(0, ""))
    climber.refused("GAME_NOT_STARTED", RollDice())
    climber.sit("Noel Odell")
    climber.refused("GAME_STARTED", TakeSeat(0, "John Noel"))
    climber.refused("GAME_STARTED", LeaveSeat())
    climber.refused("NOT_YOUR_TURN", RollDice(), 1)
    climber.refused("NOT_YOUR_TURN", RollDice(), None)
    climber.refused("BAD_SEAT", TakeHint(), 1)
    climber.ask(Abandon())
    climber.refused("GAME_OVER", RollDice())
    climber.refused("GAME_OVER", RetireSeat())
    climber.refused("GAME_OVER", CancelGame(), None)


@golden("salted", seated=False)
def salted(climber: Climber) -> None:
    """The climber brings a salt of 64 bytes, on which the dice hang, and asks for a hint on the way."""
    climber.sit("Howard Somervell", salt="5a17" * 32)
    climber.climb()
    climber.ask(TakeHint())
    climber.climb()
    climber.ask(Abandon())


@golden("shared-deal", source="deal")
def shared_deal(climber: Climber) -> None:
    """A game of a shared deal closes without its seed; the reveal before the seal tells it."""
    climber.climb()
    climber.aside()
    climber.fall()
    climber.ask(Abandon())


HILL = check(
    tomllib.loads(
        """
        game = "everest1924"
        edition = "hill"
        min_seats = 1
        max_seats = 1
        dice = 2
        max_dice = 3
        camps = 1
        rows = [
          { first = 0, squares = 6 },
          { first = 1, squares = 6, target = 4, extra_die = true },
          { first = 2, squares = 5, target = 9, extra_die = true },
          { first = 3, squares = 3, target = 12 },
        ]
        legends = [{ name = "Back for tea", score = 20 }, { name = "Wet to the skin" }]
        """
    ),
    Sheet,
    "hill",
)


@golden("own-sheet", 2, edition=HILL)
def own_sheet(climber: Climber) -> None:
    """To the top of a sheet of the climber's own, which the log carries whole; dice stop at max_dice."""
    climber.climb()
    climber.aside()
    climber.climb(camp=True)
    must(climber.state.dice == 3)
    climber.climb()
