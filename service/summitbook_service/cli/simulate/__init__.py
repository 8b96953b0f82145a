"""`summitbook simulate`: many games through the rules alone, and what came of them."""

from .command import simulate

__all__ = ["simulate"]
