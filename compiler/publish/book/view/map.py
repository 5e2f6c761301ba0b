"""The frozen values that a map is drawn from; see `view.book` for the rest of the book.

Coordinates are zero-based (column, row) pairs counted from the top left; the letters and numbers
in a map's margin come in as labels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from questwright.dsl.choices import StrEnum


class GridShape(StrEnum):
    """The shape of a map's cells, and for hexes which rows are set in."""

    SQUARE = "square"
    HEX = "hex"
    """The second row is set in by half a hex, and every other one after it."""
    HEX_SET_IN = "hex-set-in"
    """The first row is set in: this is part of a map that begins with an odd row."""

    @property
    def is_hex(self) -> bool:
        """Whether cells are hexes."""
        return self is not GridShape.SQUARE

    def from_row(self, row: int) -> GridShape:
        """The shape of the part of a map that begins with this row."""
        if row % 2 == 0 or not self.is_hex:
            return self
        return GridShape.HEX if self is GridShape.HEX_SET_IN else GridShape.HEX_SET_IN


class Facing(StrEnum):
    """A compass direction; north is the top of the page."""

    NORTH = "north"
    NORTH_EAST = "north-east"
    EAST = "east"
    SOUTH_EAST = "south-east"
    SOUTH = "south"
    SOUTH_WEST = "south-west"
    WEST = "west"
    NORTH_WEST = "north-west"


class Tone(StrEnum):
    """What a thing means to the players; it sets the colour, and never is the only difference."""

    NEUTRAL = "neutral"
    FRIEND = "friend"
    FOE = "foe"
    BOSS = "boss"
    GOAL = "goal"
    HAZARD = "hazard"


class Elevation(StrEnum):
    """How a thing blocks sight: not at all, as low furniture, or fully."""

    FLAT = "flat"
    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True, order=True)
class MapCell:
    """One cell of the grid, zero-based from the top left (either number may lie off the map)."""

    column: int
    row: int


@dataclass(frozen=True, slots=True, order=True)
class MapEdge:
    """The side shared by two neighbouring cells, of which one may lie off the map."""

    first: MapCell
    second: MapCell


@dataclass(frozen=True, slots=True)
class ThingView:
    """Something that stands on cells: furniture, a chest, rubble, a token, a start square.

    `symbol` is a name in templates/symbols or in the game's pack; an unknown name is
    drawn as a token with `code` on it. `at` is the footprint's top-left cell, `width` and `height`
    its size in cells as it lies on the map. `facing` turns the symbol (drawn facing north), or
    gives a trap its arrow. `code` is a letter or two printed on or beside the symbol, such as the
    letter of a portal's pair. `name` is the legend's word for it. A base of several hexes has its
    `cells`, and then no width and height. What `spans` its cells closes them from end to end, as a
    door does.
    """

    symbol: str
    name: str
    at: MapCell
    width: int = 1
    height: int = 1
    facing: Facing | None = None
    elevation: Elevation = Elevation.FLAT
    tone: Tone = Tone.NEUTRAL
    code: str = ""
    cells: tuple[MapCell, ...] = ()
    spans: bool = False


@dataclass(frozen=True, slots=True)
class OpeningView:
    """Something that sits on an edge between two cells: a door, a secret passage, a window.

    `symbol` is `door-closed`, `door-open`, `door-locked`, `door-barred`, `secret-passage` or
    another edge symbol of the pack; an unknown name falls back to a lettered lozenge. The edge is
    drawn as an opening even where `MapView.walls` lists it. `way` is 1 for one way from the edge's
    first cell, -1 for one way from its second, and 0 for both ways.
    """

    symbol: str
    name: str
    edge: MapEdge
    tone: Tone = Tone.NEUTRAL
    code: str = ""
    way: int = 0


@dataclass(frozen=True, slots=True)
class LevelView:
    """Cells of one level; `height` is relative to cells without a level, which lie at 0."""

    name: str
    height: int
    cells: tuple[MapCell, ...] = ()


@dataclass(frozen=True, slots=True)
class CliffView:
    """An edge between levels over which nobody walks, from the higher cell to the lower one."""

    name: str
    edge: MapEdge
    depth: int = 1


@dataclass(frozen=True, slots=True)
class CrossingView:
    """A crossing, with `code` as the numeral that is printed at each of its ends."""

    code: str
    name: str
    ends: tuple[MapCell, ...]
    is_one_way: bool = False
    over: tuple[MapCell, ...] = ()
    """The cells that it passes over, from its first end on."""


@dataclass(frozen=True, slots=True)
class BarrierView:
    """A barrier on an edge; `stroke` says how its line is drawn.

    `low` is a low wall, `rail` a line on posts, `bars` a row of bars, `slit` a wall with a slit and
    `screen` a band of slanted strokes.
    """

    stroke: str
    name: str
    edge: MapEdge


