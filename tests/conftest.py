"""What holds for every test, none is timed, and in CI none is skipped; and the database that some need."""

import os
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest
import structlog
from database import Server, binaries
from hypothesis import settings

IN_CI = bool(os.environ.get("CI"))
pytest.register_assert_rewrite("given")

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

settings.register_profile("summitbook", deadline=None, derandomize=IN_CI, print_blob=True)
settings.load_profile("summitbook")


@pytest.fixture(autouse=True)
def logging_begins_anew() -> Generator[None]:
    """How a test had lines logged is nothing to the next."""
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session", autouse=True)
def solutions(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """A folder for solved games, so that a test finds none but what tests have kept."""
    folder = tmp_path_factory.mktemp("solutions")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SUMMITBOOK_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session")
def postgres() -> Generator[Server]:
    """A PostgreSQL server for all tests of a run."""
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed: on Debian and Ubuntu, apt install postgresql")
    with Server() as server:
        yield server


@pytest.fixture
def breakable(postgres: Server) -> Generator[Server]:
    """A PostgreSQL server of a test's own, to be stopped and started again."""
    with Server() as server:
        yield server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return never_skipped_in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return never_skipped_in_ci((yield))


def never_skipped_in_ci(report: Report) -> Report:
    """What a person's machine lacks is skipped aloud; CI is to have everything, so there it fails."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI may not: {report.longrepr}"
    return report
