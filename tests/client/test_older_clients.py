"""Today's clients play on a service of tomorrow, and lose neither count nor hash over what is new to them."""

import re
import subprocess
from random import Random

import pytest
from client.test_app import sitting, worth_choosing
from command import COMMAND, summitbook
from tomorrow import COMMAND as NEWER
from tomorrow import EVENT, FIELD, ROOT, tomorrow

from summitbook.everest1924.v1.everest1924_pb2 import Phase
from summitbook_client import BlockingClient, Client, going_on
from summitbook_client.messages import kind

UNKNOWN = "Unknown event"


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """Where tomorrow's service lies."""
    return tmp_path_factory.mktemp("tomorrow")


@pytest.fixture(scope="module")
def newer(room):
    """Tomorrow's service."""
    with tomorrow(room) as serving:
        yield serving.server


def here(newer, room, *words, **more):
    return summitbook(*words, SUMMITBOOK_SERVER=newer, XDG_STATE_HOME=str(room / "state"), **more)


@pytest.fixture(scope="module")
def played(newer, room):
    """A whole game that today's bot played there: its id. Now and then one gives up before it has rolled."""
    ids = here(newer, room, "bot", "everest1924", "--games", "5", "--json").json[0]["game_ids"]
    told = {each: here(newer, room, "watch", each).out for each in ids}
    return max(ids, key=lambda each: len(told[each]))


@pytest.fixture(scope="module")
def log(newer, room, played):
    """What is on record of it, each line as data."""
    return here(newer, room, "watch", played, "--json").json


def test_what_tomorrow_adds_is_what_may_be_added(newer, room):
    """`buf breaking`, which guards our protos, has nothing against these."""
    buf = [COMMAND.with_name("buf"), "breaking", room / "proto", "--against", ROOT / "proto"]
    ran = subprocess.run(buf, check=False, capture_output=True, text=True)

    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")


def test_the_bot_of_today_plays_to_the_end(log):
    """It met the event and the field, and sent the command, in a game that ends as any other."""
    rolls = [each["data"] for each in log if each["type"] == "DiceRolled"]

    assert rolls
    assert all(FIELD in each for each in rolls)
    assert sum(each["type"] == EVENT for each in log) == len(rolls)
    assert NEWER in {each["cause"]["command"] for each in log if "cause" in each}
    assert log[-1]["type"] == "GameClosed"


def events_of(steps):
    return [(record.n, kind(record.event)) for step in steps for record in step.records]


def as_today_knows(log):
    return [(each["n"], UNKNOWN if each["type"] == EVENT else each["type"]) for each in log]


async def test_the_client_counts_and_hashes_what_it_does_not_know(newer, played, log):
    """Every record comes, chained; whose event is newer is said; words that are newer are numbers."""
    async with Client(newer) as client:
        table = client.table(played)
        steps = [step async for step in table.steps()]
        shown = await table.look()

    last = steps[-1].records[-1]
    assert events_of(steps) == as_today_knows(log)
    assert (last.n, last.record_hash) == (shown.game.version, shown.game.record_hash)
    assert {step.view.everest1924.phase for step in steps if step.view} - set(Phase.values())


def test_the_blocking_client_plays_and_follows_to_the_end(newer):
    """From the legal actions, by the stream, as in the README; its last record is the server's."""
    with BlockingClient(newer) as client:
        seat, steps = client.create_game("everest1924").take_seat("Ann"), []
        for step in seat.steps():
            steps.append(step)
            if actions := going_on(seat.legal_actions()):
                seat.act(actions[0].command)
        shown = seat.look()

    last = steps[-1].records[-1]
    assert (last.n, last.record_hash) == (shown.game.version, shown.game.record_hash)
    assert (last.n, UNKNOWN) not in events_of(steps)
    assert UNKNOWN in dict(events_of(steps)).values()


def test_watch_says_unknown_event(newer, room, played, log):
    """A line for each record, and nothing else is told otherwise than before."""
    lines = here(newer, room, "watch", played).out.splitlines()

    assert [int(line.split()[0]) for line in lines] == [each["n"] for each in log]
    assert [UNKNOWN in line for line in lines] == [each["type"] == EVENT for each in log]


def test_plain_pages_say_unknown_event_to_the_end(newer, room):
    """Played through a pipe; the receipt at the end is the server's last record."""
    ran = here(newer, room, "play", "everest1924", typed="1\n" * 500)

    (n, head) = re.search(r"(\d+):([0-9a-f]{64})", ran.err).groups()
    (game_id,) = re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", ran.err)[:1]
    last = here(newer, room, "watch", game_id, "--json").json[-1]
    assert ran.status == 0
    assert f"{UNKNOWN}: the service is newer than this client." in " ".join(ran.out.split())
    assert "Closed: finished." in " ".join(ran.out.split())
    assert (last["n"], last["hash"]) == (int(n), head)


async def test_the_app_says_unknown_event_to_the_end(newer):
    """Its story has it after a roll; the board is drawn all the same; its last record is the server's."""
    luck = Random(7)
    async with Client(newer) as client:
        seat = await (await client.create_game("everest1924")).take_seat("Ann")
        stories = []
        async with sitting(seat) as seen:
            while True:
                await seen.until(lambda: seen.entries or not seen.room.page.keys)
                stories.append(" ".join(seen.story.split()))
                if not seen.room.page.keys:
                    break
                assert "too old" not in seen.drawing
                await seen.press(*seen.way_to(luck.choice(worth_choosing(seen.entries))), "enter")
            await seen.pilot.press("enter")
        shown = await seat.look()

    assert any("rolled" in story and UNKNOWN in story for story in stories)
    assert "Closed: finished." in stories[-1]
    left = seen.room.return_value
    assert (left.version, left.record_hash) == (shown.game.version, shown.game.record_hash)
