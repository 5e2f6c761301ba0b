"""The book's drawings: the map, the graph, the legend, the symbols; and what its fonts cover."""

from __future__ import annotations

import os
import re
from dataclasses import FrozenInstanceError, replace
from xml.etree import ElementTree as ET

import pytest

from questwright.compiler.assets import TEMPLATES_DIR
from questwright.compiler.publish.book.map.legend import legend_of
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.svg import elements as drawing
from questwright.compiler.publish.book.svg.coordinates import column_label
from questwright.compiler.publish.book.svg.frames import Rectangle
from questwright.compiler.publish.book.svg.glyphs import Face, is_plain, missing_glyphs, text_width
from questwright.compiler.publish.book.svg.graph import graph_svg
from questwright.compiler.publish.book.svg.graph_layout import Box, LayoutEdge, place
from questwright.compiler.publish.book.svg.layers import layered
from questwright.compiler.publish.book.svg.map import map_svg
from questwright.compiler.publish.book.svg.outlines import Transform, outline, placed
from questwright.compiler.publish.book.svg.pieces import thing
from questwright.compiler.publish.book.view.graph import GraphEdge, GraphNode, GraphView
from questwright.compiler.publish.book.view.map import (
    Elevation,
    Facing,
    MapCell,
    MapEdge,
    MapView,
    ThingView,
)
from questwright.compiler.publish.book.view.text import line, prose
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.symbols import symbol_names
from support import paths
from support.book_sample import BOOK, CHAPTER, EMBER_THEME
from support.book_sample_annex import ANNEX, GRAPH
from support.book_sample_map import FIGURES, MAP

GOLDEN = paths.GOLDEN / "book"
EMBER = palette_of(EMBER_THEME)

# --- drawings -------------------------------------------------------------------------------------


def golden(name, text):
    file = GOLDEN / name
    if os.environ.get("QUESTWRIGHT_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8", newline="\n")
    assert text == file.read_text(encoding="utf-8"), f"{name}: see CONTRIBUTING.md on golden files"


def test_the_map_is_drawn_as_before():
    golden("map.svg", map_svg(MAP, EMBER).svg)


def test_the_map_with_its_overlay_is_drawn_as_before():
    golden("overlay.svg", map_svg(ANNEX.maps[0], EMBER).svg)
    golden("chains.svg", map_svg(ANNEX.maps[1], EMBER).svg)


def test_the_graph_is_drawn_as_before():
    golden("graph.svg", graph_svg(GRAPH, EMBER).svg)


def test_a_map_keeps_to_the_page():
    floor = tuple(MapCell(c, r) for c in range(40) for r in range(30))
    drawn = map_svg(MapView("Huge", 40, 30, floor), EMBER)
    assert drawn.width <= 174.01
    assert drawn.height <= 214.01
    assert len(drawn.svg) < 20_000


def test_columns_go_on_after_z():
    assert [column_label(i) for i in (0, 25, 26, 27, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AB",
        "ZZ",
        "AAA",
    ]


def test_an_edge_joins_neighbours_or_is_a_bug():
    walls = (MapEdge(MapCell(0, 0), MapCell(1, 1)),)
    with pytest.raises(ValueError, match="share no edge"):
        map_svg(MapView("", 2, 2, (MapCell(0, 0),), walls), EMBER)


def test_every_symbol_is_plain_vector_art():
    assert len(symbol_names()) >= 40
    for file in (TEMPLATES_DIR / "symbols").glob("*.svg"):
        root = ET.fromstring(file.read_text(encoding="utf-8"))
        assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "path"}
        assert set(re.findall(r'"(#\w+)"', file.read_text())) <= {
            "#000000", "#ffffff", "#888888", "#cccccc", "#cc0000",
        }  # fmt: skip


def test_an_outline_is_turned_and_scaled_about_its_middle_and_then_moved():
    data = "M10 50H50V90L10 50ZM30 30A8 8 0 1 0 46 30C40 20 35 20 30 30Z"
    ahead = outline(data, (50, 50), Transform())
    assert placed(ahead, (50, 50)) == (
        "M10 50h40v40l-40 -40zM30 30a8 8 0 1 0 16 0c-6 -10 -11 -10 -16 0z"
    )
    right = outline("M10 50H50V90L10 50Z", (50, 50), Transform(turn=90, scale=0.5))
    assert placed(right, (100, 0)) == "M100 -20v20h-20l20 -20z"
    with pytest.raises(ValueError, match="Q"):
        outline("M0 0Q1 1 2 2", (0, 0), Transform())


