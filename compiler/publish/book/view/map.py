"""The frozen values that a map is drawn from; see `view` for the rest of the book.

Coordinates are zero-based (column, row) pairs counted from the top left; the letters and numbers
in a map's margin come in as labels.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class GridShape(StrEnum):
    """The shape of a map's cells."""

    SQUARE = "square"
    HEX = "hex"


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
    """What a thing means to the players; it picks the colour, never the shape alone."""

    NEUTRAL = "neutral"
    FRIEND = "friend"
    FOE = "foe"
    BOSS = "boss"
    GOAL = "goal"
    HAZARD = "hazard"


class Elevation(StrEnum):
    """How a thing stands in the way of sight."""

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

    `symbol` is a name in templates/symbols (see `symbols.symbol_names()`); an unknown name is
    drawn as a token with `code` on it. `at` is the footprint's top-left cell, `width` and `height`
    its size in cells as it lies on the map. `facing` turns the symbol (drawn facing north), or
    gives a trap its arrow. `code` is a letter or two printed on or beside the symbol, such as the
    letter of a portal's pair. `name` is the legend's word for it. A base of several hexes has its
    `cells`, and then no width and height.
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


@dataclass(frozen=True, slots=True)
class OpeningView:
    """Something that sits on an edge between two cells: a door, a secret passage, a window.

    `symbol` is `door-closed`, `door-open`, `door-locked`, `door-barred`, `secret-passage` or
    another edge symbol of the pack; an unknown name falls back to a lettered lozenge. The edge is
    drawn as an opening even where `MapView.walls` lists it. `way` is 1 where one goes through only
    from the edge's first cell, -1 where only from its second, 0 where one goes both ways.
    """

    symbol: str
    name: str
    edge: MapEdge
    tone: Tone = Tone.NEUTRAL
    code: str = ""
    way: int = 0


@dataclass(frozen=True, slots=True)
class LevelView:
    """Cells that lie higher or lower than those that belong to no level."""

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
    """A way between cells that lie apart, with the numeral that it bears at each of its ends."""

    code: str
    name: str
    ends: tuple[MapCell, ...]
    is_one_way: bool = False
    over: tuple[MapCell, ...] = ()
    """The cells that it passes over, from its first end on."""


@dataclass(frozen=True, slots=True)
class BarrierView:
    """What stands on an edge and is not walked through; `stroke` says how its line is drawn.

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
    """Which of several strokes it is drawn with, to tell routes apart without colour."""


class Sign(StrEnum):
    """What a number on a map is written on; each is told from the others without colour."""

    STOP = "stop"
    """On a route: a step of a line of play."""
    DISC = "disc"
    """The others are for causes, one for each chain."""
    BOX = "box"
    SHADE = "shade"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class MarkView:
    """A number on the map, and what it is about: a stop of a route, squares or edges.

    What is about a `wide` part of the map is not framed: its walls do that.
    """

    label: str
    sign: Sign
    cells: tuple[MapCell, ...] = ()
    edges: tuple[MapEdge, ...] = ()
    wide: bool = False


class KeySign(StrEnum):
    """What else a line of an overlay's key may begin with."""

    ROUTE = "route"
    HATCHING = "hatching"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A line of an overlay's key: a sign with its label, and what it means."""

    sign: Sign | KeySign
    text: str
    label: str = ""
    tone: Tone = Tone.GOAL
    stroke: int = 0


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn over a map for the designer, and the key to it.

    Routes, numbers, and hatched cells (never reached).
    """

    routes: tuple[RouteView, ...] = ()
    hatched: tuple[MapCell, ...] = ()
    marks: tuple[MarkView, ...] = ()
    key: tuple[KeyRow, ...] = ()


@dataclass(frozen=True, slots=True)
class SeamView:
    """A tile on a map: its title, its box in cells, and on which sides of it other tiles lie."""

    title: str
    left: int
    top: int
    columns: int
    rows: int
    sides: tuple[Facing, ...]


@dataclass(frozen=True, slots=True)
class MapView:
    """A board as it is drawn.

    `floor` lists every cell that exists; the outline of the floor is walled when `outlined`.
    `seams` are the tiles that it is laid from; `beyond` is floor where another sheet goes on.
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


Drawn: TypeAlias = (
    ThingView | OpeningView | FigureView | LevelView | CliffView | BarrierView | CrossingView
)


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line of a legend: a sample of the drawing, its name, how many, and a note."""

    sample: Drawn
    name: str
    count: int = 0
    note: str = ""
