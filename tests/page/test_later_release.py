"""Today's page on a service of tomorrow, whose events, fields and words it does not all know."""

import re
from random import Random

import pytest
from playwright.sync_api import expect
from tomorrow import EVENT, tomorrow

from page.chrome import play_on

UNKNOWN = "Unknown event"
SEED = 1924
ROLL = re.compile("^(Roll 3 dice|Melt snow, roll)")
"""The second is a command of tomorrow, known by what it says."""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where tomorrow's service has today's page."""
    with tomorrow(tmp_path_factory.mktemp("tomorrow")) as serving:
        yield re.search(r"http://127\.0\.0\.1:\d+", serving.welcome)[0] + "/"


def told(person):
    """The number and the sentence of each record in the story, the oldest first."""
    lines = person.page.locator("[aria-label='What happened'] li").all()
    return [tuple(line.locator("span").all_inner_texts()) for line in reversed(lines)]


def test_an_unknown_event_is_counted_and_the_game_goes_on(chrome, address):
    """With each roll comes an event that is new, every second turn a phase, and a choice: all go on."""
    with chrome.person(address) as ada:
        ada.make("everest1924")

        for turn in (1, 2):
            ada.choices.filter(has_text=ROLL).first.click()
            ada.see(f"Turn {turn}: rolled")
            ada.choices.filter(has_text=re.compile("^(Climb|Traverse)")).first.click()
            ada.see(f"Day {turn + 1}")

        story = told(ada)
        assert [int(n) for n, _ in story] == list(range(1, ada.version + 1))
        rolled = [at for at, (_, said) in enumerate(story) if "rolled" in said]
        assert [at for at, (_, said) in enumerate(story) if said.startswith(UNKNOWN)] == [
            at + 1 for at in rolled
        ]


def test_a_game_of_a_later_release_is_played_and_replayed_to_its_end(chrome, address):
    """It ends as any other; in the replay room a new event, too, has its line and its place in the chain."""
    with chrome.person(address) as ada:
        ada.make("everest1924")
        play_on([ada], Random(SEED))

        ada.page.get_by_role("link", name="Replay and audit it").click()
        unknown = ada.page.locator("[aria-label='Records'] button").filter(has_text=UNKNOWN).first
        expect(unknown).to_contain_text("chain holds")
        unknown.click()
        ada.see(f"as it is recorded: {EVENT}")
