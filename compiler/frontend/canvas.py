"""The canvas: the characters of all drawings of a board by cell and edge, not yet interpreted."""

from __future__ import annotations

from questwright.compiler.model.laid_tile import LaidTile, TileEdge
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.laid_tile import Joined
    from questwright.compiler.packs.system.values import Plain
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Legend

Square = tuple[int, int]
"""A cell as (row, column), counted from zero at the top left."""
SquareEdge = tuple[Square, Square]
"""The edge between two neighbouring cells, the upper or left one first."""


class Spot(NamedTuple):
    """A character of a drawing, where it lies on the board."""

    char: str
    legend: int
    """The index in ``Canvas.legends`` of the legend that explains it."""
    turns: int
    """Quarter turns, clockwise, of the tile that it was drawn on."""
    span: Span


class LaidEdge(NamedTuple):
    """An edge of a laid tile, with the squares along it."""

    side: str
    name: str
    kind: str
    squares: frozenset[Square]
    joined: Joined | None


class LaidDrawing(NamedTuple):
    """The drawing of a laid tile; its fields mean what those of `LaidTile` mean."""

    instance: str
    tile: str
    front: str
    title: str
    corner: Square
    turns: int
    rows: int
    columns: int
    squares: frozenset[Square]
    edges: tuple[LaidEdge, ...]
    traits: Mapping[str, Plain]
    box: int | None
    origin: Span


class Canvas:
    """All drawings of a board, put together."""

    def __init__(self) -> None:
        self.rows = self.columns = 0
        self.squares: dict[Square, Spot] = {}
        self.sides: dict[SquareEdge, Spot] = {}
        self.legends: list[dict[str, Legend]] = []
        self.tiles: list[LaidDrawing] = []
        self.spans: list[Span] = []
        """For each legend the place in the source where its drawing begins."""


def laid_on(board: Board, laid: LaidDrawing) -> LaidTile:
    """A laid drawing as a tile of a board: its (row, column) pairs become sets of cells."""

    def cells(squares: frozenset[Square]) -> Cells:
        return sum(1 << board.cell(*square) for square in squares)

    return LaidTile(
        laid.instance,
        laid.tile,
        laid.front,
        laid.title,
        *laid.corner,
        laid.turns,
        laid.rows,
        laid.columns,
        cells(laid.squares),
        tuple(
            TileEdge(edge.side, edge.name, edge.kind, cells(edge.squares), edge.joined)
            for edge in laid.edges
        ),
        laid.traits,
        laid.box,
        laid.origin,
    )
