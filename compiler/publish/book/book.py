"""Compose the view of a book from compiled quests.

Takes publications and what the cover says. Returns a `BookView`, which the templates print.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say, spoken
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.chapter.aids import aids_of
from questwright.compiler.publish.book.chapter.annex import annex_of
from questwright.compiler.publish.book.chapter.areas import areas_of
from questwright.compiler.publish.book.chapter.cards import cards_of
from questwright.compiler.publish.book.chapter.handouts import board_view, handouts_of
from questwright.compiler.publish.book.chapter.needs import (
    facts_of,
    figure_table,
    figures_of,
    needs_of,
    tagline_of,
)
from questwright.compiler.publish.book.chapter.order import order_of
from questwright.compiler.publish.book.chapter.play import (
    actions_of,
    closing_of,
    events_of,
    rules_of,
    victory_of,
)
from questwright.compiler.publish.book.chapter.records import records_of
from questwright.compiler.publish.book.chapter.setup import setup_of
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.desk.rooms import rooms_of
from questwright.compiler.publish.book.desk.runs import in_sentence
from questwright.compiler.publish.book.map.compose import legend, map_of
from questwright.compiler.publish.book.map.layout import entries_of, layout_of
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.map.sheets import with_sheets
from questwright.compiler.publish.book.view.book import BookView, ChapterView
from questwright.compiler.publish.book.view.text import Paragraph, Run, prose
from questwright.compiler.publish.book.view.titles import Titles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.book.view.text import Prose


@dataclass(frozen=True, slots=True)
class Cover:
    """The texts on a book's cover; each empty one is derived from its quests."""

    title: str = ""
    subtitle: str = ""
    author: str = ""
    audience: str = ""
    created: str = "1980-01-01T00:00:00Z"
    """The moment written into the file, in ISO 8601 with a zone: fixed, or SOURCE_DATE_EPOCH."""


def compose_book(
    publications: Sequence[Publication], cover: Cover | None = None, *, has_board: bool = False
) -> BookView:
    """Compose one book of quests, in the given order; with their boards in true size if asked."""
    cover = cover or Cover()
    system = publications[0].system if publications else None
    if not cover.title:
        is_single = len(publications) == 1
        title = publications[0].quest.title if is_single else say("Quests")
        cover = replace(cover, title=title)
    return replace(
        bare_book(system, cover, len(publications)),
        chapters=tuple(_chapters(publications, has_board=has_board)),
        aids=aids_of(publications),
        cards=cards_of(publications),
    )


def bare_book(system: System | None, cover: Cover, count: int) -> BookView:
    """A book of so many quests of a game, without its chapters and what comes of them."""
    is_single = count == 1
    return BookView(
        title=cover.title,
        chapters=(),
        subtitle=cover.subtitle or ("" if is_single or system is None else _subtitle(system)),
        author=cover.author,
        game=system.title if system is not None else "",
        audience=cover.audience or ("" if system is None else _audience(system)),
        language=spoken(),
        created=cover.created,
        theme=Theme() if system is None else system.theme,
        front=() if is_single or system is None else _front(system),
        imprint=() if system is None else _imprint(system),
        symbols=() if system is None else system.symbols,
    )


def _subtitle(system: System) -> str:
    return system.texts.get("tagline", "")


def _audience(system: System) -> str:
    if "edition" in system.texts:
        return system.texts["edition"]
    others = [in_sentence(side.title) for side in system.sides.values() if not side.is_party]
    return say("For {sides}", sides=listed_in_words(others)) if others else ""


def _front(system: System) -> Prose:
    found: list[Paragraph] = []
    for key in ("how_to_use", "unopposed"):
        if key in system.texts:
            title = system.texts.get(f"{key}_title", "")
            head = (Run(f"{title}. ", term=True),) if title else ()
            found.append(Paragraph((*head, Run(system.texts[key]))))
    return tuple(found)


def _imprint(system: System) -> Prose:
    return prose(system.texts.get("own_values", ""))


def _chapters(publications: Sequence[Publication], *, has_board: bool) -> Iterator[ChapterView]:
    taken: set[str] = set()
    for number, publication in enumerate(publications, 1):
        slug = publication.quest.id
        while slug in taken:
            slug = f"{publication.quest.id}-{number}"
        taken.add(slug)
        label = (
            say("Quest {number}", number=number)
            if len(publications) > 1
            else publication.system.title
        )
        chapter = compose_chapter(publication, slug, label)
        if has_board:
            chapter = replace(
                chapter, board=board_view(Desk(publication.quest, publication.system))
            )
        yield chapter


def compose_chapter(publication: Publication, slug: str, label: str) -> ChapterView:
    """Compose the chapter of a quest; ``label`` stands over its title."""
    desk = Desk(publication.quest, publication.system)
    figures = figures_of(desk)
    pieces = Pieces(desk, figures)
    rooms = rooms_of(desk)
    view = map_of(pieces)
    order = order_of(pieces, figures)
    events, actions = events_of(pieces), actions_of(desk)
    areas = areas_of(pieces, view, events, actions)
    return ChapterView(
        slug=slug,
        title=publication.quest.title,
        label=label,
        tagline=tagline_of(desk),
        story=tuple(
            block for passage in desk.passages("story") for block in desk.prose(passage.blocks)
        ),
        facts=facts_of(desk),
        needs=needs_of(desk),
        setup=setup_of(desk),
        layout=layout_of(
            desk.board, desk.pack.heading("layout"), entries_of(desk.quest, desk.system.turns)
        ),
        maps=with_sheets(view),
        legend=legend(pieces, view),
        titles=Titles(**{field.name: desk.pack.heading(field.name) for field in fields(Titles)}),
        areas_title=desk.pack.heading("areas"),
        areas=areas,
        events=tuple(event for event in events if event.slug not in rooms),
        rules=rules_of(desk),
        actions=tuple(action for action in actions if action.slug not in rooms),
        figures=None if order is not None else figure_table(pieces, figures),
        order=order,
        sheets=records_of(pieces),
        handouts=handouts_of(desk, areas, events),
        victory=victory_of(desk),
        closing=closing_of(desk),
        annex=annex_of(publication, pieces, view),
    )