@dataclass(frozen=True, slots=True)
class FigureView:
    """A miniature as a round token with a letter code and a mark for the way it faces.

    `size` is the side of its base in cells (2 for a large one); `at` is the top-left cell. A base
    of several hexes has its `cells`; if it is `cornered`, it looks over the corner clockwise of the
    side that it faces.
    """

    code: str
    name: str
    at: MapCell
    size: int = 1
    facing: Facing | None = None
    tone: Tone = Tone.FOE
    cells: tuple[MapCell, ...] = ()
    cornered: bool = False


@dataclass(frozen=True, slots=True)
class MapArea:
    """Cells that belong together; `label` (a number or letter) is printed once on the map.

    `anchor` is the cell that carries the label; without one the drawing picks a free cell.
    `shaded` tints the area, which corridors use to stand apart from rooms.
    """

    label: str
    name: str
    cells: tuple[MapCell, ...]
    anchor: MapCell | None = None
    shaded: bool = False


@dataclass(frozen=True, slots=True)
class RouteView:
    """A path drawn over the map from cell to cell; a gap of more than one step is dashed."""

    name: str
    cells: tuple[MapCell, ...]
    tone: Tone = Tone.GOAL
    stroke: int = 0
    """The index of its dash pattern, which tells routes apart without colour."""


class Sign(StrEnum):
    """The shape behind a number on a map; all shapes differ without colour."""

    STOP = "stop"
    """A step of a line of play, on its route."""
    DISC = "disc"
    """This sign and the following ones are for causes, one sign for each chain."""
    BOX = "box"
    SHADE = "shade"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class MarkView:
    """A number on the map with the cells or edges that it is about.

    Cells of a `wide` part of the map, such as a room, get no frame: they have walls.
    """

    label: str
    sign: Sign
    cells: tuple[MapCell, ...] = ()
    edges: tuple[MapEdge, ...] = ()
    wide: bool = False


class KeySign(StrEnum):
    """What a row of an overlay's key begins with, if not with a numbered sign."""

    ROUTE = "route"
    HATCHING = "hatching"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A row of an overlay's key: a sign with its label, and its meaning."""

    sign: Sign | KeySign
    text: str
    label: str = ""
    tone: Tone = Tone.GOAL
    stroke: int = 0


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn over a map for the designer, and the key to it.

    It has routes, numbers, and hatched cells, which are never reached.
    """

    routes: tuple[RouteView, ...] = ()
    hatched: tuple[MapCell, ...] = ()
    marks: tuple[MarkView, ...] = ()
    key: tuple[KeyRow, ...] = ()


@dataclass(frozen=True, slots=True)
class SeamView:
    """A tile on a map: its title, its box in cells, and the sides on which other tiles lie."""

    title: str
    left: int
    top: int
    columns: int
    rows: int
    sides: tuple[Facing, ...]


@dataclass(frozen=True, slots=True)
class JoinView:
    """A side of a sheet over which the board goes on: on which sheet, and along which lines.

    Lines are rows if the side is the left or right one, otherwise columns. So many lines at this
    side are `shared`: they are on both sheets.
    """

    facing: Facing
    label: str
    first: int
    last: int
    shared: int


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet on the map of the whole board: its label and its box in cells."""

    label: str
    left: int
    top: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class MapView:
    """A board as it is drawn.

    `floor` lists every cell that exists; if `outlined`, the outline of the floor is a wall. `seams`
    are the tiles that it is laid from; `beyond` is the floor next to it that is on another sheet. A
    sheet of a larger map has a `label`, and `joins`; the map of the whole board has the `sheets`.
    `blocked` cells are solid rock inside the board. `walls` are edges between cells. Empty label
    tuples stand for A, B, … Z, AA, … across and 1, 2, … down.
    """

    title: str
    columns: int
    rows: int
    floor: tuple[MapCell, ...]
    walls: tuple[MapEdge, ...] = ()
    blocked: tuple[MapCell, ...] = ()
    openings: tuple[OpeningView, ...] = ()
    things: tuple[ThingView, ...] = ()
    figures: tuple[FigureView, ...] = ()
    areas: tuple[MapArea, ...] = ()
    overlay: Overlay = Overlay()
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    shape: GridShape = GridShape.SQUARE
    outlined: bool = True
    levels: tuple[LevelView, ...] = ()
    cliffs: tuple[CliffView, ...] = ()
    barriers: tuple[BarrierView, ...] = ()
    crossings: tuple[CrossingView, ...] = ()
    seams: tuple[SeamView, ...] = ()
    beyond: tuple[MapCell, ...] = ()
    label: str = ""
    joins: tuple[JoinView, ...] = ()
    sheets: tuple[SheetView, ...] = ()

    @property
    def is_wide(self) -> bool:
        """Whether it is so much wider than high that it stands below a text and not beside it."""
        return self.columns > 8 and self.columns > 2 * self.rows


Drawable: TypeAlias = (
    ThingView | OpeningView | FigureView | LevelView | CliffView | BarrierView | CrossingView
)


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line of a legend: a sample drawing, its name, its count (0 for none), and a note."""

    sample: Drawable
    name: str
    count: int = 0
    note: str = ""