def test_a_double_door_closes_its_cells_from_end_to_end():
    door = ThingView("door-closed", "Door", MapCell(0, 0), height=2, facing=Facing.EAST, spans=True)
    posts, *_ = thing(door, EMBER, Rectangle(0, 0, 100, 200))
    assert posts.data == "M70 0v30h-40v-30zM70 170v30h-40v-30z"


def test_a_sign_that_is_made_smaller_stays_within_its_frame():
    shelf = ThingView("bookcase", "Bookcase", MapCell(0, 0), elevation=Elevation.LOW)
    _, board, *_ = thing(shelf, EMBER, Rectangle(0, 0, 100, 100))
    assert board.data.startswith("M13.88 37.4h72.24")


def test_pieces_of_one_look_are_one_element_unless_they_would_slip_under_another():
    red, blue = drawing.Path("red", "M0 0h1"), drawing.Path("blue", "M9 9h1")
    apart = layered([("a", [red, blue]), ("b", [red, blue])])
    assert apart == '<path d="M0 0h1M0 0h1" red/><path d="M9 9h1M9 9h1" blue/>'
    assert layered([("a", [red]), ("a", [red])]).count("<path") == 2
    assert re.findall("red|blue", layered([("a", [red]), ("b", [blue]), ("b", [red])])) == [
        "red", "blue", "red",
    ]  # fmt: skip
    assert re.findall("red|blue", layered([("a", [red]), ("b", [blue]), ("c", [red])])) == [
        "red", "blue",
    ]  # fmt: skip


def test_a_text_whose_letters_are_not_measured_is_left_to_the_renderer():
    nodes = (GraphNode("a", "", "Sāṃkhya"), GraphNode("b", "", "Hall of Łódź"))
    drawn = graph_svg(GraphView(nodes, (), "Areas"), EMBER).svg
    assert ">Sāṃkhya</text>" in drawn
    assert ">HallofŁódź</text>" in drawn


def test_boxes_and_labels_of_a_graph_never_overlap():
    count = 20
    boxes = [Box(150 + 11 * (i % 5), 60, i == 0) for i in range(count)]
    pairs = [((i * 7) // 11, i) for i in range(1, count)] + [(3, 4), (0, 19), (5, 17), (8, 8)]
    links = [LayoutEdge(a, b, 90 + 13 * (n % 4), 40) for n, (a, b) in enumerate(pairs)]
    layout = place(boxes, links, 20, 30)
    spots = [*layout.boxes, *layout.labels]
    for n, spot in enumerate(spots):
        for other in spots[n + 1 :]:
            apart_x = abs(spot.x - other.x) - (spot.width + other.width) / 2
            apart_y = abs(spot.y - other.y) - (spot.height + other.height) / 2
            assert max(apart_x, apart_y) > 9


def test_a_graph_without_gates_and_one_with_a_stray_gate_are_drawn():
    nodes = (GraphNode("a", "1", "A"), GraphNode("b", "", "B"))
    assert "<svg" in graph_svg(GraphView(nodes, (), "Areas"), EMBER).svg
    assert "<svg" in graph_svg(GraphView(nodes, (GraphEdge("a", "nowhere"),), "Areas"), EMBER).svg


def test_the_legend_holds_what_is_on_the_map_and_counts_it():
    entries = {entry.name: entry.count for entry in legend_of(MAP)}
    assert entries["Hero start"] == 4
    assert entries["Drowned miller"] == 2
    assert entries["Vault door"] == 1
    assert entries["Pillar"] == 2
    assert sum(entries.values()) == len(MAP.things) + len(MAP.figures) + len(MAP.openings)


# --- glyphs ---------------------------------------------------------------------------------------


def test_characters_that_the_book_cannot_print_are_named():
    assert missing_glyphs("The “Śluza” – 12 × 3…\n") == []
    assert missing_glyphs("ab\u2603c\u4e00\u2603\x07") == ["\u2603", "\u4e00", "\x07"]


@pytest.mark.slow
def test_what_the_table_covers_the_renderer_can_print(printed):
    sample = "".join(chr(c) for c in range(0x20, 0x180) if not missing_glyphs(chr(c)))
    book = replace(BOOK, chapters=(type(CHAPTER)("x", "X", story=prose(sample)),))
    assert not is_plain(sample)
    printed(book_source(book))


def test_widths_are_those_of_the_faces():
    assert text_width("A", Face.SANS_BOLD, 1000) > text_width("I", Face.SANS_BOLD, 1000) > 100
    assert text_width("AB", Face.DISPLAY, 10) == pytest.approx(
        text_width("A", Face.DISPLAY, 10) + text_width("B", Face.DISPLAY, 10)
    )


def test_views_are_frozen_and_empty_lines_are_empty():
    with pytest.raises(FrozenInstanceError):
        FIGURES[0].code = "X"
    assert line("") == ()
    assert prose("", "a") == prose("a")
