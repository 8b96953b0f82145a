"""Timing turns, on a race of two at the desk: who is timed out, when, and how often."""

import asyncio
import json
from contextlib import suppress
from itertools import count
from uuid import UUID, uuid5

import pytest
from clocks import ByHand
from house import House, new_id
from toy import RACE, Throw

from summitbook_domain.games import GAMES
from summitbook_domain.refusal import Refused
from summitbook_domain.replay import audit
from summitbook_domain.table.commands import CancelGame, CreateGame, RetireSeat, TakeHint, TakeSeat
from summitbook_service.asking import Ask
from summitbook_service.creations import Plan, Wish
from summitbook_service.keys import verify
from summitbook_service.store import StoreUnavailable

TURN = 60


@pytest.fixture(autouse=True)
def race(monkeypatch):
    """The service knows the race; no client does, so it is asked at the desk."""
    monkeypatch.setitem(GAMES, (RACE.name, RACE.rules), RACE)


@pytest.fixture
def clock():
    return ByHand()


@pytest.fixture(params=[1, 10_000], ids=["hardly a cache", "cached"])
async def house(request, tmp_path, clock):
    async with House(tmp_path, clock=clock, cached_games=request.param) as opened:
        yield opened


async def ask(house, game_id, command, seat, command_id=None):
    """What a seat's command leads to."""
    return await house.parts.desk.ask(
        Ask(
            game_id=game_id,
            id=command_id or new_id(),
            by="0" * 32,
            permit=lambda _: None,
            command=lambda _table, _known: command,
            seat=seat,
        )
    )


async def racing(house, seats=2, turn_seconds=TURN, together=False):
    """The id of a race that has begun, to a goal that is far away."""
    options = {"turn_seconds": turn_seconds, "goal": 100, "together": together}
    command = CreateGame(game="race", rules=1, edition="plain", options=options, seats=seats)
    plan = Plan(RACE, command, None)
    made = await house.parts.creations.create(
        Wish(id=new_id(), by="0" * 32, plan=lambda _: plan, private=False, caller="")
    )
    game_id = UUID(made.events[0].game_id)
    for seat in range(seats):
        await ask(house, game_id, TakeSeat(seat, f"player {seat}"), seat)
    return game_id


async def records(house, game_id):
    return [json.loads(row.line) for row in await house.parts.store.read(game_id)]


async def told(house, game_id):
    """The types of all events after the start."""
    types = [record["type"] for record in await records(house, game_id)]
    return types[types.index("RaceBegan") + 1 :]


async def left(house, game_id):
    """By seat, how many seconds it has left."""
    due = (await house.parts.desk.find(game_id)).shown.due
    return {seat: (moment - house.parts.uptime.served()) / 1000 for seat, moment in due.items()}


async def turn(house, game_id):
    (seat,) = (await house.parts.desk.find(game_id)).shown.due
    return seat


async def check_audit(house, game_id):
    """The game's file, once it is closed, checks out at level rules."""
    with suppress(Refused):
        await ask(house, game_id, CancelGame(), None)
    report = audit((await house.export(str(game_id))).splitlines(keepends=True), verify=verify)
    assert (report.level, report.fails) == ("rules", None)


async def test_a_seat_is_timed_out_when_its_time_is_up(house, clock):
    """Not a moment before; then once, by a command of the service."""
    game_id = await racing(house)
    seat = await turn(house, game_id)
    await clock.pass_by(TURN - 0.001)
    assert await told(house, game_id) == []

    await clock.pass_by(0.001)
    assert await told(house, game_id) == ["TurnTimedOut", "TurnMissed"]
    cause = (await records(house, game_id))[-2]["cause"]
    assert (cause["command"], cause["args"], cause["seat"]) == ("TimeOutTurn", {"seat": seat}, None)
    assert cause["by"] == "service"
    assert await left(house, game_id) == {1 - seat: TURN}
    await check_audit(house, game_id)


async def test_a_move_in_time_passes_the_clock_on(house, clock):
    """Each seat has its whole turn, from the record after which it is waited for."""
    game_id = await racing(house)
    for _ in range(4):
        await clock.pass_by(TURN - 1)
        await ask(house, game_id, Throw(), await turn(house, game_id))

    assert await told(house, game_id) == ["Thrown"] * 4
    await clock.pass_by(TURN)
    assert await told(house, game_id) == [*["Thrown"] * 4, "TurnTimedOut", "TurnMissed"]


async def test_a_hint_does_not_restart_the_clock(house, clock):
    """A hint at the last moment gains no time; nor does anything the other seat does."""
    game_id = await racing(house, seats=3)
    seat = await turn(house, game_id)
    await clock.pass_by(TURN - 1)
    await ask(house, game_id, TakeHint(), seat)
    await ask(house, game_id, RetireSeat(), (seat + 1) % 3)
    assert await left(house, game_id) == {seat: 1}

    await clock.pass_by(1)
    assert (await told(house, game_id))[-2:] == ["TurnTimedOut", "TurnMissed"]


