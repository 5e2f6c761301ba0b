"""Draw levels on a map as tints, cliffs as hachures, and barriers as lines."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from questwright.compiler.publish.book.svg.elements import number, path

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.publish.book.svg.elements import Point, Shape
    from questwright.compiler.publish.book.svg.grid import MapGrid
    from questwright.compiler.publish.book.view.map import BarrierView, CliffView, LevelView
    from questwright.compiler.publish.book.view.theme import Palette

_APART: Final = 9.0
"""The distance between the strokes of a cliff."""
_LONG, _SHORT, _FOOT = 20.0, 12.0, 4.4
"""The two lengths of its strokes, in turn, and their width at the top."""
_DEEPER: Final = 0.45
"""By what share strokes are longer for each further level of depth."""
_DEEPEST: Final = 3
_TINTS: Final = {-1: 0.07, -2: 0.13, -3: 0.18}
"""The share of ink in the tint of each lower level; deeper levels have the last one."""


def tint_of(height: int, palette: Palette) -> str:
    """The colour of a level: lower levels are dark, higher levels are light."""
    if height > 0:
        return _mixed(palette.paper, palette.line, min(0.22 + 0.16 * (height - 1), 0.6))
    share = _TINTS.get(height, _TINTS[-3])
    return _mixed(palette.faint, palette.ink, share)


def _mixed(first: str, second: str, share: float) -> str:
    """The mixture of two colours, with this share of the second."""
    parts = (
        round(int(first[at : at + 2], 16) * (1 - share) + int(second[at : at + 2], 16) * share)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def draw_levels(levels: Iterable[LevelView], grid: MapGrid, palette: Palette) -> list[Shape]:
    """Tint the cells of each level."""
    shapes: list[Shape] = []
    for level in levels:
        tint = tint_of(level.height, palette)
        cells = frozenset(level.cells)
        shapes += path(grid.area_path(cells), fill=tint, more=' fill-rule="evenodd"')
    return shapes


def line_of_low(palette: Palette) -> str:
    """The colour of the sides of cells on lower levels."""
    return _mixed(palette.light, palette.ink, 0.34)


def draw_level_lines(levels: Iterable[LevelView], grid: MapGrid, palette: Palette) -> list[Shape]:
    """Draw the sides of cells darker on lower levels, where the tint would hide them."""
    low = frozenset(cell for level in levels if level.height < 0 for cell in level.cells)
    colour = line_of_low(palette)
    return path(grid.line_path(grid.inner(low)), stroke=colour, width=2.5) if low else []


def draw_cliffs(cliffs: Iterable[CliffView], grid: MapGrid, palette: Palette) -> list[Shape]:
    """Draw the upper edge of each cliff, with short pointed strokes downwards."""
    brinks: list[tuple[int, int, int, int]] = []
    strokes = ""
    for cliff in cliffs:
        brinks.append(grid.edge_segment(cliff.edge))
        strokes += _hachures(
            brinks[-1], grid.middle(cliff.edge.first), grid.middle(cliff.edge.second), cliff.depth
        )
    return path(strokes, fill=palette.ink) + path(
        grid.line_path(brinks), stroke=palette.ink, width=4.5, more=' stroke-linecap="round"'
    )


def _hachures(side: tuple[int, int, int, int], high: Point, low: Point, depth: int) -> str:
    x1, y1, x2, y2 = side
    length = hypot(x2 - x1, y2 - y1)
    far = hypot(low[0] - high[0], low[1] - high[1])
    ahead = ((low[0] - high[0]) / far, (low[1] - high[1]) / far)
    along = ((x2 - x1) / length, (y2 - y1) / length)
    # Strokes lie symmetrically on the side, so that neighbouring sides meet evenly.
    count = round(length / _APART)
    longer = 1 + _DEEPER * (min(depth, _DEEPEST) - 1)
    data = ""
    for index in range(count):
        at = (index + 0.5) * length / count
        reach = (_LONG if index % 2 == 0 else _SHORT) * longer
        x, y = x1 + along[0] * at, y1 + along[1] * at
        half = _FOOT / 2
        points = (
            (x - along[0] * half, y - along[1] * half),
            (x + along[0] * half, y + along[1] * half),
            (x + ahead[0] * reach, y + ahead[1] * reach),
        )
        data += "M" + "L".join(f"{number(a)} {number(b)}" for a, b in points) + "Z"
    return data


def draw_barriers(barriers: Iterable[BarrierView], grid: MapGrid, palette: Palette) -> list[Shape]:
    """Draw each barrier with the stroke of its kind."""
    shapes: list[Shape] = []
    for view in barriers:
        x1, y1, x2, y2 = grid.edge_segment(view.edge)
        shapes += barrier(view.stroke, (x1, y1), (x2, y2), palette)
    return shapes


def barrier(stroke: str, start: Point, end: Point, palette: Palette) -> list[Shape]:
    """Draw a barrier with a named stroke from one point to another."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    along = ((x2 - x1) / length, (y2 - y1) / length)
    line = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"

    def at(share: float, aside: float = 0.0) -> Point:
        reach = length * share
        return (
            x1 + along[0] * reach - along[1] * aside,
            y1 + along[1] * reach + along[0] * aside,
        )

    def across(shares: Iterable[float], half: float) -> str:
        return "".join(
            "M{} {}L{} {}".format(*(number(n) for n in (*at(share, -half), *at(share, half))))
            for share in shares
        )

    ink, paper = palette.ink, palette.paper
    if stroke == "low":
        # Two thin lines with a joint here and there: a wall seen from above.
        return (
            path(line, stroke=ink, width=13, more=' stroke-linecap="round"')
            + path(line, stroke=paper, width=7.5, more=' stroke-linecap="round"')
            + path(across((0.14, 0.38, 0.62, 0.86), 4), stroke=ink, width=2.2)
        )
    if stroke == "rail":
        posts = "".join(_post(at(share), 4.6) for share in (0.0, 0.5, 1.0))
        return (
            path(line, stroke=paper, width=9)
            + path(line, stroke=ink, width=3)
            + path(posts, fill=paper, stroke=ink, width=2.6)
        )
    if stroke == "bars":
        shares = [(index + 0.5) / 6 for index in range(6)]
        return (
            path(line, stroke=paper, width=13)
            + path(line, stroke=ink, width=2)
            + path(across(shares, 7.5), stroke=ink, width=4.2, more=' stroke-linecap="round"')
        )
    if stroke == "screen":
        slanted = "".join(
            "M{} {}L{} {}".format(*map(number, (*at(step / 9, 6), *at((step + 1) / 9, -6))))
            for step in range(9)
        )
        return (
            path(line, stroke=paper, width=13)
            + path(slanted, stroke=ink, width=3, more=' stroke-linecap="round"')
            + path(line, stroke=ink, width=2)
        )
    # A wall that narrows to a slit.
    corners = [at(0.36, -9), at(0.5, -1.6), at(0.64, -9)], [at(0.36, 9), at(0.5, 1.6), at(0.64, 9)]
    wedges = "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in wedge) + "Z" for wedge in corners
    )
    gap = "M{} {}L{} {}".format(*(number(n) for n in (*at(0.47), *at(0.53))))
    return (
        path(line, stroke=ink, width=14, more=' stroke-linecap="round"')
        + path(wedges, fill=paper)
        + path(gap, stroke=paper, width=14)
    )


def _post(middle: Point, radius: float) -> str:
    x, y = middle
    size = number(radius)
    return (
        f"M{number(x - radius)} {number(y)}a{size} {size} 0 1 0 {number(2 * radius)} 0"
        f"a{size} {size} 0 1 0 {number(-2 * radius)} 0Z"
    )


def level_sample(level: LevelView, palette: Palette) -> list[Shape]:
    """Draw a patch of a level for the legend."""
    return path(
        "M6 14H94V86H6Z",
        fill=tint_of(level.height, palette),
        stroke=palette.grey,
        width=2.5,
        more=' stroke-linejoin="round"',
    )


def cliff_sample(cliff: CliffView, palette: Palette) -> list[Shape]:
    """Draw a piece of a cliff for the legend."""
    data = _hachures((0, 40, 100, 40), (50.0, 0.0), (50.0, 100.0), cliff.depth)
    return path(data, fill=palette.ink) + path("M0 40H100", stroke=palette.ink, width=4.5)
