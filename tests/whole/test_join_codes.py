"""Three words open a private game: docs/api.md, "Making and leaving games"."""

import re

import grpc
import pytest
from house import OTHER_CLAIM, ROPED, bearer, info_of, new_id, refused

from summitbook.v1 import game_service_pb2 as games
from summitbook_service.composing import GUESSES
from summitbook_service.keys import make_key

CODE = re.compile(r"[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]")


@pytest.fixture
async def made(house):
    """A private game for two, before anyone has sat down."""
    return await house.make(private=True, edition=ROPED, seats=2)


async def test_the_code_is_three_words_and_each_games_own(house):
    """A code is three words of five letters; a hundred games have a hundred; public games have none."""
    codes = [(await house.make(private=True)).join_code for _ in range(100)]
    assert len(set(codes)) == 100
    assert all(len(words) == 3 and all(map(CODE.fullmatch, words)) for words in (c.split("-") for c in codes))
    assert (await house.make()).join_code == ""


@pytest.mark.parametrize(
    "typed", [str, str.upper, lambda code: f"  {code.replace('-', '  ')} "], ids=["as told", "loud", "spaced"]
)
@pytest.mark.parametrize("with_id", [False, True])
async def test_whoever_has_the_code_sits_down(house, made, typed, with_id):
    """The code opens the game without a token, however its words are typed, with the game's id or without."""
    game_id = made.game.game_id
    taken = await house.sit(game_id if with_id else "", join_code=typed(made.join_code), claim=OTHER_CLAIM)

    assert taken.game_id == game_id
    assert (await house.game(game_id, taken.token)).seats[taken.seat].name == "Irvine"


async def test_joining_again_is_answered_again(house, made):
    """A repeated TakeSeat by code is done once, before and after a restart."""
    same = new_id()
    first = await house.sit("", join_code=made.join_code, command_id=same)
    await house.restart()
    again = await house.sit("", join_code=made.join_code, command_id=same)

    assert (again.seat, again.record_hash, again.game_id) == (first.seat, first.record_hash, first.game_id)
    with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
        await house.sit("", join_code=made.join_code, command_id=same, claim=OTHER_CLAIM)


async def test_its_own_are_told_the_code_while_seats_are_free(house, made):
    """Host, seats and operators find the code with the game, until it begins."""
    game_id = made.game.game_id
    first = await house.sit("", join_code=made.join_code)
    operator = house.operator[0][1].removeprefix("Bearer ")
    for token in (made.token, first.token, operator):
        assert await told(house, game_id, token) == made.join_code
    await house.sit("", join_code=made.join_code, claim=OTHER_CLAIM)
    for token in (made.token, first.token, operator):
        assert await told(house, game_id, token) == ""
    with refused("FAILED_PRECONDITION", "GAME_STARTED"):
        await house.sit("", join_code=made.join_code)


async def told(house, game_id, token):
    request = games.GetGameRequest(game_id=game_id)
    return (await house.games.GetGame(request, metadata=bearer(token))).join_code


async def test_a_code_that_opens_nothing_is_as_no_game(house, made):
    """A wrong code, or the right one with another game's id, is what a game that is not there is."""
    public = await house.create()
    answers = set()
    for game_id, code in (
        ("", "babab-babab-babab"),
        (made.game.game_id, "babab-babab-babab"),
        (new_id(), made.join_code),
        (public, made.join_code),
        (public, "babab-babab-babab"),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await house.sit(game_id, join_code=code)
        answers.add((caught.value.code().name, info_of(caught.value).reason, caught.value.details()))
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await house.sit(new_id())
    assert answers == {("NOT_FOUND", "NO_SUCH_GAME", caught.value.details())}


@pytest.mark.parametrize(
    "code", ["", "babab", "babab-babab", "babab-babab-babac", "babab-babab-babab-babab", "-" * 20]
)
async def test_what_is_no_code_is_malformed(house, made, code):
    """Words that no code could have are told as such."""
    with refused("INVALID_ARGUMENT", "BAD_ARGS") as said:
        await house.sit(made.game.game_id, join_code=code)
    assert said.metadata["field"] == "join_code"


async def test_guessing_is_slow(house, made):
    """After some wrong codes an address has to wait, whatever token it brings; right ones cost nothing."""
    for _ in range(GUESSES + 1):
        await house.sit("", join_code=(await house.make(private=True)).join_code)
    house.parts.guesses._now = lambda: 0
    for _ in range(GUESSES):
        with refused("NOT_FOUND", "NO_SUCH_GAME"):
            await house.sit("", join_code="babab-babab-babab")
    for token in ("", made.token):
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_GUESSES") as said:
            await house.sit("", join_code="babab-babab-babab", token=token)
        assert said.metadata["retry_after_ms"] == "6000"
    await house.sit(made.game.game_id, token=made.token)


async def test_codes_outlive_a_new_master_key(house, made):
    """A game keeps its code when the master ring has a newer key, and new games get theirs by the newer."""
    make_key(house.settings.key_folder / "master")
    await house.parts.locksmith.look()
    later = await house.make(private=True)

    for each in (made, later):
        assert await told(house, each.game.game_id, each.token) == each.join_code
        assert (await house.sit("", join_code=each.join_code)).game_id == each.game.game_id


async def test_a_given_seed_has_a_code_too(house):
    """A game with a given seed is joined like any other, and its code does not follow from the seed."""
    one, other = [await house.make(private=True, seed=bytes(32)) for _ in range(2)]
    assert one.join_code != other.join_code
    await house.restart()
    assert (await house.sit("", join_code=one.join_code)).game_id == one.game.game_id


async def test_the_store_tells_no_code(house, made):
    """
    No file beside the keys holds a code, or what is a word of it.

    One game in some thousands has a word that stands in other text by chance, as `rigin` in `originator`;
    two games hardly ever have.
    """
    other = await house.make(private=True)
    for each in (made, other):
        await house.sit("", join_code=each.join_code)
    files = [file for file in house.settings.data.rglob("*") if file.is_file() and "keys" not in file.parts]
    stored = b"".join(file.read_bytes() for file in files)
    assert made.game.game_id.encode() in stored
    told = [any(word.encode() in stored for word in each.join_code.split("-")) for each in (made, other)]
    assert not all(told)


async def test_a_code_is_for_sitting_down_alone(house, made):
    """Nothing else is opened by a code: for whoever has not sat down the game is not there."""
    with refused("UNAUTHENTICATED", "BAD_TOKEN"):
        await house.game(made.game.game_id, made.join_code)
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await house.game(made.game.game_id)
