"""One press for all tests of a worker: to start a renderer takes longer than to set most books."""

from __future__ import annotations

import pytest

from questwright.compiler.publish.book.render.press import Press
from questwright.compiler.publish.book.render.source import RenderFailure
from support.kept import BOOKS
from support.renderers import renderers_kept


@pytest.fixture(scope="session")
def press():
    """A press that stays open; what was set before changes no byte, and is not set again."""
    with _Lending(store=BOOKS) as opened:
        yield opened


class _Lending(Press):
    """A press that leaves its renderers to others while it sets nothing."""

    def set(self, sources):
        with renderers_kept():
            try:
                return super().set(sources)
            finally:
                while self._children:
                    self._children.pop().end()


@pytest.fixture(scope="session")
def printed(press):
    """Set one book, of which nothing is complained."""

    def set_book(source):
        (result,) = press.set([source])
        if isinstance(result, RenderFailure):
            raise result
        return result

    return set_book
