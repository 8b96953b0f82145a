"""A server of a later release, seen by this release's clients: what they do not know breaks nothing."""

from functools import reduce

import pytest
from google.protobuf.descriptor import FieldDescriptor
from whole_games import REPLAYS

from summitbook_client.terminal.screen import screen_of
from summitbook_service.cli.replay.playback import scenes

UNKNOWN = 99
"""A number that no enum of the protos has."""
GAMES = sorted(folder.name for folder in REPLAYS.iterdir() if any(folder.glob("*.replay.jsonl")))


def words_in(message, way=()):
    """Where a message holds a word, a value of an enum: the way to it, fields and places in lists."""
    for field, value in message.ListFields():
        listed = value if field.is_repeated else [value]
        if field.type == FieldDescriptor.TYPE_ENUM:
            yield (*way, field.name)
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            for place, each in enumerate(listed):
                yield from words_in(each, (*way, field.name, *[place] * field.is_repeated))


def with_newer_word(message, way):
    """A copy in which a word is one that this release does not know."""
    copy = type(message)()
    copy.CopyFrom(message)
    *through, last = way
    holder = reduce(lambda at, step: at[step] if isinstance(step, int) else getattr(at, step), through, copy)
    if holder.DESCRIPTOR.fields_by_name[last].is_repeated:
        getattr(holder, last)[0] = UNKNOWN
    else:
        setattr(holder, last, UNKNOWN)
    return copy


def newer(messages):
    """Messages in which one word is newer than this release, each kind of word once."""
    found = {}
    for message in messages:
        for way in words_in(message):
            found.setdefault(tuple(step for step in way if isinstance(step, str)), (message, way))
    assert found
    return [with_newer_word(message, way) for message, way in found.values()]


@pytest.fixture(scope="module", params=GAMES)
def played(request):
    """A game's screen, and what happened in the two longest of its golden replays."""
    files = sorted((REPLAYS / request.param).glob("*.replay.jsonl"), key=lambda file: -file.stat().st_size)
    return screen_of(request.param), [scene for file in files[:2] for scene in scenes(file)[1]]


def test_a_newer_word_in_an_event_is_told_around(played):
    """An event with a word that this client does not know is a sentence all the same."""
    screen, found = played
    for event in newer(event for scene in found for event in scene.events):
        assert screen.recorded(event)


def test_a_newer_word_in_a_view_is_drawn_around(played):
    """A view with a word that this client does not know is drawn, with its heading, signs and chart."""
    screen, found = played
    for view in newer(scene.picture for scene in found if scene.picture):
        assert screen.show(view, 80).plain
        assert screen.heading(view)
        assert screen.explained(view)
        screen.look_up(view)
