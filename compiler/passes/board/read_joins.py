"""Read the joins: which edges of tiles meet.

Takes the outline of a quest and the tiles that it lays. Returns the joins, and reports those that
the game does not allow.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.grid.lattice import Lattice, lattice_of
from questwright.compiler.model.laid_tile import Joined
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Place, PlaceForm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.board.read_tiles import LaidPieces, Piece
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Statement

_LIKE = "write it like `join hall:north to well:south`"


def joins_by_doorway(system: System) -> bool:
    """Tell whether tiles are clipped together at their doorways: no kinds of edges say how."""
    return not system.joins and lattice_of(system.grid.drawing) is Lattice.SQUARES


class JoinEnd(NamedTuple):
    """One of the two edges of a join: a side of a tile, and the name by which it is written."""

    piece: Piece
    side: str
    name: str

    @property
    def written(self) -> str:
        """The edge as a quest writes it: ``jails:X``."""
        return f"{self.piece.instance}:{self.name}"


class Join(NamedTuple):
    """Two edges of tiles that meet."""

    first: JoinEnd
    second: JoinEnd
    origin: Span


class Joins(NamedTuple):
    """The joins of a quest, and what has been reported about them."""

    joins: list[Join]
    reported: set[Span]
    """The joins with a finding; further findings would only follow from the first."""
    troubled: set[str]
    """The names of tiles with a finding about their joins; none is added about where they lie."""


def read_joins(outline: Outline, pieces: LaidPieces, system: System, findings: Findings) -> Joins:
    """Return the joins of a quest; note in each tile which edges of others its own ones meet."""
    reader = _JoinReader(pieces, system, findings)
    joins = [join for statement in outline.joins if (join := reader.read(statement)) is not None]
    return Joins(joins, reader.reported, reader.troubled)


class _JoinReader:
    """Reads the joins of one quest."""

    def __init__(self, pieces: LaidPieces, system: System, findings: Findings) -> None:
        self.pieces, self.unread = pieces
        self.system = system
        self.findings = findings
        self.reported: set[Span] = set()
        self.taken: dict[tuple[str, str], Span] = {}
        """The joined edges, by tile and side, with the join of each."""
        self.troubled = {piece.instance for piece in self.pieces.values() if piece.is_lost}

    def read(self, statement: Statement) -> Join | None:
        """Return the join of a statement; None, with a finding, where an edge does not exist."""
        taken = StatementReader(statement, self.findings)
        values = taken.rest()
        to = taken.clause("to")
        taken.finish(_LIKE)
        others = values_of(to) if to is not None else []
        if len(values) != 1 or len(others) != 1:
            self.findings.add(
                codes.MISSING_PART,
                "a join takes two edges",
                statement.span,
                f"{len(values) + len(others)} of them",
                help=_LIKE,
            )
            return None
        ends = [self._end(value) for value in (*values, *others)]
        first, second = ends
        if first is None or second is None:
            self.troubled.update(end.piece.instance for end in ends if end is not None)
            self.troubled.update(
                value.instance for value in (*values, *others) if isinstance(value, Place)
            )
            return None
        join = Join(first, second, statement.span)
        if not self._is_new(join):
            return None
        self._check_kinds(join)
        first.piece.joined[first.side] = Joined(second.piece.instance, *second[1:])
        second.piece.joined[second.side] = Joined(first.piece.instance, *first[1:])
        return join

    def _end(self, value: object) -> JoinEnd | None:
        if not isinstance(value, Place) or value.form is not PlaceForm.SIDE or not value.instance:
            span = getattr(value, "span", None)
            assert span is not None
            label = "no edge of a tile"
            self.findings.add(
                codes.WRONG_KIND, "a join takes edges of tiles", span, label, help=_LIKE
            )
            return None
        piece = self.pieces.get(value.instance)
        if piece is None:
            if value.instance not in self.unread:
                self.findings.add(
                    codes.UNKNOWN_NAME,
                    f"no tile of this board is called `{value.instance}`",
                    value.span,
                    "not laid",
                    help=did_you_mean(value.instance, self.pieces)
                    or f"lay it: `tile {value.instance}`",
                )
            return None
        if piece.printed is None and not joins_by_doorway(self.system):
            self.findings.add(
                codes.UNFIT_JOIN,
                f"{self.system.title} does not say what the tile `{piece.word}` is joined with",
                value.span,
                "none of its tiles",
                help=f"say where it lies: `tile {piece.word} at A1`",
            )
            return None
        side = piece.side_called(value.first)
        printed = piece.printed.sides if piece.printed is not None else ()
        if side is None:
            names = [side.name or side.side for side in printed] or SIDES
            self.findings.add(
                codes.UNKNOWN_NAME,
                f"the tile `{piece.instance}` has no edge `{value.first}`",
                value.span,
                "no such edge",
                help=f"its edges are {listed(names)}",
            )
            return None
        name = next((edge.name for edge in printed if edge.side == side), "")
        return JoinEnd(piece, side, name or side)

    def _is_new(self, join: Join) -> bool:
        """Tell whether a join is of two different tiles, and of edges that no other join has."""
        if join.first.piece is join.second.piece:
            self.findings.add(
                codes.UNFIT_JOIN,
                f"`{join.first.piece.instance}` is joined to itself",
                join.origin,
                "one tile",
                help="a map that is used twice has two names: "
                f"`tile {join.first.piece.word} as far-{join.first.piece.word}`",
            )
            return False
        is_new = True
        for end in (join.first, join.second):
            piece, side, written = end.piece, end.side, end.written
            before = self.taken.setdefault((piece.instance, side), join.origin)
            if before is not join.origin:
                is_new = False
                self.findings.add(
                    codes.UNFIT_JOIN,
                    f"`{written}` is joined twice",
                    join.origin,
                    "the second join",
                    related=(Label(before, "the first one"),),
                    reason="only one tile lies at each edge",
                )
        if not is_new:
            self.troubled |= {join.first.piece.instance, join.second.piece.instance}
        return is_new

    def _check_kinds(self, join: Join) -> None:
        """Report a join of edges that the game does not join [DN-A12, DN-A13, DN-B1]."""
        if joins_by_doorway(self.system):
            return
        words = []
        for end in (join.first, join.second):
            piece, side, written = end.piece, end.side, end.written
            assert piece.printed is not None
            word = next(edge.join for edge in piece.printed.sides if edge.side == side)
            words.append(word)
            if not word:
                self.reported.add(join.origin)
                self.findings.add(
                    codes.UNFIT_JOIN,
                    f"nothing is joined to `{written}`",
                    join.origin,
                    f"the {side} side of {piece.title}",
                    reason=f"{self.system.title} does not say what kind of edge it is",
                )
        if not all(words):
            return
        kinds = [self.system.joins[word] for word in words]
        if words[1] in kinds[0].joins:
            return
        self.reported.add(join.origin)
        may = [self.system.joins[word].title for word in kinds[0].joins]
        both = " and ".join(
            f"`{end.written}` is {kind.title}"
            for end, kind in zip((join.first, join.second), kinds, strict=True)
        )
        allowed = f"only {' or '.join(may)}" if may else "nothing"
        rules = dict.fromkeys(rule for kind in kinds for rule in kind.rules)
        self.findings.add(
            codes.UNFIT_JOIN,
            f"`{join.first.written}` and `{join.second.written}` may not be joined",
            join.origin,
            both,
            reason=f"{kinds[0].title} joins {allowed}"
            + (f" [{', '.join(rules)}]" if rules else ""),
            help="join other edges, or turn one of the tiles around",
        )
