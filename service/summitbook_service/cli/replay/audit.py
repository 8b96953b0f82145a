"""`summitbook replay audit`."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import track

from summitbook_client.terminal.page import console
from summitbook_domain.record import Head
from summitbook_domain.replay.report import Level

from ..options import AsJson
from ..output import emit
from ..problem import FAULT, usage
from .files import STANDARD_INPUT, below
from .judge import judge
from .verdict import show

KEY = re.compile("[0-9a-f]{64}")
HEAD = re.compile("(?:([1-9][0-9]{0,8}):)?([0-9a-f]{64})")

Files = Annotated[
    Path,
    Parameter(
        allow_leading_hyphen=True, help="Recorded games; a folder for all in it, - for standard input."
    ),
]
HowDeep = Annotated[Level, Parameter(help="How deep to check.")]
Keys = Annotated[
    tuple[str, ...],
    Parameter(
        name="--key",
        negative="",
        consume_multiple=False,
        show_default=False,
        help="A public key that you trust, 64 hex digits; may be repeated. Then a seal must be there.",
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
    *files: Files,
    level: HowDeep = "rules",
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
    if wrong := next((file for file in files if str(file)[0] == "-" and file != STANDARD_INPUT), None):
        needless = "; an audit needs no service" if str(wrong) == "--server" else ""
        raise usage(f"there is no option {wrong}{needless}; a file of that name is ./{wrong}")
    trusted, expected = [_key(key) for key in keys], [_head(head) for head in heads]
    whole, out = list(chain.from_iterable(map(below, files))), console(error=True)
    watched = track(whole, "Auditing", console=out, transient=True, disable=not out.is_terminal)
    verdicts = [judge(file, level=level, keys=trusted, heads=expected) for file in watched]
    if as_json:
        for verdict in verdicts:
            emit(verdict.plain())
    else:
        show(console(), verdicts)
    return 0 if all(verdict.report.ok for verdict in verdicts) else FAULT


def _key(text: str) -> str:
    if not KEY.fullmatch(text):
        raise usage("--key takes a public key of 64 lower-case hex digits")
    return text


def _head(text: str) -> Head:
    found = HEAD.fullmatch(text)
    if not found:
        raise usage(
            "--head takes N:HASH or HASH, where N counts from 1 and HASH has 64 lower-case hex digits"
        )
    return Head(int(found[1] or 0), found[2])
