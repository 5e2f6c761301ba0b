"""An original quest as the book sees it, with at least one of everything that a book can hold."""

from compiler.publish.book.view import (
    ActionView,
    AnnexView,
    AreaView,
    BookView,
    ChanceRow,
    ChapterView,
    ContentRow,
    EventView,
    FactRow,
    FigureRow,
    FigureTable,
    FindingView,
    GateStyle,
    GraphEdge,
    GraphNode,
    GraphView,
    ListBlock,
    NeedGroup,
    NeedRow,
    NodeKind,
    Paragraph,
    RuleView,
    Run,
    Severity,
    StepList,
    StepView,
    Theme,
    VerdictKind,
    VerdictView,
    VictoryView,
    line,
    prose,
)
from compiler.publish.book.view_map import (
    Cell,
    Edge,
    Elevation,
    Facing,
    FigureView,
    LegendEntry,
    MapArea,
    MapView,
    OpeningView,
    Overlay,
    RouteView,
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


def cell(place: str) -> Cell:
    """Return the cell that a name such as C4 stands for."""
    return Cell(ord(place[0]) - ord("A"), int(place[1:]) - 1)


def edge(places: str) -> Edge:
    """Return the edge that a name such as C4|D4 stands for."""
    first, second = places.split("|")
    return Edge(cell(first), cell(second))


def _cells(key: str) -> tuple[Cell, ...]:
    return tuple(
        Cell(column, row)
        for row, text in enumerate(PLAN)
        for column, found in enumerate(text)
        if found == key
    )


def _walls() -> tuple[Edge, ...]:
    walls: list[Edge] = []
    for row, text in enumerate(PLAN):
        for column, key in enumerate(text):
            right = text[column + 1] if column + 1 < len(text) else key
            below = PLAN[row + 1][column] if row + 1 < len(PLAN) else key
            if "." not in (key, right) and key != right:
                walls.append(Edge(Cell(column, row), Cell(column + 1, row)))
            if "." not in (key, below) and key != below:
                walls.append(Edge(Cell(column, row), Cell(column, row + 1)))
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


def _thing(name: str) -> ThingView:
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
    floor=tuple(c for key in NAMES for c in _cells(key)) + (cell("C5"), cell("D5")),
    blocked=(cell("C5"), cell("D5")),
    walls=_walls(),
    openings=OPENINGS,
    things=THINGS,
    figures=FIGURES,
    areas=tuple(MapArea(key, name, _cells(key), shaded=key == "2") for key, name in NAMES.items()),
)

ROUTE = tuple(
    cell(place)
    for place in (
        "C3 D2 E2 E3 E4 E5 E6 E7 E8 E7 F6 F5 F4 G4 H4 H5 I6 J6 K6 L7 M6 M5 M4 M3 M2 N1 C11 D10 D9"
    ).split()
)

STORY = (
    Paragraph(
        (
            Run("For eleven winters the lantern of Harrow Mill has burned "),
            Run("without oil", emphasis=True),
            Run(
                ", and for eleven winters nobody in Harrow has asked why. Tonight it went out. The "
                "wheel still turns, though the race is frozen; and from the cellar comes the patient "
                "sound of stone on stone."
            ),
        )
    ),
    *prose(
        "You stand at the foot of the cellar steps. The water is ankle-deep, black, and warm. "
        "Behind the far door somebody is counting sacks aloud, and has just reached the number of "
        "people in your party."
    ),
)

