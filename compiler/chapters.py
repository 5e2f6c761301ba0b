"""The bound book of a build, from chapters of fresh quests and from those that are kept.

Takes the quests of a build in their order. Returns the PDFs of the book. Of each chapter it keeps
what the rest of the book needs to know of it, and its gatherings; of the book the keys of its PDFs.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from questwright.compiler.bindings import Binder, BoundBook, KeptChapter, SetGathering
from questwright.compiler.files import key_of
from questwright.compiler.lots import in_order
from questwright.compiler.press.binding.join import Look
from questwright.compiler.products import UnprintedBook, created, timed
from questwright.compiler.publish.book.book import Cover
from questwright.compiler.publish.book.bound import Binding, ChapterNote, compose_part, lots_view
from questwright.compiler.publish.book.chapter.cards import DeckNeed
from questwright.compiler.publish.book.view.back import SignView
from questwright.compiler.publish.book.view.book import Volume
from questwright.compiler.publish.book.view.cards import CutOutCard, Ornament
from questwright.compiler.publish.book.view.drawn import Drawn
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from questwright.compiler.kept import Kept
    from questwright.compiler.lots import Lot
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.products import Titled
    from questwright.compiler.publish.book.bound import BoundChapter
    from questwright.compiler.publish.book.render.press import Press


class Shelf(Protocol):
    """The quests of a build."""

    def publication(self, id_: str) -> Publication:
        """A quest by its id; one whose file is kept is compiled only now."""

    def system(self, game: str) -> System:
        """The pack of a game, in the language of the build."""


class Quests(NamedTuple):
    """The quests of a build, which are of one game."""

    ids: Sequence[str]
    """In the order of the book."""
    game: str
    stamps: Mapping[str, str]
    """Of quests whose files are kept, the stamps of these; there are more as a build goes on."""
    shelf: Shelf
    lots: tuple[Lot, ...] = ()
    """Where its quests stand among those of their objectives, if a die chooses among these."""


class BookOfQuests:
    """The book of all quests of a build, begun before their own books are done."""

    def __init__(self, book: Titled, quests: Quests, press: Press, kept: Kept | None) -> None:
        self.id = book.id
        count = len(quests.ids)
        self.words = f"{book.title}, a book of {count} quest{'s' * (count != 1)}"
        """What is said of it."""
        self._book = book
        self._press = press
        self._kept = kept
        cover = Cover(title=book.title, author=book.author, created=created())
        system = quests.shelf.system(quests.game)
        self._binding = Binding(cover, system, count, lots_view(quests.lots, system))
        self._quests = quests._replace(ids=in_order(quests.ids, quests.lots, system))
        self._chapters: list[KeptChapter | BoundChapter] = []

    @cached_property
    def _binder(self) -> Binder:
        for at, id_ in enumerate(self._quests.ids):
            own = self._quests.stamps.get(id_, "")
            content = self._kept.recall_more(own, self._asked(at)) if self._kept and own else None
            self._chapters.append((content and _read(content)) or self._composed(at))
        return Binder(self._chapters, self._binding, self._press, self._composed)

    def begin(self) -> None:
        """Begin to set what is new in it."""
        if not self._stamp():
            self._binder.begin()

    def bound(self) -> BoundBook | UnprintedBook:
        """The book, or why there is none."""
        stamp = self._stamp()
        if self._kept is not None and stamp:
            noted = self._kept.recall_more(stamp, self._whole())
            if noted and (files := _files_kept(noted, self._press)) is not None:
                return BoundBook(files, {}, ())
        return self._binder.bound(self._book.id)

    def keep(self, done: BoundBook) -> None:
        """Keep what was bound, and its chapters; by now the files of all quests may be kept."""
        if self._kept is None or not done.keys:
            return
        for at, id_ in enumerate(self._quests.ids):
            own = self._quests.stamps.get(id_, "")
            chapter = KeptChapter(self._chapters[at].note, done.gatherings[at])
            if own and chapter != self._chapters[at]:
                self._kept.keep_more(own, self._asked(at), _written(chapter))
        if stamp := self._stamp():
            self._kept.keep_more(stamp, self._whole(), json.dumps(done.keys).encode())

    def _whole(self) -> str:
        """What is asked for, of all of it."""
        return repr(("bound", self._book, created(), self._quests.ids))

    def _stamp(self) -> str:
        """Of all that the book is made of; empty as long as a quest has none."""
        stamps = [self._quests.stamps.get(id_, "") for id_ in self._quests.ids]
        return key_of(stamp.encode() for stamp in stamps) if all(stamps) else ""

    def _composed(self, at: int) -> BoundChapter:
        publication = self._quests.shelf.publication(self._quests.ids[at])
        with timed(publication, f"the chapter of `{publication.quest.id}` was laid out"):
            return compose_part(publication, at + 1, self._binding)

    def _asked(self, at: int) -> str:
        id_ = self._quests.ids[at]
        label = self._binding.label_of(id_, at + 1)
        return repr((self._book.title, at + 1, self._binding.chapters > 1, id_, label))


def _files_kept(noted: bytes, press: Press) -> dict[str, bytes] | None:
    """The PDFs of a book whose keys were noted; None if one of them is not kept."""
    try:
        keys = {Volume(volume): key for volume, key in json.loads(noted).items()}
        kept = {f"{volume}.pdf": press.kept(key) for volume, key in keys.items()}
    except (ValueError, TypeError, AttributeError):
        return None
    files = {name: pdf for name, pdf in kept.items() if pdf is not None}
    return files if len(files) == len(kept) else None


def _written(chapter: KeptChapter) -> bytes:
    note = chapter.note
    plain = note._asdict() | {
        "signs": [(sign.name, sign.drawing.svg, sign.drawing.words) for sign in note.signs],
        "decks": [
            (need.deck, need.is_met, _cards(need.shared), _cards(need.own)) for need in note.decks
        ],
    }
    return json.dumps({"note": plain, "gatherings": chapter.gatherings}).encode()


def _cards(cards: Sequence[tuple[CutOutCard, int]]) -> list[object]:
    return [(_card(card), copies) for card, copies in cards]


def _card(card: CutOutCard) -> list[object]:
    drawing = card.drawing
    drawn = (drawing.svg, drawing.words) if isinstance(drawing, Drawn) else None
    texts = [card.deck, card.label, card.title, card.text]
    return [*texts, card.ornament.points, card.size, card.notes, drawn]


def _read(content: bytes) -> KeptChapter | None:
    """A chapter as it was kept; None for what is none."""
    try:
        plain = json.loads(content)
        note, gatherings = plain["note"], plain["gatherings"]
        note["names"] = tuple((name, slug) for name, slug in note["names"])
        note["signs"] = tuple(SignView(name, Drawn(*drawn)) for name, *drawn in note["signs"])
        note["aids"] = tuple(note["aids"])
        note["decks"] = tuple(
            DeckNeed(deck, is_met, _read_cards(shared), _read_cards(own))
            for deck, is_met, shared, own in note["decks"]
        )
        return KeptChapter(
            ChapterNote(**note),
            {
                Volume(volume): {
                    int(digits): SetGathering(key, Look(*look))
                    for digits, (key, look) in each.items()
                }
                for volume, each in gatherings.items()
            },
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _read_cards(plain: Any) -> tuple[tuple[CutOutCard, int], ...]:  # noqa: ANN401 - plain data
    return tuple((_read_card(card), copies) for card, copies in plain)


def _read_card(plain: Any) -> CutOutCard:  # noqa: ANN401 - plain data
    deck, label, title, text, points, size, notes, drawn = plain
    return CutOutCard(
        deck,
        label,
        title,
        text,
        Ornament(points),
        size,
        tuple((what, many) for what, many in notes),
        None if drawn is None else Drawn(*drawn),
    )
