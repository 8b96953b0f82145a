"""`summitbook replay`: recorded games."""
