"""Lay tiles edge to edge: where each comes to lie follows from what it is joined to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler import codes
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.laid_tile import Joined, facing
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl import codes as text_codes
from questwright.dsl import limits
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.syntax import Place, PlaceForm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.canvas import Square
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.board.tiles import LaidPieces, Piece
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Statement

_LIKE = "write it like `join jails:X to maze:X`"


class _End(NamedTuple):
    """One of the two edges of a join."""

    piece: Piece
    side: str
    name: str

    @property
    def written(self) -> str:
        """As a quest writes it."""
        return f"{self.piece.instance}:{self.name}"


class _Join(NamedTuple):
    """Two edges that meet."""

    first: _End
    second: _End
    origin: Span


def lay_out(
    outline: Outline,
    pieces: LaidPieces,
    system: System,
    lattice: Lattice,
    findings: Findings,
) -> list[Piece]:
    """Give each tile its place and its turn; the tiles that lie somewhere, in their order."""
    layout = _Layout(pieces, system, lattice, findings)
    joins = [join for one in outline.joins if (join := layout.read(one)) is not None]
    layout.place(joins)
    return layout.settle(joins)


class _Layout:
    def __init__(
        self,
        pieces: LaidPieces,
        system: System,
        lattice: Lattice,
        findings: Findings,
    ) -> None:
        self.pieces, self.unread = pieces
        self.system = system
        self.lattice = lattice
        self.findings = findings
        self.told: set[Span] = set()
        """Joins of which something has been said already: the rest would only follow from it."""
        self.taken: dict[tuple[str, str], Span] = {}
        self.troubled = {piece.instance for piece in self.pieces.values() if piece.is_lost}
        """Tiles of whose joins something has been said: no more is said of where they lie."""

    # -- what is said ----------------------------------------------------------------------

    def read(self, statement: Statement) -> _Join | None:
        """A join; None, with a finding, where there is no such edge."""
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
        ends = [self._end(one) for one in (*values, *others)]
        first, second = ends
        if first is None or second is None:
            self.troubled.update(end.piece.instance for end in ends if end is not None)
            self.troubled.update(
                one.instance for one in (*values, *others) if isinstance(one, Place)
            )
            return None
        join = _Join(first, second, statement.span)
        if not self._is_new(join):
            return None
        self._hold_to_kinds(join)
        first.piece.joined[first.side] = Joined(second.piece.instance, *second[1:])
        second.piece.joined[second.side] = Joined(first.piece.instance, *first[1:])
        return join

    def _end(self, value: object) -> _End | None:
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
        if piece.printed is None:
            self.findings.add(
                codes.UNFIT_JOIN,
                f"{self.system.title} does not say what the tile `{piece.word}` is joined with",
                value.span,
                "none of its tiles",
                help=f"say where it lies: `tile {piece.word} at A1`",
            )
            return None
        side = piece.side_called(value.first)
        if side is None:
            names = [side.name or side.side for side in piece.printed.sides]
            self.findings.add(
                codes.UNKNOWN_NAME,
                f"the tile `{piece.instance}` has no edge `{value.first}`",
                value.span,
                "no such edge",
                help=f"its edges are {listed(names)}",
            )
            return None
        name = next((one.name for one in piece.printed.sides if one.side == side), "")
        return _End(piece, side, name or side)

    def _is_new(self, join: _Join) -> bool:
        """Whether two edges of different tiles are joined, neither of them for a second time."""
        if join.first.piece is join.second.piece:
            self.findings.add(
                codes.UNFIT_JOIN,
                f"`{join.first.piece.instance}` is joined to itself",
                join.origin,
                "one tile",
                help="a map that is used twice has two names: `tile maze as far-maze`",
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
                    reason="at each edge lies one tile",
                )
        if not is_new:
            self.troubled |= {join.first.piece.instance, join.second.piece.instance}
        return is_new

    def _hold_to_kinds(self, join: _Join) -> None:
        """Edges are joined only as the game allows [DN-A12, DN-A13, DN-B1]."""
        words = []
        for end in (join.first, join.second):
            piece, side, written = end.piece, end.side, end.written
            assert piece.printed is not None
            word = next(one.join for one in piece.printed.sides if one.side == side)
            words.append(word)
            if not word:
                self.told.add(join.origin)
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
        self.told.add(join.origin)
        may = [self.system.joins[word].title for word in kinds[0].joins]
        both = " and ".join(
            f"`{end.written}` is {kind.title}"
            for end, kind in zip((join.first, join.second), kinds, strict=True)
        )
        rules = dict.fromkeys(rule for kind in kinds for rule in kind.rules)
        self.findings.add(
            codes.UNFIT_JOIN,
            f"`{join.first.written}` and `{join.second.written}` may not be joined",
            join.origin,
            both,
            reason=f"{kinds[0].title} is joined to {' or '.join(may) or 'nothing'} alone"
            + (f" [{', '.join(rules)}]" if rules else ""),
            help="join other edges, or turn one of the tiles round",
        )

    # -- where each lies ----------------------------------------------------------------------

    def place(self, joins: list[_Join]) -> None:
        """Lay what is said to lie somewhere, and then what is joined to that."""
        every = list(self.pieces.values())
        if every and every[0].at is None and not every[0].is_lost:
            self._put(every[0], (0, 0), every[0].said_turns or 0)
        for piece in every:
            if piece.at is not None:
                self._put(piece, piece.at, piece.said_turns or 0)
        left = list(joins)
        while left:
            ready = next((one for one in left if _has_place(one)), None)
            if ready is None:
                return
            left.remove(ready)
            if ready.first.piece.corner is None:
                ready = _Join(ready.second, ready.first, ready.origin)
            self._follow(ready)

    def _put(self, piece: Piece, corner: Square, turns: int) -> None:
        if not piece.can_turn(self.lattice, turns):
            self.findings.add(
                codes.OUT_OF_STEP,
                f"turned by 180, the rows of `{piece.instance}` would be out of step",
                piece.origin,
                "turned round, its hexes do not lie on those of the board",
                reason="its rows are odd in number, and all as long as the first",
                help="draw it with one hex less in every second row, or with one row more",
            )
            self.troubled.add(piece.instance)
            turns = 0
        piece.corner, piece.turns = corner, turns

    def _follow(self, join: _Join) -> None:
        """Lay the second tile of a join where the first one asks for it, or find it there."""
        (one, side, _), (other, far_side, _) = join.first, join.second
        written, far_written = join.first.written, join.second.written
        assert one.corner is not None
        if not self._fits(join):
            self.troubled |= {one.instance, other.instance}
        way = facing(side, one.turns)
        turns = (SIDES.index(way) + 2 - SIDES.index(far_side)) % 4
        if self.lattice is Lattice.HEXES and turns % 2:
            self._refuse(
                join,
                f"`{written}` and `{far_written}` cannot meet",
                "one of the tiles would be turned by a quarter",
                "on hexes, a tile is turned by 180 or not at all",
            )
            turns = 0
        corner = self._beside(one, other, way, turns)
        if other.corner is not None:
            if (other.corner, other.turns) != (corner, turns):
                self._refuse(
                    join,
                    f"`{written}` and `{far_written}` do not meet",
                    f"`{other.instance}` lies elsewhere, or is turned otherwise",
                    "where a tile lies follows from its other joins, or is said with `at`",
                )
            return
        if other.said_turns not in (None, turns):
            self._refuse(
                join,
                f"`{other.instance}` is not turned like that",
                f"joined here it is turned by {turns * 90}",
                "how a joined tile is turned follows from the edges that meet",
            )
        self._put(other, corner, turns)

    def _fits(self, join: _Join) -> bool:
        """Whether both edges are as long, and such that hexes can be shared."""
        if join.first.piece.is_torn or join.second.piece.is_torn:
            return True
        lengths = []
        fits = True
        for end in (join.first, join.second):
            piece, side, written = end.piece, end.side, end.written
            along_rows = side in ("east", "west")
            lengths.append(piece.rows if along_rows else piece.columns)
            if self.lattice is Lattice.HEXES and not (piece.rows % 2 and piece.is_short):
                fits = False
                self._refuse(
                    join,
                    f"`{written}` has no hexes to share",
                    f"{piece.rows} rows"
                    + ("" if piece.is_short else ", the second as long as the first"),
                    "along a joined edge the hexes belong to both tiles",
                    "draw an odd number of rows, each second one with a hex less",
                )
        if lengths[0] != lengths[1]:
            fits = False
            self._refuse(
                join,
                f"`{join.first.written}` and `{join.second.written}` are not as long",
                f"{lengths[0]} and {lengths[1]} {self.findings.cells}",
                "tiles are joined along whole edges",
            )
        return fits

    def _refuse(
        self, join: _Join, message: str, label: str, reason: str, help_: str | None = None
    ) -> None:
        if join.origin not in self.told:
            self.told.add(join.origin)
            self.findings.add(
                codes.UNFIT_JOIN, message, join.origin, label, reason=reason, help=help_
            )
        self.troubled |= {join.first.piece.instance, join.second.piece.instance}

    def _beside(self, one: Piece, other: Piece, way: str, turns: int) -> Square:
        """The corner of a tile that lies beside another; on hexes they share a line."""
        assert one.corner is not None
        shared = 1 if self.lattice is Lattice.HEXES else 0
        rows, columns = _size(one, one.turns)
        far_rows, far_columns = _size(other, turns)
        row, column = one.corner
        return {
            "north": (row - far_rows + shared, column),
            "east": (row, column + columns - shared),
            "south": (row + rows - shared, column),
            "west": (row, column - far_columns + shared),
        }[way]

    # -- the whole ---------------------------------------------------------------------------

    def settle(self, joins: list[_Join]) -> list[Piece]:
        """Move the whole so that it begins at A1, and hold it to what can be laid.

        What lies nowhere is laid below all else: nobody is to hear that its places are not there.
        """
        named = {end.piece.instance for join in joins for end in join[:2]}
        stray = [piece for piece in self.pieces.values() if piece.corner is None]
        for piece in stray:
            if not self.troubled & {*self._near(piece)}:
                self._say_nowhere(piece, is_joined=piece.instance in named)
        laid = [piece for piece in self.pieces.values() if piece.corner is not None]
        top, left = (min((_corner(one)[axis] for one in laid), default=0) for axis in (0, 1))
        if (top < 0 or left < 0) and any(one.at is not None for one in laid):
            stray += self._outside(laid)
        else:
            for piece in laid:
                row, column = _corner(piece)
                piece.corner = row - min(top, 0), column - min(left, 0)
        laid = [one for one in laid if one not in stray]
        last = max((_corner(one)[0] + _size(one, one.turns)[0] for one in laid), default=0)
        for piece in stray:
            piece.corner = last + last % 2, 0
            last = piece.corner[0] + _size(piece, piece.turns)[0]
        return [one for one in (*laid, *stray) if one in stray or self._is_small(one)]

    def _say_nowhere(self, piece: Piece, *, is_joined: bool) -> None:
        or_join = ", or `join` one of its edges to a tile that lies somewhere"
        self.findings.add(
            codes.MISSING_PART,
            f"the tile `{piece.instance}` lies nowhere",
            piece.origin,
            "joined to nothing that lies somewhere"
            if is_joined
            else f"no {self.findings.cell} for its top left corner, and no join",
            help=f"write `tile {piece.word} at A1`{or_join if piece.printed is not None else ''}",
        )

    def _near(self, piece: Piece) -> Iterator[str]:
        """All tiles that a tile hangs together with over joins."""
        found = [piece.instance]
        for name in found:
            found += [
                one.instance
                for one in self.pieces[name].joined.values()
                if one.instance not in found
            ]
        yield from found

    def _outside(self, laid: list[Piece]) -> list[Piece]:
        found = [one for one in laid if min(_corner(one)) < 0]
        for piece in found:
            self.findings.add(
                codes.OFF_THE_BOARD,
                f"`{piece.instance}` would lie above or left of the board",
                piece.origin,
                "joined to a tile that lies at the very edge",
                help="move the tiles with `at` down and to the right, or leave `at` out",
            )
        return found

    def _is_small(self, piece: Piece) -> bool:
        rows, columns = _size(piece, piece.turns)
        row, column = _corner(piece)
        if max(row + rows, column + columns) <= limits.DRAWING_SIDE:
            return True
        self.findings.add(
            text_codes.TOO_LONG,
            "this board is too large",
            piece.origin,
            f"reaches to row {row + rows}, column {column + columns}",
            reason=f"a board may have {limits.DRAWING_SIDE} cells on a side",
        )
        return False


def _corner(piece: Piece) -> Square:
    assert piece.corner is not None
    return piece.corner


def _has_place(join: _Join) -> bool:
    return join.first.piece.corner is not None or join.second.piece.corner is not None


def _size(piece: Piece, turns: int) -> tuple[int, int]:
    return (piece.columns, piece.rows) if turns % 2 else (piece.rows, piece.columns)
