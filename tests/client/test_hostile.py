"""Words of strangers reach a terminal as words: content, names, labels and whatever a replay carries."""

from io import StringIO

import pytest
from pictures import action
from rich.console import Console
from rich.text import Text
from whole_games import ALL, name_of, secret_of

from summitbook_client.messages import clean, printable
from summitbook_client.terminal.menu import Menu
from summitbook_client.terminal.page import Page, show
from summitbook_client.terminal.screen import Screen, screen_of
from summitbook_domain.content import BadContent, check
from summitbook_domain.policies import POLICIES, play
from summitbook_service.cli.replay.playback import scenes
from summitbook_service.cli.replay.show import show as replay_show

POISON = "\x1b[2J\x1b]0;x\x07\r\n\x9b7m\u202e"
"""Clears the screen, renames the window, starts a line, turns text about."""
SOME = slice(None, None, 7)
"""Scenes enough that all there is comes to be seen."""


def words_in(data):
    if isinstance(data, str):
        return {data}
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return set().union(*map(words_in, parts))


def poisoned(data, words):
    """The data with poison behind these words wherever they stand."""
    if isinstance(data, dict):
        return {key: poisoned(value, words) for key, value in data.items()}
    if isinstance(data, list):
        return [poisoned(value, words) for value in data]
    return data + POISON if isinstance(data, str) and data in words else data


def hostile(game):
    """The edition that ships, with poison in every word that may be any word."""
    shipped = next(iter(game.editions.values()))
    edition, words = shipped, set()
    for word in sorted(words_in(shipped.data)):
        try:
            edition = check(poisoned(shipped.data, {*words, word}), game.content, "hostile")
        except BadContent:
            continue
        words.add(word)
    assert words - {shipped.content.edition} or game.name == "dicey_peaks", "its words are all of the rules"
    return edition


@pytest.fixture(scope="session")
def replays(tmp_path_factory):
    """A game of each kind on a hostile edition, as a stranger might send it."""
    folder = tmp_path_factory.mktemp("hostile")
    for game in ALL:
        edition = hostile(game)
        salts = ("",) * edition.content.min_seats
        book = play(game, POLICIES["greedy"], secret_of(7), edition=edition, salts=salts)
        (folder / name_of(game)).write_bytes(b"".join(line + b"\n" for line in book.lines))
    return folder


def steers(text):
    """What in the text is no character to be seen, new lines aside."""
    return {char for char in text if not (char.isprintable() or char == "\n")}


@pytest.mark.parametrize("plain", [False, True], ids=["own", "plain"])
@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_no_word_of_the_content_steers_the_terminal(replays, game, plain):
    """Whatever is drawn, headed or told on a hostile edition is to be seen, or a new line of the drawing."""
    name, found = scenes(replays / name_of(game))
    screen = Screen() if plain else screen_of(name)
    for scene in found[SOME]:
        told = screen.story(scene.events)
        shown = screen.show(scene.picture, 80).plain if scene.picture else ""
        heading = screen.heading(scene.picture) if scene.picture else ""
        assert not steers(told + heading) | steers(shown)
        assert "\n" not in told + heading


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_a_hostile_replay_is_shown_without_steering(replays, game, capsys):
    """The same through `replay show`, byte for byte."""
    replay_show(replays / name_of(game))

    assert not steers(capsys.readouterr().out)


def test_titles_labels_and_words_of_choices_do_not_steer():
    """A game's title and the label of a choice are a server's, and a server may be a stranger's too."""
    menu = Menu(Screen(), [action(f"Roll {POISON}")])
    out = StringIO()

    show(Console(file=out, width=80), Page(f"Everest {POISON}", Text("drawn"), listing=menu.listing))

    assert not steers(out.getvalue())


def test_a_clean_copy_leaves_the_message_as_it_was(replays):
    """What is hashed and sent on is never the copy."""
    (scene, *_) = scenes(replays / name_of(ALL[0]))[1]
    before = [event.SerializeToString() for event in scene.events]

    cleaned = [clean(event) for event in scene.events]

    assert [event.SerializeToString() for event in scene.events] == before
    assert [event.SerializeToString() for event in cleaned] != before
    assert printable("Ann Ö. 9") == "Ann Ö. 9"
