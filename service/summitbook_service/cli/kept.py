"""The seats taken from this machine, kept so that one can come back to a game."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from summitbook_client import Seat

from .problem import Problem


def folder() -> Path:
    """Where seats are kept: one file a game, which only its owner may read."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "summitbook" / "seats"


def keep(seat: Seat) -> None:
    """Keep the seat with its token; in place of an older one at once or not at all."""
    path = _path(seat.game_id)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = path.with_suffix(f".{os.getpid()}.new")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"seat": seat.seat, "token": seat.token, "claim": seat.claim.hex()}, file)
    aside.replace(path)


def kept(game_id: str) -> Seat | None:
    """The seat kept for this game, if there is one."""
    path = _path(game_id)
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return Seat(game_id, found["seat"], found["token"], bytes.fromhex(found["claim"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        raise Problem("BAD_STATE", f"{path} cannot be read; delete it to go on without that seat") from None


def _path(game_id: str) -> Path:
    """A game id is a UUID; whatever else was typed must not lead out of the folder."""
    name = "".join(char for char in game_id if char.isalnum() or char == "-")
    return folder() / f"{name}.json"
