"""Persons are spoken of in one way everywhere: by name, as `you`, with the seat where names clash."""

import pytest

from summitbook.v1 import table_pb2
from summitbook.v1.game_pb2 import Game, Seat
from summitbook.v1.record_pb2 import Event
from summitbook_client.terminal.people import NARROW, NOBODY, People

ANN, BOB, EVE = range(3)
TABLE = People({ANN: "Ann", BOB: "Bob", EVE: "Eve"}, own=BOB)
NAMESAKES = People({ANN: "Climber", BOB: "Climber", EVE: "Eve"})


@pytest.mark.parametrize(
    ("seat", "doing", "said"),
    [
        (ANN, "rest", "Ann rests"),
        (BOB, "rest", "You rest"),
        (ANN, "lay a card", "Ann lays a card"),
        (BOB, "lay a card", "You lay a card"),
        (EVE, "search here", "Eve searches here"),
        (EVE, "have won", "Eve has won"),
        (BOB, "have won", "You have won"),
        (EVE, "are out", "Eve is out"),
        (EVE, "may stop", "Eve may stop"),
        (7, "rest", "Seat 7 rests"),
        (None, "rest", "Somebody rests"),
    ],
)
def test_a_sentence_has_a_subject(seat, doing, said):
    """Whoever looks is `You`, everyone else has a name, and the verb agrees."""
    assert TABLE.does(seat, doing) == said


def test_the_seat_is_told_only_where_names_clash():
    """So that two called alike can be told apart, and nobody else is a number."""
    assert [NAMESAKES.name(seat) for seat in range(3)] == ["Climber (seat 0)", "Climber (seat 1)", "Eve"]
    assert [NAMESAKES.short(seat) for seat in range(3)] == ["Climber 0", "Climber 1", "Eve"]
    assert NOBODY.name(3) == "seat 3"


def test_a_name_is_cut_where_room_is_short():
    """A name may have 64 characters; a board has room for a few."""
    people = People({0: "x" * 64, 1: "y" * 64, 2: "y" * 64}, own=3)

    shown = [people.short(seat) for seat in range(4)]

    assert shown == ["xxxxxxxxx…", "yyyyyyy… 1", "yyyyyyy… 2", "you"]
    assert all(len(name) <= NARROW for name in shown)


def test_people_come_as_they_sit_down():
    """A watcher knows the names from the events, a player from the game too; neither steers a terminal."""
    taken = Event(seat_taken=table_pb2.SeatTaken(seat=5, name="Eve\x1b[2J"))
    game = Game(seats=[Seat(seat=0, taken=True, name="Ann\n"), Seat(seat=1)])

    assert NOBODY.after([Event(), taken]).names == {5: "Eve\N{REPLACEMENT CHARACTER}[2J"}
    assert People.of(game, 0).names == {0: "Ann\N{REPLACEMENT CHARACTER}"}
