"""One person at a game for several: bots take the other places, through the same door."""

import asyncio
import re
import subprocess

import grpc
import pytest
from command import COMMAND, environment

from summitbook_client import Client, Seat, Unreachable
from summitbook_client.guests import Guests
from summitbook_service.cli import play as command_line

PREFERRED = "1mratesbg"
"""Keys, the sooner the better; choices that lead on come before those that undo."""


class Typist:
    """Answers each page through a pipe: the first single choice, or else the first of a group."""

    def __init__(self, *words, **variables):
        self.out = ""
        self._process = subprocess.Popen(
            [COMMAND, "play", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(**variables),
            bufsize=0,
        )

    def play(self):
        """To the end; the exit status."""
        told = 0
        while some := self._process.stdout.read(65536):
            self.out += some.decode(errors="replace")
            if self.out.endswith("> ") and (answer := self._answer(self.out[told:])):
                told = len(self.out)
                self._process.stdin.write(answer.encode())
        self._process.communicate()
        return self._process.returncode

    def _answer(self, page):
        keys = re.findall(r"^ ([1-9a-z])  \S", page.rpartition("q pause")[2], re.MULTILINE)
        return next((f"{key}\n" for key in PREFERRED if key in keys), None)


@pytest.mark.parametrize(("game", "seats"), [("dicey_peaks", 2), ("mountaineering", 2)])
def test_one_person_plays_a_filled_game_to_its_end(served, tmp_path, game, seats):
    """Bots take all other places and act for themselves until the game is over."""
    typist = Typist(
        game, "--seats", str(seats), "--fill", "random",
        SUMMITBOOK_SERVER=served.server, XDG_STATE_HOME=str(tmp_path),
    )  # fmt: skip

    assert typist.play() == 0
    assert "Closed: finished." in " ".join(typist.out.split())


def test_who_comes_back_to_a_filled_game_finds_the_bots_at_their_places(served, here, tmp_path):
    """They left with the person, and act again; the game goes on to its end."""
    left = here("play", "dicey_peaks", "--seats", "3", "--fill", "random", typed="q\n")
    game_id = re.search(r"--game (\S+)", left.err)[1]

    typist = Typist(
        "--game", game_id, SUMMITBOOK_SERVER=served.server, XDG_STATE_HOME=str(tmp_path / "state")
    )

    assert typist.play() == 0
    assert "Closed: finished." in " ".join(typist.out.split())


async def test_what_stops_the_bots_stops_the_person_who_waits_for_them(monkeypatch):
    """With the reason, so that nobody looks for ever at a table where nothing happens."""

    async def lose_the_service(guests):
        raise Unreachable(grpc.StatusCode.UNAVAILABLE, "the service is gone")

    monkeypatch.setattr(Guests, "play", lose_the_service)
    monkeypatch.setattr(Seat, "look", lambda _: asyncio.sleep(0))
    monkeypatch.setattr(
        command_line, "kept_bots", lambda client, game_id: [client.seat(game_id, 1, "token", b"")]
    )

    with pytest.raises(Unreachable, match="the service is gone"):
        async with command_line._bots(Client("elsewhere"), "a game"):
            await asyncio.Event().wait()


def test_a_second_person_takes_the_next_free_seat(here, tmp_path):
    """By the id that the first one is shown, from another machine; then the game begins."""
    first = here("play", "dicey_peaks", typed="q\n").out
    game_id = re.search(r"play --game (\S+)", first)[1]

    second = here("play", "--game", game_id, typed="q\n", XDG_STATE_HOME=str(tmp_path / "other"))

    assert second.status == 0
    assert "You take seat 1." in second.out
    assert "Waiting for" in second.out
