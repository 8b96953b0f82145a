"""The client that waits: docs/decisions/0019."""

import asyncio
import gc
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import grpc
import pytest
from pictures import ROLL

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1.game_service_pb2_grpc import GameServiceServicer, add_GameServiceServicer_to_server
from summitbook_client import BlockingClient, Refused, Unreachable, going_on

from .test_client import GAME, log


class Scripted(GameServiceServicer):
    """Answers commands, after so many failures; sends three records and then nothing, until it is left."""

    def __init__(self, failures=0):
        self.failures = failures
        self.asked = []
        self.left = threading.Event()
        self.on_quiet = lambda: None

    def GetServerInfo(self, request, context):
        """Say nothing of heartbeats."""
        return pb.GetServerInfoResponse()

    def Act(self, request, context):
        """Fail so many times, then answer."""
        self.asked.append(request)
        if len(self.asked) <= self.failures:
            context.abort(grpc.StatusCode.UNAVAILABLE, "not now")
        return pb.ActResponse(version=7)

    def Subscribe(self, request, context):
        """Three records, and silence."""
        context.add_callback(self.left.set)
        for record in log(3)[request.after :]:
            yield pb.SubscribeResponse(version=record.n, records=pb.Records(records=[record]))
        quiet, self.on_quiet = self.on_quiet, lambda: None
        quiet()
        self.left.wait()


@contextmanager
def served(scripted):
    # As the service does, it sends nobody away for asking whether it lives.
    server = grpc.server(ThreadPoolExecutor(4), options=[("grpc.http2.max_ping_strikes", 0)])
    add_GameServiceServicer_to_server(scripted, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        scripted.left.set()
        server.stop(None).wait()


def the_seat(client):
    return client.seat(GAME, 0, "the-token", b"c" * 32)


def play(server):
    """A whole game by one who waits, and what was seen of it."""
    with BlockingClient(server) as client:
        seat = client.create_game("everest1924").take_seat("Ada")
        seen = []
        for step in seat.steps():
            seen += [record.n for record in step.records]
            if actions := going_on(seat.legal_actions()):
                seat.act(actions[0].command)
        with pytest.raises(Refused, match="GAME_OVER"):
            seat.retire()
        return seen, seat.look().game


async def test_whole_games_are_played_in_threads(client):
    """Each thread has its own client, each sees every record of its game, and none waits for another."""
    played = await asyncio.gather(*(asyncio.to_thread(play, client.server) for _ in range(3)))

    for seen, game in played:
        assert seen == list(range(1, game.version + 1))
        assert game.outcome == "finished"


def test_threads_may_share_a_client():
    """Their commands are on their way at the same time."""
    with (
        served(scripted := Scripted()) as server,
        BlockingClient(server) as client,
        ThreadPoolExecutor(8) as threads,
    ):
        answers = list(threads.map(lambda _: the_seat(client).act(ROLL.command), range(40)))

    assert [answer.version for answer in answers] == [7] * 40
    assert len({request.command_id for request in scripted.asked}) == 40


def test_an_unanswered_command_is_sent_again_with_its_id():
    """As by the client for asyncio."""
    with served(scripted := Scripted(failures=2)) as server, BlockingClient(server) as client:
        assert the_seat(client).act(ROLL.command).version == 7

    assert scripted.asked[0] == scripted.asked[1] == scripted.asked[2]


def test_a_server_that_is_not_there_is_unreachable():
    """And the client can be left all the same."""
    with BlockingClient("127.0.0.1:1", patience=0.1) as client, pytest.raises(Unreachable):
        client.server_info()


def test_what_is_told_on_the_way_cannot_call_the_client():
    """It would wait for itself for ever; so it is told so at once, and the call goes on to fail with that."""

    def ask():
        client.server_info()

    with served(Scripted(failures=1)) as server:
        client = BlockingClient(server, on_wait=ask)
        with client, pytest.raises(RuntimeError, match="must not call the client"):
            the_seat(client).act(ROLL.command)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_client_that_is_not_open_says_so(when):
    """A call waits for nothing that would never come."""
    client = BlockingClient("127.0.0.1:1")
    if when == "after":
        with client:
            pass

    with pytest.raises(RuntimeError, match="not open"):
        client.server_info()


@pytest.fixture
def interruptible():
    """Ctrl-C does here what it does in a terminal, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_the_waiting_and_the_stream():
    """Whoever waits for the next record is interrupted, the server is left, and the client still serves."""
    scripted, here = Scripted(), threading.get_ident()
    scripted.on_quiet = lambda: signal.pthread_kill(here, signal.SIGINT)
    with served(scripted) as server, BlockingClient(server) as client:
        with pytest.raises(KeyboardInterrupt):
            list(client.table(GAME).steps())
        assert scripted.left.wait(60)
        assert the_seat(client).act(ROLL.command).version == 7


@pytest.mark.parametrize("how", ["closed", "dropped"])
def test_a_stream_that_is_left_is_ended(how):
    """Nothing goes on in the background, whether it is closed or simply forgotten."""
    with served(scripted := Scripted()) as server, BlockingClient(server) as client:
        if how == "closed":
            with closing(client.table(GAME).steps()) as steps:
                next(steps)
        else:
            next(client.table(GAME).steps())
            gc.collect()
        assert scripted.left.wait(60)


def test_leaving_the_client_ends_its_thread_and_streams():
    """Also a stream that somebody still holds."""
    with served(scripted := Scripted()) as server:
        with BlockingClient(server) as client:
            steps = client.table(GAME).steps()
            next(steps)
        assert scripted.left.wait(60)
        assert not [thread for thread in threading.enumerate() if thread.name == "summitbook-client"]
        with pytest.raises(RuntimeError, match="not open"):
            next(steps)
