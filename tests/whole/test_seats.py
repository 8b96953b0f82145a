"""Sitting down, standing up, retiring, cancelling."""

import asyncio
from datetime import UTC, datetime

import grpc
import pytest
from house import ABANDON, ADVANCE, OTHER_CLAIM, ROLL, bearer, kind, new_id, refused, until

from summitbook.v1 import game_pb2
from summitbook.v1 import game_service_pb2 as games


async def at_once(calls):
    """The answers and the errors of calls made at once."""
    ended = await asyncio.gather(*calls, return_exceptions=True)
    errors = [each for each in ended if isinstance(each, grpc.aio.AioRpcError)]
    return [each for each in ended if each not in errors], errors


async def test_of_fifty_who_want_one_seat_one_gets_it(house):
    """Fifty at once on a game for one: one sits, the others are told that it has begun."""
    game_id = await house.create()
    seated, errors = await at_once(house.sit(game_id, name=f"Climber {i}") for i in range(50))

    assert (len(seated), len(errors)) == (1, 49)
    assert {error.code() for error in errors} == {grpc.StatusCode.FAILED_PRECONDITION}
    assert (await house.game(game_id)).version == seated[0].version == 4


async def test_of_fifty_who_want_any_of_three_seats_three_get_one(house):
    """Fifty at once on a game for three: three sit, each on a seat of its own, and the game starts once."""
    game_id = await house.create_roped()
    seated, errors = await at_once(house.sit(game_id, name=f"Climber {i}") for i in range(50))

    assert sorted(answer.seat for answer in seated) == [0, 1, 2]
    assert len(errors) == 47
    kinds = [kind(record.event) for record in await house.follow(game_id)]
    assert kinds == ["game_created", *["seat_taken"] * 3, "game_started", "expedition_started"]


async def test_of_two_with_one_version_in_mind_one_is_heard(house):
    """Of two commands for the same version one is done; the other is told that the game has moved on."""
    game_id, token = await house.started()
    done, errors = await at_once(house.act(game_id, token, ROLL, expected_version=4) for _ in range(2))

    assert [answer.version for answer in done] == [5]
    assert [error.code() for error in errors] == [grpc.StatusCode.ABORTED]


async def test_a_hot_game_keeps_its_order(house):
    """Of sixty equal commands at once on one game one is accepted, and the log holds no more."""
    game_id, token = await house.started()
    done, _ = await at_once(house.act(game_id, token, ROLL) for _ in range(60))

    assert [answer.version for answer in done] == [5]
    assert (await house.game(game_id)).version == 5


async def test_a_choice_meant_for_an_earlier_moment_is_refused(house):
    """A command for a version that is past is not carried out, though it would be legal again by now."""
    game_id, token = await house.started()
    await house.act(game_id, token, ROLL, expected_version=4)
    now = (await house.act(game_id, token, ADVANCE)).version
    with refused("ABORTED", "WRONG_VERSION") as late:
        await house.act(game_id, token, ROLL, expected_version=4)
    assert late.metadata["version"] == str(now)
    assert (await house.game(game_id)).version == now
    assert (await house.act(game_id, token, ROLL)).version > now


async def test_a_command_that_meets_the_end_on_its_way_is_refused(house):
    """What is sent while the ending is on its way to disk comes after it: the game is over, once."""
    game_id, token = await house.started()
    house.gather(2)
    ending = asyncio.create_task(house.act(game_id, token, ABANDON))
    await until(lambda: house.parts.writer.waiting)
    late = asyncio.create_task(house.act(game_id, token, ROLL))
    other = asyncio.create_task(house.create())
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        await late
    await other
    last = (await ending).version
    kinds = [kind(record.event) for record in await house.follow(game_id)]
    assert len(kinds) == last
    assert kinds.count("game_closed") == 1
    assert kinds[-1] == "game_closed"


async def test_the_game_starts_with_its_last_seat(house):
    """Whoever names no seat gets the first free one, and the last to sit down starts the game at once."""
    game_id = await house.create_roped()
    await house.sit(game_id, seat=1)
    assert (await house.game(game_id)).status == game_pb2.GAME_STATUS_OPEN
    assert (await house.sit(game_id)).seat == 0
    last = await house.sit(game_id)

    assert last.seat == 2
    assert [kind(event) for event in last.events] == ["seat_taken", "game_started", "expedition_started"]
    assert (await house.game(game_id)).status == game_pb2.GAME_STATUS_PLAYING


