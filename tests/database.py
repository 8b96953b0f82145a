"""
A PostgreSQL server of the tests' own, on a socket in a folder that goes with it.

    with Server() as server:
        url = server.database()
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from itertools import count
from pathlib import Path
from typing import Self

import psycopg

from summitbook_service.store.migrations import migrate

ROLE = "summitbook"
TEMPLATE = "migrated"
FAST, AT_ONCE = signal.SIGINT, signal.SIGQUIT
"""How a server is stopped: connections are ended, or everything is, as if the power failed."""


@cache
def binaries() -> Path | None:
    """Where the newest PostgreSQL of this machine is, if there is one."""
    found = shutil.which("initdb")
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    places = [Path(found)] if found else sorted(debian, key=lambda path: int(path.parts[-3]))
    return places[-1].resolve().parent if places else None


class Server:
    """One server, which can be stopped and started; it waits for the disk only where that is asked for."""

    def __init__(self, *, fsync: bool = False) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="summitbook-"))
        self._fsync = "on" if fsync else "off"
        self._numbers = count(1)
        self._running: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres", "postgres")
        data = str(self._folder / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-U", ROLE, "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()
        self._execute(f"CREATE DATABASE {TEMPLATE}")
        migrate(self.url(TEMPLATE))
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(AT_ONCE)
        shutil.rmtree(self._folder)

    def url(self, name: str = "postgres") -> str:
        """The URL of a database."""
        return f"postgresql://{ROLE}@/{name}?host={self._folder}"

    def database(self, template: str = TEMPLATE) -> str:
        """The URL of a new database with the tables of this release, or with those of another template."""
        name = f"test_{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def start(self) -> None:
        """Start it, and wait until it can be used."""
        with (self._folder / "log").open("ab") as log:
            self._running = subprocess.Popen(
                [
                    *self._as_whom(),
                    *(f"{binaries()}/postgres", "-D", f"{self._folder}/data", "-k", str(self._folder)),
                    *("-c", "listen_addresses=", "-c", f"fsync={self._fsync}", "-c", "max_connections=100"),
                ],
                stdout=log,
                stderr=log,
            )
        self._wait()

    def stop(self, how: signal.Signals = FAST) -> None:
        """Stop it."""
        if self._running:
            self._running.send_signal(how)
            self._running.wait(60)
            self._running = None

    def cut(self) -> None:
        """End every connection of every client."""
        self._execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )

    def freeze(self) -> None:
        """Let it stand still, connections and all, as where its machine or the way there hangs."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def connections(self, url: str) -> int:
        """How many connections clients have to this database."""
        with psycopg.connect(self.url()) as connection:
            name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
            row = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = %s", (name,)
            ).fetchone()
        assert row
        return int(row[0])

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the server, and then to each process that it has begun."""
        assert self._running
        pid = self._running.pid
        os.kill(pid, number)
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
            os.kill(int(child), number)

    def _execute(self, statement: str) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement)

    def _wait(self) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                return self._execute("SELECT 1")
            except psycopg.OperationalError:
                assert self._running
                assert self._running.poll() is None, (self._folder / "log").read_text()
                time.sleep(0.02)
        raise AssertionError((self._folder / "log").read_text())

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_whom(), f"{binaries()}/{program}", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def _as_whom(self) -> tuple[str, ...]:
        """PostgreSQL does not run as root; whoever runs it, it ends with the thread that has started it."""
        root = ("--reuid=postgres", "--regid=postgres", "--clear-groups") if os.geteuid() == 0 else ()
        return "setpriv", "--pdeathsig=INT", *root
