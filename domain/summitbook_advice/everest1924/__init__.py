"""Everest 1924 solved: the best expected score from every position of a sheet. See docs/advice.md."""
