"""docs/clients.md: dice that somebody may know are told, a practice game's above all."""

import os

from playwright.sync_api import expect

from page.cups import asked, new_id
from page.forked import REPLAYS, forked, sit_at
from summitbook.v1 import game_service_pb2 as games

FORKED_AT = 184
"""A record so late that a page which looks in does not tell the first one."""
PEAKS = "dicey_peaks/three-seats-salted"
PRACTICE = f"Practice: it goes on from record {FORKED_AT} of a finished game, on dice that can be known."
GIVEN = "On dice that can be known: its maker chose the seed."
KNOWN = "dice that can be known"


def cards(person, status):
    """What the list has of a status."""
    person.page.goto(person.url)
    person.page.get_by_role("button", name=status).click()
    return person.page.locator("section[aria-labelledby=all]").get_by_role("article")


def given(service):
    """The id of a game that was made on a seed of its maker's."""
    request = games.CreateGameRequest(
        command_id=new_id(), game="mountaineering", seats=2, claim=os.urandom(32), seed=os.urandom(32)
    )
    return asked(service, lambda stubs: stubs.games.CreateGame(request)).game.game_id


def test_a_practice_game_is_marked_in_the_list_and_at_the_table(chrome, service):
    """From which record it goes on, and that its dice can be known: to players and to those who look on."""
    with chrome.person(service.url) as ada, chrome.person(service.url, "Bo") as bo:
        made = forked(service, PEAKS, FORKED_AT)
        sit_at(ada, made)
        expect(ada.page.get_by_text(PRACTICE)).to_be_visible()
        bo.look_at(made.game.game_id)
        expect(bo.page.get_by_text(PRACTICE)).to_be_visible()

        link = f"[href='#/game/{made.game.game_id}']"
        for person, status in ((ada, "Being played"), (bo, "Being played")):
            listed = cards(person, status).filter(has=person.page.locator(link))
            expect(listed).to_contain_text(PRACTICE)
        expect(ada.page.locator("section[aria-labelledby=mine]")).to_contain_text(PRACTICE)


def test_a_practice_game_is_marked_in_the_replay_room(chrome, service):
    """By its first record, whatever is looked at; so in a file, too, that came from elsewhere."""
    with chrome.person(service.url) as ada:
        sit_at(ada, forked(service, PEAKS, FORKED_AT))
        ada.choices.filter(has_text="Search for the flag on summit tile 1").first.click()
        ada.see("The record is closed")
        ada.page.get_by_role("link", name="Replay and audit it").click()
        ada.see("The record holds")
        expect(ada.page.get_by_text(PRACTICE)).to_be_visible()
        with ada.page.expect_download() as download:
            ada.page.get_by_role("link", name="Save the file").click()

        ada.page.goto(f"{service.url}#/replay")
        ada.page.get_by_label("Open a replay file").set_input_files(download.value.path())
        ada.see("The record holds")
        ada.page.get_by_role("slider", name="Record").fill("7")
        expect(ada.page.get_by_text(PRACTICE)).to_be_visible()


def test_a_seed_that_was_chosen_is_told(chrome, service):
    """No practice game, but one whose maker may know the dice; a recorded one as well."""
    with chrome.person(service.url) as ada:
        ada.look_at(given(service))
        expect(ada.page.get_by_text(GIVEN)).to_be_visible()
        expect(cards(ada, "Open")).to_contain_text(GIVEN)

        ada.page.goto(f"{service.url}#/replay")
        file = REPLAYS / "everest1924/salted.replay.jsonl"
        ada.page.get_by_label("Open a replay file").set_input_files(file)
        expect(ada.page.get_by_text(GIVEN)).to_be_visible()


def test_a_game_whose_dice_nobody_knows_says_nothing(chrome, service):
    """The service drew its seed: neither its table nor its replay has a remark on it."""
    with chrome.person(service.url) as ada:
        ada.make("everest1924")
        ada.page.get_by_role("button", name="Abandon the expedition").click()
        ada.page.get_by_role("button", name="Yes").click()
        ada.see("The record is closed")
        expect(ada.page.get_by_text(KNOWN)).to_have_count(0)

        ada.page.get_by_role("link", name="Replay and audit it").click()
        ada.see("The record holds")
        expect(ada.page.get_by_text(KNOWN)).to_have_count(0)
