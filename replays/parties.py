"""The golden replays of Mountaineering: each shows what its sentence says, on purpose."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from golden import Golden, NoLuck, Recording, must

from summitbook_domain import mountaineering
from summitbook_domain.content import check
from summitbook_domain.message import Command, Event, Events
from summitbook_domain.mountaineering import events as e
from summitbook_domain.mountaineering.commands import (
    Abandon,
    BlowWhistle,
    Donate,
    DrawCard,
    PlayEquipment,
    PlayMover,
    TakeBackEquipment,
)
from summitbook_domain.mountaineering.mountain import Mountain
from summitbook_domain.mountaineering.state import Climb
from summitbook_domain.mountaineering.team import is_stuck
from summitbook_domain.table.commands import (
    CancelGame,
    ExpireGame,
    LeaveSeat,
    RetireSeat,
    TakeHint,
    TakeSeat,
    TimeOutTurn,
)

GAME = mountaineering.GAME
GOLDENS: list[Golden] = []
NAMES = (
    "Lynn Hill",
    "Catherine Destivelle",
    "Tenzing Norgay",
    "Riccardo Cassin",
    "Annie Peck",
    "Lionel Terray",
)
A_DAY = timedelta(days=1)


class Team(Recording):
    """Plays the hands of all seats as the script says."""

    @property
    def state(self) -> Climb:
        """The climb as it stands."""
        state: Climb = self.book.table.play
        return state

    @property
    def over(self) -> bool:
        """Whether the climb has ended."""
        return self.state.outcome is not None

    def legal(self, kind: type[Command]) -> list[tuple[int, Any]]:
        """Every legal command of this type, with the seat that may ask it."""
        seats = range(len(self.state.hands))
        return [
            (seat, each) for seat in seats for each in GAME.legal(self.state, seat) if isinstance(each, kind)
        ]

    def on(self) -> Events:
        """The next thing that a sensible team would do, whoever it falls to."""
        view = GAME.view(self.state)
        for seat in range(len(self.state.hands)):
            command = GAME.greedy(view, GAME.legal(self.state, seat))
            if command is not None:
                return self.ask(command, seat)
        raise AssertionError("nobody does anything")

    def until(self, fact: Callable[[], bool]) -> None:
        """Play on until it is so, or NoLuck where the climb ends before."""
        while not fact():
            must(not self.over)
            self.on()

    def to_the_end(self, outcome: e.Outcome) -> None:
        """Play on until the climb has ended, which must be so."""
        while not self.over:
            self.on()
        must(self.state.ending == outcome)

    def set_out(self, movers: int = 10) -> None:
        """Draw the first cards, so many movers first."""
        self.draw(movers)
        while not self.state.begun:
            self.draw(1, "equipment")

    def draw(self, cards: int, kind: e.Kind = "movers") -> None:
        """So many cards of a kind, each for the seat to which it is due."""
        for _ in range(cards):
            self.ask(DrawCard(kind=kind), self.state.drawer)

    def draw_all(self, kind: e.Kind = "movers") -> None:
        """All the cards that are due, of this kind."""
        self.draw(self.state.draws, kind)

    def move(self, *, to: str = "", seat: int | None = None, spots: int | None = None) -> Events:
        """A mover that leads to this spot, or NoLuck where no seat, or not this one, has it."""
        for who, each in self.legal(PlayMover):
            if to in ("", each.route[-1]) and seat in (None, who) and spots in (None, len(each.route)):
                return self.ask(each, who)
        raise NoLuck

    def solve(self) -> None:
        """Lay what covers the oldest trouble, abandoning what it does not need until it can be covered."""
        trouble = self.state.unsolved[0]
        while trouble in self.state.unsolved:
            self.on()
            must(not self.over)

    def holder(self, card: str) -> int:
        """The seat that holds a card, or NoLuck where none does."""
        must(any(card in hand for hand in self.state.hands))
        return next(seat for seat, hand in enumerate(self.state.hands) if card in hand)

    def equipment(self, seat: int) -> list[str]:
        """What equipment a seat holds."""
        return [card for card in self.state.hands[seat] if self.state.is_equipment(card)]

    def movers(self, seat: int) -> list[str]:
        """The movers that a seat holds."""
        return [card for card in self.state.hands[seat] if not self.state.is_equipment(card)]

    def time_out(self) -> Events:
        """A day passes, and with it the time of the seat that the game waits for."""
        (seat,) = GAME.waits_for(self.state)
        return self.service(TimeOutTurn(seat), after=A_DAY)

    def showed(self, kind: type[Event], /, **fields: Any) -> None:
        """An event of this type, with these fields, must have happened."""
        told = [each for each in self.book.events if isinstance(each, kind)]
        must(any(all(getattr(each, name) == value for name, value in fields.items()) for each in told))


def golden(
    name: str, number: int = 0, *, seats: int, seated: bool = True, **settings: Any
) -> Callable[[Callable[[Team], None]], Callable[[Team], None]]:
    """Add a script to the golden replays; its seats are taken unless told otherwise."""

    def add(tell: Callable[[Team], None]) -> Callable[[Team], None]:
        def script(number: int) -> Recording:
            team = Team(GAME, name, number, seats=seats, **settings)
            for seat in range(seats if seated else 0):
                team.sit(NAMES[seat], seat)
            tell(team)
            return team

        GOLDENS.append(Golden(name, number, script))
        return tell

    return add


@golden("summit-alone", seats=1)
def alone(team: Team) -> None:
    """One seat draws for everyone, and has the turn again after each move; the summit is reached."""
    team.to_the_end("summit")
    team.showed(e.TroubleOvercome)


@golden("summit-in-pairs", seats=2)
def in_pairs(team: Team) -> None:
    """Two seats, supplies drawn by the mover's seat, the other, the mover's; movers are shuffled again."""
    team.to_the_end("summit")
    team.showed(e.PileReshuffled, kind="movers")


@golden("down-again", seats=3, course="advanced")
def down_again(team: Team) -> None:
    """The advanced course: up, and down again along a fresh trail; both piles have to be refilled."""
    team.to_the_end("returned")
    team.showed(e.PileReshuffled, kind="movers")
    team.showed(e.PileReshuffled, kind="equipment")


@golden("six-in-turn", 1, seats=6, out_of_turn=False)
def six_in_turn(team: Team) -> None:
    """Six seats without playing out of turn: those who can play no mover are passed over, to the summit."""
    passed_over = 0
    while not team.over:
        before = team.state
        moved = isinstance(team.on()[0], e.MarkerMoved)
        passed_over += moved and team.state.turn not in (before.turn, before.left_of(before.turn))
    must(passed_over > 2 and team.state.ending == "summit")


@golden("passed-over-after-drawing", 2, seats=3, out_of_turn=False)
def passed_over_after_drawing(team: Team) -> None:
    """At supplies the turn goes to a seat without movers; the draws made, it is passed over, and stays so."""
    team.draw(1)
    team.draw(1, "equipment")
    while not team.state.begun:
        team.draw(1, "equipment" if team.state.drawer == 1 else "movers")
    team.until(lambda: team.state.marker == "a3" and team.state.turn == 0 and not team.state.unsolved)
    team.move(to="a4")
    must(team.state.turn == 1)
    team.draw(3, "equipment")
    must(team.state.turn == 2)
    team.move()
    must(team.state.turn == 0)
    team.to_the_end("summit")


@golden("out-of-turn", seats=2)
def out_of_turn(team: Team) -> None:
    """A 1 is the turn's, and a 2 comes first, out of turn: the turn stays until its own seat has moved."""
    team.set_out(16)
    team.move(seat=0, spots=1)
    must(team.state.turn == 1)
    team.move(seat=0, spots=2)
    must(team.state.turn == 1 and not team.state.unsolved)
    team.move(seat=1, to="a4")
    must(team.state.turn == 0)
    team.to_the_end("summit")


