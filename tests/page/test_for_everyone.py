"""The page by keyboard, by ear, on a phone, in the dark, and under a strict policy."""

import pytest
from playwright.sync_api import expect

from page.chrome import PHONE

GAMES = {"everest1924": None, "dicey_peaks": 3, "mountaineering": 2}
NAMELESS = """() => {
  const controls = "a, button, input, select, [role=button], [role=img], summary";
  const named = (each) => each.ariaLabel || each.innerText?.trim() || each.labels?.length;
  const seen = [...document.querySelectorAll(controls)].filter((each) => each.checkVisibility());
  return seen.filter((each) => !named(each)).map((each) => each.outerHTML.slice(0, 200));
}"""
"""Controls that a screen reader could say nothing of."""
TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}"""
INLINE = """() => document.querySelectorAll("[style], style, script:not([src])").length"""
MOVING = """() => {
  const all = [...document.querySelectorAll("*")];
  return all.filter((each) => parseFloat(getComputedStyle(each).transitionDuration) > 0).length;
}"""
FOCUSED = """() => {
  const at = document.activeElement;
  return [at?.id ?? "", (at?.ariaLabel || at?.innerText || "").trim()];
}"""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


def screens(person):
    """Goes from screen to screen, and names each."""
    for place in ("", "new", "rules", "replay"):
        person.page.goto(f"{person.url}#/{place}")
        expect(person.page.locator("main h1").first).to_be_attached()
        expect(person.page.get_by_text("Summitbook 0")).to_be_visible()
        yield place or "lobby"
    for game, seats in GAMES.items():
        person.make(game, seats=seats, bots=(seats or 1) - 1)
        expect(person.page.locator("[aria-label='All choices']")).to_be_visible()
        yield game


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_screen_fits_a_phone_and_names_its_controls(chrome, service, scheme):
    """At 360 pixels nothing has to be pushed sideways; nothing is nameless, named twice or styled inline."""
    with chrome.person(service.url, viewport=PHONE, color_scheme=scheme) as ada:
        for screen in screens(ada):
            assert not ada.page.evaluate(TOO_WIDE), screen
            assert ada.page.evaluate(NAMELESS) == [], screen
            assert ada.page.evaluate(TWICE) == [], screen
            assert ada.page.evaluate(INLINE) == 0, screen


def test_a_game_is_made_and_played_by_keyboard_alone(chrome, service):
    """Tab and Enter lead from the front page into a game and through a turn."""
    with chrome.person(service.url) as ada:
        press(ada, "Everest 1924")
        expect(ada.page.get_by_label("Your name")).to_be_visible()
        tab_to(ada, "name")
        ada.page.keyboard.type("Ada")
        press(ada, "Set out")
        expect(ada.page.locator(".notebook")).to_be_visible()

        press(ada, "Roll 3 dice")
        ada.see("Turn 1: rolled")
        press(ada, "Die 1 shows")
        expect(ada.page.locator(".die").first).to_have_attribute("aria-pressed", "true")
        press(ada, "Reroll die 1")

        ada.see("rolled again")


def test_what_happens_is_said_aloud(chrome, service):
    """News and whose turn it is stand where a screen reader says them."""
    with chrome.person(service.url) as ada:
        ada.make("everest1924")

        expect(ada.page.get_by_role("log")).to_have_attribute("aria-live", "polite")
        expect(ada.page.locator(".headline")).to_have_attribute("aria-live", "polite")


def test_nothing_moves_for_who_wants_no_motion(chrome, service):
    """With reduced motion no transition lasts."""
    with chrome.person(service.url) as ada:
        assert ada.page.evaluate(MOVING) == 0


def tab_to(person, words, presses=200):
    """Tab until what is named so has the focus, by its id or the beginning of its name."""
    for _ in range(presses):
        named, said = person.page.evaluate(FOCUSED)
        if named == words or said.startswith(words):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {words}")


def press(person, words):
    tab_to(person, words)
    person.page.keyboard.press("Enter")
