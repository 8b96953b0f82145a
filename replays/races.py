"""The golden replays of Dicey Peaks: each shows what its sentence says, on purpose."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import pairwise
from typing import Any

from golden import Golden, NoLuck, Recording, must

from summitbook_domain import dicey_peaks
from summitbook_domain.content import check
from summitbook_domain.dicey_peaks import events as e
from summitbook_domain.dicey_peaks.commands import Announce, ChooseSummitTile, RollDice, Stop, TurnOver
from summitbook_domain.dicey_peaks.events import Intent
from summitbook_domain.dicey_peaks.mountain import TURN_OVER, Mountain
from summitbook_domain.dicey_peaks.state import Climber, Phase, Race
from summitbook_domain.message import Command, Event, Events
from summitbook_domain.table.commands import (
    CancelGame,
    ExpireGame,
    LeaveSeat,
    RetireSeat,
    TakeHint,
    TakeSeat,
    TimeOutTurn,
)
from summitbook_domain.table.events import SeatRetired

GAME = dicey_peaks.GAME
GOLDENS: list[Golden] = []
NAMES = (
    "Junko Tabei",
    "Wanda Rutkiewicz",
    "Lydia Bradey",
    "Gerlinde Kaltenbrunner",
    "Edurne Pasaban",
    "Oh Eun-sun",
)
A_DAY = timedelta(days=1)


class Party(Recording):
    """Takes the turns of all seats as the script says."""

    @property
    def state(self) -> Race:
        """The race as it stands."""
        state: Race = self.book.table.play
        return state

    @property
    def me(self) -> Climber:
        """The climber whose turn it is."""
        return self.state.climber

    @property
    def over(self) -> bool:
        """Whether the race has ended."""
        return self.state.phase == "over"

    def go(self, command: Command) -> Events:
        """The seat whose turn it is asks for this."""
        return self.ask(command, self.state.seat)

    def on(self) -> Events:
        """The seat whose turn it is does what a greedy player would."""
        return self.go(GAME.greedy(GAME.view(self.state), GAME.legal(self.state, self.state.seat)))

    def until(self, fact: Callable[[], bool]) -> None:
        """Play on until it is so, or NoLuck where the race ends before."""
        while not fact():
            must(not self.over)
            self.on()

    def until_it_comes_to(self, kind: type[Event]) -> Events:
        """Play on until a command leads to an event of this type, or NoLuck where the race ends before."""
        while not self.over:
            events = self.on()
            if has(events, kind):
                return events
        raise NoLuck

    def until_due(self, phase: Phase, *, oxygen: int | None = None) -> None:
        """Play on until a turn waits for this, of a climber with so much oxygen if that is told."""
        self.until(lambda: self.state.phase == phase and oxygen in (None, self.me.oxygen))

    def until_yetis(self) -> None:
        """Play on until yetis are set aside that will frighten somebody."""
        self.until(lambda: self.state.count("yeti") > 0 and any(not each.out for each in self._behind()))

    def to_the_end(self) -> None:
        """Play on until the race has ended."""
        while not self.over:
            self.on()

    def dare(self, intent: Intent) -> None:
        """Roll for this and go on as long as it goes: to a bust, or until too few dice are left."""
        turn = self.state.turn
        self.go(self._most(intent))
        self.go(Announce(intent=intent))
        while self.state.turn == turn and GAME.view(self.state).dice_due:
            self.go(self._most(intent))

    def busted(self, cause: e.BustCause) -> None:
        """The turn before this one must have been a bust, for this cause."""
        last = [event for event in self.book.events if isinstance(event, (e.TurnStarted, e.Busted))][-2]
        must(last == e.Busted(cause=cause))

    def time_out(self) -> Events:
        """A day passes, and the turn with it."""
        return self.service(TimeOutTurn(self.state.seat), after=A_DAY)

    def leave_it_there(self) -> None:
        """Whoever is left retires, until one has won or nobody can."""
        while not self.over:
            self.go(RetireSeat())

    def _most(self, intent: Intent) -> RollDice:
        """The roll with the most dice that favour this."""
        rolls = [each for each in GAME.legal(self.state, self.state.seat) if isinstance(each, RollDice)]
        by_colour = sorted(rolls, key=lambda roll: roll.white - roll.dark_blue)
        return by_colour[-1] if intent == "climb" else by_colour[0]

    def _behind(self) -> list[Climber]:
        return [self.state.climbers[seat] for seat in self.state.behind]


def golden(
    name: str, number: int = 0, *, seats: int = 2, seated: bool = True, **settings: Any
) -> Callable[[Callable[[Party], None]], Callable[[Party], None]]:
    """Add a script to the golden replays; its seats are taken unless told otherwise."""

    def add(tell: Callable[[Party], None]) -> Callable[[Party], None]:
        def script(number: int) -> Recording:
            party = Party(GAME, name, number, seats=seats, **settings)
            for seat in range(seats if seated else 0):
                party.sit(NAMES[seat], seat)
            tell(party)
            return party

        GOLDENS.append(Golden(name, number, script))
        return tell

    return add


def has(events: Events, kind: type[Event]) -> bool:
    """Whether an event of this type is among them."""
    return any(isinstance(event, kind) for event in events)


def acted(events: Iterable[Event]) -> set[str]:
    """The kinds of tile that moved somebody or changed somebody's oxygen."""
    return {event.tile for event in events if isinstance(event, (e.ClimberMoved, e.OxygenChanged))}


