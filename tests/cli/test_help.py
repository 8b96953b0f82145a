"""What a newcomer reads."""

from importlib.metadata import version

import pytest
from command import summitbook

from summitbook_service.cli.app import ROOMS
from summitbook_service.cli.helps import COMMANDS

EVERY = [
    (),
    *((name,) for name in (*COMMANDS, *ROOMS)),
    *((name, command) for name, room in ROOMS.items() for command in room.COMMANDS),
]


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_help_shows_an_example(words):
    """An example is a command line that begins as the command does."""
    ran = summitbook(*words, "--help")

    assert (ran.status, ran.err) == (0, "")
    example = ran.out.partition("Example")[2]
    assert " ".join(("  summitbook", *words)) in example


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_help_fits_a_terminal_of_80(words):
    """No line is broken by the terminal."""
    assert max(map(len, summitbook(*words, "--help").out.splitlines())) <= 80


def test_the_commands_are_listed_in_the_order_in_which_one_needs_them():
    """A newcomer reads from the top: serve, then play."""
    listed = [line.split()[1] for line in summitbook("--help").out.splitlines() if line.startswith("│ ")]

    assert listed[: len(COMMANDS) + len(ROOMS)] == [*COMMANDS, "replay", "tournament", "keys"]


def test_every_setting_of_the_service_is_a_flag_and_a_variable():
    """What can be set is found in the help of `serve`."""
    out = " ".join(summitbook("serve", "--help", COLUMNS="400").out.split())

    for flag, variable in (("--port", "SUMMITBOOK_PORT"), ("--data", "SUMMITBOOK_DATA")):
        assert flag in out
        assert variable in out


def test_the_version_is_the_packages():
    """One line for a machine or a bug report."""
    assert summitbook("--version").out.strip() == version("summitbook")
