"""The replay room: a recorded game step by step, and its audit in the browser."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from page.chrome import play_on
from page.screens import closed, reviewed

REPLAYS = Path(__file__).parents[2] / "replays"
GAMES = {
    "everest1924": "summit-by-camps",
    "dicey_peaks": "two-seats-to-the-flag",
    "mountaineering": "summit-in-pairs",
}


def opened(person, path):
    """A file in the replay room, audited."""
    person.page.goto(f"{person.url}#/replay")
    person.page.get_by_label("Open a replay file").set_input_files(path)
    expect(person.page.get_by_label("Audit")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_audited_and_told_without_asking_the_service(chrome, service, game):
    """Chain, seal and dice hold, every record has its sentence, and the course is drawn."""
    with chrome.person(service.url) as ada:
        path = REPLAYS / game / f"{GAMES[game]}.replay.jsonl"
        opened(ada, path)

        ada.see("The record holds")
        lines = path.read_text().count("\n")
        for at in (1, lines // 2, lines):
            ada.page.get_by_role("slider", name="Record").fill(str(at))
            ada.see(f"{at} / {lines}")
            expect(ada.page.get_by_text("Unknown event")).to_have_count(0)
        expect(ada.page.get_by_label("The course of the game").locator("svg").first).to_be_visible()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('"n":9,', '"n":10,'), "GAP"),
        (("Howard Somervell", "Howard Somervelt"), "BROKEN_CHAIN"),
        (('"signature":"', '"signature":"00'), "BAD_FORMAT"),
    ],
    ids=["a record", "a name", "the seal"],
)
def test_a_tampered_file_is_refused_at_its_record(chrome, service, tmp_path, change, fault):
    """The verdict names the first line that is not as it must be, and leads there."""
    text = (REPLAYS / "everest1924/salted.replay.jsonl").read_text()
    old, new = change
    line = text[: text.index(old)].count("\n") + 1
    path = tmp_path / "tampered.replay.jsonl"
    path.write_text(text.replace(old, new, 1))
    with chrome.person(service.url) as ada:
        opened(ada, path)

        ada.see(f"Broken at line {line}")
        ada.see(fault)
        ada.page.get_by_role("button", name=f"Go to line {line}").click()
        expect(ada.page.locator("[aria-current='step']")).to_contain_text(fault)


def test_a_finished_game_is_replayed_with_its_table(chrome, service):
    """The service tells the table beside each step of a game that it has."""
    with chrome.person(service.url) as ada:
        ada.make("everest1924")
        play_on([ada], Random(7))

        ada.page.get_by_role("link", name="Replay and audit it").click()
        ada.see("The record holds")
        ada.see("Sealed by this service's key.")
        ada.see("The table is drawn from record 4 on, when the game has started.")
        ada.page.get_by_role("slider", name="Record").fill("5")

        expect(ada.page.locator(".notebook")).to_be_visible()
        ada.see("Day 1")
        expect(ada.page.locator(".notebook button:enabled")).to_have_count(0)


def test_what_a_choice_cost_is_told_and_leads_to_its_record(chrome, service):
    """By keyboard: the review is asked for, told in words, and what cost most is a button to its record."""
    with chrome.person(service.url) as ada:
        closed("everest1924")(ada, service)
        ada.page.get_by_role("link", name="Replay and audit it").click()
        ada.see("The record holds")
        review = ada.page.get_by_label("Review", exact=True)
        review.get_by_role("button", name="Review this game").press("Enter")

        expect(review.get_by_text("accuracy", exact=False).first).to_be_visible()
        expect(review).to_contain_text("42.62 points to expect at the start, less")
        worst = review.get_by_role("listitem").get_by_role("button").first
        record = re.search(r"record (\d+)", worst.inner_text())[1]
        worst.press("Enter")
        expect(ada.page.get_by_role("slider", name="Record")).to_have_value(record)
        expect(review.get_by_role("img")).to_have_attribute("aria-label", re.compile(f"at line {record}$"))


def test_each_seat_is_reviewed(chrome, service):
    """Of several seats one is chosen, and the figures are its own."""
    with chrome.person(service.url) as ada:
        reviewed("dicey_peaks")(ada, service)
        review = ada.page.get_by_label("Review", exact=True)
        told = review.get_by_text("to win at the start")
        expect(told).to_contain_text("no win.")

        review.get_by_label("Seat").select_option("1")
        expect(told).to_contain_text("a win.")


def test_a_game_that_the_service_does_not_have_is_reviewed_elsewhere(chrome, service):
    """The file stays in the browser: what reviews it is named."""
    with chrome.person(service.url) as ada:
        opened(ada, REPLAYS / "everest1924/summit-by-camps.replay.jsonl")

        ada.see("summitbook replay review")
        expect(ada.page.get_by_role("button", name="Review this game")).to_have_count(0)


def test_it_plays_by_itself_and_stops_at_the_end(chrome, service):
    """Play goes from record to record; at the end it is Play again."""
    with chrome.person(service.url) as ada:
        opened(ada, REPLAYS / "everest1924/abandoned-at-once.replay.jsonl")

        ada.page.get_by_label("Speed").select_option("8")
        ada.page.get_by_role("button", name="Play", exact=True).click()

        ada.see("8 / 8")
        expect(ada.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_what_is_no_replay_is_refused(chrome, service, tmp_path):
    """Any file gets a verdict."""
    (tmp_path / "cake.jsonl").write_text("flour\neggs\n")
    with chrome.person(service.url) as ada:
        opened(ada, tmp_path / "cake.jsonl")

        ada.see("Broken at line 1")
