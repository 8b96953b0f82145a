"""docs/replay-format.md, "Forks": practice games that go on from a finished one."""

import json
from random import Random

import pytest
from clocks import ByHand
from house import CLAIM, OTHER_CLAIM, ROLL, House, bearer, new_id, refused
from tampering import chained
from whole_games import REPLAYS

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_domain.recorded import commands, compare, read_log
from summitbook_domain.replay import audit
from summitbook_service import forks
from summitbook_service.keys import mark_of, verify

EVEREST = REPLAYS / "everest1924" / "salted.replay.jsonl"
PEAKS = REPLAYS / "dicey_peaks" / "every-bust.replay.jsonl"
MOUNTAINEERING = REPLAYS / "mountaineering" / "summit-in-pairs.replay.jsonl"
SHARED = REPLAYS / "everest1924" / "shared-deal.replay.jsonl"
TIMED_OUT = REPLAYS / "everest1924" / "timed-out.replay.jsonl"
OWN_SHEET = REPLAYS / "everest1924" / "own-sheet.replay.jsonl"


def log_of(file):
    return read_log(file.splitlines(keepends=True))


def ends_of(file):
    """The last records of the commands after which a game goes on, from its start."""
    log = log_of(file)
    start = next(record.n for record in log.records if record.type == "GameStarted")
    return [each[-1].n for each in commands(log.records) if start <= each[-1].n < len(log.records)]


async def fork(house, file, n, *, cut=7_000, token="", **settings):
    """Fork a file that is sent in pieces."""
    usual = {"command_id": new_id(), "n": n, "claim": CLAIM}

    async def parts():
        yield replays.ForkReplayRequest(settings=replays.ForkSettings(**{**usual, **settings}))
        for i in range(0, len(file), cut):
            yield replays.ForkReplayRequest(lines=file[i : i + cut])

    return await house.replays.ForkReplay(parts(), metadata=bearer(token))


async def play_to_the_end(house, made):
    """Every seat does anything legal, until the game is over."""
    luck, game_id = Random(7), made.game.game_id
    while True:
        for seat in made.seats:
            if legal := await house.legal(game_id, seat.token):
                answer = await house.act(game_id, seat.token, luck.choice(legal))
                if answer.events[-1].WhichOneof("event") == "game_closed":
                    return


