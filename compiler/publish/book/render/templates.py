"""The templates that a book's HTML is made with, kept compiled as Python keeps its modules."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.english import with_quotes
from questwright.compiler.language import say, say_as, say_many
from questwright.compiler.own import own_digest
from questwright.compiler.publish.book.render.anchors import anchor
from questwright.compiler.publish.book.svg.elements import clean
from questwright.compiler.signals import signals_held

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jinja2 import Template
    from jinja2.bccache import Bucket

_T = TypeVar("_T")
_FOLDER = TEMPLATES_DIR / "book"


class _KeptTemplates(FileSystemBytecodeCache):
    """The templates as compiled by an earlier run, beside them; what cannot be kept is no matter.

    What is compiled depends on more than the template, as constants are printed while it is.
    """

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(source + own_digest())

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError), signals_held():
            Path(self.directory).mkdir(exist_ok=True)
            super().dump_bytecode(bucket)


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
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=None
        if sys.dont_write_bytecode
        else _KeptTemplates(str(_FOLDER / "__pycache__")),
    )
    # The output of macros, which is no `str`, has been seen to.
    environment.finalize = lambda value: printed(value) if type(value) is str else value
    environment.globals |= {"anchor": anchor, "say": say, "say_as": say_as, "say_many": say_many}
    environment.filters["even_rows"] = even_rows
    return environment.get_template("book.html.j2")
