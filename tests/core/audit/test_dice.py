"""docs/replay-format.md, "Checking a file". Level dice: the seed, the content, and every draw."""

import json

import pytest
from expeditions import EVEREST
from tampering import GOLDEN, LAST, RECORDS, ROLLED, SEED, chained, verdict, with_data
from whole_games import golden_lines

from summitbook_domain.games import GAMES
from summitbook_domain.recorded import differences
from summitbook_domain.replay import Reveal, audit
from summitbook_domain.replay.tail import reveal_line
from summitbook_service.keys import verify


def test_the_seed_must_fit_its_commitment():
    """Another seed is BAD_SEED where it is shown; a closed game must show one."""
    assert verdict(chained(with_data(-1, seed="ab" * 32))) == ("seal", "BAD_SEED", LAST)
    assert verdict(chained(with_data(-1, seed=None))) == ("seal", "BAD_SEED", LAST)
    assert verdict(chained(with_data(0, commitment="ab" * 32))) == ("seal", "BAD_SEED", LAST)


def test_a_reveal_must_be_of_this_deal():
    """A reveal of another deal, or of another seed, is BAD_SEED in its line."""
    shared = [line + b"\n" for line in GOLDEN["shared-deal"]]
    deal = json.loads(shared[0])["data"]["deal"]

    for reveal in (Reveal(deal, "ab" * 32), Reveal("00000000-0000-4000-8000-000000000000", SEED)):
        lines = [*shared, reveal_line(reveal) + b"\n"]
        assert verdict(lines) == ("seal", "BAD_SEED", len(lines))


def test_a_shared_deal_that_is_not_revealed_is_no_fault():
    """Without its reveal a game of a shared deal is checked up to level seal."""
    shared = [line + b"\n" for line in GOLDEN["shared-deal"]]

    assert verdict(shared) == ("seal", None, None)


@pytest.mark.parametrize(
    "data",
    [
        {"values": [1, 1, 1]},
        {"values": [1, 2, 3, 4]},
        {"values": [7, 3, 6]},
        {"values": "1"},
        {"draw": "turn/9/roll"},
        {"draw": "tür"},
        {"draw": ""},
        {"draw": 7},
    ],
    ids=str,
)
def test_a_draw_must_show_what_its_label_gives(data):
    """Other values than the label's, or no label at all, are WRONG_DRAW at that event."""
    assert verdict(chained(with_data(ROLLED, **data))) == ("seal", "WRONG_DRAW", ROLLED + 1)


@pytest.mark.parametrize("data", [{"values": []}, {"draw": None}, {"turn": 9}], ids=str)
def test_what_its_label_does_not_tell_is_the_rules_business(data):
    """Dice left out, or a label hidden, fit every seed, and are found when the game is played again."""
    assert verdict(chained(with_data(ROLLED, **data))) == ("dice", "WRONG_EVENT", ROLLED + 1)


def test_dice_must_hang_on_the_deal_and_the_salts():
    """Another deal or another salt in the log is other dice."""
    other = "00000000-0000-4000-8000-000000000000"

    for records in (with_data(0, deal=other), with_data(1, salt="00")):
        assert verdict(chained(records)) == ("seal", "WRONG_DRAW", ROLLED + 1)


@pytest.mark.parametrize(
    "content",
    [
        {"edition": "hill"},
        {"sha256": "ab" * 32},
        {"data": {}},
        {"data": EVEREST.editions["reconstructed"].data, "sha256": "ab" * 32},
    ],
    ids=["edition", "hash", "no sheet", "another hash than its own"],
)
def test_content_must_be_to_be_had(content):
    """Content that neither ships nor is carried with its right hash is UNKNOWN_CONTENT in line 1."""
    records = with_data(0, content={**RECORDS[0]["data"]["content"], **content})
    assert verdict(chained(records)) == ("seal", "UNKNOWN_CONTENT", 1)


def test_a_game_that_is_not_known_has_no_content():
    """A log of another game is UNKNOWN_CONTENT here."""
    assert verdict(chained(with_data(0, game="chess"))) == ("seal", "UNKNOWN_CONTENT", 1)


def test_at_a_table_without_seats_nobody_can_be_drawn():
    """A log that says it has no seats, yet drew who begins, is WRONG_DRAW at that event."""
    races = golden_lines(GAMES["dicey_peaks", 1])["two-seats-to-the-flag.replay.jsonl"]
    records = [json.loads(line) for line in races]
    built = next(at for at, each in enumerate(records) if each["type"] == "MountainBuilt")
    for seats in (0, -1):
        records[0]["data"]["seats"] = seats
        assert verdict(chained(records)) == ("seal", "WRONG_DRAW", built + 1)


def test_a_label_is_ascii_whatever_it_draws():
    """A refill names the shuffle that later draws come from; a label that is not ASCII is WRONG_DRAW."""
    climb = golden_lines(GAMES["mountaineering", 1])["own-hill.replay.jsonl"]
    records = [json.loads(line) for line in climb]
    refill = next(at for at, each in enumerate(records) if each["type"] == "PileReshuffled")
    records[refill]["data"]["draw"] = "pîle"

    assert verdict(chained(records)) == ("seal", "WRONG_DRAW", refill + 1)


def test_what_is_expected_differs_from_what_is_found_where_it_differs():
    """A list is told as a list, so that no field is shown that is as it must be."""
    races = golden_lines(GAMES["dicey_peaks", 1])["two-seats-to-the-flag.replay.jsonl"]
    records = [json.loads(line) for line in races]
    rolled = next(at for at, each in enumerate(records) if each["type"] == "DiceRolled")
    records[rolled]["data"]["faces"] = ["yeti"] * len(records[rolled]["data"]["faces"])

    report = audit(chained(records), verify=verify)

    assert [each.path for each in differences(report.expected, report.found)] == ["faces"]


@pytest.mark.parametrize(("more", "line"), [(0, 2), (1, 1)])
def test_no_more_cards_are_shuffled_than_there_are(more, line):
    """Another list is found by the card drawn from it; one longer than all cards of its kind is no refill."""
    climb = golden_lines(GAMES["mountaineering", 1])["own-hill.replay.jsonl"]
    records = [json.loads(line) for line in climb]
    refill = next(at for at, each in enumerate(records) if each["type"] == "PileReshuffled")
    movers = records[0]["data"]["content"]["data"]["movers"]
    records[refill]["data"]["cards"] = ["m01"] * (sum(movers.values()) + more)

    assert records[refill]["data"]["kind"] == "movers"
    assert verdict(chained(records)) == ("seal", "WRONG_DRAW", refill + line)
