"""Crossings as they are published: outline, graph, map, differences."""

from __future__ import annotations

from questwright.compiler.analysis.public import public_quest
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.map.compose import key_of, map_of
from questwright.compiler.publish.book.map.crossings import crossing_entries, roman
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.map.window import part_of
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.document.read.edition import edition_of
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.graph import area_graph
from questwright.compiler.publish.outline.write import outline
from support.moor import document, moor, publication, results

WAYS = """underway u "The Low Way" from near-hole to far-hole takes 6
  catwalk w "The High Walk" from D2 to F2
  skiff punt "The Skiff" from C3 to F3, H3 barred
  event when rope taken {
    open punt
  }"""


def test_the_outline_tells_where_crossings_lead_and_for_whom():
    (one,) = results(moor(WAYS, watch="reeve, eeler")).quests
    text = outline(publication(one))
    assert "- The Low Way (u), Underway at A1 – F1: 6 rounds, for Eeler" in text
    assert "- The High Walk (w), Catwalk at D2 – F2: 2 of a move" in text
    assert "it has to be launched first, 2 at a time, barred at first" in text
    assert "Reached from The West by the Low Way" in text


def test_the_graph_joins_the_areas():
    (one,) = results(moor(WAYS)).quests
    edges = {
        key: values for *_, key, values in area_graph(publication(one)).edges(data=True, keys=True)
    }
    assert edges["u"]["form"] == edges["punt"]["form"] == "crossing"
    assert (edges["u"]["open"], edges["punt"]["open"]) == (True, False)


def test_the_map_has_a_numeral_at_each_end():
    (one,) = results(moor(WAYS, watch="reeve, eeler")).quests
    pieces = Pieces(Desk(one.quest, one.system), ())
    view = map_of(pieces)
    assert [(crossing.code, len(crossing.ends)) for crossing in view.crossings] == [
        ("I", 2),
        ("II", 2),
        ("III", 3),
    ]
    notes = {entry.name: entry.note for entry in crossing_entries(pieces)}
    assert notes["The Low Way"] == "6 rounds, for Eeler"
    # A vessel has two landings or more: the book says at which it lies when play begins.
    assert notes["The Skiff"].endswith("barred at first, it lies at C3 at first")
    assert [roman(number) for number in (4, 9, 14, 28)] == ["IV", "IX", "XIV", "XXVIII"]


def test_the_players_map_explains_a_vessel_that_lies_there():
    (one,) = results(moor(WAYS.replace(" barred", ""), watch="reeve, eeler")).quests
    desk = Desk(public_quest(one.quest), one.system)
    pieces = Pieces(desk, ())
    part = part_of(map_of(pieces), {pieces.at(cell) for cell in each_cell(desk.board.floor)})
    notes = {entry.name: entry.note for entry in key_of(pieces, part)}
    assert notes["Skiff"].endswith("it lies at C3 at first")
    # Who may take it is for the players to find out; what is barred is not there yet.
    assert "Low Way" not in str(notes)
    barred = results(moor(WAYS, watch="reeve, eeler")).quests[0].quest
    assert not [way for way in public_quest(barred).board.crossings if way.kind.is_vessel]


def test_differences_tell_of_crossings():
    before, after = (
        results(moor(body, watch="reeve, eeler")).quests[0]
        for body in (
            "underway u from A1 to F1 takes 3\n  catwalk w from D2 to F2\n  chute c from A1 to F3",
            (
                "underway u barred from A2 to F1 takes 6\n  catwalk w from D2 to F2 for eeler\n"
                "  skiff punt from C1 to F1"
            ),
        )
    )
    editions = [edition_of(publication(one)) for one in (before, after)]
    told = [change.text for change in compare(*editions).changes]
    for text in (
        "The U leads between A2 and F1 now, not between A1 and F1",
        "The U takes 6 rounds now; it took 3 rounds",
        "The U is barred at the start now; it was open",
        "The W is for Eeler alone now",
        "The C is gone; it led between A1 and F3",
        (
            "The Punt, a Skiff, is new, between C1 and F1: "
            "1 of a move, it has to be launched first, 2 at a time"
        ),
    ):
        assert text in told, told
    # The same, read back from its document.
    for one, edition in zip((before, after), editions, strict=True):
        again = read_edition(document(one), lambda _, one=one: one.system)
        assert not compare(edition, again).changes
