"""Numbers of things, in words."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "") -> str:
    """So many of them: `1 game`, `1,200 games`; `many` where it is not just `one` with an s."""
    return f"{count:,} {one if abs(count) == 1 else many or f'{one}s'}"
