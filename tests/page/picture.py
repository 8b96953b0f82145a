"""
Makes the pictures of `docs/pictures`: games on the page, the replay room, a tournament, and the terminal.

    PYTHONPATH=tests .venv/bin/python tests/page/picture.py

Games go on from golden replays, so a picture changes only where the page does, or the fonts there are:
those of the package fonts-liberation were there.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from client.test_app import sitting

from page.chrome import Chrome
from page.forked import REPLAYS, forked, sit_at
from page.screens import SCREENS
from page.serving import Running
from summitbook_client import Client

PICTURES = Path(__file__).parents[2] / "docs/pictures"
TABLE = ".notebook, .peaks, .climb"
GAMES = {
    "everest1924": ("everest1924/summit-by-camps", 55, "light"),
    "dicey_peaks": ("dicey_peaks/six-seats-and-every-tile", 201, "dark"),
    "mountaineering": ("mountaineering/summit-in-pairs", 160, "light"),
}
PHONE = {"width": 360, "height": 740}
TERMINAL = ("everest1924/summit-by-camps", 55)
WIDTH, HEIGHT = 80, 30
"""Of the terminal, in characters."""
ELSEWHERE = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Textual's pictures ask another host for their font."""


def tables(chrome: Chrome, service: Running) -> None:
    """Each game as one plays it."""
    for game, (replay, n, scheme) in GAMES.items():
        with chrome.person(service.url, color_scheme=scheme) as person:
            sit_at(person, forked(service, replay, n))
            person.page.locator(TABLE).screenshot(path=PICTURES / f"{game}.png")


def replay_room(chrome: Chrome, service: Running) -> None:
    """A finished game, two thirds of the way through it, with its audit and its review."""
    with chrome.person(service.url) as person:
        SCREENS["replay-everest1924"](person, service)
        person.page.get_by_role("button", name="Review this game").click()
        person.see("What cost most")
        person.page.evaluate("scrollTo(0, 0)")
        person.page.screenshot(path=PICTURES / "replay_room.png", full_page=True)


def tournament(chrome: Chrome, service: Running) -> None:
    """A tournament before whoever runs it and plays in it."""
    with chrome.person(service.url) as person:
        SCREENS["tournament-duplicate"](person, service)
        person.page.screenshot(path=PICTURES / "tournament.png", full_page=True)


def phone(chrome: Chrome, service: Running) -> None:
    """The front page at 360 pixels, in the dark."""
    with chrome.person(service.url, viewport=PHONE, color_scheme="dark") as person:
        SCREENS["lobby"](person, service)
        person.page.screenshot(path=PICTURES / "phone.png")


def terminal(chrome: Chrome, drawn: str) -> None:
    """The app, as Textual draws it; on a page of nobody's, whose policy would refuse its styles."""
    with chrome.person("about:blank") as person:
        person.page.set_content(ELSEWHERE.sub("", drawn))
        person.page.locator("svg").screenshot(path=PICTURES / "terminal.png")


async def app(service: Running) -> str:
    """The table in a terminal, as SVG."""
    replay, n = TERMINAL
    file = (REPLAYS / f"{replay}.replay.jsonl").read_bytes()
    async with Client(f"127.0.0.1:{service.grpc_port}") as client:
        made = await client.fork(file, n)
        async with sitting(made.seats[0], size=(WIDTH, HEIGHT)) as seen:
            await seen.until(lambda: seen.entries)
            return seen.room.export_screenshot(title="summitbook play everest1924")


def main() -> None:
    """All of them, on a service of their own."""
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as data, Running(Path(data)) as service:
        drawn = asyncio.run(app(service))
        with Chrome(Path("/usr/bin/chromium")) as chrome:
            tables(chrome, service)
            replay_room(chrome, service)
            tournament(chrome, service)
            phone(chrome, service)
            terminal(chrome, drawn)


if __name__ == "__main__":
    main()
