"""The screens of tournaments, and how one comes to them; part of the list in screens.py."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from page.chrome import Person
from page.cups import Cup
from page.serving import Running

LONG = "Maximilienne de la Tour-d'Auvergne-Lauraguais, called Max, of Bern"[:64]
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Flo", LONG)


def tournaments(person: Person, service: Running) -> None:
    """The list as somebody sees it who runs one and plays in another."""
    Cup.announced(service, "ladder", "dicey_peaks", seats=4, rounds=0, name="Peaks Ladder")
    cup = Cup.announced(service, "duplicate", "everest1924", name=f"{LONG} Memorial")
    cup.enter(*NAMES)
    cup.kept_by(person, 6, organises=True)
    person.page.goto(f"{person.url}#/tournaments")
    expect(person.page.get_by_text("Peaks Ladder").first).to_be_visible()


def announcing(person: Person, service: Running) -> None:
    """The form for a new one."""
    person.page.goto(f"{person.url}#/announce/dicey_peaks")
    expect(person.page.get_by_label("Rounds")).to_be_visible()


def entering(person: Person, service: Running) -> None:
    """One that is open, before whoever may enter it; somebody has left."""
    cup = Cup.announced(service, "tables", "dicey_peaks", seats=4, turn_seconds=300)
    cup.enter(*NAMES)
    cup.run("LeaveTournament", contestant=2)
    cup.seen_by(person)


def duplicate(person: Person, service: Running) -> None:
    """The second round of a duplicate, before its organiser, who plays too; a result is struck."""
    cup = Cup.announced(service, "duplicate", "everest1924", rounds=3, name="Everest Open")
    cup.enter(*NAMES[:6])
    cup.run("StartTournament")
    cup.run("PublishRound")
    cup.play(*range(6))
    cup.run("CloseRound")
    first = cup.whole().rounds[0].games
    cup.decide("strike", "Played by somebody else", game_id=first[1].game_id)
    cup.decide("points", "Late twice", contestant=2, points=-2)
    cup.run("LeaveTournament", contestant=4)
    cup.run("PublishRound")
    cup.retire(3)
    cup.kept_by(person, 0, organises=True)
    expect(person.page.get_by_text("1 of 5 games over").first).to_be_visible()
    person.page.get_by_role("button", name="Round 1").click()


def tables(person: Person, service: Running) -> None:
    """Tables with a bye, as somebody sees them who only looks on."""
    cup = Cup.announced(service, "tables", "dicey_peaks", seats=2, rounds=2, name="Peaks Cup")
    cup.enter(*NAMES)
    cup.run("StartTournament")
    for _ in range(2):
        games = cup.run("PublishRound").events[0].round_published.games
        for game in games[:2]:
            cup.retire(game.contestants[1])
        cup.decide("cancel", "The hall is closed", game_id=games[2].game_id)
        if len(cup.whole().rounds) == 1:
            cup.counted()
            cup.run("CloseRound")
    cup.seen_by(person)
    expect(person.page.get_by_text("3 of 3 games over").first).to_be_visible()
    person.page.get_by_role("button", name="Round 1").click()


def ladder(person: Person, service: Running) -> None:
    """A ladder before its organiser, and a decision that is asked about."""
    cup = Cup.announced(service, "ladder", "dicey_peaks", seats=3, rounds=0, name="Peaks Ladder")
    cup.enter(*NAMES)
    cup.run("StartTournament")
    cup.run("MakeMatch", contestants=[0, 1])
    cup.retire(1)
    cup.counted()
    cup.run("MakeMatch", contestants=[0, 5, 6])
    cup.kept_by(person, 0, organises=True)
    person.page.get_by_text("A referee's decision").click()
    person.page.get_by_label("Ruling").select_option(label="Exclude a contestant")
    person.page.get_by_label("Contestant", exact=True).select_option(label=LONG)
    person.page.get_by_label("Reason").fill("Unfair")
    person.page.get_by_role("button", name="Decide").click()
    expect(person.page.get_by_role("alert")).to_be_visible()


def refused(person: Person, service: Running) -> None:
    """What an organiser sees who closes a round too early."""
    cup = Cup.announced(service, "duplicate", "mountaineering", seats=2)
    cup.enter(*NAMES[:2])
    cup.run("StartTournament")
    cup.run("PublishRound")
    cup.kept_by(person, organises=True)
    person.page.get_by_role("button", name="Close round 1").click()
    person.page.get_by_role("button", name="Yes").click()
    expect(person.page.get_by_text("GAMES_OPEN")).to_be_visible()
    person.complaints.clear()  # Chromium tells of the refusal


def closed(person: Person, service: Running) -> None:
    """One that is over."""
    cup = Cup.announced(service, "duplicate", "everest1924", rounds=1, name="Everest Closed")
    cup.enter(*NAMES[:4])
    cup.run("StartTournament")
    cup.run("PublishRound")
    cup.play(*range(4))
    cup.run("CloseRound")
    cup.run("CloseTournament")
    cup.seen_by(person)


def missing(person: Person, service: Running) -> None:
    """The address of one that is not there."""
    person.page.goto(f"{person.url}#/tournament/00000000-0000-4000-8000-000000000000")
    person.see("No such tournament here")
    person.complaints.clear()  # Chromium tells of the 404


def held_back(person: Person, service: Running) -> None:
    """A game that others still play the deal of."""
    cup = Cup.announced(service, "duplicate", "everest1924")
    cup.enter("Ann")
    cup.run("StartTournament")
    game_id = cup.run("PublishRound").events[0].round_published.games[0].game_id
    person.page.goto(f"{person.url}#/game/{game_id}")
    person.see("Held back")
    person.complaints.clear()  # Chromium tells of the refusal


def in_play(person: Person, service: Running) -> None:
    """A game of a tournament as its contestant plays it."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="Everest Open")
    cup.enter("Ann")
    cup.run("StartTournament")
    cup.run("PublishRound")
    cup.kept_by(person, 0)
    person.page.get_by_role("link", name="Play round 1").click()
    expect(person.choices.first).to_be_visible()


CUP_SCREENS: dict[str, Callable[[Person, Running], None]] = {
    "tournaments": tournaments,
    "announce": announcing,
    "tournament-open": entering,
    "tournament-duplicate": duplicate,
    "tournament-tables": tables,
    "tournament-ladder": ladder,
    "tournament-refused": refused,
    "tournament-closed": closed,
    "no-such-tournament": missing,
    "game-held-back": held_back,
    "game-of-a-tournament": in_play,
}
