"""Absence as clients see it: deadlines, time-outs, games left lying, leaving in every phase of every game."""

import asyncio
import signal
from uuid import UUID

import grpc
import pytest
from bundles import outcome_of
from clocks import ByHand
from house import CLAIM, ROLL, House, bearer, new_id, refused
from meets import Meet

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import tournament_pb2
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook_domain.games import GAMES
from summitbook_domain.replay import audit
from summitbook_service.keys import verify
from summitbook_service.wire import pack_options

TIMED = {"everest1924": {"turn_seconds": 60}}
DAY = 86_400


@pytest.fixture
def clock():
    return ByHand()


@pytest.fixture
async def house(tmp_path, clock):
    async with House(tmp_path, clock=clock, heartbeat=0.02) as opened:
        yield opened


def left(clocks):
    return [(each.seat, each.seconds_left) for each in clocks]


async def check_audit(house, game_id):
    """The file of a closed game checks out at level rules."""
    report = audit((await house.export(game_id)).splitlines(keepends=True), verify=verify)
    assert (report.level, report.fails) == ("rules", None)


async def test_a_late_climber_ends_the_climb(house, clock):
    """Everest times its only seat out: the game closes as expired, and a later move is GAME_OVER."""
    game_id, token = await house.started(options=TIMED)
    await clock.pass_by(60)
    game = await house.game(game_id)

    assert (game.outcome, left(game.clocks)) == ("expired", [])
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        await house.act(game_id, token, ROLL)
    assert (await house.game(game_id)).version == game.version
    await check_audit(house, game_id)


async def test_the_deadline_is_shown(house, clock):
    """GetGame, a list and an answer to a command tell the seconds left, rounded up, of who is waited for."""
    game_id, token = await house.started(options=TIMED)
    await clock.pass_by(9.5)
    assert left((await house.game(game_id)).clocks) == [(0, 51)]
    (listed,) = (await house.games.ListGames(games.ListGamesRequest())).games
    assert left(listed.clocks) == [(0, 51)]

    assert left((await house.act(game_id, token, ROLL)).clocks) == [(0, 60)]


async def test_without_a_clock_no_deadline_is_shown(house):
    """A game without `turn_seconds`, or one that has not begun, shows no clock."""
    plain, _ = await house.started()
    waiting = await house.create(options=TIMED)

    assert left((await house.game(plain)).clocks) == left((await house.game(waiting)).clocks) == []


async def test_the_stream_tells_the_deadline(house, clock):
    """Whoever follows is told the clocks with what is newest, when caught up, and with every heartbeat."""
    game_id, _ = await house.started(options=TIMED)
    await clock.pass_by(10)
    call = house.games.Subscribe(games.SubscribeRequest(game_id=game_id))
    told = []
    async for item in call:
        told.append((item.WhichOneof("item"), left(item.clocks)))
        if told[-1][0] == "heartbeat":
            break
    call.cancel()

    assert told == [
        ("records", []),
        ("records", [(0, 50)]),
        ("caught_up", [(0, 50)]),
        ("heartbeat", [(0, 50)]),
    ]


async def test_a_restart_keeps_the_deadline(house, clock):
    """After a restart clients see what was left before it, whatever the time between."""
    game_id, _ = await house.started(options=TIMED)
    await clock.pass_by(20)
    await house.__aexit__()
    clock.advance(DAY)
    await house.__aenter__()

    assert left((await house.game(game_id)).clocks) == [(0, 40)]


