"""Where plain data is not of its type, and what is wanted there, in words for whoever wrote the data."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect


class Fault(NamedTuple):
    """The path to what is wrong, empty for the whole, and what it must be, as in `must be true or false`."""

    path: str
    wanted: str


def fault(data: Any, kind: Any, path: str = "") -> Fault:
    """The innermost part of the data that is not of its type, for data that msgspec refuses."""
    core = _core(kind)
    if _is_struct(core) and isinstance(data, dict) and (found := _wrong_keys(data, core, path)):
        return found
    for where, part, its_kind in _parts(data, core, path):
        if _refused(part, its_kind):
            return fault(part, its_kind, where)
    return Fault(path, f"must be {_words(inspect.type_info(kind))}")


def _core(kind: Any) -> Any:
    """The type without what is said about it, and without the other ways to leave it out."""
    if get_origin(kind) is Annotated:
        return _core(get_args(kind)[0])
    if get_origin(kind) in {Union, types.UnionType}:
        return _core(next(each for each in get_args(kind) if each not in {type(None), msgspec.UnsetType}))
    return kind


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _wrong_keys(data: dict[str, Any], kind: type[msgspec.Struct], path: str) -> Fault | None:
    fields = {field.name: field.required for field in msgspec.structs.fields(kind)}
    for key in data:
        if key not in fields:
            return Fault(_joined(path, str(key)), f"is not known here; there are: {', '.join(fields)}")
    for name, required in fields.items():
        if required and name not in data:
            return Fault(_joined(path, name), "is missing")
    return None


def _parts(data: Any, kind: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Each part of the data with its path and its type."""
    if isinstance(data, dict) and _is_struct(kind):
        hints = get_type_hints(kind, include_extras=True)
        yield from ((_joined(path, name), part, hints[name]) for name, part in data.items())
    elif isinstance(data, dict) and get_origin(kind) is dict:
        yield from ((_joined(path, str(key)), part, get_args(kind)[1]) for key, part in data.items())
    elif isinstance(data, list) and get_origin(kind) is tuple:
        yield from ((f"{path}[{n}]", part, get_args(kind)[0]) for n, part in enumerate(data))


def _refused(data: Any, kind: Any) -> bool:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return True
    return False


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(inner):
            return _words(inner)
        case inspect.UnionType(kinds):
            return " or ".join(_words(each) for each in kinds if not isinstance(each, inspect.NoneType))
        case inspect.LiteralType(values) if len(values) == 1:
            return str(values[0])
        case inspect.LiteralType(values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"a whole number{_span(kind.ge, kind.le)}"
        case inspect.StrType():
            return _text(kind)
        case inspect.VarTupleType():
            return "a list"
        case _:
            return "a table"


def _span(least: float | None, most: float | None) -> str:
    if least is None or most is None:
        return "" if least is None else f", {least} or more"
    return f" from {least} to {most}"


def _text(kind: inspect.StrType) -> str:
    if kind.min_length is not None and kind.max_length is not None:
        return f"text of {kind.min_length} to {kind.max_length} characters"
    of_hex = kind.pattern is not None and "0-9a-f" in kind.pattern
    most = "" if kind.max_length is None else f" of at most {kind.max_length} characters"
    return f"{'lower-case hex digits' if of_hex else 'text'}{most}"
