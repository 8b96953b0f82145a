"""What there is to do: draws that are due, troubles with what they still need, or how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

from ...people import People
from .lines import Line, line

COURSES = {pb.COURSE_BEGINNER: "Beginner's course", pb.COURSE_ADVANCED: "Advanced course"}
ENDINGS = {
    pb.OUTCOME_SUMMIT: ("The summit is reached: the team has won!", "bold green"),
    pb.OUTCOME_RETURNED: ("Up and safely down again: the team has won!", "bold green"),
    pb.OUTCOME_RESCUED: ("The team was rescued, and is home.", "bold yellow"),
    pb.OUTCOME_STRANDED: ("The team is stranded.", "bold red"),
}
SHOWN = 6
"""So many of the draws due are named."""
WHISTLE = "Whistle"


def state(view: pb.View, people: People) -> list[Line]:
    """The course, where the team stands, and whose turn it is or how it ended."""
    where = f"{COURSES.get(view.course, 'A course')}, at {view.marker}"
    if view.phase == pb.PHASE_OVER:
        ended = ENDINGS.get(view.outcome, ("The climb has ended.", "bold"))
        return [line(f"{where}.  ", ended)]
    way = "going down" if view.descending else "going up"
    others = ", others may move too" if view.out_of_turn and len(view.hands) > 1 else ""
    return [line(f"{where}, {way}.  ", (f"{_capital(people.whose_turn(view.turn))}{others}.", "bold"))]


def tasks(view: pb.View, people: People) -> list[Line]:
    """The draws due, then each trouble, the oldest first, then what being stuck allows."""
    return [
        *_due(view, people),
        *(_trouble(view, people, each) for each in view.unsolved),
        *_stuck(view, people),
    ]


def _due(view: pb.View, people: People) -> Iterator[Line]:
    if not view.due:
        return
    first, *rest = view.due
    then = f", then {', '.join(map(people.whom, rest[:SHOWN]))}" if rest else ""
    more = f" and {len(rest) - SHOWN} more" if len(rest) > SHOWN else ""
    yield line((people.does(first, "draw a card"), "bold"), f"{then}{more}.")


def _stuck(view: pb.View, people: People) -> Iterator[Line]:
    """What may be done, as far as there is anybody who can."""
    if not view.stuck:
        return
    ways = []
    if any(card.items for hand in view.hands for card in hand.cards):
        ways.append("equipment may be abandoned for new cards")
    ways += [f"{people.whom(seat)} may blow the whistle" for seat in _holders(view, WHISTLE)]
    if ways:
        yield line((f"Stuck: {'; '.join(ways)}.", "bold red"))


def _trouble(view: pb.View, people: People, unsolved: pb.Unsolved) -> Line:
    """Its name and spot, and of each need whether it is laid, who has it, or that nobody does."""
    name = (f"! {unsolved.trouble.name} at {unsolved.spot}:", "bold red")
    return line(name, *(_need(view, people, unsolved, need) for need in unsolved.trouble.needs))


def _need(view: pb.View, people: People, unsolved: pb.Unsolved, need: str) -> tuple[str, str]:
    if need in unsolved.lacking:
        return f"  {need} (nobody has it)", "bold red"
    if need in unsolved.missing:
        return f"  {need} ({', '.join(map(people.whom, _holders(view, need)))})", "bold yellow"
    return f"  {need} (laid)", "green"


def _holders(view: pb.View, item: str) -> list[int]:
    return [hand.seat for hand in view.hands if any(item in card.items for card in hand.cards)]


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
