"""Advice in the Python client: asked for by programs, and beside the choices of a person."""

import pytest

from summitbook.mountaineering.v1 import mountaineering_pb2
from summitbook.v1 import games_pb2
from summitbook.v1.game_service_pb2 import HINTS_OFF, HINTS_ON, GetGameResponse, GetHintResponse, Hint
from summitbook_client.terminal.advice import NONE, Advice, offered, refusal
from summitbook_client.terminal.menu import Menu
from summitbook_client.terminal.screen import screen_of

MOUNTAINEERING = screen_of("mountaineering")


@pytest.fixture
async def seat(client):
    """Ann's, alone on a mountain where a hint takes no time."""
    return await (await client.create_game("mountaineering")).take_seat("Ann")


def drawing(kind):
    """The action of drawing such a card."""
    command = mountaineering_pb2.Command(draw_card=mountaineering_pb2.DrawCard(kind=kind))
    return games_pb2.LegalAction(command=games_pb2.Command(mountaineering=command), label=f"Draw {kind}")


MOVER, EQUIPMENT = drawing("KIND_MOVERS"), drawing("KIND_EQUIPMENT")
ADVICE = Advice.of(
    GetHintResponse(
        view_version=7,
        hints=[
            Hint(command=MOVER.command, value=0.5, figure="50 % to win", words="due"),
            Hint(
                command=EQUIPMENT.command, value=0.6, figure="60 % to win", words="\x1b[2Jneeded", best=True
            ),
        ],
    )
)


async def test_a_program_asks_for_a_hint(seat):
    """A hint for each legal action; asked for again with the id it had, it is the same one."""
    first = await seat.hint(command_id="7f0b7f0e-3c57-4c3e-9a53-0d9c2f2a8f01")

    assert [hint.command for hint in first.hints] == [each.command for each in await seat.legal_actions()]
    assert await seat.hint(command_id="7f0b7f0e-3c57-4c3e-9a53-0d9c2f2a8f01") == first


def test_of_a_part_of_the_choices_the_best_is_told():
    """What can be typed at once, or opened, is worth what the best of it is worth, and says which that is."""
    assert ADVICE.figure([MOVER, EQUIPMENT]) == "60 % to win (best)"
    assert ADVICE.words([MOVER, EQUIPMENT]) == "by: Draw KIND_EQUIPMENT"
    assert ADVICE.figure([MOVER]) == "50 % to win"
    assert ADVICE.words([MOVER]) == "due"


def test_words_of_the_server_do_not_steer_the_terminal():
    """Escape sequences are shown, not obeyed."""
    assert "\x1b" not in ADVICE.words([EQUIPMENT])


def test_a_choice_that_nothing_was_said_of_has_nothing_beside_it():
    """As for a client that knows less than the server, or before anything was asked."""
    assert (NONE.figure([MOVER]), NONE.words([MOVER]), NONE.note) == ("", "", "")
    assert [entry.worth for entry in Menu(MOUNTAINEERING, [MOVER, EQUIPMENT]).top.entries] == ["", ""]


def test_what_waiting_is_worth_is_said():
    """In a game where a seat may leave it to others."""
    waiting = Hint(value=0.9, figure="90 % to win", words="another seat can do more", best=True)

    assert Advice.of(GetHintResponse(waiting=waiting)).note == (
        "Leaving it to the others: 90 % to win (best); another seat can do more."
    )


def test_a_hint_is_offered_where_the_server_says_so():
    """The rule is the server's; whoever asks all the same is told why not."""
    choosing = {"legal_actions": [MOVER]}

    assert offered(GetGameResponse(hints=HINTS_ON, **choosing))
    for shown, why in (
        (GetGameResponse(hints=HINTS_ON), "There is nothing to choose now, and so no hint."),
        (GetGameResponse(hints=HINTS_OFF, **choosing), "There are no hints in a tournament."),
        (GetGameResponse(**choosing), "This server gives no hints."),
    ):
        assert not offered(shown)
        assert refusal(shown) == why
