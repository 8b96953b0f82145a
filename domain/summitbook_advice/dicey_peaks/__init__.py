"""Dicey Peaks: the odds of a turn, and from them the chance to win. See docs/advice.md."""