async def test_a_killed_service_times_nobody_out_for_its_absence(process, tmp_path, clock):
    """After SIGKILL and years off a seat has its turn, less what was served of it, and is timed out once."""
    running, port, _ = process
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = GameServiceStub(channel)
        request = games.CreateGameRequest(
            command_id=new_id(), game="everest1924", seats=1, claim=CLAIM, options=TIMED
        )
        game_id = (await stub.CreateGame(request)).game.game_id
        await stub.TakeSeat(
            games.TakeSeatRequest(command_id=new_id(), game_id=game_id, name="Irvine", claim=CLAIM)
        )
    running.send_signal(signal.SIGKILL)
    await asyncio.to_thread(running.wait)
    clock.set(days=4_000)
    for _ in range(2):
        async with House(tmp_path, clock=clock) as house:
            await clock.rest()
            game = await house.game(game_id)
            assert (game.outcome, left(game.clocks)) == ("", [(0, 60)])
    async with House(tmp_path, clock=clock) as house:
        await clock.pass_by(60)
        kinds = [record.event.WhichOneof("event") for record in await house.follow(game_id)]

        assert kinds[-2:] == ["turn_timed_out", "game_closed"]
        assert kinds.count("turn_timed_out") == 1
        await check_audit(house, game_id)


class TestExpiry:
    """Games that nobody goes on with."""

    async def test_a_game_left_lying_expires(self, house, clock):
        """After `idle_days` without a record a game closes as expired, begun or not; others do not."""
        lying, token = await house.started()
        open_ = await house.create()
        await clock.pass_by(29 * DAY)
        fresh = await house.create()
        await clock.pass_by(DAY)

        assert (await house.game(lying)).outcome == "expired"
        assert (await house.game(open_)).outcome == "expired"
        assert (await house.game(fresh)).outcome == ""
        (closed,) = (await house.follow(lying))[4:]
        assert b'"by":"service","command":"ExpireGame"' in closed.line
        with refused("FAILED_PRECONDITION", "GAME_OVER"):
            await house.act(lying, token, ROLL)
        await check_audit(house, lying)

    async def test_whatever_is_recorded_keeps_it(self, house, clock):
        """Any record begins the days anew."""
        game_id, token = await house.started()
        await clock.pass_by(29 * DAY)
        await house.act(game_id, token, ROLL)
        await clock.pass_by(29 * DAY)
        assert (await house.game(game_id)).outcome == ""

        await clock.pass_by(DAY)
        assert (await house.game(game_id)).outcome == "expired"

    async def test_days_off_do_not_count(self, house, clock):
        """A service that was down for a year expires nothing; after a start it goes on counting."""
        game_id, _ = await house.started()
        await clock.pass_by(29 * DAY)
        await house.__aexit__()
        clock.advance(365 * DAY)
        await house.__aenter__()
        await clock.rest()
        assert (await house.game(game_id)).outcome == ""

        await clock.pass_by(DAY)
        assert (await house.game(game_id)).outcome == "expired"

    async def test_what_is_overdue_expires_at_the_start(self, house, clock, tmp_path):
        """A start looks at once, for instance after `idle_days` was made shorter."""
        game_id, _ = await house.started()
        await clock.pass_by(3 * DAY)
        await house.stop()
        async with House(tmp_path, clock=clock, idle_days=2) as again:
            await clock.rest()
            assert (await again.game(game_id)).outcome == "expired"

    @pytest.mark.parametrize("change", [{"days": 400}, {"days": -400}])
    async def test_setting_the_clock_expires_nothing(self, house, clock, change):
        """However the computer's clock is set, a game is as idle as it is."""
        game_id, _ = await house.started()
        clock.set(**change)
        await clock.pass_by(29 * DAY)
        assert (await house.game(game_id)).outcome == ""
        await clock.pass_by(DAY)
        assert (await house.game(game_id)).outcome == "expired"

    async def test_a_tournament_left_lying_is_closed(self, house, clock):
        """After `idle_days` without a record the service closes it, begun or not; others it leaves."""
        announced, begun = await Meet.announced(house), await Meet.started(house, "Mallory")
        await clock.pass_by(29 * DAY)
        fresh = await Meet.announced(house)
        await clock.pass_by(DAY)

        assert [await phase(each) for each in (announced, begun, fresh)] == ["CLOSED", "CLOSED", "OPEN"]
        closed = (await begun.follow())[-1]
        assert (closed.event.WhichOneof("event"), closed.cause.by) == ("tournament_closed", "service")
        assert outcome_of(await begun.dossier(), []).findings == ()

    async def test_a_round_left_lying_ends_with_its_games(self, house, clock):
        """First its games expire and are counted; as long after that the round is closed, and all of it."""
        meet = await Meet.started(house, "Mallory", "Irvine")
        await meet.run("PublishRound")
        await clock.pass_by(30 * DAY)
        await house.parts.keeper.see_to(UUID(meet.id))
        whole = await meet.whole()
        assert [game.finished.outcome for game in whole.rounds[0].games] == ["expired", "expired"]
        assert await phase(meet) == "RUNNING"
        await clock.pass_by(30 * DAY)

        assert await phase(meet) == "CLOSED"
        kinds = [record.event.WhichOneof("event") for record in await meet.follow()]
        assert kinds[-4:] == ["game_finished", "game_finished", "round_closed", "tournament_closed"]
        assert outcome_of(await meet.dossier(), []).findings == ()

    async def test_a_tournament_whose_games_go_on_is_not_idle(self, house, clock):
        """Whoever plays, however slowly, keeps it open."""
        meet = await Meet.started(house, "Mallory")
        await meet.run("PublishRound")
        (seat,) = await meet.seats(0)
        for _ in range(2):
            await clock.pass_by(20 * DAY)
            await house.play(seat.game_id, seat.token, turns=1)
        assert await phase(meet) == "RUNNING"

    async def test_a_game_may_lie_for_ever(self, tmp_path, clock):
        """`idle_days` 0 expires nothing."""
        async with House(tmp_path, clock=clock, idle_days=0) as house:
            game_id, _ = await house.started()
            clock.advance(4_000 * DAY)
            await house.parts.expiry.run()
            assert (await house.game(game_id)).outcome == ""

    async def test_a_move_that_comes_first_wins(self, house, clock, monkeypatch):
        """A game that someone goes on with while it is looked at is not expired."""
        game_id, token = await house.started()
        await clock.rest()
        find = house.parts.desk.find

        async def slowly(wanted):
            monkeypatch.setattr(house.parts.desk, "find", find)
            await house.act(game_id, token, ROLL)
            return await find(wanted)

        monkeypatch.setattr(house.parts.desk, "find", slowly)
        await clock.pass_by(30 * DAY)
        assert (await house.game(game_id)).outcome == ""
        assert (await house.game(game_id)).version == 5


