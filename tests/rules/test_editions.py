"""docs/editions.md: two editions of a game's rules side by side, and logs of neither."""

import json

import pytest
from expeditions import EVEREST
from second_edition import BOTH, SECOND
from tampering import chained
from whole_games import golden_lines

from summitbook_domain.games import GAMES, newest
from summitbook_domain.recorded import commands, read_log, retold
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

GOLDENS = {name: [line + b"\n" for line in lines] for name, lines in golden_lines(EVEREST).items()}
TO_THE_TOP = ("summit-perfect", "summit-with-camp-on-top", "summit-with-two-camps-fewer")


def verdict(lines, games):
    report = audit(lines, verify=verify, games=games)
    return report.level, report.code, report.line


def named(lines, rules):
    """The same log, its chain mended, saying that it was played by other rules."""
    records = [json.loads(line) for line in lines]
    records[0]["data"]["rules"] = records[0]["cause"]["args"]["rules"] = rules
    return chained(records)


@pytest.mark.parametrize("name", sorted(GOLDENS))
def test_games_of_edition_1_are_audited_by_edition_1(name):
    """What has come out since changes no verdict on an older game."""
    lines = GOLDENS[name]

    assert verdict(lines, BOTH) == verdict(lines, GAMES)
    assert verdict(lines, BOTH)[1] is None


@pytest.mark.parametrize("name", TO_THE_TOP)
def test_by_edition_2_they_would_be_wrong(name):
    """So it is edition 1 that carries them out: the same commands named as 2 lead to another score."""
    lines = GOLDENS[f"{name}.replay.jsonl"]
    scored = next(i for i, line in enumerate(lines, 1) if b'"ExpeditionScored"' in line)

    assert verdict(named(lines, 2), BOTH) == ("dice", "WRONG_EVENT", scored)


@pytest.mark.parametrize("name", TO_THE_TOP)
def test_games_of_edition_2_are_audited_by_edition_2(name):
    """A whole game by the new rules is right by them, by no others, and not here where they are not."""
    log = read_log(named(GOLDENS[f"{name}.replay.jsonl"], 2))
    lines = [line + b"\n" for line in retold(log, list(commands(log.records))[1:], games=BOTH).lines]
    scored = next(i for i, line in enumerate(lines, 1) if b'"ExpeditionScored"' in line)

    assert verdict(lines, BOTH) == ("rules", None, None)
    assert verdict(lines, GAMES) == ("dice", "UNKNOWN_RULES", 1)
    assert verdict(named(lines, 1), BOTH) == ("dice", "WRONG_EVENT", scored)


@pytest.mark.parametrize("rules", [0, 2, 3, 99, -1])
def test_rules_that_are_not_here_are_refused(rules):
    """A log of any other edition is UNKNOWN_RULES, whichever editions there are; nothing plays it instead."""
    lines = named(GOLDENS["salted.replay.jsonl"], rules)

    assert verdict(lines, GAMES) == ("dice", "UNKNOWN_RULES", 1)
    assert verdict(lines, BOTH)[1] == (None if rules == 2 else "UNKNOWN_RULES")


def test_content_that_is_not_here_is_refused():
    """A log that names other content than ships, and does not carry it, is UNKNOWN_CONTENT at level dice."""
    records = [json.loads(line) for line in GOLDENS["salted.replay.jsonl"]]
    for wrong in ({"sha256": "ab" * 32}, {"edition": "afternoon-hill"}):
        changed = [dict(each) for each in records]
        content = {**records[0]["data"]["content"], **wrong}
        changed[0] = {**records[0], "data": {**records[0]["data"], "content": content}}
        assert verdict(chained(changed), BOTH) == ("seal", "UNKNOWN_CONTENT", 1)


def test_new_games_are_made_by_the_newest(monkeypatch):
    """Of two editions the higher one, wherever it stands in the registry."""
    assert newest("everest1924") is EVEREST
    monkeypatch.setitem(GAMES, ("everest1924", 2), SECOND)

    assert newest("everest1924") is SECOND
    assert newest("everest1925") is None
