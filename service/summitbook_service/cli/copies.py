"""What `backup` and `restore` share: what they show while they work, and how they tell what went wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import structlog
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from summitbook_client.terminal.counting import counted
from summitbook_client.terminal.page import console

from ..backup import BadBackup, Checked, check
from ..backup.checking import games_of
from ..errors import CannotStart
from ..keys import Keys
from ..store import Store, StoreUnavailable
from .output import complain, emit, note
from .problem import FAULT, Problem


@contextmanager
def working(file: Path) -> Iterator[Progress]:
    """Bars on a terminal, no log lines, and problems in place of what the service raises."""
    before, out = structlog.get_config(), console(error=True)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bars:
            yield bars
    except CannotStart as error:
        raise Problem(error.code, error.message) from None
    except StoreUnavailable as error:
        raise Problem("STORE_UNAVAILABLE", f"the store cannot be used: {error}") from None
    except BadBackup as error:
        raise Problem(error.code, f"{file}: {error.message}") from None
    finally:
        structlog.configure(**before)


async def checked(store: Store, keys: Keys, bars: Progress) -> list[Checked]:
    """What is found of every game."""
    games = await games_of(store)
    return [await check(store, each, keys) for each in bars.track(games, description="Checking")]


def tell(file: Path, rows: int, found: list[Checked], *, as_json: bool, **more: Any) -> int:
    """Say what was copied and found; the exit status."""
    faults = [each.fault for each in found if each.fault]
    closed = sum(each.closed for each in found)
    if as_json:
        told = {"file": str(file), "rows": rows, "games": len(found), "closed": closed}
        emit({**told, "faults": msgspec.to_builtins(faults), **more})
    else:
        whole = f"{counted(rows, 'row')}, {counted(len(found), 'game')}"
        print(f"{file}: {whole}, {closed} of them closed; {_verdict(len(faults))}")
        for fault in faults:
            complain(fault.code, f"{fault.game_id}: {fault.reason}")
    return FAULT if faults else 0


def tell_lost(found: list[Checked]) -> None:
    """Say which games cannot go on."""
    lost = [each.game_id for each in found if each.seed_lost]
    if lost:
        note(f"{counted(len(lost), 'game')} cannot go on until the key of their seed is brought back:")
        note("\n".join(f"  {game_id}" for game_id in lost))


def _verdict(faults: int) -> str:
    return f"{faults} with a fault" if faults else "all are as they were played"
