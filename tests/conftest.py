"""What holds for every test, none is timed, and in CI none is skipped; and the database that some need."""

import os
import sys
from collections.abc import Generator
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


structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.__stderr__))
"""Where nobody has set logging up, lines go where no test reads a result."""


@pytest.fixture(autouse=True)
def logging_stays() -> Generator[None]:
    """How a test has lines logged is nothing to the next."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


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
