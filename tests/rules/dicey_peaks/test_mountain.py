"""The content of Dicey Peaks: the mountain that ships, its shape, and what is wrong with a bad one."""

import copy
import tomllib

import pytest
from races import MOUNTAIN, PEAKS, PICKAXE, at, passed, peaks, race

from summitbook_domain import canonical
from summitbook_domain.content import BadContent, check
from summitbook_domain.dicey_peaks.commands import RollDice, Stop
from summitbook_domain.dicey_peaks.events import Climbed, ClimberMoved
from summitbook_domain.dicey_peaks.mountain import COLOURS, Mountain


def test_the_reconstructed_mountain_is_the_one_of_the_rules_page():
    """Thirteen dice; 6, 5, 4 and 3 of 8, 7, 6 and 5 tiles on levels 6 to 3; three summit tiles."""
    assert {colour: MOUNTAIN.dice.of(colour).count for colour in COLOURS} == {
        "white": 4,
        "light_blue": 5,
        "dark_blue": 4,
    }
    assert [(level.level, level.laid, len(level.tiles)) for level in MOUNTAIN.levels] == [
        (6, 6, 8),
        (5, 5, 7),
        (4, 4, 6),
        (3, 3, 5),
    ]
    assert sorted(MOUNTAIN.summit.tiles) == ["false_summit", "false_summit", "flag"]
    assert (MOUNTAIN.oxygen_start, MOUNTAIN.oxygen_max, MOUNTAIN.first_roll, MOUNTAIN.next_roll) == (
        9,
        9,
        5,
        3,
    )


def test_the_shipped_content_keeps_its_hash():
    """Old games name the shipped mountain by its hash; it changes only with a new edition."""
    assert {name: edition.sha256 for name, edition in PEAKS.editions.items()} == {
        "reconstructed": "1174ebc6e25c1fe9aca78371aa366af947c30c399eece0e24dd73dfcaf4a73a1"
    }


def test_an_edition_names_itself():
    """Each shipped edition is registered under the name its file gives, with the hash of its data."""
    for name, edition in PEAKS.editions.items():
        assert edition.content.edition == name
        assert edition.sha256 == canonical.sha256_of(edition.data)


def test_positions_count_tiles_from_the_bottom_left():
    """1 to 6 are level 6, 7 to 11 level 5, 12 to 15 level 4, 16 to 18 level 3, and 19 is the summit."""
    spots = [MOUNTAIN.spot(position) for position in range(1, 19)]

    assert spots == [(row, place) for row, laid in enumerate((6, 5, 4, 3)) for place in range(laid)]
    assert [MOUNTAIN.position(*spot) for spot in spots] == list(range(1, 19))
    assert MOUNTAIN.top == 19


@pytest.mark.parametrize("position", [-1, 0, 19, 20])
def test_foot_and_summit_are_no_tiles(position):
    """Only positions 1 to 18 have a tile."""
    assert not MOUNTAIN.has_tile(position)
    with pytest.raises(LookupError):
        MOUNTAIN.spot(position)


def data():
    """The plain data of the mountain that ships."""
    return copy.deepcopy(PEAKS.editions["reconstructed"].data)