async def test_two_time_outs_running_retire(house, clock):
    """The second one of a seat without a command between is its last; the other one wins its own way."""
    game_id = await racing(house)
    first = await turn(house, game_id)
    await clock.pass_by(TURN)
    await ask(house, game_id, Throw(), 1 - first)
    await clock.pass_by(TURN)

    assert (await told(house, game_id))[-2:] == ["TurnTimedOut", "SeatRetired"]
    assert await turn(house, game_id) == 1 - first
    await check_audit(house, game_id)


async def test_when_all_are_gone_the_game_ends_by_itself(house, clock):
    """Seats that all stay away are retired one by one, the game closes, and no clock runs any more."""
    game_id = await racing(house)
    for _ in range(4):
        await clock.pass_by(TURN)

    assert (await told(house, game_id))[-3:] == ["TurnTimedOut", "SeatRetired", "GameClosed"]
    assert len(house.parts.deadlines) == 0
    await clock.pass_by(10 * TURN)
    assert (await told(house, game_id))[-1] == "GameClosed"
    await check_audit(house, game_id)


async def test_where_several_are_waited_for_each_has_its_own_time(house, clock):
    """The one that moved has a new turn; the other one is timed out alone."""
    game_id = await racing(house, together=True)
    await clock.pass_by(TURN - 10)
    await ask(house, game_id, Throw(), 0)
    await clock.pass_by(10)

    assert await told(house, game_id) == ["Thrown", "TurnTimedOut", "TurnMissed"]
    assert await left(house, game_id) == {0: TURN - 10, 1: TURN}


async def test_both_may_be_late_at_once(house, clock):
    """Two deadlines at one moment are two time-outs, one a seat."""
    game_id = await racing(house, together=True)
    await clock.pass_by(TURN)

    late = [record["data"] for record in await records(house, game_id) if record["type"] == "TurnTimedOut"]
    assert late == [{"seat": 0}, {"seat": 1}]


async def test_without_a_clock_nobody_is_late(house, clock):
    """`turn_seconds` 0 leaves everyone as long as they like, and leaves nothing to look at."""
    game_id = await racing(house, turn_seconds=0)
    await clock.pass_by(7 * 86_400)

    assert await told(house, game_id) == []
    assert len(house.parts.deadlines) == 0


async def test_many_games_are_timed_out_together(house, clock):
    """A hundred deadlines at one moment are a hundred time-outs, one a game, in fewer commits."""
    games = [await racing(house) for _ in range(100)]
    append, commits = house.parts.store.append, count()

    async def counted(rows):
        next(commits)
        await append(rows)

    house.parts.store.append = counted
    await clock.pass_by(TURN)
    assert next(commits) < 100
    for game_id in games:
        assert await told(house, game_id) == ["TurnTimedOut", "TurnMissed"]


@pytest.mark.parametrize("change", [{"hours": -1}, {"days": 1}, {"days": -400}, {"days": 400}])
async def test_setting_the_clock_times_nobody_out(house, clock, change):
    """However the computer's clock is set, each seat keeps what it had left, and no record is dated back."""
    games = [await racing(house) for _ in range(10)]
    await clock.pass_by(10)
    clock.set(**change)
    await clock.pass_by(1)
    for game_id in games:
        assert await told(house, game_id) == []
        assert list((await left(house, game_id)).values()) == [TURN - 11]

    await clock.pass_by(TURN - 11)
    for game_id in games:
        assert await told(house, game_id) == ["TurnTimedOut", "TurnMissed"]
        dates = [record["at"] for record in await records(house, game_id)]
        assert dates == sorted(dates)
        await check_audit(house, game_id)


async def test_of_a_move_and_a_time_out_at_one_moment_one_wins(house, clock):
    """Two hundred times: the log holds one of them, the other is refused and leaves no trace."""
    wins = {"Thrown": 0, "TurnTimedOut": 0}
    for round_ in range(200):
        game_id = await racing(house)
        seat = await turn(house, game_id)
        before = len(await records(house, game_id))
        await clock.rest()
        clock.advance(TURN)
        for _ in range(round_ % 12):
            await asyncio.sleep(0)
        (moved,) = await asyncio.gather(ask(house, game_id, Throw(), seat), return_exceptions=True)
        await clock.pass_by(1)

        first, *others = [r["type"] for r in (await records(house, game_id))[before:]]
        wins[first] += 1
        assert others == {"Thrown": [], "TurnTimedOut": ["TurnMissed"]}[first]
        assert isinstance(moved, Refused) == (first == "TurnTimedOut")
        assert list(await left(house, game_id)) == [1 - seat]
        await ask(house, game_id, CancelGame(), None)
    assert min(wins.values()) > 0


async def test_a_time_out_is_done_though_someone_used_its_id_up(house, clock):
    """The ids of the service's commands can be found out: one that a player took is no shelter."""
    game_id = await racing(house)
    seat = await turn(house, game_id)
    runs_from = (await house.parts.desk.find(game_id)).shown.table.holder(seat).clock
    for k in range(3):
        shelter = str(uuid5(game_id, f"time-out/{seat}/{runs_from}/{k}"))
        await ask(house, game_id, TakeHint(), seat, command_id=shelter)
    await clock.pass_by(TURN)

    assert await told(house, game_id) == [*["HintTaken"] * 3, "TurnTimedOut", "TurnMissed"]
    ids = [record["cause"]["id"] for record in await records(house, game_id) if "cause" in record]
    assert ids[-1] == str(uuid5(game_id, f"time-out/{seat}/{runs_from}/3"))


