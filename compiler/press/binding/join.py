"""Join the gatherings of a book: pages, tags, bookmarks, links and names, as one PDF.

Takes the PDFs of the gatherings in their order, each tagged and with its places by name. Returns
the bytes of the book; the same for the same gatherings.
"""

from __future__ import annotations

import io
import zlib
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from questwright.compiler.press.binding.marks import FOLIO, REFERENCE
from questwright.compiler.press.binding.numbers import Digits, digits_of, numbered, widths_of
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

_LEVEL: Final = 4
"""How hard pages are compressed: harder takes half as long again, and saves 4 % of a book."""
_OF_THE_BOOK: Final = ("/Lang", "/Metadata", "/OutputIntents", "/PageLabels", "/ViewerPreferences")


class BoundGathering(NamedTuple):
    """A gathering of a book that is joined to others."""

    key: str
    """Of its PDF: the same for the same bytes."""
    read: Callable[[], bytes]
    """Gives its PDF, when the book is joined."""
    is_chapter: bool = False
    """Its pages are counted from 1, and get the numbers of the book."""
    tab: int = 0
    """The number of its tab, from 1; 0 for none."""
    elsewhere: frozenset[str] = frozenset()
    """The names of places in it that stand for those of other gatherings."""


class Look(NamedTuple):
    """How many pages a gathering has, and on which of them, from 1, a place is by its name."""

    pages: int
    places: Mapping[str, int]


def parts_of(gatherings: Sequence[BoundGathering], tabs: bytes = b"") -> Iterator[bytes]:
    """All that the bytes of a book of some gatherings depend on, with what joins them."""
    yield pikepdf.__version__.encode()
    for path in sorted(Path(__file__).absolute().parent.glob("*.py")):
        yield path.read_bytes()
    yield tabs
    for gathering in gatherings:
        yield gathering.key.encode()
        kind = (gathering.is_chapter, gathering.tab, sorted(gathering.elsewhere))
        yield repr(kind).encode()


