"""
The game sheet as a drawing: rows on a slope, and the route through them.

    10         ·   ·   ·   ·      The route is drawn from square to square: up `─╯ ╭─`, along `───`,
     8     ╭─■───■   ·   ·        down `─╮ ╰─`. A camp's long line has a line of text to itself.
     6   ■─╯   ·   ·   ·
"""

from __future__ import annotations

from itertools import pairwise

from summitbook.everest1924.v1 import everest1924_pb2 as pb

from ...canvas import Canvas

Square = tuple[int, int]
"""A square as (row, column)."""

PITCH = 4
LABEL = 7
FREE, MARKED, CAMP, CLIMBER = "·", "■", "▲", "◉"
ROUTE = "cyan"


class Sheet:
    """Where everything on the sheet is drawn."""

    def __init__(self, view: pb.View) -> None:
        self.canvas = Canvas()
        self._view = view
        route = list(pairwise((mark.row, mark.column) for mark in view.route))
        self._lines = set(route)
        self._camp_lines = [(start, to) for start, to in route if to[0] > start[0] and to[1] <= start[1]]
        self._ys = self._stack({row for _, (row, _) in self._camp_lines})

    def _stack(self, camped: set[int]) -> list[int]:
        """The y of each row; below a row with a camp's long line there is room for that line."""
        ys, y = [], 0
        for row in reversed(range(len(self._view.rows))):
            ys.append(y)
            y += 2 if row in camped else 1
        return ys[::-1]

    def x(self, column: int) -> int:
        """Where a column is drawn."""
        return LABEL + PITCH * (column - min(row.first for row in self._view.rows))

    def y(self, row: int) -> int:
        """Where a row is drawn."""
        return self._ys[row]

    @property
    def height(self) -> int:
        """How many lines the sheet takes."""
        return self.y(0) + 1

    def sky(self, line: int) -> int:
        """How many characters stay free on the left of a line, counted from the top."""
        return min((self.x(row.first) - LABEL for row, y in self._rows() if y <= line), default=0)

    def valley(self, height: int) -> int:
        """From which x on the lowest lines stay free."""
        return max(self._end(row) for row, y in self._rows() if y >= self.height - height)

    def _rows(self) -> list[tuple[pb.SheetRow, int]]:
        return list(zip(self._view.rows, self._ys, strict=True))

    def _end(self, row: pb.SheetRow) -> int:
        return self.x(row.first + row.squares - 1) + (7 if row.extra_die else 2)

    def draw(self) -> Canvas:
        """Rows first, then the route's lines, then what stands on the squares."""
        for row, y in self._rows():
            self._row(row, y)
        for start, to in self._lines:
            self._line(start, to)
        for start, to in self._camp_lines:
            self._camp_line(start, to)
        self._marks()
        return self.canvas

    def _row(self, row: pb.SheetRow, y: int) -> None:
        start = self.x(row.first)
        style = "bold blue" if row.extra_die else "bold"
        self.canvas.put(start - LABEL, y, f"{row.target or 'base':>4}", style)
        for column in range(row.first, row.first + row.squares):
            self.canvas.put(self.x(column), y, FREE, "dim")
        if row.extra_die:
            self.canvas.put(self._end(row) - 5, y, "+die", "blue")

    def _line(self, start: Square, to: Square) -> None:
        if start[0] == to[0]:
            self.canvas.put(self.x(start[1]) + 1, self.y(start[0]), "─" * (PITCH - 1), ROUTE)
        elif to[1] > start[1]:
            self._slope(start, to)

    def _slope(self, start: Square, to: Square) -> None:
        """One row up or down, and one column to the right."""
        left, right = self.x(start[1]), self.x(to[1])
        turn = left + self._bend(start, to)
        out, back = "╯╭" if to[0] > start[0] else "╮╰"
        self.canvas.put(left + 1, self.y(start[0]), "─" * (turn - left - 1) + out, ROUTE)
        self.canvas.put(turn, self.y(to[0]), back + "─" * (right - turn - 1), ROUTE)
        upper, lower = sorted((self.y(start[0]), self.y(to[0])))
        for y in range(upper + 1, lower):
            self.canvas.put(turn, y, "│", ROUTE)

    def _bend(self, start: Square, to: Square) -> int:
        """How far right of its start a slope turns: slopes side by side keep clear of each other."""
        column, step = start[1], to[0] - start[0]
        outer = ((start[0] + step, column), (to[0] + step, column + 1)) in self._lines
        inner = ((start[0] - step, column), (to[0] - step, column + 1)) in self._lines
        return PITCH // 2 + outer - inner

    def _camp_line(self, start: Square, to: Square) -> None:
        """Up and to the left; a slope that falls from the camp itself branches off below it."""
        left, right, y = self.x(to[1]), self.x(start[1]), self.y(to[0]) + 1
        branch = next((x for x in range(left + 1, right) if self.canvas.at(x, y) == "│"), None)
        self.canvas.put(left, y, "╰" + "─" * (right - left - 1) + "╮" if left < right else "│", ROUTE)
        if branch is not None:
            self.canvas.put(branch, y, "┬", ROUTE)
            self.canvas.put(left + 1, y - 1, " " * (branch - left))

    def _marks(self) -> None:
        for mark in self._view.route:
            glyph, style = (CAMP, "bold green") if mark.camp else (MARKED, ROUTE)
            self.canvas.put(self.x(mark.column), self.y(mark.row), glyph, style)
        if self._view.route:
            self.canvas.put(self.x(self._view.column), self.y(self._view.row), CLIMBER, "bold yellow")
