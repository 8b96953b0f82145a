"""docs/reference.md is what the protos give, and says something of everything that is in them."""

import re
from importlib import import_module, util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
PROTOS = sorted(str(path.relative_to(ROOT / "proto")) for path in (ROOT / "proto").rglob("*.proto"))
FILES = [import_module(f"{name.removesuffix('.proto').replace('/', '.')}_pb2").DESCRIPTOR for name in PROTOS]


@pytest.fixture(scope="module")
def reference():
    """The script that makes the page."""
    spec = util.spec_from_file_location("reference", ROOT / "proto" / "reference.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def part(heading):
    """What stands under a heading."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def rows(text):
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        for row in text.splitlines()
        if "| `" in row
    ]


def heading_of(descriptor):
    return descriptor.full_name.removeprefix("summitbook.").removeprefix("v1.")


MESSAGES = [each for file in FILES for each in file.message_types_by_name.values()]
ENUMS = [each for file in FILES for each in file.enum_types_by_name.values()]


def test_the_page_is_what_the_protos_give(reference):
    """Whoever changes a proto runs `make proto` and commits the page too."""
    assert reference.page() == PAGE, "run `make proto` and commit docs/reference.md"


@pytest.mark.parametrize("name", PROTOS)
def test_every_proto_has_a_chapter(name):
    """Which begins with what the proto says of itself."""
    assert part(name.removeprefix("summitbook/")).strip()


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: each.full_name)
def test_every_field_is_told(message):
    """With its number, its type, and a sentence."""
    told = part(heading_of(message))

    assert told.strip()
    assert [(row[0], row[1]) for row in rows(told)] == [
        (str(field.number), f"`{field.name}`") for field in message.fields
    ]
    assert all(kind and sentence.rstrip(")").endswith(".") for _, _, kind, sentence in rows(told))


@pytest.mark.parametrize("enum", ENUMS, ids=lambda each: each.full_name)
def test_every_value_of_an_enum_is_told(enum):
    """What it stands for; 0 never stands for anything."""
    told = rows(part(heading_of(enum)))

    assert [(row[0], row[1]) for row in told] == [
        (str(value.number), f"`{value.name}`") for value in enum.values
    ]
    assert [row[2] for row in told if row[2] == "Not set."] == [told[0][2]]


@pytest.mark.parametrize(
    "file", [each for each in FILES if each.services_by_name], ids=lambda each: each.name
)
def test_every_call_is_told(file):
    """What is asked and answered, and what it does."""
    for service in file.services_by_name.values():
        assert part(service.name).strip()
        for call in service.methods:
            told = part(f"{service.name}.{call.name}")
            assert heading_of(call.input_type) in told
            assert heading_of(call.output_type) in told
            assert f"\n{call.name} " in told


def test_every_type_leads_to_where_it_is_told():
    """No link of the page goes astray."""
    heads = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    anchors = [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads]

    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= set(anchors)
