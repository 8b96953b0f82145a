"""Playing offline: the policies, and that one seed is one game."""

from collections import Counter
from functools import partial

import pytest
from expeditions import EVEREST, NO_STRAIGHT, SHEET, aside, expedition, straight_up, up
from tables import SECRET, refused
from toy import EDITION, RACE, GiveIn, Throw

from given import drawing, given
from summitbook_domain import record
from summitbook_domain.chance import Seed
from summitbook_domain.content import check
from summitbook_domain.everest1924.commands import Abandon, Advance, CombineDice, RerollDice, RollDice
from summitbook_domain.everest1924.sheet import Sheet
from summitbook_domain.policies import POLICIES, play

RANDOM, GREEDY = POLICIES["random"], POLICIES["greedy"]
VIEW = RACE.view_type(sums=(0, 0))


def chosen(legal, *words):
    return RANDOM(RACE, EDITION.content, VIEW, legal, drawing("choice", words))


def test_random_gives_up_one_time_in_fifty():
    """Where a game can be given up or gone on with, one word in fifty gives it up."""
    both = (Throw(), GiveIn())

    assert [chosen(both, word, 0) for word in range(50)] == [GiveIn(), *[Throw()] * 49]


def test_random_gives_up_when_nothing_else_is_legal():
    """Where giving up is all there is, nothing is drawn for whether to."""
    assert chosen((GiveIn(),), 7) == GiveIn()


def test_random_takes_any_other_legal_command_alike():
    """Without a way of giving up each command is as likely as any other."""
    commands = given(EVEREST, *expedition(dice=(1, 3, 3))).legal()
    drawn = Counter(
        RANDOM(EVEREST, SHEET, None, commands, drawing("", [word])) for word in range(len(commands))
    )

    assert drawn == dict.fromkeys(commands, 1)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", [EVEREST, RACE], ids=["everest1924", "race"])
def test_one_seed_is_one_game(game, policy):
    """The same arguments write the same lines, ids and times too; another seed writes others."""
    salts = ("",) * next(iter(game.editions.values())).content.min_seats
    first, again, other = (
        play(game, POLICIES[policy], secret, salts=salts).lines for secret in (SECRET, SECRET, SECRET[::-1])
    )

    assert first == again
    assert not set(first) & set(other)


def test_an_offline_game_says_that_its_seed_was_given():
    """The seed is marked as given, and the deal is the game's own id."""
    birth = play(EVEREST, RANDOM, SECRET).table.birth

    assert (birth.seed_source, birth.deal) == ("given", birth.game_id)
    assert birth.commitment == Seed(SECRET).commitment


def test_no_two_ids_of_an_offline_game_are_the_same():
    """Each command has an id of its own, and the game one more."""
    book = play(EVEREST, RANDOM, SECRET)
    ids = [each.cause.id for each in map(record.read, book.lines) if each.cause]

    assert len({*ids, book.table.birth.game_id}) == len(ids) + 1


def test_options_salts_and_content_are_taken():
    """A game is played with the options, seats and salts asked for, on content of one's own too."""
    hill = {**EVEREST.editions["reconstructed"].data, "edition": "hill", "camps": 1}
    edition = check(hill, Sheet, "hill.toml")

    book = play(EVEREST, GREEDY, SECRET, edition=edition, options={"turn_seconds": 60}, salts=("c0ffee",))

    assert book.table.birth.options == {"turn_seconds": 60}
    assert book.table.birth.content.data == hill
    assert book.table.seats[0].salt == "c0ffee"


def test_what_does_not_fit_is_refused():
    """Seats, options and salts are those of the game, or BAD_ARGS."""
    for unfit in ({"salts": ("", "")}, {"salts": ()}, {"options": {"colour": 1}}):
        assert refused(partial(play, EVEREST, RANDOM, SECRET, **unfit)) == "BAD_ARGS"


def greedy_in(*past):
    table = given(EVEREST, *past)
    choice = GREEDY(EVEREST, SHEET, EVEREST.view(table.state), table.legal(), drawing("", []))
    assert choice in table.legal()
    return choice


END_OF_ROW_1 = (*(aside(0, column) for column in range(1, 10)), up(1, 10))


@pytest.mark.parametrize(
    ("past", "choice"),
    [
        (expedition(), RollDice()),
        (expedition(dice=(1, 3, 4)), Advance()),
        (expedition(dice=NO_STRAIGHT), Advance()),
        (expedition(dice=(1, 4, 5, 5)), Advance()),
        (expedition(*straight_up(3), dice=(3, 5, 1)), Advance()),
        (expedition(*straight_up(2), dice=(3, 5, 1)), CombineDice(keep=0, discard=2, op="add")),
        (expedition(*END_OF_ROW_1, dice=(3, 4, 5)), Advance(make_camp=True)),
        (expedition(*END_OF_ROW_1, dice=(6, 1, 6)), CombineDice(keep=0, discard=1, op="subtract")),
        (expedition(*END_OF_ROW_1, dice=(1, 1, 4), rerolled=(0,)), Advance()),
    ],
    ids=[
        "rolls", "climbs", "waits while there is room", "climbs as rolled", "waits on a higher row",
        "combines", "camps where it must", "combines at the end", "falls when all is lost",
    ],
)  # fmt: skip
def test_the_greedy_climber(past, choice):
    """It climbs when it can, combines so as to climb, waits while there is room, and never gives up."""
    assert greedy_in(*past) == choice
    assert choice != Abandon()


def test_the_greedy_climber_rerolls_for_the_best_chance():
    """Without room it rerolls what leaves most ways to the target: for 1 to 6, one of the two fives."""
    way = (*straight_up(11), aside(11, 12), aside(11, 13))
    assert greedy_in(*expedition(*way, dice=(1, 2, 3, 4, 5, 5))) == RerollDice(dice=(4,))