@golden("two-seats-to-the-flag", 43, draw_first_seat=True)
def two_seats(party: Party) -> None:
    """Two seats, the beginner drawn: climbs and rests, fright, and the flag."""
    must(party.state.seat == 1)
    party.to_the_end()
    must({e.Rested, e.ClimbersFrightened} <= {type(event) for event in party.book.events})
    must(party.state.winner is not None)


@golden("three-seats-salted", 4, seats=3, seated=False, first_seat=2)
def three_seats(party: Party) -> None:
    """Three seats, the third one beginning, two of them with salts; one asks for a hint, one thinks again."""
    party.sit(NAMES[0], 0, salt="5a17" * 32)
    party.sit("Passer-by", 1, salt="00")
    party.refused("SEAT_TAKEN", TakeSeat(1, NAMES[1]), 1)
    party.ask(LeaveSeat(), 1)
    party.refused("GAME_NOT_STARTED", RollDice(4, 1, 0))
    party.sit(NAMES[1], 1)
    party.sit(NAMES[2], 2, salt="c0ffee")
    party.refused("NOT_YOUR_TURN", RollDice(4, 1, 0))
    party.ask(TakeHint(), 0)
    party.to_the_end()
    must(party.state.winner is not None)
    party.refused("GAME_OVER", RollDice(4, 1, 0))


@golden("six-seats-and-every-tile", 4, seats=6)
def six_seats(party: Party) -> None:
    """Six seats; every kind of tile is climbed onto by somebody, and the flag is found."""
    party.to_the_end()
    kinds = {kind for level in party.state.mountain.levels for kind in level.tiles}
    must(acted(party.book.events) == kinds - {TURN_OVER, "nothing"})
    must(any(landed(party.book.events, "nothing")))
    must(has(party.book.events, e.GameWon))


def landed(events: Events, kind: str) -> Iterable[bool]:
    """Whether each climb in turn turned over a tile of this kind."""
    return (
        isinstance(before, e.Climbed) and isinstance(event, e.TileTurned) and event.tile == kind
        for before, event in pairwise(events)
    )


@golden("every-bust", 167)
def every_bust(party: Party) -> None:
    """Too much breath, too many avalanches, too little breath, too many yetis: the four ways to go bust."""
    party.dare("rest")
    party.busted("overfill")
    party.dare("climb")
    party.busted("avalanche")
    for cause, intent in (("hyperventilate", "climb"), ("yeti_attack", "rest")):
        party.until_due("to_roll", oxygen=2)
        party.dare(intent)
        party.busted(cause)
    party.leave_it_there()


