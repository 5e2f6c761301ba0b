"""An original quest as the book sees it, with at least one of everything that a book can hold."""

from __future__ import annotations

from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.view.book import (
    ActionView,
    AreaView,
    BookView,
    ChapterView,
    EventView,
    FigureTable,
    NeedGroup,
    NeedRow,
)
from questwright.compiler.publish.book.view.map import LegendEntry, Tone
from questwright.compiler.publish.book.view.tables import (
    ContentRow,
    FactRow,
    FigureRow,
    RuleView,
    VictoryView,
)
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run, line, prose
from support.book_sample_annex import ANNEX
from support.book_sample_map import FIGURES, FURNITURE, MAP, NAMES, OPENINGS, thing_named

EMBER_THEME = Theme("#96321c", "#642011", "#dcbdb2", "#faf2ee")

STORY = (
    Paragraph(
        (
            Run("For eleven winters the lantern of Harrow Mill has burned "),
            Run("without oil", emphasis=True),
            Run(
                ", and for eleven winters nobody in Harrow has asked why. Tonight it went out. The "
                "wheel still turns, though the race is frozen; and from the cellar comes the "
                "patient sound of stone on stone."
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
                thing_named("Trap candidate"),
            ),
            ContentRow(
                "Sluice lever",
                "E8",
                (Run("see "), Run("Pull the lever", target="pull-lever")),
                sample=thing_named("Sluice lever"),
            ),
            ContentRow("Rubble", "N7, N8", line("no way through"), 2, thing_named("Rubble")),
            ContentRow(
                "Spawn point 1",
                "M8",
                line("active from round 4"),
                sample=thing_named("Spawn point"),
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
                sample=thing_named("Treasure chest"),
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
            "Grain falls from the dark above in a thin, endless thread. Where it strikes the "
            "stone, something long uncoils and lifts its lamp-lit head."
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
            ContentRow("Portal A", "N1", line("leads to C11"), sample=thing_named("Portal")),
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
                "Treasure chest",
                "G11",
                line("draw two cards"),
                sample=thing_named("Treasure chest"),
            ),
            ContentRow(
                "Trap candidate", "J9", line("arrow south"), sample=thing_named("Trap candidate")
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
                sample=thing_named("Lantern"),
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
            "A hand comes up between the stones, feels for yours, and presses something brass "
            "into it."
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
        LegendEntry(thing_named("Hero start"), "Hero start", 4),
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
        LegendEntry(thing_named("Treasure chest"), "Treasure chest", 2),
        LegendEntry(thing_named("Rubble"), "Rubble", 2),
        LegendEntry(thing_named("Portal"), "Portal pair", 2),
        LegendEntry(thing_named("Trap candidate"), "Trap candidate", 3, "arrow: its line"),
        LegendEntry(thing_named("Spawn point"), "Spawn point", 1),
        LegendEntry(thing_named("Sluice lever"), "Sluice lever", 1),
        LegendEntry(thing_named("Lantern"), "Lantern", 1),
    ),
    areas=AREAS,
    events=EVENTS,
    rules=(
        RuleView(
            "warm-water",
            "Warm water",
            prose(
                "Every square of the Sluiceway costs a hero two squares of movement to enter. "
                "Monsters are not slowed."
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
                "Light climbs the mill from the cellar to the cap, window by window. Far off, in "
                "Harrow, somebody begins to ring a bell, and cannot be persuaded to stop."
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
    audience="Overlord's edition",
    chapters=(CHAPTER,),
    theme=EMBER_THEME,
    created="2026-01-02T03:04:05Z",
    imprint=prose("Set in Alegreya, Alegreya Sans and Cinzel (SIL Open Font License)."),
)
