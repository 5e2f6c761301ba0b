"""Large boards and many figures in print: what is told once, and what is left to the map."""

from __future__ import annotations

from functools import cache

import pytest

from questwright.compiler.model.publication import Publication
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.render.html import book_source
from questwright.compiler.publish.book.svg.map import map_svg
from questwright.compiler.publish.book.svg.paper import page_of
from questwright.compiler.publish.book.view.theme import palette_of
from support import one_text
from support.kept import system_of

pytestmark = pytest.mark.slow  # these are no unit tests: whole quests go through whole commands

WARREN = """
quest warren "The Warren" {
  system dragon-noir
  adventurers konrad, godiva, laberne, jon
  foes ork
  board {
    tile jails
    tile maze
    tile dragons-lake
    join jails:Y to maze:Y
    join maze:south to dragons-lake:north
  }
  start main-way "The Main Way" at jails:A7..C8 for konrad, godiva
  start side-way at jails:F7..G8 for laberne, jon
  hunter pack at maze:C8, maze:D8, maze:E8 facing west
  hunter stray "The Stray" at maze:G8 facing west
  ashrak at jails:R8 facing west
  victory adventurers when any adventurer at jails:L8
}
"""


@cache
def chapter():
    result = one_text.results(WARREN)
    (one,) = result.quests
    assert one.proof is not None, result.findings
    book = compose_book([Publication(one.quest, one.system, one.proof.verdict(), {}, ())])
    return book.chapters[0], book_source(book).html


def test_each_sheet_has_no_more_than_its_own_maps():
    whole, *sheets = chapter()[0].maps
    assert [sheet.title for sheet in sheets] == [
        "The map, sheet A: The Dragon's Lake",
        "The map, sheet B: The Jails",
        "The map, sheet C: The Maze",
    ]
    for sheet in sheets:
        assert (sheet.columns, sheet.rows) == (20, 15)
    # The Jails lie at the bottom: what another map has above them is on its own sheet.
    assert sheets[1].row_labels[0] == "15"
    joins = {
        sheet.label: [(one.facing.value, one.label) for one in sheet.joins] for sheet in sheets
    }
    assert joins == {
        "A": [("south", "C")],
        "B": [("east", "C")],
        "C": [("north", "A"), ("west", "B")],
    }
    shown = {
        (sheet.column_labels[cell.column], sheet.row_labels[cell.row])
        for sheet in sheets
        for cell in sheet.floor
    }
    columns = [*sheets[1].column_labels, *sheets[0].column_labels[1:]]
    assert shown == {(columns[cell.column], str(cell.row + 1)) for cell in whole.floor}


def test_hexes_of_a_whole_map_bear_their_names():
    sheet = chapter()[0].maps[2]
    letters = map_svg(sheet, palette_of(Theme()), paper=page_of(sheet)).svg
    assert "A21" in letters
    # On the map of all three, a name would be too small to be read.
    assert "A21" not in map_svg(chapter()[0].maps[0], palette_of(Theme())).svg


def test_who_jumps_alike_is_told_once():
    names = [entry.name for entry in chapter()[0].legend if " jump" in entry.name]
    assert names == ["Konrad and Godiva jump", "Laberne and Jon jump"]


def test_the_cells_of_a_large_area_are_left_to_the_map():
    spans = {area.name: area.span for area in chapter()[0].areas}
    assert spans["The Lanes"] == "120 hexes"
    assert spans["Cell 3"] == "H18–I20"


def test_starts_of_one_name_are_one_row():
    rows = [
        (row.name, row.count, row.where)
        for area in chapter()[0].areas
        for row in area.contents
        if row.name in ("The Main Way", "Side way")
    ]
    assert [(name, count) for name, count, _ in rows] == [("The Main Way", 6), ("Side way", 4)]
    assert all(where for _, _, where in rows)


def test_figures_of_one_name_are_one_row_of_the_order_of_battle():
    _, foes = chapter()[0].order.sides
    names = [(row.name, row.count) for group in foes.groups for row in group.rows]
    assert ("Pack (Hunter)", 3) in names
    assert ("The Stray (Hunter)", 1) in names


def test_of_a_people_those_are_told_who_are_there():
    """DN-A4: all orks are against the party; one of them is in this quest."""
    (told,) = [fact.value for fact in chapter()[0].facts if fact.label == "Also against them"]
    kinds = system_of("dragon-noir").kinds.values()
    orks = [kind for kind in kinds if is_called(kind, "ork")]
    assert told[0].text == f"Ashrak and {len(orks) - 1} more"
    assert "<strong>Also against them.</strong>" not in chapter()[1]