@golden("every-refusal", 261)
def every_refusal(party: Party) -> None:
    """Beside each choice, all that is refused there."""
    party.refused("NOT_YOUR_TURN", Stop(), 1)
    party.refused("WRONG_PHASE", Stop())
    party.refused("BAD_DICE_COUNT", RollDice(1, 1, 1))
    party.refused("BAD_DICE_COUNT", RollDice(6, -1, 0))
    party.refused("NOT_ENOUGH_DICE", RollDice(5, 0, 0))
    party.until_due("to_turn_over")
    tiles = party.state.face_down()
    for positions in ((), tiles[:1], tiles[:3], (tiles[0], tiles[0]), (0, tiles[0]), (tiles[0], 19)):
        party.refused("BAD_TILE", TurnOver(positions=positions), party.state.seat)
    party.go(TurnOver(positions=tiles[-1:-3:-1]))
    party.until_due("to_announce", oxygen=0)
    party.refused("MUST_REST", Announce(intent="climb"), party.state.seat)
    party.until(lambda: party.state.phase == "to_announce" and party.state.at_summit)
    party.refused("MUST_CLIMB", Announce(intent="rest"), party.state.seat)
    party.until(lambda: party.state.phase == "to_choose" and False in party.state.summit)
    for tile in (-1, 3, party.state.summit.index(False)):
        party.refused("BAD_TILE", ChooseSummitTile(tile=tile), party.state.seat)
    party.leave_it_there()


@golden("too-few-dice-left", 122)
def too_few_dice(party: Party) -> None:
    """A rest sets so many dice aside that no roll is left, and brings no more than its level."""
    party.until_due("to_roll", oxygen=0)
    seat, turn = party.state.seat, party.state.turn
    party.dare("rest")
    must(party.state.turn == turn)
    party.refused("NOT_ENOUGH_DICE", RollDice(0, 0, 3), seat)
    party.refused("BAD_DICE_COUNT", RollDice(0, 0, 2), seat)
    must(party.state.count("tent") > party.state.mountain.level_at(party.me.position))
    party.go(Stop())
    party.leave_it_there()


@golden("stopping-with-nothing", 593)
def stopping_with_nothing(party: Party) -> None:
    """A rest without a tent and a climb without a pickaxe: nothing gained, nothing moved, nothing paid."""
    party.go(RollDice(4, 1, 0))
    party.go(Announce(intent="rest"))
    must(not has(party.book.events, e.Busted))
    must(party.go(Stop())[0] == e.Rested(gained=0, oxygen=9))
    party.go(RollDice(0, 1, 4))
    party.go(Announce(intent="climb"))
    must(not has(party.book.events, e.Busted) and not party.state.count("pickaxe"))
    party.go(Stop())
    party.leave_it_there()


@golden("the-last-breath", 75)
def last_breath(party: Party) -> None:
    """One oxygen below the summit is enough to climb one tile; the next turn has to be a rest."""
    party.until(
        lambda: party.state.phase == "to_announce" and party.me.oxygen == 1 and not party.state.at_summit
    )
    seat = party.state.seat
    party.go(Announce(intent="climb"))
    must(party.state.seat == seat and party.state.count("pickaxe") == 1)
    party.go(Stop())
    must(party.state.climbers[seat].oxygen == 0)
    party.until(lambda: party.state.seat == seat and party.state.phase == "to_announce")
    must(party.me.oxygen == 0 and not party.state.at_summit)
    party.refused("MUST_REST", Announce(intent="climb"), seat)
    party.leave_it_there()


@golden("turning-over-the-last-tile", 60, seats=6)
def the_last_tile(party: Party) -> None:
    """Somebody has to turn over two tiles where one is left, and later somebody where none is."""
    party.until(lambda: party.state.phase == "to_turn_over" and party.state.tiles_due == 1)
    (tile,) = party.state.face_down()
    party.go(TurnOver(positions=(tile,)))
    none_left = len(party.book.events)
    party.to_the_end()
    must(any(_on_turn_over(party.state, event) for event in party.book.events[none_left:]))


