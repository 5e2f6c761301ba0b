"""Compose the view of a bound book: any quests of one game under one title.

Takes publications and what the cover says. Returns a `BookView`: the quests as chapters, and at the
end the tables of the game, the signs that the maps use, an index and the credits, each once.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.english import in_words, listed_in_words
from questwright.compiler.language import message, say
from questwright.compiler.publish.book.book import Cover, compose_book
from questwright.compiler.publish.book.view.back import BackView, IndexEntry, IndexGroup, IndexPlace
from questwright.compiler.publish.book.view.text import Paragraph, Run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.publish.book.view.book import BookView, ChapterView
    from questwright.compiler.publish.book.view.map import LegendEntry
    from questwright.compiler.publish.book.view.text import Prose

_ARTICLES = ("the ", "a ", "an ")
_TYPEFACES = ("Alegreya", "Alegreya Sans", "Alegreya SC", "Cinzel")
_OPEN_FONT = "OFL-1.1"
_OURS = message(
    "Its pages, maps and map symbols are under the MIT License; the texts of the quests belong to "
    "their authors."
)


def compose_bound(publications: Sequence[Publication], cover: Cover) -> BookView:
    """Compose one book of quests of one game, in the given order."""
    count = len(publications)
    if not cover.subtitle:
        many = say("{count} quests", count=in_words(count).capitalize())
        cover = replace(cover, subtitle=many if count > 1 else say("A quest"))
    book = compose_book(publications, cover)
    back = BackView(
        signs=tuple(_signs(book.chapters)),
        index=tuple(_index(book.chapters)),
        credits=_credits(book),
    )
    return replace(book, back=back)


def _signs(chapters: Sequence[ChapterView]) -> Iterator[LegendEntry]:
    """The signs of all legends, each once, by name; how many there are is said in each quest."""
    known: dict[str, LegendEntry] = {}
    for chapter in chapters:
        for entry in chapter.legend:
            known.setdefault(_sort_key(entry.name), replace(entry, count=0, note=""))
    for _, entry in sorted(known.items()):
        yield entry


def _index(chapters: Sequence[ChapterView]) -> Iterator[IndexGroup]:
    """All that has a name of its own, under the letter that the name begins with."""
    places: dict[tuple[str, str], dict[IndexPlace, None]] = {}
    for chapter in chapters:
        for name, place in _named(chapter):
            if name:
                places.setdefault((_sort_key(name), name), {})[place] = None
    groups: dict[str, list[IndexEntry]] = {}
    for (key, name), found in sorted(places.items()):
        letter = key[:1].upper()
        entry = IndexEntry(name, tuple(found))
        groups.setdefault(letter if letter.isalpha() else "0–9", []).append(entry)
    for letter, entries in groups.items():
        yield IndexGroup(letter, tuple(entries))


def _named(chapter: ChapterView) -> Iterator[tuple[str, IndexPlace]]:
    yield chapter.title, IndexPlace(chapter.slug)
    for area in chapter.areas:
        yield area.name, IndexPlace(chapter.slug, area.slug)
    for rule in chapter.rules:
        yield rule.title, IndexPlace(chapter.slug, rule.slug)
    for action in chapter.actions:
        yield action.title, IndexPlace(chapter.slug, action.slug)
    if chapter.figures is not None:
        for row in chapter.figures.rows:
            yield row.name, IndexPlace(chapter.slug, FIGURES)
    if chapter.order is not None:
        for side in chapter.order.sides:
            for group in side.groups:
                for row in group.rows:
                    yield row.name, IndexPlace(chapter.slug, FIGURES)


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