@golden("snowstorm", 17, seats=2)
def snowstorm(team: Team) -> None:
    """Spot 12 of the chart: three spots back along the trail as it was walked, and from there on again."""
    team.until(lambda: team.state.marker in ("d6", "d7") and not team.state.unsolved and not team.state.draws)
    team.move(to="d8")
    must(team.state.marker in ("d5", "d4"))
    team.to_the_end("summit")


@golden("back-to-trouble-28", 3, seats=2, course="advanced")
def storm_on_the_descent(team: Team) -> None:
    """The storm of spot 24 sends the team back onto another trouble, which is met, on the way down."""
    team.until(lambda: team.state.marker == "j1" and team.state.descending and not team.state.draws)
    team.move(to="h4")
    team.solve()
    team.move(to="h3")
    must(team.state.unsolved == ("j2",))
    team.to_the_end("returned")


def rockslide(team: Team) -> None:
    """From supplies into the rockslide at a5, when there was no trouble before."""
    team.set_out()
    team.until(lambda: team.state.marker == "a4" and not team.state.draws)
    must(not team.state.unsolved)
    team.move(to="a5")


@golden("back-to-supplies", seats=2)
def back_to_supplies(team: Team) -> None:
    """Away from a trouble to supplies, drawing, solving it there, on; its spot again: a new trouble."""
    rockslide(team)
    team.refused("TROUBLE_UNSOLVED", PlayMover(card=team.movers(0)[0], route=_ahead(team, team.movers(0)[0])))
    team.move(to="a4")
    team.draw_all("equipment")
    must(team.state.marker == "a4")
    team.solve()
    must(team.state.marker == "a4")
    team.move(to="a5")
    must(team.state.unsolved == ("a5",))
    team.to_the_end("summit")


