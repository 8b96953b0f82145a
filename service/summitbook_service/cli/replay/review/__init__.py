"""`summitbook replay review`: what each choice in a game cost, as a table, as JSON, and as a page."""

from .command import review

__all__ = ["review"]
