"""The page by ear and without motion; test_screens.py is about looks, test_keyboard.py about keys."""

from playwright.sync_api import expect

MOVING = """() => {
  const all = [...document.querySelectorAll("*")];
  return all.filter((each) => parseFloat(getComputedStyle(each).transitionDuration) > 0).length;
}"""


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