def _ahead(team: Team, card: str) -> tuple[str, ...]:
    """A route ahead for a mover, whether it may be taken or not."""
    route: tuple[str, ...] = ()
    for _ in range(team.state.mountain.cards[card].spots):
        route += team.state.mountain.path[(team.state.marker, *route)[-1]].up[:1]
    return route


@golden("laid-beforehand", 12, seats=2)
def laid_beforehand(team: Team) -> None:
    """A trouble met on the way back from another is overcome at once, by what was laid; two were unsolved."""
    rockslide(team)
    team.ask(PlayEquipment(card="e12"), team.holder("e12"))
    team.move(to="a2")
    must(team.state.unsolved == ("a5",) and team.state.laid == ())
    team.to_the_end("summit")


@golden("the-first-spots-of-two-short-ways", 0, seats=3)
def short_ways(team: Team) -> None:
    """Twice where the path forks the short way is taken, by its first spot; then all go home."""
    for spot in ("b1", "e1"):
        team.until(lambda to=spot: to in {each.route[-1] for _, each in team.legal(PlayMover)})
        team.move(to=spot)
    for seat in range(3):
        team.ask(RetireSeat(), seat)


@golden("overshot", 7, seats=2)
def overshot(team: Team) -> None:
    """One spot below the summit a 2 is BAD_ROUTE, and a 1 is taken: it must be reached exactly."""
    team.until(lambda: team.state.marker == "j3" and not team.state.unsolved and not team.state.draws)
    seat, two = next(((who, card) for who in (0, 1) for card in team.movers(who) if card in _TWOS), (0, ""))
    must(two != "")
    team.refused("BAD_ROUTE", PlayMover(card=two, route=("summit",)), seat)
    team.refused("BAD_ROUTE", PlayMover(card=two, route=("summit", "summit")), seat)
    team.move(to="summit")


_TWOS = tuple(f"m{n}" for n in range(21, 28))


@golden("cornered", 219, seats=2)
def cornered(team: Team) -> None:
    """One spot below the summit with no 1 in any hand: back to supplies, and won after all."""
    team.until(lambda: team.state.marker == "j3" and not team.state.unsolved and not team.state.draws)
    must(not is_stuck(team.state))
    team.move(to="j1")
    team.draw_all()
    team.to_the_end("summit")


@golden("given-a-card", 4, seats=3)
def given_a_card(team: Team) -> None:
    """A seat plays its last card and is given one by the next; to one that holds cards nothing is given."""
    team.set_out()
    team.until(lambda: () in team.state.hands and not team.state.draws)
    poor = team.state.hands.index(())
    rich = team.state.left_of(poor)
    other = team.state.left_of(rich)
    card = team.state.hands[rich][0]
    must(bool(team.state.hands[other]))
    team.refused("HAND_NOT_EMPTY", Donate(card=card, to=other), rich)
    team.refused("BAD_SEAT", Donate(card=card, to=rich), rich)
    team.ask(Donate(card=card, to=poor), rich)
    team.to_the_end("summit")


