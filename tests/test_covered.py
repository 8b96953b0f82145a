"""What `make coverage-of-rules` counts."""

import coverage_of_rules
import pytest
from covered import gaps, refusals_in, shown, to_show
from tables import ask, opened, started
from toy import FIRST, OTHER, RACE, Throw
from whole_games import ALL, golden_lines, name_of

from summitbook_domain.games import GAMES
from summitbook_domain.table.commands import ExpireGame, LeaveSeat, RetireSeat, TakeSeat, TimeOutTurn

EVEREST = GAMES["everest1924", 1]


def recorded(*steps, book):
    """The lines of a game in which a seat, or the house, asks for one thing after another."""
    for command, seat in steps:
        ask(book, command, seat)
    return book.lines


def without(part: bytes):
    """What Everest's golden replays leave open when those that say this are taken away."""
    kept = [lines for lines in golden_lines(EVEREST).values() if not any(part in line for line in lines)]
    return gaps(EVEREST, kept, refusals_in(EVEREST))


def test_a_game_without_recorded_games_is_one_gap():
    """A new game in the registry is asked for everything that it declares."""
    assert gaps(RACE, [], []) == {topic: every for topic, every in to_show(RACE).items() if every}
    assert "RaceBegan" in to_show(RACE)["events"]
    assert to_show(RACE)["seats"] == {"2", "3"}
    assert {"goal another", "together true"} <= to_show(RACE)["options"]


def test_a_game_for_one_is_not_asked_for_what_needs_others():
    """Nobody can leave a seat, find it taken, or retire out of turn, where the first to come begins."""
    asked = set().union(*to_show(EVEREST).values())
    several = set().union(*to_show(RACE).values())

    for word in ("SeatLeft", "LeaveSeat", "SEAT_TAKEN", "RetireSeat when not waited for"):
        assert word in several
        assert word not in asked


@pytest.mark.parametrize(
    ("part", "topic", "missing"),
    [
        (b'"cause":"crossing"', "words", {"PartyPerished.cause crossing"}),
        (b"Finch and Bruce", "words", {"ExpeditionScored.legend Finch and Bruce"}),
        (b'"op":"add"', "words", {"CombineDice.op add", "DiceCombined.op add"}),
        (b'"camp":true', "words", {"Ascended.camp true", "Advance.make_camp true"}),
        (b'"type":"DieUnlocked"', "events", {"DieUnlocked"}),
        (b'"command":"Abandon"', "commands", {"Abandon"}),
        (b'"turn_seconds":86400', "options", {"turn_seconds another"}),
        (b'"outcome":"retired"', "endings", {"by RetireSeat"}),
        (b'"outcome":"retired"', "leavings", {"RetireSeat when waited for"}),
        (b'"seed_source":"deal"', "seeds", {"deal"}),
        (b'"data":{"camps"', "content", {"carried"}),
    ],
)
def test_what_only_these_games_show_is_missed_without_them(part, topic, missing):
    """Taken away, the recorded games that say so leave a gap in that topic."""
    assert missing <= without(part)[topic]


def test_a_code_that_no_script_was_refused_with_is_missed():
    """A refusal is in no log, so the list beside the games counts."""
    listed = [each for each in refusals_in(EVEREST) if each.code != "MUST_CAMP"]

    assert gaps(EVEREST, golden_lines(EVEREST).values(), listed) == {"refusal codes": {"MUST_CAMP"}}


def test_ways_of_leaving_are_told_apart():
    """In turn and out of turn, before and after the start, alone or with others who go on."""
    late = TimeOutTurn(FIRST), None
    games = {
        "LeaveSeat": recorded((TakeSeat(0, "a"), 0), (LeaveSeat(), 0), book=opened(RACE, 2)),
        "RetireSeat when waited for": recorded((RetireSeat(), FIRST), book=started(RACE, 2)),
        "RetireSeat when not waited for": recorded((RetireSeat(), OTHER), book=started(RACE, 2)),
        "TimeOutTurn, others go on": recorded(late, book=started(RACE, 2, turn_seconds=1)),
        "TimeOutTurn, retired": recorded(
            late, (Throw(), OTHER), late, book=started(RACE, 2, turn_seconds=1, goal=99)
        ),
    }
    for way, lines in games.items():
        assert way in shown(RACE, [lines], [])["leavings"]
    assert shown(RACE, [games["RetireSeat when waited for"]], [])["leavings"] == {
        "RetireSeat", "RetireSeat when waited for", "RetireSeat, others go on",
    }  # fmt: skip


def test_ways_of_ending_are_told_apart():
    """By whom, and whether the game had begun."""
    whole = started(RACE, 2, goal=1)
    games = {
        "by the game's own command": recorded((Throw(), FIRST), book=whole),
        "by ExpireGame before the start": recorded((ExpireGame(), None), book=opened(RACE, 2)),
        "by ExpireGame under way": recorded((ExpireGame(), None), book=started(RACE, 2)),
        "by RetireSeat": recorded((RetireSeat(), 0), (RetireSeat(), 1), book=started(RACE, 2)),
    }
    for way, lines in games.items():
        assert shown(RACE, [lines], [])["endings"] == {way}


def test_the_script_prints_every_game_and_passes(capsys):
    """All that is registered is told, and nothing is missing."""
    assert coverage_of_rules.main() == 0

    told = capsys.readouterr().out
    assert all(f"{name_of(game)}: " in told for game in ALL)
    assert "missing" not in told


def test_the_script_fails_on_a_gap_and_names_it(capsys, monkeypatch):
    """A game that is registered and has no recorded game."""
    monkeypatch.setattr(coverage_of_rules, "ALL", (EVEREST, RACE))

    assert coverage_of_rules.main() == 1
    assert "missing: TurnMissed\n" in capsys.readouterr().out
