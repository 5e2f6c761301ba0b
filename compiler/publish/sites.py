"""Where on the board that is which a cause speaks of: its squares, or its edges.

A cause says in words what stands in the way, and where in the source. What is declared there has
its place on the board, and so the cause has one, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.model.quest import Every, Fact, Not, Some
from questwright.compiler.packs.system.system import Category

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.grid.cells import Cells, Edge
    from questwright.compiler.model.quest import Condition, Event, Item, Quest
    from questwright.dsl.source import Span

_MOST = 4
"""Sites of one cause; of more than these nobody could say which are meant."""


class Site(NamedTuple):
    """A spot of the board: some squares, or the edges that a gate is on."""

    cells: Cells = 0
    edges: tuple[Edge, ...] = ()
    is_wide: bool = False
    """It is a part of the board, and no thing on it."""


class _Declared(NamedTuple):
    """What is declared somewhere in the source: its title and its site."""

    title: str
    site: Site


class Sites:
    """The sites of everything that one quest declares."""

    def __init__(self, quest: Quest) -> None:
        self._quest = quest
        self._by_id: dict[str, Site] = {}
        self._by_origin: dict[Span, list[_Declared]] = {}
        self._declare_board()
        self._declare_happenings()

    def of(self, text: str, origin: Span) -> tuple[Site, ...]:
        """The sites that a cause is about; none where it is about nothing on the board."""
        every = self._by_origin.get(origin, [])
        # One line may declare several things: a letter that is drawn twice, a room with its chests.
        named = next((one.title for one in every if _names(text, one.title)), None)
        meant = [one.site for one in every if named in (None, one.title)]
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
        for item in quest.items:
            self._declare(item.origin, item.id, item.title, self._lies(item))
        chests = {thing.id: thing.area for thing in quest.things_of(Category.CONTAINER)}
        for number, area in enumerate(quest.board.areas):
            # A room is searched as a whole: what lies in its chests is spoken of at the room.
            for item in quest.items:
                if chests.get(item.holder) == number:
                    self._declare(area.origin, item.id, item.title, self._lies(item))
            self._declare(area.origin, area.id, area.title, Site(area.cells, is_wide=True))
        for gate in quest.board.gates:
            site = Site(edges=gate.edges)
            self._declare(gate.origin, gate.id, gate.title, site)
            if gate.lock is not None:
                self._declare(gate.lock.origin, gate.id, gate.title, site)
        for crossing in quest.board.crossings:
            self._declare(crossing.origin, crossing.id, crossing.title, Site(crossing.cells))

    def _lies(self, item: Item) -> Site:
        if item.cell >= 0:
            return Site(1 << item.cell)
        return self._by_id.get(item.holder, Site())

    def _declare_happenings(self) -> None:
        quest = self._quest
        for action in quest.actions:
            site = self._by_id.get(action.target) or Site(action.cells)
            self._declare(action.origin, action.id, action.title, site)
            if action.condition is not None:
                self._declare_asked(action.condition)
        for victory in quest.victories:
            self._declare_asked(victory.condition)
        for event in quest.events:
            asked, done = self._declare_asked(event.condition), self._declare_done(event)
            # Where it comes about; or where its effects are, if it does so anywhere.
            for site in asked or done:
                self._declare(event.origin, event.id, event.title, site)

    def _declare_asked(self, condition: Condition) -> list[Site]:
        """The sites of all that a condition asks for."""
        match condition:
            case Fact(cells=cells, subjects=subjects, origin=origin):
                sites = [self._region(cells)] if cells else self._known(subjects)
                for site in sites:
                    self._declare(origin, "", "", site)
                return sites
            case Not(part, _):
                return self._declare_asked(part)
            case Every(parts, _) | Some(parts, _):
                return [site for part in parts for site in self._declare_asked(part)]

    def _declare_done(self, event: Event) -> list[Site]:
        """The sites of all that an event does something to."""
        sites = []
        for effect in event.effects:
            site = self._by_id.get(effect.target) or Site(effect.cells)
            if site.cells or site.edges:
                self._declare(effect.origin, "", effect.target_title, site)
                sites.append(site)
        return sites

    def _known(self, ids: Iterable[str]) -> list[Site]:
        """The sites of those that are anywhere on the board."""
        return [self._by_id[id_] for id_ in ids if id_ in self._by_id]

    def _region(self, cells: Cells) -> Site:
        areas = (area.cells for area in self._quest.board.areas)
        return Site(cells, is_wide=cells in areas or cells.bit_count() > _MOST)


def _names(text: str, title: str) -> bool:
    """Whether a text speaks of something by its title, with or without the article."""
    bare = title.removeprefix("The ").removeprefix("the ")
    return bool(bare) and re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", text) is not None
