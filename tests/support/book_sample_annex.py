"""What the compiler says about the sample quest, as the book sees it."""

from __future__ import annotations

from dataclasses import replace

from questwright.compiler.publish.book.view.annex import (
    AnnexView,
    ChanceRow,
    FindingView,
    ShownSeverity,
    ShownVerdict,
    StepList,
    StepView,
    VerdictView,
)
from questwright.compiler.publish.book.view.graph import (
    GateStyle,
    GraphEdge,
    GraphNode,
    GraphView,
    NodeKind,
)
from questwright.compiler.publish.book.view.map import (
    KeyRow,
    KeySign,
    MarkView,
    Overlay,
    RouteView,
    Sign,
)
from questwright.compiler.publish.book.view.tables import FactRow
from questwright.compiler.publish.book.view.text import Run, line, prose
from support.book_sample_map import MAP, NAMES, ROUTE, cell, cells_of, edge

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
    title="Areas and gates",
)

ANNEX = AnnexView(
    verdict=VerdictView(
        ShownVerdict.WINNABLE,
        "Winnable, at the earliest in round 7",
        prose(
            "A line of legal play wins with four heroes, with three, and with two. With one hero "
            "the search met no win within twelve rounds."
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
            ShownSeverity.ERROR,
            "QW3104",
            "No way leads into The Sack Loft.",
            "mill.quest:58:3",
            "Add a door, or take the room out of the board.",
        ),
        FindingView(
            ShownSeverity.WARNING,
            "QW4107",
            "The spawn point lies behind rubble on two sides.",
            "mill.quest:41:7",
            "Move it to L8, or take away one rubble.",
        ),
        FindingView(
            ShownSeverity.NOTE,
            "QW2203",
            "The Silt hulk is never forced to fight.",
            "mill.quest:44:5",
        ),
    ),
    maps=(
        replace(
            MAP,
            title="The winning line on the map",
            overlay=Overlay(
                (RouteView("Orla", ROUTE),),
                cells_of("5"),
                (
                    MarkView("1", Sign.STOP, ROUTE[3:4]),
                    MarkView("2–4", Sign.STOP, ROUTE[9:10]),
                    MarkView("5", Sign.STOP, ROUTE[9:10]),
                    MarkView("6, 7", Sign.STOP, ROUTE[-1:]),
                ),
                (
                    KeyRow(KeySign.ROUTE, "The winning line"),
                    KeyRow(Sign.STOP, "its steps, by their numbers in the list", "1"),
                    KeyRow(KeySign.HATCHING, "where nobody can come"),
                ),
            ),
        ),
        replace(
            MAP,
            title="What stands in the way",
            overlay=Overlay(
                (),
                cells_of("4"),
                (
                    MarkView("a1, 3", Sign.DISC, (), (edge("I8|I9"),)),
                    MarkView("a2", Sign.DISC, (cell("A6"), cell("A7"))),
                    MarkView("b1–3", Sign.BOX, (), (edge("B7|C7"),)),
                    MarkView("b4", Sign.BOX, cells_of("5"), wide=True),
                    MarkView("c1", Sign.SHADE, (cell("L4"), cell("M4"), cell("L5"), cell("M5"))),
                    MarkView("c2", Sign.SHADE, (cell("G1"), cell("N8"))),
                    MarkView("d1", Sign.BLOCK, (), (edge("J6|J7"),)),
                ),
                (
                    KeyRow(KeySign.HEADING, "Why it cannot be won"),
                    KeyRow(Sign.DISC, "The Granary Vault is behind the Vault door", "a1"),
                    KeyRow(Sign.BOX, "why not, apart from that " * 9, "b1"),
                    KeyRow(Sign.SHADE, "and why not, apart from both", "c1"),
                    KeyRow(Sign.BLOCK, "and so on", "d1"),
                    KeyRow(KeySign.HATCHING, "where nobody can come"),
                ),
            ),
        ),
    ),
    graph=GRAPH,
)
