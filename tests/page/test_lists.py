"""The lists of games and of tournaments: they grow when more is wanted, and stay through an outage."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from page.cups import Cup
from page.serving import Running
from summitbook_client import BlockingClient

OUTAGE = {"code": "unavailable", "message": "shutting down"}


class Kind(NamedTuple):
    """A list: where it is, what it asks, how many it shows at first, and how one more comes into it."""

    address: str
    call: str
    first: int
    make: Callable[[Running, str], None]
    tab: str
    none: str


def make_game(service: Running, _: str) -> None:
    """An open one, at which nobody sits."""
    with BlockingClient(f"127.0.0.1:{service.grpc_port}") as client:
        client.create_game("dicey_peaks", 2)


def make_tournament(service: Running, name: str) -> None:
    """One that is open for entries."""
    Cup.announced(service, "duplicate", "everest1924", name=name)


KINDS = {
    "games": Kind("", "ListGames", 12, make_game, "Finished", "No game has ended here yet."),
    "tournaments": Kind(
        "#/tournaments", "ListTournaments", 24, make_tournament, "Closed", "None has ended here yet."
    ),
}


@pytest.fixture(params=KINDS)
def kind(request):
    """Each list in turn."""
    return KINDS[request.param]


@pytest.fixture
def fresh(tmp_path):
    """A service that nobody has used."""
    with Running(tmp_path) as running:
        yield running


def cards(person):
    """What the list shows."""
    return person.page.locator("section[aria-labelledby=all]").get_by_role("article")


def test_a_list_grows_when_more_is_wanted(chrome, fresh, kind):
    """One more than fits is a press away, and then there are no more to ask for."""
    for at in range(kind.first + 1):
        kind.make(fresh, f"Cup {at}")
    with chrome.person(fresh.url) as ada:
        ada.page.goto(f"{fresh.url}{kind.address}")
        expect(cards(ada)).to_have_count(kind.first)
        more = ada.page.get_by_role("button", name="Show more")

        more.click()

        expect(cards(ada)).to_have_count(kind.first + 1)
        expect(more).to_have_count(0)


def test_a_list_follows_what_happens_and_says_what_is_not_there(chrome, fresh, kind):
    """What is made elsewhere comes into it by itself; a status that nothing has is said in words."""
    with chrome.person(fresh.url) as ada:
        ada.page.goto(f"{fresh.url}{kind.address}")
        expect(ada.page.get_by_role("heading", name="All ")).to_be_visible()
        kind.make(fresh, "Cup")
        expect(cards(ada)).to_have_count(1)

        ada.page.get_by_role("button", name=kind.tab, exact=True).click()

        ada.see(kind.none)
        expect(cards(ada)).to_have_count(0)


def test_a_list_stays_through_an_outage(chrome, fresh, kind):
    """What is known stays, and the outage is told; of what is not known yet nothing is claimed."""
    kind.make(fresh, "Cup")
    with chrome.person(fresh.url) as ada:
        ada.page.goto(f"{fresh.url}{kind.address}")
        expect(cards(ada)).to_have_count(1)
        ada.page.route(f"**/{kind.call}*", lambda route: route.fulfill(status=503, json=OUTAGE))
        told = ada.page.get_by_role("alert")
        expect(told).to_have_text("The service cannot be reached just now.")
        expect(cards(ada)).to_have_count(1)

        ada.page.get_by_role("button", name=kind.tab, exact=True).click()
        expect(ada.page.get_by_text("Looking …")).to_be_visible()
        expect(ada.page.get_by_text(kind.none)).to_have_count(0)
        ada.page.unroute(f"**/{kind.call}*")

        ada.see(kind.none)
        expect(told).to_have_count(0)
        ada.complaints.clear()  # Chromium tells of the refusals
