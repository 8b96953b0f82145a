"""The link that others are sent: a game's and a tournament's are copied by the same button."""

import pytest
from playwright.sync_api import expect

from page.cups import Cup
from page.forked import forked
from page.screens import UNDER_WAY

COPIED = "() => navigator.clipboard.readText()"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
"""As on a page that came by plain http."""
SELECTED = "() => getSelection().toString()"


def game(person, service):
    """Look at a game; what is to be seen where its link leads."""
    person.look_at(forked(service, *UNDER_WAY["everest1924"]).game.game_id)
    return "Everest 1924"


def tournament(person, service):
    """Look at a tournament; what is to be seen where its link leads."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="The Linked Open")
    cup.seen_by(person)
    return cup.name


@pytest.mark.parametrize("shown", [game, tournament])
def test_a_link_is_copied_and_leads_there(chrome, service, shown):
    """Whoever is sent it, in a browser that keeps nothing, sees the same screen."""
    with chrome.person(service.url) as ada, chrome.person(service.url, "Bo") as bo:
        ada.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        heading = shown(ada, service)

        ada.page.get_by_role("button", name="Copy").click()

        ada.see("Copied.")
        link = ada.page.evaluate(COPIED)
        assert link == ada.page.get_by_label("Whoever has this link").input_value()
        bo.page.goto(link)
        expect(bo.page.get_by_role("heading", name=heading, level=1)).to_be_visible()


@pytest.mark.parametrize("shown", [game, tournament])
def test_where_nothing_can_be_copied_the_link_is_selected(chrome, service, shown):
    """By plain http a browser has no clipboard: the link is selected, and nobody says it was copied."""
    with chrome.person(service.url) as ada:
        ada.page.add_init_script(NO_CLIPBOARD)
        ada.page.reload()
        shown(ada, service)
        field = ada.page.get_by_label("Whoever has this link")

        ada.page.get_by_role("button", name="Copy").click()

        assert ada.page.evaluate(SELECTED) == field.input_value()
        expect(ada.page.get_by_text("Copied.")).to_have_count(0)


def test_a_tournaments_link_says_what_can_be_done_with_it(chrome, service):
    """Enter while it is open, enter late while it runs, look at it when it is closed; paper is without it."""
    cup = Cup.announced(service, "duplicate", "everest1924", rounds=1, name="Three Ages")
    with chrome.person(service.url) as ada:
        cup.seen_by(ada)
        ada.see("Whoever has this link can enter, and follow it.")
        cup.enter("Ann")
        cup.run("StartTournament")
        ada.see("Whoever has this link can follow it, and enter late.")
        cup.run("PublishRound")
        cup.retire(0)
        cup.counted()
        cup.run("CloseRound")
        cup.run("CloseTournament")
        ada.see("Whoever has this link can see what came of it.")

        ada.page.emulate_media(media="print")
        expect(ada.page.get_by_label("Whoever has this link")).to_be_hidden()
