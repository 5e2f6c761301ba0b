"""Draw the graph of areas and gates, in layers from the start downwards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.svg.elements import (
    Shape,
    document,
    gathered,
    number,
    path,
    polyline,
    rectangle,
    text,
    written,
)
from questwright.compiler.publish.book.svg.glyphs import Face, text_width
from questwright.compiler.publish.book.svg.graph_layout import Box, LayoutEdge, place
from questwright.compiler.publish.book.svg.layers import layered
from questwright.compiler.publish.book.svg.outlines import Transform
from questwright.compiler.publish.book.svg.symbols import stamp, upright_stamp
from questwright.compiler.publish.book.svg.tabs import area_tab
from questwright.compiler.publish.book.view.graph import GateStyle, NodeKind

if TYPE_CHECKING:
    from questwright.compiler.publish.book.svg.elements import Point, SvgDrawing
    from questwright.compiler.publish.book.svg.graph_layout import PlacedBox
    from questwright.compiler.publish.book.view.graph import GraphEdge, GraphNode, GraphView
    from questwright.compiler.publish.book.view.theme import Palette

_NAME, _DETAIL, _LABEL = 22.0, 18.0, 17.5
_PAD, _TAB, _ICON = 12.0, 56.0, 30.0
_GAP, _RISE, _FRAME = 26.0, 34.0, 8.0
_LABEL_LINE = 24
_SCALE_MM = 0.155
_WIDEST_MM = 174.0
_TALLEST_MM = 200.0


@dataclass(frozen=True, slots=True)
class _EdgeStroke:
    width: float
    dash: str | None
    accent: bool
    symbol: str


_STROKES = {
    GateStyle.OPEN: _EdgeStroke(2, None, accent=False, symbol="archway"),
    GateStyle.DOOR: _EdgeStroke(3, None, accent=False, symbol="door-closed"),
    GateStyle.LOCKED: _EdgeStroke(4, None, accent=True, symbol="door-locked"),
    GateStyle.SECRET: _EdgeStroke(3, "12 7", accent=False, symbol="secret-passage"),
    GateStyle.PORTAL: _EdgeStroke(5, "0.1 10", accent=True, symbol="portal"),
    GateStyle.EVENT: _EdgeStroke(3, "16 6 3 6", accent=True, symbol="lever"),
}


def graph_svg(view: GraphView, palette: Palette) -> SvgDrawing:
    """Draw the graph of areas and gates."""
    index = {node.slug: position for position, node in enumerate(view.nodes)}
    edges = [edge for edge in view.edges if edge.source in index and edge.target in index]
    boxes = [_box(node) for node in view.nodes]
    links = [
        LayoutEdge(index[edge.source], index[edge.target], *_label_size(edge)) for edge in edges
    ]
    layout = place(boxes, links, _GAP, _RISE)
    lines = [_line(edge, spots, palette) for edge, spots in zip(edges, layout.links, strict=True)]
    labels = list(zip(edges, layout.labels, strict=True))
    nodes = list(zip(view.nodes, layout.boxes, strict=True))
    words = [shape for edge, spot in labels for shape in _label_words(edge, spot, palette)]
    words += [shape for node, spot in nodes for shape in _node_words(node, spot, palette)]
    content = "".join(
        (
            *(written(shapes) for shapes in lines),
            layered(((spot,), _label(edge, spot, palette)) for edge, spot in labels),
            layered(((spot,), _node(node, spot, palette)) for node, spot in nodes),
            gathered(words),
        )
    )
    width, height = layout.width + 2 * _FRAME, layout.height + 2 * _FRAME
    scale = min(_SCALE_MM, _WIDEST_MM / width, _TALLEST_MM / height)
    return document(content, (-_FRAME, -_FRAME, width, height), scale, view.title)


def _box(node: GraphNode) -> Box:
    widest = max(
        text_width(node.name, Face.SANS_BOLD, _NAME),
        *(text_width(detail, Face.SANS, _DETAIL) for detail in ("", *node.details)),
    )
    height = max(_PAD * 2 + 26 + 22 * len(node.details), 62)
    return Box(_tab_width(node) + widest + 2 * _PAD, height, node.kind is NodeKind.START)


def _tab_width(node: GraphNode) -> float:
    return max(_TAB, text_width(node.label, Face.DISPLAY, 36) + 30) if node.label else 0.0


def _node(node: GraphNode, spot: PlacedBox, palette: Palette) -> list[Shape]:
    x, y = spot.x - spot.width / 2, spot.y - spot.height / 2
    strong = node.kind in (NodeKind.START, NodeKind.GOAL)
    shapes = rectangle(
        x, y, spot.width, spot.height,
        fill=palette.tint if strong else palette.paper,
        stroke=palette.accent if strong else palette.ink,
        line=4 if strong else 2.5,
        radius=10,
        more=' stroke-dasharray="9 7"' if node.kind is NodeKind.UNREACHED else "",
    )  # fmt: skip
    if node.kind is NodeKind.GOAL:
        shapes += rectangle(
            x + 6, y + 6, spot.width - 12, spot.height - 12,
            stroke=palette.accent, line=1.5, radius=6,
        )  # fmt: skip
    if node.label:
        shapes += area_tab(node.label, x + _PAD + _tab_width(node) / 2 - 4, spot.y, palette)
    return shapes


def _node_words(node: GraphNode, spot: PlacedBox, palette: Palette) -> list[Shape]:
    left = spot.x - spot.width / 2 + _PAD + _tab_width(node)
    baseline = spot.y - spot.height / 2 + _PAD + 20 if node.details else spot.y + 7
    words = text(node.name, left, baseline, _NAME, face=Face.SANS_BOLD, fill=palette.ink)
    for detail in node.details:
        baseline += 22
        words += text(detail, left, baseline, _DETAIL, face=Face.SANS, fill=palette.ink)
    return words


def _label_lines(label: str) -> list[str]:
    lines: list[str] = []
    for word in label.split():
        if lines and len(lines[-1]) + 1 + len(word) <= _LABEL_LINE:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _label_size(edge: GraphEdge) -> tuple[float, float]:
    lines = _label_lines(edge.label)
    widest = max((text_width(words, Face.SANS, _LABEL) for words in lines), default=0.0)
    return _ICON + widest + (22 if lines else 8), max(20.0 * len(lines) + 14, 36.0)


def _label(edge: GraphEdge, spot: PlacedBox, palette: Palette) -> list[Shape]:
    stroke = _STROKES[edge.style]
    x, y = spot.x - spot.width / 2, spot.y - spot.height / 2
    frame = rectangle(
        x, y, spot.width, spot.height,
        fill=palette.paper,
        stroke=palette.accent if stroke.accent else palette.ink,
        line=1.6,
        radius=min(spot.height / 2, 18),
    )  # fmt: skip
    middle, placing = (x + 7 + _ICON / 2, spot.y), Transform(scale=_ICON / 100)
    icon = stamp(stroke.symbol, palette, middle, placing)
    return frame + icon + upright_stamp(stroke.symbol, palette, middle, placing)


def _label_words(edge: GraphEdge, spot: PlacedBox, palette: Palette) -> list[Shape]:
    lines = _label_lines(edge.label)
    left, baseline = spot.x - spot.width / 2 + _ICON + 13, spot.y - 10 * len(lines) + 15.5
    words: list[Shape] = []
    for position, line in enumerate(lines):
        words += text(
            line, left, baseline + 20 * position, _LABEL, face=Face.SANS, fill=palette.ink
        )
    return words


def _line(edge: GraphEdge, spots: tuple[PlacedBox, ...], palette: Palette) -> list[Shape]:
    stroke = _STROKES[edge.style]
    colour = palette.accent if stroke.accent else palette.ink
    data = ""
    tip: tuple[Point, bool] = ((0, 0), True)
    for here, there in pairwise(spots):
        downwards = there.y >= here.y
        a = _port(here, there, below=downwards)
        b = _port(there, here, below=not downwards)
        bend = (b[1] - a[1]) * 0.5
        data += (
            f"M{number(a[0])} {number(a[1])}C{number(a[0])} {number(a[1] + bend)} "
            f"{number(b[0])} {number(b[1] - bend)} {number(b[0])} {number(b[1])}"
        )
        tip = (b, downwards)
    dash = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
    line = path(data, stroke=colour, width=stroke.width, more=f' stroke-linecap="round"{dash}')
    return line + (_arrow(*tip, colour) if edge.one_way else [])


def _port(spot: PlacedBox, neighbour: PlacedBox, *, below: bool) -> Point:
    # A line leaves nearest to its other end, but never at a rounded corner.
    reach = max(spot.width / 2 - 24, 0.0)
    x = min(max(neighbour.x, spot.x - reach), spot.x + reach)
    return (x, spot.y + spot.height / 2 if below else spot.y - spot.height / 2)


def _arrow(tip: Point, downwards: bool, colour: str) -> list[Shape]:  # noqa: FBT001
    x, y = tip
    back = y - 15 if downwards else y + 15
    return path(polyline([(x, y), (x - 8, back), (x + 8, back)], closed=True), fill=colour)
