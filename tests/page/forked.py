"""
Games some way up their mountain: practice games that go on from a golden replay, so the same each time.

    sit_at(ada, forked(service, "dicey_peaks/three-seats-salted", 100))
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from page.chrome import BOARD, Person
from page.serving import Running
from summitbook_client import BlockingClient
from summitbook_client.blocking import BlockingForked

REPLAYS = Path(__file__).parents[2] / "replays"
KEEP = """([gameId, title, seats]) => {
  const kept = JSON.parse(localStorage.getItem("summitbook.games") ?? "[]");
  kept.unshift({ gameId, title, seats, at: Date.now() });
  localStorage.setItem("summitbook.games", JSON.stringify(kept));
}"""
"""What a browser keeps of seats that it took."""


def forked(service: Running, replay: str, n: int) -> BlockingForked:
    """A game that goes on from record n of a golden replay."""
    file = (REPLAYS / f"{replay}.replay.jsonl").read_bytes()
    with BlockingClient(f"127.0.0.1:{service.grpc_port}") as client:
        return client.fork(file, n)


def sit_at(person: Person, made: BlockingForked, number: int | None = None) -> None:
    """
    Look at it from a seat, the one it waits for unless another is named.

    Whoever made the fork holds all its seats, so a browser is given what it would have kept.
    """
    wanted = made.game.waits_for[0] if number is None else number
    seat = next(each for each in made.seats if each.seat == wanted)
    kept = {"seat": seat.seat, "token": seat.token, "claim": seat.claim.hex()}
    person.page.evaluate(KEEP, [made.game.game_id, made.game.title, [kept]])
    person.page.goto(f"{person.url}#/game/{made.game.game_id}")
    person.page.reload()
    expect(person.page.locator(f"{BOARD} h1")).to_be_visible()
    expect(person.choices.first).to_be_visible()
