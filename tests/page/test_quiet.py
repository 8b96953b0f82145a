"""
A page that is left open for the eight hours of a night misses nothing and leaks nothing.

Nobody waits so long: the service tells that the line lives much more often than it does by itself, and the
page hears of it as often as it would in those hours. What it holds is counted after the first and the last.
"""

from collections.abc import Iterator

import pytest

from page.serving import Running
from summitbook.v1 import game_service_pb2 as games
from summitbook_client import BlockingClient, going_on
from summitbook_service.settings import Settings

BEATS_AN_HOUR = int(3_600 / Settings().heartbeat)
HOURS = 8
SHORTENED = 0.01
"""Seconds from a heartbeat to the next, the least there may be."""
FRAME = 5
"""Bytes before each message of a stream over Connect: a flag, and its length."""
AT_ONCE = 10
KEPT_OF_A_BEAT = 120
"""Bytes of the page's heap for each heartbeat: a message that is kept takes more."""
COUNTED = ("Nodes", "JSEventListeners", "Documents")
"""What of a page is counted, as Chromium names it."""
HEAP = "JSHeapUsedSize"


class Watched:
    """A page with the heartbeats that it has heard, and all that it holds."""

    def __init__(self, person, beat):
        self.page = person.page
        self.beats = 0
        self._requests = set()
        self._tools = self.page.context.new_cdp_session(self.page)
        for domain in ("Network", "Performance", "HeapProfiler"):
            self._tools.send(f"{domain}.enable")
        self._tools.on("Network.dataReceived", lambda told: self._received(told["dataLength"], beat))
        self.page.on("request", self._begun)
        self.page.on("requestfinished", self._over)
        self.page.on("requestfailed", self._over)

    def _begun(self, request):
        self._requests.add(request)

    def _over(self, request):
        self._requests.discard(request)

    def _received(self, size, beat):
        # A few may come at once. All else that a page is sent is longer than these.
        if size % beat == 0 and size <= AT_ONCE * beat:
            self.beats += size // beat

    def wait_for(self, beats):
        """Until so many heartbeats have been heard."""
        while self.beats < beats:
            self.page.wait_for_timeout(100)

    def holds(self):
        """Nodes, listeners, documents, and requests that are under way."""
        figures = self._figures()
        return {name: figures[name] for name in COUNTED} | {"requests": len(self._requests)}

    def heap(self):
        """Bytes of what scripts hold."""
        return self._figures()[HEAP]

    def _figures(self):
        for _ in range(3):  # what only garbage held goes with the next
            self._tools.send("HeapProfiler.collectGarbage")
        told = self._tools.send("Performance.getMetrics")["metrics"]
        return {each["name"]: int(each["value"]) for each in told}


@pytest.fixture
def quick(tmp_path) -> Iterator[Running]:
    """A service with such heartbeats."""
    with Running(tmp_path, heartbeat=SHORTENED) as running:
        yield running


def test_eight_quiet_hours_leave_a_page_as_it_was(chrome, quick):
    """Through lost and silent lines; then there is a move, and it is told."""
    with BlockingClient(f"127.0.0.1:{quick.grpc_port}") as client, chrome.person(quick.url) as ada:
        seat = client.create_game("everest1924").take_seat("Bo")
        watched = Watched(ada, beat_of(seat))
        ada.look_at(seat.game_id)
        ada.line_is_cut = True
        silent(quick, ada)
        watched.wait_for(BEATS_AN_HOUR)
        held, heap, serving = watched.holds(), watched.heap(), quick.open()

        for hour in range(2, HOURS + 1):
            if hour % 3 == 0:
                silent(quick, ada)
            watched.wait_for(hour * BEATS_AN_HOUR)

        eventually(ada, lambda: watched.holds() == held)
        assert watched.heap() - heap < KEPT_OF_A_BEAT * (HOURS - 1) * BEATS_AN_HOUR
        eventually(ada, lambda: all(quick.open()[name] <= count for name, count in serving.items()))
        for _ in range(2):
            seat.act(going_on(seat.legal_actions())[0].command)
        ada.see("Day 2")
        assert ada.numbers == list(range(seat.look().game.version, 0, -1))


def eventually(person, holds):
    """After a moment: connections that nothing comes by are kept for some seconds. A leak stays."""
    for _ in range(100):
        if holds():
            return
        person.page.wait_for_timeout(100)
    assert holds()


def beat_of(seat):
    """The bytes of a heartbeat in this game, as they come to a browser."""
    beat = games.SubscribeResponse(version=seat.look().game.version, heartbeat=games.Heartbeat())
    return FRAME + beat.ByteSize()


def silent(service, person):
    """The line falls silent until the page gives it up, and is taken up again."""
    service.pause()
    person.page.get_by_text("Connection lost").wait_for()
    service.go_on()
    person.page.get_by_text("Live", exact=True).wait_for()
