"""A made-up board of hexes with one of everything that a map can show."""

from __future__ import annotations

import functools
import re

from questwright.compiler.publish.book.view.map import (
    Elevation,
    Facing,
    FigureView,
    GridShape,
    KeyRow,
    KeySign,
    MapArea,
    MapCell,
    MapEdge,
    MapView,
    MarkView,
    OpeningView,
    Overlay,
    RouteView,
    Sign,
    ThingView,
    Tone,
)

PLAN = (
    "1111122  33333",
    "11111223333333",
    "11111223#33333",
    " 111 22##33333",
    "4444422##33355",
    "444##22666#555",
    "444422266665555",
    "444422266665555",
    " 44 222666  555",
    "  777222666655",
    "  777722266 55",
)
"""Each hex's area; `#` is rock, and a gap is none of the board."""

NAMES = {
    "1": "Gatehouse",
    "2": "The Long Gallery",
    "3": "Chapel",
    "4": "Kitchens",
    "5": "Watchtower",
    "6": "Cistern",
    "7": "Cellar",
}
AREAS = {
    MapCell(column, row): key
    for row, text in enumerate(PLAN)
    for column, key in enumerate(text)
    if key != " "
}


def cell(name: str) -> MapCell:
    found = re.fullmatch(r"([A-Z])(\d+)", name)
    assert found is not None
    return MapCell(ord(found[1]) - ord("A"), int(found[2]) - 1)


def edge(name: str) -> MapEdge:
    first, second = name.split("|")
    return MapEdge(cell(first), cell(second))


@functools.cache
def around(at: MapCell) -> tuple[MapCell, ...]:
    """The neighbours of a hex to the right and below: each pair of hexes is met once."""
    shift = at.row % 2
    return (
        MapCell(at.column + 1, at.row),
        MapCell(at.column + shift - 1, at.row + 1),
        MapCell(at.column + shift, at.row + 1),
    )


def _walls() -> tuple[MapEdge, ...]:
    return tuple(
        MapEdge(at, near)
        for at, key in AREAS.items()
        for near in around(at)
        if key != "#" and AREAS.get(near, key) not in (key, "#")
    )


def cells_of(key: str) -> tuple[MapCell, ...]:
    return tuple(at for at, found in AREAS.items() if found == key)


THINGS = (
    *(
        ThingView("start", "Hero start", cell(name), tone=Tone.FRIEND)
        for name in ("A1", "A2", "B1", "B2")
    ),
    ThingView("bookcase", "Bookcase", cell("C1"), 2, 1, elevation=Elevation.HIGH),
    ThingView("table", "Table", cell("B7"), 2, 1, elevation=Elevation.LOW),
    ThingView("barrels", "Barrels", cell("A7"), elevation=Elevation.HIGH),
    ThingView("altar", "Altar", cell("L2"), 2, 1, elevation=Elevation.LOW),
    ThingView("pillar", "Pillar", cell("K4"), elevation=Elevation.HIGH),
    ThingView("pillar", "Pillar", cell("N4"), elevation=Elevation.HIGH),
    ThingView("throne", "Throne", cell("N2"), facing=Facing.WEST, elevation=Elevation.LOW),
    ThingView("statue", "Statue", cell("J1"), facing=Facing.SOUTH_EAST, elevation=Elevation.HIGH),
    ThingView("chest", "Treasure chest", cell("C11")),
    ThingView("rubble", "Rubble", cell("G11")),
    ThingView("rubble", "Rubble", cell("F9")),
    ThingView("portal", "Portal", cell("E1"), code="A"),
    ThingView("portal", "Portal", cell("N11"), code="A"),
    ThingView("trap", "Trap", cell("F3"), facing=Facing.SOUTH_EAST, tone=Tone.HAZARD),
    ThingView("trap", "Trap", cell("F6"), facing=Facing.EAST, tone=Tone.HAZARD),
    ThingView("trap", "Trap", cell("G8"), facing=Facing.NORTH_WEST, tone=Tone.HAZARD),
    ThingView("spawn", "Spawn point", cell("K8"), code="1", tone=Tone.FOE),
    ThingView("lever", "Lever", cell("C3"), tone=Tone.GOAL),
    ThingView("token", "Lantern", cell("C6"), code="L", tone=Tone.GOAL),
    ThingView("key", "Key", cell("J10"), tone=Tone.GOAL),
)

