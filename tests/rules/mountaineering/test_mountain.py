"""docs/rules/mountaineering.md, "Content": the edition that ships, and what is no mountain."""

from collections import Counter
from copy import deepcopy

import pytest
from teams import CLIMB, MOUNTAIN

from summitbook_domain.content import BadContent, check
from summitbook_domain.mountaineering.mountain import Mountain

DATA = CLIMB.editions["reconstructed"].data
HILL = {
    **DATA,
    "edition": "hill",
    "starting_cards": 4,
    "movers": {"1": 3, "4": 1},
    "equipment": {"cards": [["Team"]]},
    "troubles": {},
    "spots": [
        {"id": "base", "kind": "base", "up": ["top"]},
        {"id": "top", "kind": "summit", "up": []},
    ],
}
REFERENCE_CHART = {
    "Axe": 3, "Boots": 2, "Compass": 1, "Crampons": 2, "Eye Cream": 1, "First Aid": 4, "Goggles": 2,
    "Hammer": 3, "Heater": 3, "Hook": 2, "Knife": 3, "Light": 3, "Link": 3, "Oxygen": 1, "Piton": 3,
    "Rope": 3, "Rucksack": 2, "Shovel": 3, "Sun Lotion": 1, "Team": 8, "Tent": 2, "Warm Clothes": 2,
    "Wedge": 2, "Whistle": 1,
}  # fmt: skip
"""How many of each item the printed cards hold in all."""


def changed(path, value):
    """The plain data that ships with one thing changed, added or, for None, taken out."""
    data = deepcopy(DATA)
    *above, last = path.split("/")
    place = data
    for key in above:
        place = place[key]
    if isinstance(place, list):
        place[int(last) : int(last) + 1] = [value]
    elif value is None:
        del place[last]
    else:
        place[last] = value
    return data


def test_the_items_are_as_many_as_the_rulebooks_reference_chart_counts():
    """However items share cards, their numbers are known."""
    assert Counter(item for card in MOUNTAIN.equipment.cards for item in card) == REFERENCE_CHART


def test_every_trouble_of_the_chart_lies_on_the_path_once():
    """28 troubles, 28 spots."""
    assert sorted(each.trouble for each in MOUNTAIN.spots if each.trouble) == list(range(1, 29))
    assert sorted(map(int, MOUNTAIN.troubles)) == list(range(1, 29))


def test_only_12_and_24_send_the_team_back():
    """Three spots each."""
    assert {key: row.back for key, row in MOUNTAIN.troubles.items() if row.back} == {"12": 3, "24": 3}


def test_the_way_down_is_the_way_up_turned_round():
    """A spot lies one step down from another exactly where that one lies one step up from it."""
    steps = {(low.id, high) for low in MOUNTAIN.spots for high in low.up}

    assert {(low, high) for high, lows in MOUNTAIN.down.items() for low in lows} == steps
    assert (MOUNTAIN.down["base"], MOUNTAIN.down["d1"]) == ((), ("b4", "c6"))


