"""The file of a backup: what is written is read back, and nothing that is not so."""

import gzip
import json
import stat
from uuid import UUID

import pytest

from summitbook_service.backup.file import EDITION, BadBackup, Heading, Reading, Writing
from summitbook_service.store import Row

STREAM = UUID("928f0218-8b68-4fb3-8188-53138e4ae6ab")
ROWS = [
    Row(STREAM, 1, "Told", '{"name":"Sandy\u2028 ⛰"}'.encode()),
    Row(STREAM, 2, "Gipfel ⛰ '; --", bytes(range(256))),
    Row(UUID(int=0), 7, "", b""),
]


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "a.backup.gz"
    with Writing(path, Heading(EDITION, 1, "0.1.0", "2026-11-30T00:00:00.000000Z")) as file:
        file.add(ROWS[:1])
        file.add(ROWS[1:])
        file.end()
    return path


def rows(path):
    return [row for batch in Reading(path) for row in batch]


def test_every_row_is_read_back(written):
    """Rows come back in their order, byte for byte, text or not, and the heading with them."""
    assert rows(written) == ROWS
    assert Reading(written).heading.release == "0.1.0"


def test_it_is_for_its_owner_alone(written):
    """Private games are in it, so no one else on the computer may read it."""
    assert stat.S_IMODE(written.stat().st_mode) == 0o600


def test_any_tool_can_read_it(written):
    """It is lines of JSON, compressed by gzip, and a record stands in it as it was written."""
    first, row, *_ = map(json.loads, gzip.decompress(written.read_bytes()).splitlines())
    assert first["summitbook_backup"] == EDITION
    assert row == {"stream": str(STREAM), "n": 1, "topic": "Told", "line": ROWS[0].line.decode()}


def test_a_backup_without_rows_is_one(tmp_path):
    """An empty store has a backup too."""
    path = tmp_path / "a.backup.gz"
    with Writing(path, Heading(EDITION, 1, "0.1.0", "")) as file:
        file.end()
    assert rows(path) == []


def test_a_changed_byte_is_noticed(written):
    """Whichever byte of the text is changed, and if it is still JSON, reading says so."""
    text = gzip.decompress(written.read_bytes())
    for at in range(0, len(text), 7):
        changed = bytearray(text)
        changed[at] ^= 1
        written.write_bytes(gzip.compress(bytes(changed), 1))
        with pytest.raises(BadBackup):
            rows(written)


def test_a_cut_file_is_noticed(written):
    """A backup that breaks off, wherever, in the compressed bytes or between two lines, is none."""
    whole, lines = written.read_bytes(), gzip.decompress(written.read_bytes()).splitlines(keepends=True)
    cut = [whole[:at] for at in range(len(whole))]
    cut += [gzip.compress(b"".join(lines[:count])) for count in range(len(lines))]
    cut += [gzip.compress(b"".join(lines[:k] + lines[k + 1 :])) for k in range(len(lines))]
    for each in cut:
        written.write_bytes(each)
        with pytest.raises(BadBackup):
            rows(written)


@pytest.mark.parametrize(
    "content",
    [b"", b"not a backup", gzip.compress(b""), gzip.compress(b"{}\n"), b"\x1f\x8b"],
    ids=["empty", "text", "empty within", "no backup within", "two bytes"],
)
def test_what_is_no_backup_is_told(tmp_path, content):
    """Any other file is BadBackup."""
    path = tmp_path / "a.backup.gz"
    path.write_bytes(content)
    with pytest.raises(BadBackup):
        rows(path)


def test_a_later_way_to_write_is_told(tmp_path):
    """A file of a later edition names the release that wrote it."""
    path = tmp_path / "a.backup.gz"
    with Writing(path, Heading(EDITION + 1, 1, "9.0.0", "")) as file:
        file.end()
    with pytest.raises(BadBackup, match=r"9\.0\.0"):
        Reading(path)
