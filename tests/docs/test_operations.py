"""The page for whoever runs the service, held against the service."""

import re
from pathlib import Path

import pytest
from house import House

from summitbook_service.store.postgres import PostgresStore

ROOT = Path(__file__).parents[2]
SERVICE = ROOT / "service" / "summitbook_service"
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


@pytest.fixture
async def measured(tmp_path):
    """The names of all metrics of the service's own, as Prometheus knows them."""
    async with House(tmp_path) as house:
        names = set()
        for family in house.parts.metrics.registry.collect():
            suffix = {"counter": "_total", "info": "_info"}.get(family.type, "")
            names.add(f"{family.name}{suffix}")
        return {name for name in names if name.startswith("summitbook_")}


def test_every_metric_is_told(measured):
    """The table of metrics names each that the service has, and none besides."""
    told = re.findall(r"`(summitbook_\w+)[`{]", PAGE.partition("### Metrics")[2].partition("### Health")[0])
    assert sorted(told) == sorted(measured)


def test_every_reason_not_to_start_is_told():
    """The table of what goes wrong at the start names every code that the service can end with."""
    source = "".join(file.read_text(encoding="utf-8") for file in SERVICE.rglob("*.py"))
    raised = set(re.findall(r"CannotStart\(\s*\"([A-Z_]+)\"", source)) | {"BAD_CONTENT"}
    told = set(re.findall(r"`([A-Z_]+)`", PAGE.partition("### Under systemd")[0]))
    assert told == raised - {"NO_STORE", "NOT_EMPTY"}


async def test_every_probe_is_told(tmp_path, postgres):
    """The table of probes names each that a node on a database has, which are the most, and none besides."""
    told = re.findall(r"^\| `(\w+)` \|", PAGE.partition("### Health")[2].partition("###")[0], re.MULTILINE)
    async with House(tmp_path, await PostgresStore.open(postgres.database())) as house:
        assert house.parts.health._probes.keys() == set(told)
