"""
Pages in a real browser: whatever one complains of, or asks of another host, is kept and must be nothing.

    with chrome.person(service.url) as ada:
        ada.make("everest1924")
        ada.choose("Roll 3 dice")
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect, sync_playwright

PATIENCE = 20_000
"""Milliseconds in which a busy machine has to show what must come; on any other it comes at once."""
expect.set_options(timeout=PATIENCE)

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
BOARD = ".table"
NUMBERS = "[aria-label='What happened'] li > span:first-child"
CHOICES = "[aria-label='All choices'] ol button:enabled"
PRESS = """([choices, wanted, luck]) => {
  const buttons = [...document.querySelectorAll(choices)];
  const best = wanted.flatMap((words) => buttons.filter((each) => each.innerText.startsWith(words)));
  (best[0] ?? buttons[Math.floor(luck * buttons.length)])?.click();
}"""
"""In one go, since a whole game takes hundreds of them; that a mouse can press them is tried elsewhere."""
EXPECTED_LOSS = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
)
"""What a browser says of a service that was killed, or a line that was cut, on purpose."""


class Chrome:
    """A browser for as long as it is open."""

    def __init__(self, program: Path) -> None:
        self._program = program

    def __enter__(self) -> Self:
        self._driver = sync_playwright().start()
        self._browser = self._driver.chromium.launch(executable_path=self._program, args=["--no-sandbox"])
        return self

    def __exit__(self, *error: object) -> None:
        self._browser.close()
        self._driver.stop()

    @contextmanager
    def person(self, url: str, name: str = "Ada", **look: Any) -> Iterator[Person]:
        """Somebody with a browser of their own; afterwards nothing may have gone wrong in it."""
        look = {"viewport": DESK, "reduced_motion": "reduce", **look}
        context = self._browser.new_context(**look)
        person = Person(context.new_page(), url, name)
        try:
            yield person
            assert person.complaints == []
            assert person.elsewhere == []
        finally:
            context.close()


class Person:
    """Somebody at a page."""

    def __init__(self, page: Page, url: str, name: str) -> None:
        self.page = page
        self.url = url
        self.name = name
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        self.line_is_cut = False
        page.on("console", lambda said: self._complained(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))
        page.goto(url)

    def _complained(self, kind: str, text: str) -> None:
        lost = self.line_is_cut and any(each in text for each in EXPECTED_LOSS)
        if kind in {"error", "warning"} and not lost:
            self.complaints.append(text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.url, f"blob:{self.url}")):
            self.elsewhere.append(url)

    def see(self, text: str) -> None:
        """Wait until it can be read."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def wait_for(self, script: str, given: Any = None) -> Any:
        """
        What a script answers, once that is more than nothing.

        Playwright's own waiting looks again by `eval`, which our page forbids to everyone.
        """
        end = monotonic() + PATIENCE / 1_000
        while not (found := self.page.evaluate(script, given)):
            assert monotonic() < end, f"in vain: {script}"
            self.page.wait_for_timeout(20)
        return found

    def make(self, game: str, *, seats: int | None = None, bots: int = 0, **options: str) -> str:
        """Make a game by its form and sit down; the game's id."""
        self.page.goto(f"{self.url}#/new/{game}")
        self.page.get_by_label("Your name").fill(self.name)
        if seats is not None:
            self.page.get_by_label("Seats").select_option(str(seats))
            if seats > 1:
                self.page.get_by_label("Bots").select_option(str(bots))
        for option, value in options.items():
            self.page.locator(f"#option-{option}").select_option(value)
        self.page.get_by_role("button", name="Set out").click()
        expect(self.page.locator(f"{BOARD} h1")).to_be_visible()
        return self.game_id

    @property
    def game_id(self) -> str:
        """Of the game that is looked at."""
        return self.page.url.rpartition("/")[2]

    def look_at(self, game_id: str) -> None:
        """By the link that others are sent."""
        self.page.goto(f"{self.url}#/game/{game_id}")
        expect(self.page.locator(f"{BOARD} h1")).to_be_visible()

    def sit_down(self, game_id: str) -> None:
        """At the first free seat of a game."""
        self.look_at(game_id)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Sit down").first.click()

    @property
    def choices(self) -> Locator:
        """The buttons of all legal actions that do not give up."""
        return self.page.locator(CHOICES)

    def choose_any(self, luck: Random, wanted: tuple[str, ...] = ()) -> None:
        """Press one of the choices, if there is any now; those that begin with wanted words first."""
        self.page.evaluate(PRESS, [CHOICES, list(wanted), luck.random()])

    def retire(self) -> None:
        """Give up for good, unless the game has ended."""
        if not self.closed:
            self.page.get_by_role("button", name="Retire").click()
            self.page.get_by_role("button", name="Yes").click()
            expect(self.page.get_by_role("button", name="Retire")).to_have_count(0)

    @property
    def closed(self) -> bool:
        """Whether the game has ended."""
        return self.page.get_by_text("The record is closed").is_visible()

    @property
    def version(self) -> int:
        """The number of the newest record that is told."""
        return next(iter(self.numbers), 0)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the records that are told, the newest first."""
        return [int(n) for n in self.page.locator(NUMBERS).all_inner_texts() if n]


def play_on(people: list[Person], luck: Random, wanted: tuple[str, ...] = (), steps: int = 500) -> None:
    """
    Whoever has a choice takes one, until the game is closed.

    Choosing at random leads to an end in most games, and in some only after thousands of choices:
    after so many steps, when the last choice has been answered, all but the first retire, which ends
    a race, or the first who is alone.
    """
    for _ in range(steps):
        if people[0].closed:
            return
        for person in people:
            person.choose_any(luck, wanted)
        people[0].page.wait_for_timeout(10)
    while not any(person.closed or person.choices.count() for person in people):
        people[0].page.wait_for_timeout(10)
    if not any(person.closed for person in people):
        for person in people[1:] or people:
            person.retire()
    people[0].see("The record is closed")
