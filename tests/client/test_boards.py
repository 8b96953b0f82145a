"""Dicey Peaks and Mountaineering as they are drawn at every record of the golden games."""

import re
from dataclasses import replace

import pytest
from whole_games import REPLAYS

from summitbook.dicey_peaks.v1 import dicey_peaks_pb2 as dicey
from summitbook.mountaineering.v1 import mountaineering_pb2 as mountain
from summitbook.v1.games_pb2 import LegalAction
from summitbook_client.messages import inside
from summitbook_client.terminal.games.dicey_peaks import words
from summitbook_client.terminal.menu import Menu
from summitbook_client.terminal.people import People
from summitbook_client.terminal.screen import screen_of
from summitbook_service.cli.replay.playback import scenes

WIDTH = 80


def golden(game):
    files = sorted((REPLAYS / game).glob("*.replay.jsonl"))
    assert files
    return pytest.mark.parametrize("file", files, ids=lambda file: file.name.partition(".")[0])


def pictures(file):
    """The view, the drawing and the story of each command of a recorded game."""
    game, found = scenes(file)
    screen = screen_of(game)
    for scene in found:
        story = screen.story(scene.events)
        if scene.picture:
            drawn = screen.show(scene.picture, WIDTH).plain
            assert max(map(len, drawn.split("\n"))) <= WIDTH
            yield inside(scene.picture), drawn, story


@golden("dicey_peaks")
def test_the_mountain_shows_every_tile_that_lies_open_and_no_other(file):
    """A tile face up says what it does, one face down is grey, and every climber stands somewhere."""
    for view, drawn, _ in pictures(file):
        tiles = [tile for level in view.levels for tile in level.tiles]
        shown = [words.tile(tile.kind) for tile in tiles if tile.face_up]
        assert all(drawn.count(kind[:7]) >= shown.count(kind) for kind in shown)
        face_down = sum(not tile.face_up for tile in [*tiles, *view.summit])
        assert drawn.count("▒" * 6) == face_down
        assert all(f"{words.letter(each.seat)} seat {each.seat}" in drawn for each in view.climbers)


@golden("dicey_peaks")
def test_dice_set_aside_are_counted_by_face(file):
    """What is kept, and what this roll shows, is on the page whatever the colours are."""
    for view, drawn, _ in pictures(file):
        for face, name in words.FACES.items():
            kept = sum(die.face == face for die in view.set_aside)
            line = next(line for line in drawn.split("\n") if line.startswith("Set aside"))
            assert (name in line) == (kept > 0)
        assert drawn.count("[") == len(view.rolled)


@golden("dicey_peaks")
def test_whose_turn_it_is_is_marked_until_somebody_has_won(file):
    """One climber has the mark; in the end there is a winner or there is none."""
    for view, drawn, _ in pictures(file):
        over = view.phase == dicey.PHASE_OVER
        assert drawn.count("▸") == (not over)
        assert ("has won the race" in drawn) == view.HasField("winner")


@golden("mountaineering")
def test_the_path_shows_every_spot_the_marker_and_the_trail(file):
    """Each spot has its name, the marker stands on one, and the way walked can be followed back."""
    for view, drawn, _ in pictures(file):
        spots = drawn.replace("\n", " ").split(" ")
        for spot in view.spots:
            mark = "◉" if spot.id == view.marker else "■" if spot.id in view.trail else ""
            assert {f"{mark}{spot.id}{kind}" for kind in ("", "+", "!", "<")} & set(spots)
        assert drawn.count("◉") == 1


@golden("mountaineering")
def test_unsolved_troubles_say_what_they_still_need(file):
    """Each need is laid, missing, or in nobody's hand."""
    for view, drawn, _ in pictures(file):
        for each in view.unsolved:
            (line,) = (line for line in drawn.split("\n") if f"at {each.spot}:" in line)
            assert each.trouble.name in line
            assert all(f"{need} (nobody has it)" in drawn for need in each.lacking)
            assert all(f"{need} (" in drawn for need in each.trouble.needs)


@golden("mountaineering")
def test_hands_and_piles_lie_open(file):
    """Every item in a hand or used is named, and how many cards lie face down."""
    for view, drawn, _ in pictures(file):
        piles = [pile.face_up for pile in view.piles]
        for card in (card for cards in (*piles, *(hand.cards for hand in view.hands)) for card in cards):
            assert ("+".join(card.items) or f"move {card.spots}") in drawn
        assert all(f"{pile.face_down} face down, {len(pile.face_up)} used" in drawn for pile in view.piles)
        assert ("draws a card" in drawn) == bool(view.due)


