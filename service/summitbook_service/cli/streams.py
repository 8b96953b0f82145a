"""Standard streams that never fail a command: a missing one leads nowhere, and any text can be written."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from pathlib import Path

_LOOKALIKES = str.maketrans({
    **dict.fromkeys("╭╮╰╯┌┐└┘┬┼", "+"),
    **dict.fromkeys("─╌━", "-"),
    **dict.fromkeys("│╎", "|"),
    "■": "#", "▲": "A", "△": "a", "◉": "@", "·": ".", "✔": "+", "○": "o", "✘": "!", "…": "~",
})  # fmt: skip
"""What to write where an encoding has no such character."""


def prepare() -> None:
    """Make the process's streams so; done once, before anything is read or written."""
    nowhere = Path(os.devnull)
    sys.stdin = sys.stdin or nowhere.open(encoding="utf-8")
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    codecs.register_error("lookalike", _lookalike)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="lookalike")


def _lookalike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end].translate(_LOOKALIKES)
    return found.encode("ascii", "replace").decode(), error.end
