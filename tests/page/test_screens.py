"""
Every screen, on a desk and a phone, by day and by night: it fits, keeps nobody out, and is pictured.

The pictures are for looking at, in `screens` of pytest's temporary folder: `--basetemp` says where.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from page.screens import SCREENS, looks

AXE = Axe()
ONLY_VIOLATIONS = {"resultTypes": ["violations"]}
GRAVE = {"serious", "critical"}
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
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """Where they go."""
    folder = tmp_path_factory.getbasetemp() / "screens"
    folder.mkdir()
    return folder


def barriers(page):
    """What axe-core says keeps people out, a line for each place."""
    found = AXE.run(page, options=ONLY_VIOLATIONS).response["violations"]
    grave = [each for each in found if each["impact"] in GRAVE]
    return [f"{each['id']}: {node['target']}" for each in grave for node in each["nodes"]]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_for_everyone(chrome, service, pictures, screen):
    """
    Nothing has to be pushed sideways, nothing is nameless, named twice or styled inline.

    Of axe-core's rules, contrast among them, none is broken in a serious or critical way.
    """
    with chrome.person(service.url) as ada:
        SCREENS[screen](ada, service)

        for look in looks(ada):
            # To hide the caret, as it does unless told not to, Playwright would style fields inline.
            ada.page.screenshot(path=pictures / f"{screen}.{look}.png", full_page=True, caret="initial")
            assert not ada.page.evaluate(TOO_WIDE), look
            assert ada.page.evaluate(NAMELESS) == [], look
            assert ada.page.evaluate(TWICE) == [], look
            assert ada.page.evaluate(INLINE) == 0, look
            assert barriers(ada.page) == [], look


def test_a_barrier_is_found(chrome, service):
    """The page's policy does not keep axe-core from looking: what is put in its way is told."""
    with chrome.person(service.url) as ada:
        ada.page.evaluate("document.querySelector('main').append(document.createElement('button'))")

        assert any(each.startswith("button-name") for each in barriers(ada.page))
