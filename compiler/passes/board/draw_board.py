"""Draw the board: put the drawing of a quest, or its tiles, on one canvas.

Takes the outline of a quest and its texts. Returns a Canvas: characters on squares and edges, with
the legends that explain them. Reports letters without a legend and legends without a letter.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.canvas import (
    Canvas,
    LaidDrawing,
    LaidEdge,
    Spot,
    Square,
    SquareEdge,
)
from questwright.compiler.grid.lattice import Lattice, lattice_of
from questwright.compiler.packs.system.tiles import SIDES
from questwright.dsl import codes as text_codes
from questwright.dsl.diagnostics import Label
from questwright.dsl.drawing import BLOCKED, FLOOR, WALLS, Drawing, DrawingKind, read_drawing
from questwright.dsl.prepare import ANYTHING
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.board.read_tiles import Piece
    from questwright.dsl.syntax import Declaration, Draw, Legend


def draw_board(
    outline: Outline,
    system: System,
    sources: Mapping[str, Source],
    tiles: Mapping[str, Declaration],
    lost: set[str],
    findings: Findings,
) -> Canvas:
    """Return the canvas of a quest: its own drawing, or the tiles that it lays."""
    canvas = Canvas()
    lattice = lattice_of(system.grid.drawing)
    if len(outline.drawings) > 1:
        second = outline.drawings[1]
        findings.add(
            codes.TWICE_SAID, "this board is drawn twice", second.word.span, "the second drawing"
        )
    if outline.drawings:
        draw = outline.drawings[0]
        source = sources[draw.text.span.path]
        drawing, torn = read_drawing(draw, DrawingKind(system.grid.drawing), source)
        findings.extend(torn)
        sheet = _DrawingSheet(draw, drawing, outline.legends, 0, bool(torn))
        _lay(canvas, sheet, None, frozenset(), lost, findings)
    elif outline.legends and not outline.tiles:
        legend = outline.legends[0]
        findings.add(
            text_codes.LEGEND_WITHOUT_LETTER,
            "this legend has no drawing",
            legend.span,
            "explains nothing",
            help='add `draw """ … """` above it',
        )
    if outline.tiles or outline.joins:
        # Loaded here: most boards are drawn.
        from questwright.compiler.passes.board.join_tiles import join_tiles
        from questwright.compiler.passes.board.read_tiles import read_tiles
        from questwright.compiler.passes.board.tile_gaps import check_gaps

        pieces = read_tiles(outline, system, sources, tiles, findings)
        laid = join_tiles(outline, pieces, system, lattice, findings)
        if laid and not pieces.unread:
            check_gaps(laid, frozenset(canvas.squares), lattice, findings)
        _lay_tiles(canvas, laid, lattice, lost, findings)
        known = pieces.unread | pieces.by_name.keys()
        missing = known - {piece.instance for piece in laid}
        canvas.tiles += (_unread(name, outline) for name in sorted(missing))
    is_lost = not lost.isdisjoint(("board", "draw", "tile", ANYTHING))
    if not canvas.squares and not outline.drawings and not outline.tiles and not is_lost:
        where = outline.boards[0].head if outline.boards else outline.declaration.name
        findings.add(
            codes.NO_BOARD,
            "this quest has no board",
            where.span,
            "nothing is drawn",
            help='draw one: `board { draw """ … """ }`, or lay tiles: `tile hall at A1`',
        )
    return canvas


class _DrawingSheet(NamedTuple):
    """A drawing to be put on the canvas."""

    draw: Draw
    drawing: Drawing
    legends: list[Legend]
    turns: int
    is_torn: bool


def _lay_tiles(
    canvas: Canvas,
    pieces: list[Piece],
    lattice: Lattice,
    lost: set[str],
    findings: Findings,
) -> None:
    """Put tiles on the canvas; on hexes, two joined tiles share the hexes along their edges."""
    covered = [piece.squares(lattice) for piece in pieces]
    meeting = _meet(pieces, covered, frozenset(canvas.squares), lattice, findings)
    for piece, squares in zip(pieces, covered, strict=True):

        def moved(square: Square, piece: Piece = piece) -> Square:
            return piece.on_board(square, lattice)

        sheet = _DrawingSheet(piece.draw, piece.drawing, piece.legends, piece.turns, piece.is_torn)
        _lay(canvas, sheet, moved, meeting.linking, lost, findings)
        printed = {side.side: side for side in piece.printed.sides} if piece.printed else {}
        assert piece.corner is not None
        canvas.tiles.append(
            LaidDrawing(
                piece.instance,
                piece.word,
                piece.printed.front if piece.printed else piece.word,
                piece.title,
                piece.corner,
                piece.turns,
                piece.rows,
                piece.columns,
                squares - meeting.gaps,
                tuple(
                    LaidEdge(
                        side,
                        (printed[side].name if side in printed else "") or side,
                        printed[side].join if side in printed else "",
                        piece.line(side, lattice) & squares - meeting.gaps,
                        piece.joined.get(side),
                    )
                    for side in SIDES
                ),
                piece.printed.traits if piece.printed else {},
                piece.printed.box if piece.printed else None,
                piece.origin,
            )
        )
    for square in meeting.gaps:
        canvas.squares.pop(square, None)


def _unread(name: str, outline: Outline) -> LaidDrawing:
    """Return a tile without squares, for the name of a tile that could not be read."""
    origin = outline.declaration.name.span
    return LaidDrawing(name, name, name, name, (0, 0), 0, 0, 0, frozenset(), (), {}, None, origin)


class _Meeting(NamedTuple):
    """The squares along which tiles meet."""

    linking: frozenset[Square]
    """Squares that belong to two tiles or more."""
    gaps: frozenset[Square]
    """Those of them that one of the tiles leaves blank."""


def _meet(
    pieces: list[Piece],
    covered: list[frozenset[Square]],
    drawn: frozenset[Square],
    lattice: Lattice,
    findings: Findings,
) -> _Meeting:
    """Report tiles that overlap; joined tiles may share a line of hexes, or one at a corner."""
    linking: set[Square] = set()
    gaps: set[Square] = set()
    for number, (piece, squares) in enumerate(zip(pieces, covered, strict=True)):
        over = len(squares & drawn)
        related: list[Label] = []
        for earlier, earlier_squares in zip(pieces[:number], covered, strict=False):
            common = squares & earlier_squares
            line = _line_between(piece, earlier, lattice)
            linking |= line
            gaps |= line - common
            if not common <= line:
                over += len(common - line)
                related.append(Label(earlier.origin, "covers them"))
        if over:
            findings.add(
                codes.TILES_OVERLAP,
                f"`{piece.instance}` lies on {over} {findings.cells} that another tile covers"
                if related
                else f"`{piece.instance}` lies on {over} {findings.cells} that are drawn",
                piece.origin,
                "overlaps",
                related=tuple(related[:3]),
                help="move it, or turn it; edges that lie on each other are joined with `join`"
                if lattice is Lattice.HEXES
                else "move it, or turn it",
            )
            linking |= squares & drawn
            linking.update(*(squares & earlier_squares for earlier_squares in covered[:number]))
    return _Meeting(frozenset(linking), frozenset(gaps))


def _line_between(piece: Piece, other: Piece, lattice: Lattice) -> frozenset[Square]:
    """Return the squares that two tiles may share; on a lattice of squares there are none."""
    if lattice is Lattice.SQUARES:
        return frozenset()
    for side, joined in piece.joined.items():
        if joined.instance == other.instance:
            return piece.line(side, lattice) & other.line(joined.side, lattice)
    shared = _corners(piece, lattice) & _corners(other, lattice)
    return shared if len(shared) == 1 else frozenset()


def _corners(piece: Piece, lattice: Lattice) -> frozenset[Square]:
    lines = [piece.line(side, lattice) for side in SIDES]
    return frozenset().union(*(line & lines[number - 1] for number, line in enumerate(lines)))


def _lay(
    canvas: Canvas,
    sheet: _DrawingSheet,
    moved: Callable[[Square], Square] | None,
    linking: frozenset[Square],
    lost: set[str],
    findings: Findings,
) -> None:
    draw, drawing = sheet.draw, sheet.drawing
    known = _read_legend(sheet.legends, findings)
    number = len(canvas.legends)
    canvas.legends.append(known)
    canvas.spans.append(draw.word.span)
    _check_letters_explained(drawing, known, draw, lost, findings, reliable=not sheet.is_torn)
    path, turns = draw.text.span.path, sheet.turns
    if sheet.is_torn and drawing.rows and drawing.columns:
        # Part of the drawing is missing. Keep its full size, so that places stay on the board.
        for corner in ((0, 0), (drawing.rows - 1, drawing.columns - 1)):
            row, column = moved(corner) if moved else corner
            canvas.rows = max(canvas.rows, row + 1)
            canvas.columns = max(canvas.columns, column + 1)
    # Most of a board is plain floor and wall. No finding points at these: they share a span.
    plain = {char: Spot(char, number, turns, draw.word.span) for char in (FLOOR, BLOCKED, *WALLS)}
    for square, (char, offset) in drawing.cells.items():
        spot = plain.get(char) or Spot(char, number, turns, Span(path, offset, offset + 1))
        at = moved(square) if moved else square
        if at in linking and at in canvas.squares:
            spot = _linked(canvas.squares[at], spot, canvas, findings)
        canvas.squares[at] = spot
        canvas.rows = max(canvas.rows, at[0] + 1)
        canvas.columns = max(canvas.columns, at[1] + 1)
    for edges, step in ((drawing.east, (0, 1)), (drawing.south, (1, 0))):
        for (row, column), (char, offset) in edges.items():
            first, second = (row, column), (row + step[0], column + step[1])
            if moved:
                first, second = sorted((moved(first), moved(second)))
            side: SquareEdge = (first, second)
            spot = plain.get(char) or Spot(char, number, turns, Span(path, offset, offset + 1))
            before = canvas.sides.get(side)
            # Where two tiles meet, an open edge replaces neither a gate nor a wall.
            if before is None or before.char in WALLS:
                canvas.sides[side] = spot


def _linked(first: Spot, second: Spot, canvas: Canvas, findings: Findings) -> Spot:
    """Return what is on a hex of two tiles: whatever is not floor, if either draws it [DN-A14]."""
    if first.char == FLOOR:
        return second
    if second.char == FLOOR or _meaning(first, canvas) == _meaning(second, canvas):
        return first
    findings.add(
        codes.LINK_DIFFERS,
        f"one tile draws `{first.char}` where the other draws `{second.char}`",
        second.span,
        "on a hex that belongs to both",
        related=(Label(first.span, "the other drawing"),),
        reason="tiles that are joined share the hexes along the edge",
        help="draw the same on both, or floor on one of them",
    )
    return first


def _meaning(spot: Spot, canvas: Canvas) -> object:
    """Return what a character stands for, comparable between drawings with different letters."""
    legend = canvas.legends[spot.legend].get(spot.char)
    if legend is None:
        return spot.char
    thing = legend.thing
    values = [str(getattr(value, "text", value)) for item in thing.items for value in item]
    return thing.head.text, tuple(values)


def _read_legend(legends: list[Legend], findings: Findings) -> dict[str, Legend]:
    known: dict[str, Legend] = {}
    for legend in legends:
        key = legend.key.text
        if len(key) != 1:
            findings.add(
                text_codes.LEGEND_WITHOUT_LETTER,
                f"`{key}` is not one letter or digit",
                legend.key.span,
                "too long for a drawing",
                help="use a single letter",
            )
        elif key in known:
            findings.add(
                text_codes.LETTER_TWICE,
                f"the letter `{key}` is explained twice",
                legend.key.span,
                "the second time",
                related=(Label(known[key].key.span, "first explained here"),),
                help="use another letter for one of them",
            )
        else:
            known[key] = legend
    return known


def _check_letters_explained(
    drawing: Drawing,
    known: dict[str, Legend],
    draw: Draw,
    lost: set[str],
    findings: Findings,
    *,
    reliable: bool,
) -> None:
    seen: dict[str, int] = {}
    for marks in (drawing.cells, drawing.east, drawing.south):
        for char, offset in marks.values():
            if char not in WALLS and char not in (FLOOR, BLOCKED):
                seen.setdefault(char, offset)
    path = draw.text.span.path
    for char, offset in seen.items():
        if char not in known and char not in lost:
            findings.add(
                text_codes.LETTER_WITHOUT_LEGEND,
                f"`{char}` in this drawing is not explained",
                Span(path, offset, offset + 1),
                "no legend for it",
                help=f"add a line below the drawing, like `{char}: start`"
                if char.isalnum()
                else "use `.` for floor, `#` for rock, letters and digits for all else",
            )
    if not reliable:
        return
    for char, legend in known.items():
        if char not in seen:
            findings.add(
                text_codes.LEGEND_WITHOUT_LETTER,
                f"the letter `{char}` is not in the drawing",
                legend.key.span,
                "explained, but not drawn",
                help="draw it, or delete this line",
            )