AREAS = (
    AreaView(
        slug="cellar",
        label="1",
        name=NAMES["1"],
        kind="Room",
        span="A1–D4",
        revealed=line("Revealed when the quest begins."),
        contents=(
            ContentRow("Bookcase", "A1–B1", line("blocks sight"), sample=FURNITURE[0]),
            ContentRow("Table", "A4–B4", line("can be seen over"), sample=FURNITURE[1]),
            ContentRow("Barrels", "D1", line("blocks sight"), sample=FURNITURE[2]),
            ContentRow("Cellar door", "D2|E2", line("closed"), sample=OPENINGS[0]),
        ),
    ),
    AreaView(
        slug="sluiceway",
        label="2",
        name=NAMES["2"],
        kind="Corridor",
        span="E1–N8",
        revealed=(
            Run("Revealed by opening the "),
            Run("Cellar door", strong=True),
            Run(" (D2|E2)."),
        ),
        read_aloud=prose(
            "The water runs uphill here. Two shapes in sacking stand in it up to the waist, with "
            "their backs to you, passing an empty sack from hand to hand."
        ),
        contents=(
            ContentRow("Drowned miller", "E5, F6", line("facing north"), 2, FIGURES[0]),
            ContentRow(
                "Trap candidate",
                "F3, H8",
                line("arrows south and east"),
                2,
                _thing("Trap candidate"),
            ),
            ContentRow(
                "Sluice lever",
                "E8",
                (Run("see "), Run("Pull the lever", target="pull-lever")),
                sample=_thing("Sluice lever"),
            ),
            ContentRow("Rubble", "N7, N8", line("no way through"), 2, _thing("Rubble")),
            ContentRow(
                "Spawn point 1", "M8", line("active from round 4"), sample=_thing("Spawn point")
            ),
            ContentRow(
                "Loose flagstones",
                "B7|C7",
                (Run("leads to "), Run("area 5", target="hide")),
                sample=OPENINGS[4],
                secret=True,
            ),
        ),
        notes=prose(
            "The corridor is one area: it is explored for treasure once, not once a branch."
        ),
    ),
    AreaView(
        slug="hide",
        label="5",
        name=NAMES["5"],
        kind="Room",
        span="A6–B8",
        revealed=(
            Run("Revealed by finding the loose flagstones (B7|C7). See "),
            Run("A hand in the dark", target="hand"),
            Run("."),
        ),
        contents=(
            ContentRow("Bed", "A6–A7", line("can be seen over"), sample=FURNITURE[9]),
            ContentRow(
                "Treasure chest",
                "A8",
                (Run("holds the "), Run("Brass Key", strong=True)),
                sample=_thing("Treasure chest"),
            ),
        ),
    ),
    AreaView(
        slug="hall",
        label="3",
        name=NAMES["3"],
        kind="Room",
        span="G1–N6",
        revealed=(
            Run("Revealed by opening the "),
            Run("Hall door", strong=True),
            Run(" (F4|G4), or by a hero at J7 who looks through the arch."),
        ),
        read_aloud=prose(
            "Grain falls from the dark above in a thin, endless thread. Where it strikes the stone, "
            "something long uncoils and lifts its lamp-lit head."
        ),
        contents=(
            ContentRow(
                "The Weir Eel", "L4–M5", line("boss, starts at full health"), sample=FIGURES[5]
            ),
            ContentRow("Reed archer", "I3, K5", line("facing west and south-west"), 2, FIGURES[2]),
            ContentRow("Millstone", "J2–K3", line("blocks sight"), sample=FURNITURE[3]),
            ContentRow("Altar", "N3–N4", line("can be seen over"), sample=FURNITURE[4]),
            ContentRow("Brazier", "H1", sample=FURNITURE[5]),
            ContentRow("Weapon rack", "L6", sample=FURNITURE[6]),
            ContentRow("Pillar", "I5, L1", line("blocks sight"), 2, FURNITURE[7]),
            ContentRow("Portal A", "N1", line("leads to C11"), sample=_thing("Portal")),
        ),
        notes=(
            Paragraph(
                (
                    Run("The Eel never leaves this room. "),
                    Run("If it is killed", strong=True),
                    Run(", go on with "),
                    Run("The thread is cut", target="thread"),
                    Run("."),
                )
            ),
        ),
    ),
    AreaView(
        slug="vault",
        label="4",
        name=NAMES["4"],
        kind="Room",
        span="G9–L11",
        revealed=(
            Run("Revealed by opening the "),
            Run("Vault door", strong=True),
            Run(" (I8|I9), which needs the Brass Key."),
        ),
        read_aloud=prose("Dry at last. Every sack in the room turns over in its sleep."),
        contents=(
            ContentRow("Silt hulk", "K10", line("facing west"), sample=FIGURES[4]),
            ContentRow("Tomb", "H10–I10", sample=FURNITURE[10]),
            ContentRow("Throne", "L10", sample=FURNITURE[11]),
            ContentRow(
                "Treasure chest", "G11", line("draw two cards"), sample=_thing("Treasure chest")
            ),
            ContentRow(
                "Trap candidate", "J9", line("arrow south"), sample=_thing("Trap candidate")
            ),
        ),
    ),
    AreaView(
        slug="cell",
        label="6",
        name=NAMES["6"],
        kind="Room",
        span="C9–D11",
        revealed=line("Revealed when a hero arrives by Portal A."),
        read_aloud=prose(
            "A boy of twelve sits on an upturned pail and holds a cold lantern in his lap."
        ),
        contents=(
            ContentRow(
                "Perrin the apprentice", "D10", line("cannot be attacked"), sample=FIGURES[6]
            ),
            ContentRow(
                "Lantern",
                "D9",
                (Run("see "), Run("Light the lantern", target="light")),
                sample=_thing("Lantern"),
            ),
        ),
    ),
)

