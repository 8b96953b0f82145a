"""The options of a new game from what a person typed, checked by what the server says of the game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1.games_pb2 import Options

FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def options_of(info: pb.GameInfo, typed: Mapping[str, str]) -> Options:
    """The options by name as typed; raises ValueError with a sentence that says what there is to choose."""
    chosen = Options()
    if info.name not in Options.DESCRIPTOR.fields_by_name:
        raise ValueError(f"this client is too old to choose options of {info.title}")
    own = getattr(chosen, info.name)
    own.SetInParent()
    known = {option.name: option for option in info.options}
    for name, text in typed.items():
        if name not in known:
            raise ValueError(f"{info.title} has no option {name!r}; there are: {', '.join(known)}")
        setattr(own, name, _value(own.DESCRIPTOR.fields_by_name[name], known[name], text))
    return chosen


def values(option: pb.Option) -> str:
    """What an option may be, for a person."""
    match option.type:
        case pb.OPTION_TYPE_FLAG:
            return "true or false"
        case pb.OPTION_TYPE_WORD:
            return " or ".join(option.words)
        case _:
            return f"a whole number{_span(option)}"


def default(option: pb.Option) -> str:
    """What an option is where it is left out."""
    value = json.loads(option.default_value)
    return value if isinstance(value, str) else option.default_value


def _span(option: pb.Option) -> str:
    least = f" from {option.minimum}" if option.HasField("minimum") else ""
    return least + (f" to {option.maximum}" if option.HasField("maximum") else "")


def _value(field: FieldDescriptor, option: pb.Option, text: str) -> Any:
    """What the field takes; raises ValueError where the option does not take this."""
    if option.type == pb.OPTION_TYPE_FLAG and text.lower() in FLAGS:
        return FLAGS[text.lower()]
    if option.type == pb.OPTION_TYPE_WORD and text in option.words and field.enum_type:
        prefix = field.enum_type.values_by_number[0].name.removesuffix("UNSPECIFIED")
        return prefix + text.upper()
    if option.type == pb.OPTION_TYPE_INTEGER and (number := _number(option, text)) is not None:
        return number
    raise ValueError(f"the option {option.name} must be {values(option)}, not {text!r}")


def _number(option: pb.Option, text: str) -> int | None:
    if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) < len("-2147483648")):
        return None
    least = option.minimum if option.HasField("minimum") else None
    most = option.maximum if option.HasField("maximum") else None
    number = int(text)
    within = (least is None or least <= number) and (most is None or number <= most)
    return number if within else None
