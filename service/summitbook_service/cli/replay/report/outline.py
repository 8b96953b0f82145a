"""What every page has that is one file: its head, its style, when and by what it was made."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from importlib.resources import files

from .html import Markup, sheet, tag

SAFE = "default-src 'none'; style-src 'unsafe-inline'"
"""Nothing is fetched and nothing runs, whatever was brought in."""


def outline(title: str, *parts: Markup) -> str:
    """A whole page."""
    style = files(__package__ or "").joinpath("style.css").read_text(encoding="utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=SAFE),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        sheet(style),
    )
    body = tag("body", tag("h1", title), *parts)
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def made() -> Markup:
    """When, and by what."""
    by = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC by summitbook {version('summitbook')}"
    return tag("p", tag("small", f"Made on {by}. Everything on this page is in this file."))
