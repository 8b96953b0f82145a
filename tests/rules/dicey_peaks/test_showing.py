"""What is shown to everyone: the view, the legal commands and their words; and what is never shown."""

from itertools import combinations

import pytest
from races import (
    AVALANCHE,
    DARK_BLUE,
    LIGHT_BLUE,
    MOUNTAIN,
    PEAKS,
    PICKAXE,
    SUMMIT,
    TENT,
    WHITE,
    YETI,
    at,
    peaks,
    race,
)
from tables import ask, started

from summitbook_domain.dicey_peaks.commands import (
    Announce,
    ChooseSummitTile,
    RollDice,
    Stop,
    TurnOver,
)
from summitbook_domain.dicey_peaks.events import Climbed
from summitbook_domain.dicey_peaks.view import (
    ClimberShown,
    ColourShown,
    DieShown,
    SummitTileShown,
    TileShown,
)
from summitbook_domain.refusal import Refused

CLIMBING = {"intent": "climb", "aside": (PICKAXE,)}


def view_of(table):
    return table.game.view(table.state)


def test_every_mix_of_five_dice_is_listed_at_first():
    """White dice rise first, then light blue, then dark blue; no more of a colour than there are."""
    listed = peaks(*race(at(3), at(5))).legal()

    mixes = [(w, 5 - w - d, d) for w in range(5) for d in range(5) if 5 - w - d >= 0]
    assert listed == tuple(RollDice(*mix) for mix in sorted(mixes))
    assert len(listed) == 19


def test_stopping_is_listed_before_every_mix_of_three():
    """After a sorting one may stop, or roll three of what the pool holds."""
    listed = peaks(*race(at(3, 0), at(5), intent="rest", aside=(TENT,) * 9)).legal()

    assert listed == (Stop(), RollDice(0, 0, 3))


def test_a_roll_too_many_is_not_listed():
    """With three white dice set aside only one can be rolled."""
    listed = peaks(*race(at(3), at(5), intent="climb", aside=(YETI,) * 3)).legal()

    assert listed == (
        Stop(),
        RollDice(0, 0, 3),
        RollDice(0, 1, 2),
        RollDice(0, 2, 1),
        RollDice(0, 3, 0),
        RollDice(1, 0, 2),
        RollDice(1, 1, 1),
        RollDice(1, 2, 0),
    )


@pytest.mark.parametrize(
    ("position", "oxygen", "intents"),
    [(3, 9, ("climb", "rest")), (0, 1, ("climb", "rest")), (3, 0, ("rest",)), (SUMMIT, 1, ("climb",))],
)
def test_the_intents_that_are_listed(position, oxygen, intents):
    """Climbing and resting, but only rest without oxygen, and only climb on the summit."""
    listed = peaks(*race(at(position, oxygen), at(5), rolled=(TENT,) * 5)).legal()
    assert listed == tuple(Announce(intent=intent) for intent in intents)


def test_every_two_tiles_face_down_are_listed_rising():
    """Each pair is listed once, its positions rising."""
    table = peaks(*race(at(3), at(5), face_up={4: "turn_over_2", 1: "nothing"}, **CLIMBING))
    table = table.when(Stop()).then(Climbed(start=3, end=4, oxygen=8))

    down = [position for position in range(1, 19) if position not in {1, 4}]
    assert table.legal() == tuple(TurnOver(positions=pair) for pair in combinations(down, 2))


def test_the_summit_tiles_face_down_are_listed():
    """A tile that is face up already is not."""
    table = peaks(*race(at(SUMMIT), at(5), searched=(1,), **CLIMBING))
    table = table.when(Stop()).then(Climbed(start=19, end=19, oxygen=8))

    assert table.legal() == (ChooseSummitTile(tile=0), ChooseSummitTile(tile=2))


@pytest.mark.parametrize("seat", [-1, 1, 2])
def test_only_the_seat_whose_turn_it_is_is_listed_anything(seat):
    """No other seat may do anything."""
    assert peaks(*race(at(3), at(5))).legal(seat) == ()


