"""Read the deck of a quest from its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.sections import Doorway, Section, SectionCards, SectionDeck
from questwright.compiler.packs.system.dealing import Dealing, Overlap, SectionSort
from questwright.compiler.publish.document.read.lookup import NOWHERE, look_up
from questwright.dsl.drawing import cell_at

if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part


def read_deck(part: Part | None, system: System) -> SectionDeck | None:
    """The deck of a document; raises `DocumentError` for a card of no section."""
    if part is None:
        return None
    sections = {
        each.text("word"): _section(each, system.sections.get(each.text("sort")))
        for each in part.parts("sections")
    }

    def named(word: str) -> Section:
        return look_up(sections, word, "a section of its deck")

    top, below = part.number("top"), part.number("below")
    rules = Dealing(top, below, Overlap(part.text("overlap")), part.words("rules"))
    return SectionDeck(
        objective=named(part.text("objective")),
        cards=tuple(
            SectionCards(named(each.text("section")), each.number("count"))
            for each in part.parts("cards")
        ),
        top=top,
        below=below,
        rules=rules,
        is_listed=part.flag("listed"),
        origin=NOWHERE,
    )


def _section(part: Part, sort: SectionSort | None) -> Section:
    return Section(
        word=part.text("word"),
        title=part.text("title"),
        sort=sort
        or SectionSort(
            part.text("sort"),
            part.text("sort_title"),
            part.text("sort_title"),
            part.flag("objective"),
            part.flag("divides"),
            part.flag("meets"),
            (),
        ),
        rows=part.number("rows"),
        columns=part.number("columns"),
        squares=frozenset(map(cell_at, part.words("cells"))),
        way_in=_doorway(part.part("way_in")),
        further=tuple(map(_doorway, part.parts("doorways"))),
        rock=frozenset(map(cell_at, part.words("rock"))),
        walls=frozenset(),
    )


def _doorway(part: Part) -> Doorway:
    return Doorway(part.text("side"), cell_at(part.text("cell")), part.number("width"))