def _on_turn_over(state: Race, event: Event) -> bool:
    """Whether the event is a climb onto a tile that turns others over."""
    below = isinstance(event, e.Climbed) and event.end < state.mountain.top
    return below and state.tiles[event.end - 1] == TURN_OVER


@golden("the-third-summit-tile", 181)
def third_summit_tile(party: Party) -> None:
    """Both false summits are turned over before the flag."""
    party.to_the_end()
    must(party.state.summit.count(False) == 2)
    must(party.state.winner is not None)


@golden("stranded-and-alone", 125)
def stranded_and_alone(party: Party) -> None:
    """One is stranded by a false summit; the other takes turn after turn, and finds the flag."""
    party.until_it_comes_to(e.ClimberStranded)
    must(has(party.book.events, e.SummitTileTurned))
    alone = party.state.seat
    party.to_the_end()
    must(party.state.winner == alone)


@golden("stranded-by-a-tile", 302, seats=3)
def stranded_by_a_tile(party: Party) -> None:
    """A tile carries a climber to the summit whose last oxygen is spent."""
    events = party.until_it_comes_to(e.ClimberStranded)
    must(has(events, e.ClimberMoved))
    party.leave_it_there()


@golden("stranded-by-yetis", 483, seats=3)
def stranded_by_yetis(party: Party) -> None:
    """Yetis chase a climber without oxygen onto the summit."""
    events = party.until_it_comes_to(e.ClimberStranded)
    frightened = {seat for event in events if isinstance(event, e.ClimbersFrightened) for seat in event.seats}
    must(all(event.seat in frightened for event in events if isinstance(event, e.ClimberStranded)))
    party.leave_it_there()


@golden("drawn-on-the-summit", 550)
def drawn(party: Party) -> None:
    """Everyone is stranded before anyone has found the flag: nobody wins."""
    party.to_the_end()
    must(has(party.book.events, e.GameDrawn))


@golden("retired-one-by-one", 37, seats=3)
def one_by_one(party: Party) -> None:
    """One retires out of turn, the next in the middle of a turn with yetis set aside: the third has won."""
    party.on()
    party.ask(RetireSeat(), 1)
    party.refused("NOT_YOUR_TURN", RollDice(4, 1, 0), 1)
    party.refused("BAD_SEAT", RetireSeat(), 1)
    party.until(lambda: party.state.count("yeti") > 0)
    party.go(RetireSeat())
    must(has(party.book.events, e.GameWon))


@golden("retired-with-yetis", 163, seats=6)
def retired_with_yetis(party: Party) -> None:
    """Seats retire in every phase of their turns; their yetis frighten, no choice is made for them."""
    party.go(RetireSeat())
    party.until_due("to_announce")
    party.go(RetireSeat())
    party.until_yetis()
    must(has(party.go(RetireSeat()), e.ClimbersFrightened))
    party.until_due("to_turn_over")
    must(not has(party.go(RetireSeat()), e.TileTurned))
    party.until_due("to_choose", oxygen=0)
    must(party.go(RetireSeat())[1] == e.GameWon(seat=party.state.winner))


@golden("retired-without-breath", 65, seats=3)
def retired_without_breath(party: Party) -> None:
    """Who retires on the summit without oxygen is not stranded any more, nor is a summit tile turned over."""
    party.until_due("to_choose", oxygen=0)
    events = party.go(RetireSeat())
    must(not has(events, e.ClimberStranded) and not has(events, e.SummitTileTurned))
    party.leave_it_there()


@golden("retired-and-drawn", 28, seats=3)
def retired_and_drawn(party: Party) -> None:
    """One is stranded and the two others retire: nobody has won."""
    party.until_it_comes_to(e.ClimberStranded)
    party.leave_it_there()
    must(has(party.book.events, e.GameDrawn))


