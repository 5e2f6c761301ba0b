"""Say in words what a picture shows, for those who do not see it.

Takes the view that a picture is drawn from, and so tells what is drawn and nothing else. Returns
text, which becomes the alternative text of the picture.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import message, say
from questwright.compiler.publish.book.svg.coordinates import column_label
from questwright.compiler.publish.book.view.graph import GateStyle, NodeKind
from questwright.compiler.publish.book.view.map import GridShape, KeySign, MapCell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.publish.book.view.cards import SectionDrawing
    from questwright.compiler.publish.book.view.graph import GraphView
    from questwright.compiler.publish.book.view.layout import LayoutTile, LayoutView
    from questwright.compiler.publish.book.view.map import MapArea, MapEdge, MapView

_MOST_NAMED = 12
"""The most cells of one area, or places of one kind, that are named each."""
_GATES = {
    GateStyle.OPEN: message("open"),
    GateStyle.LOCKED: message("locked"),
    GateStyle.SECRET: message("hidden"),
    GateStyle.PORTAL: message("a portal"),
    GateStyle.EVENT: message("opened by an event"),
}
_NODES = {
    NodeKind.START: message("play begins here"),
    NodeKind.GOAL: message("it is won here"),
    NodeKind.UNREACHED: message("nobody comes here"),
}


def map_in_words(view: MapView) -> str:
    """What a map shows: its size, its areas, what lies between them and what stands where."""
    names = _CellNames(view)
    cells = say("hexes") if view.shape is GridShape.HEX else say("squares")
    sentences = [
        say(
            "{map}: {columns} by {rows} {cells}",
            map=view.title or say("Map"),
            columns=view.columns,
            rows=view.rows,
            cells=cells,
        ),
        _part(say("Areas"), (_area(area, names) for area in view.areas)),
        _part(say("Between cells"), _grouped((o.name, names.edge(o.edge)) for o in view.openings)),
        _part(say("Barriers"), _grouped((b.name, names.edge(b.edge)) for b in view.barriers)),
        _part(say("Levels"), (f"{v.name}: {names.cells(v.cells)}" for v in view.levels if v.cells)),
        _part(
            say("Crossings"),
            (f"{way.name} {way.code}: {names.cells(way.ends)}" for way in view.crossings),
        ),
        _part(
            say("Things"), _grouped((t.name, names.cells(t.cells or (t.at,))) for t in view.things)
        ),
        _part(
            say("Figures"),
            _grouped((f.name, names.cells(f.cells or (f.at,))) for f in view.figures),
        ),
        _part(say("Marked"), _key(view)),
    ]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def graph_in_words(view: GraphView) -> str:
    """What the diagram of areas and gates shows."""
    names = {node.slug: node.name for node in view.nodes}
    nodes = (
        f"{node.label} {node.name}{f' ({say(_NODES[node.kind])})' if node.kind in _NODES else ''}"
        for node in view.nodes
    )
    edges = (
        say(
            message("{first} to {second}" if edge.one_way else "{first} and {second}"),
            first=names[edge.source],
            second=names[edge.target],
        )
        + (f", {edge.label}" if edge.label else "")
        + (f" ({say(_GATES[edge.style])})" if edge.style in _GATES else "")
        for edge in view.edges
    )
    sentences = [view.title, _part(say("Areas"), nodes), _part(say("Joined"), edges)]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def layout_in_words(view: LayoutView) -> str:
    """What the diagram of laid tiles shows."""
    entries = (
        say(
            "{entry} at the {side} of {tile}",
            entry=entry.label,
            side=say(entry.facing.value),
            tile=_tile(view.tiles[entry.tile]),
        )
        for entry in view.entries
    )
    tiles = (
        say("{tile}, {first} to {last}", tile=_tile(tile), first=tile.first, last=tile.last)
        + (say(", turned by {degrees} degrees", degrees=tile.turned) if tile.turned else "")
        for tile in view.tiles
    )
    sentences = [view.title, _part(say("Tiles"), tiles), _part(say("Entries"), entries)]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def section_in_words(view: SectionDrawing) -> str:
    """What the drawing of a section on its card shows."""
    further = listed_in_words(say(side) for side in view.doorways)
    ways = say("one way in, at the south")
    if further:
        ways = say("the way in at the south, and on to {sides}", sides=further)
    told = say(
        "{section}: {columns} by {rows} squares, {ways}.",
        section=view.title,
        columns=view.columns,
        rows=view.rows,
        ways=ways,
    )
    counts = Counter(title for _, _, title in view.things)
    held = listed_in_words(
        title if many == 1 else say("{title} on {many} squares", title=title, many=many)
        for title, many in counts.items()
    )
    return f"{told} {say('On it: {things}.', things=held)}" if held else told


def _tile(tile: LayoutTile) -> str:
    return f"{tile.title} ({tile.name})" if tile.name else tile.title


class _CellNames:
    """The names of a map's cells, as they stand in its margins."""

    def __init__(self, view: MapView) -> None:
        self._word = say("hexes") if view.shape is GridShape.HEX else say("squares")
        self._columns = view.column_labels or tuple(map(column_label, range(view.columns)))
        self._rows = view.row_labels or tuple(str(number + 1) for number in range(view.rows))

    def cell(self, cell: MapCell) -> str:
        if 0 <= cell.column < len(self._columns) and 0 <= cell.row < len(self._rows):
            return f"{self._columns[cell.column]}{self._rows[cell.row]}"
        return say("the edge of the map")

    def cells(self, cells: Iterable[MapCell]) -> str:
        """Cells as a rectangle where they are one, or each by its name."""
        every = sorted(set(cells))
        if len(every) > 1:
            columns = every[-1].column - every[0].column + 1
            rows = [cell.row for cell in every]
            if len(every) == columns * (max(rows) - min(rows) + 1):
                first, last = self._corners(every)
                return say("{first} to {last}", first=first, last=last)
        if len(every) > _MOST_NAMED:
            first, last = self._corners(every)
            form = message("{count} {cells} from {first} to {last}")
            return say(form, count=len(every), cells=self._word, first=first, last=last)
        return " ".join(self.cell(cell) for cell in every)

    def _corners(self, cells: list[MapCell]) -> tuple[str, str]:
        """The corners of the smallest rectangle that has all the cells."""
        rows = [cell.row for cell in cells]
        first = MapCell(cells[0].column, min(rows))
        return self.cell(first), self.cell(MapCell(cells[-1].column, max(rows)))

    def edge(self, edge: MapEdge) -> str:
        first, second = self.cell(edge.first), self.cell(edge.second)
        return say("between {first} and {second}", first=first, second=second)


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
        named = [*every[:_MOST_NAMED], say("{count} more", count=more)] if more > 0 else every
        yield f"{count}{name}: {listed_in_words(named)}"


def _key(view: MapView) -> Iterator[str]:
    for row in view.overlay.key:
        if row.sign is not KeySign.HEADING:
            yield f"{row.label} {row.text}".strip()


def _part(title: str, entries: Iterable[str]) -> str:
    text = "; ".join(entry.rstrip(".") for entry in entries)
    return f"{title}: {text}" if text else ""
