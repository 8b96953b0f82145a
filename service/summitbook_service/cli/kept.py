"""The seats taken from this machine, kept so that one can come back to a game."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from summitbook_client import Client, Host, Seat

from .problem import Problem

Token = Annotated[str, Meta(pattern=r"^[!-~]+$")]


class Keys(msgspec.Struct):
    """What anyone needs to come back: a token, and the claim by which it is issued again."""

    token: Token
    claim: str


class _Kept(Keys):
    seat: Annotated[int, Meta(ge=0)]


class _KeptHost(Keys):
    pass


K = TypeVar("K", bound=Keys)


def folder(of: str = "seats") -> Path:
    """Where seats are kept, or something else: one file each, which only its owner may read."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "summitbook" / of


def prepare(of: str = "seats") -> None:
    """Make the folder and look whether it can be written, before there is something to keep."""
    try:
        folder(of).mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=folder(of)):
            pass
    except OSError as error:
        where = f"{folder(of)}, where {of} are kept, cannot be written: {error.strerror}"
        raise Problem("FILE", f"{where}; name another folder in XDG_STATE_HOME") from None


def keep(seat: Seat) -> None:
    """Keep a player's seat with its token, beside others of the game that are kept here."""
    _keep(_seat_path(seat.game_id, seat.seat), seat)
    _forget_older(seat)


def keep_bots(seats: Iterable[Seat]) -> None:
    """Keep the seats of the bots that play here, so that they come back with the player."""
    for seat in seats:
        _keep(_path(seat.game_id, f".bot-{seat.seat}"), seat)


def keep_host(host: Host) -> None:
    """Keep what the host of a game needs to cancel it."""
    write(_path(host.game_id, ".host"), _KeptHost(host.token, host.claim.hex()))


def kept_host(client: Client, game_id: str) -> Host | None:
    """The host kept for this game, if it was made here."""
    found = read(_path(game_id, ".host"), _KeptHost)
    return client.host(game_id, found.token, bytes.fromhex(found.claim)) if found else None


def forget(seat: Seat) -> None:
    """Keep the seat no longer: it was left, and will be somebody else's."""
    _seat_path(seat.game_id, seat.seat).unlink(missing_ok=True)
    _forget_older(seat)


def _forget_older(seat: Seat) -> None:
    """Release 0.1.0 kept one seat of a game, in a file without the seat's number."""
    older = _path(seat.game_id)
    if (found := read(older, _Kept)) and found.seat == seat.seat:
        older.unlink()


def _keep(path: Path, seat: Seat) -> None:
    write(path, _Kept(seat.token, seat.claim.hex(), seat.seat))


def write(path: Path, kept: msgspec.Struct) -> None:
    """Write what is to be kept, for its owner alone, in place of an older one at once or not at all."""
    aside = path.with_suffix(f".{os.getpid()}.new")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.encode(kept))
    aside.replace(path)


def kept(client: Client, game_id: str) -> Seat | None:
    """The first seat kept of this game, if there is one."""
    return next(iter(kept_seats(client, game_id)), None)


def kept_seats(client: Client, game_id: str) -> list[Seat]:
    """The players' seats kept of this game, by their numbers."""
    return [_seat(client, game_id, each) for each in _players(game_id)]


def kept_numbers(game_id: str) -> list[int]:
    """The numbers of the players' seats kept of this game."""
    return [each.seat for each in _players(game_id)]


def _players(game_id: str) -> list[_Kept]:
    files = [_path(game_id), *folder().glob(f"{file_name(game_id)}.seat-*.json")]
    found = {each.seat: each for file in files if (each := read(file, _Kept))}
    return [found[number] for number in sorted(found)]


def kept_bots(client: Client, game_id: str) -> list[Seat]:
    """The seats of the bots that play this game from here."""
    return [_seat(client, game_id, each) for file in _bots(game_id) if (each := read(file, _Kept))]


def bots_play(game_id: str) -> bool:
    """Whether bots play this game from here."""
    return bool(_bots(game_id))


def _bots(game_id: str) -> list[Path]:
    return sorted(folder().glob(f"{file_name(game_id)}.bot-*.json"))


def _seat(client: Client, game_id: str, kept: _Kept) -> Seat:
    return client.seat(game_id, kept.seat, kept.token, bytes.fromhex(kept.claim))


def read(path: Path, kind: type[K]) -> K | None:
    """What was kept there, None where nothing was; raises Problem where it cannot be read."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=kind)
        bytes.fromhex(found.claim)
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        raise Problem("BAD_STATE", f"{path} cannot be read; delete it to go on without it") from None
    return found


def kept_ids(of: str = "seats") -> set[str]:
    """The ids of all games, or of what else, that something is kept of here."""
    return {path.name.partition(".")[0] for path in folder(of).glob("*.json")}


def file_name(game_id: str) -> str:
    """A game id is a UUID; whatever else was typed or sent must not lead out of a folder."""
    return "".join(char for char in game_id if char.isalnum() or char == "-")


def _seat_path(game_id: str, seat: int) -> Path:
    return _path(game_id, f".seat-{seat}")


def _path(game_id: str, whose: str = "") -> Path:
    return folder() / f"{file_name(game_id)}{whose}.json"
