"""The `summitbook` command: the outermost shell, which may import all the rest and does so late."""

from .main import main

__all__ = ["main"]