def leaving():
    """Every registered game at its fewest and its most seats, and after how many commands somebody leaves."""
    for game in GAMES.values():
        content = next(iter(game.editions.values())).content
        for seats in sorted({content.min_seats, content.max_seats}):
            for commands in (0, 1, 2, 3, 7, 20):
                yield pytest.param(game, seats, commands, id=f"{game.name}-{seats}-{commands}")


class Seated:
    """A game over the API with all its seats, played as the first legal action has it."""

    def __init__(self, house, game):
        self._house, self._game = house, game
        self.tokens = []

    async def begin(self, seats, **options):
        """Make it and sit down."""
        self.id = await self._house.create(
            game=self._game.name, seats=seats, options=pack_options(self._game.options(**options))
        )
        self.tokens = [await self._house.take_seat(self.id, name=f"player {i}") for i in range(seats)]

    async def state(self, seat=0):
        """The game as this seat sees it."""
        request = games.GetGameRequest(game_id=self.id)
        return await self._house.games.GetGame(request, metadata=bearer(self.tokens[seat]))

    async def play(self, commands):
        """So many commands, or until the end; none gives up."""
        for _ in range(commands):
            game = (await self.state()).game
            if game.outcome:
                break
            seat, legal = await self.able(game)
            chosen = next((each for each in legal if not each.gives_up), legal[0])
            await self._house.act(self.id, self.tokens[seat], chosen.command)

    async def able(self, game):
        """
        Who may act, and how: who is waited for, or else another seat.

        Whose turn it is may have nothing to play while others may give it cards or play out of turn
        (`test_nobody_is_waited_for_who_cannot_go_on`).
        """
        for seat in sorted(range(len(game.seats)), key=lambda seat: seat not in game.waits_for):
            if legal := (await self.state(seat)).legal_actions:
                return seat, legal
        raise AssertionError("nobody can act in a game that goes on")

    async def retire(self, seat):
        """Give this seat up."""
        request = games.RetireSeatRequest(game_id=self.id, command_id=new_id())
        await self._house.games.RetireSeat(request, metadata=bearer(self.tokens[seat]))

    async def check_goes_on(self):
        """Somebody who has not retired may act, or the game has ended."""
        game = (await self.state()).game
        if game.outcome:
            return
        gone = [seat.seat for seat in game.seats if seat.retired]
        assert game.waits_for
        assert not set(gone).intersection(game.waits_for)
        able, _ = await self.able(game)
        assert able not in gone