@golden("taken-back", seats=2)
def taken_back(team: Team) -> None:
    """A card laid in haste is taken back; those laid in the end are spent, whole."""
    rockslide(team)
    team.until(lambda: not (is_stuck(team.state) or team.state.draws))
    seat, useless = next(
        ((who, card) for who in (0, 1) for card in team.equipment(who) if not _needed(team, card)), (0, "")
    )
    must(useless != "")
    team.ask(PlayEquipment(card=useless), seat)
    must(bool(team.state.unsolved))
    team.refused("NOT_LAID", TakeBackEquipment(card=useless), 1 - seat)
    team.ask(TakeBackEquipment(card=useless), seat)
    team.solve()
    team.to_the_end("summit")


def _needed(team: Team, card: str) -> bool:
    needs = team.state.mountain.trouble_at(team.state.unsolved[0]).needs
    return not set(needs).isdisjoint(team.state.mountain.cards[card].items)


@golden("whistle-and-on", 5, seats=2)
def whistle_and_on(team: Team) -> None:
    """Stuck with two troubles and cards laid, the team blows the whistle: all is lifted, and it climbs on."""
    rockslide(team)
    whistler = team.holder("e09")
    who, laid = team.legal(PlayEquipment)[0]
    team.ask(laid, who)
    team.move(to="a2")
    must(len(team.state.unsolved) == 2 and bool(team.state.laid) and is_stuck(team.state))
    team.ask(BlowWhistle(choice="climb_on"), whistler)
    must(laid.card in team.state.hands[who])
    team.to_the_end("summit")


@golden("whistle-and-home", 10, seats=2)
def whistle_and_home(team: Team) -> None:
    """Before the team is stuck the whistle is refused; in a trouble beyond it the team is brought home."""
    team.set_out()
    whistler = team.holder("e09")
    team.refused("NOT_STUCK", BlowWhistle(choice="go_home"), whistler)
    team.refused("CARD_NOT_HELD", BlowWhistle(choice="go_home"), 1 - whistler)
    team.until(lambda: bool(team.state.unsolved) and is_stuck(team.state))
    team.ask(BlowWhistle(choice="go_home"), whistler)


@golden("stranded", seats=4)
def stranded(team: Team) -> None:
    """A hasty team plays every mover it has, abandons all its equipment, and is stranded."""
    team.set_out()
    while not team.over:
        hasty = (
            team.legal(DrawCard)[1:] or team.legal(PlayMover) or team.legal(Abandon) or team.legal(DrawCard)
        )
        who, command = hasty[0]
        team.ask(command, who)
    must(team.state.ending == "stranded")
    team.showed(e.CardAbandoned)


@golden("stranded-on-the-descent", 84, seats=5, course="advanced")
def stranded_on_the_descent(team: Team) -> None:
    """The summit is not the end: on the way down the team runs out of everything."""
    team.until(lambda: team.state.descending)
    team.to_the_end("stranded")


@golden("every-code", seats=2)
def every_code(team: Team) -> None:
    """Beside each choice, what is refused there: every code but that of empty piles and of turns."""
    team.refused("NOT_YOUR_TURN", DrawCard(kind="movers"), 1)
    team.refused("WRONG_PHASE", PlayMover(card="m01", route=("a1",)))
    team.set_out()
    team.refused("WRONG_PHASE", DrawCard(kind="movers"))
    mover, piece = ([card for card in team.movers(0) if card < "m21"] or [""])[-1], team.equipment(0)[0]
    must(mover != "")
    team.refused("CARD_NOT_HELD", PlayMover(card=team.movers(1)[0], route=("a1",)))
    team.refused("WRONG_KIND", PlayMover(card=piece, route=("a1",)))
    team.refused("WRONG_KIND", PlayEquipment(card=mover))
    team.refused("BAD_ROUTE", PlayMover(card=mover, route=("a2",)))
    team.refused("NO_TROUBLE", PlayEquipment(card=piece))
    team.refused("NOT_LAID", TakeBackEquipment(card=piece))
    team.refused("NOT_STUCK", Abandon(card=piece))
    team.refused("BAD_SEAT", Donate(card=piece, to=2))
    team.refused("HAND_NOT_EMPTY", Donate(card=piece, to=1))
    team.until(lambda: bool(team.state.unsolved))
    must(mover in team.movers(0))
    team.refused("TROUBLE_UNSOLVED", PlayMover(card=mover, route=_ahead(team, mover)))
    team.solve()
    must(mover in team.movers(0))
    team.refused("BACK_NOT_ALLOWED", PlayMover(card=mover, route=team.state.trail[-2:-1]))
    team.to_the_end("summit")