@pytest.mark.parametrize(
    ("past", "command", "words"),
    [
        (race(at(3), at(5)), RollDice(1, 0, 4), "Roll 1 white, 4 dark blue"),
        (race(at(3), at(5)), RollDice(0, 5, 0), "Roll 5 light blue"),
        (race(at(3), at(5), rolled=(TENT,) * 5), Announce(intent="climb"), "Use this turn to climb"),
        (race(at(3), at(5), rolled=(TENT,) * 5), Announce(intent="rest"), "Use this turn to rest"),
        (race(at(3), at(5), intent="climb", aside=(PICKAXE,) * 2), Stop(), "Stop and climb, for 2 oxygen"),
        (race(at(3), at(5), intent="climb", aside=(YETI,)), Stop(), "Stop where you are"),
        (race(at(17, 2), at(5), intent="rest", aside=(TENT,) * 5), Stop(), "Stop and gain 3 oxygen"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_legal_command_is_told_in_a_few_words(past, command, words):
    """A roll names its dice, and a stop what it comes to."""
    table = peaks(*past)

    assert command in table.legal()
    assert PEAKS.describe(table.state, command) == words


def test_choices_of_tiles_are_told_in_a_few_words():
    """Tiles are named by position, those of the summit counted from 1."""
    state = peaks(*race(at(3), at(5))).state

    assert PEAKS.describe(state, TurnOver(positions=(3, 17))) == "Turn over tile 3 and tile 17"
    assert PEAKS.describe(state, ChooseSummitTile(tile=0)) == "Search for the flag on summit tile 1"


def test_no_command_gives_the_game_up():
    """Leaving is no command of the game's own, so a bot may send any that is listed."""
    assert not any(PEAKS.gives_up(each) for each in peaks(*race(at(3), at(5))).legal())


def test_the_view_shows_the_mountain_level_by_level():
    """From the bottom up and from the left: what lies face down, and the kind of what is face up."""
    view = view_of(peaks(*race(at(3), at(5), face_up={1: "nothing", 8: "back_1"}, searched=(2,))))

    assert [level.level for level in view.levels] == [6, 5, 4, 3]
    assert [tile.position for level in view.levels for tile in level.tiles] == list(range(1, 19))
    assert [tile for level in view.levels for tile in level.tiles if tile.face_up] == [
        TileShown(position=1, face_up=True, kind="nothing"),
        TileShown(position=8, face_up=True, kind="back_1"),
    ]
    assert view.summit == (
        SummitTileShown(tile=0, face_up=False, flag=False),
        SummitTileShown(tile=1, face_up=False, flag=False),
        SummitTileShown(tile=2, face_up=True, flag=False),
    )
    assert view.top == SUMMIT


def test_the_view_shows_every_climber():
    """Where each stands, the level it rests on, its oxygen, and whether it is out."""
    past = race(at(0), at(SUMMIT, 0), at(17, 2), stranded=(1,), retired=(2,))

    assert view_of(peaks(*past, seats=3)).climbers == (
        ClimberShown(seat=0, position=0, level=6, oxygen=9, stranded=False, retired=False),
        ClimberShown(seat=1, position=19, level=0, oxygen=0, stranded=True, retired=False),
        ClimberShown(seat=2, position=17, level=3, oxygen=2, stranded=False, retired=True),
    )


def test_the_view_shows_the_turn_and_its_dice():
    """Whose turn it is, what it waits for, this roll, and what the pool holds of each colour."""
    view = view_of(peaks(*race(at(3), at(5), rolled=(PICKAXE, TENT, AVALANCHE, YETI, TENT))))

    assert (view.phase, view.turn, view.seat, view.intent) == ("to_announce", 9, 0, None)
    assert view.rolled == (
        DieShown(WHITE, PICKAXE),
        DieShown(WHITE, TENT),
        DieShown(WHITE, AVALANCHE),
        DieShown(WHITE, YETI),
        DieShown(LIGHT_BLUE, TENT),
    )
    assert view.pool == tuple(
        ColourShown(colour, count, MOUNTAIN.dice.of(colour).faces)
        for colour, count in ((WHITE, 0), (LIGHT_BLUE, 4), (DARK_BLUE, 4))
    )
    assert (view.set_aside, view.dice_due) == ((), 0)


def test_the_view_shows_what_is_set_aside():
    """After a sorting: the intent, the dice kept, the others back in the pool, and the limits of a bust."""
    view = view_of(peaks(*race(at(3), at(5), intent="climb", aside=(PICKAXE, YETI))))

    assert (view.phase, view.intent, view.dice_due) == ("to_go_on", "climb", 3)
    assert view.set_aside == (DieShown(WHITE, PICKAXE), DieShown(WHITE, YETI))
    assert [colour.count for colour in view.pool] == [2, 5, 4]
    assert (view.rolled, view.oxygen_max, view.bust_avalanches, view.bust_yetis) == ((), 9, 3, 3)


@pytest.mark.parametrize(
    ("past", "due"),
    [
        (race(at(3), at(5)), 5),
        (race(at(3, 0), at(5), intent="rest", aside=(TENT,) * 10), 3),
        (race(at(3, 0), at(5), intent="rest", aside=(TENT,) * 11), 0),
    ],
    ids=["first", "later", "too few left"],
)
def test_the_view_tells_how_many_dice_are_due(past, due):
    """Five at first, three later, none where fewer than three are left."""
    assert view_of(peaks(*past)).dice_due == due


def test_the_view_tells_how_many_tiles_are_due():
    """Two while tiles are to be turned over, and none at any other time."""
    table = peaks(*race(at(3), at(5), face_up={4: "turn_over_2"}, **CLIMBING))
    assert view_of(table).tiles_due == 0

    after = table.when(Stop()).then(Climbed(start=3, end=4, oxygen=8))
    assert (view_of(after).phase, view_of(after).tiles_due) == ("to_turn_over", 2)


def seen(book):
    """All that anyone is shown of a running game."""
    table = book.table
    return PEAKS.view(table.play), PEAKS.legal(table.play, 0), repr(table.play)


def test_what_lies_face_down_is_in_nothing_that_is_shown():
    """Two games on different mountains show the same, in view, list and state, until something is rolled."""
    one, other = (started(PEAKS, 2, secret=bytes([n]) * 32) for n in (1, 2))

    assert seen(one) == seen(other)
    assert one.events[-2:] == other.events[-2:]


def test_a_refusal_tells_nothing_of_what_lies_face_down():
    """The same bad choice is refused in the same words, whatever lies there."""
    table = peaks(*race(at(3), at(5), face_up={4: "turn_over_2"}, **CLIMBING))
    table = table.when(Stop()).then(Climbed(start=3, end=4, oxygen=8))
    told = set()
    for secret in range(20):
        chance = started(PEAKS, 2, secret=bytes([secret]) * 32)
        with pytest.raises(Refused) as refusal:
            PEAKS.decide(table.state, 0, TurnOver(positions=(4, 5)), chance.table.chance(chance._seed))
        told.add((refusal.value.code, str(refusal.value), str(refusal.value.detail)))

    assert len(told) == 1


def test_the_kinds_shown_are_those_turned_over():
    """As a game goes on, view and records show a tile from its `TileTurned` on and not before."""
    book = started(PEAKS, 2, secret=bytes(32))
    turned = {}
    for _ in range(400):
        if book.table.phase == "closed":
            break
        seat = book.table.play.seat
        events = ask(
            book, PEAKS.greedy(PEAKS.view(book.table.play), PEAKS.legal(book.table.play, seat)), seat
        )
        turned |= {event.position: event.tile for event in events if type(event).__name__ == "TileTurned"}
        shown = [tile for level in PEAKS.view(book.table.play).levels for tile in level.tiles]
        assert {tile.position: tile.kind for tile in shown if tile.kind or tile.face_up} == turned

    assert turned
