"""One person at a game for several: bots take the other places, through the same door."""

import re
import subprocess

import pytest
from command import COMMAND, environment

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
        keys = re.findall(r"^ ([1-9a-z])  \S", page.rpartition("q leave")[2], re.MULTILINE)
        return next((f"{key}\n" for key in PREFERRED if key in keys), None)


@pytest.mark.parametrize(("game", "seats"), [("dicey_peaks", 2), ("mountaineering", 2)])
def test_one_person_plays_a_filled_game_to_its_end(served, tmp_path, game, seats):
    """Bots take all other places and act for themselves until the game is over."""
    typist = Typist(
        game, "--seats", str(seats), "--fill", "random",
        SUMMITBOOK_SERVER=served.server, XDG_STATE_HOME=str(tmp_path),
    )  # fmt: skip

    assert typist.play() == 0
    assert "Closed: finished." in typist.out


def test_a_second_person_takes_the_next_free_seat(here, tmp_path):
    """By the id that the first one is shown, from another machine; then the game begins."""
    first = here("play", "dicey_peaks", typed="q\n").out
    game_id = re.search(r"this:\s+(\S+)", first)[1]

    second = here("play", "--game", game_id, typed="q\n", XDG_STATE_HOME=str(tmp_path / "other"))

    assert second.status == 0
    assert "seat 1" in second.out
    assert "Waiting for" in second.out