@golden("timed-out-drawing", seats=3, turn_seconds=86_400)
def timed_out_drawing(team: Team) -> None:
    """Draws that are due are made for a seat that is late, and begin the climb; then its turn passes on."""
    team.ask(DrawCard(kind="equipment"), 0)
    team.time_out()
    team.draw(1, "equipment")
    team.ask(DrawCard(kind="equipment"), 0)
    team.draw(11, "movers")
    team.time_out()
    must(team.state.begun)
    team.ask(TakeHint(), 2)
    team.time_out()
    must(team.state.turn == 1)
    team.to_the_end("summit")


@golden("timed-out-twice-over", seats=2, turn_seconds=86_400)
def timed_out_twice(team: Team) -> None:
    """Late once, late twice: retired; the draws are the other's, who is late as well; nobody is left."""
    team.time_out()
    team.draw(1)
    team.time_out()
    must(team.state.retired == (0,))
    team.draw(4)
    team.time_out()
    team.time_out()


@golden("one-leaves", seats=4, out_of_turn=False)
def one_leaves(team: Team) -> None:
    """Who has laid a card and has the turn retires: the next seat gets hand, laid card and turn."""
    team.set_out()
    team.until(lambda: bool(team.state.unsolved) and not (is_stuck(team.state) or team.state.draws))
    leaver = team.state.turn
    heir = team.state.left_of(leaver)
    useless = next((card for card in team.equipment(leaver) if not _needed(team, card)), "")
    must(useless != "" and bool(team.movers(leaver)))
    team.ask(PlayEquipment(card=useless), leaver)
    team.ask(RetireSeat(), leaver)
    must(team.state.turn == heir)
    team.refused("NOT_YOUR_TURN", TakeBackEquipment(card=useless), leaver)
    team.refused("BAD_SEAT", Donate(card=team.state.hands[heir][0], to=leaver), heir)
    team.ask(TakeBackEquipment(card=useless), heir)
    team.to_the_end("summit")


@golden("one-leaves-at-supplies", seats=3)
def one_leaves_at_supplies(team: Team) -> None:
    """Three draws are due, one is made, and the next seat retires: the others draw as many as before."""
    team.set_out()
    team.until(lambda: team.state.draws == 3)
    team.draw(1)
    leaver = team.state.drawer
    team.ask(RetireSeat(), leaver)
    must(team.state.due == (team.state.left_of(leaver), team.state.left_of(team.state.left_of(leaver))))
    team.draw(2)
    team.to_the_end("summit")


@golden("all-leave", seats=6)
def all_leave(team: Team) -> None:
    """One after another all six retire, some while cards are due, and the last closes the game."""
    team.draw(5)
    for seat in (3, 5):
        team.ask(RetireSeat(), seat)
    team.set_out(6)
    for seat in (0, 1, 4, 2):
        team.ask(RetireSeat(), seat)


@golden("given-up-before-the-start", seats=3, seated=False)
def cancelled(team: Team) -> None:
    """Two have sat down and one has left again when the host cancels the game."""
    team.sit(NAMES[0], 2)
    team.sit(NAMES[1], 0)
    team.ask(LeaveSeat(), 2)
    team.refused("GAME_NOT_STARTED", DrawCard(kind="movers"))
    team.host(CancelGame())


