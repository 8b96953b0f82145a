"""docs/fairness.md: the seed, its draws, and that neither leans nor leaks."""

import copy
import importlib.util
import json
import pickle
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from given import drawing
from summitbook_domain.chance import Chance, Seed

KIT = Path(__file__).parents[2] / "replays" / "conformance"
VECTORS = json.loads((KIT / "fairness.json").read_text(encoding="utf-8"))
SECRET = bytes(range(100, 132))
DEAL = "12345678-1234-4234-8234-123456789abc"
vector = pytest.mark.parametrize("vector", VECTORS, ids=[f"{each['seed'][:8]}…" for each in VECTORS])


def chance_of(vector) -> Chance:
    return Seed(bytes.fromhex(vector["seed"])).chance(vector["deal"], vector["salts"])


def maker():
    spec = importlib.util.spec_from_file_location("fairness", KIT / "fairness.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_vectors_are_those_of_the_page_written_a_second_time():
    """A plain implementation that shares no code with the project gives the vectors on file."""
    assert maker().vectors() == VECTORS


@vector
def test_the_commitment_is_that_of_the_vector(vector):
    """Step 2: the commitment is the seed's hash under its own label."""
    assert Seed(bytes.fromhex(vector["seed"])).commitment == vector["commitment"]


@vector
def test_the_game_key_is_that_of_the_vector(vector):
    """Steps 3 and 4: the key hangs on the seed, the deal and every seat's salt in order."""
    assert chance_of(vector)._key.hex() == vector["key"]


def words_of(draw, count):
    """So many words of a draw."""
    return [draw.uniform(2**32) for _ in range(count)]


@vector
def test_the_words_are_those_of_the_vector(vector):
    """Step 5: a label's words go on from block to block; each is a number below 2**32 as it is."""
    drawn = {label: words_of(chance_of(vector).draw(label), 10) for label in vector["words"]}
    assert drawn == vector["words"]


@vector
def test_wide_numbers_are_those_of_the_vector(vector):
    """Step 6: three words in ten are thrown away for 3,000,000,000, and the next ones taken."""
    draw = chance_of(vector).draw("test/rejection")
    assert [draw.uniform(3_000_000_000) for _ in range(20)] == vector["uniform_3_billion"]


@vector
def test_dice_are_those_of_the_vector(vector):
    """Step 7: a die is one more than a number below six; two labels are two rolls."""
    drawn = {label: list(chance_of(vector).draw(label).dice(20)) for label in vector["dice"]}
    assert drawn == vector["dice"]


@vector
def test_shuffles_are_those_of_the_vector(vector):
    """Step 8: a shuffle swaps from the last index down."""
    assert list(chance_of(vector).draw("pile/movers/0").shuffle(range(30))) == vector["shuffle_30"]


def test_a_seed_is_32_bytes():
    """A shorter or longer secret is no seed."""
    for size in (0, 31, 33):
        with pytest.raises(ValueError, match="32 bytes"):
            Seed(bytes(size))


def test_the_seed_is_revealed_as_hex():
    """The closing event shows the seed as lower-case hex."""
    assert Seed(SECRET).reveal() == SECRET.hex()


def test_each_salt_and_its_seat_matter():
    """Another salt, or the same salts in other seats, are other dice."""
    seed = Seed(SECRET)
    salts = [("", ""), ("00", ""), ("", "00"), ("0000", ""), ("", "")]
    rolls = [seed.chance(DEAL, each).draw("turn/1/roll").dice(20) for each in salts]

    assert len(set(rolls)) == 4
    assert rolls[0] == rolls[4]


def test_each_deal_matters():
    """Another deal is other dice from the same seed."""
    seed, other = Seed(SECRET), "12345678-1234-4234-8234-123456789abd"
    first, second = (seed.chance(deal, ("",)).draw("a").dice(20) for deal in (DEAL, other))

    assert first != second
    assert seed.chance(DEAL, ("",)).draw("a").dice(20) == first


def test_a_label_draws_the_same_however_often_and_in_whatever_order():
    """Nothing that is drawn moves anything else: a label hangs on the key and its own text only."""
    chance = Seed(SECRET).chance(DEAL, ("",))
    forwards = [chance.draw(label).dice(3) for label in ("a", "b", "c")]
    backwards = [chance.draw(label).dice(3) for label in ("c", "b", "a")]

    assert forwards == backwards[::-1]
    assert len(set(forwards)) == 3


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 10, 52, 2**31, 2**31 + 1, 3 * 10**9, 2**32 - 1, 2**32])
def test_words_at_the_boundary_are_taken_or_thrown_away(n):
    """The largest accepted word gives n - 1, the smallest 0; every word beyond is redrawn."""
    limit = 2**32 - 2**32 % n
    assert drawing("low", [0]).uniform(n) == 0
    assert drawing("high", [limit - 1]).uniform(n) == n - 1
    for beyond in {limit, 2**32 - 1} - {2**32}:
        if beyond >= limit:
            assert drawing("beyond", [beyond, beyond, limit - 1]).uniform(n) == n - 1