@pytest.mark.parametrize(("game", "seats", "commands"), list(leaving()))
class TestLeaving:
    """In every phase of every game: at once the others may go on, or the game has ended by its rules."""

    async def test_the_seat_waited_for_leaves(self, house, game, seats, commands):
        """It cannot act any more; then all the others leave, one by one, and the game is over."""
        table = Seated(house, game)
        await table.begin(seats)
        await table.play(commands)
        while not (shown := (await table.state()).game).outcome:
            leaver = shown.waits_for[0]
            await table.retire(leaver)
            await table.check_goes_on()
            assert (await table.state()).game.seats[leaver].retired
            assert not (await table.state(leaver)).legal_actions
        await check_audit(house, table.id)

    async def test_another_seat_leaves(self, house, game, seats, commands):
        """The game goes on without a seat that nobody waited for; one that is over cannot be left."""
        table = Seated(house, game)
        await table.begin(seats)
        await table.play(commands)
        shown = (await table.state()).game
        others = [seat.seat for seat in shown.seats if seat.seat not in shown.waits_for]
        if shown.outcome:
            with refused("FAILED_PRECONDITION", "GAME_OVER"):
                await table.retire(others[-1])
            return
        if not others:
            assert len(shown.waits_for) == seats == 1
            return
        await table.retire(others[-1])
        await table.check_goes_on()
        await table.play(5)
        await table.check_goes_on()

    async def test_whoever_is_waited_for_is_timed_out(self, house, clock, game, seats, commands):
        """If nobody comes back, the clock alone brings the game to its end, by its rules."""
        table = Seated(house, game)
        await table.begin(seats, turn_seconds=60)
        await table.play(commands)
        for _ in range(4 * seats):
            await clock.pass_by(60)
            await table.check_goes_on()
        shown = (await table.state()).game
        assert shown.outcome
        assert len(house.parts.deadlines) == 0
        await check_audit(house, table.id)

    async def test_an_operator_cancels(self, house, game, seats, commands):
        """The host may not after the start, an operator may at any moment before the end."""
        table = Seated(house, game)
        await table.begin(seats)
        await table.play(commands)
        request = games.CancelGameRequest(game_id=table.id, command_id=new_id())
        if (await table.state()).game.outcome:
            with refused("FAILED_PRECONDITION", "GAME_OVER"):
                await house.games.CancelGame(request, metadata=house.operator)
            return
        host = house.token(role="host", game_id=table.id)
        with refused("PERMISSION_DENIED", "NOT_OPERATOR"):
            await house.games.CancelGame(request, metadata=bearer(host))
        await house.games.CancelGame(request, metadata=house.operator)
        assert (await table.state()).game.outcome == "cancelled"
        await check_audit(house, table.id)


async def phase(meet):
    """How far a tournament has come."""
    status = (await meet.whole()).tournament.status
    return tournament_pb2.TournamentStatus.Name(status).removeprefix("TOURNAMENT_STATUS_")
