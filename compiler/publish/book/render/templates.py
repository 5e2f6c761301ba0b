"""The templates that a book's HTML is made with, and what they print texts with."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.english import with_quotes
from questwright.compiler.language import say, say_as, say_many
from questwright.compiler.publish.book.render.anchors import anchor
from questwright.compiler.publish.book.svg.elements import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jinja2 import Template

_T = TypeVar("_T")


def even_rows(values: Sequence[_T], width: int) -> Iterator[list[_T | None]]:
    """Rows of a table with so many of some values each, and None for cells that stay empty.

    A table has as many columns as values where those are fewer; all its rows are even.
    """
    width = min(width, len(values))
    for start in range(0, len(values), max(1, width)):
        row: list[_T | None] = [*values[start : start + width]]
        yield row + [None] * (width - len(row))


def printed(text: str) -> str:
    """A text as it is printed: without what XML cannot hold, and with typographers' quotes.

    A number keeps its per cent sign in its line, the two cells of an edge stay together, and no
    line begins with the dot between two values.
    """
    text = with_quotes(clean(text)).replace(" %", "\u00a0%").replace(" · ", "\u00a0· ")
    return text.replace("|", "|\u2060")


@cache
def book_template() -> Template:
    """The template of every book."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES_DIR / "book"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    # The output of macros, which is no `str`, has been seen to.
    environment.finalize = lambda value: printed(value) if type(value) is str else value
    environment.globals |= {"anchor": anchor, "say": say, "say_as": say_as, "say_many": say_many}
    environment.filters["even_rows"] = even_rows
    return environment.get_template("book.html.j2")
