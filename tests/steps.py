"""What something costs, counted and not timed: steps of the interpreter, and what was copied."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from summitbook_domain.tournament.sharing import Index, Row


def steps(action: Callable[[], object]) -> int:
    """How many instructions of Python an action takes, in all that it calls."""
    count = 0

    def count_one(frame: Any, event: str, arg: object) -> Any:
        nonlocal count
        count += event == "opcode"
        return count_one

    def begin(frame: Any, event: str, arg: object) -> Any:
        frame.f_trace_opcodes = True
        return count_one

    before = sys.gettrace()
    sys.settrace(begin)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def copied(before: object, after: object) -> int:
    """How many places there are in what the later state does not share with the one before."""
    old = {id(each) for each in _within(before)}
    return sum(len(each) for each in _within(after) if id(each) not in old)


def _within(value: object) -> Iterator[Any]:
    """Everything that holds something, from the state down."""
    waiting, seen = [value], set()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, msgspec.Struct):
            waiting += [getattr(each, name) for name in each.__struct_fields__]
        elif isinstance(each, Row):
            waiting.append(each._root)
        elif isinstance(each, Index):
            waiting.append(each._tables)
        elif isinstance(each, (tuple, dict)):
            waiting += each.values() if isinstance(each, dict) else each
            yield each
