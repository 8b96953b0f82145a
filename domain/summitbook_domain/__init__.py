"""
The rules of Summitbook's games, their chance, and their recorded logs.

Pure: the standard library and msgspec, no clock, no I/O but the content files
that ship in this package, no randomness but labelled draws from a seed.
"""
