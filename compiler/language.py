"""The language of what is printed: messages of the program, each a whole sentence or label.

Takes messages in English, the source. Returns them in the language of the build, with values put
in; without a catalog that is English. `templates/language` has a catalog for each other language.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar

from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Final

SOURCE: Final = "en"
"""The language in which messages are written in the code."""
_FIELD: Final = re.compile(r"\{(\w+)\}")


class Catalog(NamedTuple):
    """The messages of one language."""

    language: str
    """A BCP 47 tag."""
    messages: Mapping[tuple[str, str], tuple[str, ...]]
    """By context and message the translation, or those for each form of the plural."""
    form: Callable[[int], int]
    """Which form of the plural a number takes."""

    def text(self, context: str, message: str) -> str:
        """The translation of a message; the message itself if there is none."""
        return (self.messages.get((context, message)) or (message,))[0]

    def counted(self, single: str, many: str, count: int) -> str:
        """The translation of a message about a number of things."""
        forms = self.messages.get(("", single))
        if forms is None:
            return single if count == 1 else many
        return forms[min(self.form(count), len(forms) - 1)]


_SPOKEN: ContextVar[Catalog | None] = ContextVar("catalog", default=None)


@contextmanager
def speaking(catalog: Catalog | None) -> Iterator[None]:
    """Print in the language of a catalog; in English without one."""
    token = _SPOKEN.set(catalog)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def spoken() -> str:
    """The tag of the language that is printed."""
    catalog = _SPOKEN.get()
    return SOURCE if catalog is None else catalog.language


def message(text: str) -> str:
    """Mark a text that is translated later, by `say`, where it is printed."""
    return text


def say(text: str, /, **values: object) -> str:
    """A message in the language of the build: ``say("{who} opens it", who=title)``."""
    catalog = _SPOKEN.get()
    # The empty message is the header of a catalog.
    return _filled(text if catalog is None or not text else catalog.text("", text), values)


def say_as(context: str, text: str, /, **values: object) -> str:
    """A message that has other translations elsewhere; ``context`` tells the translator where."""
    catalog = _SPOKEN.get()
    return _filled(text if catalog is None else catalog.text(context, text), values)


def say_many(single: str, many: str, count: int, /, **values: object) -> str:
    """A message about a number of things, which may stand in it as ``{count}``."""
    catalog = _SPOKEN.get()
    if catalog is None:
        found = single if count == 1 else many
    else:
        found = catalog.counted(single, many, count)
    return _filled(found, {"count": count, **values})


def parts_of(text: str, /) -> Iterator[tuple[str, str]]:
    """A message in the language of the build in pieces: words, and the field behind them."""
    done = 0
    found = say(text)
    for field in _FIELD.finditer(found):
        yield found[done : field.start()], field[1]
        done = field.end()
    if done < len(found):
        yield found[done:], ""


def _filled(text: str, values: Mapping[str, object]) -> str:
    """A message with its values; a field without a value stays as it is written."""
    if not values or "{" not in text:
        return text
    return _FIELD.sub(lambda field: str(values.get(field[1], field[0])), text)
