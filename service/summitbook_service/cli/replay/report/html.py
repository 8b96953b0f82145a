"""
HTML made so that no text can be taken for markup.

    tag("p", "Ada <3", class_="name")  ->  <p class="name">Ada &lt;3</p>

See docs/decisions/0014-a-report-is-made-without-templates.md.
"""

from __future__ import annotations

from html import escape

VOID = {"meta", "br", "line", "rect"}
"""Elements that never hold anything, those of SVG among them."""


class Markup(str):
    """Text that is markup already; nothing but `tag`, `join` and `sheet` makes it."""

    __slots__ = ()


def tag(element: str, /, *inside: str, **attributes: str | float | None) -> Markup:
    """An element; what is inside is escaped unless it is markup, attributes always. None leaves one out."""
    named = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    given = "".join(f' {key}="{escape(str(value))}"' for key, value in named.items() if value is not None)
    if element in VOID:
        return Markup(f"<{element}{given}/>")
    return Markup(f"<{element}{given}>{join(*inside)}</{element}>")


def join(*parts: str) -> Markup:
    """Parts one after another, those escaped that are no markup."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))


def sheet(css: str) -> Markup:
    """A style sheet of our own, which holds no text of anybody's."""
    return Markup(f"<style>{css}</style>")
