"""Put drawings and tiles together on one canvas, and hold letters to their legends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler import codes
from compiler.model.canvas import Canvas, Side, Spot, Square, turned
from compiler.model.outline import Outline, Taken, values_of
from dsl import codes as text_codes
from dsl.diagnostics import Label, did_you_mean, listed
from dsl.drawing import BLOCKED, FLOOR, WALLS, Drawing, DrawingKind, cell_at, read_drawing
from dsl.guard import ANYTHING
from dsl.source import Source, Span
from dsl.syntax import Declaration, Draw, Legend, Number, Place, PlaceForm, Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compiler.model.findings import Findings
    from compiler.packs.model import System


def draw_board(
    outline: Outline,
    system: System,
    sources: Mapping[str, Source],
    tiles: Mapping[str, Declaration],
    lost: set[str],
    findings: Findings,
) -> Canvas:
    """The canvas of a quest: its own drawing, or the tiles that it lays."""
    canvas = Canvas()
    if len(outline.drawings) > 1:
        second = outline.drawings[1]
        findings.add(
            codes.TWICE_SAID, "this board is drawn twice", second.word.span, "the second drawing"
        )
    if outline.drawings:
        draw = outline.drawings[0]
        _lay(canvas, draw, outline.legends, (0, 0), 0, system, sources, lost, findings)
    elif outline.legends and not outline.tiles:
        legend = outline.legends[0]
        findings.add(
            text_codes.LEGEND_WITHOUT_LETTER,
            "this legend has no drawing",
            legend.span,
            "explains nothing",
            help='add `draw """ … """` above it',
        )
    for statement in outline.tiles:
        _lay_tile(canvas, statement, system, sources, tiles, lost, findings)
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


def _lay_tile(
    canvas: Canvas,
    statement: Statement,
    system: System,
    sources: Mapping[str, Source],
    tiles: Mapping[str, Declaration],
    lost: set[str],
    findings: Findings,
) -> None:
    taken = Taken(statement, findings)
    name = taken.name(is_needed=True)
    at = taken.clause("at")
    turn = taken.clause("turned")
    taken.finish("write it like `tile hall at A1 turned 90`")
    if name is None:
        return
    tile = tiles.get(name.text)
    if tile is None:
        findings.add(
            codes.UNKNOWN_NAME,
            f"there is no tile called `{name.text}`",
            name.span,
            "not declared",
            help=did_you_mean(name.text, tiles)
            or (f"there is {listed(tiles)}" if tiles else "declare it: `tile hall { draw … }`"),
        )
        return
    place = values_of(at)[0] if at and at.items else None
    if type(place) is not Place or place.form is not PlaceForm.CELL:
        findings.add(
            codes.MISSING_PART,
            f"the tile `{name.text}` lies nowhere",
            statement.span,
            "no square for its top left corner",
            help=f"write `tile {name.text} at A1`",
        )
        return
    turns = 0
    if turn is not None:
        value = values_of(turn)[0] if turn.items else None
        if type(value) is not Number or value.value not in (0, 90, 180, 270):
            findings.add(
                codes.BAD_NUMBER,
                "a tile is turned by 90, 180 or 270",
                turn.span,
                "degrees, clockwise",
            )
            return
        turns = value.value // 90
    drawings = [node for node in tile.body if isinstance(node, Draw)]
    legends = [node for node in tile.body if isinstance(node, Legend)]
    for node in tile.body:
        if not isinstance(node, Draw | Legend):
            findings.add(
                codes.MISPLACED,
                "a tile has one drawing and its legend, nothing else",
                node.span,
                "not part of a tile",
                help="put it into the quest",
            )
    if len(drawings) != 1:
        findings.add(
            codes.NO_BOARD,
            f"the tile `{name.text}` has {len(drawings)} drawings",
            tile.name.span,
            "needs one",
        )
        return
    canvas.tiles.append(name.text)
    _lay(canvas, drawings[0], legends, cell_at(place.first), turns, system, sources, lost, findings)


def _lay(
    canvas: Canvas,
    draw: Draw,
    legends: list[Legend],
    corner: Square,
    turns: int,
    system: System,
    sources: Mapping[str, Source],
    lost: set[str],
    findings: Findings,
) -> None:
    source = sources[draw.text.span.path]
    drawing, torn = read_drawing(draw, DrawingKind(system.grid.drawing), source)
    findings.extend(torn)
    known = _read_legend(legends, findings)
    number = len(canvas.legends)
    canvas.legends.append(known)
    canvas.spans.append(draw.word.span)
    _hold_to_legend(drawing, known, draw, lost, findings, reliable=not torn)
    rows, columns = drawing.rows, drawing.columns
    path = draw.text.span.path

    def moved(square: Square) -> Square:
        row, column = turned(square, rows, columns, turns) if turns else square
        return row + corner[0], column + corner[1]

    if torn and drawing.rows and drawing.columns:
        # What is missing from it is no reason to call places off the board as well.
        last_row, last_column = moved((drawing.rows - 1, drawing.columns - 1))
        canvas.rows = max(canvas.rows, last_row + 1, corner[0] + 1)
        canvas.columns = max(canvas.columns, last_column + 1, corner[1] + 1)
    overlap: list[Spot] = []
    # Most of a board is plain floor and wall, of which nobody asks where it was drawn.
    plain = {char: Spot(char, number, turns, draw.word.span) for char in (FLOOR, BLOCKED, *WALLS)}
    in_place = turns == 0 and corner == (0, 0)
    for square, (char, offset) in drawing.cells.items():
        spot = plain.get(char) or Spot(char, number, turns, Span(path, offset, offset + 1))
        at = square if in_place else moved(square)
        if at in canvas.squares:
            overlap.append(spot)
        canvas.squares[at] = spot
        canvas.rows = max(canvas.rows, at[0] + 1)
        canvas.columns = max(canvas.columns, at[1] + 1)
    if overlap:
        findings.add(
            codes.TILES_OVERLAP,
            f"this tile lies on {len(overlap)} squares that another one covers",
            draw.word.span,
            "overlaps",
            help="move it, or turn it",
        )
    for edges, step in ((drawing.east, (0, 1)), (drawing.south, (1, 0))):
        for (row, column), (char, offset) in edges.items():
            first, second = (row, column), (row + step[0], column + step[1])
            if not in_place:
                first, second = sorted((moved(first), moved(second)))
            side: Side = (first, second)
            spot = plain.get(char) or Spot(char, number, turns, Span(path, offset, offset + 1))
            before = canvas.sides.get(side)
            # Where two tiles meet, a gate stays a gate and a wall a wall.
            if before is None or before.char in WALLS:
                canvas.sides[side] = spot


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


def _hold_to_legend(
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
