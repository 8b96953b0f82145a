"""Everest 1924 under a second edition of its rules, made as docs/editions.md says: a tent is worth 7."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from expeditions import EVEREST
from msgspec.structs import replace

from summitbook_domain.everest1924 import rules
from summitbook_domain.games import GAMES


def _copied() -> ModuleType:
    """The module `rules_2.py`: a copy of `rules.py` with one constant changed."""
    source = Path(rules.__file__).read_text(encoding="utf-8")
    changed = source.replace("(5 * camps if summit else 0)", "(7 * camps if summit else 0)")
    if changed == source:
        raise AssertionError("rules.py counts the tents in another way now; change the constant there is")
    module = ModuleType("summitbook_domain.everest1924.rules_2")
    module.__package__ = rules.__package__
    exec(compile(changed, "rules_2.py", "exec"), module.__dict__)
    return module


_RULES_2 = _copied()
SECOND = replace(
    EVEREST,
    rules=2,
    decide=_RULES_2.decide,
    time_out=_RULES_2.nothing_follows,
    retire=_RULES_2.nothing_follows,
    redraw=_RULES_2.redraw,
)
BOTH = {**GAMES, ("everest1924", 2): SECOND}
"""The registry once edition 2 has come out."""
