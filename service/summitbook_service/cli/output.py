"""What a command prints: results to standard output, all else to standard error."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from .options import Server


def complain(code: str, message: str, *, as_json: bool = False) -> None:
    """Say in one line what went wrong; for a machine as an object on standard output too."""
    from summitbook_client.messages import printable  # noqa: PLC0415 - a client is slow to import

    line = printable(" ".join(message.split()))
    print(f"summitbook: {code}: {line}", file=sys.stderr)
    if as_json:
        emit({"error": {"code": code, "message": line}})


def emit(value: Any) -> None:
    """One JSON value on a line of its own."""
    print(spoken(value))


def spoken(value: Any) -> str:
    """A JSON value in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def note(text: str) -> None:
    """Something for a person beside the result."""
    print(text, file=sys.stderr)


def command(words: str, server: Server | None = None) -> str:
    """A `summitbook` command as it can be typed where this one was, to reach the same service."""
    typed = Path(sys.argv[0])
    found = shutil.which("summitbook")
    words = " ".join(filter(None, (words, server.words(os.environ) if server else "")))
    if typed.name != "summitbook" or (found and Path(found).samefile(typed)):
        return f"summitbook {words}"
    return f"{typed} {words}"


def for_others(words: str, server: Server) -> str:
    """A command as somebody else types it, on a machine where nothing is known of this one's settings."""
    own = replace(server, tls_cert=None, tls_key=None)
    return " ".join(filter(None, ("summitbook", words, own.words({}))))


def dossier_name(tournament_id: str) -> str:
    """A name for the file of a tournament's dossier."""
    return f"{tournament_id[:8]}.dossier.zip"
