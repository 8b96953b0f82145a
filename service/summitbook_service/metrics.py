"""
What the service measures of itself, for Prometheus: docs/operations.md, "Watch".

No label names a game, a player or anything else that a caller chooses, so there are as
many series after a million games as after ten.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""Bounds for what takes from half a millisecond, a commit on a fast disk, to as long as anyone waits."""
COMMANDS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
"""Bounds for how many commands one commit has."""


class Metrics:
    """The measures of one service; an observation costs about a microsecond."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._command = _Often(
            "summitbook_command_seconds", "From a command's coming to its answer, where it was carried out"
        )
        self.registry.register(self._command)
        self._commit = Histogram(
            "summitbook_commit_seconds",
            "One append to the store, until it is on disk",
            buckets=SECONDS,
            registry=self.registry,
        )
        self._batch = Histogram(
            "summitbook_commit_commands",
            "Commands stored by one append",
            buckets=COMMANDS,
            registry=self.registry,
        )
        self._failed = Counter(
            "summitbook_commits_failed", "Appends that the store did not carry out", registry=self.registry
        )
        self._refusals = Counter(
            "summitbook_refusals", "Answers other than OK, by their code", ["code"], registry=self.registry
        )
        self._streams = Gauge(
            "summitbook_streams_open", "Streams that are open, by RPC", ["rpc"], registry=self.registry
        )
        self._probes = Gauge(
            "summitbook_probe_held",
            "Whether a probe of the service's health held when it was last tried",
            ["probe"],
            registry=self.registry,
        )
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)

    def answered(self, seconds: float) -> None:
        """A command of a caller's was carried out."""
        self._command.observe(seconds)

    def committed(self, commands: int, seconds: float) -> None:
        """One append has stored so many commands."""
        self._commit.observe(seconds)
        self._batch.observe(commands)

    def failed(self) -> None:
        """An append came to nothing."""
        self._failed.inc()

    def probed(self, name: str, *, held: bool) -> None:
        """A probe of the service's health was tried."""
        self._probes.labels(name).set(held)

    def refused(self, code: str) -> None:
        """A call was answered with this code."""
        self._refusals.labels(code).inc()

    @contextmanager
    def streaming(self, rpc: str) -> Iterator[None]:
        """Count a stream as open."""
        with self._streams.labels(rpc).track_inprogress():
            yield

    def watch(self, name: str, help: str, look: Callable[[], float]) -> None:
        """Show what is found by looking, whenever anyone asks."""
        Gauge(f"summitbook_{name}", help, registry=self.registry).set_function(look)

    def count(self, name: str, help: str, look: Callable[[], float]) -> None:
        """The same for a number that only ever rises."""
        self.registry.register(_Counted(f"summitbook_{name}", help, look))


class _Often(Collector):
    """A histogram of SECONDS for what happens with every command: the library's takes a lock twice for it."""

    def __init__(self, name: str, help: str) -> None:
        self._told = (name, help)
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one more."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """See `Collector`."""
        bounds = [*map(floatToGoString, SECONDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(*self._told, buckets=buckets, sum_value=self._sum)


class _Counted(Collector):
    """A counter whose number is kept elsewhere."""

    def __init__(self, name: str, help: str, look: Callable[[], float]) -> None:
        self._told = (name, help)
        self._look = look

    def collect(self) -> Iterator[CounterMetricFamily]:
        """See `Collector`."""
        yield CounterMetricFamily(*self._told, value=self._look())
