"""A race up the mountain under way, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ..game import fold_by
from ..message import Event, Options
from ..table.events import GameClosed, SeatRetired
from . import events as e
from .mountain import FOOT, TILES_TO_TURN_OVER, TURN_OVER, Colour, Face, Mountain

Phase = Literal["to_roll", "to_announce", "to_go_on", "to_turn_over", "to_choose", "over"]


class RaceOptions(Options, frozen=True, kw_only=True):
    """Who begins; `first_seat` has no bounds of its own, since a drawn beginner leaves it unread."""

    first_seat: Annotated[int, Meta(description="The seat that begins, unless it is drawn.")] = 0
    draw_first_seat: Annotated[bool, Meta(description="Draw the seat that begins from the seed.")] = False


class Climber(msgspec.Struct, frozen=True, gc=False):
    """The climber of one seat."""

    oxygen: int
    position: int = FOOT
    stranded: bool = False
    retired: bool = False

    @property
    def out(self) -> bool:
        """Whether the climber takes no more turns."""
        return self.stranded or self.retired


class Die(msgspec.Struct, frozen=True, gc=False):
    """A die on the table and the face it shows."""

    colour: Colour
    face: Face


class Race(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    All that the rules need to know of one game; what lies face down is not part of it.

    `tiles` has the kind of every tile below the summit, position 1 first, empty while it
    lies face down; `summit` whether each tile there is the flag, None while it lies face
    down. `behind` are the seats that stood lower than `seat` when its turn started.
    """

    mountain: Mountain
    options: RaceOptions
    climbers: tuple[Climber, ...]
    tiles: tuple[str, ...]
    summit: tuple[bool | None, ...]
    phase: Phase = "to_roll"
    turn: int = 0
    seat: int = 0
    behind: tuple[int, ...] = ()
    rolls: int = 0
    intent: e.Intent | None = None
    rolled: tuple[Die, ...] = ()
    aside: tuple[Die, ...] = ()
    winner: int | None = None

    @property
    def climber(self) -> Climber:
        """The climber whose turn it is."""
        return self.climbers[self.seat]

    @property
    def at_summit(self) -> bool:
        """Whether the climber whose turn it is stands on the summit."""
        return self.climber.position == self.mountain.top

    @property
    def dice_due(self) -> int:
        """How many dice the next roll has."""
        return self.mountain.next_roll if self.rolls else self.mountain.first_roll

    def pool(self, colour: Colour) -> int:
        """How many dice of a colour can be rolled: all but those set aside this turn."""
        return self.mountain.dice.of(colour).count - [die.colour for die in self.aside].count(colour)

    def count(self, face: Face) -> int:
        """How many dice set aside this turn show the face."""
        return [die.face for die in self.aside].count(face)

    def face_down(self) -> tuple[int, ...]:
        """The positions below the summit whose tiles lie face down, rising."""
        return tuple(position for position, tile in enumerate(self.tiles, FOOT + 1) if not tile)

    @property
    def tiles_due(self) -> int:
        """How many tiles a tile that turns others over turns."""
        return min(TILES_TO_TURN_OVER, len(self.face_down()))

    def summit_face_down(self) -> tuple[int, ...]:
        """The summit tiles still face down, rising."""
        return tuple(tile for tile, flag in enumerate(self.summit) if flag is None)


def setup(mountain: Mountain, options: RaceOptions, seats: int) -> Race:
    """Everyone at the foot, everything face down: docs/rules/dicey_peaks.md, "Setup"."""
    return Race(
        mountain=mountain,
        options=options,
        climbers=(Climber(oxygen=mountain.oxygen_start),) * seats,
        tiles=("",) * (mountain.top - 1),
        summit=(None,) * len(mountain.summit.tiles),
    )


def _with_climber(state: Race, seat: int, **changes: Any) -> tuple[Climber, ...]:
    changed = replace(state.climbers[seat], **changes)
    return (*state.climbers[:seat], changed, *state.climbers[seat + 1 :])


def _built(state: Race, event: e.MountainBuilt) -> Race:
    return replace(state, seat=event.first_seat)


