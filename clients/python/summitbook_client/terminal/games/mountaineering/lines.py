"""Lines made of pieces that are not broken; what is too long goes on in the next line, set in a little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

INDENT = "    "

Line = tuple[Text, ...]
"""The pieces of a line, each with the space in front of it that it wants."""


def line(*pieces: str | tuple[str, str]) -> Line:
    """A line of plain pieces, or of ones with their style."""
    return tuple(Text(piece) if isinstance(piece, str) else Text(*piece) for piece in pieces)


def wrapped(lines: Iterable[Line], width: int) -> list[Text]:
    """All lines, none wider than this unless a piece alone is."""
    return [part for each in lines for part in _wrap(each, width)]


def _wrap(pieces: Line, width: int) -> Iterator[Text]:
    text = Text()
    for piece in pieces:
        if text and text.cell_len + piece.cell_len > width:
            yield _bare(text)
            text = Text(INDENT)
        text.append_text(piece)
    yield _bare(text)


def _bare(text: Text) -> Text:
    """Without blanks at its end."""
    text.rstrip()
    return text
