"""
Writes docs/reference.md, every call and message of the protos beside this file, from their comments.

Run by `make proto`. What has no comment is told by one above it that names it too, or else by its type's.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet
from grpc_tools import protoc

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "reference.md"
SERVICES = tuple(f"summitbook/v1/{name}_service.proto" for name in ("game", "replay", "tournament"))
PACKAGE, MESSAGE, ENUM, SERVICE, PART = 2, 4, 5, 6, 2
"""Where a file has its package, messages, enums and services, and these their fields, values and calls."""
HEADS = {
    False: ("| number | value | what it is |", "|---|---|---|"),
    True: ("| number | field | type | what it is |", "|---|---|---|---|"),
}
TOP = """\
# API reference

Every call, message, field and value of the [protos](../proto/summitbook), by their comments; `make proto` makes this page.
[clients.md](clients.md) leads from nothing to a client, and [api.md](api.md) says how the calls behave.

Of what is *optional* one can tell whether it is set, and of the fields that are *one of* a group at most one is.
Anything else that is not set is 0, false, empty, or the first value of its enum.
What may be added, and what a client makes of it, is told in [newer and older](clients.md#newer-and-older).
"""  # noqa: E501 -- a sentence a line, as on the other pages


def page() -> str:
    """The page by the protos as they are."""
    names = [str(path.relative_to(HERE)) for path in sorted(HERE.glob("summitbook/**/*.proto"))]
    names.sort(key=lambda name: (name not in SERVICES, not name.startswith("summitbook/v1/"), name))
    with tempfile.TemporaryDirectory() as room:
        out = Path(room) / "set"
        options = [f"--proto_path={HERE}", "--include_source_info", f"--descriptor_set_out={out}"]
        if protoc.main(["protoc", *options, *names]):
            sys.exit("proto/reference.py: protoc refused the protos, see above")
        files = {file.name: file for file in FileDescriptorSet.FromString(out.read_bytes()).file}
    said = {name: text for file in files.values() for name, text in _comments(file)}
    chapters = [f"- [{_title(name)}](#{re.sub(r'[/.]', '', _title(name))})" for name in names]
    return "\n".join([TOP, *chapters, "", *(line for name in names for line in _chapter(files[name], said))])


def _comments(file: FileDescriptorProto) -> Iterator[tuple[str, str]]:
    """The full name of everything in a file, and its comment."""
    at = {tuple(place.path): place.leading_comments.strip("\n") for place in file.source_code_info.location}
    yield file.name, at[PACKAGE,]
    kinds: dict[int, Any] = {MESSAGE: file.message_type, ENUM: file.enum_type, SERVICE: file.service}
    for kind, declared in kinds.items():
        for i, each in enumerate(declared):
            yield f".{file.package}.{each.name}", at[kind, i]
            for j, part in enumerate(_parts(each)):
                yield f".{file.package}.{each.name}.{part.name}", at.get((kind, i, PART, j), "")


def _parts(each: Any) -> Any:
    """The fields of a message, the values of an enum, or the calls of a service."""
    return next(getattr(each, name) for name in ("field", "value", "method") if hasattr(each, name))


def _chapter(file: FileDescriptorProto, said: dict[str, str]) -> Iterator[str]:
    yield from (f"## {_title(file.name)}", "", _prose(said[file.name]), "")
    for service in file.service:
        yield from (f"### {service.name}", "", _prose(said[f".{file.package}.{service.name}"]), "")
        for call in service.method:
            asked = "stream of " * call.client_streaming + _type(call.input_type)
            answered = "stream of " * call.server_streaming + _type(call.output_type)
            told = _prose(said[f".{file.package}.{service.name}.{call.name}"])
            yield from (f"#### {service.name}.{call.name}", "", f"{asked} → {answered}", "", told, "")
    declared: tuple[Any, ...] = (*file.message_type, *file.enum_type)
    for each in declared:
        name = f".{file.package}.{each.name}"
        yield from (f"### {_short(name)}", "", _prose(said[name]), "")
        if parts := _parts(each):
            yield from HEADS[hasattr(each, "field")]
            names = [part.name for part in parts]
            yield from (_row(part, said, name, names[:i]) for i, part in enumerate(parts))
            yield ""


def _row(part: Any, said: dict[str, str], whole: str, before: list[str]) -> str:
    above = (said[f"{whole}.{name}"] for name in reversed(before))
    told = said[f"{whole}.{part.name}"] or next((text for text in above if _names(text, part.name)), "")
    if not isinstance(part, FieldDescriptorProto):
        return f"| {part.number} | `{part.name}` | {_line(told) or 'Not set.'} |"
    told = _line(told) or _line(said.get(part.type_name, "")).partition(". ")[0].removesuffix(".") + "."
    return f"| {part.number} | `{part.name}` | {_kind(part)} | {told} |"


def _names(comment: str, name: str) -> bool:
    """Whether a comment begins with this name among others, as `row and column are` does."""
    return name in re.findall(r"\w+", re.split(r"[^\w, ]", comment, maxsplit=1)[0])


def _kind(field: FieldDescriptorProto) -> str:
    """How often a field is there, and of which type."""
    kind = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    kind = _type(field.type_name) if field.type_name else kind
    if field.type_name.endswith("Entry"):
        return "map of string to string"
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {kind}"
    if field.proto3_optional:
        return f"optional {kind}"
    return f"one of: {kind}" if field.HasField("oneof_index") else kind


def _title(proto: str) -> str:
    return proto.removeprefix("summitbook/")


def _short(name: str) -> str:
    """A full name without what goes without saying: `Game`, `everest1924.v1.View`."""
    return name.removeprefix(".summitbook.").removeprefix("v1.")


def _type(name: str) -> str:
    """A type, as a link to where it is told."""
    return f"[{_short(name)}](#{_short(name).replace('.', '').lower()})"


def _line(comment: str) -> str:
    return _linked(" ".join(comment.split())).replace("|", "\\|")


def _prose(comment: str) -> str:
    """A comment as paragraphs; lines that are set in stay as they stand."""
    plain = re.sub(r"^ ", "", comment, flags=re.MULTILINE)
    return _linked(re.sub(r"^((?: {2,}.*\n?)+)", r"\n```text\n\1```\n\n", plain, flags=re.MULTILINE)).strip()


def _linked(text: str) -> str:
    """With a link for each page of docs/ that is named."""
    return re.sub(r"\bdocs/([\w/-]+\.md)", r"[\1](\1)", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
