"""A token acts for one seat, or the host, of one game, and for nothing else."""

import grpc
import pytest
from house import CLAIM, OTHER_CLAIM, ROLL, House, bearer, new_id, refused

from summitbook.v1 import game_service_pb2 as games
from summitbook_service.keys import make_key
from summitbook_service.listening import SERVICES


class Scene:
    """A roped game before its start and one in play, with every kind of token for it."""

    def __init__(self, house, open_game, playing, tokens):
        self.house, self.open_game, self.playing, self.tokens = house, open_game, playing, tokens


@pytest.fixture
async def scene(house):
    made = await house.make(edition="roped", seats=3)
    open_game = made.game.game_id
    left = await house.take_seat(open_game, seat=0)
    await house.games.LeaveSeat(
        games.LeaveSeatRequest(game_id=open_game, command_id=new_id()), metadata=bearer(left)
    )
    seat = await house.take_seat(open_game, seat=1)
    playing, playing_seat = await house.started()
    elsewhere = {"role": "seat", "game_id": new_id(), "seat": 0, "since": 2}
    tokens = {
        "none": "",
        "random": "kGtbVBjzyB6zHUBP",
        "unsigned": "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJiZWFyZXIiOnt9fQ.",
        "cut": seat[:-4],
        "expired": expired(house, role="seat", game_id=open_game, seat=1, since=4),
        "left": left,
        "seat": seat,
        "host": made.token,
        "other game": house.token(**elsewhere),
        "other host": house.token(role="host", game_id=elsewhere["game_id"]),
        "operator": house.operator[0][1].removeprefix("Bearer "),
        "playing seat": playing_seat,
    }
    return Scene(house, open_game, playing, tokens)


def expired(house, **claims):
    house.parts.keys._seconds, lifetime = -1, house.parts.keys._seconds
    token = house.token(**claims)
    house.parts.keys._seconds = lifetime
    return token


def act(scene, metadata):
    request = games.ActRequest(game_id=scene.open_game, command_id=new_id(), command=ROLL)
    return scene.house.games.Act(request, metadata=metadata)


def legal(scene, metadata):
    return scene.house.games.ListLegalActions(
        games.ListLegalActionsRequest(game_id=scene.open_game), metadata=metadata
    )


def hint(scene, metadata):
    request = games.GetHintRequest(game_id=scene.open_game, command_id=new_id())
    return scene.house.games.GetHint(request, metadata=metadata)


def retire(scene, metadata):
    request = games.RetireSeatRequest(game_id=scene.open_game, command_id=new_id())
    return scene.house.games.RetireSeat(request, metadata=metadata)


def leave(scene, metadata):
    request = games.LeaveSeatRequest(game_id=scene.open_game, command_id=new_id())
    return scene.house.games.LeaveSeat(request, metadata=metadata)


def cancel(scene, metadata):
    request = games.CancelGameRequest(game_id=scene.open_game, command_id=new_id())
    return scene.house.games.CancelGame(request, metadata=metadata)


def issue(scene, metadata):
    request = games.IssueTokenRequest(game_id=scene.open_game, seat=1)
    return scene.house.games.IssueToken(request, metadata=metadata)


NOT_STARTED = ("FAILED_PRECONDITION", "GAME_NOT_STARTED")
BAD = {
    "none": ("UNAUTHENTICATED", "NO_TOKEN"),
    "random": ("UNAUTHENTICATED", "BAD_TOKEN"),
    "unsigned": ("UNAUTHENTICATED", "BAD_TOKEN"),
    "cut": ("UNAUTHENTICATED", "BAD_TOKEN"),
    "expired": ("UNAUTHENTICATED", "TOKEN_EXPIRED"),
    "other game": ("PERMISSION_DENIED", "OTHER_GAME"),
    "other host": ("PERMISSION_DENIED", "OTHER_GAME"),
    "playing seat": ("PERMISSION_DENIED", "OTHER_GAME"),
}
FOR_SEATS = {
    **BAD,
    "left": ("UNAUTHENTICATED", "SEAT_LEFT"),
    "host": ("PERMISSION_DENIED", "NO_SEAT"),
    "operator": ("PERMISSION_DENIED", "NO_SEAT"),
}
FOR_HOSTS = {
    **BAD,
    "left": ("PERMISSION_DENIED", "NOT_HOST"),
    "seat": ("PERMISSION_DENIED", "NOT_HOST"),
    "host": None,
    "operator": None,
}
MATRIX = {
    act: {**FOR_SEATS, "seat": NOT_STARTED},
    hint: {**FOR_SEATS, "seat": NOT_STARTED},
    retire: {**FOR_SEATS, "seat": NOT_STARTED},
    leave: {**FOR_SEATS, "seat": None},
    legal: {**FOR_SEATS, "seat": None},
    cancel: FOR_HOSTS,
    issue: FOR_HOSTS,
}
CASES = [
    pytest.param(call, token, answer, id=f"{call.__name__} with {token}")
    for call, answers in MATRIX.items()
    for token, answer in answers.items()
]


@pytest.mark.parametrize(("call", "token", "answer"), CASES)
async def test_each_call_takes_its_tokens_only(scene, call, token, answer):
    """Every kind of token with every call that needs one: what is not meant for it leaves no trace."""
    before = await scene.house.follow(scene.open_game)
    if answer is None:
        await call(scene, bearer(scene.tokens[token]))
        return
    with refused(*answer):
        await call(scene, bearer(scene.tokens[token]))
    assert await scene.house.follow(scene.open_game) == before


