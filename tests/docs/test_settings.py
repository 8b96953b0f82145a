"""The page of settings, held against the settings."""

import os
import re
from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from cyclopts import Parameter

from summitbook_service import settings
from summitbook_service.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"
REWRITE = "SUMMITBOOK_REWRITE_SETTINGS"
UNITS = ("seconds", "hours", "days", "bytes")
HEAD = "| setting | flag | variable | default | unit | bounds | what it is |\n|---|---|---|---|---|---|---|\n"
HINTS = get_type_hints(Settings, include_extras=True)


def meanings():
    """What settings.py says of each, on the lines below it."""
    source = Path(settings.__file__).read_text(encoding="utf-8")
    return {
        name: " ".join(text.split())
        for name, text in re.findall(r'^    (\w+): [^\n]+\n    """(.+?)"""', source, re.MULTILINE | re.DOTALL)
    }


def unit(name, meaning):
    """The unit that its name or its meaning says; counts, names and folders have none."""
    words = re.findall(r"[a-z]+", f"{name.replace('_', ' ')} {meaning}")
    return next((each for each in UNITS if each in words), "")


def bounds(hint):
    """What may be chosen: the words, or the least and the most."""
    if get_origin(hint) is Literal:
        return ", ".join(f"`{each}`" for each in get_args(hint))
    checks = [check for each in get_args(hint) if isinstance(each, Parameter) for check in each.validator]
    return next((f"{check.gte:,} to {check.lte:,}" for check in checks), "")


def row(field, told):
    name = field.name
    flag = name.replace("_", "-")
    default = "" if field.default is None else f"`{field.default}`"
    variable = f"`SUMMITBOOK_{name.upper()}`"
    cells = (f"`{name}`", f"`--{flag}`", variable, default, unit(name, told), bounds(HINTS[name]), told)
    return f"| {' | '.join(cells)} |\n"


def test_the_page_tells_every_setting():
    """
    Each setting has its row: flag, variable, default, unit, bounds and meaning, as in settings.py.

    The table is written anew where SUMMITBOOK_REWRITE_SETTINGS is set.
    """
    told = meanings()
    table = HEAD + "".join(row(field, told[field.name]) for field in fields(Settings))
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(HEAD)
    after = "".join(line for line in rest.splitlines(keepends=True) if not line.startswith("|"))
    if os.environ.get(REWRITE):
        PAGE.write_text(before + table + after, encoding="utf-8")
    assert page == before + table + after, f"run this test with {REWRITE}=1 and look at what changed"


@pytest.mark.parametrize("name", [field.name for field in fields(Settings)])
def test_every_setting_says_what_it_is(name):
    """A setting has a sentence below it, and the command shows it."""
    assert meanings()[name].endswith(".")
