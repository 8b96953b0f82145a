"""The page's files: the built bundle in `page/`, read once and sent from memory."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from .answer import Receive, Scope, Send, answer, header

FOLDER = Path(__file__).parent / "page"
HASHED = "assets"
"""In this folder of the bundle a file's name has its hash, so what has the name never changes."""
INDEX = "/index.html"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class File(NamedTuple):
    """One file as it is sent."""

    body: bytes
    packed: bytes
    """The body by gzip."""
    headers: tuple[tuple[bytes, bytes], ...]
    tag: bytes
    """Its ETag."""


class Page:
    """Answers GET and HEAD with the files of a folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = (path for path in sorted(folder.rglob("*")) if path.suffix in TYPES)
        self.files = {f"/{path.relative_to(folder).as_posix()}": _read(path, folder) for path in found}

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Send what was asked for, or 404."""
        file = self._file(scope["path"]) if scope["method"] in {"GET", "HEAD"} else None
        if file is None:
            await answer(send, 404, "There is no such file, and no such call.")
        elif header(scope, b"if-none-match") == file.tag:
            await answer(send, 304, b"", file.headers)
        elif b"gzip" in header(scope, b"accept-encoding"):
            await answer(send, 200, file.packed, (*file.headers, (b"content-encoding", b"gzip")))
        else:
            await answer(send, 200, file.body, file.headers)

    def _file(self, path: str) -> File | None:
        """The file of this name; a path without an extension is a place within the page."""
        return self.files.get(path) or (None if PurePosixPath(path).suffix else self.files[INDEX])


def _read(path: Path, folder: Path) -> File:
    body = path.read_bytes()
    tag = f'"{sha256(body).hexdigest()[:32]}"'.encode()
    forever = path.relative_to(folder).parts[0] == HASHED
    cache = b"public, max-age=31536000, immutable" if forever else b"no-cache"
    headers: list[Any] = [(b"content-type", TYPES[path.suffix].encode()), (b"cache-control", cache)]
    headers += [(b"etag", tag), (b"vary", b"accept-encoding")]
    return File(body, gzip.compress(body, mtime=0), tuple(headers), tag)
