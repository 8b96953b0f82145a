"""A drawing made of characters, each with its style."""

from __future__ import annotations

from rich.text import Text

HIDDEN = " "


class Canvas:
    """Characters by place; x grows to the right, y downwards, and neither is negative."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write from (x, y) to the right, over whatever was there."""
        for step, char in enumerate(text):
            self._drawn[x + step, y] = (char, style)

    def block(self, x: int, y: int, lines: list[Text]) -> None:
        """Write lines of styled text under each other, the first at (x, y)."""
        for down, line in enumerate(lines):
            for step, char in enumerate(line.plain):
                style = next((str(span.style) for span in line.spans if span.start <= step < span.end), "")
                self.put(x + step, y + down, char, style)

    def at(self, x: int, y: int) -> str:
        """The character there, a space where nothing is drawn."""
        return self._drawn.get((x, y), (HIDDEN, ""))[0]

    def text(self) -> Text:
        """The whole drawing, without blanks at the ends of lines."""
        lines = []
        for y in range(max((y for _, y in self._drawn), default=-1) + 1):
            end = max((x for x, row in self._drawn if row == y), default=-1) + 1
            lines.append(Text.assemble(*(self._drawn.get((x, y), (HIDDEN, "")) for x in range(end))))
        return Text("\n", no_wrap=True, overflow="crop").join(lines)
