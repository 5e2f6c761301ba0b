"""Have the pages that references name put into a book that is laid out, without laying it out anew.

The renderer knows which page a place is on once it has laid that page out. Until then it sets a 0,
and afterwards lays out each page again that a reference stands on. Here a reference is set with a
guess first. All digits of a reference are as wide, so the page that it names takes the place of the
guess, and a page is laid out again only where that page has more digits or fewer.
"""

from __future__ import annotations

import importlib
import re
from collections import defaultdict
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_LETTERS_OF_PAGE: Final = 1_500
"""Letters of text on a page, for a guess."""
_NUMBER: Final = re.compile("[0-9]+")
_LEAST: Final = 0.01
"""What is no difference of widths, in pixels."""


def set_references_once() -> None:
    """Put our own way with references in the place of the renderer's."""
    document: Any = importlib.import_module("weasyprint.document")
    layout: Any = importlib.import_module("weasyprint.layout")
    targets: Any = importlib.import_module("weasyprint.css.targets")
    document.build_formatting_structure = _guessing(document.build_formatting_structure)
    layout.make_all_pages = _with_references(layout.make_all_pages)
    collector = targets.TargetCollector
    collector.collect_missing_counters = _by_name(collector.collect_missing_counters)
    collector.cache_target_page_counters = _put_down


def _guessing(build: Callable[..., object]) -> Callable[..., object]:
    """Build the boxes of a book; each place is taken to be on a page that it may well be on."""

    def build_with_guesses(root: Any, *given: Any) -> object:  # noqa: ANN401 - without types
        collector = given[3]
        collector.unsettled, collector.referring = set(), None
        letters = 0
        for element in root.iter():
            place = collector.target_lookup_items.get(element.get("id"))
            if place is not None:
                page = 1 + letters // _LETTERS_OF_PAGE
                place.cached_page_counter_values = {"page": [page]}
            letters += len(element.text or "") + len(element.tail or "")
        return build(root, *given)

    return build_with_guesses


def _by_name(collect: Callable[..., None]) -> Callable[..., None]:
    """Note what a reference leads to by its name.

    The renderer takes a reference to the page of another place for one to its own page, since an
    address that comes from an attribute has no name yet.
    """

    def collected(
        self: object,
        box: Any,  # noqa: ANN401 - the renderer's own, without types
        token: str,
        again: object,
        counters: list[str],
        targets: dict[str | None, list[str]],
    ) -> None:
        if None in targets and box.element is not None:
            address = box.element.get("href", "")
            if address.startswith("#"):
                counters, targets = [], {address[1:]: targets[None]}
        collect(self, box, token, again, counters, targets)

    return collected


def _put_down(
    self: Any,  # noqa: ANN401 - the renderer's own, without types
    name: str,
    values: dict[str, list[int]],
    index: int,
    _maker: object,
) -> None:
    """Note the page that a place is on, and have what refers to it say so.

    What is laid out by then is put right when all pages are made.
    """
    place = self.target_lookup_items.get(name)
    if self.collecting or place is None or place.state != "up-to-date":
        return
    place.page_maker_index = index
    known = {key: value for key, value in values.items() if key != "pages"}
    if place.cached_page_counter_values == known:
        return
    place.cached_page_counter_values = deepcopy(known)
    if self.referring is None:
        self.referring = defaultdict(list)
        for (box, kind), reference in self.counter_lookup_items.items():
            for wanted in reference.missing_target_counters if kind == "content" else ():
                self.referring[wanted].append((box, reference))
    for box, reference in self.referring.get(name, ()):
        reference.parse_again(reference.cached_page_counter_values)
        self.unsettled.add(box)


def _with_references(make: Callable[..., Iterable[Any]]) -> Callable[..., list[Any]]:
    """Make the pages of a book, and put what its references say by now into them."""

    def make_with_references(context: Any, *given: Any) -> list[Any]:  # noqa: ANN401 - as above
        pages = [*make(context, *given)]
        unsettled = context.target_collector.unsettled
        set_by_now = defaultdict(list)
        for number, page in enumerate(pages if unsettled else ()):
            for box in page.descendants(placeholders=True):
                if box.missing_link in unsettled:
                    set_by_now[box.missing_link].append((number, box))
        for wanted, places in set_by_now.items():
            if not _is_settled(wanted, (box for _, box in places)):
                for number, _ in places:
                    context.page_maker[number][-1]["content_changed"] = True
        unsettled.clear()
        return pages

    return make_with_references


def _is_settled(wanted: Any, boxes: Iterable[Any]) -> bool:  # noqa: ANN401 - as above
    """Put the text of a reference into the boxes that it was set in; whether they have room."""
    wide = importlib.import_module("weasyprint.text.line_break").split_first_line
    texts = [text.text for text in _texts(wanted)]
    for box in boxes:
        found = [*_texts(box)]
        if len(found) != len(texts):
            return False
        for text, new in zip(found, texts, strict=True):
            if text.text == new:
                continue
            if _NUMBER.sub("", text.text) != _NUMBER.sub("", new):
                return False
            before, after = (wide(each, text.style, None, None, 0)[3] for each in (text.text, new))
            if abs(before - after) > _LEAST:
                return False
            text.text = text.pango_layout.text = new
    return True


def _texts(box: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
    """The boxes of text in a box, but not the dots that lead to a number."""
    for child in box.children:
        if hasattr(child, "text"):
            yield child
        elif not child.is_leader:
            yield from _texts(child)
