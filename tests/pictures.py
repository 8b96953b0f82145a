"""
Views of Everest as a client is sent them, and what a drawing of one says.

    drawn(everest(route=[(0, 0), (1, 1)], dice=[5, 6, 2]))
"""

from __future__ import annotations

from collections.abc import Sequence

from summitbook.everest1924.v1 import everest1924_pb2 as pb
from summitbook.v1.games_pb2 import LegalAction
from summitbook_client.terminal.screen import screen_of

WIDTH = 80
SLOPE = [(row, max(10 - row // 2, 4), 6 + 2 * row if row else 0, row == 4) for row in range(13)]
"""Rows as (first column, squares, target, extra die), each a column further right than the one below."""

EVEREST = screen_of("everest1924")


def everest(
    route: Sequence[tuple[int, int]] = ((0, 0),),
    *,
    camps: Sequence[tuple[int, int]] = (),
    dice: Sequence[int] = (),
    discarded: Sequence[int] = (),
    **fields: object,
) -> pb.View:
    """A view with the climber on the last square of the route; `discarded` are indices of dice."""
    row, column = route[-1]
    usual = {
        "turn": len(route),
        "dice_owned": 3,
        "camps_left": 4 - len(camps),
        "target": 6,
        "squares_marked": len(route),
    }
    return pb.View(
        row=row,
        column=column,
        rows=[pb.SheetRow(first=a, squares=b, target=c, extra_die=d) for a, b, c, d in SLOPE],
        route=[pb.Mark(row=r, column=c, camp=(r, c) in camps) for r, c in route],
        dice=[pb.DieShown(value=value, live=i not in discarded) for i, value in enumerate(dice)],
        **{**usual, **fields},
    )  # fmt: skip


def drawn(view: pb.View, width: int = WIDTH) -> list[str]:
    """The lines of the drawing, without styles."""
    return EVEREST.draw(view, width).plain.split("\n")


def row(view: pb.View, number: int) -> str:
    """The line of a row from its first square on, without what stands in the corners."""
    label = f"{SLOPE[number][2] or 'base':>4}   "
    bare = f"{SLOPE[number][2] or 'base':>4} "
    start = 4 * SLOPE[number][0]
    (line,) = (line for line in drawn(view) if line[start:].startswith((label, bare)))
    return line[start + len(bare) :]


def action(label: str, *, gives_up: bool = False, **chosen: object) -> LegalAction:
    """A legal action with an Everest command."""
    made = LegalAction(label=label, gives_up=gives_up)
    made.command.everest1924.CopyFrom(pb.Command(**chosen))
    return made


ROLL = action("Roll 3 dice", roll_dice=pb.RollDice())
ABANDON = action("Abandon the expedition", gives_up=True, abandon=pb.Abandon())
CLIMB = action("Climb", advance=pb.Advance())
CAMP = action("Climb and make camp", advance=pb.Advance(make_camp=True))
ADD = action("Die 1 becomes 3 by adding die 2", combine_dice=pb.CombineDice(keep=0, discard=1, op="OP_ADD"))
TAKE = action(
    "Die 1 becomes 1 by subtracting die 2", combine_dice=pb.CombineDice(keep=0, discard=1, op="OP_SUBTRACT")
)
REROLL_1 = action("Reroll die 1", reroll_dice=pb.RerollDice(dice=[0]))
REROLL_13 = action("Reroll die 1, die 3", reroll_dice=pb.RerollDice(dice=[0, 2]))
ROLLED = (CLIMB, CAMP, ADD, TAKE, REROLL_1, REROLL_13)