class TestRestarts:
    """A deadline outlives the service, and rests while it does not serve."""

    async def test_before_the_deadline(self, house, clock):
        """A restart before the deadline leaves it where it was."""
        game_id = await racing(house)
        await clock.pass_by(TURN - 10)
        await house.restart()
        await clock.rest()
        assert list((await left(house, game_id)).values()) == [10]

        await clock.pass_by(9)
        assert await told(house, game_id) == []
        await clock.pass_by(1)
        assert await told(house, game_id) == ["TurnTimedOut", "TurnMissed"]
        await check_audit(house, game_id)

    async def test_after_the_deadline(self, house, clock):
        """Time in which the service was down is nobody's: the rest of the turn is still to come."""
        game_id = await racing(house)
        await clock.pass_by(TURN - 10)
        await house.__aexit__()
        clock.advance(30 * 86_400)
        await house.__aenter__()
        await clock.rest()
        assert await told(house, game_id) == []

        await clock.pass_by(10)
        assert await told(house, game_id) == ["TurnTimedOut", "TurnMissed"]

    async def test_one_time_out_is_recorded_once(self, house, clock):
        """Ten restarts after a time-out add none."""
        game_id = await racing(house)
        await clock.pass_by(TURN)
        for _ in range(10):
            await house.restart()
            await clock.rest()

        assert await told(house, game_id) == ["TurnTimedOut", "TurnMissed"]

    async def test_only_games_in_play_with_a_clock_are_looked_for(self, house, clock, monkeypatch):
        """Finished games, open ones and those without a clock are not loaded at a start."""
        timed = await racing(house)
        await racing(house, turn_seconds=0)
        closed = await racing(house)
        for seat in (0, 1):
            await ask(house, closed, RetireSeat(), seat)
        await house.restart()
        await clock.rest()

        assert list(house.parts.desk._games) == [timed]
        assert len(house.parts.deadlines) == 1

    async def test_a_kill_gives_no_more_than_a_beat(self, house, clock, monkeypatch):
        """A service that ended without a word goes on from its last sign of life, in favour of the seats."""
        game_id = await racing(house, turn_seconds=1_000)
        await clock.pass_by(100)
        await kill(house, monkeypatch)
        clock.advance(86_400)
        await house.__aenter__()
        await clock.rest()

        (seconds,) = (await left(house, game_id)).values()
        assert 900 <= seconds <= 960
        await clock.pass_by(seconds)
        assert await told(house, game_id) == ["TurnTimedOut", "TurnMissed"]

    async def test_a_turn_begun_after_the_last_beat_is_no_longer_than_a_turn(self, house, clock, monkeypatch):
        """A kill adds nothing to a turn that has just begun, in this life and the next."""
        await clock.pass_by(50)
        game_id = await racing(house)
        for _ in range(2):
            await kill(house, monkeypatch)
            await house.__aenter__()
            await clock.rest()
            assert list((await left(house, game_id)).values()) == [TURN]
            await clock.pass_by(TURN - 59)
        assert await told(house, game_id) == []


async def kill(house, monkeypatch):
    """End a service without its last words."""

    async def dead():
        pass

    monkeypatch.setattr(house.parts.uptime, "beat", dead)
    await house.__aexit__()


async def test_a_time_out_that_cannot_be_written_is_tried_again(house, clock):
    """While the store fails nothing is recorded; once it is back the time-out is, once."""
    game_id = await racing(house)
    append = house.parts.store.append

    async def full(rows):
        raise StoreUnavailable("disk full")

    house.parts.store.append = full
    await clock.pass_by(TURN)
    await clock.pass_by(1)
    assert await told(house, game_id) == []
    house.parts.store.append = append
    await clock.pass_by(1)
    assert await told(house, game_id) == ["TurnTimedOut", "TurnMissed"]


async def test_a_game_that_cannot_go_on_stops_no_other_clock(house, clock, monkeypatch):
    """Where a seed is lost, or something worse, its seats are not timed out, and others are."""
    lost, broken, fine = [await racing(house) for _ in range(3)]
    await house.restart()
    monkeypatch.setattr(house.parts.desk, "do", stumble := Stumble(house.parts.desk, broken))
    (await house.parts.desk.find(lost)).seed = None
    await clock.pass_by(TURN)

    assert stumble.fell
    assert await told(house, broken) == []
    assert await told(house, fine) == ["TurnTimedOut", "TurnMissed"]


class Stumble:
    """Falls over one game, as only a bug could."""

    def __init__(self, desk, game_id):
        self._do, self._game_id, self.fell = desk.do, game_id, False

    async def __call__(self, live, *args, **named):
        """Do as asked, but for one game."""
        if live.game_id == self._game_id:
            self.fell = True
            raise ZeroDivisionError
        return await self._do(live, *args, **named)
