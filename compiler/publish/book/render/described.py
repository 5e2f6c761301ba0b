"""Say in words what a picture shows, for those who do not see it.

Takes the view that a picture is drawn from, and so tells what is drawn and nothing else. Returns
text, which becomes the alternative text of the picture.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.publish.book.svg.coordinates import column_label
from questwright.compiler.publish.book.view.book import GateStyle, NodeKind
from questwright.compiler.publish.book.view.map import GridShape, KeySign, MapCell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.publish.book.view.book import GraphView
    from questwright.compiler.publish.book.view.cards import SectionDrawing
    from questwright.compiler.publish.book.view.layout import LayoutTile, LayoutView
    from questwright.compiler.publish.book.view.map import MapArea, MapEdge, MapView

_MOST_NAMED = 12
"""The most cells of one area, or places of one kind, that are named each."""
_GATES = {
    GateStyle.OPEN: "open",
    GateStyle.LOCKED: "locked",
    GateStyle.SECRET: "hidden",
    GateStyle.PORTAL: "a portal",
    GateStyle.EVENT: "opened by an event",
}
_NODES = {
    NodeKind.START: "play begins here",
    NodeKind.GOAL: "it is won here",
    NodeKind.UNREACHED: "nobody comes here",
}


def map_in_words(view: MapView) -> str:
    """What a map shows: its size, its areas, what lies between them and what stands where."""
    names = _CellNames(view)
    cells = "hexes" if view.shape is GridShape.HEX else "squares"
    sentences = [
        f"{view.title or 'Map'}: {view.columns} by {view.rows} {cells}",
        _part("Areas", (_area(area, names) for area in view.areas)),
        _part("Between cells", _grouped((o.name, names.edge(o.edge)) for o in view.openings)),
        _part("Barriers", _grouped((b.name, names.edge(b.edge)) for b in view.barriers)),
        _part("Levels", (f"{v.name}: {names.cells(v.cells)}" for v in view.levels if v.cells)),
        _part(
            "Crossings",
            (f"{way.name} {way.code}: {names.cells(way.ends)}" for way in view.crossings),
        ),
        _part("Things", _grouped((t.name, names.cells(t.cells or (t.at,))) for t in view.things)),
        _part("Figures", _grouped((f.name, names.cells(f.cells or (f.at,))) for f in view.figures)),
        _part("Marked", _key(view)),
    ]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def graph_in_words(view: GraphView) -> str:
    """What the diagram of areas and gates shows."""
    names = {node.slug: node.name for node in view.nodes}
    nodes = (
        f"{node.label} {node.name}{f' ({_NODES[node.kind]})' if node.kind in _NODES else ''}"
        for node in view.nodes
    )
    edges = (
        f"{names[edge.source]} {'to' if edge.one_way else 'and'} {names[edge.target]}"
        + (f", {edge.label}" if edge.label else "")
        + (f" ({_GATES[edge.style]})" if edge.style in _GATES else "")
        for edge in view.edges
    )
    sentences = [view.title, _part("Areas", nodes), _part("Joined", edges)]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def layout_in_words(view: LayoutView) -> str:
    """What the diagram of laid tiles shows."""
    entries = (
        f"{entry.label} at the {entry.facing.value} of {_tile(view.tiles[entry.tile])}"
        for entry in view.entries
    )
    tiles = (
        f"{_tile(tile)}, {tile.first} to {tile.last}"
        + (f", turned by {tile.turned} degrees" if tile.turned else "")
        for tile in view.tiles
    )
    sentences = [view.title, _part("Tiles", tiles), _part("Entries", entries)]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def section_in_words(view: SectionDrawing) -> str:
    """What the drawing of a section on its card shows."""
    further = listed_in_words(view.doorways)
    ways = (
        f"the way in at the south, and on to {further}" if further else "one way in, at the south"
    )
    counts = Counter(title for _, _, title in view.things)
    held = listed_in_words(
        title if many == 1 else f"{title} on {many} squares" for title, many in counts.items()
    )
    shown = f" On it: {held}." if held else ""
    return f"{view.title}: {view.columns} by {view.rows} squares, {ways}.{shown}"


def _tile(tile: LayoutTile) -> str:
    return f"{tile.title} ({tile.name})" if tile.name else tile.title


class _CellNames:
    """The names of a map's cells, as they stand in its margins."""

    def __init__(self, view: MapView) -> None:
        self._word = "hexes" if view.shape is GridShape.HEX else "squares"
        self._columns = view.column_labels or tuple(map(column_label, range(view.columns)))
        self._rows = view.row_labels or tuple(str(number + 1) for number in range(view.rows))

    def cell(self, cell: MapCell) -> str:
        if 0 <= cell.column < len(self._columns) and 0 <= cell.row < len(self._rows):
            return f"{self._columns[cell.column]}{self._rows[cell.row]}"
        return "the edge of the map"

    def cells(self, cells: Iterable[MapCell]) -> str:
        """Cells as a rectangle where they are one, or each by its name."""
        every = sorted(set(cells))
        if len(every) > 1:
            columns = every[-1].column - every[0].column + 1
            rows = [cell.row for cell in every]
            if len(every) == columns * (max(rows) - min(rows) + 1):
                return " to ".join(self._corners(every))
        if len(every) > _MOST_NAMED:
            first, last = self._corners(every)
            return f"{len(every)} {self._word} from {first} to {last}"
        return " ".join(self.cell(cell) for cell in every)

    def _corners(self, cells: list[MapCell]) -> tuple[str, str]:
        """The corners of the smallest rectangle that has all the cells."""
        rows = [cell.row for cell in cells]
        first = MapCell(cells[0].column, min(rows))
        return self.cell(first), self.cell(MapCell(cells[-1].column, max(rows)))

    def edge(self, edge: MapEdge) -> str:
        return f"between {self.cell(edge.first)} and {self.cell(edge.second)}"


def _area(area: MapArea, names: _CellNames) -> str:
    return f"{area.label} {area.name} ({names.cells(area.cells)})".strip()


def _grouped(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Things of one name together: ``2 Zombie: C4 and D5``."""
    places: dict[str, list[str]] = {}
    for name, place in pairs:
        if name:
            places.setdefault(name, []).append(place)
    for name, every in places.items():
        count = f"{len(every)} " if len(every) > 1 else ""
        more = len(every) - _MOST_NAMED
        named = [*every[:_MOST_NAMED], f"{more} more"] if more > 0 else every
        yield f"{count}{name}: {listed_in_words(named)}"


def _key(view: MapView) -> Iterator[str]:
    for row in view.overlay.key:
        if row.sign is not KeySign.HEADING:
            yield f"{row.label} {row.text}".strip()


def _part(title: str, entries: Iterable[str]) -> str:
    text = "; ".join(entry.rstrip(".") for entry in entries)
    return f"{title}: {text}" if text else ""
