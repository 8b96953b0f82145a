"""One service a test, on a fresh folder."""

import subprocess
import sys

import msgspec
import pytest
from house import ROPED, House

from summitbook_domain import canonical
from summitbook_domain.content import Edition
from summitbook_domain.everest1924 import GAME


@pytest.fixture(autouse=True)
def roped(monkeypatch):
    """A sheet for two or three climbers, which no rule would allow, so that there are seats to wait for."""
    shipped = next(iter(GAME.editions.values()))
    data = {**shipped.data, "edition": ROPED, "min_seats": 1, "max_seats": 3}
    content = msgspec.structs.replace(shipped.content, edition=ROPED, max_seats=3)
    monkeypatch.setitem(GAME.editions, ROPED, Edition(content, data, canonical.sha256_of(data)))


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path) as opened:
        yield opened


PROGRAM = """
import sys
from pathlib import Path
from summitbook_service.server import run
from summitbook_service.settings import Settings

settings = Settings(data=Path(sys.argv[1]), port=0, web_port=0, grace=5)
run(settings, ready=lambda service: print(service.port, service.web_port, flush=True))
"""


@pytest.fixture
def before():
    """What such a process does first."""
    return ""


@pytest.fixture
def process(tmp_path, before):
    """The service as a process of its own, its port and the page's."""
    running = subprocess.Popen(
        [sys.executable, "-c", before + PROGRAM, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield running, *map(int, running.stdout.readline().split())
    finally:
        running.kill()
        running.communicate()
