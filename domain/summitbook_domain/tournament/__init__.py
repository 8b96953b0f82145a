"""Tournaments: an aggregate with a recorded, chained log of its own. See docs/tournaments.md."""
