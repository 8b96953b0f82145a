"""Hints on the page: what each choice is worth, beside it."""

import re

from playwright.sync_api import expect

from page.cup_screens import in_play
from page.forked import forked, sit_at
from page.screens import UNDER_WAY

BESIDE = "[aria-label='All choices'] button .small"
SAID = "[aria-label='All choices'] [role=status]"


def test_each_choice_has_beside_it_what_it_is_worth(chrome, service):
    """One of them is the best, which is said above too, and everyone is told that somebody asked."""
    with chrome.person(service.url) as ada:
        sit_at(ada, forked(service, *UNDER_WAY["mountaineering"]))
        ada.page.get_by_role("button", name="Hint").click()

        expect(ada.page.locator(BESIDE)).to_have_count(
            ada.page.locator("[aria-label='All choices'] button").count() - 1
        )
        told = ada.page.locator(BESIDE).all_inner_texts()
        assert all(" to win; " in each for each in told)
        assert sum(each.startswith("Best: ") for each in told) <= 1
        expect(ada.page.locator(SAID)).to_contain_text("Best: ")
        ada.see("You take a hint.")


def test_a_hint_is_for_the_moment_in_which_it_was_asked(chrome, service):
    """With the next choices nothing stands beside them any more."""
    with chrome.person(service.url) as ada:
        ada.make("mountaineering", seats=1)
        ada.page.get_by_role("button", name="Hint").click()
        expect(ada.page.locator(BESIDE)).to_have_count(2)

        ada.choices.first.click()

        expect(ada.page.locator(BESIDE)).to_have_count(0)
        expect(ada.page.locator(SAID)).to_have_text("")


def test_the_keyboard_stays_where_one_asked(chrome, service):
    """Whoever asks by a key can go on from there to the choices."""
    with chrome.person(service.url) as ada:
        ada.make("mountaineering", seats=1)
        button = ada.page.get_by_role("button", name="Hint")
        button.focus()
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator(BESIDE)).to_have_count(2)

        expect(button).to_be_focused()


def test_the_best_of_many_choices_comes_into_view(chrome, service):
    """The list shows a few of them at a time; the page itself stays where it is."""
    with chrome.person(service.url) as ada:
        sit_at(ada, forked(service, *UNDER_WAY["everest1924"]))
        shown = ada.page.locator("[aria-label='All choices'] ol")
        expect(shown).to_have_class(re.compile("many"))
        button = ada.page.get_by_role("button", name="Hint")
        button.focus()
        at = ada.page.evaluate("scrollY")
        button.press("Enter")
        best = shown.get_by_role("button").filter(has_text="Best: ")
        expect(best).to_have_count(1)

        ada.wait_for("list => list.scrollTop > 0", shown.element_handle())
        of, its = shown.bounding_box(), best.bounding_box()
        assert of["y"] <= its["y"] + 1
        assert its["y"] + its["height"] <= of["y"] + of["height"] + 1
        assert ada.page.evaluate("scrollY") == at


def test_in_a_tournament_no_hint_is_offered(chrome, service):
    """The service says so, and the page says why."""
    with chrome.person(service.url) as ada:
        in_play(ada, service)

        ada.see("No hints in a tournament")
        expect(ada.page.get_by_role("button", name="Hint")).to_have_count(0)