OPENINGS = (
    OpeningView("door-closed", "Door", edge("E2|F2")),
    OpeningView("door-open", "Door, open", edge("E5|F5")),
    OpeningView("door-locked", "Door, locked", edge("G2|H2")),
    OpeningView("door-closed", "Door", edge("B4|B5")),
    OpeningView("door-locked", "Door, locked", edge("M4|M5")),
    OpeningView("secret-passage", "Secret passage", edge("G7|H7")),
    OpeningView("secret-passage", "Secret passage", edge("H9|H10")),
    OpeningView("door-open", "Door, open", edge("F10|F11")),
    OpeningView("door-closed", "Door, one way", edge("E9|E10"), way=1),
    OpeningView("door-closed", "Door, one way", edge("K7|L7"), way=-1),
    OpeningView("door-barred", "Door, barred", edge("K8|L8")),
    OpeningView("hoist", "Hoist", edge("D4|E5")),
    OpeningView("archway", "Archway", edge("G9|H9")),
)

FIGURES = (
    FigureView("Z", "Zombie", cell("I2"), facing=Facing.WEST),
    FigureView("Z", "Zombie", cell("M3"), facing=Facing.SOUTH_WEST),
    FigureView("Z", "Zombie", cell("K2"), facing=Facing.EAST),
    FigureView("RA", "Archer", cell("I7"), facing=Facing.NORTH_WEST),
    FigureView("RA", "Archer", cell("J7"), facing=Facing.NORTH_EAST),
    FigureView("RA", "Archer", cell("N8"), facing=Facing.SOUTH_EAST),
    FigureView("EEL", "The Eel", cell("I9"), facing=Facing.NORTH_EAST, tone=Tone.BOSS),
    FigureView("P", "Perrin", cell("B9"), facing=Facing.EAST, tone=Tone.FRIEND),
)

HEXES = MapView(
    title="The Keep of Hexes",
    columns=15,
    rows=11,
    floor=tuple(AREAS),
    blocked=cells_of("#"),
    walls=_walls(),
    openings=OPENINGS,
    things=THINGS,
    figures=FIGURES,
    areas=tuple(
        MapArea(key, name, cells_of(key), shaded=key in "26") for key, name in NAMES.items()
    ),
    shape=GridShape.HEX,
)


def _walk(*names: str) -> tuple[MapCell, ...]:
    """The shortest way through hexes by way of some of them; walls bar it, openings do not."""
    shut = {*_walls()} - {one.edge for one in OPENINGS}
    way = [cell(names[0])]
    for name in names[1:]:
        found = {way[-1]: [way[-1]]}
        waiting = [way[-1]]
        for at in waiting:
            for near in (*around(at), *(one for one in AREAS if at in around(one))):
                is_shut = MapEdge(at, near) in shut or MapEdge(near, at) in shut
                if near not in found and AREAS.get(near, "#") != "#" and not is_shut:
                    found[near] = [*found[at], near]
                    waiting.append(near)
        way += found[cell(name)][1:]
    return tuple(way)


ROUTES = (
    RouteView(
        "The way of Orlaf",
        (*_walk("B2", "D2", "G4", "G7", "J10", "M8", "N11"), *_walk("E1", "D3")),
    ),
    RouteView("The way of Danor", _walk("A1", "A2", "E2", "F5", "C6", "E9", "D11"), stroke=1),
)
HATCHED = cells_of("3")

LINE = Overlay(
    routes=ROUTES,
    hatched=HATCHED,
    marks=(
        MarkView("1", Sign.STOP, (cell("G7"),)),
        MarkView("2, 3", Sign.STOP, (cell("J10"),)),
        MarkView("4", Sign.STOP, (cell("C6"),)),
        MarkView("5", Sign.STOP, (cell("N11"),)),
    ),
    key=(
        KeyRow(KeySign.ROUTE, ROUTES[0].name),
        KeyRow(KeySign.ROUTE, ROUTES[1].name, stroke=1),
        KeyRow(Sign.STOP, "its steps, by their numbers in the list", "1"),
        KeyRow(KeySign.HATCHING, "where nobody can come"),
    ),
)

CHAINS = Overlay(
    hatched=HATCHED,
    marks=(
        MarkView("a1", Sign.DISC, edges=(edge("G2|H2"),)),
        MarkView("a2, 3", Sign.DISC, edges=(edge("M4|M5"),)),
        MarkView("a4", Sign.DISC, (cell("J10"),)),
        MarkView("b1", Sign.BOX, edges=(edge("E9|E10"),)),
        MarkView("b2", Sign.BOX, (cell("L2"), cell("M2"))),
        MarkView("c1", Sign.SHADE, cells_of("7"), wide=True),
        MarkView("c2", Sign.SHADE, edges=(edge("B4|B5"),)),
        MarkView("d1", Sign.BLOCK, (cell("B9"), cell("C9"))),
    ),
    key=(
        KeyRow(KeySign.HEADING, "Why it cannot be won"),
        KeyRow(Sign.DISC, "The Chapel is behind the Chapel Door", "a1"),
        KeyRow(KeySign.HEADING, "On the map"),
        KeyRow(KeySign.HATCHING, "where nobody can come"),
    ),
)