@pytest.mark.parametrize("path", [EVEREST, PEAKS, MOUNTAINEERING], ids=["everest", "peaks", "mountaineering"])
async def test_a_fork_is_played_on_and_audits(house, path):
    """Told again up to some record and played on from there over gRPC, it holds at level rules."""
    old = path.read_bytes()
    n = ends_of(old)[len(ends_of(old)) // 2]

    made = await fork(house, old, n)
    await play_to_the_end(house, made)

    new = await house.export(made.game.game_id)
    report = audit(new.splitlines(keepends=True), verify=verify)
    assert (report.level, report.code) == ("rules", None)
    assert [each.type for each in log_of(new).records[:n]] == [each.type for each in log_of(old).records[:n]]


async def test_a_fork_begins_as_the_old_game_did(house):
    """Up to record n only times, ids and callers are others; its first record says where it came from."""
    old = EVEREST.read_bytes()
    n = ends_of(old)[2]

    made = await fork(house, old, n)
    new = log_of(await house.export(made.game.game_id))

    before = log_of(old).records
    assert compare(before[:n], new.records).verdict == "same"
    assert (made.game.version, len(new.records)) == (n, n)
    created, old_id = new.records[0].data, before[0].data["game_id"]
    assert created["forked_from"] == {"game_id": old_id, "n": n, "hash": before[n - 1].hash}
    assert (created["deal"], created["seed_source"]) == (before[0].data["deal"], "given")
    assert created["game_id"] == made.game.game_id != old_id


async def test_a_fork_is_told_from_other_games_wherever_games_are_told(house):
    """Its dice can be known: the game, in a list too, names the record it goes on from; others do not."""
    old = EVEREST.read_bytes()
    n = ends_of(old)[2]
    first = json.loads(old.splitlines()[0])["data"]
    last = log_of(old).records[n - 1]

    made = await fork(house, old, n)
    other = await house.create()

    told = {each.game_id: each for each in (await house.games.ListGames(games.ListGamesRequest())).games}
    for game in (made.game, told[made.game.game_id], await house.game(made.game.game_id)):
        assert (game.forked_from.game_id, game.forked_from.n) == (first["game_id"], n)
        assert game.forked_from.record_hash.hex() == last.hash
    assert not told[other].HasField("forked_from")


async def test_whoever_forks_is_host_and_holds_every_seat(house):
    """Each command is theirs, with an id of its own, and their tokens act for each seat."""
    made = await fork(house, PEAKS.read_bytes(), ends_of(PEAKS.read_bytes())[3])
    causes = [each.cause for each in log_of(await house.export(made.game.game_id)).records if each.cause]

    assert {cause.by for cause in causes} == {mark_of(CLAIM)}
    assert len({cause.id for cause in causes}) == len(causes)
    assert [seat.seat for seat in made.seats] == [0, 1]
    shown = await house.game(made.game.game_id, made.token)
    assert [seat.taken for seat in shown.seats] == [True, True]
    assert any([await house.legal(made.game.game_id, seat.token) for seat in made.seats])
    for seat in (None, 0, 1):
        request = games.IssueTokenRequest(game_id=made.game.game_id, seat=seat, claim=CLAIM)
        assert (await house.games.IssueToken(request)).token


async def test_time_outs_are_still_the_services(house):
    """What the service did in the old game by itself, nobody has asked for in the new one."""
    old = sorted((REPLAYS / "dicey_peaks").glob("*.replay.jsonl"))
    file = next(file for path in old if b'"TimeOutTurn"' in (file := path.read_bytes()))
    timed_out = [each.n for each in log_of(file).records if each.type == "TurnTimedOut"]
    n = next(end for end in ends_of(file) if end > timed_out[0])

    made = await fork(house, file, n)

    causes = [each.cause for each in log_of(await house.export(made.game.game_id)).records if each.cause]
    assert {cause.by for cause in causes if cause.command == "TimeOutTurn"} == {"service"}


async def test_the_dice_of_a_fork_are_those_of_the_old_game(house):
    """The same choice leads to the same roll, since seed, deal and salts are the same."""
    old = EVEREST.read_bytes()
    records = log_of(old).records
    roll = [each for each in records if each.type == "DiceRolled"][1]

    made = await fork(house, old, roll.n - 1)
    answer = await house.act(made.game.game_id, made.seats[0].token, ROLL)

    assert list(answer.events[0].everest1924.dice_rolled.values) == roll.data["values"]


async def test_a_shared_deal_can_be_forked_once_it_is_revealed(house):
    """The fork has the seed that the reveal shows, and says so when it closes."""
    made = await fork(house, SHARED.read_bytes(), ends_of(SHARED.read_bytes())[1])
    await play_to_the_end(house, made)

    assert log_of(await house.export(made.game.game_id)).closed


async def test_a_fork_goes_on_after_a_restart(house):
    """It is a game like any other: its seed is sealed away, its tokens are good, its log is whole."""
    made = await fork(house, EVEREST.read_bytes(), ends_of(EVEREST.read_bytes())[1])
    await house.restart()
    await play_to_the_end(house, made)

    assert (await house.game(made.game.game_id)).outcome


async def test_a_fork_sent_again_is_answered_again(house):
    """The same id, file, record and claim: the same game, as it was when it was made, however it went on."""
    old, asked = EVEREST.read_bytes(), new_id()
    n = ends_of(old)[1]
    made = await fork(house, old, n, command_id=asked)
    same = await fork(house, old, n, command_id=asked)
    await play_to_the_end(house, made)
    await house.restart()

    again = await fork(house, old, n, command_id=asked)

    assert same.game == made.game
    assert (again.game.game_id, again.game.version) == (made.game.game_id, n)
    assert again.game.record_hash == made.game.record_hash
    assert len((await house.games.ListGames(games.ListGamesRequest())).games) == 1


@pytest.mark.parametrize(
    "other", [{"claim": OTHER_CLAIM}, {"private": True}, {"n": 6}], ids=["claim", "private", "record"]
)
async def test_the_id_of_a_fork_is_used_once(house, other):
    """With another claim, record or wish for privacy the same id is refused, and hands out no token."""
    old, asked = EVEREST.read_bytes(), new_id()
    await fork(house, old, ends_of(old)[0], command_id=asked)

    with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
        await fork(house, old, **{"n": ends_of(old)[0], "command_id": asked, **other})


async def test_the_id_of_a_fork_makes_no_other_game(house):
    """Nor does the id of a game make a fork."""
    old, forked, created = EVEREST.read_bytes(), new_id(), new_id()
    seed = bytes.fromhex(log_of(old).records[-1].data["seed"])
    await fork(house, old, ends_of(old)[0], command_id=forked)
    await house.create(command_id=created)

    with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
        await house.create(command_id=forked, seed=seed)
    with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
        await fork(house, old, ends_of(old)[0], command_id=created)


async def test_a_private_fork_is_seen_by_its_seats_alone(house):
    """To anyone else it is not there."""
    made = await fork(house, EVEREST.read_bytes(), ends_of(EVEREST.read_bytes())[0], private=True)

    assert (await house.game(made.game.game_id, made.seats[0].token)).private
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await house.game(made.game.game_id)


async def test_a_fork_is_followed_from_its_first_record(house):
    """Whoever subscribes is sent all that was told again, command by command."""
    made = await fork(house, PEAKS.read_bytes(), ends_of(PEAKS.read_bytes())[3])

    records = await house.follow(made.game.game_id)

    assert [each.n for each in records] == [*range(1, made.game.version + 1)]
    assert records[-1].record_hash == made.game.record_hash


async def test_clocks_run_from_the_fork_on(tmp_path):
    """A seat of a timed game has its whole time when the fork is made, and is timed out after it."""
    clock, file = ByHand(), TIMED_OUT.read_bytes()
    seconds = log_of(file).created.options["turn_seconds"]
    async with House(tmp_path, clock=clock, heartbeat=0.02) as house:
        made = await fork(house, file, ends_of(file)[0])

        assert [(each.seat, each.seconds_left) for each in made.game.clocks] == [(0, seconds)]
        await clock.pass_by(seconds)
        assert (await house.game(made.game.game_id)).version > made.game.version


@pytest.mark.parametrize(
    ("n", "advice"),
    [
        (0, "before the last"),
        (1, "has not begun"),
        (3, "go on from 1 or 4"),
        (999, "before the last"),
    ],
    ids=["none", "before the start", "within a command", "past the end"],
)
async def test_a_fork_goes_on_from_the_end_of_a_command_in_play(house, n, advice):
    """Any other record is refused, and it is said which will do."""
    with refused("INVALID_ARGUMENT", "BAD_ARGS") as refusal:
        await fork(house, EVEREST.read_bytes(), n)

    assert refusal.metadata["field"] == "settings.n"
    assert advice in refusal.message


def faulty():
    """A file with a wrong score."""
    records = [json.loads(line) for line in EVEREST.read_bytes().splitlines()[:-1]]
    next(each for each in records if each["type"] == "ExpeditionScored")["data"]["score"] += 1
    return b"".join(chained(records))


def named(name):
    """A file, right by the rules, with a name that nobody could take here."""
    records = [json.loads(line) for line in EVEREST.read_bytes().splitlines()[:-1]]
    for part in (records[1]["data"], records[1]["cause"]["args"]):
        part["name"] = name
    return b"".join(chained(records))


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"", "TRUNCATED at line 0"),
        (faulty(), "WRONG_EVENT"),
        (named("a\x1b[2Jb"), "control characters"),
        (named(" Irvine "), "record 2"),
    ],
    ids=["empty", "fault", "control", "spaces"],
)
async def test_only_a_file_that_holds_is_forked(house, file, said):
    """A file that an audit finds a fault in, or with a name that would not be taken here, is refused."""
    with refused("INVALID_ARGUMENT", "BAD_ARGS") as refusal:
        await fork(house, file, 4)

    assert said in refusal.message


