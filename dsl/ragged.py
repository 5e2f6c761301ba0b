"""Find rows of a drawing that are missing, too short or too long, by the rows around them.

Takes the rows of a drawing in which rows of walls alternate with rows of cells, each with the
offset of its first character. Returns the finding about the first row that is wrong.
"""

from __future__ import annotations

import itertools

from questwright.dsl import codes
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.source import Span

Row = tuple[str, int]
"""A row without its indent, and the offset of its first character."""


def find_missing_row(rows: list[Row], path: str) -> Diagnostic | None:
    """Return the finding about two rows of one sort that follow each other; None if none do."""
    for number, ((above, _), (text, offset)) in enumerate(itertools.pairwise(rows), 1):
        if _is_cells(above) and _is_cells(text):
            width = max(len(above), len(text)) // 2
            return _finding(
                Span(path, offset, offset + len(text)),
                "a row of walls is missing above this row",
                "two rows of cells follow each other",
                f"put `{' '.join('+' * min(width + 1, 12))}` between them",
            )
        if _is_walls(above) and _is_walls(text):
            return _finding(
                Span(path, offset, offset + len(text)),
                "a row of cells is missing above this row",
                "two rows of walls follow each other",
                "put a row like `|. . .|` between them, or leave one out",
            )
        if number == 1 and _is_cells(above):
            start = rows[0][1]
            return _finding(
                Span(path, start, start + len(above)),
                "a row of walls is missing above this row",
                "a drawing begins with a row of walls",
                f"put `{'-'.join('+' * min(len(above) // 2 + 1, 12))}` above it",
            )
    if len(rows) % 2 == 0 and _is_cells(rows[-1][0]):
        text, offset = rows[-1]
        return _finding(
            Span(path, offset, offset + len(text)),
            "a row of walls is missing below this row",
            "a drawing ends with a row of walls",
            f"put `{'-'.join('+' * min(len(text) // 2 + 1, 12))}` below it",
        )
    return None


def find_ragged_row(rows: list[Row], path: str) -> Diagnostic | None:
    """Return the finding about a row that ends before the rows around it, or behind them.

    Rows of cells come first: the walls around them show how many cells they should have.
    """
    order = (*range(1, len(rows), 2), *range(0, len(rows), 2))
    for number in order:
        text, offset = rows[number]
        if not text or len(rows) == 1:
            continue
        beside = (rows[at][0] for at in (number - 1, number + 1) if 0 <= at < len(rows))
        around = [_width(row) for row in beside]
        width, is_cells = _width(text), number % 2 == 1
        what = "cells" if is_cells else "walls"
        span = Span(path, offset, offset + len(text))
        if width > max(around):
            return _finding(
                span._replace(start=offset + 2 * max(around) + 1),
                f"this row of {what} is too long",
                _compared(width, around, is_cells=is_cells),
                "take out what is too much, or make the rows above and below it longer",
            )
        is_open = not is_cells or _is_open(rows, number, width, min(around))
        if width < min(around) and is_open:
            return _finding(
                span._replace(start=max(offset, span.end - 1)),
                f"this row of {what} is too short",
                _compared(width, around, is_cells=is_cells),
                "add what is missing; if no cell is to be there, draw `-` above and below it"
                if is_cells
                else "add the corners that are missing: `+` behind each cell",
            )
    return None


def find_ragged_hexes(rows: list[Row], path: str) -> Diagnostic | None:
    """Return the finding about the one row that spoils a drawing without gaps; None otherwise.

    Boards of hexes may have any outline: where several rows differ, it is meant. That all but one
    are alike is no outline, wherever that row stands.
    """
    counts = [len(text.split()) for text, _ in rows]
    whole = all(
        len(text[number % 2 :]) == 2 * counts[number] - 1 for number, (text, _) in enumerate(rows)
    )
    if len(rows) < 5 or not whole:
        return None
    for number in range(len(rows)):
        alike = {counts[at] for at in range(number % 2, len(rows), 2) if at != number}
        others = {counts[at] for at in range(1 - number % 2, len(rows), 2)}
        if len(alike) == len(others) == 1 and counts[number] not in alike:
            text, offset = rows[number]
            [usual] = alike
            start, end = offset + len(text) - 1, offset + len(text)
            short = counts[number] < usual
            return _finding(
                Span(path, start, end),
                f"this row of hexes is too {'short' if short else 'long'}",
                f"{counts[number]} hexes, where all rows like it have {usual}",
                "add what is missing; draw `#` for a hex that nobody enters"
                if short
                else "take out what is too much",
            )
    return None


def _width(text: str) -> int:
    """Return over how many cells a row reaches."""
    return len(text) // 2


def _compared(width: int, around: list[int], *, is_cells: bool) -> str:
    other = " and ".join(str(beside) for beside in dict.fromkeys(around))
    what = "walls above and below it" if is_cells else "cells above and below it"
    if len(around) == 1:
        what = "cells beside it"
    return f"{width} cell{'s' * (width != 1)} wide, and the {what} {other}"


def _is_open(rows: list[Row], number: int, first: int, end: int) -> bool:
    """Tell whether a cell that a row does not have is open to the cell above or below it."""
    for at in (number - 1, number + 1):
        beyond = 2 * at - number
        cells = rows[beyond][0] if 0 <= beyond < len(rows) else ""
        for column in range(2 * first + 1, 2 * end, 2):
            wall = rows[at][0][column : column + 1]
            if wall.strip() == "" and cells[column : column + 1].strip():
                return True
    return False


def _is_cells(text: str) -> bool:
    """Tell whether a row has cells, and no corner."""
    return "+" not in text and any(char == "." or char.isalnum() or char == "#" for char in text)


def _is_walls(text: str) -> bool:
    """Tell whether a row has corners, and no floor."""
    return "+" in text and "." not in text and "#" not in text


def _finding(span: Span, message: str, label: str, help_: str) -> Diagnostic:
    return Diagnostic(codes.TORN_DRAWING, message, Label(span, label), help=help_)
