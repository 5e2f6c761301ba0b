"""The board as members meet it: edges, steps, what lies beside what, and sight."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, Diagonal, GateForm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.witness.state import State
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.system import System

STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
ASLANT = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_POINTS = (Fraction(1, 100), Fraction(1, 2), Fraction(99, 100))
"""Where in a square, in both directions, a line of sight begins and ends."""


Point = tuple[Fraction, Fraction]
"""A point of the board: how far down, and how far to the right."""
Line = tuple[tuple[int, int], ...]
"""The rows and columns of the squares that a line passes through."""


class Diagonally(NamedTuple):
    """A neighbour that touches a cell only at a corner."""

    cell: int
    flanks: tuple[int, ...]
    """The cells beside both, as far as they exist."""


class Ground:
    """The board of a quest, asked in a given state of play."""

    def __init__(self, quest: Quest, system: System) -> None:
        self.quest = quest
        self.board = quest.board
        self.diagonal = system.grid.diagonal
        self.friends_cut = system.grid.friends_block and self.diagonal is Diagonal.ONE_FLANK
        """Friends on the squares beside a diagonal step are in its way, too."""
        self.sees_past_figures = system.grid.sees_past_figures
        """Models do not close sight."""
        self.floor = frozenset(each_cell(self.board.floor))
        self.area_at = {cell: self.board.area_at(cell) for cell in self.floor}
        self.gate_at: dict[tuple[int, int], Gate] = {}
        for gate in self.board.gates:
            for first, second in gate.edges:
                self.gate_at[first, second] = gate
                self.gate_at[second, first] = gate
        self.walls = {
            (cell, other)
            for cell in self.floor
            for other in self.board.beside(cell)
            if self.board.has_wall(cell, other)
        }
        self.ghosts = {
            kind.word
            for kind in quest.party
            if any("wall" in special.passes for special in kind.specials)
        }
        """Those whom walls and the gates in them do not stop, where they go straight on."""
        self.portals = {thing.cells[0]: thing for thing in quest.things_of(Category.PORTAL)}
        self.figures = quest.things_of(Category.FIGURE)
        self.blockers = tuple(thing for thing in quest.things if thing.blocks)
        self.closed_at_first = {
            cell for thing in self.blockers if not thing.pushers for cell in thing.cells
        }
        """What lies below a thing that is pushed is out of reach, also from beside."""
        self.shut_by_events = {
            effect.target for effect in quest.every_effect() if effect.kind is EffectKind.CLOSE
        }

    # -- cells ------------------------------------------------------------------------

    def cell_at(self, row: int, column: int) -> int | None:
        """The floor cell in a row and column; None if there is none."""
        if not self.board.is_inside(row, column):
            return None
        cell = self.board.cell(row, column)
        return cell if cell in self.floor else None

    def place_of(self, cell: int) -> tuple[int, int]:
        """The row and the column of a cell."""
        row, column = divmod(cell, self.board.stride)
        return row, column

    @cached_property
    def beside(self) -> dict[int, tuple[int, ...]]:
        """For each cell those that share an edge with it, whatever stands between."""
        found = {}
        for cell in self.floor:
            row, column = self.place_of(cell)
            near = (self.cell_at(row + down, column + right) for down, right in STRAIGHT)
            found[cell] = tuple(other for other in near if other is not None)
        return found

    @cached_property
    def aslant(self) -> dict[int, tuple[Diagonally, ...]]:
        """For each cell those that touch it at a corner, with their flanks."""
        found: dict[int, tuple[Diagonally, ...]] = {}
        for cell in self.floor:
            row, column = self.place_of(cell)
            near = []
            for down, right in ASLANT:
                other = self.cell_at(row + down, column + right)
                flanks = (self.cell_at(row + down, column), self.cell_at(row, column + right))
                if other is not None:
                    near.append(Diagonally(other, tuple(f for f in flanks if f is not None)))
            found[cell] = tuple(near)
        return found

    def things_at(self, state: State, cell: int) -> Iterator[Thing]:
        """The furniture, containers and obstacles that still stand on a cell."""
        for thing in self.blockers:
            if cell in self.cells_of(state, thing) and not state.has("gone", thing.id):
                yield thing

    def cells_of(self, state: State, thing: Thing) -> tuple[int, ...]:
        """The cells on which a thing stands: those of the map, or that to which it was pushed."""
        if thing.pushers:
            for fact in state.facts:
                if fact[:2] == ("pushed", thing.id):
                    return (int(fact[2]),)
        return thing.cells

    def pushed_to(self, state: State, thing: Thing, source: int) -> int | None:
        """The cell to which somebody on a cell pushes a thing: straight ahead, onto free floor.

        Nothing may stand between: no wall, no gate, even if that is open.
        """
        (cell,) = self.cells_of(state, thing)
        (row, column), (near_row, near_column) = self.place_of(cell), self.place_of(source)
        target = self.cell_at(2 * row - near_row, 2 * column - near_column)
        if source not in self.beside[cell] or target is None or target not in self.beside[cell]:
            return None
        edges = ((source, cell), (cell, target))
        if any(self.has_wall(*edge) or edge in self.gate_at for edge in edges):
            return None
        was_there = any(target in own.cells for own in self.blockers if not own.pushers)
        return None if was_there or not self.is_free(state, target) else target

    def is_closed(self, state: State, cell: int) -> bool:
        """Whether nobody can stand on a cell."""
        return state.has("blocked", cell) or any(self.things_at(state, cell))

    def is_alive(self, state: State, figure: Thing) -> bool:
        """Whether a figure of the other side is still there."""
        return not state.has("defeated", figure.id) and not state.has("gone", figure.id)

    def alive(self, state: State) -> list[Thing]:
        """The living figures of the other side, each on the cells on which it stands now."""
        return [self.placed(state, own) for own in self.figures if self.is_alive(state, own)]

    def placed(self, state: State, figure: Thing) -> Thing:
        """A figure where it stands now, or stood last: on the map, or where an event put it."""
        cells = tuple(cell for cell in self.floor if state.has("stands", figure.id, cell))
        return figure._replace(cells=cells, area=self.area_at[cells[0]]) if cells else figure

    def enemy_at(self, state: State, cell: int) -> bool:
        """Whether a living figure of the other side stands on a cell."""
        return any(cell in figure.cells for figure in self.alive(state))

    def is_passable(self, state: State, cell: int) -> bool:
        """Whether a member may step on a cell, for a friend or without one on it."""
        return not self.is_closed(state, cell) and not self.enemy_at(state, cell)

    def is_free(self, state: State, cell: int) -> bool:
        """Whether a member may end there: passable, no portal, and nobody on it."""
        is_taken = cell in state.where or cell in self.portals
        return not is_taken and self.is_passable(state, cell)

    # -- edges ------------------------------------------------------------------------

    def has_wall(self, first: int, second: int) -> bool:
        """Whether a wall stands between two cells that share an edge."""
        return (first, second) in self.walls

    def is_gate_open(self, state: State, gate: Gate) -> bool:
        """Whether a gate that figures can pass stands open."""
        return gate.kind.form is not GateForm.WINDOW and state.has("open", gate.id)

    def gone_through(self, here: int, target: int, state: State) -> State:
        """The state once a gate that falls shut has counted a step through it."""
        gate = self.gate_at.get((here, target))
        if gate is None or not gate.shuts_after:
            return state
        passed = [fact for fact in state.facts if fact[:2] == ("passed", gate.id)]
        if len(passed) + 1 < gate.shuts_after:
            return state.plus(("passed", gate.id, len(passed)))
        return state.minus(("open", gate.id), *passed).plus(("fallen", gate.id))

    def leads(self, gate: Gate, source: int) -> bool:
        """Whether a gate can be passed from the side of a cell: always, unless it is one-way."""
        return gate.way_from < 0 or self.area_at[source] == gate.way_from

    def may_cross(self, state: State, source: int, target: int, word: str) -> bool:
        """Whether a member may step over the edge between two cells that share it."""
        gate = self.gate_at.get((source, target))
        if gate is None:
            return not self.has_wall(source, target)
        may_pass = not gate.only or word in gate.only
        return self.is_gate_open(state, gate) and may_pass and self.leads(gate, source)

    def may_cut(self, state: State, source: int, target: int, word: str) -> bool:
        """Whether a member may step across the corner of an edge: not of one way, nor counted."""
        gate = self.gate_at.get((source, target))
        is_narrow = gate is not None and (gate.way_from >= 0 or gate.shuts_after > 0)
        return not is_narrow and self.may_cross(state, source, target, word)

    def lets_things_through(self, state: State, first: int, second: int) -> bool:
        """Whether the edge between two cells is neither wall nor shut to things."""
        gate = self.gate_at.get((first, second))
        if gate is None:
            return not self.has_wall(first, second)
        return self.is_gate_open(state, gate)

    def lets_attacks_through(self, state: State, source: int, target: int) -> bool:
        """Whether the edge between two cells stops no attack: walls, shut gates, wrong ways do."""
        gate = self.gate_at.get((source, target))
        if gate is None:
            return not self.has_wall(source, target)
        return self.is_gate_open(state, gate) and self.leads(gate, source)

    def reaches_gate(self, cell: int, gate: Gate) -> bool:
        """Whether somebody on a cell opens a gate: on an edge from beside it.

        One that stands on cells is opened from the eight around each of them, with neither a wall
        nor another gate between; around a corner, one of the two ways is enough.
        """
        if not gate.cells:
            return any(cell in edge for edge in gate.edges)

        def is_clear(first: int, second: int) -> bool:
            between = self.gate_at.get((first, second))
            return not self.has_wall(first, second) if between is None else between is gate

        for own in each_cell(gate.cells):
            if cell == own or (cell in self.beside[own] and is_clear(own, cell)):
                return True
            for other, flanks in self.aslant[own]:
                ways = (is_clear(own, flank) and is_clear(flank, cell) for flank in flanks)
                if other == cell and any(ways):
                    return True
        return False

    # -- steps ------------------------------------------------------------------------

    def steps(self, state: State, source: int, word: str) -> Iterator[int]:
        """The cells that a member may step on from a cell, whether a friend is there or not."""
        for target in self.beside[source]:
            may_cross = word in self.ghosts or self.may_cross(state, source, target, word)
            if may_cross and self.is_passable(state, target):
                yield target
        if self.diagonal is Diagonal.NEVER:
            return
        for target, flanks in self.aslant[source]:
            if not self.is_passable(state, target):
                continue
            ways = [
                self.may_cut(state, source, flank, word)
                and self.is_passable(state, flank)
                and not (self.friends_cut and flank in state.where)
                and self.may_cut(state, flank, target, word)
                for flank in flanks
            ]
            both = len(ways) == 2 and all(ways)
            if both if self.diagonal is Diagonal.BOTH_FLANKS else any(ways):
                yield target

    # -- reach ------------------------------------------------------------------------

    def is_at(self, state: State, cells: tuple[int, ...], cell: int) -> bool:
        """Whether somebody on a cell is at a place; beside it, if nobody could ever stand there."""
        if all(self._was_always_closed(state, each) for each in cells):
            return any(self.is_around(state, each, cell) for each in cells)
        return cell in cells

    def _was_always_closed(self, state: State, cell: int) -> bool:
        is_covered = cell in self.closed_at_first and self.is_closed(state, cell)
        return is_covered or cell in self.portals

    def is_around(self, state: State, cell: int, other: int) -> bool:
        """Whether a cell is one of the eight around another, with nothing shut between them.

        Nobody does through a gate that leads one way, nor round a corner through one that counts.
        """
        if other in self.beside[cell]:
            return self.lets_hands_through(state, cell, other)
        return any(
            self.lets_hands_through(state, cell, flank, is_corner=True)
            and self.lets_hands_through(state, flank, other, is_corner=True)
            for near, flanks in self.aslant[cell]
            if near == other
            for flank in flanks
        )

    def lets_hands_through(
        self, state: State, first: int, second: int, *, is_corner: bool = False
    ) -> bool:
        """Whether one reaches over the edge between two cells, whoever may go through a gate."""
        gate = self.gate_at.get((first, second))
        if gate is None:
            return not self.has_wall(first, second)
        is_plain = gate.way_from < 0 and not gate.only and not (is_corner and gate.shuts_after)
        return is_plain and gate.kind.form is not GateForm.WINDOW and self.is_gate_open(state, gate)

    def can_fight(self, state: State, source: int, target: int) -> bool:
        """Whether two cells are adjacent for a fight: in one of the eight squares, no wall between.

        Around a corner one of the two ways has to be clear of walls and shut gates. What stands on
        the squares beside does not matter.
        """
        if target in self.beside[source]:
            return self.lets_attacks_through(state, source, target)
        return any(
            self.lets_attacks_through(state, source, flank)
            and self.lets_attacks_through(state, flank, target)
            for cell, flanks in self.aslant[source]
            if cell == target
            for flank in flanks
        )

    def sees(self, state: State, source: int, target: int) -> bool:
        """Whether a straight line from somewhere in a square to somewhere in another is clear."""
        lines = lines_between(self.place_of(source), self.place_of(target))
        return any(self._is_clear(state, (source, target), line) for line in lines)

    def _is_clear(self, state: State, ends: tuple[int, int], line: Line) -> bool:
        """Whether a line meets no wall, shut gate, figure or high thing on its way."""
        cells = [self.cell_at(*place) for place in line]
        for first, second in itertools.pairwise(cells):
            if first is None or second is None:
                return False
            if not self.lets_attacks_through(state, first, second):
                return False
        return not any(
            cell is not None and cell not in ends and self._hides(state, cell) for cell in cells
        )

    def _hides(self, state: State, cell: int) -> bool:
        """Whether something on a cell stops sight: figures, high furniture, rubble, a block."""
        return (
            (not self.sees_past_figures and (cell in state.where or self.enemy_at(state, cell)))
            or state.has("blocked", cell)
            or any(thing.kind.is_high for thing in self.things_at(state, cell))
        )


@cache
def lines_between(first: tuple[int, int], second: tuple[int, int]) -> frozenset[Line]:
    """The squares, in order, of straight lines from somewhere in a square to another square.

    A line exactly through a corner is left out: another beside it will do.
    """
    lines = {_squares_on(begin, end) for begin in _points_in(first) for end in _points_in(second)}
    return frozenset(
        line
        for line in lines
        if all(
            abs(other_row - row) + abs(other_column - column) == 1
            for (other_row, other_column), (row, column) in itertools.pairwise(line)
        )
    )


def _points_in(place: tuple[int, int]) -> list[Point]:
    """Some points in a square, from corner to corner."""
    row, column = place
    return [(row + down, column + right) for down in _POINTS for right in _POINTS]


def _squares_on(begin: Point, end: Point) -> Line:
    """The squares that a line passes through, in order."""
    down, right = end[0] - begin[0], end[1] - begin[1]
    crossings = {Fraction(0), Fraction(1)}
    for start, length in ((begin[0], down), (begin[1], right)):
        if length:
            low, high = sorted((start, start + length))
            lines = range(int(low) + 1, int(high) + 1)
            crossings |= {(line - start) / length for line in lines}
    ordered = sorted(share for share in crossings if 0 <= share <= 1)
    squares = []
    for early, late in itertools.pairwise(ordered):
        middle = (early + late) / 2
        squares.append((int(begin[0] + down * middle), int(begin[1] + right * middle)))
    return tuple(squares)
