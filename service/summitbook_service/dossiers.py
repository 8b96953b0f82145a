"""
A dossier as one archive: written file by file, and read file by file.

Nothing of the time or the machine goes in, so that the same tournament gives the same
bytes wherever the same zlib packs them.
"""

from __future__ import annotations

import shutil
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from summitbook_domain import canonical
from summitbook_domain.dossier.files import (
    FIXED,
    KEYS,
    LOG,
    STANDINGS_CSV,
    STANDINGS_JSON,
    game_file,
    is_game_file,
    keys_json,
    standings_csv,
    standings_json,
)
from summitbook_domain.replay.tail import Seal, tail_of
from summitbook_domain.tournament.state import Tournament

LARGEST = 2**32
"""Bytes that all files of an archive may have once they are unpacked."""
LARGEST_FIXED = 2**28
"""Bytes of a file that is no game's, since such a one is read whole."""
LARGEST_GAME = 2**26
"""Bytes of a game's file: more than its records may ever come to, and one line of it is read whole."""
SHORT = 2**20
"""Bytes of a game up to which it is held while it is audited; a longer one is put aside on disk."""
MOST_FILES = 100_000
_HEADER, _NAME_AND_EXTRA, _LENGTHS = 30, 26, struct.Struct("<HH")
"""Before each file of a zip archive stands so much, and there it tells how long its name and extras are."""
_DESCRIBED, _DESCRIPTOR = 1 << 3, 16
"""Where a file was sent before its length was known, so many bytes behind it tell that."""
Mark = tuple[int, int, int]
"""By which an archive is known again: inode, size, time of its last change."""
UNIX = 3
READABLE = 0o644 << 16

_BROKEN = BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, OverflowError
"""What reading an archive raises that is cut short, garbage, encrypted or packed in another way."""


class BadArchive(Exception):
    """What was read is no archive that could be a dossier."""


class DossierWriter:
    """Takes the sealed logs of a tournament that is closed, and adds what follows from them."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        """`write` takes the next bytes of the archive."""
        self._zip = ZipFile(_Forward(write), "w", ZIP_DEFLATED)
        self._keys: set[str] = set()

    def log(self, lines: bytes) -> None:
        """The tournament's log with its seal; it comes first."""
        self._add_log(LOG, lines)

    def game(self, game_id: str, lines: bytes) -> None:
        """A game's log with its reveal and its seal; they come in the order in which they were made."""
        self._add_log(game_file(game_id), lines)

    def end(self, state: Tournament) -> None:
        """Whose seals these are, and the standings."""
        self._add(KEYS, keys_json(self._keys))
        self._add(STANDINGS_JSON, standings_json(state))
        self._add(STANDINGS_CSV, standings_csv(state))
        self._zip.close()

    def _add_log(self, name: str, lines: bytes) -> None:
        last = lines.removesuffix(b"\n").rpartition(b"\n")[2]
        seal = tail_of(canonical.decode(last))
        if not isinstance(seal, Seal):
            raise TypeError(f"{name} has no seal")
        self._keys.add(seal.key)
        self._add(name, lines)

    def _add(self, name: str, content: bytes) -> None:
        about = ZipInfo(name)
        about.create_system, about.external_attr, about.compress_type = UNIX, READABLE, ZIP_DEFLATED
        self._zip.writestr(about, content)


class _Forward:
    """A file that nobody can go back in, so that an archive is the same whether it is sent or stored."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write

    def write(self, data: bytes, /) -> int:
        self._write(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Whoever takes the bytes knows when there are no more."""


class Member(NamedTuple):
    """A file of an archive, for whichever process reads it; `mark` is how the archive was when opened."""

    archive: Path
    mark: Mark
    name: str
    size: int


class Opened:
    """
    The files of an archive that could be a dossier, read as they are needed.

    `names` are those of all its files; `size` is how many bytes its games have.
    """

    def __init__(self, path: Path, archive: ZipFile) -> None:
        about = archive.infolist()
        self.names = tuple(each.filename for each in about)
        self.size = sum(each.file_size for each in about if is_game_file(each.filename))
        self._path = path
        self._mark = _mark(path)
        self._archive = archive

    def read(self, name: str) -> bytes:
        """All of a file; raises BadArchive."""
        with _whole():
            return self._archive.read(name)

    def member(self, name: str) -> Member:
        """A file to be read elsewhere."""
        return Member(self._path, self._mark, name, self._archive.getinfo(name).file_size)


@contextmanager
def unpacked(file: Path) -> Iterator[Opened]:
    """The files of a dossier, for as long as they are needed; raises BadArchive or OSError."""
    with file.open("rb") as opened:
        with _whole():
            archive = ZipFile(opened)
            _check_size(archive.infolist())
            _check_whole(opened, archive)
        with archive:
            yield Opened(file, archive)


@contextmanager
def reading(member: Member) -> Iterator[IO[bytes]]:
    """A file of an archive, a long one put aside on disk; raises BadArchive."""
    with SpooledTemporaryFile(SHORT) as file:
        with _whole(), _archive(member.archive, member.mark).open(member.name) as packed:
            shutil.copyfileobj(packed, file)
        yield file


@lru_cache(maxsize=1)
def _archive(path: Path, mark: Mark) -> ZipFile:
    """The archive again, in another process; it must be the one that was looked through."""
    archive = ZipFile(path)
    if _mark(path) != mark:
        raise BadArchive("it was changed while it was read")
    return archive


def _mark(path: Path) -> Mark:
    about = path.stat()
    return about.st_ino, about.st_size, about.st_mtime_ns


@contextmanager
def _whole() -> Iterator[None]:
    """What an archive can have wrong is BadArchive, wherever it is found."""
    try:
        yield
    except _BROKEN as error:
        raise BadArchive(f"no archive, or one that is damaged: {error}") from None


def _check_size(about: Sequence[ZipInfo]) -> None:
    """No more is ever unpacked of a file than the archive says of it."""
    fixed = max((each.file_size for each in about if each.filename in FIXED), default=0)
    game = max((each.file_size for each in about if is_game_file(each.filename)), default=0)
    whole = sum(each.file_size for each in about)
    if len(about) > MOST_FILES or whole > LARGEST or fixed > LARGEST_FIXED or game > LARGEST_GAME:
        raise BadArchive("it would unpack to more than any dossier has")


def _check_whole(opened: IO[bytes], archive: ZipFile) -> None:
    """
    Nothing stands beside the files that the list at the archive's end names.

    Whoever reads an archive from its beginning, and not by that list, would find it.
    """
    end = 0
    for each in sorted(archive.infolist(), key=lambda each: each.header_offset):
        if each.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise BadArchive(f"{each.filename} is packed in another way than deflated")
        if each.header_offset != end:
            raise BadArchive(f"something that is not in its list stands before {each.filename}")
        opened.seek(end + _NAME_AND_EXTRA)
        before = _HEADER + sum(_LENGTHS.unpack(opened.read(_LENGTHS.size)))
        end += before + each.compress_size + (_DESCRIPTOR if each.flag_bits & _DESCRIBED else 0)
    if end != archive.start_dir or archive.comment:
        raise BadArchive("something that is not in its list stands behind its files")
