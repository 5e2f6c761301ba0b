"""Settle where the board begins, and which tiles are left out.

A tool of the pass that joins tiles. Takes the tiles, each with its corner as far as it is known.
Returns those that are laid.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.dsl import codes as text_codes
from questwright.dsl import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.frontend.canvas import Square
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.passes.board.read_joins import Join
    from questwright.compiler.passes.board.read_tiles import Piece


def settle_tiles(
    pieces: Mapping[str, Piece], joins: list[Join], troubled: set[str], findings: Findings
) -> list[Piece]:
    """Move all tiles so that the board begins at A1, and drop those that make it too large.

    A tile that lies nowhere is laid below all others: so places on it are not reported as well.
    A tile is named in ``troubled`` if it has a finding: nothing more is said of it.
    """
    named = {end.piece.instance for join in joins for end in join[:2]}
    stray = [piece for piece in pieces.values() if piece.corner is None]
    for piece in stray:
        if not troubled & {*_near(piece, pieces)}:
            _say_nowhere(piece, findings, is_joined=piece.instance in named)
    laid = [piece for piece in pieces.values() if piece.corner is not None]
    top, left = (min((_corner(piece)[axis] for piece in laid), default=0) for axis in (0, 1))
    if (top < 0 or left < 0) and any(piece.at is not None for piece in laid):
        stray += _outside(laid, findings)
    else:
        for piece in laid:
            row, column = _corner(piece)
            piece.corner = row - min(top, 0), column - min(left, 0)
    laid = [piece for piece in laid if piece not in stray]
    last = max(
        (_corner(piece)[0] + turned_size(piece, piece.turns)[0] for piece in laid), default=0
    )
    for piece in stray:
        piece.corner = last + last % 2, 0
        last = piece.corner[0] + turned_size(piece, piece.turns)[0]
    for piece in pieces.values():
        piece.is_lost |= piece in stray or piece.instance in troubled
    return [piece for piece in (*laid, *stray) if piece in stray or _is_small(piece, findings)]


def _say_nowhere(piece: Piece, findings: Findings, *, is_joined: bool) -> None:
    or_join = ", or `join` one of its edges to a tile that lies somewhere"
    findings.add(
        codes.MISSING_PART,
        f"the tile `{piece.instance}` lies nowhere",
        piece.origin,
        "joined to nothing that lies somewhere"
        if is_joined
        else f"no {findings.cell} for its top left corner, and no join",
        help=f"write `tile {piece.word} at A1`{or_join if piece.printed is not None else ''}",
    )


def _near(piece: Piece, pieces: Mapping[str, Piece]) -> Iterator[str]:
    """Yield the names of all tiles that joins connect with a tile, itself first."""
    found = [piece.instance]
    for name in found:
        found += [
            joined.instance
            for joined in pieces[name].joined.values()
            if joined.instance not in found
        ]
    yield from found


def _outside(laid: list[Piece], findings: Findings) -> list[Piece]:
    found = [piece for piece in laid if min(_corner(piece)) < 0]
    for piece in found:
        findings.add(
            codes.OFF_THE_BOARD,
            f"`{piece.instance}` would lie above or left of the board",
            piece.origin,
            "joined to a tile that lies at the very edge",
            help="move the tiles with `at` down and to the right, or leave `at` out",
        )
    return found


def _is_small(piece: Piece, findings: Findings) -> bool:
    rows, columns = turned_size(piece, piece.turns)
    row, column = _corner(piece)
    if max(row + rows, column + columns) <= limits.DRAWING_SIDE:
        return True
    findings.add(
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


def turned_size(piece: Piece, turns: int) -> tuple[int, int]:
    """Return the rows and the columns of a tile that is turned."""
    return (piece.columns, piece.rows) if turns % 2 else (piece.rows, piece.columns)
