"""Clients of a Summitbook service: they hold no rules."""