def look_at(pdf: bytes) -> Look:
    """What others must know of a gathering."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
        names = _names(document.Root)
        return Look(len(numbers), {name: numbers[place[0].objgen] for name, place in names})


def join(gatherings: Iterable[BoundGathering], tabs: bytes = b"") -> bytes:
    """The book of some gatherings; ``tabs`` has a right and a left page with each tab."""
    # To compress a page takes longer than to number it, and holds up nobody.
    with pikepdf.new() as book, ThreadPoolExecutor(max_workers=2) as threads:
        joiner = _Joiner(book, tabs, threads)
        for gathering in gatherings:
            joiner.add(gathering)
        joiner.finish()
        written = io.BytesIO()
        book.save(
            written,
            deterministic_id=True,
            force_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
        )
        return written.getvalue()


class _Joiner:
    def __init__(self, book: pikepdf.Pdf, tabs: bytes, threads: ThreadPoolExecutor) -> None:
        self._book = book
        self._threads = threads
        self._compressed: list[tuple[pikepdf.Object, Future[bytes]]] = []
        self._tabs = _Tabs(book, tabs) if tabs else None
        self._colours: pikepdf.Object | None = None
        self._names: dict[str, pikepdf.Object] = {}
        self._parents: list[pikepdf.Object] = []
        """By number what belongs to a page or a link in the tree of tags."""
        self._entries: list[pikepdf.Object] = []
        self._tree = book.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self._document = book.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name.Document, P=self._tree, K=Array())
        )
        self._tree.K = Array([self._document])

    def add(self, gathering: BoundGathering) -> None:
        """Add a gathering behind those that are there."""
        with pikepdf.open(io.BytesIO(gathering.read())) as source:
            before = len(self._book.pages)
            for page in source.pages:
                self._book.pages.append(page)
            pages = [page.obj for page in self._book.pages[before:]]
            # Its pages are there by now, so that what is copied refers to them.
            root = self._book.copy_foreign(source.Root)
            if not before:
                self._book.trailer.Info = self._book.copy_foreign(source.trailer.Info)
                for key in _OF_THE_BOOK:
                    if key in root:
                        self._book.Root[key] = root[key]
        self._add_tags(root.StructTreeRoot, pages, gathering.elsewhere)
        self._names |= {
            name: place for name, place in _names(root) if name not in gathering.elsewhere
        }
        if "/Outlines" in root:
            self._entries += _siblings(root.Outlines.First)
        self._share_colours(pages)
        if gathering.is_chapter:
            self._number(pages, before, gathering.tab)

    def finish(self) -> None:
        """Write what the book has as a whole."""
        for page, content in self._compressed:
            page.Contents = self._book.make_stream(content.result(), Filter=Name.FlateDecode)
        root = self._book.Root
        root.StructTreeRoot = self._tree
        root.MarkInfo = Dictionary(Marked=True)
        parents = Array([part for entry in enumerate(self._parents) for part in entry])
        self._tree.ParentTree = self._book.make_indirect(Dictionary(Nums=parents))
        self._tree.ParentTreeNextKey = len(self._parents)
        names = sorted(self._names.items(), key=lambda name: name[0].encode())
        found = Array([part for name, place in names for part in (String(name), place)])
        root.Names = Dictionary(Dests=Dictionary(Names=found))
        if self._entries:
            root.Outlines = self._outlines()

    def _add_tags(
        self, tree: pikepdf.Object, pages: Sequence[pikepdf.Object], elsewhere: frozenset[str]
    ) -> None:
        """Make the document that a gathering is a part of the book, and number its marks anew."""
        part = tree.K[0]
        part.S = Name.Part
        part.P = self._document
        self._document.K.append(part)
        if elsewhere:
            _take_out(part)
        numbers = tree.ParentTree.Nums
        belongs = dict(zip(map(int, list(numbers)[::2]), list(numbers)[1::2], strict=True))
        for page in pages:
            marked = [(page, "/StructParents")]
            marked += [(link, "/StructParent") for link in page.get("/Annots", ())]
            for thing, key in marked:
                if key in thing:
                    self._parents.append(belongs[int(thing[key])])
                    thing[key] = len(self._parents) - 1

    def _share_colours(self, pages: Iterable[pikepdf.Object]) -> None:
        """Have all pages take the one colour profile that the first gathering has."""
        for page in pages:
            resources = page.Resources
            self._colours = self._colours or resources.get("/ColorSpace")
            if self._colours is not None:
                resources.ColorSpace = self._colours

    def _outlines(self) -> pikepdf.Object:
        """The bookmarks of all gatherings, as one list."""
        every = self._entries
        shown = sum(1 + max(0, int(entry.get("/Count", 0))) for entry in every)
        outlines = self._book.make_indirect(Dictionary(Count=shown, First=every[0], Last=every[-1]))
        for entry in every:
            entry.Parent = outlines
        for entry, following in pairwise(every):
            entry.Next, following.Prev = following, entry
        return outlines

    def _number(self, pages: Sequence[pikepdf.Object], before: int, tab: int) -> None:
        """Put the numbers of the book on the pages of a chapter, and its tab."""
        fonts = _numbers(pages[0].Resources.Font)
        for number, page in enumerate(pages, before + 1):
            done = numbered(page.Contents.read_bytes(), fonts, before)
            content = done.content
            if done.has_tab and tab and self._tabs is not None:
                # All pages of a chapter share what they refer to.
                drawn = self._tabs.drawn(tab, is_right=number % 2 == 1)
                name = f"/Tab{1 + number % 2}"
                page.Resources.XObject[name] = drawn
                content = b"q\n%s\nQ\n%s Do\n" % (content, name.encode())
            self._compressed.append((page, self._threads.submit(zlib.compress, content, _LEVEL)))


class _Tabs:
    """The tabs at the edges of pages, each drawn once."""

    def __init__(self, book: pikepdf.Pdf, tabs: bytes) -> None:
        self._book = book
        self._source = pikepdf.open(io.BytesIO(tabs))
        self._drawn: dict[int, pikepdf.Object] = {}

    def drawn(self, tab: int, *, is_right: bool) -> pikepdf.Object:
        """A tab on a right or a left page, as what a page may refer to."""
        at = 2 * tab - (1 if not is_right else 2)
        if at not in self._drawn:
            page = self._source.pages[at]
            form = page.as_form_xobject()
            for key in ("/Group", "/StructParents"):
                if key in form:
                    del form[key]
            self._drawn[at] = self._book.copy_foreign(form)
        return self._drawn[at]


def _numbers(fonts: pikepdf.Object) -> Mapping[bytes, Digits]:
    """The typefaces that numbers of pages are set in, by the names of resources."""
    found: dict[bytes, Digits] = {}
    for name, font in fonts.items():
        face = str(font.BaseFont).partition("+")[2].partition("-")[0]
        if face in (FOLIO, REFERENCE):
            widths = widths_of(
                [float(width) for width in entry] if isinstance(entry, Array) else int(entry)
                for entry in font.DescendantFonts[0].W
            )
            found[name[1:].encode()] = digits_of(face, font.ToUnicode.read_bytes(), widths)
    return found


def _names(root: pikepdf.Object) -> Iterator[tuple[str, pikepdf.Object]]:
    """The places of a document by their names."""
    if "/Names" in root and "/Dests" in root.Names:
        every = list(root.Names.Dests.Names)
        yield from zip(map(str, every[::2]), every[1::2], strict=True)


def _siblings(first: pikepdf.Object) -> Iterator[pikepdf.Object]:
    entry: pikepdf.Object | None = first
    while entry is not None:
        yield entry
        entry = entry.get("/Next")


def _take_out(part: pikepdf.Object) -> None:
    """Take what stands for other gatherings out of the tags of a gathering."""
    for section in part.K:
        section.K = Array([kid for kid in section.K if not _is_part(kid)])


def _is_part(kid: pikepdf.Object | int) -> bool:
    return isinstance(kid, Dictionary) and kid.get("/S") == Name.Part
