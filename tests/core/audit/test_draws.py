"""What chance gave, counted beside what it gives on average: docs/audit.md, "What chance would give"."""

import json

import pytest
from tampering import GOLDEN, RECORDS
from toy import RACE
from whole_games import ALL, golden_lines, name_of

from summitbook_domain.games import GAMES
from summitbook_domain.record import shaped
from summitbook_domain.replay.draws import PILES_KEPT, Count, Counts, Draws
from summitbook_domain.table.events import GameCreated

every_game = pytest.mark.parametrize("game", ALL, ids=name_of)


def counted(lines, games=GAMES):
    draws = Draws(games)
    draws.begin(shaped(json.loads(lines[0])["data"], GameCreated))
    for line in lines[1:]:
        draws.take(line)
    return {source.kind: counts for source, counts in draws.counts().items()}


def first_record(game, replay):
    (line, *_) = golden_lines(GAMES[game, 1])[f"{replay}.replay.jsonl"]
    return shaped(json.loads(line)["data"], GameCreated)


@every_game
def test_as_much_is_expected_as_was_seen(game):
    """Whatever was drawn, as many items were expected in all, and each has its part."""
    kinds = [counts for lines in golden_lines(game).values() for counts in counted(lines).values()]
    assert kinds
    for counts in kinds:
        seen = sum(count.seen for count in counts.items.values())
        assert counts.draws == seen
        assert sum(count.expected for count in counts.items.values()) == pytest.approx(seen)


def test_each_face_of_a_die_comes_once_in_six():
    """Six throws are one of each face on average, give or take what six throws vary by."""
    lines = GOLDEN["fall-and-re-ascent"]
    values = [value for each in RECORDS for value in each["data"].get("values", ())]

    counts = counted(lines)["die"]

    assert counts.draws == len(values)
    assert counts.again
    for face in "123456":
        count = counts.items[face]
        assert count.seen == values.count(int(face))
        assert count.expected == pytest.approx(len(values) / 6)
        assert count.variance == pytest.approx(len(values) * 5 / 36)


def test_a_pile_that_runs_down_is_expected_to():
    """The last card of a pile was certain to come: a pile drawn to its end varies less and less."""
    draws = Draws()
    draws.begin(first_record("mountaineering", "all-leave"))
    for place, card in enumerate(("m01", "m02", "m30")):
        data = {"seat": 0, "kind": "movers", "card": card, "draw": "pile/movers/1", "place": place}
        draws.take(json.dumps({"type": "CardDrawn", "data": data}, separators=(",", ":")).encode())

    ((_, counts),) = draws.counts().items()

    assert not counts.again
    assert counts.items["1 spot"].expected == pytest.approx(20 / 30 + 19 / 29 + 18 / 28)
    assert (counts.items["1 spot"].seen, counts.items["3 spots"].seen) == (2, 1)


def test_searching_until_the_flag_is_found_does_not_count_as_luck():
    """The flag among three tiles: it is expected once where all three were turned over."""
    draws = Draws()
    draws.begin(first_record("dicey_peaks", "two-seats-to-the-flag"))
    for place, flag in ((0, False), (2, False), (1, True)):
        data = {"tile": place, "flag": flag, "draw": "summit", "place": place}
        draws.take(json.dumps({"type": "SummitTileTurned", "data": data}, separators=(",", ":")).encode())

    ((_, counts),) = draws.counts().items()

    assert counts.items["flag"].expected == pytest.approx(1 / 3 + 1 / 2 + 1)
    assert counts.items["flag"].variance == pytest.approx(2 / 9 + 1 / 4)
    assert (counts.items["flag"].seen, counts.items["false_summit"].seen) == (1, 2)


@pytest.mark.parametrize(
    "line",
    [
        b'{"draw":"',
        b'{"type":"DiceRolled","data":{"draw":"turn/1/roll"}}',
        b'{"type":"DiceRolled","data":{"draw":"turn/1/roll","turn":1,"values":[7]}}',
        b'{"type":"DiceRolled","data":[{"draw":"x"}]}',
        b'{"type":"Unheard","data":{"draw":"x"}}',
        b'{"type":"DiceRolled","data":{"x":' + b"[" * 100_000 + b'"draw":"',
    ],
    ids=["cut", "fields", "face", "list", "unknown", "deep"],
)
def test_what_is_no_draw_is_not_counted(line):
    """Whatever a line holds, counting goes on."""
    draws = Draws()
    draws.begin(shaped(RECORDS[0]["data"], GameCreated))

    draws.take(line)

    assert draws.counts() == {}


def test_a_game_that_is_not_known_is_not_counted():
    """Nor is content that is not to be had."""
    assert counted(GOLDEN["fall-and-re-ascent"], {("race", 1): RACE}) == {}
    created = {**RECORDS[0], "data": {**RECORDS[0]["data"]}}
    created["data"]["content"] = {"edition": "other", "sha256": "0" * 64}
    assert counted([json.dumps(created), *GOLDEN["fall-and-re-ascent"][1:]]) == {}


def test_counting_takes_no_more_memory_for_more_labels():
    """Of the piles of a game the latest are remembered."""
    draws = Draws()
    draws.begin(shaped(RECORDS[0]["data"], GameCreated))
    for turn in range(1000):
        data = {"turn": 1, "values": [1], "draw": f"turn/{turn}"}
        draws.take(json.dumps({"type": "DiceRolled", "data": data}, separators=(",", ":")).encode())

    assert len(draws._first) == PILES_KEPT
    assert next(iter(draws.counts().values())).draws == 1000


def test_counts_are_added_up():
    """Those of several games of one kind are one count."""
    one = Counts(2, again=True, items={"1": Count(1, 0.5, 0.25)})
    one.add(Counts(3, again=False, items={"1": Count(2, 1.0, 0.5), "2": Count(1, 0.5, 0.25)}))

    assert one == Counts(5, again=False, items={"1": Count(3, 1.5, 0.75), "2": Count(1, 0.5, 0.25)})
