"""The books that all quests of a build are bound into, joined from gatherings that are set apart.

Takes chapters, fresh or kept from an earlier build. Returns the bytes of PDFs, or why there are
none. A chapter depends on itself alone, so that one which has changed is set again, and no other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from questwright.compiler.files import key_of
from questwright.compiler.press.binding.join import (
    BoundGathering,
    Look,
    join,
    look_at,
    parts_of,
)
from questwright.compiler.press.binding.joiner import Joint
from questwright.compiler.products import UnprintedBook
from questwright.compiler.publish.book.bound import (
    compose_around,
    places_behind,
    places_named,
)
from questwright.compiler.publish.book.render.anchors import anchor
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.render.source import RenderFailure
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.gathering import Gathering, GatheringKind
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.publish.book.bound import Binding, BoundChapter, ChapterNote
    from questwright.compiler.publish.book.render.press import Press
    from questwright.compiler.publish.book.render.source import BookSource
    from questwright.compiler.publish.book.view.book import BookView

_T = TypeVar("_T")
_MOST_DIGITS: Final = 6
_BEGUN: Final = 4
"""How many gatherings are begun before anybody waits for them."""
_FIRST_GUESS: Final = 5
"""How many pages a chapter is taken to have before any is known."""


class SetGathering(NamedTuple):
    """A gathering that is set: the key under which its PDF is kept, and what is seen of it."""

    key: str
    look: Look


class KeptChapter(NamedTuple):
    """A chapter of an earlier build: its note, and its gatherings by volume and digits."""

    note: ChapterNote
    gatherings: Mapping[Volume, Mapping[int, SetGathering]]


class BoundBook(NamedTuple):
    """A bound book."""

    files: dict[str, bytes]
    """Its PDFs by name."""
    keys: Mapping[Volume, str]
    """The keys under which these are kept."""
    gatherings: tuple[Mapping[Volume, Mapping[int, SetGathering]], ...]
    """Of each chapter, by volume and digits."""


class Unprinted(Exception):  # noqa: N818 - it is caught where it is raised
    """A gathering could not be set."""

    def __init__(self, volume: Volume, failure: RenderFailure) -> None:
        super().__init__(str(failure))
        self.volume = volume
        self.failure = failure


class Binder:
    """Binds a book: sets what is not kept of its gatherings, and joins them."""

    def __init__(
        self,
        chapters: Sequence[KeptChapter | BoundChapter],
        binding: Binding,
        press: Press,
        compose: Callable[[int], BoundChapter],
    ) -> None:
        """A binder of some chapters.

        ``compose`` composes a kept chapter, by its index: its gatherings are no longer there, or it
        has moved to where its numbers have another digit.
        """
        self._binding = binding
        self._press = press
        self._chapters = range(len(chapters))
        self._gatherings = _Gatherings(chapters, press, compose)
        notes = [chapter.note for chapter in chapters]
        volumes = {
            volume: [at for at in self._chapters if volume in self._gatherings.volumes(at)]
            for volume in Volume
        }
        views = compose_around(
            notes,
            {volume: [notes[at] for at in every] for volume, every in volumes.items()},
            binding,
        )
        self._books = [
            _BoundVolume(view, volumes[volume], len(chapters), self._gatherings)
            for volume, view in views.items()
        ]

    def begin(self) -> None:
        """Begin to set what is not kept: all that an edited quest needs, or the first of much."""
        self._gatherings.begin([each for book in self._books for each in book.lay_out()])

    def bound(self, id_: str) -> BoundBook | UnprintedBook:
        """The book, or why there is none."""
        gatherings, books = self._gatherings, self._books
        try:
            tabs = _tabs(self._binding, gatherings)
            is_settled = False
            while not is_settled:
                _settle(books, gatherings)
                behind = [(book, view) for book in books if (view := book.behind())]
                for book, pdf in gatherings.set(behind):
                    book.back = pdf
                before = [(book, view) for book in books if (view := book.before())]
                for book, pdf in gatherings.set(before):
                    book.front = pdf
                is_settled = {book.is_settled() for book in books} == {True}
            bound = {
                book.volume: book.bound(tabs) for book in sorted(books, key=_BoundVolume.length)
            }
            keys = {
                volume: self._press.key_of_parts(parts_of(every, tabs))
                for volume, every in bound.items()
            }
            pdfs = self._joined({keys[volume]: every for volume, every in bound.items()}, tabs)
            files = {f"{volume}.pdf": pdfs[key] for volume, key in keys.items()}
        except Unprinted as error:
            return UnprintedBook(id_, error.failure, f"{error.volume}.pdf")
        return BoundBook(files, keys, tuple(gatherings.of(at, books) for at in self._chapters))

    def _joined(
        self, every: Mapping[str, Sequence[BoundGathering]], tabs: bytes
    ) -> dict[str, bytes]:
        """Books by their keys, as they are kept or joined now: the last one aside, others here."""
        press = self._press
        found = {key: kept for key in every if (kept := press.kept(key)) is not None}
        left = [key for key in every if key not in found]
        if not left:
            return found
        with Joint(every[left[-1]], tabs) as aside:
            press.look()
            found |= {key: join(every[key], tabs) for key in left[:-1]}
            found[left[-1]] = aside.joined()
        for key in left:
            press.keep(key, found[key])
        return found


def _tabs(binding: Binding, gatherings: _Gatherings) -> bytes:
    """The tabs of the thumb index; none for a book of one chapter."""
    if binding.chapters < 2:
        return b""
    bare = replace(
        binding.whole(), gathering=Gathering(GatheringKind.TABS, chapters=binding.chapters)
    )
    ((_, tabs),) = gatherings.set([(None, bare)])
    return tabs


def _settle(books: Sequence[_BoundVolume], gatherings: _Gatherings) -> None:
    """Set chapters until each has as much room for its numbers as they need."""
    while wanted := [each for book in books for each in book.lay_out()]:
        gatherings.make(wanted)


class _Wanted(NamedTuple):
    """A chapter, by its index, in a volume, with room for numbers of so many digits."""

    at: int
    volume: Volume
    digits: int


class _Gatherings:
    """The gatherings of all chapters, as far as they are set."""

    def __init__(
        self,
        chapters: Sequence[KeptChapter | BoundChapter],
        press: Press,
        compose: Callable[[int], BoundChapter],
    ) -> None:
        self._chapters = list(chapters)
        self._press = press
        self._compose = compose
        self._set: dict[_Wanted, SetGathering] = {}
        self._fresh: dict[_Wanted, bytes] = {}
        for at, chapter in enumerate(chapters):
            if isinstance(chapter, KeptChapter):
                for volume, every in chapter.gatherings.items():
                    for digits, gathering in every.items():
                        self._set[_Wanted(at, volume, digits)] = gathering

    def volumes(self, at: int) -> Iterable[Volume]:
        """The volumes that a chapter has something in."""
        chapter = self._chapters[at]
        return chapter.gatherings if isinstance(chapter, KeptChapter) else chapter.volumes

    def look(self, wanted: _Wanted) -> Look | None:
        """What is to be seen of a gathering; None if it is not set."""
        return self._set[wanted].look if wanted in self._set else None

    def bound(self, wanted: _Wanted, tab: int) -> BoundGathering:
        """A gathering that is set, as it is joined to others."""
        read = partial(self._pdf, wanted)
        return BoundGathering(self._set[wanted].key, read, is_chapter=True, tab=tab)

    def _pdf(self, wanted: _Wanted) -> bytes:
        """The PDF of a gathering that was set; one that is no longer kept is set again."""
        if wanted not in self._fresh:
            if (kept := self._press.kept(self._set[wanted].key)) is not None:
                return kept
            self.make([wanted])
        return self._fresh[wanted]

    def begin(self, every: Sequence[_Wanted]) -> None:
        """Begin to set the first of some gatherings."""
        for wanted in every[:_BEGUN]:
            self._press.begin(book_source(self._view(wanted)))

    def make(self, every: Sequence[_Wanted]) -> None:
        """Set gatherings; raises Unprinted."""
        sources: list[BookSource] = []

        def asked() -> Iterator[BookSource]:
            for wanted in every:
                sources.append(book_source(self._view(wanted)))
                yield sources[-1]

        done = self._press.set(asked())
        for wanted, source, pdf in zip(every, sources, done, strict=True):
            if isinstance(pdf, RenderFailure):
                raise Unprinted(wanted.volume, pdf)
            self._set[wanted] = SetGathering(self._press.key_of(source), look_at(pdf))
            self._fresh[wanted] = pdf

    def set(self, views: Sequence[tuple[_T, BookView]]) -> list[tuple[_T, bytes]]:
        """Set gatherings around chapters, each for somebody; raises Unprinted."""
        found = []
        done = self._press.set(book_source(view) for _, view in views)
        for (owner, view), pdf in zip(views, done, strict=True):
            if isinstance(pdf, RenderFailure):
                raise Unprinted(view.volume, pdf)
            found.append((owner, pdf))
        return found

    def of(
        self, at: int, books: Iterable[_BoundVolume]
    ) -> Mapping[Volume, Mapping[int, SetGathering]]:
        """The gatherings of a chapter in those volumes that are joined from some.

        Beside them stand those that were looked at before all pages were known.
        """
        found: dict[Volume, dict[int, SetGathering]] = {
            book.volume: {} for book in books if at in book.gatherings
        }
        for wanted, gathering in self._set.items():
            if wanted.at == at and wanted.volume in found:
                found[wanted.volume][wanted.digits] = gathering
        return found

    def _view(self, wanted: _Wanted) -> BookView:
        chapter = self._chapters[wanted.at]
        if isinstance(chapter, KeptChapter):
            chapter = self._chapters[wanted.at] = self._compose(wanted.at)
        view = chapter.volumes[wanted.volume]
        return replace(view, gathering=replace(view.gathering, digits=wanted.digits))


class _BoundVolume:
    """One volume of a bound book, while its gatherings are set."""

    def __init__(
        self, view: BookView, chapters: Sequence[int], of: int, every: _Gatherings
    ) -> None:
        self.volume = view.volume
        self.gatherings: dict[int, _Wanted] = {}
        """By the index of a chapter its gathering, with as much room as its numbers need."""
        self.front = self.back = b""
        self._view = view
        self._chapters = chapters
        self._of = of
        self._every = every
        self._has_front = bool(chapters) and (of > 1 or bool(view.front))
        is_covered = self.volume in (Volume.BOOK, Volume.PLAYERS)
        self._first = int(self._has_front) + int(self._has_front and is_covered)
        self._begins: dict[int, int] = {}
        self._end = 0

    def lay_out(self) -> list[_Wanted]:
        """Number the pages; returns what has to be set before all of them are known."""
        wanted: list[_Wanted] = []
        page = self._first
        for at in self._chapters:
            gathering = self._fitting(at, page)
            look = self._every.look(gathering)
            # As long as an earlier chapter is not set, this is a guess: one is enough.
            if look is None and not (wanted and self._any(at)):
                wanted.append(gathering)
            self.gatherings[at] = gathering
            self._begins[at] = page
            page += look.pages if look else self._guess(at)
        self._end = page
        return wanted

    def _fitting(self, at: int, page: int) -> _Wanted:
        """The gathering of a chapter with as few digits as do, behind some pages."""
        digits = len(str(page + 1))
        while True:
            gathering = _Wanted(at, self.volume, digits)
            look = self._every.look(gathering)
            pages = look.pages if look else self._guess(at)
            if len(str(page + pages)) <= digits:
                return gathering
            digits += 1

    def _any(self, at: int) -> Look | None:
        """What is to be seen of any gathering of a chapter that is set."""
        for digits in range(1, _MOST_DIGITS + 1):
            if look := self._every.look(_Wanted(at, self.volume, digits)):
                return look
        return None

    def _guess(self, at: int) -> int:
        """How many pages a chapter may have."""
        look = self._any(at)
        return look.pages if look else _FIRST_GUESS

    def behind(self) -> BookView | None:
        """What stands behind the chapters; None if nothing does."""
        if not places_behind(self._view):
            return None
        pages = self._pages()
        named = {name: pages[name] for name in places_named(self._view)}
        return self._around(GatheringKind.BACK, named, self._end + 1)

    def before(self) -> BookView | None:
        """What stands before the chapters; None if nothing does."""
        if not self._has_front:
            return None
        pages = self._pages()
        named = {name: pages[name] for each in self._view.chapters if (name := anchor(each.slug))}
        if self.back:
            places = look_at(self.back).places
            named |= {name: self._end + places[name] for name in places_behind(self._view)}
        return self._around(GatheringKind.FRONT, named, 1)

    def length(self) -> int:
        """How many pages there are before the end of the last chapter."""
        return self._end

    def is_settled(self) -> bool:
        """Whether what stands before the chapters has as many pages as it was taken to have."""
        pages = look_at(self.front).pages if self.front else 0
        was, self._first = self._first, pages
        return was == pages

    def bound(self, tabs: bytes) -> list[BoundGathering]:
        """The gatherings of the volume, in their order."""
        around = {
            kind: BoundGathering(
                key_of([pdf]),
                partial(bytes, pdf),
                elsewhere=frozenset(view.gathering.elsewhere),
            )
            for kind, pdf, view in (
                (GatheringKind.FRONT, self.front, self.before()),
                (GatheringKind.BACK, self.back, self.behind()),
            )
            if view is not None
        }
        chapters = [
            self._every.bound(self.gatherings[at], at + 1 if tabs else 0) for at in self._chapters
        ]
        front, back = around.get(GatheringKind.FRONT), around.get(GatheringKind.BACK)
        return [*([front] if front else []), *chapters, *([back] if back else [])]

    def _pages(self) -> dict[str, int]:
        """By name the page of each place of the chapters."""
        pages: dict[str, int] = {}
        for at in self._chapters:
            look = self._every.look(self.gatherings[at])
            assert look is not None
            pages |= {name: self._begins[at] + page for name, page in look.places.items()}
        return pages

    def _around(self, kind: GatheringKind, named: Mapping[str, int], first: int) -> BookView:
        pages = tuple(named.items())
        gathering = Gathering(kind, self._of, first=first, pages=pages, elsewhere=tuple(named))
        return replace(self._view, gathering=gathering)