@golden("refused-by-the-table", seats=2, seated=False)
def refused_by_the_table(team: Team) -> None:
    """What is refused whatever is played, before the start and under way, until the host calls it off."""
    team.refused("BAD_SEAT", TakeSeat(2, NAMES[0]), 2)
    team.refused("BAD_ARGS", TakeSeat(0, ""))
    team.sit(NAMES[0])
    team.refused("SEAT_TAKEN", TakeSeat(0, NAMES[1]))
    team.refused("GAME_NOT_STARTED", RetireSeat())
    team.sit(NAMES[1], 1)
    team.refused("GAME_STARTED", TakeSeat(1, NAMES[2]), 1)
    team.refused("GAME_STARTED", LeaveSeat())
    team.refused("NOT_YOUR_TURN", TimeOutTurn(1), None)
    team.host(CancelGame())
    team.refused("GAME_OVER", ExpireGame(), None)


@golden("left-lying-before-the-start", seats=6, seated=False)
def nobody_came(team: Team) -> None:
    """Five have sat down, the sixth has not come for months, and the service closes the game."""
    for seat in range(5):
        team.sit(NAMES[seat], seat)
    team.service(ExpireGame(), after=timedelta(days=90))


@golden("left-lying", seats=2)
def expired(team: Team) -> None:
    """Nobody has come back for months, and the service closes the game while a draw is due."""
    team.draw(3)
    team.service(ExpireGame(), after=timedelta(days=90))
    team.refused("GAME_OVER", DrawCard(kind="movers"), 1)


@golden("salted-team", seats=3, seated=False)
def salted(team: Team) -> None:
    """Three seats, taken in no order, two with salts of their own: the piles hang on them."""
    team.sit(NAMES[2], 1, salt="00ff" * 3)
    team.sit(NAMES[0], 0)
    team.sit(NAMES[1], 2, salt="5a17" * 32)
    team.to_the_end("summit")


@golden("team-of-a-deal", seats=2, source="deal")
def shared_deal(team: Team) -> None:
    """A game of a shared deal closes without its seed; the reveal before the seal tells it."""
    team.to_the_end("summit")


HUT = check(
    tomllib.loads(
        """
        game = "mountaineering"
        edition = "hut"
        min_seats = 2
        max_seats = 3
        starting_cards = 4
        supply_draw = 2
        abandon_draw = 2
        movers = { 1 = 3, 2 = 1 }
        equipment = { cards = [["Rope"], ["Whistle"], ["Hat", "Rope"]] }

        [troubles]
        1 = { name = "Loose stones", needs = ["Rope"] }
        2 = { name = "Mist", back = 2 }

        [[spots]]
        id = "base"
        kind = "base"
        up = ["meadow"]
        [[spots]]
        id = "meadow"
        kind = "supply"
        up = ["gully", "ridge"]
        [[spots]]
        id = "gully"
        kind = "trouble"
        trouble = 1
        up = ["hut"]
        [[spots]]
        id = "ridge"
        kind = "trouble"
        trouble = 2
        up = ["hut"]
        [[spots]]
        id = "hut"
        kind = "summit"
        up = []
        """
    ),
    Mountain,
    "hut",
)


@golden("own-hill", seats=2, edition=HUT, course="advanced")
def own_hill(team: Team) -> None:
    """Up and down a hill of one's own, which the log carries whole: its mist, stones and few cards."""
    team.until(lambda: team.state.marker == "meadow" and not team.state.draws)
    team.move(to="ridge")
    must(team.state.marker == "base")
    team.to_the_end("returned")
    team.showed(e.TroubleOvercome)


@golden("nothing-left-to-draw", seats=2, edition=HUT)
def nothing_left(team: Team) -> None:
    """On the small hill an abandoned card brings what is left of the piles: one kind empty, then both."""
    while not team.over:
        if team.state.draws and "movers" not in team.state.drawable():
            team.refused("PILE_EMPTY", DrawCard(kind="movers"), team.state.drawer)
        choices = team.legal(DrawCard) or team.legal(Abandon) or team.legal(PlayMover)
        must(bool(choices))
        who, command = choices[0]
        team.ask(command, who)
    must(team.state.ending == "stranded")
