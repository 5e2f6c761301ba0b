"""Squares and edges of a map turned into few long paths, in units of a hundredth of a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.publish.book.drawing import number
from compiler.publish.book.view_map import Cell, Edge

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

UNIT = 100

Segment = tuple[int, int, int, int]
"""A stretch of grid line: column and row of its two ends, the lesser one first."""


def edge_segment(edge: Edge) -> Segment:
    """Return the grid line between an edge's two cells."""
    a, b = sorted((edge.first, edge.second))
    if (b.column - a.column, b.row - a.row) == (1, 0):
        return (b.column, b.row, b.column, b.row + 1)
    if (b.column - a.column, b.row - a.row) == (0, 1):
        return (b.column, b.row, b.column + 1, b.row)
    raise ValueError(f"cells {a} and {b} share no edge")


def cell_segments(cell: Cell) -> tuple[tuple[Segment, Cell], ...]:
    """Return a cell's four sides, each with the neighbour behind it."""
    c, r = cell.column, cell.row
    return (
        ((c, r, c + 1, r), Cell(c, r - 1)),
        ((c + 1, r, c + 1, r + 1), Cell(c + 1, r)),
        ((c, r + 1, c + 1, r + 1), Cell(c, r + 1)),
        ((c, r, c, r + 1), Cell(c - 1, r)),
    )


def outline_segments(cells: AbstractSet[Cell]) -> frozenset[Segment]:
    """Return the sides between a set of cells and everything else."""
    return frozenset(
        segment
        for cell in cells
        for segment, neighbour in cell_segments(cell)
        if neighbour not in cells
    )


def inner_segments(cells: AbstractSet[Cell]) -> frozenset[Segment]:
    """Return the sides between two cells of a set."""
    return frozenset(
        segment
        for cell in cells
        for segment, neighbour in cell_segments(cell)
        if neighbour in cells
    )


def line_path(segments: Iterable[Segment]) -> str:
    """Return path data for segments, with straight runs joined into one stroke."""
    across: dict[int, list[int]] = {}
    down: dict[int, list[int]] = {}
    for c1, r1, c2, _ in set(segments):
        if c1 == c2:
            down.setdefault(c1, []).append(r1)
        else:
            across.setdefault(r1, []).append(c1)
    data: list[str] = []
    for row, starts in sorted(across.items()):
        data += (f"M{a * UNIT} {row * UNIT}H{b * UNIT}" for a, b in _runs(starts))
    for column, starts in sorted(down.items()):
        data += (f"M{column * UNIT} {a * UNIT}V{b * UNIT}" for a, b in _runs(starts))
    return "".join(data)


def _runs(starts: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for start in sorted(starts):
        if runs and runs[-1][1] == start:
            runs[-1] = (runs[-1][0], start + 1)
        else:
            runs.append((start, start + 1))
    return runs


def area_path(cells: AbstractSet[Cell]) -> str:
    """Return path data for the outline of a set of cells, to be filled by the even-odd rule."""
    nexts: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell in sorted(cells):
        c, r = cell.column, cell.row
        corners = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
        for index, (_, neighbour) in enumerate(cell_segments(cell)):
            if neighbour not in cells:
                nexts.setdefault(corners[index], []).append(corners[(index + 1) % 4])
    data: list[str] = []
    while nexts:
        start = point = min(nexts)
        loop = [start]
        while True:
            ends = nexts[point]
            following = ends.pop(0)
            if not ends:
                del nexts[point]
            point = following
            if point == start:
                break
            loop.append(point)
        data.append(_loop_path(loop))
    return "".join(data)


def _loop_path(loop: list[tuple[int, int]]) -> str:
    bends = [
        point
        for before, point, after in zip(
            loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True
        )
        if (point[0] - before[0]) * (after[1] - point[1])
        != (point[1] - before[1]) * (after[0] - point[0])
    ]
    return "M" + "L".join(f"{c * UNIT} {r * UNIT}" for c, r in bends) + "Z"


def hatch_path(cells: Iterable[Cell], lines: int, *, rising: bool = True) -> str:
    """Return diagonal strokes through cells, `lines` of them a cell, that meet across borders."""
    step = UNIT / lines
    data: list[str] = []
    for cell in sorted(cells):
        x, y = cell.column * UNIT, cell.row * UNIT
        for index in range(1, 2 * lines):
            offset = index * step
            low, high = max(0.0, offset - UNIT), min(offset, float(UNIT))
            ax, bx = (low, high) if rising else (UNIT - low, UNIT - high)
            data.append(
                f"M{number(x + ax)} {number(y + offset - low)}"
                f"L{number(x + bx)} {number(y + offset - high)}"
            )
    return "".join(data)
