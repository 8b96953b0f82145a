"""
Strategies for any value of a type of the domain, made from what the type says of itself.

    @given(anything(Ascended))
"""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from summitbook_domain.canonical import LARGEST
from summitbook_domain.game import Game
from summitbook_domain.record import Hash
from summitbook_domain.table.commands import CreateGame
from summitbook_domain.table.events import GameCreated

LARGEST_ON_THE_WIRE = 2**31 - 1
HASH = inspect.type_info(Hash)


def anything(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any value of a Struct type; a field with a default is sometimes left to it."""
    return _any(inspect.type_info(kind))


def made(kind: type[GameCreated | CreateGame], game: Game[Any, Any, Any]) -> st.SearchStrategy[Any]:
    """Any GameCreated or CreateGame of this game, which has this game's options."""
    options = anything(game.options).map(msgspec.to_builtins)
    named = {"game": st.just(game.name), "rules": st.just(game.rules), "options": options}
    return _struct(inspect.type_info(kind), named)


def of_table(kind: type[msgspec.Struct], game: Game[Any, Any, Any]) -> st.SearchStrategy[Any]:
    """Any value of one of the table's types, as it may be met in this game."""
    return made(kind, game) if kind in (GameCreated, CreateGame) else anything(kind)


def _any(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata():
            return _any(kind.type)
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            least = max(-LARGEST_ON_THE_WIRE - 1, -LARGEST if kind.ge is None else kind.ge)
            return st.integers(least, min(LARGEST_ON_THE_WIRE, LARGEST if kind.le is None else kind.le))
        case inspect.StrType():
            return _text(kind)
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.NoneType():
            return st.none()
        case inspect.UnionType():
            return st.one_of([_any(each) for each in kind.types])
        case inspect.VarTupleType():
            return st.lists(_any(kind.item_type), max_size=8).map(tuple)
        case inspect.DictType():
            return _data()
        case inspect.StructType():
            return _struct(kind, {})
    raise TypeError(f"no strategy for {kind}")


def _struct(kind: inspect.StructType, given: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    fields = {each.name: _any(each.type) for each in kind.fields} | given
    required = {each.name: fields[each.name] for each in kind.fields if each.required}
    optional = {name: strategy for name, strategy in fields.items() if name not in required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda values: kind.cls(**values))


def _text(kind: inspect.StrType) -> st.SearchStrategy[str]:
    least, most = kind.min_length or 0, kind.max_length
    if kind == HASH:
        return st.binary(min_size=32, max_size=32).map(bytes.hex)  # as the pattern says, but sooner
    if kind.pattern is None:
        return st.text(min_size=least, max_size=most)
    return st.from_regex(kind.pattern).filter(lambda text: least <= len(text) <= (most or len(text)))


def _data() -> st.SearchStrategy[dict[str, Any]]:
    """Data of a content file: objects with ASCII keys, lists, text, flags and whole numbers."""
    keys = st.text(st.characters(max_codepoint=126), max_size=8)
    leaves = st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(max_size=8)
    values = st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4)
    )
    return st.dictionaries(keys, values, max_size=4)
