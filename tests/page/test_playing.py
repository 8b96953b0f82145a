"""Games on the page, each played to its end in a real browser by pressing what is legal."""

import re
from random import Random

from playwright.sync_api import expect

from page.chrome import PHONE, play_on
from page.serving import Running

SEED = 1924


def test_everest_is_played_to_its_end_by_dice_and_buttons(chrome, service):
    """Dice and buttons of the sheet itself lead to a score."""
    luck = Random(SEED)
    with chrome.person(service.url) as ada:
        ada.make("everest1924")

        while not ada.closed:
            sheet = ada.page.locator(".notebook .steps button:enabled, .notebook .offers button:enabled")
            dice = ada.page.locator(".notebook .die:enabled")
            if dice.count() and luck.random() < 0.3:
                dice.nth(luck.randrange(dice.count())).click()
            elif sheet.count():
                sheet.nth(luck.randrange(sheet.count())).click()
            ada.page.wait_for_timeout(20)

        ada.see("points")


def test_a_die_dropped_on_another_is_combined_with_it(chrome, service):
    """Where there are several ways, they are offered; where there is one, it is done."""
    with chrome.person(service.url) as ada:
        ada.make("everest1924")
        ada.page.get_by_role("button", name="Roll 3 dice").first.click()
        dice = ada.page.locator(".die")
        expect(dice.first).to_be_enabled()

        dice.nth(0).drag_to(dice.nth(1))

        offers, done = ada.page.locator(".offers button"), ada.page.get_by_text("now shows")
        expect(offers.or_(done).first).to_be_visible()
        if offers.count():
            offers.first.click()
        expect(done).to_be_visible()


def test_dicey_peaks_is_played_to_its_end_by_two_people(chrome, service):
    """Two pages at one table, one of them on a phone, see the same to the end, whoever wins."""
    with chrome.person(service.url, viewport=PHONE) as ada, chrome.person(service.url, "Bo") as bo:
        bo.sit_down(ada.make("dicey_peaks", seats=2))

        play_on([ada, bo], Random(SEED), wanted=("Search", "Stop", "Roll 5 white", "Roll 3 white"))

        ada.see("The record is closed")
        bo.see("The record is closed")
        assert ada.version == bo.version


def test_mountaineering_is_played_to_its_end_alone(chrome, service):
    """The team of one reaches the summit or is stranded."""
    with chrome.person(service.url) as ada:
        ada.make("mountaineering", seats=1)

        play_on([ada], Random(SEED), wanted=("Move 3 to", "Move 2 to", "Move 1 to", "Abandon", "Draw", "Lay"))
        ada.see("The record is closed")


def test_bots_of_the_service_play_their_seats(chrome, service):
    """They have names that say so and how they play, and act when it is on them."""
    with chrome.person(service.url) as ada:
        ada.make("mountaineering", seats=3, bots=2)

        ada.page.get_by_role("button", name="Draw a mover").first.click()

        ada.see("bot greedy 1 draws")
        ada.see("bot greedy 2 draws")
        ada.see("You draw a card.")
        expect(ada.page.get_by_label("Seats").get_by_role("listitem").last).to_contain_text("by the service")


def test_a_bot_of_the_page_takes_a_seat_that_is_free(chrome, service):
    """Whoever has made a game may give a seat to a bot, which plays as long as the page is open."""
    with chrome.person(service.url) as ada:
        ada.make("mountaineering", seats=2, bots=0)
        ada.page.get_by_role("button", name="A bot").click()

        ada.page.get_by_role("button", name="Draw a mover").first.click()

        ada.see("Bot 1 draws")
        expect(ada.page.get_by_label("Seats").get_by_role("listitem").last).to_contain_text("by this page")


def test_a_watcher_sees_a_move_without_doing_anything(chrome, service):
    """What happens at a table shows on every page that watches it."""
    with chrome.person(service.url) as ada, chrome.person(service.url, "Bo") as bo:
        bo.look_at(ada.make("everest1924"))

        ada.page.get_by_role("button", name="Roll 3 dice").first.click()

        bo.see("Turn 1: rolled")
        expect(bo.choices).to_have_count(0)