@pytest.mark.parametrize("game", ["dicey_peaks", "mountaineering"])
def test_every_kind_of_event_is_told_or_goes_without_saying(game):
    """No story shows the bare name of a message or of a value on the wire."""
    for file in (REPLAYS / game).glob("*.replay.jsonl"):
        for _, _, story in pictures(file):
            assert "_" not in story


PEOPLE = People(dict(enumerate(("Ann", "Bob", "Eve", "Kim", "Lea", "Zoe"))), own=1)


@pytest.mark.parametrize("game", ["dicey_peaks", "mountaineering"])
def test_persons_are_called_alike_on_boards_and_in_sentences(game):
    """By name, whoever looks as `you`; nobody is a number, and no card is an id."""
    for file in sorted((REPLAYS / game).glob("*.replay.jsonl"))[:3]:
        found = scenes(file)[1]
        screen = screen_of(game)
        for scene in found[:: max(len(found) // 20, 1)]:
            people = PEOPLE.by(scene.people.actor)
            own = [event for event in scene.events if event.HasField(game)]
            story = screen.story(own, people, scene.picture)
            drawn = screen.show(scene.picture, WIDTH, people).plain if scene.picture else ""
            assert not re.search(r"[Ss]eat \d|\b[em]\d\d\b", story + drawn)
            assert not scene.picture or "you" in drawn


def test_the_winner_is_told_so():
    """`You have won` to the winner, the name to everyone else."""
    view = dicey.View(phase=dicey.PHASE_OVER, winner=1, climbers=[dicey.ClimberShown(seat=1)])
    view.levels.add().tiles.add(position=1)

    own, other = (
        screen_of("dicey_peaks").draw(view, WIDTH, replace(PEOPLE, own=seat)).plain for seat in (1, 0)
    )

    assert "You have won the race!" in own
    assert "Bob has won the race!" in other


def climbers(*hands, **fields):
    """A team with these items in each seat's hand, and a trouble that needs Rope and Axe."""
    trouble = mountain.ChartRow(number=1, name="Icefall", needs=["Rope", "Axe"])
    return mountain.View(
        phase=mountain.PHASE_CLIMBING,
        marker="base",
        spots=[mountain.SpotShown(id="base", kind=mountain.SPOT_KIND_BASE)],
        hands=[
            mountain.Hand(seat=seat, cards=[mountain.Card(items=items)] if items else [])
            for seat, items in enumerate(hands)
        ],
        unsolved=[mountain.Unsolved(spot="a1", trouble=trouble, missing=["Rope", "Axe"], lacking=["Axe"])],
        **fields,
    )


def test_a_missing_item_says_who_has_it():
    """So that nobody has to search the hands."""
    drawn = screen_of("mountaineering").draw(climbers(["Rope"], ["Rope"]), WIDTH, PEOPLE).plain

    assert "Rope (Ann, you)" in drawn
    assert "Axe (nobody has it)" in drawn


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (climbers(["Rope"], [], stuck=True), "Stuck: equipment may be abandoned for new cards."),
        (climbers([], ["Whistle"], stuck=True), "; you may blow the whistle."),
        (climbers([], [], stuck=True), None),
        (climbers(["Rope"], [], stuck=False), None),
    ],
    ids=["equipment", "whistle", "nothing left", "not stuck"],
)
def test_what_a_stuck_team_may_do_is_told_only_where_somebody_can(view, said):
    """Nothing is offered that nobody holds a card for."""
    drawn = screen_of("mountaineering").draw(view, WIDTH, PEOPLE).plain

    assert said in drawn if said else "Stuck" not in drawn


def test_cards_that_are_alike_are_one_choice():
    """Two movers of one spot are one way to go on, typed as far as one goes and where to."""
    actions = []
    for card in ("m01", "m02"):
        action = LegalAction(label="Move 1 to a1 (path)")
        action.command.mountaineering.play_mover.CopyFrom(mountain.PlayMover(card=card, route=["a1"]))
        actions.append(action)

    menu = Menu(screen_of("mountaineering"), actions)

    (entry,) = menu.listing.entries
    assert entry.example == "m 1 a1"
    assert menu.choose("m 1 a1") is actions[0]