def test_each_face_of_a_die_has_as_many_words_as_any_other():
    """Over the last words of the range each face is accepted equally often, and four words are redrawn."""
    words = range(2**32 - 6 * 50 - 4, 2**32)
    faces = Counter()
    for word in words:
        draw = drawing("one word", [word, 7])
        face = draw.die()
        redrawn = next(draw._words, None) is None
        faces["redrawn" if redrawn else face] += 1

    assert faces == {1: 50, 2: 50, 3: 50, 4: 50, 5: 50, 6: 50, "redrawn": 4}


def test_each_place_of_a_shuffle_is_drawn_from_those_not_yet_settled():
    """From the last index down, each item is swapped with one at or before it: every order once."""
    orders = [
        drawing("shuffle", [i, j, k]).shuffle("abcd") for i in range(4) for j in range(3) for k in range(2)
    ]
    assert sorted(orders) == sorted(permutations("abcd"))


def test_a_shuffle_of_one_or_none_draws_nothing():
    """There is nothing to choose."""
    assert drawing("none", []).shuffle(()) == ()
    assert drawing("one", []).shuffle(("a",)) == ("a",)


def test_a_face_is_picked_from_a_list():
    """Step 7: a die with listed faces shows the face of its number."""
    assert [drawing("pick", [word]).pick("xyz") for word in (0, 1, 2, 3)] == ["x", "y", "z", "x"]


def test_dice_do_not_lean():
    """600,000 dice of one seed chain: chi-square below 35.9 (5 degrees of freedom, p = 1e-6)."""
    draw = Seed(SECRET).chance(DEAL, ("",)).draw("test/dice")
    faces = Counter(draw.die() for _ in range(600_000))

    assert sum((faces[face] - 100_000) ** 2 / 100_000 for face in range(1, 7)) < 35.9


def test_shuffles_do_not_lean():
    """600,000 shuffles of four tiles: all 24 orders occur, chi-square below 70.5 (23 degrees of freedom)."""
    draw = Seed(SECRET).chance(DEAL, ("",)).draw("test/shuffles")
    orders = Counter(draw.shuffle("abcd") for _ in range(600_000))

    assert len(orders) == 24
    assert sum((seen - 25_000) ** 2 / 25_000 for seen in orders.values()) < 70.5


def test_neighbouring_labels_do_not_lean_either():
    """The first die of 60,000 turns of one game: chi-square below 35.9."""
    chance = Seed(SECRET).chance(DEAL, ("",))
    faces = Counter(chance.draw(f"turn/{turn}/roll").die() for turn in range(60_000))

    assert sum((faces[face] - 10_000) ** 2 / 10_000 for face in range(1, 7)) < 35.9


@pytest.mark.parametrize(
    "show",
    [repr, str, "{0}".format, "{0!r}".format, "%s".__mod__],
    ids=["repr", "str", "format", "format of repr", "percent"],
)
@pytest.mark.parametrize(
    "hidden", [Seed(SECRET), Seed(SECRET).chance(DEAL, ("",))], ids=["the seed", "the key"]
)
def test_secrets_do_not_show(hidden, show):
    """Neither a seed nor a game's key shows itself in text."""
    assert "hidden" in show(hidden)
    for secret in (SECRET, Seed(SECRET).chance(DEAL, ("",))._key):
        for form in (secret.hex(), repr(secret), str(secret)[2:-1], str(int.from_bytes(secret, "big"))):
            assert form not in show(hidden)


@pytest.mark.parametrize("take", [pickle.dumps, copy.copy, copy.deepcopy], ids=["pickle", "copy", "deepcopy"])
@pytest.mark.parametrize(
    "hidden", [Seed(SECRET), Seed(SECRET).chance(DEAL, ("",))], ids=["the seed", "the key"]
)
def test_secrets_are_not_taken_along(hidden, take):
    """Neither a seed nor a game's key can be pickled or copied, and the refusal says nothing of it."""
    with pytest.raises(TypeError) as refusal:
        take(hidden)

    assert SECRET.hex() not in str(refusal.value)


def test_a_seed_has_no_attributes_to_list():
    """What prints an object's fields finds none."""
    seed = Seed(SECRET)
    with pytest.raises(TypeError):
        vars(seed)
    assert seed != Seed(SECRET)
