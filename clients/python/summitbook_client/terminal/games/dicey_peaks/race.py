"""The climbers: how much oxygen each has, who is out of it, whose turn it is, and how it ended."""

from __future__ import annotations

from rich.text import Text

from summitbook.dicey_peaks.v1 import dicey_peaks_pb2 as pb

from ...counting import counted
from ...people import People
from .words import intent, letter

GAUGE = 10
"""The longest gauge that is drawn; where there may be more oxygen, the number alone says it."""
FULL, EMPTY, TURN = "●", "○", "▸"
LOW = 2


def race(view: pb.View, people: People) -> list[Text]:
    """A line for each climber."""
    widest = max((len(people.short(each.seat)) for each in view.climbers), default=0)
    return [_climber(view, each, people.short(each.seat).ljust(widest)) for each in view.climbers]


def _climber(view: pb.View, each: pb.ClimberShown, named: str) -> Text:
    turn = view.phase != pb.PHASE_OVER and each.seat == view.seat
    name = f"{TURN if turn else ' '} {letter(each.seat)} {named} "
    if each.retired or each.stranded:
        return Text(f"{name}{'retired' if each.retired else 'stranded'}", "dim")
    return Text.assemble((name, "bold" if turn else ""), *_gauge(each.oxygen, view.oxygen_max))


def _gauge(oxygen: int, most: int) -> tuple[tuple[str, str], ...]:
    style = "bold red" if oxygen <= LOW else "bold green"
    number = (f"{oxygen:>2}", style)
    if most > GAUGE:
        return (number, (f" of {most}", "dim"))
    return ((FULL * oxygen, style), (EMPTY * (most - oxygen), "dim"), number)


def waited_for(view: pb.View, people: People) -> Text:
    """What the climber whose turn it is does next."""
    asked = {
        pb.PHASE_TO_ROLL: f"roll {counted(view.dice_due, 'die', 'dice')}",
        pb.PHASE_TO_ANNOUNCE: "say whether to climb or to rest",
        pb.PHASE_TO_GO_ON: f"may stop, or roll {view.dice_due} more" if view.dice_due else "stop",
        pb.PHASE_TO_TURN_OVER: f"turn over {counted(view.tiles_due, 'tile')}",
        pb.PHASE_TO_CHOOSE: "search a summit tile for the flag",
    }
    doing = f"{intent(view.intent).capitalize()}: " if view.HasField("intent") else ""
    return Text(f"{doing}{people.does(view.seat, asked.get(view.phase, 'have the turn'))}.", "bold")


def ending(view: pb.View, people: People) -> Text:
    """Who has won."""
    if view.HasField("winner"):
        return Text(f"{people.does(view.winner, 'have')} won the race!", "bold green")
    return Text("The race has ended, and nobody has won.", "bold yellow")
