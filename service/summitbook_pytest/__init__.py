"""Recorded games as tests: a pytest plugin. See docs/testing.md."""
