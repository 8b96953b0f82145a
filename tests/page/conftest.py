"""A service as a process of its own, and pages on it in a real browser that must not complain."""

from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from page.chrome import Chrome
from page.serving import Running


@pytest.fixture(scope="module")
def chrome() -> Iterator[Chrome]:
    """Debian's Chromium; one for all tests of a file."""
    found = which("chromium")
    if found is None:
        pytest.skip("chromium is not installed: on Debian and Ubuntu, apt install chromium")
    with Chrome(Path(found)) as opened:
        yield opened


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service on a fresh folder."""
    with Running(tmp_path_factory.mktemp("page")) as running:
        yield running