SPOTS = [spot.id for spot in MOUNTAIN.spots]
A1, A2, A3, A4, B4, J3, SUMMIT = (
    SPOTS.index(each) for each in ("a1", "a2", "a3", "a4", "b4", "j3", "summit")
)
NO_BASE, NO_SUMMIT = (
    f"spots: the path has one end of kind {kind}, and no other" for kind in ("base", "summit")
)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("game", "everest1924", "game: must be mountaineering"),
        ("weather", "bad", "weather: is not known here; there are: game, edition, "),
        ("supply_draw", None, "supply_draw: is missing"),
        ("max_seats", 7, "max_seats: at most 6"),
        ("min_seats", 0, "min_seats: "),
        ("starting_cards", 0, "starting_cards: must be from 1 to the 60 cards there are"),
        ("starting_cards", 61, "starting_cards: "),
        ("supply_draw", 0, "supply_draw: must be from 1 to the 60 cards there are"),
        ("supply_draw", 61, "supply_draw: "),
        ("abandon_draw", 0, "abandon_draw: "),
        ("abandon_draw", 61, "abandon_draw: "),
        ("movers", {}, "movers: from 1 to 99 cards in all"),
        ("movers", {"1": 100}, "movers: from 1 to 99 cards in all"),
        ("movers", {"0": 1}, "movers.0: spots are a number from 1 to 999"),
        ("movers", {"01": 1}, "movers.01: "),
        ("movers", {"-1": 1}, "movers.-1: "),
        ("movers", {"1000": 1}, "movers.1000: "),
        ("movers", {"two": 1}, "movers.two: "),
        ("movers", {"": 1}, "movers.: "),
        ("movers", {"2": 0}, "movers.2: "),
        ("equipment/cards", [], "equipment.cards: from 1 to 99 cards"),
        ("equipment/cards", [["Team"]] * 100, "equipment.cards: from 1 to 99 cards"),
        ("equipment/cards/30", [], "equipment.cards[30]: a card holds one item or more, each once"),
        ("equipment/cards/30", ["Axe", "Axe"], "equipment.cards[30]: "),
        ("equipment/cards/30", ["Whistle"], "equipment.cards: there is at most one Whistle"),
        ("equipment/cards/8", ["Whistle", "Axe"], "equipment.cards: there is at most one Whistle"),
        ("troubles/x", {"name": "X", "back": 1}, "troubles.x: troubles are numbered from 1 to 999"),
        ("troubles/07", {"name": "X", "back": 1}, "troubles.07: troubles are numbered"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_no_mountain(path, value, reason):
    """A fault names file, key and reason."""
    with pytest.raises(BadContent) as fault:
        check(changed(path, value), Mountain, "mine.toml")

    assert str(fault.value).startswith(f"mine.toml: {reason}")


SMALLEST = {"movers": {"1": 1}, "equipment": {"cards": [["Team"]]}}
LARGEST = {"movers": {"1": 99}, "equipment": {"cards": [["Team"]] * 99}}
DRAWS = ("starting_cards", "supply_draw", "abandon_draw")


@pytest.mark.parametrize(
    ("cards", "draws"),
    [(SMALLEST, 1), (SMALLEST, 2), (LARGEST, 1), (LARGEST, 198)],
    ids=["1 of 2", "2 of 2", "1 of 198", "198 of 198"],
)
def test_the_bounds_themselves_are_allowed(cards, draws):
    """From 1 to 99 cards of each kind; draws of a single card, and of as many as there are."""
    content = check({**HILL, **cards, **dict.fromkeys(DRAWS, draws)}, Mountain, "hill.toml").content

    assert [getattr(content, key) for key in DRAWS] == [draws] * 3


TROUBLES = [
    ({"name": "X"}, "troubles.1: has either needs, or back of at least 1"),
    ({"name": "X", "needs": []}, "troubles.1: has either"),
    ({"name": "X", "needs": ["Axe"], "back": 1}, "troubles.1: has either"),
    ({"name": "X", "back": 0}, "troubles.1: has either"),
    ({"name": "X", "back": -3}, "troubles.1: has either"),
    ({"name": "X", "needs": ["Axe", "Axe"]}, "troubles.1.needs: an item is needed once"),
    ({"name": "X", "needs": ["Ladder"]}, "troubles.1.needs: no card holds 'Ladder'"),
]


@pytest.mark.parametrize(("row", "reason"), TROUBLES, ids=str)
def test_what_is_no_trouble(row, reason):
    """A row of the chart asks for items that there are, each once, or sends the team back."""
    data = deepcopy(DATA)
    data["troubles"]["1"] = row
    with pytest.raises(BadContent) as fault:
        check(data, Mountain, "mine.toml")

    assert str(fault.value).startswith(f"mine.toml: {reason}")


PATHS = [
    ({A2: {"trouble": 0}}, f"spots[{A2}].trouble: belongs to spots of kind trouble"),
    ({A1: {"trouble": 1}}, f"spots[{A1}].trouble: belongs to"),
    ({A2: {"trouble": 29}}, f"spots[{A2}].trouble: there is no trouble 29"),
    ({A1: {"kind": "hut"}}, f"spots[{A1}].kind: "),
    ({A1: {"up": ["a2", "nowhere"]}}, f"spots[{A1}].up: names spots there are, each once"),
    ({A1: {"up": ["a2", "a2"]}}, f"spots[{A1}].up: names spots"),
    ({A3: {"id": ""}}, f"spots[{A2}].up: names spots"),
    ({A2: {"up": [""]}, A3: {"id": ""}}, f"spots[{A3}].id: must not be empty"),
    ({A2: {"up": ["a1"]}, A3: {"id": "a1"}}, "spots: two are called 'a1'"),
    ({J3: {"up": ["a1", "summit"]}}, "spots: the path leads round in a circle: a1 to "),
    ({J3: {"up": ["j3", "summit"]}}, "spots: the path leads round in a circle: j3 to j3"),
    ({A4: {"up": []}}, f"{NO_BASE}; nothing leads up to a5"),
    ({B4: {"up": []}}, f"{NO_SUMMIT}; nothing lies above b4"),
    ({SUMMIT: {"kind": "path"}}, f"{NO_SUMMIT}; nothing lies above summit"),
    ({SUMMIT: {"up": ["base"]}}, f"{NO_BASE}; something leads up to base"),
    ({0: {"kind": "path"}}, NO_BASE),
    ({A1: {"kind": "base"}}, f"{NO_BASE}; something leads up to a1"),
    ({A1: {"kind": "summit"}}, f"{NO_SUMMIT}; something lies above a1"),
    ({len(SPOTS): {"id": "z", "kind": "path", "up": ["summit"]}}, f"{NO_BASE}; nothing leads up to z"),
    ({len(SPOTS): {"id": "z", "kind": "base", "up": ["summit"]}}, f"{NO_BASE}; of this kind are base, z"),
]


@pytest.mark.parametrize(("changes", "reason"), PATHS, ids=lambda value: str(value)[:60])
def test_what_is_no_path(changes, reason):
    """Every way leads from the one base camp to the one summit, over spots that can be told apart."""
    data = deepcopy(DATA)
    for n, change in changes.items():
        data["spots"][n : n + 1] = [{**(data["spots"][n] if n < len(SPOTS) else {}), **change}]
    with pytest.raises(BadContent) as fault:
        check(data, Mountain, "mine.toml")

    assert str(fault.value).startswith(f"mine.toml: {reason}")


def fork(levels):
    """Two spots on each level, each below both of the next."""
    above = [*([f"a{n}", f"b{n}"] for n in range(1, levels)), ["summit"]]
    path = [{"id": f"{side}{n}", "kind": "path", "up": up} for n, up in enumerate(above) for side in "ab"]
    ends = [{"id": "base", "kind": "base", "up": ["a0", "b0"]}, {"id": "summit", "kind": "summit", "up": []}]
    return [*ends, *path]


@pytest.mark.parametrize(
    ("spots", "fine"), [(3, True), (9, True), (10, False), (25, False), (31, False), (32, True), (999, True)]
)
def test_a_mover_has_a_thousand_ways_at_most(spots, fine):
    """A seat is told of each; where the path parts at every step, a mover of so many spots has 2 ** spots."""
    data = {**DATA, "movers": {str(spots): 1}, "spots": fork(30)}
    if fine:
        assert check(data, Mountain, "mine.toml").content.movers == {str(spots): 1}
        return
    with pytest.raises(BadContent, match=f"spots: from 'base' a mover of {spots} has more than 1,000 ways"):
        check(data, Mountain, "mine.toml")


def test_another_mountain_can_be_climbed():
    """A shorter path, other numbers and no Whistle are another edition and nothing else."""
    content = check(HILL, Mountain, "hill.toml").content

    assert (content.whistle, content.base, content.ids("movers")[-1]) == (None, "base", "m04")


def test_the_shipped_content_keeps_its_hash():
    """Old games name the shipped mountain by its hash; it changes only with a new edition."""
    assert {name: edition.sha256 for name, edition in CLIMB.editions.items()} == {
        "reconstructed": "de8ac9f9e1bf6a979d2722fe8decd8b980f436f814b26f8db1c7f241d7a0b9c0"
    }
