"""Where a turn leads: what a climb, a tile and a rest come to, as far as it is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from summitbook_domain.dicey_peaks.mountain import COLOURS, FOOT, Mountain


class Standing(NamedTuple):
    """A climber between turns; of the summit tiles so many are `hidden`, 0 once it has found the flag."""

    position: int
    oxygen: int
    hidden: int


class Landing(NamedTuple):
    """Where a tile leaves a climber that lands on it, and by how much its oxygen changes."""

    position: int
    breath: int


Chances = Iterator[tuple[float, Standing]]
"""Where a climber may come to stand, each with how likely that is."""
Ways = Sequence[tuple[Landing, ...]]
"""What can come of landing on each position below the summit, each as likely; nothing for the foot."""


def landing(mountain: Mountain, position: int, kind: str) -> Landing:
    """What a tile of this kind does there: docs/rules/dicey_peaks.md, "What tiles do"."""
    row, place = mountain.spot(position)
    match kind.rpartition("_"):
        case "forward", _, steps:
            return Landing(min(position + int(steps), mountain.top), 0)
        case "back", _, steps:
            return Landing(max(position - int(steps), FOOT), 0)
        case "down", _, side:
            return Landing(mountain.position(row - 1, place + (side == "right")), 0)
        case "oxygen_plus", _, gain:
            return Landing(position, int(gain))
        case "oxygen_minus", _, loss:
            return Landing(position, -int(loss))
        case _:
            return Landing(position, 0)


def unknown_ways(mountain: Mountain) -> Ways:
    """What can come of landing anywhere while every tile lies face down."""
    kinds = [level.tiles for level in mountain.levels for _ in range(level.laid)]
    found = [tuple(landing(mountain, n, kind) for kind in each) for n, each in enumerate(kinds, FOOT + 1)]
    return ((), *found)


def climbed(mountain: Mountain, ways: Ways, start: Standing, pickaxes: int) -> Chances:
    """Where a climb with so many pickaxes ends, all of them paid for with oxygen."""
    end, oxygen = min(start.position + pickaxes, mountain.top), start.oxygen - pickaxes
    if not pickaxes:
        yield 1.0, start
    elif end < mountain.top:
        for there in ways[end]:
            breath = min(max(oxygen + there.breath, 0), mountain.oxygen_max)
            yield 1 / len(ways[end]), Standing(there.position, breath, start.hidden)
    else:
        yield from searched(mountain, Standing(end, oxygen, start.hidden))


def searched(mountain: Mountain, start: Standing) -> Chances:
    """What a search of the summit comes to: while the game goes on every flag is still hidden."""
    flags = mountain.summit.tiles.count("flag")
    yield flags / start.hidden, Standing(start.position, start.oxygen, 0)
    if start.hidden > flags:
        yield 1 - flags / start.hidden, Standing(start.position, start.oxygen, start.hidden - 1)


def rested(mountain: Mountain, start: Standing, tents: int) -> Standing:
    """What a rest with so many tents brings, which is no bust."""
    gain = min(tents, mountain.level_at(start.position))
    return Standing(start.position, start.oxygen + gain, start.hidden)


def most_tents(mountain: Mountain, start: Standing) -> int:
    """How many tents are no bust: as many as there is room for, any number where the level gives no more."""
    room = mountain.oxygen_max - start.oxygen
    return (
        room
        if room < mountain.level_at(start.position)
        else sum(mountain.dice.of(colour).count for colour in COLOURS)
    )
