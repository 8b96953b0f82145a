"""What `--json` makes of the service's messages: docs/clients.md, "On the command line"."""

from summitbook.everest1924.v1 import everest1924_pb2
from summitbook.v1 import games_pb2
from summitbook.v1 import tournament_pb2 as pb
from summitbook_service.cli.plain import plain, typed


def test_numbers_are_numbers_and_words_words():
    """Bytes are hex, enums their words, options those of the game alone, and a list is a list."""
    options = games_pb2.Options(everest1924=everest1924_pb2.Options(turn_seconds=60))
    told = plain(
        pb.Tournament(
            kind=pb.TOURNAMENT_KIND_LADDER, version=7, record_hash=b"\x0a\xff", options=options, seats=2
        )
    )

    assert (told["kind"], told["version"], told["record_hash"]) == ("ladder", 7, "0aff")
    assert (told["options"], told["seats"], told["name"], told["status"]) == (
        {"turn_seconds": 60},
        2,
        "",
        None,
    )


def test_what_is_not_there_is_null():
    """0 is not nothing."""
    assert plain(pb.Result(contestant=1, points=0)) == {"contestant": 1, "points": 0, "place": None}
    assert plain(pb.TournamentGame(game_id="x"))["finished"] is None


def test_an_event_tells_its_type():
    """As the log calls it; one that is newer than this client has none."""
    event = pb.TournamentEvent(contestant_left=pb.ContestantLeft(contestant=3))

    assert typed(event) == {"type": "ContestantLeft", "contestant": 3}
    assert typed(pb.TournamentEvent()) == {"type": None}


def test_a_word_that_is_newer_is_null():
    """Nothing falls over."""
    assert plain(pb.DecisionMade(ruling=99))["ruling"] is None
