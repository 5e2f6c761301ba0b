"""Lay the tiles of a board edge to edge.

Takes the tiles and the `join` statements of a quest. Returns the tiles with their corners and
turns, which follow from the joins. Reports edges that cannot meet.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.grid.lattice import Lattice
from questwright.compiler.model.laid_tile import facing, turned
from questwright.compiler.packs.system.tiles import SIDES
from questwright.compiler.passes.board.doorways import along
from questwright.compiler.passes.board.read_joins import Join, joins_by_doorway, read_joins
from questwright.compiler.passes.board.settle_tiles import settle_tiles, turned_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.canvas import Square
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.board.read_joins import Joins
    from questwright.compiler.passes.board.read_tiles import LaidPieces, Piece


def join_tiles(
    outline: Outline,
    pieces: LaidPieces,
    system: System,
    lattice: Lattice,
    findings: Findings,
) -> list[Piece]:
    """Return the tiles, each with its corner and its turn, in the order in which they are laid.

    A tile whose place is unknown is put below all others, after a finding.
    """
    read = read_joins(outline, pieces, system, findings)
    layout = _Layout(pieces, read, lattice, findings, by_doorway=joins_by_doorway(system))
    layout.place(read.joins)
    return settle_tiles(pieces.by_name, read.joins, layout.troubled, findings)


class _Layout:
    """Works out where each tile lies."""

    def __init__(
        self,
        pieces: LaidPieces,
        read: Joins,
        lattice: Lattice,
        findings: Findings,
        *,
        by_doorway: bool,
    ) -> None:
        self.by_doorway = by_doorway
        self.pieces = pieces.by_name
        self.lattice = lattice
        self.findings = findings
        self.reported = read.reported
        self.troubled = read.troubled

    def place(self, joins: list[Join]) -> None:
        """Lay the tiles that have a given place, and then the tiles that are joined to those."""
        every = list(self.pieces.values())
        if every and every[0].at is None and not every[0].is_lost:
            self._put(every[0], (0, 0), every[0].given_turns or 0)
        for piece in every:
            if piece.at is not None:
                self._put(piece, piece.at, piece.given_turns or 0)
        left = list(joins)
        while left:
            ready = next((join for join in left if _has_place(join)), None)
            if ready is None:
                return
            left.remove(ready)
            if ready.first.piece.corner is None:
                ready = Join(ready.second, ready.first, ready.origin)
            self._follow(ready)

    def _put(self, piece: Piece, corner: Square, turns: int) -> None:
        if not piece.can_turn(self.lattice, turns):
            self.findings.add(
                codes.OUT_OF_STEP,
                f"turned by 180, the rows of `{piece.instance}` would be out of step",
                piece.origin,
                "turned around, its hexes do not lie on those of the board",
                reason="its rows are odd in number, and all as long as the first",
                help="draw it with one hex less in every second row, or with one row more",
            )
            self.troubled.add(piece.instance)
            turns = 0
        piece.corner, piece.turns = corner, turns

    def _follow(self, join: Join) -> None:
        """Lay the second tile of a join beside the first, or check that it lies there already."""
        (fixed, side, _), (moved, far_side, _) = join.first, join.second
        written, far_written = join.first.written, join.second.written
        assert fixed.corner is not None
        if not self._fits(join):
            self.troubled |= {fixed.instance, moved.instance}
        way = facing(side, fixed.turns)
        turns = (SIDES.index(way) + 2 - SIDES.index(far_side)) % 4
        if self.lattice is Lattice.HEXES and turns % 2:
            self._refuse(
                join,
                f"`{written}` and `{far_written}` cannot meet",
                "one of the tiles would be turned by a quarter",
                "on hexes, a tile is turned by 180 or not at all",
            )
            turns = 0
        corner = self._beside(fixed, moved, way, turns)
        if self.by_doorway:
            corner = self._shifted(corner, join, way, turns)
        if moved.corner is not None:
            if (moved.corner, moved.turns) != (corner, turns):
                self._refuse(
                    join,
                    f"`{written}` and `{far_written}` do not meet",
                    f"`{moved.instance}` lies elsewhere, or is turned another way",
                    "its other joins, or `at`, put the tile there",
                )
            return
        if moved.given_turns not in (None, turns):
            self._refuse(
                join,
                f"`{moved.instance}` is not turned like that",
                f"joined here, it is turned by {turns * 90}",
                "how a joined tile is turned follows from the edges that meet",
            )
        self._put(moved, corner, turns)

    def _fits(self, join: Join) -> bool:
        """Tell whether both edges are equally long and, on hexes, have hexes to share."""
        if join.first.piece.is_torn or join.second.piece.is_torn:
            return True
        if self.by_doorway:
            return self._has_doorways(join)
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
                    "draw an odd number of rows, every second one with one hex less",
                )
        if lengths[0] != lengths[1]:
            fits = False
            self._refuse(
                join,
                f"`{join.first.written}` and `{join.second.written}` are not equally long",
                f"{lengths[0]} and {lengths[1]} {self.findings.cells}",
                "tiles are joined along whole edges",
            )
        return fits

    def _has_doorways(self, join: Join) -> bool:
        """Tell whether each edge has one doorway, and both are equally wide."""
        widths = []
        for end in join[:2]:
            found = along(end.piece.drawing, end.side)
            if len(found) != 1:
                self._refuse(
                    join,
                    f"`{end.written}` has {len(found) or 'no'} doorways",
                    f"{_like(found)} along the {end.side} side of {end.piece.title}",
                    "tiles are clipped together at the one doorway that each has on that side",
                    "join another side, or lay the tile with `at`",
                )
                return False
            widths.append(len(found[0]))
        if widths[0] != widths[1]:
            self._refuse(
                join,
                f"the doorways of `{join.first.written}` and `{join.second.written}` do not fit",
                f"{widths[0]} and {widths[1]} {self.findings.cells} wide",
                "tiles are clipped together at doorways of one width",
                "join other sides, or lay the tile with `at`",
            )
        return widths[0] == widths[1]

    def _shifted(self, corner: Square, join: Join, way: str, turns: int) -> Square:
        """Return a corner moved along the edge, so that the two doorways lie face to face."""
        (fixed, side, _), (moved, far_side, _) = join.first, join.second
        near, far = along(fixed.drawing, side), along(moved.drawing, far_side)
        if len(near) != 1 or len(far) != 1:
            return corner
        axis = 0 if way in ("east", "west") else 1
        wanted = min(fixed.on_board(square, self.lattice)[axis] for square in near[0])
        size = (moved.rows, moved.columns)
        own = min(turned(square, *size, turns, self.lattice)[axis] for square in far[0])
        row, column = corner
        return (wanted - own, column) if axis == 0 else (row, wanted - own)

    def _refuse(
        self, join: Join, message: str, label: str, reason: str, help_: str | None = None
    ) -> None:
        if join.origin not in self.reported:
            self.reported.add(join.origin)
            self.findings.add(
                codes.UNFIT_JOIN, message, join.origin, label, reason=reason, help=help_
            )
        self.troubled |= {join.first.piece.instance, join.second.piece.instance}

    def _beside(self, fixed: Piece, moved: Piece, way: str, turns: int) -> Square:
        """Return the corner of a tile that lies beside a laid one; on hexes they share a line."""
        assert fixed.corner is not None
        shared = 1 if self.lattice is Lattice.HEXES else 0
        rows, columns = turned_size(fixed, fixed.turns)
        far_rows, far_columns = turned_size(moved, turns)
        row, column = fixed.corner
        return {
            "north": (row - far_rows + shared, column),
            "east": (row, column + columns - shared),
            "south": (row + rows - shared, column),
            "west": (row, column - far_columns + shared),
        }[way]


def _like(found: list[list[Square]]) -> str:
    return ", ".join(f"{len(squares)} wide" for squares in found) or "none"


def _has_place(join: Join) -> bool:
    return join.first.piece.corner is not None or join.second.piece.corner is not None