EVENTS = (
    EventView(
        slug="hand",
        title="A hand in the dark",
        trigger=line("When the loose flagstones are found"),
        read_aloud=prose(
            "A hand comes up between the stones, feels for yours, and presses something brass into it."
        ),
        effects=(
            (Run("Place the contents of "), Run("The Miller's Hide", target="hide"), Run(".")),
            line("The hero who explored gains the Brass Key and need not open the chest for it."),
        ),
    ),
    EventView(
        slug="thread",
        title="The thread is cut",
        trigger=line("When the Weir Eel is killed"),
        read_aloud=prose("The falling grain stops in the air. Then, all at once, it does not."),
        effects=(
            (Run("Place "), Run("Portal A", strong=True), Run(" at N1 and at C11.")),
            line("Place one Drowned miller at Spawn point 1 and activate it at once."),
            line("Every hero in the Grinding Hall heals one damage."),
        ),
        notes=prose("If both Drowned millers are still on the table, nothing is placed."),
    ),
    EventView(
        slug="tide",
        title="The tide",
        trigger=line("At the start of round 4 and of every second round after it"),
        effects=(
            line("Place one Drowned miller at Spawn point 1, if a model is free."),
            line("Each hero in the Sluiceway moves one square east, if that square is free."),
        ),
        once=False,
    ),
)

GRAPH = GraphView(
    nodes=(
        GraphNode("cellar", "1", NAMES["1"], ("heroes start",), NodeKind.START),
        GraphNode("sluiceway", "2", NAMES["2"], ("2 drowned millers", "lever")),
        GraphNode("hall", "3", NAMES["3"], ("The Weir Eel", "2 reed archers")),
        GraphNode("vault", "4", NAMES["4"], ("optional", "silt hulk, chest")),
        GraphNode("hide", "5", NAMES["5"], ("Brass Key",)),
        GraphNode("cell", "6", NAMES["6"], ("lantern, Perrin",), NodeKind.GOAL),
        GraphNode("loft", "7", "The Sack Loft", ("no way in",), NodeKind.UNREACHED),
    ),
    edges=(
        GraphEdge("cellar", "sluiceway", "Cellar door", GateStyle.DOOR),
        GraphEdge("sluiceway", "hall", "Hall door", GateStyle.DOOR),
        GraphEdge("sluiceway", "hall", "Millrace arch", GateStyle.OPEN),
        GraphEdge("sluiceway", "vault", "Vault door: Brass Key", GateStyle.LOCKED),
        GraphEdge("sluiceway", "hide", "Loose flagstones", GateStyle.SECRET),
        GraphEdge("hall", "cell", "Portal A, once the Eel is dead", GateStyle.PORTAL, one_way=True),
    ),
)

