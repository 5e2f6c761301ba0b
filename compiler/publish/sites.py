"""Find the place on the board that a cause of a verdict is about.

Takes a quest. A cause has a text and a span of the source. Whatever the quest declares at that span
has squares or edges, and these are returned as the sites of the cause.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from questwright.compiler.model.conditions import Every, Fact, Not, Some
from questwright.compiler.packs.system.system import Category
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells, Edge
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Event, Item, Quest
    from questwright.dsl.source import Span

_MOST = 4
"""How many sites of one cause are returned; a reader could not tell more of them apart."""


class Site(NamedTuple):
    """A spot of the board: some squares, or the edges that a gate is on."""

    cells: Cells = 0
    edges: tuple[Edge, ...] = ()
    is_wide: bool = False
    """Whether it is a region of the board, such as a room, and not a thing on it."""


class _Declared(NamedTuple):
    """A declaration of the source: its title and its site."""

    title: str
    site: Site


class Sites:
    """The sites of everything that one quest declares, by id and by span of the source."""

    def __init__(self, quest: Quest) -> None:
        self._quest = quest
        self._by_id: dict[str, Site] = {}
        self._by_origin: dict[Span, list[_Declared]] = {}
        self._declare_board()
        self._declare_play()

    def of(self, text: str, origin: Span) -> tuple[Site, ...]:
        """The sites that a cause with this text and origin is about; empty if it is about none."""
        candidates = self._by_origin.get(origin, [])
        # One line may declare several things: a letter that is drawn twice, a room with its chests.
        # If the text names one of their titles, only those with this title are meant.
        titles = (declared.title for declared in candidates)
        named = next((title for title in titles if _mentions(text, title)), None)
        meant = [declared.site for declared in candidates if named in (None, declared.title)]
        return tuple(dict.fromkeys(meant))[:_MOST]

    # -- what is declared where --------------------------------------------------------

    def _declare(self, origin: Span, id_: str, title: str, site: Site) -> None:
        if site.cells or site.edges:
            self._by_origin.setdefault(origin, []).append(_Declared(title, site))
            if id_:
                self._by_id.setdefault(id_, site)

    def _declare_board(self) -> None:
        quest = self._quest
        for thing in quest.things:
            self._declare(thing.origin, thing.id, thing.title, Site(thing.mask))
            if thing.lock is not None:
                self._declare(thing.lock.origin, thing.id, thing.title, Site(thing.mask))
        for item in quest.items:
            self._declare(item.origin, item.id, item.title, self._site_of_item(item))
        searched = (own for own in quest.things_of(Category.CONTAINER) if own.lock is None)
        chests = {thing.id: thing.area for thing in searched}
        for number, area in enumerate(quest.board.areas):
            # A room is searched as a whole, so causes about its chests have the room's origin.
            for item in quest.items:
                if chests.get(item.holder) == number:
                    self._declare(area.origin, item.id, item.title, self._site_of_item(item))
            self._declare(area.origin, area.id, area.title, Site(area.cells, is_wide=True))
        for gate in quest.board.gates:
            site = Site(gate.cells) if gate.cells else Site(edges=gate.edges)
            self._declare(gate.origin, gate.id, gate.title, site)
            if gate.lock is not None:
                self._declare(gate.lock.origin, gate.id, gate.title, site)
        for crossing in quest.board.crossings:
            self._declare(crossing.origin, crossing.id, crossing.title, Site(crossing.cells))

    def _site_of_item(self, item: Item) -> Site:
        """The square that an item lies on, or the site of its holder."""
        if item.cell >= 0:
            return Site(1 << item.cell)
        return self._by_id.get(item.holder, Site())

    def _declare_play(self) -> None:
        quest = self._quest
        for action in quest.actions:
            site = self._by_id.get(action.target) or Site(action.cells)
            self._declare(action.origin, action.id, action.title, site)
            if action.condition is not None:
                self._declare_condition(action.condition)
        for victory in quest.victories:
            self._declare_condition(victory.condition)
        for event in quest.events:
            asked = self._declare_condition(event.condition)
            affected = self._declare_effects(event)
            # The sites of its condition; or those of its effects, if the condition has none.
            for site in asked or affected:
                self._declare(event.origin, event.id, event.title, site)

    def _declare_condition(self, condition: Condition) -> list[Site]:
        """Declare the facts of a condition at their own origins, and return all their sites."""
        match condition:
            case Fact(cells=cells, subjects=subjects, origin=origin):
                sites = [self._region(cells)] if cells else self._sites_of(subjects)
                for site in sites:
                    self._declare(origin, "", "", site)
                return sites
            case Not(part, _):
                return self._declare_condition(part)
            case Every(parts, _) | Some(parts, _):
                return [site for part in parts for site in self._declare_condition(part)]

    def _declare_effects(self, event: Event) -> list[Site]:
        """Declare the targets of an event's effects at their own origins, and return the sites."""
        sites = []
        for effect in event.effects:
            site = self._by_id.get(effect.target) or Site(effect.cells)
            if site.cells or site.edges:
                self._declare(effect.origin, "", effect.target_title, site)
                sites.append(site)
        return sites

    def _sites_of(self, ids: Iterable[str]) -> list[Site]:
        """The sites of those ids that have one."""
        return [self._by_id[id_] for id_ in ids if id_ in self._by_id]

    def _region(self, cells: Cells) -> Site:
        areas = (area.cells for area in self._quest.board.areas)
        return Site(cells, is_wide=cells in areas or cells.bit_count() > _MOST)


def _mentions(text: str, title: str) -> bool:
    """Whether a text contains a title as whole words, with or without the article."""
    bare = title.removeprefix("The ").removeprefix("the ")
    return bool(bare) and re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", text) is not None
