"""
The path, the summit in the top line; the ways from a fork stand beside each other.

    d1+ ■d2! ■d3 ◉d4!         `◉` is the marker, `■` the trail that leads back; `+` has supplies, `!`
    ■b1! ■b2 → d1   c1 c2! …  a trouble that needs equipment, `<` one that sends the team back.
    ■base ■a1 ■a2! → b1 or c1
"""

from __future__ import annotations

from collections.abc import Iterator

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

from .lines import Line, line

Run = list[pb.SpotShown]
"""Spots one after the other without a choice of way."""

MARKER, TRAIL, AHEAD = "◉", "■", " "
STYLES = {MARKER: "bold yellow", TRAIL: "cyan", AHEAD: ""}
SUPPLY, NEEDS, BACK = "+", "!", "<"


def path(view: pb.View) -> list[Line]:
    """A line for each stretch between two forks, and for all ways from one fork together."""
    lines = [_line(view, runs) for runs in _stretches(view)]
    return lines[::-1]


def _stretches(view: pb.View) -> list[list[Run]]:
    """Runs, those that begin behind the same spots together."""
    below: dict[str, list[str]] = {spot.id: [] for spot in view.spots}
    for spot in view.spots:
        for up in spot.up:
            below[up].append(spot.id)
    spots = {spot.id: spot for spot in view.spots}
    stretches: dict[tuple[str, ...], list[Run]] = {}
    for spot in view.spots:
        own = tuple(below[spot.id])
        if not (len(own) == 1 and len(spots[own[0]].up) == 1):
            stretches.setdefault(own, []).append(_run(spots, below, spot))
    return list(stretches.values())


def _run(spots: dict[str, pb.SpotShown], below: dict[str, list[str]], spot: pb.SpotShown) -> Run:
    """From this spot on, until ways part or meet."""
    run = [spot]
    while len(spot.up) == 1 and len(below[spot.up[0]]) == 1:
        spot = spots[spot.up[0]]
        run.append(spot)
    return run


def _line(view: pb.View, runs: list[Run]) -> Line:
    return line(*(piece for run in runs for piece in _pieces(view, run, parted=len(runs) > 1)))


def _pieces(view: pb.View, run: Run, *, parted: bool) -> Iterator[tuple[str, str]]:
    """A run; where ways meet again or part, it says which spots come next."""
    for spot in run:
        mark = _mark(view, spot)
        yield f"{mark}{spot.id}{_kind(spot)} ", STYLES[mark]
    if parted or len(run[-1].up) > 1:
        yield f"→ {' or '.join(run[-1].up)}  ", "dim"


def _mark(view: pb.View, spot: pb.SpotShown) -> str:
    if spot.id == view.marker:
        return MARKER
    return TRAIL if spot.id in view.trail else AHEAD


def _kind(spot: pb.SpotShown) -> str:
    if spot.kind == pb.SPOT_KIND_SUPPLY:
        return SUPPLY
    if not spot.HasField("trouble"):
        return ""
    return BACK if spot.trouble.back else NEEDS
