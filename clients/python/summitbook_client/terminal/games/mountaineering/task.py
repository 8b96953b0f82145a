"""What there is to do: draws that are due, troubles with what they still need, or how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

from .lines import Line, line

COURSES = {pb.COURSE_BEGINNER: "Beginner's course", pb.COURSE_ADVANCED: "Advanced course"}
ENDINGS = {
    pb.OUTCOME_SUMMIT: ("The summit is reached: the team has won!", "bold green"),
    pb.OUTCOME_RETURNED: ("Up and safely down again: the team has won!", "bold green"),
    pb.OUTCOME_RESCUED: ("The team was rescued, and is home.", "bold yellow"),
    pb.OUTCOME_STRANDED: ("The team is stranded.", "bold red"),
}
SHOWN = 12
"""So many of the draws due are named."""


def state(view: pb.View) -> list[Line]:
    """The course, where the team stands, and whose turn it is or how it ended."""
    where = f"{COURSES.get(view.course, 'A course')}, at {view.marker}"
    if view.phase == pb.PHASE_OVER:
        ended = ENDINGS.get(view.outcome, ("The climb has ended.", "bold"))
        return [line(f"{where}.  ", ended)]
    way = "going down" if view.descending else "going up"
    others = ", others may move too" if view.out_of_turn and len(view.hands) > 1 else ""
    return [line(f"{where}, {way}.  ", (f"Turn of seat {view.turn}{others}.", "bold"))]


def tasks(view: pb.View) -> list[Line]:
    """The draws due, then each trouble, the oldest first, then what being stuck allows."""
    stuck = [line(("Stuck: equipment may be abandoned, the whistle blown.", "bold red"))]
    return [
        *_due(view),
        *map(_trouble, view.unsolved),
        *(stuck if view.stuck and view.phase != pb.PHASE_OVER else []),
    ]


def _due(view: pb.View) -> Iterator[Line]:
    if not view.due:
        return
    first, *rest = view.due
    then = f", then {' '.join(map(str, rest[:SHOWN]))}" if rest else ""
    more = f" and {len(rest) - SHOWN} more" if len(rest) > SHOWN else ""
    yield line((f"Seat {first} draws a card", "bold"), f"{then}{more}.")


def _trouble(unsolved: pb.Unsolved) -> Line:
    """Its name and spot, and of each need whether it is laid, missing, or in no hand either."""
    name = (f"! {unsolved.trouble.name} at {unsolved.spot}:", "bold red")
    return line(name, *(_need(unsolved, need) for need in unsolved.trouble.needs))


def _need(unsolved: pb.Unsolved, need: str) -> tuple[str, str]:
    if need in unsolved.lacking:
        return f"  {need} (nobody has it)", "bold red"
    if need in unsolved.missing:
        return f"  {need} (missing)", "bold yellow"
    return f"  {need} (laid)", "green"