def test_a_page_goes_on_by_itself_after_the_service_was_killed(chrome, service):
    """A lost connection is told; when the service is back the page has every record once, and plays on."""
    with chrome.person(service.url) as ada:
        ada.make("everest1924")
        ada.page.get_by_role("button", name="Roll 3 dice").first.click()
        ada.see("Turn 1: rolled")
        ada.line_is_cut = True

        service.kill()
        ada.see("Connection lost")
        service.start()
        ada.see("Live")
        ada.choose_any(Random(SEED), wanted=("Climb", "Traverse"))

        ada.see("Day 2")
        assert ada.numbers == list(range(ada.version, 0, -1))


def test_a_refusal_is_told_with_its_reason(chrome, service):
    """Whoever is late is told why, and can choose again."""
    answer = {"code": "failed_precondition", "message": "it is not your turn"}
    with chrome.person(service.url) as ada:
        ada.make("everest1924")
        ada.page.route("**/Act", lambda route: route.fulfill(status=400, json=answer))

        ada.page.get_by_role("button", name="Roll 3 dice").first.click()

        ada.see("it is not your turn")
        ada.complaints.clear()


def test_a_rematch_is_the_same_game_again(chrome, service):
    """After the end one press makes another game of the same kind and sits down in it."""
    with chrome.person(service.url) as ada:
        first = ada.make("everest1924")
        ada.page.get_by_role("button", name="Abandon the expedition").click()
        ada.page.get_by_role("button", name="Yes").click()

        ada.page.get_by_role("button", name="Rematch").click()

        ada.see("Your turn")
        assert ada.game_id != first


def test_who_has_retired_is_not_asked_to_retire_again(chrome, service):
    """The others play on; the seat is shown as retired, and has nothing more to press."""
    with chrome.person(service.url) as ada, chrome.person(service.url, "Bo") as bo:
        game_id = ada.make("dicey_peaks", seats=3, bots=1)
        bo.sit_down(game_id)
        expect(ada.choices.first).to_be_visible()

        ada.retire()

        expect(ada.page.get_by_label("Seats").get_by_role("listitem").first).to_contain_text("retired")
        expect(ada.choices).to_have_count(0)
        assert not ada.closed


def test_the_title_says_whose_turn_it_is(chrome, service):
    """A tab in the background tells when one is waited for."""
    with chrome.person(service.url) as ada:
        ada.make("everest1924")

        expect(ada.page).to_have_title(re.compile("^● Your turn .* Everest 1924"))


def test_a_clock_counts_down(chrome, service):
    """In a game with a turn clock the time left is shown."""
    with chrome.person(service.url) as ada:
        ada.page.goto(f"{service.url}#/new/everest1924")
        ada.page.get_by_label("Your name").fill("Ada")
        ada.page.get_by_label("turn seconds").fill("600")
        ada.page.get_by_role("button", name="Set out").click()

        expect(ada.page.get_by_role("timer")).to_contain_text("min")


def test_one_plays_on_though_every_token_was_taken_back(chrome, tmp_path):
    """After `summitbook keys revoke` the page has tokens issued again for its claims, and follows on."""
    with Running(tmp_path) as service, chrome.person(service.url) as ada:
        ada.page.goto(f"{service.url}#/new/everest1924")
        ada.page.get_by_label("Your name").fill("Ada")
        ada.page.get_by_label("Private").check()
        ada.page.get_by_role("button", name="Set out").click()
        ada.page.get_by_role("button", name="Roll 3 dice").first.click()
        ada.see("Turn 1: rolled")
        told = ada.version
        service.revoke()

        ada.choices.first.click()

        while ada.version == told:
            ada.page.wait_for_timeout(20)
        ada.complaints.clear()  # Chromium tells of the refusals


def test_a_private_game_is_joined_by_its_code(chrome, service):
    """Three words, told to a friend, lead to a seat; without them there is no such game."""
    with chrome.person(service.url) as ada, chrome.person(service.url, "Bo") as bo:
        ada.page.goto(f"{service.url}#/new/dicey_peaks")
        ada.page.get_by_label("Your name").fill("Ada")
        ada.page.get_by_label("Bots").select_option("0")
        ada.page.get_by_label("Private").check()
        ada.page.get_by_role("button", name="Set out").click()
        code = ada.page.locator(".code").inner_text()

        bo.page.get_by_label("A join code").fill(code)
        bo.page.get_by_role("button", name="Join").click()
        bo.page.get_by_label("Your name").fill("Bo")
        bo.page.get_by_role("button", name="Sit down").click()

        ada.see("Bo")
        bo.see("Dicey Peaks")
