"""Read the crossings: ways between places that do not lie beside each other.

Takes the board, the things that stand on it, and the outline of a quest. Returns the board with its
crossings.
"""

from __future__ import annotations

from itertools import pairwise, permutations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.frontend.places import squares
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.board import BARRED, Crossing
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.model.words import title_from_id
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.things.takers import is_barred, takers, without_the_barred
from questwright.dsl.diagnostics import listed
from questwright.dsl.syntax import Clause, Name, Number, Place, PlaceForm, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing, Unknown
    from questwright.compiler.packs.system.crossings import CrossingKind
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Item, Value

_STEPS: Final = 2_000
"""How many pairs of squares one crossing may join at most."""
_ROUNDS: Final = 1_000
"""How many rounds a crossing may take at most."""


def add_crossings(
    board: Board,
    things: tuple[Thing, ...],
    unknowns: tuple[Unknown, ...],
    outline: Outline,
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[Board, tuple[Unknown, ...]]:
    """Return the board with its crossings, and the unknowns, which open some of these.

    A crossing that ends at a thing in an unknown place is one crossing for each of its places: all
    are shut, and the way in which the unknown is settled opens one.
    """
    reader = _CrossingReader(board, things, unknowns, system, names, findings)
    read = [crossing for each in outline.crossings for crossing in reader.read(each)]
    return board._replace(crossings=tuple(read)), tuple(map(reader.opening, unknowns))


class _CrossingReader:
    """Reads the crossings of one quest."""

    def __init__(
        self,
        board: Board,
        things: tuple[Thing, ...],
        unknowns: tuple[Unknown, ...],
        system: System,
        names: SymbolTable,
        findings: Findings,
    ) -> None:
        self._board = board
        self._masks = {thing.id: thing.mask for thing in things}
        self._unknowns = {unknown.id: unknown for unknown in unknowns}
        self._opened: dict[tuple[str, int], tuple[Effect, ...]] = {}
        """What each way of an unknown opens."""
        self._system = system
        self._names = names
        self._findings = findings
        self._counts: dict[str, int] = {}

    def opening(self, unknown: Unknown) -> Unknown:
        """Return an unknown whose ways open the crossings that end where it says."""
        ways = (
            way._replace(effects=(*way.effects, *self._opened.get((unknown.id, number), ())))
            for number, way in enumerate(unknown.ways)
        )
        return unknown._replace(ways=tuple(ways))

    def read(self, statement: Statement) -> tuple[Crossing, ...]:
        """Return the crossings of a statement; none, with a finding, where it joins nothing."""
        word = statement.head.text
        kind = self._system.crossings[word]
        taken = StatementReader(statement, self._findings)
        is_shut = taken.word(BARRED) is not None
        name = taken.name()
        is_shut = taken.word(BARRED) is not None or is_shut
        clauses = {
            word: taken.clause(word, has_states=True)
            for word in ("from", "to", "by", "takes", "for")
        }
        is_shut = any(map(_has_barred, clauses.values())) or is_shut
        taken.finish(f"write it like {_like(kind)}")
        id_ = self._id(word, name)
        title = statement.texts[0].raw.strip() if statement.texts else ""
        title = title or (title_from_id(id_) if name is not None else kind.title)
        hidden = None if is_shut else self._hidden_end(clauses["from"], clauses["to"])
        only = takers(clauses["for"], kind, self._system, self._findings)
        found: list[Crossing] = []
        for number, way in enumerate(hidden.ways if hidden is not None else (None,)):
            own = id_
            if hidden is not None and way is not None:
                own = f"{id_}-{number + 1}"
                self._masks[hidden.id] = sum(1 << cell for cell in way.cells)
                self._opened[hidden.id, number] = (
                    *self._opened.get((hidden.id, number), ()),
                    _opening(own, title, statement.span),
                )
            is_open, is_named = not is_shut and hidden is None, name is not None
            crossing = Crossing(own, title, kind, (), 0, only, is_open, is_named, statement.span)
            joined = self._joined(crossing, clauses, statement)
            if joined is None:
                # The finding above is enough: do not report the name as unknown as well.
                self._names.poisoned.add(id_)
                return ()
            found.append(joined)
        self._declare(id_, name, tuple([crossing.id for crossing in found]), statement)
        return tuple(found)

    def _joined(
        self, crossing: Crossing, clauses: Mapping[str, Clause | None], statement: Statement
    ) -> Crossing | None:
        """Return a crossing with its ends and what hangs on them; None after a finding."""
        kind = crossing.kind
        rounds = self._rounds(clauses["takes"], kind)
        ends = self._ends(statement, clauses["from"], clauses["to"], kind)
        if ends is None:
            return None
        only = without_the_barred(
            crossing.only,
            clauses["for"],
            kind,
            ends,
            self._board,
            self._system,
            self._findings,
        )
        over = self._over(clauses["by"], ends, kind)
        by_end = self._rowed(crossing.id, ends, kind, statement) if kind.rows else ()
        if clauses["takes"] is not None:
            by_end = ()  # the quest gives one number for all ends
        elif by_end:
            rounds = min(each for row in by_end for each in row if each)
        found = crossing._replace(ends=ends, rounds=rounds, only=only, over=over, rowed=by_end)
        self._check_ends(found)
        return found

    def _declare(
        self, id_: str, name: Name | None, ids: tuple[str, ...], statement: Statement
    ) -> None:
        """Declare the name of a crossing, and the ids of those that it is made of."""
        if name is not None:
            self._names.declare(SymbolSort.CROSSING, id_, ids, name.span)
        for own in ids:
            if own != id_ or name is None:
                self._names.declare_generated(SymbolSort.CROSSING, own, statement.span)

    def _hidden_end(self, *clauses: Clause | None) -> Unknown | None:
        """Return the unknown that says where a crossing ends; None where it does not."""
        values = [value for clause in clauses if clause is not None for value in values_of(clause)]
        hidden = {
            value.text: self._unknowns[value.text]
            for value in values
            if type(value) is Name and value.text in self._unknowns
        }
        return next(iter(hidden.values())) if len(hidden) == 1 else None

    def _id(self, word: str, name: Name | None) -> str:
        if name is not None:
            return name.text
        number = self._counts.get(word, 0) + 1
        while not self._names.is_free(f"{word}-{number}"):
            number += 1
        self._counts[word] = number
        return f"{word}-{number}"

    # -- what it joins --------------------------------------------------------------------

    def _ends(
        self, statement: Statement, first: Clause | None, others: Clause | None, kind: CrossingKind
    ) -> tuple[Cells, ...] | None:
        """Return the squares of each end.

        All places behind `from` are one end; each place behind `to` is an end of its own.
        """
        for clause, small in ((first, "from"), (others, "to")):
            if clause is None or not values_of(clause):
                self._findings.add(
                    codes.MISSING_PART,
                    f"this `{kind.word}` does not say where it leads {small}",
                    statement.span,
                    f"no `{small}`",
                    help=f"write it like {_like(kind)}",
                )
        if first is None or others is None or not values_of(first) or not values_of(others):
            return None
        items: list[Item] = [tuple(values_of(first)), *others.items]
        ends: list[Cells] = []
        for item in items:
            values = [value for value in item if not is_barred(value)]
            cells = self._end(values, kind)
            if cells is None:
                return None
            twice = cells & sum(ends)
            if twice:
                self._findings.add(
                    codes.TWICE_SAID,
                    f"{self._board.names(twice)} is at two ends of this `{kind.word}`",
                    values[0].span.to(values[-1].span),
                    "the second end",
                    help="take it out of one of them",
                )
                return None
            if cells:
                ends.append(cells)
        joined = sum(
            first.bit_count() * second.bit_count() for first, second in permutations(ends, 2)
        )
        if joined > _STEPS:
            self._findings.add(
                codes.BAD_NUMBER,
                f"this `{kind.word}` joins too many squares",
                statement.span,
                f"{joined:,} ways from a square to another; {_STEPS:,} are allowed",
                help="name the squares at its ends rather than whole areas",
            )
            return None
        return tuple(ends) if len(ends) > 1 else None

    def _end(self, values: list[Value], kind: CrossingKind) -> Cells | None:
        """Return the floor squares of one end; 0 where no value is given, None after a finding."""
        cells: Cells = 0
        for value in values:
            found = self._cells(value, kind)
            if not found:
                return None
            cells |= found
        inside = cells & self._board.floor
        if cells and not inside:
            self._findings.add(
                codes.NOT_ON_FLOOR,
                f"this `{kind.word}` cannot end at {self._board.names(cells)}",
                values[0].span.to(values[-1].span),
                "nothing to stand on",
                help=f"let it end on a {self._findings.cell} beside these, or draw floor",
            )
            return None
        return inside

    def _cells(self, value: Value, kind: CrossingKind) -> Cells:
        """Return the squares that one value names; 0, with a finding, where it is not a place."""
        if type(value) is Place and value.form is not PlaceForm.EDGE:
            return squares(value, self._board, self._findings)
        if type(value) is not Name:
            self._findings.add(
                codes.WRONG_KIND,
                f"this `{kind.word}` leads from squares to squares",
                value.span,
                "not a place",
                help="name squares, an area or a thing that stands there",
            )
            return 0
        symbol = self._names.find(value, SymbolSort.THING, SymbolSort.AREA)
        if symbol is None:
            return 0
        if any(id_ in self._unknowns and (id_, 0) not in self._opened for id_ in symbol.ids):
            self._findings.add(
                codes.WRONG_KIND,
                f"nobody knows where `{value.text}` is",
                value.span,
                "on one of several squares",
                help="write a crossing for each of them, all `barred`, "
                "and let the rows of a table open one",
            )
            return 0
        cells: Cells = 0
        for id_ in symbol.ids:
            if symbol.sort is SymbolSort.THING:
                # A thing that found no place stands nowhere, and that is told where it is placed.
                cells |= self._masks.get(id_, 0)
            else:
                cells |= sum(area.cells for area in self._board.areas if area.id == id_)
        return cells

    def _over(
        self, clause: Clause | None, ends: tuple[Cells, ...], kind: CrossingKind
    ) -> tuple[Cell, ...]:
        """Return the cells that it passes over, in order from its first end."""
        if clause is None:
            return ()
        values = [value for value in values_of(clause) if not is_barred(value)]
        if kind.rounds:
            self._findings.add(
                codes.SURPLUS_PART,
                f"`{kind.word}` does not take `by`",
                clause.span,
                "it takes the same number of rounds, however far it leads",
                help="leave it out",
            )
            return ()
        over: list[Cell] = []
        for value in values:
            found = self._cells(value, kind)
            if not found:
                return ()
            over += each_cell(found)
        for line in (over, over[::-1]):
            if _is_line(line, ends, self._board):
                return tuple(line)
        self._findings.add(
            codes.BAD_FOOTPRINT,
            f"this `{kind.word}` does not pass over {self._board.names(sum(1 << n for n in over))}",
            clause.span,
            "no line from one end to the other",
            help=f"name the {self._findings.cells} between its two ends, one beside the other",
        )
        return ()

    def _check_ends(self, crossing: Crossing) -> None:
        """Report an end whose terrain is closed to every figure that may take the crossing."""
        kinds = [
            kind
            for kind in self._system.kinds.values()
            if kind.category is Category.FIGURE
            and (not crossing.only or kind.word in crossing.only)
        ]
        for end in crossing.ends:
            closed: Cells = 0
            for patch in self._board.terrain:
                costs = (cost_of(patch.kind, kind, self._system.move_value) for kind in kinds)
                if all(cost is None for cost in costs):
                    closed |= patch.cells
            if kinds and not end & ~closed:
                self._findings.add(
                    codes.NOT_ON_FLOOR,
                    f"nobody who takes `{crossing.id}` can stand at {self._board.names(end)}",
                    crossing.origin,
                    "the ground is closed to all of them",
                    help=f"let it end on a {self._findings.cell} beside these",
                )

    # -- how long it takes, and who goes ---------------------------------------------------

    def _rounds(self, clause: Clause | None, kind: CrossingKind) -> int:
        if clause is None:
            return kind.rounds
        values = [value for value in values_of(clause) if not is_barred(value)]
        if len(values) != 1 or type(values[0]) is not Number:
            self._wrong_rounds(
                clause.span, "this does not give a number of rounds", "not a number", kind
            )
            return kind.rounds
        rounds = values[0].value
        if not max(kind.rounds, 1) <= rounds <= _ROUNDS:
            message = f"this `{kind.word}` does not take {rounds} rounds"
            least = f"{max(kind.rounds, 1)} at least, {_ROUNDS:,} at most"
            self._wrong_rounds(values[0].span, message, least, kind)
            return kind.rounds
        if rounds % kind.rounds_step:
            message = f"this `{kind.word}` does not take {rounds} rounds"
            self._wrong_rounds(
                values[0].span, message, f"not a multiple of {kind.rounds_step}", kind
            )
        return rounds

    def _rowed(
        self, id_: str, ends: tuple[Cells, ...], kind: CrossingKind, statement: Statement
    ) -> tuple[tuple[int, ...], ...]:
        """Return the rounds from each end of a vessel's crossing to each other end.

        Row and column are the indices of the ends, as in ``Crossing.ends``; the diagonal is 0.
        Empty, with a finding, where the vessel cannot lie at an end or cannot reach one.
        """
        # Loaded here: few quests have a boat.
        from questwright.compiler.geometry.rowing import moorings, rowing_distance, rowing_of

        rowing = rowing_of(kind, self._board)
        lying = [moorings(rowing, end) for end in ends]
        for end, there in zip(ends, lying, strict=True):
            if not there:
                self._not_afloat(
                    f"`{id_}` cannot lie at {self._board.names(end)}",
                    f"it needs two {self._findings.cells} side by side to float on",
                    statement,
                )
        if not all(lying):
            return ()
        rounds = [[0] * len(ends) for _ in ends]
        for start, end in permutations(range(len(ends)), 2):
            far = rowing_distance(rowing, lying[start], lying[end])
            if far is None:
                names = (self._board.names(ends[number]) for number in (start, end))
                message = "`{}` cannot be rowed from {} to {}".format(id_, *names)
                label = "no ground that it floats on joins them"
                self._not_afloat(message, label, statement)
                return ()
            rounds[start][end] = max(kind.rounds, -(-far // kind.rows))
        return tuple(map(tuple, rounds))

    def _not_afloat(self, message: str, label: str, statement: Statement) -> None:
        self._findings.add(
            codes.BAD_FOOTPRINT,
            message,
            statement.span,
            label,
            help="draw such ground at the landings and between them, or move the landings",
        )

    def _wrong_rounds(self, span: Span, message: str, label: str, kind: CrossingKind) -> None:
        step, least = kind.rounds_step, max(kind.rounds, kind.rounds_step, 1)
        examples = [number for number in range(least, least + 3 * step) if number % step == 0]
        self._findings.add(
            codes.BAD_NUMBER,
            message,
            span,
            label,
            reason=f"the rounds of {kind.plural.lower()} are a multiple of {step}"
            if step > 1
            else None,
            help=f"write {listed([f'takes {number}' for number in examples])}",
        )


def _opening(id_: str, title: str, origin: Span) -> Effect:
    """Return the effect that opens a crossing."""
    return Effect(EffectKind.OPEN, id_, title, 0, 0, "", "", (), origin)


def _is_line(over: list[Cell], ends: tuple[Cells, ...], board: Board) -> bool:
    """Tell whether distinct cells lead from the first of two ends to the second, side by side."""
    steps = list(pairwise(over))
    return (
        len(ends) == 2
        and len(set(over)) == len(over) > 0
        and all(board.are_beside(*step) for step in steps)
        and any(board.are_beside(cell, over[0]) for cell in each_cell(ends[0]))
        and any(board.are_beside(cell, over[-1]) for cell in each_cell(ends[1]))
    )


def _has_barred(clause: Clause | None) -> bool:
    return clause is not None and any(map(is_barred, values_of(clause)))


def _like(kind: CrossingKind) -> str:
    return f"`{kind.word} my-{kind.word} from C4 to F6`"
