"""Compose the gatherings of a bound book: any quests of one game under one title.

Each chapter is composed by itself, and gives a note of what the rest of the book needs to know of
it. From the notes of all chapters comes what stands around them: the cover with the contents, the
tables and cards of the game, the signs that the maps use, an index and the credits, each once.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from questwright.compiler.english import in_words, listed_in_words
from questwright.compiler.language import message, say
from questwright.compiler.lots import choosing, pools
from questwright.compiler.publish.book.book import Cover, bare_book, compose_chapter
from questwright.compiler.publish.book.chapter.aids import aids_called, aids_for
from questwright.compiler.publish.book.chapter.cards import DeckNeed, cards_for, deck_needs
from questwright.compiler.publish.book.render.anchors import anchor
from questwright.compiler.publish.book.render.described import section_in_words
from questwright.compiler.publish.book.svg.cards import section_svg
from questwright.compiler.publish.book.svg.map import sample_svg
from questwright.compiler.publish.book.view.back import (
    BackView,
    IndexEntry,
    IndexGroup,
    IndexPlace,
    SignView,
)
from questwright.compiler.publish.book.view.book import ChapterView, Volume
from questwright.compiler.publish.book.view.cards import SectionDrawing
from questwright.compiler.publish.book.view.drawn import Drawn
from questwright.compiler.publish.book.view.gathering import Gathering, GatheringKind
from questwright.compiler.publish.book.view.lots import LotRow, LotsView, LotView
from questwright.compiler.publish.book.view.text import Paragraph, Run
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.book.volumes import apart, volumes_of
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from questwright.compiler.lots import Lot
    from questwright.compiler.model.publication import Publication
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.book.view.book import BookView
    from questwright.compiler.publish.book.view.cards import CutOutCard
    from questwright.compiler.publish.book.view.text import Prose
    from questwright.compiler.publish.book.view.theme import Palette

_ARTICLES = ("the ", "a ", "an ")
_TYPEFACES = ("Alegreya", "Alegreya Sans", "Alegreya SC", "Cinzel")
_OPEN_FONT = "OFL-1.1"
_OURS = message(
    "Its pages, maps and map symbols are under the MIT License; the texts of the quests belong to "
    "their authors."
)
_PLACES = ("aids", "cards", "signs", "index", "credits")
"""What may stand behind the chapters, as anchors."""


class ChapterNote(NamedTuple):
    """What the rest of a book needs to know of a chapter."""

    slug: str
    title: str
    label: str
    names: tuple[tuple[str, str], ...]
    """What has a name of its own, and which part of the chapter that is; nothing for all of it."""
    signs: tuple[SignView, ...]
    aids: tuple[str, ...]
    """The words of the tables of the game that it needs."""
    decks: tuple[DeckNeed, ...]
    """The cards that it needs."""


class BoundChapter(NamedTuple):
    """A chapter by itself: the note of it, and its gathering of each volume that it is in."""

    note: ChapterNote
    volumes: Mapping[Volume, BookView]


@dataclass(frozen=True, slots=True)
class Binding:
    """What all gatherings of a book have to do with: cover, game, and how many chapters."""

    cover: Cover
    system: System
    chapters: int
    lots: LotsView | None = None
    """The quests among which a die chooses, by objective."""

    def label_of(self, chapter: str, number: int) -> str:
        """What stands over the title of a chapter; ``number`` is that of its quest, from 1."""
        title = self.lots.title if self.lots is not None else ""
        for lot in self.lots.tables if self.lots is not None else ():
            for row in lot.rows:
                if row.chapter == chapter:
                    return f"{lot.title}: {title} {row.roll}"
        return say("Quest {number}", number=number) if self.chapters > 1 else self.system.title

    def whole(self) -> BookView:
        """The book without its chapters."""
        cover = self.cover
        if not cover.subtitle:
            many = say("{count} quests", count=in_words(self.chapters).capitalize())
            cover = replace(cover, subtitle=many if self.chapters > 1 else say("A quest"))
        return bare_book(self.system, cover, self.chapters)


def compose_part(publication: Publication, number: int, binding: Binding) -> BoundChapter:
    """Compose a chapter of a book; ``number`` is that of its quest, from 1."""
    label = binding.label_of(publication.quest.id, number)
    chapter = compose_chapter(publication, publication.quest.id, label)
    palette = palette_of(publication.system.theme, publication.system.symbols)
    needs = tuple(deck_needs(publication))
    note = ChapterNote(
        chapter.slug,
        chapter.title,
        label,
        tuple(_named(chapter)),
        tuple(_signs(chapter, palette)),
        tuple(aids_for(publication)),
        tuple(_drawn_need(need, palette) for need in needs),
    )
    book = replace(binding.whole(), chapters=(chapter,), cards=cards_for(needs), back=BackView())
    gathering = Gathering(GatheringKind.CHAPTER, chapters=binding.chapters)
    volumes = {
        volume: replace(view, gathering=gathering, cards=None)
        for volume, view in volumes_of(book).items()
        if view.chapters
    }
    return BoundChapter(note, volumes)


def compose_around(
    notes: Sequence[ChapterNote],
    volumes: Mapping[Volume, Sequence[ChapterNote]],
    binding: Binding,
) -> dict[Volume, BookView]:
    """Compose what stands around the chapters of each volume; these have no more than titles.

    ``volumes`` has the chapters that have something in each volume.
    """
    system = binding.system
    needs = [need for note in notes for need in note.decks]
    words = {word for note in notes for word in note.aids}
    book = replace(binding.whole(), aids=aids_called(words, system))
    back = BackView(
        signs=tuple(_every_sign(notes)), index=tuple(_index(notes)), credits=_credits(book)
    )
    views = {
        Volume.BOOK: replace(book, back=back),
        **{
            volume: apart(book, volume, ())
            for volume in (Volume.PLAYERS, Volume.DESIGNER, Volume.SHEETS)
        },
    }
    for volume in (Volume.BOOK, Volume.PLAYERS):
        there = {note.slug for note in volumes.get(volume, ())}
        views[volume] = replace(views[volume], lots=_lots_in(binding.lots, there))
    found = {
        volume: replace(view, chapters=tuple(map(_titled, volumes[volume])))
        for volume, view in views.items()
        if volumes.get(volume)
    }
    cards = volumes_of(replace(book, cards=cards_for(needs))).get(Volume.CARDS)
    return found if cards is None else found | {Volume.CARDS: cards}


def lots_view(lots: Sequence[Lot], system: System) -> LotsView | None:
    """The tables by which a die chooses among the quests of each objective that has several."""
    setting = choosing(system)
    choice = setting.chosen_by if setting is not None else None
    if setting is None or choice is None:
        return None
    tables = []
    for pool in pools(lots, system):
        quests = {lot.number: lot for lot in pool if lot.number}
        if len(pool) > 1 and quests:
            rows = tuple(_rows_of(quests, choice.die))
            tables.append(LotView(pool[0].title, rows))
    dice = say("d{sides}", sides=choice.die)
    told = say("Roll a {dice}: what it shows is played.", dice=dice)
    before = f"{choice.text} " if choice.text and len(tables) > 1 else ""
    return LotsView(setting.title, dice, f"{before}{told}", tuple(tables)) if tables else None


def _rows_of(quests: Mapping[int, Lot], die: int) -> Iterator[LotRow]:
    """A row for each number, and one for numbers in a row that no quest has."""
    numbers = range(1, die + 1)
    for is_taken, run in groupby(numbers, quests.__contains__):
        few = list(run)
        if is_taken:
            for number in few:
                yield LotRow(str(number), quests[number].quest_title, quests[number].quest)
        else:
            yield LotRow(f"{few[0]}–{few[-1]}" if len(few) > 1 else str(few[0]))


def _lots_in(lots: LotsView | None, chapters: Collection[str]) -> LotsView | None:
    """The tables in a volume that has some of the chapters: no page of the others is named."""
    if lots is None:
        return None
    tables = (
        replace(
            lot,
            rows=tuple(
                row if row.chapter in chapters else replace(row, chapter="") for row in lot.rows
            ),
        )
        for lot in lots.tables
    )
    return replace(lots, tables=tuple(tables))


def _titled(note: ChapterNote) -> ChapterView:
    return ChapterView(note.slug, note.title, note.label)


def places_behind(view: BookView) -> tuple[str, ...]:
    """The anchors of what stands behind the chapters of a volume."""
    has = {
        "aids": bool(view.aids),
        "cards": view.cards is not None,
        "signs": view.back is not None and bool(view.back.signs),
        "index": view.back is not None and bool(view.back.index),
        "credits": view.back is not None,
    }
    return tuple(place for place in _PLACES if has[place])


def places_named(view: BookView) -> Iterator[str]:
    """The anchors that the index of a volume refers to."""
    if view.back is not None:
        for group in view.back.index:
            for entry in group.entries:
                yield from (anchor(place.chapter, place.slug) for place in entry.places)


def _signs(chapter: ChapterView, palette: Palette) -> Iterator[SignView]:
    """The signs of a legend; how many there are is said in the quest."""
    for entry in chapter.legend:
        yield SignView(entry.name, Drawn(sample_svg(entry.sample, palette).svg))


def _drawn_need(need: DeckNeed, palette: Palette) -> DeckNeed:
    shared = tuple((_drawn_card(card, palette), copies) for card, copies in need.shared)
    own = tuple((_drawn_card(card, palette), copies) for card, copies in need.own)
    return need._replace(shared=shared, own=own)


def _drawn_card(card: CutOutCard, palette: Palette) -> CutOutCard:
    if not isinstance(card.drawing, SectionDrawing):
        return card
    drawing = Drawn(section_svg(card.drawing, palette).svg, section_in_words(card.drawing))
    return replace(card, drawing=drawing)


def _every_sign(notes: Sequence[ChapterNote]) -> Iterator[SignView]:
    """The signs of all legends, each once, by name."""
    known: dict[str, SignView] = {}
    for note in notes:
        for sign in note.signs:
            known.setdefault(_sort_key(sign.name), sign)
    for _, sign in sorted(known.items()):
        yield sign


def _index(notes: Sequence[ChapterNote]) -> Iterator[IndexGroup]:
    """All that has a name of its own, under the letter that the name begins with."""
    places: dict[tuple[str, str], dict[IndexPlace, None]] = {}
    for note in notes:
        for name, slug in note.names:
            places.setdefault((_sort_key(name), name), {})[IndexPlace(note.slug, slug)] = None
    groups: dict[str, list[IndexEntry]] = {}
    for (key, name), found in sorted(places.items()):
        letter = key[:1].upper()
        entry = IndexEntry(name, tuple(found))
        groups.setdefault(letter if letter.isalpha() else "0–9", []).append(entry)
    for letter, entries in groups.items():
        yield IndexGroup(letter, tuple(entries))


def _named(chapter: ChapterView) -> Iterator[tuple[str, str]]:
    found = [(chapter.title, "")]
    found += [(area.name, area.slug) for area in chapter.areas]
    found += [(rule.title, rule.slug) for rule in chapter.rules]
    found += [(action.title, action.slug) for action in chapter.actions]
    if chapter.figures is not None:
        found += [(row.name, FIGURES) for row in chapter.figures.rows]
    if chapter.order is not None:
        groups = [group for side in chapter.order.sides for group in side.groups]
        found += [(row.name, FIGURES) for group in groups for row in group.rows]
    return ((name, slug) for name, slug in dict.fromkeys(found) if name)


FIGURES = "figures"
"""The part of a chapter that has the values of its figures."""


def _sort_key(name: str) -> str:
    """What a name is sorted by: without its article, and without accents."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    article = next((article for article in _ARTICLES if plain.startswith(article)), "")
    return plain.removeprefix(article) or name.lower()


def _credits(book: BookView) -> Prose:
    game = say("{game}: you need its rules and its components to play.", game=book.game)
    own = book.theme.typeface
    names = [*_TYPEFACES, *([own.title] if own is not None and own.licence == _OPEN_FONT else [])]
    faces = say(
        "{typefaces}, under the SIL Open Font License, version 1.1.",
        typefaces=listed_in_words(names),
    )
    if own is not None and own.licence != _OPEN_FONT:
        more = say("{typeface}, under {licence}.", typeface=own.title, licence=own.licence)
        faces = f"{faces} {more}"
    lines = {
        say("Quests."): f"{book.author}." if book.author else "",
        say("Game."): game,
        say("Typefaces."): faces,
        say("Made with Questwright."): say(_OURS),
    }
    return tuple(
        Paragraph((Run(head, term=True), Run(f" {text}"))) for head, text in lines.items() if text
    )
