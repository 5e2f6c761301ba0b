"""Read drawings: rows of characters become cells and the edges between them.

The pack's grid chooses one of three kinds. In each, ``#`` is a blocked cell, ``.`` is floor, and a
space is nothing; a legend explains every other letter or digit.

``walls-between``
    Rows of cells alternate with rows of edges; ``-`` and ``|`` are walls.
``open-squares``
    Each character is a square; the edge to a place without a square is a wall.
``hexes``
    Each hex is a character and a space; every second row is set in by one character.
"""

from __future__ import annotations

from questwright.dsl import codes, limits
from questwright.dsl.characters import name_of, typed_for
from questwright.dsl.choices import StrEnum
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.ragged import find_missing_row, find_ragged_hexes, find_ragged_row
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.dsl.syntax import Draw

BLOCKED = "#"
FLOOR = "."
NOTHING = " "
WALLS = frozenset("-|")


class DrawingKind(StrEnum):
    """The three ways to draw a board."""

    WALLS_BETWEEN = "walls-between"
    OPEN_SQUARES = "open-squares"
    HEXES = "hexes"


class Mark(NamedTuple):
    """A character of a drawing, and its offset in the text of the file."""

    char: str
    offset: int


class Drawing(NamedTuple):
    """A drawing as cells and edges; rows and columns are counted from 0, from the top left."""

    kind: DrawingKind
    columns: int
    rows: int
    cells: dict[tuple[int, int], Mark]
    """By (row, column); a place without a cell is absent."""
    east: dict[tuple[int, int], Mark]
    """The edge right of a cell; column -1 is the left border. Open edges are absent."""
    south: dict[tuple[int, int], Mark]
    """The edge below a cell; row -1 is the top border. Open edges are absent."""


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell: ``A1`` at the top left, letters across, numbers down."""
    letters = chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)
    return f"{letters}{row + 1}"


def cell_at(name: str) -> tuple[int, int]:
    """Return the (row, column) of a cell name like ``C4``, both counted from 0."""
    if name[1].isalpha():
        column = (ord(name[0]) - 64) * 26 + ord(name[1]) - 65
        return int(name[2:]) - 1, column
    return int(name[1:]) - 1, ord(name[0]) - 65


def read_drawing(
    draw: Draw, kind: DrawingKind, source: Source
) -> tuple[Drawing, tuple[Diagnostic, ...]]:
    """Return the cells and edges of a drawing, and findings where it is irregular."""
    rows = _rows(draw)
    empty = Drawing(kind, 0, 0, {}, {}, {})
    if not rows:
        finding = _torn(draw.word.span, "this drawing is empty", "nothing is drawn")
        return empty, (finding,)
    side = limits.DRAWING_SIDE * 2 + 1
    if len(rows) > side or max(len(text) for text, _ in rows) > side:
        finding = Diagnostic(
            codes.TOO_LONG,
            "this drawing is too large",
            Label(draw.word.span, f"{len(rows)} rows"),
            reason=f"a board may have {limits.DRAWING_SIDE} cells on a side",
        )
        return empty, (finding,)
    mistyped = _mistyped(rows, source.path)
    if mistyped is None and kind is not DrawingKind.WALLS_BETWEEN:
        mistyped = _walled(rows, source.path)
    if mistyped is not None:
        return empty, (mistyped,)
    if kind is DrawingKind.WALLS_BETWEEN:
        drawing, findings = _read_walls_between(rows, source, draw)
        ragged = find_missing_row(rows, source.path) or (
            None if findings else find_ragged_row(rows, source.path)
        )
        findings = (ragged,) if ragged is not None else findings
    else:
        drawing, findings = _read_cells(rows, source, kind, 2 if kind is DrawingKind.HEXES else 1)
        if kind is DrawingKind.HEXES and not findings:
            ragged = find_ragged_hexes(rows, source.path)
            findings = (ragged,) if ragged is not None else ()
    if not drawing.cells and not findings:
        findings = (_torn(draw.word.span, "this drawing has no cells", "nothing to stand on"),)
    return drawing, findings


def _rows(draw: Draw) -> list[tuple[str, int]]:
    """Return the rows without their common indent, each with the offset of its first character."""
    rows = []
    offset = draw.text.content_start
    for line in draw.text.raw.split("\n"):
        rows.append((line.rstrip(), offset))
        offset += len(line) + 1
    while rows and not rows[0][0]:
        rows.pop(0)
    while rows and not rows[-1][0]:
        rows.pop()
    margins = [text[: len(text) - len(text.lstrip())] for text, _ in rows if text]
    margin = min(margins, key=len, default="")
    while not all(other.startswith(margin) for other in margins):
        margin = margin[:-1]
    indent = len(margin)
    return [(text[indent:], offset + indent) for text, offset in rows]


def _mistyped(rows: list[tuple[str, int]], path: str) -> Diagnostic | None:
    """Return the finding about the first character that no drawing has; None if there is none."""
    for text, offset in rows:
        for at, char in enumerate(text):
            span = Span(path, offset + at, offset + at + 1)
            if char == "\t":
                return _torn(
                    span,
                    "a tab stands in this drawing",
                    "one character, however wide it looks",
                    "type spaces instead; each row begins with the same indent",
                )
            if not char.isascii() and typed_for(char):
                typed = typed_for(char)
                return _torn(
                    span,
                    f"`{char}` stands in this drawing",
                    f"{name_of(char)}, as word processors write it",
                    "type a space" if typed == " " else f"type `{typed[0]}`",
                )
    return None


def _walled(rows: list[tuple[str, int]], path: str) -> Diagnostic | None:
    """Return the finding about the first row of walls, in a game whose drawings have none."""
    for text, offset in rows:
        if "+" in text and not text.strip("+- |"):
            begin = offset + len(text) - len(text.lstrip())
            return _torn(
                Span(path, begin, offset + len(text)),
                "this drawing has walls between its squares, and those of this game have none",
                "a row of walls",
                "draw only the squares, a character for each: `.` where there is floor, and a space"
                " or `#` where there is a wall",
            )
    return None


def _torn(span: Span, message: str, label: str, help_: str | None = None) -> Diagnostic:
    return Diagnostic(codes.TORN_DRAWING, message, Label(span, label), help=help_)


def _read_walls_between(  # noqa: C901, PLR0912 - a case for each spot of the pattern
    rows: list[tuple[str, int]], source: Source, draw: Draw
) -> tuple[Drawing, tuple[Diagnostic, ...]]:
    path = source.path
    findings: list[Diagnostic] = []
    width = max(len(text) for text, _ in rows) | 1
    columns = width // 2
    count = len(rows) // 2
    cells: dict[tuple[int, int], Mark] = {}
    east: dict[tuple[int, int], Mark] = {}
    south: dict[tuple[int, int], Mark] = {}
    for index, (text, offset) in enumerate(rows):
        shifted = -1
        row = index // 2
        for at, char in enumerate(text):
            if char == NOTHING:
                continue
            mark = Mark(char, offset + at)
            if index % 2 == 0:
                if at % 2 == 0:
                    if char not in "+-|":
                        shifted = at
                elif char in "+|.#":
                    shifted = at
                else:
                    south[row - 1, at // 2] = mark
            elif at % 2 == 0:
                if char in "+-.#":
                    shifted = at
                else:
                    east[row, at // 2 - 1] = mark
            elif char in "+-|":
                shifted = at
            else:
                cells[row, at // 2] = mark
            if shifted >= 0:
                what = "row of walls" if index % 2 == 0 else "row of cells"
                span = Span(path, offset + shifted, offset + shifted + 1)
                findings.append(
                    _torn(
                        span,
                        f"this {what} is out of step",
                        f"`{char}` cannot stand here",
                        "cells stand under the middle of `-`, walls and doors between them",
                    )
                )
                break
    if not findings and len(rows) % 2 == 0:
        findings.append(
            _torn(
                draw.word.span,
                f"this drawing has {len(rows)} rows, an even number",
                "a row is missing",
                "begin and end with a row of walls like `+-+-+`, and alternate",
            )
        )
    drawing = Drawing(DrawingKind.WALLS_BETWEEN, columns, count, cells, east, south)
    # All rows below a row that is out of step are out of step, too: report the first.
    return drawing, tuple(findings[:1])


def _read_cells(
    rows: list[tuple[str, int]], source: Source, kind: DrawingKind, step: int
) -> tuple[Drawing, tuple[Diagnostic, ...]]:
    findings: list[Diagnostic] = []
    cells: dict[tuple[int, int], Mark] = {}
    columns = 0
    first, offset = rows[0]
    inset = len(first) - len(first.lstrip())
    if step == 2 and inset % 2:
        span = Span(source.path, offset + inset, offset + inset + 1)
        finding = _torn(
            span,
            "the first row of hexes is set in",
            "half a hex to the right",
            "begin with a row that is not set in; set in every second row after it by one",
        )
        width = max(len(text) for text, _ in rows)
        return Drawing(kind, (width + 1) // step, len(rows), {}, {}, {}), (finding,)
    for row, (text, offset) in enumerate(rows):
        inset = row % 2 if step == 2 else 0
        for at, char in enumerate(text):
            if char == NOTHING:
                continue
            if (at - inset) % step:
                span = Span(source.path, offset + at, offset + at + 1)
                findings.append(
                    _torn(
                        span,
                        "this row of hexes is out of step",
                        f"`{char}` cannot stand here",
                        "put a space between hexes and set every second row in by one",
                    )
                )
                break
            column = (at - inset) // step
            columns = max(columns, column + 1)
            cells[row, column] = Mark(char, offset + at)
    return Drawing(kind, columns, len(rows), cells, {}, {}), tuple(findings)
