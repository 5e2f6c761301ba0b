"""What to say where a book cannot be printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from questwright.compiler.products import UnprintedBook
from questwright.compiler.report.terminal import safe

if TYPE_CHECKING:
    from questwright.compiler.publish.book.render.press import Press

_Book = TypeVar("_Book")


class UnprintedError(Exception):
    """A book cannot be printed; the message is what to say of it."""


def printed_whole(book: _Book | UnprintedBook, press: Press | None) -> _Book:
    """A book, or books, that could be made; raises UnprintedError for others."""
    if isinstance(book, UnprintedBook):
        raise UnprintedError(_why_unprinted(book, press))
    return book


def _why_unprinted(book: UnprintedBook, press: Press | None) -> str:
    from questwright.compiler.publish.book.render.source import RenderReason

    why = safe(str(book.failure))
    if book.failure.reason is RenderReason.MISSING_LIBRARY:
        return (
            "error[QW403]: this machine cannot print books yet\n"
            f"  = {why}\n"
            "  = help: install what is missing, or build with `--no-book`\n"
        )
    help_ = "shorten its texts; if that does not help, please report this"
    if book.failure.reason is RenderReason.MEMORY:
        help_ = "shorten its texts, give it more memory (`ulimit -v`), or build with `--no-book`"
    if press is not None and book.failure.reason is RenderReason.TIMEOUT:
        seconds = 5 * press.limits.cpu_seconds
        help_ = f"give it more time: `--book-seconds {seconds}`, or shorten what is on that page"
    return (
        f"error[QW402]: the book of `{book.id}` could not be printed\n"
        f"  = {book.name}: {why[:600]}\n"
        f"  = help: {help_}\n"
    )