async def test_a_running_game_is_not_forked(house):
    """Its seed is secret."""
    game_id, token = await house.started()
    await house.act(game_id, token, ROLL)

    with refused("INVALID_ARGUMENT", "BAD_ARGS") as refusal:
        await fork(house, await house.export(game_id), 4)

    assert refusal.metadata["field"] == "lines"


async def test_content_is_none_of_the_callers(house):
    """Only what could be played here anyhow is forked: nobody brings content along in a file."""
    with refused("NOT_FOUND", "UNKNOWN_EDITION"):
        await fork(house, OWN_SHEET.read_bytes(), ends_of(OWN_SHEET.read_bytes())[0])


async def test_a_fork_from_far_on_is_refused(house, monkeypatch):
    """All that is told again is written at once, so it is not so much that others would have to wait."""
    old = EVEREST.read_bytes()
    one, another, *_ = ends_of(old)
    monkeypatch.setattr(forks, "MOST_RECORDS", one)
    with refused("RESOURCE_EXHAUSTED", "TOO_MANY_RECORDS") as said:
        await fork(house, old, another)
    assert f"record {one} at the latest" in said.message
    assert (await fork(house, old, one)).game.version == one


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"seats": 1}, "TOO_MANY_SEATS"),
        ({"records": 10}, "TOO_MANY_RECORDS"),
        ({"open_games": 1}, "TOO_MANY_GAMES"),
        ({"audit_bytes": 2}, "FILE_TOO_LARGE"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
async def test_the_limits_of_games_are_those_of_forks(tmp_path, limits, reason):
    """What could not be made or audited here cannot be forked either, and nothing of it is kept."""
    async with House(tmp_path, **limits) as house:
        await house.create()
        with refused("RESOURCE_EXHAUSTED", reason):
            await fork(house, PEAKS.read_bytes(), ends_of(PEAKS.read_bytes())[9])

        assert len((await house.games.ListGames(games.ListGamesRequest())).games) == 1


@pytest.mark.parametrize(
    ("settings", "field"),
    [({"claim": b"short"}, "claim"), ({"command_id": "1"}, "command_id")],
    ids=["claim", "command id"],
)
async def test_a_fork_is_asked_for_as_any_game_is(house, settings, field):
    """A claim and a command id must be there."""
    with refused("INVALID_ARGUMENT", "BAD_ARGS") as refusal:
        await fork(house, EVEREST.read_bytes(), 4, **settings)

    assert refusal.metadata["field"] == field


async def test_no_settings_are_no_fork(house):
    """A stream without them asks for nothing."""

    async def nothing():
        yield replays.ForkReplayRequest()

    with refused("INVALID_ARGUMENT", "BAD_ARGS"):
        await house.replays.ForkReplay(nothing())
