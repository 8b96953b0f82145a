"""`summitbook tournament`: running tournaments, playing in them, and checking what was played."""