@golden("timed-out-in-every-phase", 18, seats=3, turn_seconds=86_400)
def timed_out(party: Party) -> None:
    """A day passes before a roll, an announcement, a stop, and choices that are then made for the seat."""
    party.time_out()
    party.refused("NOT_YOUR_TURN", RollDice(4, 1, 0))
    party.until_due("to_announce")
    party.time_out()
    party.until_yetis()
    must(has(party.time_out(), e.ClimbersFrightened))
    party.until_due("to_turn_over")
    must(has(party.time_out(), e.TileTurned))
    party.until_due("to_choose")
    must(has(party.time_out(), e.SummitTileTurned))
    must(not party.over and not has(party.book.events, SeatRetired))
    party.leave_it_there()


@golden("timed-out-onto-the-flag", 175, turn_seconds=86_400)
def onto_the_flag(party: Party) -> None:
    """The summit tile chosen for a seat whose time is up is the flag."""
    party.until_due("to_choose")
    must(has(party.time_out(), e.GameWon))


@golden("timed-out-twice", 5, seats=3, turn_seconds=86_400)
def timed_out_twice(party: Party) -> None:
    """The second time-out running retires a seat; a hint is no command, a roll is one."""
    party.time_out()
    party.time_out()
    party.time_out()
    party.ask(TakeHint(), 0)
    must(has(party.time_out(), SeatRetired))
    party.on()
    must(not has(party.time_out(), SeatRetired))
    must(has(party.time_out(), e.GameWon))


@golden("cancelled-before-the-start", seats=6, seated=False)
def cancelled(party: Party) -> None:
    """The host cancels a game for six that two have joined and one has left."""
    party.sit(NAMES[0], 0)
    party.sit(NAMES[5], 5)
    party.refused("BAD_ARGS", TakeSeat(1, ""), 1)
    party.ask(LeaveSeat(), 0)
    party.host(CancelGame())


@golden("cancelled-under-way")
def cancelled_under_way(party: Party) -> None:
    """The host cancels a game in the middle of a turn."""
    party.on()
    party.host(CancelGame())


@golden("expired")
def expired(party: Party) -> None:
    """A game left lying for months is closed by the service."""
    party.until_due("to_announce")
    party.service(ExpireGame(), after=timedelta(days=90))


@golden("expired-before-the-start", seated=False)
def nobody_came(party: Party) -> None:
    """One has sat down, nobody else has come for months, and the service closes the game."""
    party.sit(NAMES[3], 1)
    party.service(ExpireGame(), after=timedelta(days=90))


@golden("shared-deal", 37, source="deal")
def shared_deal(party: Party) -> None:
    """A game of a shared deal closes without its seed; the reveal before the seal tells it."""
    party.refused("GAME_STARTED", TakeSeat(0, NAMES[0]))
    party.until_it_comes_to(e.TileTurned)
    party.leave_it_there()


HILL = check(
    tomllib.loads(
        """
        game = "dicey_peaks"
        edition = "hill"
        min_seats = 2
        max_seats = 4
        oxygen_start = 4
        oxygen_max = 5
        first_roll = 4
        next_roll = 2
        bust_avalanches = 2
        bust_yetis = 2
        dice.white = { count = 3, faces = ["pickaxe", "pickaxe", "avalanche", "yeti"] }
        dice.light_blue = { count = 0, faces = ["tent"] }
        dice.dark_blue = { count = 3, faces = ["tent", "tent", "pickaxe"] }
        levels = [
          { level = 2, laid = 3, tiles = ["oxygen_plus_2", "turn_over_2", "nothing", "forward_1"] },
          { level = 1, laid = 2, tiles = ["down_right", "down_left"] },
        ]
        summit.tiles = ["false_summit", "flag"]
        """
    ),
    Mountain,
    "hill",
)


@golden("own-mountain", 4, seats=3, edition=HILL)
def own_mountain(party: Party) -> None:
    """To the flag on a mountain of one's own, which the log carries whole."""
    party.to_the_end()
    must(has(party.book.events, e.TileTurned) and has(party.book.events, e.Rested))
    must(party.state.winner is not None)