def _turn_started(state: Race, event: e.TurnStarted) -> Race:
    where = state.climbers[event.seat].position
    return replace(
        state,
        phase="to_roll",
        turn=event.turn,
        seat=event.seat,
        behind=tuple(seat for seat, climber in enumerate(state.climbers) if climber.position < where),
        rolls=0,
        intent=None,
        rolled=(),
        aside=(),
    )


def _rolled(state: Race, event: e.DiceRolled) -> Race:
    phase = state.phase if state.intent else "to_announce"
    rolled = tuple(map(Die, event.dice, event.faces))
    return replace(state, phase=phase, rolls=state.rolls + 1, rolled=rolled)


def _announced(state: Race, event: e.IntentAnnounced) -> Race:
    return replace(state, intent=event.intent)


def _set_aside(state: Race, event: e.DiceSetAside) -> Race:
    aside = (*state.aside, *map(Die, event.dice, event.faces))
    return replace(state, phase="to_go_on", rolled=(), aside=aside)


def _breathed(state: Race, event: e.Rested | e.OxygenChanged) -> Race:
    return replace(state, climbers=_with_climber(state, state.seat, oxygen=event.oxygen))


def _climbed(state: Race, event: e.Climbed) -> Race:
    climbers = _with_climber(state, state.seat, position=event.end, oxygen=event.oxygen)
    state = replace(state, climbers=climbers)
    if state.at_summit:
        return replace(state, phase="to_choose")
    return _landed(state, event.end)


def _landed(state: Race, position: int) -> Race:
    """The tile that the climber has climbed onto may ask for a choice."""
    return replace(state, phase="to_turn_over") if state.tiles[position - 1] == TURN_OVER else state


def _tile_turned(state: Race, event: e.TileTurned) -> Race:
    index = event.position - 1
    state = replace(state, tiles=(*state.tiles[:index], event.tile, *state.tiles[index + 1 :]))
    return _landed(state, event.position) if event.position == state.climber.position else state


def _moved(state: Race, event: e.ClimberMoved) -> Race:
    return replace(state, climbers=_with_climber(state, state.seat, position=event.end))


def _summit_turned(state: Race, event: e.SummitTileTurned) -> Race:
    summit = (*state.summit[: event.tile], event.flag, *state.summit[event.tile + 1 :])
    return replace(state, summit=summit)


def _frightened(state: Race, event: e.ClimbersFrightened) -> Race:
    for seat in event.seats:
        up = state.climbers[seat].position + 1
        state = replace(state, climbers=_with_climber(state, seat, position=up))
    return state


def _stranded(state: Race, event: e.ClimberStranded) -> Race:
    return replace(state, climbers=_with_climber(state, event.seat, stranded=True))


def _retired(state: Race, event: SeatRetired) -> Race:
    return replace(state, climbers=_with_climber(state, event.seat, retired=True))


def _won(state: Race, event: e.GameWon) -> Race:
    return replace(state, phase="over", winner=event.seat)


def _drawn(state: Race, event: e.GameDrawn) -> Race:
    return replace(state, phase="over")


def _closed(state: Race, event: GameClosed) -> Race:
    """Whatever closes the game, nothing is waited for any more."""
    return replace(state, phase="over")


_FOLDS: dict[type[Event], Callable[[Race, Any], Race]] = {
    e.MountainBuilt: _built,
    e.TurnStarted: _turn_started,
    e.DiceRolled: _rolled,
    e.IntentAnnounced: _announced,
    e.DiceSetAside: _set_aside,
    e.Rested: _breathed,
    e.OxygenChanged: _breathed,
    e.Climbed: _climbed,
    e.TileTurned: _tile_turned,
    e.ClimberMoved: _moved,
    e.SummitTileTurned: _summit_turned,
    e.ClimbersFrightened: _frightened,
    e.ClimberStranded: _stranded,
    SeatRetired: _retired,
    GameClosed: _closed,
    e.GameWon: _won,
    e.GameDrawn: _drawn,
}

evolve = fold_by(_FOLDS)
"""Fold one event; events of other aggregates change nothing."""
