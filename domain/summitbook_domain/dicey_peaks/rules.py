"""What each command leads to: docs/rules/dicey_peaks.md, "Commands" and "Stopping"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..chance import Chance, Draw
from ..game import Story
from ..message import Command, Event, Events
from ..refusal import NOT_YOUR_TURN, Refused
from . import commands as c
from . import events as e
from .mountain import COLOURS, Colour, Face, Mountain
from .state import Phase, Race, evolve
from .tiles import land, search, summit_tile, tile_at, turn_over
from .turn import close, gain, sort

ASKED: dict[Phase, str] = {
    "to_roll": "roll the dice first",
    "to_announce": "announce whether to climb or to rest",
    "to_go_on": "roll again or stop",
    "to_turn_over": "choose the tiles to turn over",
    "to_choose": "choose a summit tile",
}
"""What the turn waits for, said to a seat that asks for something else."""


def begin(state: Race, chance: Chance) -> Events:
    """The mountain stands and the first turn starts."""
    built = e.MountainBuilt(first_seat=state.options.first_seat, draw=None)
    if state.options.draw_first_seat:
        built = _drawn_first(len(state.climbers), chance.draw("first-seat"))
    return built, e.TurnStarted(seat=built.first_seat, turn=1)


def decide(state: Race, seat: int, command: Command, chance: Chance) -> Events:
    """Refuse the command or say what happens."""
    if seat != state.seat:
        raise Refused(NOT_YOUR_TURN, "wait for your turn", seat=seat, turn_of=state.seat)
    phases, rule = _RULES[type(command)]
    if state.phase not in phases:
        raise Refused("WRONG_PHASE", ASKED[state.phase], phase=state.phase)
    story = Story(state, evolve)
    rule(story, command, chance)
    return story.events


def _roll(story: Story[Race], command: c.RollDice, chance: Chance) -> None:
    state = story.state
    wanted = (command.white, command.light_blue, command.dark_blue)
    if min(wanted) < 0 or sum(wanted) != state.dice_due:
        raise Refused("BAD_DICE_COUNT", f"{state.dice_due} dice are due in all", due=state.dice_due)
    pool = tuple(state.pool(colour) for colour in COLOURS)
    if any(count > left for count, left in zip(wanted, pool, strict=True)):
        raise Refused("NOT_ENOUGH_DICE", "the pool does not hold so many of a colour", pool=list(pool))
    dice = tuple(colour for colour, count in zip(COLOURS, wanted, strict=True) for _ in range(count))
    draw = chance.draw(f"turn/{state.turn}/roll/{state.rolls + 1}")
    story.tell(e.DiceRolled(dice=dice, faces=_faces(state.mountain, dice, draw), draw=draw.label))
    if state.intent:
        sort(story)


def _announce(story: Story[Race], command: c.Announce, chance: Chance) -> None:
    state = story.state
    if command.intent == "climb" and must_rest(state):
        raise Refused("MUST_REST", "without oxygen a climber below the summit can only rest")
    if command.intent == "rest" and state.at_summit:
        raise Refused("MUST_CLIMB", "nobody can rest on the summit")
    story.tell(e.IntentAnnounced(intent=command.intent))
    sort(story)


def must_rest(state: Race) -> bool:
    """Whether the climber lacks the oxygen to climb."""
    return state.climber.oxygen == 0 and not state.at_summit


def _stop(story: Story[Race], command: c.Stop, chance: Chance) -> None:
    state = story.state
    if state.intent == "rest":
        gained = gain(state)
        story.tell(e.Rested(gained=gained, oxygen=state.climber.oxygen + gained))
        close(story)
    elif pickaxes := state.count("pickaxe"):
        _climb(story, pickaxes, chance)
    else:
        close(story)


def _climb(story: Story[Race], pickaxes: int, chance: Chance) -> None:
    """Every pickaxe costs oxygen, also those beyond the last step; on the summit the seat is asked."""
    state, start = story.state, story.state.climber.position
    end = min(start + pickaxes, state.mountain.top)
    story.tell(e.Climbed(start=start, end=end, oxygen=state.climber.oxygen - pickaxes))
    if not story.state.at_summit:
        land(story, chance)


def _turn_over(story: Story[Race], command: c.TurnOver, chance: Chance) -> None:
    state, positions = story.state, command.positions
    different = set(positions)
    if not len(different) == len(positions) == state.tiles_due or not different <= set(state.face_down()):
        asked = f"name {state.tiles_due} different tiles face down below the summit"
        raise Refused("BAD_TILE", asked, due=state.tiles_due)
    turn_over(story, positions, chance)


def _choose(story: Story[Race], command: c.ChooseSummitTile, chance: Chance) -> None:
    if command.tile not in story.state.summit_face_down():
        face_down = list(story.state.summit_face_down())
        raise Refused("BAD_TILE", "choose a summit tile still face down", face_down=face_down)
    search(story, command.tile, chance)


def redraw(mountain: Mountain, seats: int, event: Event, chance: Chance, first: Event) -> Event | None:
    """The event as its label draws it; None where the mountain has no such tile, or the table no seat."""
    match event:
        case e.MountainBuilt(draw=str(label)):
            return _drawn_first(seats, chance.draw(label)) if seats else None
        case e.DiceRolled(dice=dice, draw=label):
            return e.DiceRolled(dice=dice, faces=_faces(mountain, dice, chance.draw(label)), draw=label)
        case e.TileTurned(position=position, draw=label):
            return tile_at(mountain, position, label, chance) if mountain.has_tile(position) else None
        case e.SummitTileTurned(tile=tile, draw=label):
            there = 0 <= tile < len(mountain.summit.tiles)
            return summit_tile(mountain, tile, label, chance) if there else None
        case _:
            return event


def _drawn_first(seats: int, draw: Draw) -> e.MountainBuilt:
    return e.MountainBuilt(first_seat=draw.uniform(seats), draw=draw.label)


def _faces(mountain: Mountain, dice: tuple[Colour, ...], draw: Draw) -> tuple[Face, ...]:
    return tuple([draw.pick(mountain.dice.of(colour).faces) for colour in dice])


_RULES: dict[type[Command], tuple[tuple[Phase, ...], Callable[[Story[Race], Any, Chance], None]]] = {
    c.RollDice: (("to_roll", "to_go_on"), _roll),
    c.Announce: (("to_announce",), _announce),
    c.Stop: (("to_go_on",), _stop),
    c.TurnOver: (("to_turn_over",), _turn_over),
    c.ChooseSummitTile: (("to_choose",), _choose),
}
