"""Have the renderer read a book and its style sheets in less time, and take them for the same.

The renderer reads any HTML that there is. The HTML of a book is XML but for its empty elements, so
a reader of XML makes the same tree of it in a tenth of the time, once the rows of tables have the
bodies that HTML gives them.
"""

from __future__ import annotations

import importlib
import re
from contextlib import suppress
from html.entities import html5
from io import StringIO
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_EMPTY: Final = re.compile(r"<(br|col|hr|img|link|meta|wbr)\b([^<>]*?)/?>")
_NAMED: Final = re.compile(r"&([A-Za-z]+;)")
_START: Final = "<!DOCTYPE html>\n<html"
"""How each of our books begins. No declaration can follow, as all text of a quest is escaped."""
_BY_NAME: Final = (
    "id_selectors",
    "class_selectors",
    "lower_local_name_selectors",
    "namespace_selectors",
)
_IN_ORDER: Final = ("lang_attr_selectors", "other_selectors")


def read_quicker() -> None:
    """Put a reader of XML before the renderer's own."""
    renderer: Any = importlib.import_module("weasyprint")
    renderer.tinyhtml5 = SimpleNamespace(parse=_quick_parse(renderer.tinyhtml5.parse))


def _quick_parse(slow: Callable[..., Any]) -> Callable[..., Any]:
    """The tree of a book."""

    def parse(source: Any, **named: Any) -> Any:  # noqa: ANN401 - the renderer's own, without types
        text = source.getvalue() if isinstance(source, StringIO) else ""
        if text.startswith(_START):
            # What is no XML is HTML all the same.
            with suppress(ET.ParseError):
                return tree_of(text)
        return slow(source, **named)

    return parse


def xml_of(text: str) -> str:
    """The HTML of a book as XML."""
    return _NAMED.sub(_letter, _EMPTY.sub(r"<\1\2/>", text))


def tree_of(text: str) -> ET.Element:
    """The tree of a book's HTML; raises ParseError where that cannot be read as XML."""
    root = ET.fromstring(xml_of(text))  # noqa: S314 - see `_START`
    for table in [*root.iter("table")]:
        body = None
        for part in [*table]:
            if part.tag != "tr":
                body = None
                continue
            if body is None:
                body = ET.Element("tbody")
                table.insert([*table].index(part), body)
            table.remove(part)
            body.append(part)
    return root


def _letter(named: re.Match[str]) -> str:
    """A letter that stands under its name; XML has names for those alone that mean something."""
    letter = html5.get(named[1], named[0])
    return named[0] if letter in "&<>\"'" else letter


def joined_sheets(sheets: Sequence[Any]) -> Any:  # noqa: ANN401 - as above
    """Style sheets as one that says the same: what stands in a later one comes later."""
    whole = importlib.import_module("weasyprint").CSS(string="")
    for sheet in sheets:
        _add(whole.matcher, sheet.matcher)
        whole.page_rules += sheet.page_rules
        whole.layers += sheet.layers
    return whole


def _add(whole: Any, part: Any) -> None:  # noqa: ANN401 - matchers, without types
    """Add the selectors of a matcher to those of another one."""

    def later(entries: list[Any]) -> list[Any]:
        return [
            (test, weight, order + whole.order, *more) for test, weight, order, *more in entries
        ]

    for kind in _BY_NAME:
        for name, entries in getattr(part, kind).items():
            getattr(whole, kind).setdefault(name, []).extend(later(entries))
    for kind in _IN_ORDER:
        getattr(whole, kind).extend(later(getattr(part, kind)))
    whole.order += part.order