def changed(path, value):
    """The plain data with what stands at a dotted path replaced, or taken out where the value is None."""
    whole = here = data()
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in way:
        here = here[key]
    if value is None:
        del here[last]
    else:
        here[last] = value
    return whole


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("game", "everest1924", "game: "),
        ("min_seats", 0, "min_seats: "),
        ("min_seats", 7, "min_seats: "),
        ("min_seats", 1, "max_seats: "),
        ("max_seats", 7, "max_seats: "),
        ("oxygen_max", 0, "oxygen_max: "),
        ("oxygen_max", 100, "oxygen_max: "),
        ("oxygen_start", -1, "oxygen_start: "),
        ("oxygen_start", 10, "oxygen_start: "),
        ("first_roll", 0, "first_roll: "),
        ("first_roll", 14, "first_roll: "),
        ("next_roll", 0, "next_roll: "),
        ("next_roll", 100, "next_roll: "),
        ("bust_avalanches", 0, "bust_avalanches: "),
        ("bust_yetis", 0, "bust_yetis: "),
        ("dice.white.count", -1, "dice.white.count: "),
        ("dice.dark_blue.count", 100, "dice.dark_blue.count: "),
        ("dice.light_blue.faces", [], "dice.light_blue.faces: "),
        ("dice.white.faces.0", "rope", "dice.white.faces[0]: "),
        ("dice.white", None, "dice.white: "),
        ("dice.red", {"count": 1, "faces": ["tent"]}, "dice.red: "),
        ("levels", [], "levels: "),
        ("levels.0.level", 0, "levels[0].level: "),
        ("levels.3.level", 100, "levels[3].level: "),
        ("levels.1.level", 6, "levels: "),
        ("levels.0.laid", 9, "levels[0].laid: "),
        ("levels.3.laid", 0, "levels[3].laid: "),
        ("levels.1.laid", 6, "levels: "),
        ("levels.2.tiles.5", "jump_2", "levels[2].tiles[5]: "),
        ("levels.2.tiles.0", "forward_0", "levels[2].tiles[0]: "),
        ("levels.2.tiles.0", "forward_100", "levels[2].tiles[0]: "),
        ("levels.2.tiles.0", "forward", "levels[2].tiles[0]: "),
        ("levels.2.tiles.0", "turn_over_3", "levels[2].tiles[0]: "),
        ("levels.2.tiles.0", "nothing\n", "levels[2].tiles[0]: "),
        ("levels.2.tiles.0", "", "levels[2].tiles[0]: "),
        ("levels.0.tiles.7", "down_left", "levels[0].tiles[7]: "),
        ("levels.0.tiles.7", "down_right", "levels[0].tiles[7]: "),
        ("levels.3.tiles", ["nothing"] * 100, "levels[3].tiles: at most 99"),
        ("summit.tiles", [], "summit.tiles: "),
        ("summit.tiles", ["flag"] * 100, "summit.tiles: at most 99"),
        ("summit.tiles", ["false_summit"] * 3, "summit.tiles: "),
        ("summit.tiles.0", "tent", "summit.tiles[0]: "),
        ("oxygen_start", None, "oxygen_start: "),
        ("oxygen_start", "nine", "oxygen_start: "),
        ("climbers", 6, "climbers: "),
        ("dice.white.sides", 6, "dice.white.sides: "),
        ("levels.1.kind", "ice", "levels[1].kind: "),
        ("summit.laid", 3, "summit.laid: "),
    ],
)
def test_a_bad_mountain_is_told_by_key_and_reason(path, value, problem):
    """What cannot be played is refused when it is read, naming source, key and reason."""
    with pytest.raises(BadContent) as bad:
        check(changed(path, value), Mountain, "mine.toml")

    assert str(bad.value).startswith(f"mine.toml: {problem}")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("min_seats", 6),
        ("max_seats", 2),
        ("oxygen_max", 99),
        ("oxygen_start", 0),
        ("first_roll", 1),
        ("first_roll", 13),
        ("next_roll", 1),
        ("next_roll", 99),
        ("bust_avalanches", 1),
        ("bust_yetis", 99),
        ("dice.white.count", 0),
        ("dice.dark_blue.count", 99),
        ("dice.white.faces", ["yeti"]),
        ("levels.0.level", 99),
        ("levels.3.level", 1),
        ("levels.0.laid", 8),
        ("levels.3.laid", 1),
        ("levels.2.tiles.0", "forward_99"),
        ("levels.1.tiles.0", "down_right"),
        ("summit.tiles", ["flag"]),
        ("summit.tiles", ["flag"] * 99),
        ("levels.3.tiles", ["nothing"] * 99),
    ],
)
def test_what_just_holds_can_be_played(path, value):
    """The limits of each number belong to what is allowed."""
    assert check(changed(path, value), Mountain, "mine.toml")


@pytest.mark.parametrize("missing", ["pickaxe", "tent"])
def test_the_dice_must_let_one_climb_and_rest(missing):
    """Without a pickaxe or a tent on any die in the box no game could end."""
    bad = data()
    for dice in bad["dice"].values():
        dice["faces"] = [face for face in dice["faces"] if face != missing]

    with pytest.raises(BadContent, match=rf"mine.toml: dice: no die shows a {missing}"):
        check(bad, Mountain, "mine.toml")


def test_a_colour_without_dice_lets_nobody_climb():
    """Faces count only where there are dice that have them."""
    bad = changed("dice.white.count", 0)
    bad["dice"]["light_blue"] = {"count": 9, "faces": ["tent"]}
    bad["dice"]["dark_blue"] = {"count": 4, "faces": ["tent"]}

    with pytest.raises(BadContent, match="dice: no die shows a pickaxe"):
        check(bad, Mountain, "mine.toml")


def test_the_mountain_as_it_ships_is_fine():
    """The unchanged data passes, and gives the edition that ships."""
    assert check(data(), Mountain, "mine.toml") == PEAKS.editions["reconstructed"]


HILL = """
game = "dicey_peaks"
edition = "hill"
min_seats = 2
max_seats = 2
oxygen_start = 4
oxygen_max = 5
first_roll = 3
next_roll = 2
bust_avalanches = 2
bust_yetis = 2
dice.white = { count = 2, faces = ["pickaxe", "tent"] }
dice.light_blue = { count = 2, faces = ["tent", "pickaxe"] }
dice.dark_blue = { count = 0, faces = ["yeti"] }
levels = [
    { level = 2, laid = 3, tiles = ["nothing", "nothing", "forward_1"] },
    { level = 1, laid = 2, tiles = ["down_left", "down_right"] },
]
summit.tiles = ["flag"]
"""


def test_a_mountain_of_ones_own_can_be_played():
    """Another edition is one more data file: its own dice, levels, positions and numbers."""
    hill = check(tomllib.loads(HILL), Mountain, "hill.toml").content
    past = race(at(4, 4), at(0, 4), intent="climb", aside=(PICKAXE,), face_up={5: "down_right"})

    assert PEAKS.setup(hill, PEAKS.options(), 2).climbers[0].oxygen == 4
    assert [hill.level_at(position) for position in range(hill.top + 1)] == [2, 2, 2, 2, 1, 1, 0]
    (
        peaks(*past, content=hill)
        .when(RollDice(0, 3, 0))
        .refused("BAD_DICE_COUNT")
        .when(Stop())
        .then(
            Climbed(start=4, end=5, oxygen=3),
            ClimberMoved(start=5, end=3, tile="down_right"),
            *passed(0, to=1),
        )
    )
