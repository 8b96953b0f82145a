"""Every screen of the page, and how one comes to it; the order is that of a visit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import expect

from page.chrome import DESK, PATIENCE, PHONE, Person
from page.cup_screens import CUP_SCREENS
from page.forked import REPLAYS, forked, sit_at
from page.serving import Running

LOOKS: dict[str, dict[str, Any]] = {
    f"{size}-{scheme}": {"size": pixels, "scheme": scheme}
    for size, pixels in {"desk": DESK, "phone": PHONE}.items()
    for scheme in ("light", "dark")
}
GAMES = {"everest1924": None, "dicey_peaks": 3, "mountaineering": 2}
"""Each game with the seats it is played on here."""
UNDER_WAY = {
    "everest1924": ("everest1924/summit-by-camps", 30),
    "dicey_peaks": ("dicey_peaks/three-seats-salted", 100),
    "mountaineering": ("mountaineering/summit-in-pairs", 120),
}
"""Where a game has something to show."""
CROWDED = {
    "dicey_peaks": ("dicey_peaks/six-seats-and-every-tile", 331),
    "mountaineering": ("mountaineering/six-in-turn", 80),
}
"""With as many at the table as there is room for."""
BEFORE_THE_END = {
    "everest1924": ("everest1924/summit-with-two-camps-fewer", 39, "Climb"),
    "dicey_peaks": ("dicey_peaks/three-seats-salted", 184, "Search for the flag on summit tile 1"),
    "mountaineering": ("mountaineering/summit-in-pairs", 199, "Move 3 to summit"),
}
"""One choice before a game is won, and that choice."""

Screen = Callable[[Person, Running], None]


def looks(person: Person) -> Iterator[str]:
    """The same screen on a desk and a phone, by day and by night; each by its name."""
    for name, look in LOOKS.items():
        person.page.set_viewport_size(look["size"])
        person.page.emulate_media(color_scheme=look["scheme"], reduced_motion="reduce")
        yield name


def place(address: str) -> Screen:
    """Whatever is at an address of the page."""

    def go(person: Person, _: Running) -> None:
        person.page.goto(f"{person.url}#/{address}")
        expect(person.page.locator("main h1").first).to_be_attached()
        expect(person.page.get_by_text("Summitbook 0")).to_be_visible()

    return go


def lobby(person: Person, service: Running) -> None:
    """The front page as somebody sees it who plays one game, where others wait and have ended."""
    made = forked(service, *UNDER_WAY["mountaineering"])
    sit_at(person, made)
    person.make("dicey_peaks", seats=3, bots=1)
    place("")(person, service)
    expect(person.page.get_by_text("Go on").first).to_be_visible()


def finished(person: Person, service: Running) -> None:
    """The list of finished games."""
    closed("everest1924")(person, service)
    place("")(person, service)
    person.page.get_by_role("button", name="Finished").click()
    expect(person.page.locator("section[aria-labelledby=all]").get_by_text("Replay").first).to_be_visible()


def start(game: str) -> Screen:
    """A table that has just been made."""

    def go(person: Person, _: Running) -> None:
        seats = GAMES[game]
        person.make(game, seats=seats, bots=(seats or 1) - 1)
        expect(person.page.locator("[aria-label='All choices']")).to_be_visible()

    return go


def waiting(person: Person, _: Running) -> None:
    """A table at which seats are free."""
    person.make("mountaineering", seats=4, bots=1)
    expect(person.page.get_by_label("Invite")).to_be_visible()


def under_way(replay: str, n: int) -> Screen:
    """A table in the midst of a game."""
    return lambda person, service: sit_at(person, forked(service, replay, n))


def advised(game: str) -> Screen:
    """A table in the midst of a game, with what each choice is worth."""

    def go(person: Person, service: Running) -> None:
        under_way(*UNDER_WAY[game])(person, service)
        person.page.get_by_role("button", name="Hint").click()
        person.see("Best: ")

    return go


def watched(person: Person, service: Running) -> None:
    """A table as somebody sees it who only looks on."""
    person.look_at(forked(service, *UNDER_WAY["dicey_peaks"]).game.game_id)


def closed(game: str) -> Screen:
    """A table whose game was won."""
    replay, n, last = BEFORE_THE_END[game]

    def go(person: Person, service: Running) -> None:
        sit_at(person, forked(service, replay, n))
        person.choices.filter(has_text=last).first.click()
        person.see("The record is closed")

    return go


def missing(person: Person, service: Running) -> None:
    """The address of a game that is not there."""
    place("game/00000000-0000-4000-8000-000000000000")(person, service)
    person.see("No such game here")
    person.complaints.clear()  # Chromium tells of the 404


def refused(person: Person, service: Running) -> None:
    """A join code that nobody gave out."""
    place("join/lusab-babad-gutih")(person, service)
    person.page.get_by_label("Your name").fill("Ada")
    person.page.get_by_role("button", name="Sit down").click()
    expect(person.page.get_by_role("alert")).to_be_visible()
    person.complaints.clear()


def replayed(game: str) -> Screen:
    """A game of this service in the replay room, with its table."""

    def go(person: Person, service: Running) -> None:
        closed(game)(person, service)
        person.page.get_by_role("link", name="Replay and audit it").click()
        person.see("The record holds")
        last = int(person.page.get_by_role("slider", name="Record").get_attribute("max") or 0)
        person.page.get_by_role("slider", name="Record").fill(str(2 * last // 3))
        expect(person.page.locator(".notebook, .peaks, .climb")).to_be_visible()

    return go


def reviewed(game: str) -> Screen:
    """What each choice in a game of this service cost, with all of them laid open."""

    def go(person: Person, service: Running) -> None:
        replayed(game)(person, service)
        person.page.get_by_role("button", name="Review this game").click()
        every = person.page.get_by_text("Every choice")
        every.wait_for(
            timeout=6 * PATIENCE
        )  # the first advice in a game takes seconds, many on a busy machine
        every.click()
        expect(person.page.get_by_role("region", name="Every choice")).to_be_visible()

    return go


def from_file(person: Person, service: Running) -> None:
    """A game of elsewhere in the replay room."""
    place("replay")(person, service)
    file = REPLAYS / "dicey_peaks/two-seats-to-the-flag.replay.jsonl"
    person.page.get_by_label("Open a replay file").set_input_files(file)
    person.see("The record holds")


def tampered(person: Person, service: Running) -> None:
    """A file that somebody changed, in the replay room."""
    place("replay")(person, service)
    text = (REPLAYS / "everest1924/salted.replay.jsonl").read_text().replace("Somervell", "Somervelt", 1)
    file = {"name": "tampered.replay.jsonl", "mimeType": "application/jsonl", "buffer": text.encode()}
    person.page.get_by_label("Open a replay file").set_input_files(file)
    person.see("Broken at line")


SCREENS: dict[str, Screen] = {
    "empty-lobby": place(""),
    "lobby": lobby,
    "finished-games": finished,
    **{f"new-{game}": place(f"new/{game}") for game in GAMES},
    "rules": place("rules"),
    **{f"rules-{game}": place(f"rules/{game}") for game in GAMES},
    "join": place("join/lusab-babad-gutih"),
    "join-refused": refused,
    "no-such-game": missing,
    "waiting": waiting,
    **{f"{game}-at-the-start": start(game) for game in GAMES},
    **{f"{game}-under-way": under_way(*where) for game, where in UNDER_WAY.items()},
    **{f"{game}-crowded": under_way(*where) for game, where in CROWDED.items()},
    **{f"{game}-closed": closed(game) for game in GAMES},
    **{f"{game}-advised": advised(game) for game in GAMES},
    "watching": watched,
    "replay-room": place("replay"),
    **{f"replay-{game}": replayed(game) for game in GAMES},
    **{f"review-{game}": reviewed(game) for game in GAMES},
    "replay-of-a-file": from_file,
    "replay-tampered": tampered,
    **CUP_SCREENS,
}
