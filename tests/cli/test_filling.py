"""One person at a game for several: bots take the other places, those of the service or of this machine."""

import asyncio
import re
import subprocess

import grpc
import pytest
from command import COMMAND, environment

from summitbook.v1.game_service_pb2 import GameInfo
from summitbook_client import Client, Seat, Unreachable
from summitbook_client.guests import Guests
from summitbook_service.cli import play as command_line
from summitbook_service.cli.problem import Problem
from summitbook_service.cli.seating import bots_by_service

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


@pytest.mark.parametrize(("game", "policy"), [("dicey_peaks", "greedy"), ("mountaineering", "strong")])
def test_one_person_plays_a_filled_game_to_its_end(served, tmp_path, game, policy):
    """The service's bots take all other places and act for themselves until the game is over."""
    typist = Typist(
        game, "--seats", "2", "--fill", policy,
        SUMMITBOOK_SERVER=served.server, XDG_STATE_HOME=str(tmp_path),
    )  # fmt: skip

    assert typist.play() == 0
    assert "Closed: finished." in " ".join(typist.out.split())
    assert f"bot {policy}" in typist.out


def test_who_comes_back_to_a_filled_game_finds_the_bots_at_their_places(served, here, tmp_path):
    """They are the service's, and nothing of them is kept here; the game goes on to its end."""
    left = here("play", "dicey_peaks", "--seats", "3", "--fill", "greedy", typed="q\n")
    game_id = re.search(r"--game (\S+)", left.err)[1]
    state = tmp_path / "state"
    assert not list(state.rglob("*.bot-*"))
    assert "The game waits for you." in left.err

    typist = Typist("--game", game_id, SUMMITBOOK_SERVER=served.server, XDG_STATE_HOME=str(state))

    assert typist.play() == 0
    assert "Closed: finished." in " ".join(typist.out.split())


def test_in_a_game_of_others_bots_play_from_here(served, here, tmp_path):
    """They take what is free, pause with the person, and act again when the person is back."""
    first = here("play", "dicey_peaks", "--seats", "3", typed="q\n").out
    game_id = re.search(r"play --game (\S+)", first)[1]
    state = str(tmp_path / "other")
    left = here("play", "--game", game_id, "--fill", "random", typed="q\n", XDG_STATE_HOME=state)
    assert "Your bots pause with you" in left.err
    assert len(list((tmp_path / "other").rglob("*.bot-*"))) == 1

    again = here("play", "--game", game_id, typed="q\n", XDG_STATE_HOME=state)
    assert "Your bots pause with you" in again.err


def test_only_a_new_game_is_filled_by_other_policies(here):
    """A game that is there has its seats; the bots that play from here choose at random."""
    ran = here("play", "--game", "928f0218-8b68-4fb3-8188-53138e4ae6ab", "--fill", "greedy")

    assert ran.status == 2
    assert "--fill greedy is for a new game" in ran.err


def test_the_first_seat_is_ones_own_where_the_service_plays_the_others(here):
    """Any other is a bot's: it is said before a game is made in which nobody would ever sit down."""
    ran = here("play", "dicey_peaks", "--seats", "3", "--seat", "2", "--fill", "greedy")

    assert ran.status == 2
    assert "--fill greedy" in ran.err
    assert "--seat 0" in ran.err


def test_beside_bots_that_play_from_here_one_takes_any_seat(here):
    """They sit down after the person, wherever there is room."""
    ran = here("play", "dicey_peaks", "--seats", "3", "--seat", "2", "--fill", "random", typed="q\n")

    assert "You take seat 2." in ran.out
    assert "Your bots pause with you" in ran.err


def test_for_more_seats_than_there_can_be_no_bots_are_asked_for(here):
    """The service says how many there may be; a list of very many bots would only take all memory."""
    ran = here("play", "dicey_peaks", "--seats", str(2**31 - 1), "--fill", "greedy")

    assert ran.status == 1
    assert "the number of seats of Dicey Peaks is from 2 to" in ran.err


def test_a_service_that_seats_no_bots_leaves_them_to_the_command():
    """An older one says of no game which bots it has: by chance they play from here, by others not at all."""
    older = GameInfo(title="Dicey Peaks")

    assert bots_by_service(older, "random", 3) == bots_by_service(older, None, 3) == ()
    with pytest.raises(Problem, match="--fill random plays bots from here"):
        bots_by_service(older, "greedy", 3)
    newer = GameInfo(title="Dicey Peaks", bots=["random", "greedy"])
    assert bots_by_service(newer, "greedy", 3) == ("greedy", "greedy")


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
