"""What a command prints: results to standard output, all else to standard error."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any


def complain(code: str, message: str, *, as_json: bool = False) -> None:
    """Say in one line what went wrong; for a machine as an object on standard output too."""
    line = " ".join(message.split())
    print(f"summitbook: {code}: {line}", file=sys.stderr)
    if as_json:
        emit({"error": {"code": code, "message": line}})


def emit(value: Any) -> None:
    """One JSON value on a line of its own."""
    print(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def note(text: str) -> None:
    """Something for a person beside the result."""
    print(text, file=sys.stderr)


def command(words: str) -> str:
    """A `summitbook` command as it can be typed where this one was."""
    typed = Path(sys.argv[0])
    found = shutil.which("summitbook")
    if typed.name != "summitbook" or (found and Path(found).samefile(typed)):
        return f"summitbook {words}"
    return f"{typed} {words}"
