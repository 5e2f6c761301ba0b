"""The board of the sample quest, as the book sees it."""

from __future__ import annotations

from questwright.compiler.publish.book.view.map import (
    Elevation,
    Facing,
    FigureView,
    MapArea,
    MapCell,
    MapEdge,
    MapView,
    OpeningView,
    ThingView,
    Tone,
)

PLAN = (
    "11112233333333",
    "11112233333333",
    "11112233333333",
    "11112233333333",
    "....2233333333",
    "55..2233333333",
    "55222222222222",
    "55222222222222",
    "..66..444444..",
    "..66..444444..",
    "..66..444444..",
)

NAMES = {
    "1": "The Mill Cellar",
    "2": "The Sluiceway",
    "3": "The Grinding Hall",
    "4": "The Granary Vault",
    "5": "The Miller's Hide",
    "6": "The Drowned Cell",
}


def cell(place: str) -> MapCell:
    """Return the cell that a name such as C4 stands for."""
    return MapCell(ord(place[0]) - ord("A"), int(place[1:]) - 1)


def edge(places: str) -> MapEdge:
    """Return the edge that a name such as C4|D4 stands for."""
    first, second = places.split("|")
    return MapEdge(cell(first), cell(second))


def cells_of(key: str) -> tuple[MapCell, ...]:
    return tuple(
        MapCell(column, row)
        for row, text in enumerate(PLAN)
        for column, found in enumerate(text)
        if found == key
    )


def _walls() -> tuple[MapEdge, ...]:
    walls: list[MapEdge] = []
    for row, text in enumerate(PLAN):
        for column, key in enumerate(text):
            right = text[column + 1] if column + 1 < len(text) else key
            below = PLAN[row + 1][column] if row + 1 < len(PLAN) else key
            if "." not in (key, right) and key != right:
                walls.append(MapEdge(MapCell(column, row), MapCell(column + 1, row)))
            if "." not in (key, below) and key != below:
                walls.append(MapEdge(MapCell(column, row), MapCell(column, row + 1)))
    return tuple(walls)


FURNITURE = (
    ThingView("bookcase", "Bookcase", cell("A1"), 2, 1, elevation=Elevation.HIGH),
    ThingView("table", "Table", cell("A4"), 2, 1, elevation=Elevation.LOW),
    ThingView("barrels", "Barrels", cell("D1"), elevation=Elevation.HIGH),
    ThingView("millstone", "Millstone", cell("J2"), 2, 2, elevation=Elevation.HIGH, code="M"),
    ThingView("altar", "Altar", cell("N3"), 1, 2, elevation=Elevation.LOW),
    ThingView("brazier", "Brazier", cell("H1"), elevation=Elevation.LOW),
    ThingView("weapon-rack", "Weapon rack", cell("L6"), elevation=Elevation.HIGH),
    ThingView("pillar", "Pillar", cell("I5"), elevation=Elevation.HIGH),
    ThingView("pillar", "Pillar", cell("L1"), elevation=Elevation.HIGH),
    ThingView("bed", "Bed", cell("A6"), 1, 2, elevation=Elevation.LOW),
    ThingView("tomb", "Tomb", cell("H10"), 2, 1, elevation=Elevation.LOW),
    ThingView("throne", "Throne", cell("L10"), facing=Facing.WEST, elevation=Elevation.LOW),
)

THINGS = (
    *(
        ThingView("start", "Hero start", cell(c), tone=Tone.FRIEND)
        for c in ("B2", "C2", "B3", "C3")
    ),
    *FURNITURE,
    ThingView("chest", "Treasure chest", cell("A8")),
    ThingView("chest", "Treasure chest", cell("G11")),
    ThingView("rubble", "Rubble", cell("N7")),
    ThingView("rubble", "Rubble", cell("N8")),
    ThingView("portal", "Portal", cell("N1"), code="A"),
    ThingView("portal", "Portal", cell("C11"), code="A"),
    ThingView("trap", "Trap candidate", cell("F3"), facing=Facing.SOUTH, tone=Tone.HAZARD),
    ThingView("trap", "Trap candidate", cell("H8"), facing=Facing.EAST, tone=Tone.HAZARD),
    ThingView("trap", "Trap candidate", cell("J9"), facing=Facing.SOUTH, tone=Tone.HAZARD),
    ThingView("spawn", "Spawn point", cell("M8"), code="1", tone=Tone.FOE),
    ThingView("lever", "Sluice lever", cell("E8"), tone=Tone.GOAL),
    ThingView("token", "Lantern", cell("D9"), code="L", tone=Tone.GOAL),
)

OPENINGS = (
    OpeningView("door-closed", "Cellar door", edge("D2|E2")),
    OpeningView("door-closed", "Hall door", edge("F4|G4")),
    OpeningView("door-open", "Millrace arch", edge("J6|J7")),
    OpeningView("door-locked", "Vault door", edge("I8|I9")),
    OpeningView("secret-passage", "Loose flagstones", edge("B7|C7")),
)


def thing_named(name: str) -> ThingView:
    return next(thing for thing in THINGS if thing.name == name)


FIGURES = (
    FigureView("Z", "Drowned miller", cell("E5"), facing=Facing.NORTH),
    FigureView("Z", "Drowned miller", cell("F6"), facing=Facing.NORTH),
    FigureView("RA", "Reed archer", cell("I3"), facing=Facing.WEST),
    FigureView("RA", "Reed archer", cell("K5"), facing=Facing.SOUTH_WEST),
    FigureView("SH", "Silt hulk", cell("K10"), 1, facing=Facing.WEST),
    FigureView("EEL", "The Weir Eel", cell("L4"), 2, facing=Facing.WEST, tone=Tone.BOSS),
    FigureView("P", "Perrin the apprentice", cell("D10"), facing=Facing.NORTH, tone=Tone.FRIEND),
)

MAP = MapView(
    title="Below the Lantern Mill",
    columns=14,
    rows=11,
    floor=(*tuple(c for key in NAMES for c in cells_of(key)), cell("C5"), cell("D5")),
    blocked=(cell("C5"), cell("D5")),
    walls=_walls(),
    openings=OPENINGS,
    things=THINGS,
    figures=FIGURES,
    areas=tuple(
        MapArea(key, name, cells_of(key), shaded=key == "2") for key, name in NAMES.items()
    ),
)

ROUTE = tuple(
    cell(place)
    for place in [
        "C3",
        "D2",
        "E2",
        "E3",
        "E4",
        "E5",
        "E6",
        "E7",
        "E8",
        "E7",
        "E6",
        "F5",
        "F4",
        "G4",
        "H4",
        "I4",
        "J4",
        "K3",
        "L3",
        "M2",
        "N1",
        "C11",
        "D10",
        "D9",
    ]
)
