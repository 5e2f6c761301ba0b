"""Read the crossings: ways between places that do not lie beside each other.

Takes the board, the things that stand on it, and the outline of a quest. Returns the board with its
crossings.
"""

from __future__ import annotations

from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.model.board import BARRED, Crossing
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.model.words import title_from_id
from questwright.compiler.passes.things.crossing_ends import EndReader, like
from questwright.compiler.passes.things.crossing_rounds import rounds_rowed, rounds_taken
from questwright.compiler.passes.things.takers import is_barred, takers, without_the_barred
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.quest import Thing, Unknown
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Clause, Statement


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
        self._ends = EndReader(board, things, unknowns, names, findings)
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
        taken.finish(f"write it like {like(kind)}")
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
                self._ends.settle(hidden.id, sum(1 << cell for cell in way.cells))
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
        rounds = rounds_taken(clauses["takes"], kind, self._findings)
        ends = self._ends.ends(statement, clauses["from"], clauses["to"], kind)
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
        over = self._ends.over(clauses["by"], ends, kind)
        by_end = rounds_rowed(crossing, ends, self._board, self._findings) if kind.rows else ()
        if clauses["takes"] is not None:
            by_end = ()  # the quest gives one number for all ends
        elif by_end:
            rounds = min(each for row in by_end for each in row if each)
        found = crossing._replace(ends=ends, rounds=rounds, only=only, over=over, rowed=by_end)
        self._ends.check(found, self._system)
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


def _opening(id_: str, title: str, origin: Span) -> Effect:
    """Return the effect that opens a crossing."""
    return Effect(EffectKind.OPEN, id_, title, 0, 0, "", "", (), origin)


def _has_barred(clause: Clause | None) -> bool:
    return clause is not None and any(map(is_barred, values_of(clause)))
