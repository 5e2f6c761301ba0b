"""Find tiles that lie apart from the others: between them is a gap that nobody walks over."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.grid.lattice import Lattice, directions, step
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.canvas import Square
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.passes.board.read_tiles import Piece


def check_gaps(
    pieces: list[Piece], drawn: frozenset[Square], lattice: Lattice, findings: Findings
) -> None:
    """Report the tiles that lie apart; what is drawn besides tiles counts as one tile more."""
    if any(piece.is_lost for piece in pieces):
        return  # a finding says why, and where it lies is a guess
    left = [(piece, piece.squares(lattice)) for piece in pieces]
    whole = drawn or left.pop(0)[1]
    near = whole | _beside(whole, lattice)
    while touching := [laid for laid in left if laid[1] & near]:
        left = [laid for laid in left if laid not in touching]
        for _, squares in touching:
            near |= squares | _beside(squares, lattice)
    if not left:
        return
    first = left[0][0]
    findings.add(
        codes.TILE_APART,
        f"`{first.instance}` touches no other tile"
        if len(left) == 1
        else f"{len(left)} tiles lie apart from the others",
        first.origin,
        "a gap lies between",
        related=tuple(Label(piece.origin, "and this one") for piece, _ in left[1:4]),
        reason="tiles are clipped together; nobody walks over a gap",
        help="move it beside another tile, or `allow tile-apart` with the reason",
    )


def _beside(squares: frozenset[Square], lattice: Lattice) -> frozenset[Square]:
    ways = directions(lattice)
    found = {step(lattice, row, column, way) for row, column in squares for way in ways}
    return frozenset(square for square in found if square is not None) - squares
