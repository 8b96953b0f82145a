"""
Makes the pictures of `docs/pictures`: each game on the page, some way up its mountain.

    PYTHONPATH=tests .venv/bin/python tests/page/picture.py
"""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from page.chrome import Chrome, Person
from page.serving import Running

PICTURES = Path(__file__).parents[2] / "docs/pictures"
GAMES = {"everest1924": (None, "light"), "dicey_peaks": (3, "dark"), "mountaineering": (2, "light")}
STEPS = 110
FAR = {"everest1924": 28, "dicey_peaks": 90, "mountaineering": 45}
"""So many records make a picture worth looking at."""
WANTED = (
    "Roll 3", "Roll 4", "Climb", "Traverse", "Search", "Stop and climb", "Use this turn to climb",
    "Lay", "Move 3", "Move 2", "Draw",
)  # fmt: skip


def picture(person: Person, game: str, seats: int | None) -> None:
    """Play until there is something to see, again where a game ends too soon, and picture the table."""
    luck = Random(1924)
    while True:
        person.make(game, seats=seats, bots=(seats or 1) - 1)
        for _ in range(STEPS):
            person.choose_any(luck, WANTED)
            person.page.wait_for_timeout(100)
            if person.closed or person.version >= FAR[game]:
                break
        if not person.closed:
            break
    person.page.locator(".notebook, .peaks, .climb").screenshot(path=PICTURES / f"{game}.png")
    person.complaints.clear()  # a bot may have been quicker


def main() -> None:
    """Each game by itself, on a service of its own."""
    PICTURES.mkdir(exist_ok=True)
    browser = Chrome(Path("/usr/bin/chromium"))
    with TemporaryDirectory() as data, Running(Path(data)) as service, browser as chrome:
        for game, (seats, scheme) in GAMES.items():
            with chrome.person(service.url, color_scheme=scheme) as person:
                picture(person, game, seats)


if __name__ == "__main__":
    main()
