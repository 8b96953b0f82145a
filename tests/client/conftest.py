"""A service in this process for the clients to talk to."""

import pytest

from summitbook_client import Client
from summitbook_service.server import serving
from summitbook_service.settings import Settings


@pytest.fixture
async def client(tmp_path):
    settings = Settings(data=tmp_path, port=0, web_port="off", linger=0.0, grace=0.5)
    async with serving(settings) as served, Client(f"127.0.0.1:{served.port}") as opened:
        yield opened
