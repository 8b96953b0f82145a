"""Finding a game's screen, and telling events in sentences."""

import pytest
from pictures import EVEREST, everest

from summitbook.everest1924.v1 import everest1924_pb2 as pb
from summitbook.v1 import games_pb2, table_pb2
from summitbook.v1.record_pb2 import Event
from summitbook_client.terminal.screen import Screen, screen_of
from summitbook_domain.games import GAMES


def told(**chosen):
    event = Event()
    event.everest1924.CopyFrom(pb.Event(**chosen))
    return EVEREST.story([event])


@pytest.mark.parametrize("name", ["no_such_game", "", "..", "os"])
def test_a_game_without_a_screen_is_shown_plainly(name):
    """A client knows games that it has no screen for: their views are shown field by field."""
    screen = screen_of(name)

    assert type(screen) is Screen
    assert "squares_marked: 1" in screen.show(games_pb2.View(everest1924=everest()), 80).plain


def test_a_view_this_client_does_not_know_is_said_to_be_so():
    """A newer game's view is no crash."""
    assert "too old" in screen_of("everest1924").show(games_pb2.View(), 80).plain


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"expedition_started": pb.ExpeditionStarted(dice=3, camps=4)}, "3 dice and 4 tents"),
        ({"dice_rolled": pb.DiceRolled(turn=2, values=[1, 6, 3])}, "Turn 2: rolled 1 6 3."),
        (
            {"dice_combined": pb.DiceCombined(keep=0, discard=2, value=4)},
            "Die 1 now shows 4, die 3 is discarded.",
        ),
        ({"dice_rerolled": pb.DiceRerolled(dice=[0, 2], values=[5, 6])}, "Dice 1 3 rolled again: 5 6."),
        ({"dice_rerolled": pb.DiceRerolled(dice=[1], values=[5])}, "Die 2 rolled again: 5."),
        ({"ascended": pb.Ascended(straight=[3, 4], value=8)}, "Up a row, with 3-4 worth 8."),
        ({"ascended": pb.Ascended(straight=[3, 4], value=8, camp=True)}, "Up a row and make camp, with 3-4"),
        ({"die_unlocked": pb.DieUnlocked(dice=4)}, "One more die: 4 now."),
        ({"traversed": pb.Traversed()}, "Along the row."),
        ({"fell": pb.Fell()}, "down a row."),
        ({"summit_reached": pb.SummitReached()}, "The summit is reached!"),
        ({"party_perished": pb.PartyPerished(cause="PERISH_CAUSE_MARKED")}, "marked already"),
        ({"expedition_abandoned": pb.ExpeditionAbandoned()}, "turns back"),
        ({"expedition_scored": pb.ExpeditionScored(score=-2, legend="Nobody")}, "Score -2: Nobody."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else value,
)
def test_each_event_of_everest_is_told(chosen, sentence):
    """What happened is a sentence, with dice counted from 1."""
    assert sentence in told(**chosen)


def test_no_event_of_everest_is_left_without_words():
    """A new event fails here until somebody finds words for it."""
    for field in pb.Event.DESCRIPTOR.fields:
        assert told(**{field.name: {}}) != f"{field.message_type.name}."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event(seat_taken=table_pb2.SeatTaken(seat=1, name="Ann")), "Ann takes seat 1."),
        (Event(game_started=table_pb2.GameStarted()), "The game begins."),
        (Event(turn_timed_out=table_pb2.TurnTimedOut(seat=1)), "Seat 1 runs out of time."),
        (Event(game_closed=table_pb2.GameClosed(outcome="finished")), "Closed: finished."),
    ],
)
def test_events_common_to_all_games_are_told_alike(event, sentence):
    """Every screen tells them."""
    assert EVEREST.story([event]) == Screen().story([event]) == sentence


def test_a_game_is_told_by_its_title():
    """As people call it, whatever screen it is told on; one without a screen by its recorded name."""
    for game in GAMES.values():
        made = Event(game_created=table_pb2.GameCreated(game=game.name, seats=2))
        assert Screen().story([made]) == f"A game of {game.title} for 2 is made."
    newer = Event(game_created=table_pb2.GameCreated(game="k2", seats=2))
    assert Screen().story([newer]) == "A game of k2 for 2 is made."


def test_every_common_event_has_words():
    """None is told as unknown."""
    games = {game.name for game in GAMES.values()}
    for field in Event.DESCRIPTOR.fields:
        if field.name not in games:
            assert field.message_type.name not in Screen().story([Event(**{field.name: {}})])


def test_an_event_of_a_newer_server_is_counted_and_said_to_be_unknown():
    """Nothing set that this client knows means an event it is too old for."""
    assert EVEREST.story([Event()]) == "Unknown event: the service is newer than this client."


def test_a_players_name_cannot_steer_the_terminal():
    """Control characters of a name are shown as such."""
    story = EVEREST.story([Event(seat_taken=table_pb2.SeatTaken(seat=0, name="Eve\x1b[2J\n"))])

    assert "\x1b" not in story
    assert "\n" not in story