ANNEX = AnnexView(
    verdict=VerdictView(
        VerdictKind.WINNABLE,
        "Winnable, at the earliest in round 7",
        prose(
            "A line of legal play wins with four heroes, with three, and with two. With one hero the "
            "search met no win within twelve rounds."
        ),
    ),
    facts=(
        FactRow("Earliest win", line("round 7")),
        FactRow("States searched", line("48 211")),
        FactRow("Must be faced", line("The Weir Eel")),
        FactRow("Optional", line("areas 4 and 5")),
    ),
    lines=(
        StepList(
            "A winning line",
            (
                StepView(
                    line("Orla opens the Cellar door; the Sluiceway is revealed."),
                    "Round 1",
                    "D2|E2",
                ),
                StepView(line("The party kills both Drowned millers."), "Round 2", "E5, F6"),
                StepView(
                    (
                        Run("Bram pulls the lever ("),
                        Run("Pull the lever", target="pull-lever"),
                        Run("); the Millrace arch stands open."),
                    ),
                    "Round 3",
                    "E8",
                ),
                StepView(
                    line("Orla opens the Hall door; the Weir Eel is revealed."), "Round 3", "F4|G4"
                ),
                StepView(
                    line("The party kills the Weir Eel; Portal A is placed."), "Round 6", "L4"
                ),
                StepView(line("Orla steps into Portal A and comes out at C11."), "Round 6", "N1"),
                StepView(
                    (Run("Orla lights the lantern: the heroes win.", strong=True),), "Round 7", "D9"
                ),
            ),
            line("Replayed and confirmed by the checker."),
        ),
    ),
    chances=(
        ChanceRow("Finding the loose flagstones", "B7|C7", "certain, once the Sluiceway is clear"),
        ChanceRow(
            "Damage to the Weir Eel", "L4", "5 hits: 2 rounds in 31 %, 3 rounds in 78 % of games"
        ),
        ChanceRow("Trap candidates", "F3, H8, J9", "2 of 3 are real; the line above crosses none"),
    ),
    findings=(
        FindingView(
            Severity.ERROR,
            "QW3104",
            "No way leads into The Sack Loft.",
            "mill.quest:58:3",
            "Add a door, or take the room out of the board.",
        ),
        FindingView(
            Severity.WARNING,
            "QW4107",
            "The spawn point lies behind rubble on two sides.",
            "mill.quest:41:7",
            "Move it to L8, or take away one rubble.",
        ),
        FindingView(
            Severity.NOTE, "QW2203", "The Silt hulk is never forced to fight.", "mill.quest:44:5"
        ),
    ),
    map=MapView(
        title="The winning line on the map",
        columns=MAP.columns,
        rows=MAP.rows,
        floor=MAP.floor,
        blocked=MAP.blocked,
        walls=MAP.walls,
        openings=MAP.openings,
        things=MAP.things,
        figures=MAP.figures,
        areas=MAP.areas,
        overlay=Overlay((RouteView("Orla", ROUTE),), _cells("5")),
    ),
    graph=GRAPH,
)