@pytest.mark.parametrize("token", ["none", "random", "expired", "other game", "host"])
async def test_a_refused_token_does_not_tell_whether_a_game_exists(scene, token):
    """With a token that is not its own, a game that is there and one that is not are refused alike."""
    answers = []
    for game_id in (scene.playing, new_id()):
        request = games.ActRequest(game_id=game_id, command_id=new_id(), command=ROLL)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await scene.house.games.Act(request, metadata=bearer(scene.tokens[token]))
        answers.append((caught.value.code(), caught.value.details()))
    assert answers[0] == answers[1]


async def test_a_good_token_with_a_malformed_game_id_is_another_games(scene):
    """Tokens are looked at before the shape of the request."""
    with refused("PERMISSION_DENIED", "OTHER_GAME"):
        await scene.house.act("no uuid", scene.tokens["seat"])


METHODS = {
    f"/{each.containing_service.full_name}/{each.name}": each
    for service in SERVICES
    for each in service.methods
}


@pytest.mark.parametrize("rpc", METHODS)
@pytest.mark.parametrize(("token", "reason"), [("random", "BAD_TOKEN"), ("expired", "TOKEN_EXPIRED")])
async def test_a_token_that_is_no_good_is_refused_wherever_it_is_sent(scene, rpc, token, reason):
    """Also a call that needs no token refuses a bad one, so that whoever sends it learns of it."""
    # A stream of requests may be refused before its first: a write that comes too late would hide the reason.
    requests = [] if METHODS[rpc].client_streaming else [b""]
    call = scene.house.channel.stream_stream(rpc)(iter(requests), metadata=bearer(scene.tokens[token]))
    with refused("UNAUTHENTICATED", reason):
        await call.read()


async def test_what_needs_no_token_takes_any_game_of_the_public(scene):
    """Watching a public game needs no token, and one that was good is no hindrance."""
    for token in ("none", "seat", "host", "operator", "other game", "left"):
        assert (await scene.house.game(scene.playing, scene.tokens[token])).game_id == scene.playing


async def test_a_seat_that_was_left_is_another_holders(house):
    """After a seat is left and taken anew, the first holder's token is void and the second one's acts."""
    game_id = await house.create_roped(seats=2)
    first = await house.take_seat(game_id, seat=0)
    leaving = games.LeaveSeatRequest(game_id=game_id, command_id=new_id())
    await house.games.LeaveSeat(leaving, metadata=bearer(first))
    second = await house.take_seat(game_id, seat=0, claim=OTHER_CLAIM)
    await house.take_seat(game_id, seat=1)

    with refused("UNAUTHENTICATED", "SEAT_LEFT"):
        await house.act(game_id, first)
    assert (await house.act(game_id, second)).version == 8


async def test_a_lost_token_is_issued_again_for_the_same_claim(house):
    """Whoever has the claim gets the host's token, or the seat's, and it is as good as the first."""
    made = await house.make(claim=CLAIM)
    game_id = made.game.game_id
    await house.take_seat(game_id, claim=OTHER_CLAIM)

    seat = await house.games.IssueToken(games.IssueTokenRequest(game_id=game_id, seat=0, claim=OTHER_CLAIM))
    assert (await house.act(game_id, seat.token)).version == 5
    host = await house.games.IssueToken(games.IssueTokenRequest(game_id=game_id, claim=CLAIM))
    with refused("PERMISSION_DENIED", "NOT_OPERATOR"):
        await house.games.CancelGame(
            games.CancelGameRequest(game_id=game_id, command_id=new_id()), metadata=bearer(host.token)
        )
    with refused("PERMISSION_DENIED", "OTHER_CLAIM"):
        await house.games.IssueToken(games.IssueTokenRequest(game_id=game_id, seat=0, claim=CLAIM))


async def test_a_token_issued_by_the_host_records_the_holders_mark(house):
    """A command sent with a token that the host had issued is recorded as the seat's, not the host's."""
    made = await house.make(claim=CLAIM)
    game_id = made.game.game_id
    await house.take_seat(game_id, claim=OTHER_CLAIM)
    issued = await house.games.IssueToken(
        games.IssueTokenRequest(game_id=game_id, seat=0), metadata=bearer(made.token)
    )
    await house.act(game_id, issued.token)

    marks = [record.cause.by for record in await house.follow(game_id) if record.HasField("cause")]
    assert marks[2] == marks[1] != marks[0]


async def test_tokens_survive_a_restart_and_a_new_key(house):
    """After a restart, and after the ring has got a newer key, a token is still good."""
    game_id, token = await house.started()
    ring = house.settings.data / "keys" / "token"
    await house.restart()
    await house.act(game_id, token)

    make_key(ring)
    await house.restart()
    assert house.token(role="operator", by="operator") != house.operator
    await house.game(game_id, token)


async def test_tokens_end_with_their_key(tmp_path):
    """Once its key is taken out of the ring, a token is BAD_TOKEN: that is how tokens are taken back."""
    async with House(tmp_path) as house:
        game_id, token = await house.started()
        for key in (tmp_path / "keys" / "token").iterdir():
            key.unlink()
        await house.restart()
        with refused("UNAUTHENTICATED", "BAD_TOKEN"):
            await house.act(game_id, token)


async def test_the_operators_token_lies_where_only_the_owner_reads(house):
    """The operator's token and every key are files that no one but their owner can read."""
    data = house.settings.data
    secrets = [data / "operator.token", *(data / "keys").rglob("*.key")]
    assert len(secrets) == 4
    assert {oct(file.stat().st_mode & 0o777) for file in secrets} == {"0o600"}
    assert (data / "keys").stat().st_mode & 0o077 == 0
