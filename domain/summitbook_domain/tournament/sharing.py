"""
Rows and look-ups that share nearly all they have with the ones they grew from.

So a state stays as it was while the next one grows from it, and a step costs hardly more in
a long tournament than in a short one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar, overload

BITS = 5
WIDTH = 1 << BITS
"""So many items, or parts, stand together: no step copies more than that at each depth."""

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Row(Sequence[T]):
    """A row of items, as a tree all of whose items lie at one depth."""

    __slots__ = ("_depth", "_length", "_root")

    def __init__(self) -> None:
        self._root: tuple[Any, ...] = ()
        self._depth = self._length = 0

    @classmethod
    def of(cls, *items: T) -> Row[T]:
        """A row of these."""
        row: Row[T] = cls()
        for each in items:
            row = row.and_(each)
        return row

    def and_(self, item: T) -> Row[T]:
        """The row with one item more."""
        if self._length == WIDTH ** (self._depth + 1):
            return self._grown((self._root,), self._depth + 1, self._length, item)
        return self._grown(self._root, self._depth, self._length, item)

    def but(self, at: int, item: T) -> Row[T]:
        """The row with another item in this place."""
        if not 0 <= at < self._length:
            raise IndexError(at)
        return self._grown(self._root, self._depth, at, item)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        items: Any = self._root
        for _ in range(self._depth):
            items = chain.from_iterable(items)
        return iter(items)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(self._length)))
        place = at if at >= 0 else at + self._length
        if not 0 <= place < self._length:
            raise IndexError(at)
        node: Any = self._root
        for shift in range(BITS * self._depth, -1, -BITS):
            node = node[(place >> shift) & (WIDTH - 1)]
        return node  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and (self._length, self._root) == (other._length, other._root)

    __hash__ = None  # type: ignore[assignment]

    def _grown(self, root: tuple[Any, ...], depth: int, at: int, item: T) -> Row[T]:
        grown: Row[T] = Row()
        grown._root, grown._depth = _put(root, depth, at, item), depth
        grown._length = max(self._length, at + 1)
        return grown


def _put(node: tuple[Any, ...], depth: int, at: int, item: Any) -> tuple[Any, ...]:
    """The part with an item in this place of it, the last of all or behind it."""
    here = at >> BITS * depth
    if depth:
        below = node[here] if here < len(node) else ()
        item = _put(below, depth - 1, at & ((1 << BITS * depth) - 1), item)
    return (*node[:here], item, *node[here + 1 :])


class Index(Generic[K, T]):
    """
    A look-up by keys that come once, in tables of which each is larger than those behind it.

    Where what is added is as large as the last table, the two become one; so there are few,
    and each item has moved seldom.
    """

    __slots__ = ("_tables",)

    def __init__(self, tables: tuple[Mapping[K, T], ...] = ()) -> None:
        self._tables = tables

    def and_(self, items: Mapping[K, T]) -> Index[K, T]:
        """The look-up with these too."""
        tables = self._tables
        while tables and len(tables[-1]) <= len(items):
            items, tables = {**tables[-1], **items}, tables[:-1]
        return Index((*tables, items))

    def get(self, key: K) -> T | None:
        """What stands under the key; None where nothing does."""
        for table in self._tables:
            if key in table:
                return table[key]
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Index) and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def _all(self) -> dict[K, T]:
        return {key: value for table in self._tables for key, value in table.items()}