CHAPTER = ChapterView(
    slug="lantern-mill",
    label="Quest 3",
    title="Below the Lantern Mill",
    tagline="in which a light goes out, and is asked to come back",
    story=STORY,
    facts=(
        FactRow("Players", line("2 to 5")),
        FactRow("Rounds", line("7 to 12")),
        FactRow("Marauder", line("Drowned miller")),
        FactRow("Difficulty", line("Hard")),
    ),
    needs=(
        NeedGroup(
            "Models",
            (
                NeedRow(4, "Drowned miller"),
                NeedRow(2, "Reed archer"),
                NeedRow(1, "Silt hulk"),
                NeedRow(1, "The Weir Eel", "boss"),
                NeedRow(1, "Perrin", "any civilian"),
            ),
        ),
        NeedGroup("Tiles", (NeedRow(1, "B2"), NeedRow(1, "C1"), NeedRow(1, "A3", "turned"))),
        NeedGroup(
            "Furniture and doors",
            (
                NeedRow(4, "doors"),
                NeedRow(1, "secret passage"),
                NeedRow(2, "treasure chests"),
                NeedRow(2, "pillars"),
                NeedRow(10, "other furniture"),
            ),
        ),
        NeedGroup(
            "Tokens and cards",
            (
                NeedRow(3, "traps", "one false"),
                NeedRow(2, "portals"),
                NeedRow(1, "spawn point"),
                NeedRow(1, "Brass Key"),
                NeedRow(0, "exploration deck"),
            ),
        ),
    ),
    setup=(
        ListBlock(
            (
                line("Lay the tiles as the map shows. Put nothing on them but area 1."),
                line("Each hero starts on one of the four shields in the Mill Cellar."),
                line(
                    "Shuffle the three trap tokens face down and put one on two of the candidates."
                ),
            ),
            ordered=True,
        ),
    ),
    maps=(MAP,),
    legend=(
        LegendEntry(_thing("Hero start"), "Hero start", 4),
        LegendEntry(FIGURES[0], "Drowned miller", 2),
        LegendEntry(FIGURES[2], "Reed archer", 2),
        LegendEntry(FIGURES[4], "Silt hulk", 1),
        LegendEntry(FIGURES[5], "The Weir Eel", 1, "boss"),
        LegendEntry(FIGURES[6], "Perrin the apprentice", 1),
        LegendEntry(OPENINGS[0], "Door, closed", 2),
        LegendEntry(OPENINGS[2], "Door, open", 1),
        LegendEntry(OPENINGS[3], "Door, locked", 1),
        LegendEntry(OPENINGS[4], "Secret passage", 1, "hidden"),
        LegendEntry(FURNITURE[0], "High furniture", 7, "blocks sight"),
        LegendEntry(FURNITURE[1], "Low furniture", 6),
        LegendEntry(_thing("Treasure chest"), "Treasure chest", 2),
        LegendEntry(_thing("Rubble"), "Rubble", 2),
        LegendEntry(_thing("Portal"), "Portal pair", 2),
        LegendEntry(_thing("Trap candidate"), "Trap candidate", 3, "arrow: its line"),
        LegendEntry(_thing("Spawn point"), "Spawn point", 1),
        LegendEntry(_thing("Sluice lever"), "Sluice lever", 1),
        LegendEntry(_thing("Lantern"), "Lantern", 1),
    ),
    areas=AREAS,
    events=EVENTS,
    rules=(
        RuleView(
            "warm-water",
            "Warm water",
            prose(
                "Every square of the Sluiceway costs a hero two squares of movement to enter. Monsters "
                "are not slowed."
            ),
        ),
        RuleView(
            "brass-key",
            "The Brass Key",
            (
                Paragraph(
                    (
                        Run("A hero who carries the key may open the Vault door. The key is "),
                        Run("not", emphasis=True),
                        Run(" used up, and may be traded."),
                    )
                ),
                ListBlock(
                    (
                        line("It cannot be lost to a trap."),
                        line("A crippled hero leaves it on the square where the hero fell."),
                    )
                ),
            ),
        ),
    ),
    actions=(
        ActionView(
            "pull-lever",
            "Pull the lever",
            "any hero",
            "next to E8",
            "one action",
            prose("Open the Millrace arch (J6|J7). It cannot be closed again."),
        ),
        ActionView(
            "light",
            "Light the lantern",
            "any hero but the Wizard",
            "next to D9",
            "one action",
            prose("Turn the Lantern token over. The heroes win at once."),
        ),
    ),
    figures=FigureTable(
        columns=("Move", "Combat", "Armour", "Ranged", "Damage"),
        rows=(
            FigureRow("Z", "Drowned miller", ("4", "2", "1", "–", "2"), 4),
            FigureRow("RA", "Reed archer", ("5", "2", "1", "3", "1"), 2),
            FigureRow(
                "SH", "Silt hulk", ("3", "5", "3", "–", "3"), 1, line("Never moves diagonally.")
            ),
            FigureRow(
                "EEL",
                "The Weir Eel",
                ("6", "5", "2", "4", "8"),
                1,
                line("Boss. Takes one damage for each hit."),
                Tone.BOSS,
            ),
        ),
    ),
    victory=(
        VictoryView(
            "The heroes win",
            (
                (
                    Run("at once when a hero takes the action "),
                    Run("Light the lantern", target="light"),
                    Run("."),
                ),
            ),
            read_aloud=prose(
                "Light climbs the mill from the cellar to the cap, window by window. Far off, in Harrow, "
                "somebody begins to ring a bell, and cannot be persuaded to stop."
            ),
        ),
        VictoryView(
            "The Overlord wins",
            (
                line("when all heroes are crippled; or"),
                line("at the end of round 12."),
            ),
            "as soon as either is true:",
            tone=Tone.FOE,
        ),
    ),
    closing=prose("Each hero who was not crippled gains one experience and 25 gold."),
    annex=ANNEX,
)

BOOK = BookView(
    title="The Harrow Lights",
    subtitle="A quest for dungeon and lantern",
    author="A. Miller",
    game="Example Dungeon",
    edition="Overlord's edition",
    chapters=(CHAPTER,),
    theme=Theme.EMBER,
    created="2026-01-02T03:04:05Z",
    imprint=prose("Set in Alegreya, Alegreya Sans and Cinzel (SIL Open Font License)."),
)
