"""Options of a new game as a person types them."""

import pytest
from whole_games import ALL, name_of

from summitbook_client.choosing import default, options_of, values
from summitbook_service.wire import pack_game_info, unpack_options

INFOS = {game.name: pack_game_info(game, game.editions.values()) for game in ALL}
every_game = pytest.mark.parametrize("game", ALL, ids=name_of)


@every_game
def test_every_option_can_be_chosen_as_what_it_is_anyway(game):
    """The defaults, typed as they are told, are the defaults; so no option is of a kind one cannot type."""
    info = INFOS[game.name]

    typed = {option.name: default(option) for option in info.options}

    assert unpack_options(game, options_of(info, typed)) == game.options()
    assert all(values(option) for option in info.options)


@pytest.mark.parametrize(
    ("game", "typed", "chosen"),
    [
        ("mountaineering", {"course": "advanced", "out_of_turn": "no"}, {"course": "advanced"}),
        ("dicey_peaks", {"first_seat": "1", "turn_seconds": "604800"}, {"first_seat": 1}),
        ("dicey_peaks", {"draw_first_seat": "TRUE"}, {"draw_first_seat": True}),
        ("everest1924", {"turn_seconds": "30"}, {"turn_seconds": 30}),
    ],
)
def test_what_is_typed_is_chosen(game, typed, chosen):
    """Words, flags and numbers, each option left out at its default."""
    (kind,) = (each for each in ALL if each.name == game)

    options = unpack_options(kind, options_of(INFOS[game], typed))

    assert {name: getattr(options, name) for name in chosen} == chosen


@pytest.mark.parametrize(
    ("game", "name", "text", "told"),
    [
        ("everest1924", "course", "advanced", "has no option 'course'; there are: turn_seconds"),
        ("mountaineering", "course", "expert", "must be advanced or beginner, not 'expert'"),
        ("mountaineering", "out_of_turn", "maybe", "must be true or false, not 'maybe'"),
        ("dicey_peaks", "turn_seconds", "-1", "must be a whole number from 0 to 604800, not '-1'"),
        ("dicey_peaks", "turn_seconds", "604801", "from 0 to 604800"),
        ("dicey_peaks", "first_seat", "one", "must be a whole number, not 'one'"),
        ("dicey_peaks", "first_seat", "9" * 5000, "must be a whole number"),
        ("dicey_peaks", "first_seat", "٣", "must be a whole number"),
        ("dicey_peaks", "first_seat", "", "must be a whole number"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_cannot_be_chosen_is_told_with_what_can(game, name, text, told):
    """The sentence names the option and what it takes, or the options there are."""
    with pytest.raises(ValueError, match=r"option") as wrong:
        options_of(INFOS[game], {name: text})

    assert told in str(wrong.value)
