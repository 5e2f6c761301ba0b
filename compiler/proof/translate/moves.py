"""The ways between the places of a quest: gates, squares that change, portals, corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.cliffs import climbers, drop_costs, level_title
from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import Cells, Edge, each_cell
from questwright.compiler.packs.system.system import Category, Diagonal, GateForm
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import (
    NOTHING,
    All,
    By,
    Facts,
    Has,
    Need,
    Never,
    negated,
    parts_of,
)
from questwright.compiler.proof.task.task import Deed, DeedSort, FactSort, Link
from questwright.compiler.proof.translate.effects import Outcomes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.proof.task.condition import Members
    from questwright.dsl.source import Span


Needs = tuple[Need, ...]


class Linking(Outcomes):
    """Joins the places of one quest."""

    def link_gates(self) -> None:
        """Gates, with what opens them."""
        for gate in self.board.gates:
            if gate.is_open and gate.lock is None and gate.id not in self.kept_apart:
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
                self._find_passage(gate, 1 << opened.fact, adds, cells)
                continue
            if gate.kind.form is GateForm.WINDOW:
                continue
            where = first | second
            self._open_door(
                Deed(
                    DeedSort.OPEN,
                    gate.id,
                    f"Open {with_article(gate.title)}",
                    where,
                    cells,
                    NOTHING,
                    adds,
                    gate.origin,
                    once=1 << opened.fact,
                ),
                gate,
            )

    def _open_door(self, deed: Deed, gate: Gate) -> None:
        """Open a door: one that is locked with its key, or by whoever can open or break it."""
        lock = gate.lock
        if lock is None:
            self.do(deed)
            return
        needs: list[Need] = []
        unlocked = None
        if deed.id in self.unlocked_by_events:
            title = f"{with_article(gate.title)} unlocked"
            unlocked = self.has(FactSort.UNLOCKED, deed.id, title, lock.origin)
            self.do(deed._replace(needs=unlocked))
        title, carries = deed.title, 0
        if lock.kind is not None:
            title = f"{title} by breaking the {lock.kind.title}"
        if lock.key:
            key = next((item for item in self.quest.items if item.id == lock.key), None)
            if key is None:
                why = f"nothing opens {with_article(gate.title)}"
                self.do(deed._replace(needs=Never(why, lock.origin)))
                return
            key_at_hand = self.has(FactSort.HAVE, key.id, key.title, lock.origin)
            needs.append(key_at_hand)
            carries = 1 << key_at_hand.fact
            title = f"{deed.title} with {with_article(key.title)}"
            if lock.is_spent and unlocked is not None:
                # Nobody spends a key on a door that is no longer locked.
                needs.append(negated(unlocked))
        opening = self.opening(gate, lock)
        if opening is not NOTHING:
            needs.append(opening)
        self.do(
            deed._replace(
                title=title,
                needs=needs[0] if len(needs) == 1 else All(tuple(needs)),
                removes=carries if lock.is_spent else 0,
                carries=carries,
            )
        )

    def _link_edge(self, edge: Edge, opened: Has, gate: Gate) -> None:
        for one in each_place(self.places_of(1 << edge.first)):
            for other in each_place(self.places_of(1 << edge.second)):
                clear = tuple(self.clear_of(place) for place in (one, other))
                needs: Needs = tuple(need for need in clear if need is not None)
                for who in (self.passing(gate), self.entering(*edge)):
                    if who is not NOTHING:
                        needs = (*needs, *parts_of(who))
                need: Need = All((opened, *needs)) if needs else opened
                if gate.way_from < 0:
                    self.links.append(Link(one, other, need, gate.title, gate.origin))
                else:
                    inside = self.board.areas[gate.way_from].cells >> edge.first & 1
                    ends = (one, other) if inside else (other, one)
                    self._link_one_way(*ends, need, gate)

    def _link_one_way(self, first: int, second: int, need: Need, gate: Gate) -> None:
        """A way on, and no way back: that it is none stands there, to be told as a cause."""
        side = with_article(self.board.areas[gate.way_from].title)
        never = Never(f"one goes through {with_article(gate.title)} only from {side}", gate.origin)
        back = All((*parts_of(need), never))
        backwards = f"{gate.title}, backwards"
        self.links += [
            Link(first, second, need, gate.title, gate.origin, is_one_way=True),
            Link(second, first, back, backwards, gate.origin, is_one_way=True),
        ]

    def clear_of(self, place: int) -> Has | None:
        """What a square that can be closed in play asks for; None for a place that cannot."""
        cells = self.places[place].cells
        if not cells & self.changing:
            return None
        return self.clear(next(each_cell(cells)))

    def _find_passage(self, gate: Gate, opened: Facts, adds: Facts, cells: Cells) -> None:
        found = 1 << self.fact(FactSort.FOUND, gate.id, f"{gate.title} found", gate.origin)
        for number in gate.between:
            area = self.board.areas[number]
            where = self.places_of(area.cells)
            if not where:
                continue
            self.do(
                Deed(
                    DeedSort.EXPLORE,
                    f"{gate.id} from {area.id}",
                    f"Explore {with_article(area.title)}: {with_article(gate.title)} is found",
                    where,
                    cells,
                    self.calm(number),
                    adds | found,
                    gate.origin,
                    once=opened | found,
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

    def link_rough(self) -> None:
        """The borders of ground that not every member of the party can enter."""
        if not self.rough:
            return
        found: dict[tuple[int, int, Need], Link] = {}
        # Gates that are not always open have links of their own.
        for edge in self.borders:
            need = self.entering(*edge)
            patches = [patch for patch, _ in self.rough if any(patch.cells >> c & 1 for c in edge)]
            for one in each_place(self.places_of(1 << edge.first)):
                for other in each_place(self.places_of(1 << edge.second)):
                    clear = (self.clear_of(place) for place in (one, other))
                    parts = (*parts_of(need), *(part for part in clear if part is not None))
                    whole = All(parts) if len(parts) > 1 else need
                    title = patches[-1].kind.title
                    link = Link(one, other, whole, title, patches[-1].origin)
                    found.setdefault((min(one, other), max(one, other), whole), link)
        self.links += found.values()

    def link_climbs(self) -> None:
        """Ground that is kept apart from other ground, for those who climb over all the same."""
        party = self.quest.party
        for edge, who in climbers(self.board, party).items():
            patches = (one for one in self.board.terrain if one.kind.climbed_by)
            ends = 1 << edge.first | 1 << edge.second
            origin = next(patch.origin for patch in patches if patch.cells & ends)
            climbing = By(who, f"only {self._titles(who)} climbs there", origin)
            able = () if who == (1 << len(party)) - 1 else (climbing,)
            for one in each_place(self.places_of(1 << edge.first)):
                for other in each_place(self.places_of(1 << edge.second)):
                    clear = (self.clear_of(place) for place in (one, other))
                    ground = parts_of(self.entering(*edge))
                    parts: Needs = (*able, *ground, *(need for need in clear if need is not None))
                    need: Need = All(parts) if len(parts) > 1 else parts[0] if parts else NOTHING
                    link = Link(one, other, need, "a climb", origin)
                    if link not in self.links:
                        self.links.append(link)

    def link_cliffs(self) -> None:
        """Cliffs between places: who jumps down, and that nobody climbs up. One link for a pair."""
        board, party = self.board, self.quest.party
        if not board.cliffs:
            return
        of = {cell: n for n, place in enumerate(self.places) for cell in each_cell(place.cells)}
        linked = {ends for link in self.links for ends in ((link.first, link.second), link[1::-1])}
        # Where one walks from the one to the other at any time, nobody need jump.
        walked = {
            ends
            for link in self.links
            if link.needs is NOTHING and not link.is_one_way
            for ends in ((link.first, link.second), link[1::-1])
        }
        able: dict[tuple[int, int], Members] = {}
        for fall, each in drop_costs(board, party, self.system):
            ends = (of.get(fall.above, -1), of.get(fall.below, -1))
            if min(ends) < 0 or ends[0] == ends[1] or ends in walked:
                continue
            for number, cost in enumerate(each):
                if cost is not None:
                    able[ends] = able.get(ends, 0) | 1 << number
        for (above, below), who in able.items():
            jumps = By(who, f"only {self._titles(who)} jumps down there", self._rise(above))
            clear = (self.clear_of(place) for place in (above, below))
            needs = () if who == (1 << len(party)) - 1 else (jumps,)
            parts: Needs = (*needs, *(need for need in clear if need is not None))
            need = All(parts) if len(parts) != 1 else parts[0]
            title = f"a jump down to {board.name(next(each_cell(self.places[below].cells)))}"
            self.links.append(
                Link(above, below, need, title, jumps.origin, is_one_way=True, is_jump=True)
            )
        for edge in board.cliffs_within(board.floor):
            one, other = sorted(of.get(cell, -1) for cell in edge)
            if one < 0 or one == other or (one, other) in linked:
                continue
            linked.add((one, other))
            low, high = sorted(edge, key=board.height)
            titles = (with_article(level_title(board, cell)) for cell in (low, high))
            if board.height(low) == board.height(high):
                continue
            why = "nobody climbs from {} to {}".format(*titles)
            never = Never(f"{why}: nothing joins them", self._rise(of[high], of[low]))
            ends = (of[low], of[high])
            is_one_way = (ends[1], ends[0]) in able
            self.links.append(Link(*ends, never, "a cliff", never.origin, is_one_way=is_one_way))

    def _titles(self, who: Members) -> str:
        able = [kind.title for number, kind in enumerate(self.quest.party) if who >> number & 1]
        return listed_in_words(able, "or")

    def _rise(self, *places: int) -> Span:
        """Where it is written how high some places lie."""
        cells = sum(self.places[place].cells for place in places)
        found = (level.origin for level in self.board.levels if level.cells & cells)
        return next(found, self.quest.origin)

    def link_changing(self) -> None:
        """Squares that can be closed or cleared in play, and those beside them."""
        fixed = len([p for p in self.places if p.cells and not p.cells & self.changing])
        for number in range(fixed, len(self.places)):
            cells = self.places[number].cells
            if not cells:
                continue  # off the board
            cell = next(each_cell(cells))
            beside = self.free.grow(cells) & ~cells
            for other, place in enumerate(self.places):
                if other == number or not place.cells & beside or fixed <= other < number:
                    continue
                parts: list[Need] = [self.clear(cell)]
                if other >= fixed:
                    parts.append(self.clear(next(each_cell(place.cells))))
                title = f"over {self.board.name(cell)}"
                self.links.append(Link(number, other, All(tuple(parts)), title, self.quest.origin))

    def link_corners(self) -> None:
        """Diagonal steps around squares of another place: one need not step on them."""
        diagonal = self.system.grid.diagonal
        if diagonal is Diagonal.NEVER or not self.board.corners:
            return
        stride = self.board.stride
        numbers = {
            cell: n for n, place in enumerate(self.places) for cell in each_cell(place.cells)
        }
        for corner in each_cell(self._borders()):
            for one in (corner - 1, corner + 1):
                for other in (corner - stride, corner + stride):
                    here, there = numbers.get(one, -1), numbers.get(other, -1)
                    if here < 0 or there < 0 or len({here, there, numbers[corner]}) < 3:
                        continue
                    ways = [
                        self._around_corner(one, flank, other)
                        for flank in (corner, one + other - corner)
                    ]
                    asked = tuple(way for way in ways if way is not None)
                    if diagonal is Diagonal.BOTH_FLANKS:
                        if len(asked) == len(ways):
                            self._link_round(here, there, All(asked))
                    elif ways[0] is not None:
                        self._link_round(here, there, ways[0])

    def _borders(self) -> Cells:
        """The squares from which a step leads to another place."""
        every = openings(self.board)
        found = 0
        for place in self.places:
            found |= place.cells & every.grow(self.walkable & ~place.cells)
        return found

    def _link_round(self, here: int, there: int, need: Need) -> None:
        self.links.append(Link(here, there, need, "round a corner", self.quest.origin))

    def _around_corner(self, one: int, flank: int, other: int) -> Need | None:
        """What two straight steps by way of a square ask for; None where they are not to be had."""
        if flank < 0 or not self.walkable >> flank & 1:
            return None
        steps = (self._step(one, flank), self._step(flank, other))
        if None in steps:
            return None
        touched = self.places_of(1 << one | 1 << flank | 1 << other)
        clear = [self.clear_of(number) for number in each_place(touched)]
        needs = tuple(need for need in (*steps, *clear) if need is not None and need is not NOTHING)
        return All(needs) if needs else NOTHING

    def _goes(self, gate: Gate, one: int, *, is_cut: bool) -> bool:
        """Whether one goes through a gate from a square, where that is not so from both sides."""
        return not is_cut and bool(self.board.areas[gate.way_from].cells >> one & 1)

    def _step(self, one: int, other: int, *, is_cut: bool = True) -> Need | None:
        """What a straight step asks for; None through a wall.

        Nobody cuts a corner over a gate that one goes through from one side.
        """
        if min(one, other) < 0:
            return None
        first, second = min(one, other), max(one, other)
        if self.free.is_free(first, second):
            return NOTHING
        ground = self.entering(first, second)
        if self.around_gates.is_free(first, second):
            return ground
        for gate in self.board.gates:
            if gate.kind.form is not GateForm.WINDOW and Edge(first, second) in gate.edges:
                if gate.way_from >= 0 and not self._goes(gate, one, is_cut=is_cut):
                    return None
                opened = self.has(FactSort.OPEN, gate.id, gate.title, gate.origin)
                needs = (*parts_of(self.passing(gate)), *parts_of(ground))
                asked = tuple(need for need in needs if need is not NOTHING)
                return All((opened, *asked)) if asked else opened
        return None

    def link_portals(self) -> None:
        """Portals: who steps on the one stands beside the other.

        A portal beside the other one takes the party on.
        """
        portals = {next(each_cell(portal.mask)): portal for portal in self.portals.values()}
        for cell in portals:
            if self.changing >> cell & 1:
                self.given |= 1 << self.clear(cell).fact
        onto = {cell: self._around_portal(cell, portals, is_onto=True) for cell in portals}
        off = {cell: self._around_portal(cell, portals, is_onto=False) for cell in portals}
        found: dict[tuple[int, int, frozenset[Need]], Link] = {}
        for cell, thing in portals.items():
            for one, needs in onto[cell]:
                if one in portals:
                    continue
                for far, every in self._beyond(cell, needs, off, portals, ()):
                    ends = self._place_of(one), self._place_of(far)
                    need: Need = All(every) if every else NOTHING
                    link = Link(*ends, need, thing.title, thing.origin, is_one_way=True)
                    found.setdefault((*ends, frozenset(every)), link)
        for (here, there, asked), link in found.items():
            if (there, here, asked) not in found:
                self.links.append(link)
            elif here < there:
                self.links.append(link._replace(is_one_way=False))

    def _beyond(
        self,
        portal: Cell,
        needs: Needs,
        around: dict[Cell, list[tuple[Cell, Needs]]],
        portals: dict[Cell, Thing],
        entered: tuple[Cell, ...],
    ) -> Iterator[tuple[Cell, Needs]]:
        """Where one comes to by a portal, and what the whole way asks for."""
        other = self.portals.get(portals[portal].link)
        if other is None or portal in entered:
            return
        ends = [next(each_cell(other.mask)), portal]
        clear = [self.clear(cell) for cell in ends if self.changing >> cell & 1]
        for cell, more in around[ends[0]]:
            every = tuple(dict.fromkeys((*needs, *clear, *more)))
            if cell in portals:
                yield from self._beyond(cell, every, around, portals, (*entered, portal))
            else:
                yield cell, every

    def _around_portal(
        self, portal: Cell, portals: dict[Cell, Thing], *, is_onto: bool
    ) -> list[tuple[Cell, Needs]]:
        """The squares one step from a portal, other portals among them, and what the step takes.

        A step onto it, or off it.
        """
        found: list[tuple[Cell, Needs]] = []
        for cell, ways in self._steps_beside(portal, is_onto=is_onto):
            clear: Need = NOTHING
            if cell not in portals:
                if not self.walkable >> cell & 1:
                    continue
                clear = self.clear_of(self._place_of(cell)) or NOTHING
            for way in ways:
                if way is not None:
                    needs = dict.fromkeys((*parts_of(way), *parts_of(clear)))
                    found.append((cell, tuple(needs)))
        return found

    def _steps_beside(
        self, portal: Cell, *, is_onto: bool
    ) -> Iterator[tuple[Cell, list[Need | None]]]:
        """The cells one step from a portal, each with what every way to take that step asks for."""
        board, diagonal = self.board, self.system.grid.diagonal
        beside = board.beside(portal)
        for cell in beside:
            ends = (cell, portal) if is_onto else (portal, cell)
            yield cell, [self._step(*ends, is_cut=False)]
        for shift in () if diagonal is Diagonal.NEVER else board.corners:
            for cell in (portal + shift, portal - shift):
                if cell < 0:
                    continue
                flanks = (portal + self._across(portal, cell), cell - self._across(portal, cell))
                ways = [self._around_corner(portal, flank, cell) for flank in flanks]
                if diagonal is Diagonal.BOTH_FLANKS:
                    both = tuple(way for way in ways if way is not None)
                    ways = [All(both)] if len(both) == len(ways) else []
                yield cell, ways

    def _across(self, cell: Cell, corner: Cell) -> int:
        """The step to the right or left that leads towards a square at a corner of another."""
        return 1 if corner - cell in (self.board.stride + 1, 1 - self.board.stride) else -1

    def _place_of(self, cell: Cell) -> int:
        return each_place(self.places_of(1 << cell))[0]
