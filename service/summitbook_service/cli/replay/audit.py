"""`summitbook replay audit`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import Parameter
from rich.progress import track

from summitbook_client.terminal.page import console
from summitbook_domain.record import Head
from summitbook_domain.replay import Report
from summitbook_domain.replay import audit as check

from ...keys import verify
from ..options import AsJson
from ..output import emit
from ..problem import FAULT, usage
from .files import read
from .verdict import show

HEX = "[0-9a-f]{64}"

Level = Annotated[Literal["chain", "seal", "dice", "rules"], Parameter(help="How deep to check.")]
Keys = Annotated[
    tuple[str, ...],
    Parameter(
        name="--key",
        negative="",
        consume_multiple=False,
        show_default=False,
        help="A public key that you trust, 64 hex digits; may be repeated.",
    ),
]
Heads = Annotated[
    tuple[str, ...],
    Parameter(
        name="--head",
        negative="",
        consume_multiple=False,
        show_default=False,
        help="A receipt that the file must hold, N:HASH or HASH; may be repeated.",
    ),
]


def audit(
    *files: Annotated[Path, Parameter(help="Recorded games.")],
    level: Level = "rules",
    keys: Keys = (),
    heads: Heads = (),
    as_json: AsJson = False,
) -> int:
    """
    Check recorded games, each level needing the one before.

    chain: nothing was changed, lost or added. seal: the signature fits. dice: each roll is
    what the seed draws. rules: the commands, played again, lead to the recorded events.
    """
    if not files:
        raise usage("name a file: summitbook replay audit game.replay.jsonl")
    trusted, expected = [_key(key) for key in keys], [_head(head) for head in heads]
    whole = {file: read(file) for file in files}
    out = console(error=True)
    watched = track(whole, "Auditing", console=out, transient=True, disable=not out.is_terminal)
    reports = {
        file: check(whole[file], verify=verify, level=level, keys=trusted, heads=expected) for file in watched
    }
    if as_json:
        for file, report in reports.items():
            emit(_plain(file, report))
    else:
        show(console(), reports, level)
    return 0 if all(report.ok for report in reports.values()) else FAULT


def _key(text: str) -> str:
    if not re.fullmatch(HEX, text):
        raise usage("--key takes a public key of 64 lower-case hex digits")
    return text


def _head(text: str) -> Head:
    n, _, record_hash = text.rpartition(":")
    if not re.fullmatch(HEX, record_hash) or not (n == "" or (n.isdecimal() and int(n))):
        raise usage("--head takes N:HASH or HASH, where HASH has 64 lower-case hex digits")
    return Head(int(n or 0), record_hash)


def _plain(file: Path, report: Report) -> dict[str, Any]:
    return {"file": str(file), "ok": report.ok, **msgspec.to_builtins(report)}
