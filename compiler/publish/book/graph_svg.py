"""The areas of a quest and the gates between them, drawn in layers from the start downwards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from compiler.publish.book.drawing import (
    document,
    element,
    group,
    number,
    path,
    polyline,
    rectangle,
    text,
)
from compiler.publish.book.glyphs import Face, text_width
from compiler.publish.book.graph_layout import Box, Link, place
from compiler.publish.book.map_pieces import area_tab
from compiler.publish.book.symbols import symbol, upright_part
from compiler.publish.book.view import GateStyle, NodeKind

if TYPE_CHECKING:
    from compiler.publish.book.drawing import Drawing, Point
    from compiler.publish.book.graph_layout import Spot
    from compiler.publish.book.theme import Palette
    from compiler.publish.book.view import GraphEdge, GraphNode, GraphView

_NAME, _DETAIL, _LABEL = 22.0, 18.0, 17.5
_PAD, _TAB, _ICON = 12.0, 56.0, 30.0
_GAP, _RISE, _FRAME = 26.0, 34.0, 8.0
_LABEL_LINE = 24
_SCALE_MM = 0.155
_WIDEST_MM = 174.0
_TALLEST_MM = 200.0


@dataclass(frozen=True, slots=True)
class _Stroke:
    width: float
    dash: str | None
    accent: bool
    symbol: str


_STROKES = {
    GateStyle.OPEN: _Stroke(2, None, accent=False, symbol="archway"),
    GateStyle.DOOR: _Stroke(3, None, accent=False, symbol="door-closed"),
    GateStyle.LOCKED: _Stroke(4, None, accent=True, symbol="door-locked"),
    GateStyle.SECRET: _Stroke(3, "12 7", accent=False, symbol="secret-passage"),
    GateStyle.PORTAL: _Stroke(5, "0.1 10", accent=True, symbol="portal"),
    GateStyle.EVENT: _Stroke(3, "16 6 3 6", accent=True, symbol="lever"),
}


def graph_svg(view: GraphView, palette: Palette) -> Drawing:
    """Draw the graph of areas and gates."""
    index = {node.slug: position for position, node in enumerate(view.nodes)}
    edges = [edge for edge in view.edges if edge.source in index and edge.target in index]
    boxes = [_box(node) for node in view.nodes]
    links = [Link(index[edge.source], index[edge.target], *_label_size(edge)) for edge in edges]
    layout = place(boxes, links, _GAP, _RISE)
    parts = [_line(edge, spots, palette) for edge, spots in zip(edges, layout.links, strict=True)]
    parts += [_label(edge, spot, palette) for edge, spot in zip(edges, layout.labels, strict=True)]
    parts += [
        _node(node, spot, palette) for node, spot in zip(view.nodes, layout.boxes, strict=True)
    ]
    width, height = layout.width + 2 * _FRAME, layout.height + 2 * _FRAME
    scale = min(_SCALE_MM, _WIDEST_MM / width, _TALLEST_MM / height)
    return document("".join(parts), (-_FRAME, -_FRAME, width, height), scale, view.title)


def _box(node: GraphNode) -> Box:
    widest = max(
        text_width(node.name, Face.SANS_BOLD, _NAME),
        *(text_width(detail, Face.SANS, _DETAIL) for detail in ("", *node.details)),
    )
    height = max(_PAD * 2 + 26 + 22 * len(node.details), 62)
    return Box(_tab_width(node) + widest + 2 * _PAD, height, node.kind is NodeKind.START)


def _tab_width(node: GraphNode) -> float:
    return max(_TAB, text_width(node.label, Face.DISPLAY, 36) + 30) if node.label else 0.0


def _node(node: GraphNode, spot: Spot, palette: Palette) -> str:
    x, y = spot.x - spot.width / 2, spot.y - spot.height / 2
    strong = node.kind in (NodeKind.START, NodeKind.GOAL)
    frame = rectangle(
        x, y, spot.width, spot.height,
        fill=palette.tint if strong else palette.paper,
        stroke=palette.accent if strong else palette.ink,
        line=4 if strong else 2.5,
        radius=10,
        dash="9 7" if node.kind is NodeKind.UNREACHED else None,
    )  # fmt: skip
    if node.kind is NodeKind.GOAL:
        frame += rectangle(
            x + 6, y + 6, spot.width - 12, spot.height - 12,
            stroke=palette.accent, line=1.5, radius=6,
        )  # fmt: skip
    tab = _tab_width(node)
    label = area_tab(node.label, x + _PAD + tab / 2 - 4, spot.y, palette) if node.label else ""
    left, baseline = x + _PAD + tab, y + _PAD + 20
    if len(node.details) == 0:
        baseline = spot.y + 7
    words = text(node.name, left, baseline, _NAME, face=Face.SANS_BOLD, fill=palette.ink)
    for detail in node.details:
        baseline += 22
        words += text(detail, left, baseline, _DETAIL, face=Face.SANS, fill=palette.ink)
    return frame + label + words


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


def _label(edge: GraphEdge, spot: Spot, palette: Palette) -> str:
    stroke = _STROKES[edge.style]
    x, y = spot.x - spot.width / 2, spot.y - spot.height / 2
    frame = rectangle(
        x, y, spot.width, spot.height,
        fill=palette.paper,
        stroke=palette.accent if stroke.accent else palette.ink,
        line=1.6,
        radius=min(spot.height / 2, 18),
    )  # fmt: skip
    drawn = symbol(stroke.symbol, palette)
    icon = ""
    if drawn is not None:
        scale = _ICON / 100
        at = f"translate({number(x + 7)} {number(spot.y - _ICON / 2)}) scale({number(scale)})"
        icon = group(drawn.content + upright_part(stroke.symbol, palette), at)
    lines = _label_lines(edge.label)
    baseline = spot.y - 10 * len(lines) + 15.5
    words = ""
    for position, words_of_line in enumerate(lines):
        words += text(
            words_of_line, x + _ICON + 13, baseline + 20 * position, _LABEL,
            face=Face.SANS, fill=palette.ink,
        )  # fmt: skip
    return frame + icon + words


def _line(edge: GraphEdge, spots: tuple[Spot, ...], palette: Palette) -> str:
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
    line = path(
        data, stroke=colour, width=stroke.width, stroke_linecap="round",
        **({"stroke_dasharray": stroke.dash} if stroke.dash else {}),
    )  # fmt: skip
    return line + (_arrow(*tip, colour) if edge.one_way else "")


def _port(spot: Spot, other: Spot, *, below: bool) -> Point:
    # A line leaves where it need not bend much, yet never at a rounded corner.
    reach = max(spot.width / 2 - 24, 0.0)
    x = min(max(other.x, spot.x - reach), spot.x + reach)
    return (x, spot.y + spot.height / 2 if below else spot.y - spot.height / 2)


def _arrow(tip: Point, downwards: bool, colour: str) -> str:  # noqa: FBT001
    x, y = tip
    back = y - 15 if downwards else y + 15
    return element(
        "path", d=polyline([(x, y), (x - 8, back), (x + 8, back)], closed=True), fill=colour
    )
