"""What each command leads to: docs/rules/everest1924.md, "Commands" and "Advance"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ..chance import Chance
from ..message import Command, Event, Events
from ..refusal import NOT_YOUR_TURN, Refused
from . import commands as c
from . import events as e
from .dice import best_straight, combined, worth
from .moves import ahead, aside, below, camp_square, may_camp, obstacle
from .sheet import Sheet, Square
from .state import Expedition


def begin(state: Expedition, chance: Chance) -> Events:
    """The climber sets out from row 0's first square."""
    sheet = state.sheet
    return (e.ExpeditionStarted(row=0, column=sheet.rows[0].first, dice=sheet.dice, camps=sheet.camps),)


def decide(state: Expedition, seat: int, command: Command, chance: Chance) -> Events:
    """Refuse the command or say what happens."""
    if seat != 0:
        raise Refused(NOT_YOUR_TURN, "the expedition has one climber, in seat 0", seat=seat)
    phase = "to_roll" if isinstance(command, (c.RollDice, c.Abandon)) else "rolled"
    if state.phase != phase:
        asked = (
            "roll the dice first" if phase == "rolled" else "the dice are rolled: combine, reroll or advance"
        )
        raise Refused("WRONG_PHASE", asked, phase=state.phase)
    return _RULES[type(command)](state, command, chance)


def _roll(state: Expedition, command: c.RollDice, chance: Chance) -> Events:
    draw = chance.draw(f"turn/{state.turn}/roll")
    return (e.DiceRolled(turn=state.turn, values=draw.dice(state.dice), draw=draw.label),)


def _combine(state: Expedition, command: c.CombineDice, chance: Chance) -> Events:
    keep, discard = command.keep, command.discard
    if keep == discard or not (state.is_live(keep) and state.is_live(discard)):
        raise Refused(
            "DIE_NOT_LIVE", "name two different dice that are not discarded", keep=keep, discard=discard
        )
    value = combined(state.values[keep], state.values[discard], command.op)
    if value is None:
        raise Refused(
            "ILLEGAL_COMBINATION",
            "the result must be 1 to 6, and increment and decrement need equal dice",
            op=command.op,
            values=[state.values[keep], state.values[discard]],
        )
    return (e.DiceCombined(keep=keep, discard=discard, op=command.op, value=value),)


def _reroll(state: Expedition, command: c.RerollDice, chance: Chance) -> Events:
    if state.rerolled:
        raise Refused("ALREADY_REROLLED", "one reroll a turn")
    dice = tuple(sorted(set(command.dice)))
    if not dice or len(dice) != len(command.dice) or not 0 <= dice[0] <= dice[-1] < len(state.values):
        raise Refused("BAD_DICE", "name one or more different dice on the table", dice=len(state.values))
    draw = chance.draw(f"turn/{state.turn}/reroll")
    return (e.DiceRerolled(dice=dice, values=draw.dice(len(dice)), draw=draw.label),)


def _advance(state: Expedition, command: c.Advance, chance: Chance) -> Events:
    straight = best_straight(state.live_values())
    climbs = worth(straight) >= state.target
    if command.make_camp:
        _check_camp(state, climbs)
    if climbs:
        return _ascend(state, straight, command.make_camp)
    if state.rerolled:
        return _move(state, below(state), e.Fell)
    return _move(state, aside(state), e.Traversed)


def _check_camp(state: Expedition, climbs: bool) -> None:
    if state.camps == 0:
        raise Refused("NO_CAMP_LEFT", "every tent is used; advance without making camp")
    if not (climbs and may_camp(state)):
        raise Refused(
            "CAMP_NOT_ALLOWED", "a camp needs a first ascent into the row and its square free to enter"
        )


def _ascend(state: Expedition, straight: tuple[int, ...], camp: bool) -> Events:
    square = camp_square(state) if camp else ahead(state)
    cause = obstacle(state, square)
    if cause and may_camp(state):
        raise Refused("MUST_CAMP", "the square ahead cannot be entered, but a camp can be made", cause=cause)
    if cause:
        return _perish(state, cause)
    row, column = square
    climbed = e.Ascended(row=row, column=column, straight=straight, value=worth(straight), camp=camp)
    if row == state.sheet.top:
        return climbed, e.SummitReached(), _score(state, marked=len(state.route) + 1, highest=row, camp=camp)
    return climbed, *_unlock(state, row)


def _unlock(state: Expedition, row: int) -> Events:
    first_ever = row > state.highest
    if first_ever and state.sheet.rows[row].extra_die and state.dice < state.sheet.max_dice:
        return (e.DieUnlocked(dice=state.dice + 1),)
    return ()


def _move(state: Expedition, square: Square, moved: type[e.Traversed | e.Fell]) -> Events:
    cause = obstacle(state, square)
    return _perish(state, cause) if cause else (moved(row=square[0], column=square[1]),)


def _perish(state: Expedition, cause: e.PerishCause) -> Events:
    return e.PartyPerished(cause=cause), _score(state, marked=len(state.route), highest=state.highest)


def _abandon(state: Expedition, command: c.Abandon, chance: Chance) -> Events:
    return e.ExpeditionAbandoned(), _score(state, marked=len(state.route), highest=state.highest)


def _score(state: Expedition, *, marked: int, highest: int, camp: bool = False) -> e.ExpeditionScored:
    """Twice the highest target, less the squares marked, and 5 a tent left for the summit."""
    sheet = state.sheet
    camps, summit = state.camps - camp, highest == sheet.top
    score = 2 * sheet.rows[highest].target - marked + (5 * camps if summit else 0)
    return e.ExpeditionScored(
        score=score, highest_target=sheet.rows[highest].target, squares_marked=marked,
        camps_left=camps, summit=summit, legend=sheet.legend(score),
    )  # fmt: skip


def nothing_follows(state: Expedition, seat: int, chance: Chance) -> Events:
    """The only seat timed out or retired: the game closes without a score."""
    return ()


def redraw(sheet: Sheet, seats: int, event: Event, chance: Chance, first: Event) -> Event:
    """The roll as its label draws it."""
    if isinstance(event, (e.DiceRolled, e.DiceRerolled)):
        return replace(event, values=chance.draw(event.draw).dice(len(event.values)))
    return event


_RULES: dict[type[Command], Callable[[Expedition, Any, Chance], Events]] = {
    c.RollDice: _roll,
    c.CombineDice: _combine,
    c.RerollDice: _reroll,
    c.Advance: _advance,
    c.Abandon: _abandon,
}
