"""Whole games without a mouse: Tab, Enter and typing lead from the front page to the end of each."""

from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import expect

from page.chrome import CHOICES
from page.forked import forked, sit_at
from page.screens import UNDER_WAY

SEED = 1924
MOST_TABS = 200
MOST_CHOICES = 120
"""Then the game is ended by retiring: luck alone leads to an end seldom soon."""
FOCUSED = """() => {
  const at = document.activeElement;
  return [at?.id ?? "", (at?.ariaLabel || at?.innerText || "").trim()];
}"""
BOTH_MAY_LAY = ("mountaineering/summit-in-pairs", 70)
"""A trouble for which both seats hold something."""
CHOICE = f'[...document.querySelectorAll("{CHOICES}")].indexOf(document.activeElement)'
"""Which of the choices has the focus; -1 if none."""
WANTED = {
    "everest1924": ("Roll", "Climb", "Traverse"),
    "dicey_peaks": ("Search", "Stop", "Use this turn to climb", "Roll 5", "Roll 3"),
    "mountaineering": ("Move", "Lay", "Draw", "Abandon"),
}
SEATS = {"everest1924": "1", "dicey_peaks": "2", "mountaineering": "1"}
TITLES = {"everest1924": "Everest 1924", "dicey_peaks": "Dicey Peaks", "mountaineering": "Mountaineering"}


@pytest.mark.parametrize("game", TITLES)
def test_a_game_is_made_and_played_to_its_end_by_keyboard_alone(chrome, service, game):
    """From the front page into a game, choice by choice through it to its end; a bot has the other seat."""
    luck = Random(SEED)
    with chrome.person(service.url) as ada:
        press(ada, TITLES[game])
        expect(ada.page.get_by_label("Your name")).to_be_visible()
        tab_to(ada, "name")
        ada.page.keyboard.type("Ada")
        tab_to(ada, "seats")
        ada.page.keyboard.type(SEATS[game])
        press(ada, "Set out")
        expect(ada.page.locator("[aria-label='All choices']")).to_be_visible()

        for _ in range(MOST_CHOICES):
            if ada.closed:
                break
            choose(ada, WANTED[game], luck)
        else:
            give_up(ada)

        ada.see("The record is closed")
        press(ada, "Replay and audit it")
        ada.see("The record holds")


def test_dice_are_chosen_and_rolled_again_by_keyboard(chrome, service):
    """The dice of the sheet itself are pressed, not only the list of choices."""
    with chrome.person(service.url) as ada:
        ada.make("everest1924")

        press(ada, "Roll 3 dice")
        ada.see("Turn 1: rolled")
        press(ada, "Die 1 shows")
        expect(ada.page.locator(".die").first).to_have_attribute("aria-pressed", "true")
        press(ada, "Reroll die 1")

        ada.see("rolled again")


def test_the_map_is_walked_by_keyboard(chrome, service):
    """A spot within reach is reached by Tab, and Enter moves the team there."""
    with chrome.person(service.url) as ada:
        sit_at(ada, forked(service, *UNDER_WAY["mountaineering"]))

        press(ada, "Move to f4")

        ada.see("on to f4")


def test_tiles_are_turned_over_by_keyboard(chrome, service):
    """Tiles of the mountain are chosen one after another."""
    with chrome.person(service.url) as ada:
        sit_at(ada, forked(service, "dicey_peaks/turning-over-the-last-tile", 41))

        press(ada, "Tile 1,")
        press(ada, "Tile 5,")
        press(ada, "Turn over tile 1 and tile 5")

        ada.see("tile 5")


