"""Have the renderer's tags say what a reader needs, and no more.

The renderer makes a tag of each run of words, and of each box that stands for nothing. A reader
learns nothing from them, and they are half of all objects of a book. Their content becomes that of
the tag around them, in the same order. What stands in a margin, such as the number of a page, gets
tags that belong to no tree: it is marked as an artifact in their place, as PDF/UA asks.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

_MEANINGLESS: Final = frozenset(("/Span", "/NonStruct"))
_HOLD_WORDS: Final = frozenset(
    f"/{tag}"
    for tag in ("P", "H1", "H2", "H3", "H4", "H5", "H6", "TD", "TH", "LBody", "Lbl", "Link", "Span")
)
"""The tags that may hold words themselves, and not only other tags."""
_NOBODY: Final = b"null"
"""To whom a mark belongs that is there no more."""
_BARE: Final = {"Type", "S", "K", "Pg", "P"}
"""What a tag has that says nothing of its content."""


def tag_less() -> None:
    """Leave tags that say nothing out of what the renderer makes."""
    pdfs: Any = importlib.import_module("weasyprint.pdf")
    pdfs.add_tags = _fewer(pdfs.add_tags)


def _fewer(add_tags: Callable[..., None]) -> Callable[..., None]:
    """Add tags to a PDF; those that were added last are the objects behind all others."""

    def add_fewer_tags(pdf: Any, *given: Any) -> None:  # noqa: ANN401 - the renderer's own
        first = len(pdf.objects)
        add_tags(pdf, *given)
        *_, streams = given
        tags = _Tags(pdf.objects[first:])
        tags.free_margins(stream.stream for stream in streams)
        kept = tags.kept()
        del pdf.objects[first:]
        was = {element.reference: element for element in kept}
        for element in kept:
            pdf.add_object(element)
        now = {reference: element.reference for reference, element in was.items()}
        for element in kept:
            _refer(element, now)

    return add_fewer_tags


class _Tags:
    """The tags of a PDF, and what refers to them, by how they are referred to."""

    def __init__(self, added: list[Any]) -> None:
        self._by_reference = {element.reference: element for element in added}
        self._into: dict[bytes, bytes] = {}
        """Of a tag that is left out, the one that its content goes to."""
        self._inline: set[bytes] = set()
        self._margins: set[bytes] = set()

    def free_margins(self, streams: Iterable[list[Any]]) -> None:
        """Make artifacts, in what is written on each page, of what no tree has tags of."""
        every = self._by_reference
        (numbers,) = (element["Nums"] for element in every.values() if "Nums" in element)
        outside = {each for each, element in every.items() if "S" in element} - self._inside()
        left: set[bytes] = set()
        # First come the pages, each with what its marks belong to, then the links.
        for owners, written in zip(numbers[1::2], streams, strict=False):
            free = {mark for mark, owner in enumerate(owners) if owner in outside}
            for at, part in enumerate(written):
                if isinstance(part, dict) and part.get("MCID") in free:
                    owners[part.pop("MCID")] = _NOBODY
                    part["Type"] = "/Pagination"
                    written[at - 1] = "/Artifact"
            while owners and owners[-1] == _NOBODY:
                owners.pop()
            for owner in owners:
                while owner in outside and owner not in left:
                    left.add(owner)
                    owner = every[owner]["P"]  # noqa: PLW2901 - up to the tag that holds it
        self._margins = outside - left

    def _inside(self) -> set[bytes]:
        """What is in the tree that is read."""
        every = self._by_reference
        waiting = [each for each, element in every.items() if element.get("S") == "/Document"]
        found = set(waiting)
        while waiting:
            below = every[waiting.pop()].get("K", ())
            waiting += (new := [kid for kid in below if isinstance(kid, bytes)])
            found.update(new)
        return found

    def kept(self) -> list[Any]:
        """Those that are left, in their order, with what was left out put into them."""
        # A tag comes before those that it holds.
        for reference, element in self._by_reference.items():
            if reference not in self._into and "K" in element:
                element["K"][:] = self._content(element, element)
        for element in self._by_reference.values():
            if "Nums" in element:
                self._own(element["Nums"])
            elif element.get("P") in self._into:
                element["P"] = self._into[element["P"]]
        gone = self._into.keys() | self._inline | self._margins
        return [each for reference, each in self._by_reference.items() if reference not in gone]

    def _content(self, element: Any, owner: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
        """What a tag comes to hold that holds what another one does."""
        for kid in element["K"]:
            inner = self._by_reference.get(kid) if isinstance(kid, bytes) else None
            if inner is not None and inner["Type"] == "/OBJR":
                self._inline.add(kid)
                inner.number = None
                yield inner
            elif inner is not None and self._may_go(inner, owner):
                self._into[kid] = owner.reference
                yield from self._content(inner, owner)
            else:
                yield kid

    def _may_go(self, inner: Any, owner: Any) -> bool:  # noqa: ANN401 - as above
        """Whether a tag says nothing, and another one may hold what it holds."""
        return _says_nothing(inner) and (
            owner["S"] in _HOLD_WORDS
            or not any(
                isinstance(kid, int) or _says_nothing(self._by_reference[kid]) for kid in inner["K"]
            )
        )

    def _own(self, numbers: list[Any]) -> None:
        """Say of each mark on a page which of the tags that are left it belongs to."""
        for at, entry in enumerate(numbers):
            if isinstance(entry, list):
                self._own(entry)
            elif entry in self._into:
                numbers[at] = self._into[entry]


def _says_nothing(element: Any) -> bool:  # noqa: ANN401 - as above
    return element.get("S") in _MEANINGLESS and element.keys() == _BARE and bool(element["K"])


def _refer(element: Any, now: Mapping[bytes, bytes]) -> None:  # noqa: ANN401 - as above
    """Have a tag refer to others by their new numbers."""
    for key, value in element.items():
        if isinstance(value, bytes):
            element[key] = now.get(value, value)
        elif isinstance(value, list):
            _refer_each(value, now)


def _refer_each(entries: list[Any], now: Mapping[bytes, bytes]) -> None:
    for at, entry in enumerate(entries):
        if isinstance(entry, list):
            _refer_each(entry, now)
        elif isinstance(entry, bytes):
            entries[at] = now.get(entry, entry)
