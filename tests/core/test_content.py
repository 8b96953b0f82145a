"""Content files: what loads, and that every error names the file, the key and the reason."""

from pathlib import Path

import msgspec
import pytest

from summitbook_domain import canonical
from summitbook_domain.content import LARGEST, BadContent, Content, check, load

GOOD = """
game = "toy"
edition = "wood"
min_seats = 1
max_seats = 2
tiles = [{ name = "a", count = 3 }, { name = "b" }]
"""


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile and how often it is there."""

    name: str
    count: int = 1


class Box(Content, frozen=True):
    """A box of tiles."""

    tiles: tuple[Tile, ...]

    def problems(self) -> list[str]:
        """Of its own: there must be tiles."""
        return [*super().problems(), *([] if self.tiles else ["tiles: must not be empty"])]


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "box.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_good_file_loads(tmp_path):
    """Content is typed; its plain data and the hash of that are kept."""
    edition = load(written(tmp_path, GOOD), Box)

    assert edition.content.tiles == (Tile("a", 3), Tile("b", 1))
    assert edition.data["tiles"] == [{"name": "a", "count": 3}, {"name": "b"}]
    assert edition.sha256 == canonical.sha256_of(edition.data)


def test_the_hash_is_of_the_data_not_of_the_file(tmp_path):
    """Comments, order and spaces are the file's own business."""
    first = load(written(tmp_path, GOOD), Box)
    second = load(written(tmp_path, "# a comment\n" + "\n".join(reversed(GOOD.splitlines()))), Box)

    assert first == second


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        (b"\xff\xfe", "file", "utf-8"),
        ("game = ", "file", "Invalid value"),
        ("game = 'toy'\ngame = 'toy'", "file", "overwrite"),
        ("# nothing", "tiles", "is missing"),
        (GOOD.replace("edition", "# edition"), "edition", "is missing"),
        (GOOD + "colour = 'red'", "colour", "is not known here; there are: "),
        (GOOD.replace("min_seats = 1", "min_seats = 'one'"), "min_seats", "must be a whole number"),
        (GOOD.replace("min_seats = 1", "min_seats = true"), "min_seats", "must be a whole number"),
        (GOOD.replace("count = 3", "count = 'x'"), "tiles[0].count", "must be a whole number"),
        (GOOD.replace('name = "a", ', ""), "tiles[0].name", "is missing"),
        (GOOD.replace("count = 3", "count = 3.0"), "tiles[0].count", "float"),
        (GOOD.replace("count = 3", "count = 2026-01-01"), "tiles[0].count", "date"),
        (GOOD.replace("count = 3", f"count = {2**53}"), "tiles[0].count", "53 bits"),
        (GOOD.replace("count", '"cöunt"'), "tiles[0]", "ASCII"),
        (GOOD.replace("min_seats = 1", "min_seats = 0"), "min_seats", "from 1 to max_seats"),
        (GOOD.replace("min_seats = 1", "min_seats = 3"), "min_seats", "from 1 to max_seats"),
        (GOOD.replace("tiles = [", "tiles = [] # "), "tiles", "must not be empty"),
        (GOOD.replace('"b"', f'"{"b" * LARGEST}"'), "file", f"holds more than {LARGEST} bytes"),
    ],
    ids=[
        "not text", "not TOML", "a key twice", "empty", "a key missing", "a key too many",
        "a word for a number", "a flag for a number", "deep wrong type", "deep missing key", "a float",
        "a date", "54 bits", "a key beyond ASCII", "no seats", "seats crossed", "its own problem",
        "too large",
    ],
)  # fmt: skip
def test_a_bad_file_is_told_by_name_key_and_reason(tmp_path, text, key, reason):
    """A file that cannot be played is BAD_CONTENT, in a sentence that says where to mend it."""
    with pytest.raises(BadContent) as bad:
        load(written(tmp_path, text), Box)

    assert bad.value.code == "BAD_CONTENT"
    assert str(bad.value).startswith(f"box.toml: {key}: ")
    assert reason in str(bad.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    """A missing file, or a folder in its place, is bad content too, and nothing else is raised."""
    (tmp_path / "folder.toml").mkdir()

    for name, reason in (("missing.toml", "No such file"), ("folder.toml", "Is a directory")):
        with pytest.raises(BadContent, match=reason) as bad:
            load(tmp_path / name, Box)
        assert str(bad.value).startswith(f"{name}: file: ")


def test_a_file_nested_out_of_all_reason_is_told(tmp_path):
    """However deep a file or a log's content is nested, it is bad content and nothing worse."""
    deep: list = []
    for _ in range(100_000):
        deep = [deep]

    with pytest.raises(BadContent):
        load(written(tmp_path, f"tiles = {'[' * 5000}{']' * 5000}"), Box)
    with pytest.raises(BadContent, match="nested more than 64 deep"):
        check({"tiles": deep}, Box, "a log")