def test_a_tournament_is_announced_entered_and_run_by_keyboard(chrome, service):
    """From the front page to the end: every form, and each question before what cannot be taken back."""
    with chrome.person(service.url) as ada:
        press(ada, "Tournaments")
        expect(ada.page.get_by_role("heading", name="Tournaments", exact=True)).to_be_visible()
        press(ada, "New tournament")
        expect(ada.page.get_by_label("Kind")).to_be_visible()
        press(ada, "Everest 1924")
        tab_to(ada, "tournament-name")
        ada.page.keyboard.type("By keys")
        press(ada, "Announce it")
        expect(ada.page.get_by_role("heading", name="By keys")).to_be_visible()
        tab_to(ada, "entrant")
        ada.page.keyboard.type("Ada")
        ada.page.keyboard.press("Enter")
        expect(ada.page.get_by_role("button", name="Leave Ada")).to_be_visible()

        press(ada, "Start")
        press(ada, "Yes")
        expect(ada.page.get_by_role("button", name="Publish round 1")).to_be_focused()
        ada.page.keyboard.press("Enter")
        press(ada, "Yes")
        expect(ada.page.get_by_role("link", name="Play round 1")).to_be_visible()
        press(ada, "A referee's decision")
        tab_to(ada, "ruling")
        ada.page.keyboard.type("End")
        tab_to(ada, "ruled-game")
        ada.page.keyboard.press("ArrowDown")
        tab_to(ada, "reason")
        ada.page.keyboard.type("Enough")
        for button in ("Decide", "Yes", "Close round 1", "Yes", "Close the tournament", "Yes"):
            press(ada, button)

        ada.see("Dossier")
        expect(ada.page.locator(".said")).to_contain_text("Closed")


def test_news_leaves_the_focus_where_it_is(chrome, service):
    """Whoever has found a choice keeps it while another acts, as long as it can be chosen."""
    made = forked(service, *BOTH_MAY_LAY)
    with chrome.person(service.url) as ada, chrome.person(service.url, "Bo") as bo:
        sit_at(ada, made, 1)
        sit_at(bo, made, 0)
        tab_to(ada, "Lay First Aid")

        bo.choices.filter(has_text="Lay Boots").first.click()

        ada.see("lays Boots, Crampons, Wedge")
        assert ada.page.evaluate(FOCUSED)[1].startswith("Lay First Aid")


def test_after_a_choice_the_next_ones_have_the_focus(chrome, service):
    """Nobody has to come from the top of the page again for each choice."""
    with chrome.person(service.url) as ada:
        ada.make("everest1924")
        tab_to_choices(ada)
        ada.page.keyboard.press("Enter")

        ada.see("Turn 1: rolled")
        ada.wait_for(f"{CHOICE} === 0")


def tab_to(person, words):
    """Tab until what is named so has the focus, by its id or the beginning of its name."""
    for _ in range(MOST_TABS):
        named, said = person.page.evaluate(FOCUSED)
        if named == words or said.startswith(words):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {words}")


def press(person, words):
    """Find a control by Tab, and press Enter."""
    tab_to(person, words)
    person.page.keyboard.press("Enter")


def give_up(person):
    """Retire; where the game has ended meanwhile, be it by the bot, there is nothing left to press."""
    with suppress(AssertionError):
        press(person, "Retire")
        press(person, "Yes")


def tab_to_choices(person):
    """Tab until one of the choices has the focus; which, by its place. None where there are none now."""
    for _ in range(MOST_TABS):
        at = person.page.evaluate(CHOICE)
        if at >= 0 or not person.choices.count():
            return at
        person.page.keyboard.press("Tab")
    raise AssertionError("no key leads to the choices")


def choose(person, wanted, luck):
    """Press one of the choices, if there is any now, and best one that begins with wanted words."""
    at = tab_to_choices(person)
    if at < 0:
        person.page.wait_for_timeout(50)
        return
    said = person.choices.all_inner_texts()
    best = [place for place, text in enumerate(said) if text.startswith(wanted)] or range(len(said))
    to = luck.choice(best)
    for _ in range(abs(to - at)):
        person.page.keyboard.press("Tab" if to > at else "Shift+Tab")
    person.page.keyboard.press("Enter")
    person.page.wait_for_timeout(20)
