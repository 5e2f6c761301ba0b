"""The ways between the places of a quest: gates, squares that change, portals, corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.model.board import Cells, Edge, Gate, each_cell
from compiler.model.phrases import with_article
from compiler.model.quest import EffectKind
from compiler.packs.model import Category, Diagonal, GateForm
from compiler.proof.outcomes import Outcomes, each_place
from compiler.proof.problem import (
    NOTHING,
    All,
    Deed,
    DeedSort,
    Facts,
    FactSort,
    Has,
    Link,
    Need,
    Never,
)

if TYPE_CHECKING:
    from dsl.source import Span


class Linking(Outcomes):
    """Joins the places of one quest."""

    def link_gates(self) -> None:
        """Gates, with what opens them."""
        for gate in self.board.gates:
            is_closable = gate.id in self.closable
            if gate.is_open and gate.lock is None and not is_closable:
                opened = self.has(FactSort.OPEN, gate.id, gate.title, gate.origin)
                self.given |= 1 << opened.fact
                continue
            first = self.places_of(sum(1 << edge.first for edge in gate.edges))
            second = self.places_of(sum(1 << edge.second for edge in gate.edges))
            opened = self.has(FactSort.OPEN, gate.id, gate.title, gate.origin)
            if gate.is_open:
                self.given |= 1 << opened.fact
            for edge in gate.edges:
                self._link_edge(edge, opened, gate)
            area_facts = 0
            for number in gate.between:
                area = self.board.areas[number]
                area_facts |= 1 << self.fact(FactSort.REVEALED, area.id, area.title, area.origin)
            adds = 1 << opened.fact | area_facts
            cells = sum(1 << edge.first | 1 << edge.second for edge in gate.edges)
            if gate.kind.form is GateForm.PASSAGE:
                self._find_passage(gate.id, gate.title, gate.between, adds, cells, gate.origin)
                continue
            if gate.kind.form is GateForm.WINDOW:
                continue
            needs: Need = NOTHING
            removes = 0
            title = f"Open {with_article(gate.title)}"
            if gate.lock is not None:
                key = next((i for i in self.quest.items if i.id == gate.lock.key), None)
                if key is None:
                    needs = Never(f"nothing opens {with_article(gate.title)}", gate.lock.origin)
                else:
                    has_key = self.has(FactSort.HAVE, key.id, key.title, gate.lock.origin)
                    unlocked = self.fact(
                        FactSort.UNLOCKED, gate.id, f"{gate.title} unlocked", gate.lock.origin
                    )
                    if any(
                        effect.kind is EffectKind.UNLOCK and effect.target == gate.id
                        for event in self.quest.events
                        for effect in event.effects
                    ):
                        self.do(
                            Deed(
                                DeedSort.OPEN,
                                gate.id,
                                title,
                                first | second,
                                cells,
                                Has(unlocked, gate.lock.origin),
                                adds,
                                gate.origin,
                            )
                        )
                    needs = has_key
                    title += f" with {with_article(key.title)}"
                    if gate.lock.is_spent:
                        removes = 1 << has_key.fact
            self.do(
                Deed(
                    DeedSort.OPEN,
                    gate.id,
                    title,
                    first | second,
                    cells,
                    needs,
                    adds,
                    gate.origin,
                    removes=removes,
                    once=1 << opened.fact,
                )
            )

    def _link_edge(self, edge: Edge, opened: Has, gate: Gate) -> None:
        for one in each_place(self.places_of(1 << edge.first)):
            for other in each_place(self.places_of(1 << edge.second)):
                clear = tuple(self._clear(place) for place in (one, other))
                needs = tuple(need for need in clear if need is not None)
                need: Need = All((opened, *needs)) if needs else opened
                self.links.append(Link(one, other, need, gate.title, gate.origin))

    def _clear(self, place: int) -> Has | None:
        """What a square that can be closed in play asks for; None for a place that cannot."""
        cells = self.places[place].cells
        if not cells & self.changing:
            return None
        name = self.board.name(next(each_cell(cells)))
        return self.has(FactSort.CLEAR, name, f"{name} clear", self.quest.origin)

    def _find_passage(
        self,
        id_: str,
        title: str,
        between: tuple[int, int],
        adds: Facts,
        cells: Cells,
        origin: Span,
    ) -> None:
        found = 1 << self.fact(FactSort.FOUND, id_, f"{title} found", origin)
        for number in between:
            area = self.board.areas[number]
            where = self.places_of(area.cells)
            if not where:
                continue
            self.do(
                Deed(
                    DeedSort.EXPLORE,
                    f"{id_} from {area.id}",
                    f"Explore {with_article(area.title)}: {with_article(title)} is found",
                    where,
                    cells,
                    self.calm(number),
                    adds | found,
                    origin,
                )
            )

    def calm(self, area: int) -> Need:
        """No enemy may be in an area that is searched, where its kind asks for that."""
        kind = self.board.areas[area].kind
        if kind.clear_by_sight:
            return NOTHING
        parts = tuple(
            self.beaten(thing)
            for thing in self.quest.things_of(Category.FIGURE)
            if thing.area == area and thing.kind.side != self.system.party.word
        )
        return All(parts) if parts else NOTHING

    def link_changing(self) -> None:
        """Squares that can be closed or cleared in play, and those beside them."""
        blocked_at_start = self.closed
        fixed = len([p for p in self.places if not p.cells & self.changing])
        for number in range(fixed, len(self.places)):
            cells = self.places[number].cells
            cell = next(each_cell(cells))
            name = self.board.name(cell)
            clear = self.fact(FactSort.CLEAR, name, f"{name} clear", self.quest.origin)
            if not cells & blocked_at_start:
                self.given |= 1 << clear
            beside = self.free.grow(cells) & ~cells
            for other, place in enumerate(self.places):
                if other != number and place.cells & beside:
                    parts: list[Need] = [Has(clear, self.quest.origin)]
                    if other >= fixed:
                        if other < number:
                            continue
                        there = self.board.name(next(each_cell(place.cells)))
                        parts.append(
                            self.has(FactSort.CLEAR, there, f"{there} clear", self.quest.origin)
                        )
                    self.links.append(
                        Link(number, other, All(tuple(parts)), f"over {name}", self.quest.origin)
                    )

    def link_corners(self) -> None:
        """Diagonal steps around squares that something happens on: one need not step on them."""
        diagonal = self.system.grid.diagonal
        if diagonal is Diagonal.NEVER:
            return
        stride = self.board.stride
        numbers = {
            cell: n for n, place in enumerate(self.places) for cell in each_cell(place.cells)
        }
        corners = {cell for watched in self.watched for cell in each_cell(watched)}
        for corner in sorted(corners & numbers.keys()):
            for one in (corner - 1, corner + 1):
                for other in (corner - stride, corner + stride):
                    here, there = numbers.get(one, -1), numbers.get(other, -1)
                    if here < 0 or there < 0 or here == there:
                        continue
                    ways = [
                        self._around_corner(one, flank, other)
                        for flank in (corner, one + other - corner)
                    ]
                    if diagonal is Diagonal.BOTH_FLANKS and None in ways:
                        continue
                    if ways[0] is not None:
                        self.links.append(
                            Link(here, there, ways[0], "round a corner", self.quest.origin)
                        )

    def _around_corner(self, one: int, flank: int, other: int) -> Need | None:
        """What two straight steps by way of a square ask for; None where they are not to be had."""
        if not self.walkable >> flank & 1:
            return None
        steps = (self._step(one, flank), self._step(flank, other))
        if None in steps:
            return None
        touched = self.places_of(1 << one | 1 << flank | 1 << other)
        clear = [self._clear(number) for number in each_place(touched)]
        needs = tuple(need for need in (*steps, *clear) if need is not None and need is not NOTHING)
        return All(needs) if needs else NOTHING

    def _step(self, one: int, other: int) -> Need | None:
        """What a straight step asks for; None through a wall."""
        first, second = min(one, other), max(one, other)
        free = self.free.east if second == first + 1 else self.free.south
        if free >> first & 1:
            return NOTHING
        for gate in self.board.gates:
            if gate.kind.form is not GateForm.WINDOW and Edge(first, second) in gate.edges:
                return self.has(FactSort.OPEN, gate.id, gate.title, gate.origin)
        return None

    def link_portals(self) -> None:
        """Portals, from beside the one to beside the other."""
        for thing in self.portals.values():
            other = self.portals.get(thing.link)
            if other is None or other.id < thing.id:
                continue
            here = self.places_of(self.around(thing.mask))
            there = self.places_of(self.around(other.mask))
            for one in each_place(here):
                for far in each_place(there):
                    if one != far:
                        self.links.append(Link(one, far, NOTHING, thing.title, thing.origin))