async def test_a_seat_that_is_left_is_free(house):
    """Before the start a seat can be left, and then taken by someone else; after it no more."""
    game_id = await house.create_roped(seats=2)
    token = await house.take_seat(game_id)
    leave = games.LeaveSeatRequest(game_id=game_id, command_id=new_id())
    answer = await house.games.LeaveSeat(leave, metadata=bearer(token))
    assert [kind(event) for event in answer.events] == ["seat_left"]

    tokens = [await house.take_seat(game_id, claim=OTHER_CLAIM) for _ in range(2)]
    with refused("FAILED_PRECONDITION", "GAME_STARTED"):
        await house.games.LeaveSeat(
            games.LeaveSeatRequest(game_id=game_id, command_id=new_id()), metadata=bearer(tokens[0])
        )


async def test_the_only_seat_retiring_closes_the_game(house):
    """RetireSeat of a solo game retires the seat and closes it as `retired`."""
    game_id, token = await house.started()
    request = games.RetireSeatRequest(game_id=game_id, command_id=new_id())
    answer = await house.games.RetireSeat(request, metadata=bearer(token))

    assert [kind(event) for event in answer.events] == ["seat_retired", "game_closed"]
    game = await house.game(game_id)
    assert (game.outcome, game.seats[0].retired) == ("retired", True)


async def test_the_host_cancels_before_the_start_and_an_operator_at_any_time(house):
    """CancelGame closes the game as `cancelled`, revealing its seed."""
    made = await house.make()
    playing, _ = await house.started()
    for game_id, metadata in ((made.game.game_id, bearer(made.token)), (playing, house.operator)):
        request = games.CancelGameRequest(game_id=game_id, command_id=new_id())
        answer = await house.games.CancelGame(request, metadata=metadata)
        closed = answer.events[-1].game_closed
        assert (closed.outcome, len(closed.seed)) == ("cancelled", 32)

    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        await house.sit(made.game.game_id)


async def test_a_name_may_be_of_any_script(house):
    """Letters of any script, signs and spaces are a name as they are, 64 of them at most."""
    for name in ("Τένζινγκ", "तेन्जिङ", "丹增 诺盖", "Ö" * 64, '👩‍🚀 O\'Hara-"Smith"'):
        game_id = await house.create()
        await house.sit(game_id, name=name)
        assert [seat.name for seat in (await house.game(game_id)).seats] == [name]


@pytest.mark.parametrize(
    ("typed", "recorded"),
    [("  Irvine ", "Irvine"), ("Sandy\u3000 Irvine", "Sandy Irvine"), ("E\u0301douard", "\u00c9douard")],
)
async def test_a_name_is_tidied(house, typed, recorded):
    """Spaces are single and none is at the ends, letters are composed; a repeat is the same command still."""
    game_id, same = await house.create(), new_id()
    first = await house.sit(game_id, name=typed, command_id=same)
    again = await house.sit(game_id, name=typed, command_id=same)

    assert [seat.name for seat in (await house.game(game_id)).seats] == [recorded]
    assert again.record_hash == first.record_hash


async def test_time_never_runs_backwards_in_a_log(house, monkeypatch):
    """When the clock is set back, a record is dated like the one before it."""
    seconds = iter((5, 3, 9))
    for part in (house.parts.creations, house.parts.desk):
        monkeypatch.setattr(part, "_clock", lambda: f"2026-01-01T00:00:0{next(seconds)}.000000Z")
    game_id, token = await house.started()
    await house.act(game_id, token, ROLL)

    stamps = [record.at[17:19] for record in await house.follow(game_id)]
    assert stamps == ["05", "05", "05", "05", "09"]


async def test_a_record_is_dated_in_utc_with_microseconds(house):
    """`at` is the time of the record in UTC, between the moments before and after it."""
    before = datetime.now(UTC)
    (record,) = await house.follow(await house.create())
    assert record.at.endswith("Z")
    assert before <= datetime.fromisoformat(record.at) <= datetime.now(UTC)
