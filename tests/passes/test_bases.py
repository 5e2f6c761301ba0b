"""Bases of several hexes: what they cover, where they fit, and how they are shown."""

from __future__ import annotations

import shutil

import pytest

from questwright.compiler.geometry.footing import body_cells, body_of
from questwright.compiler.geometry.going import Going
from questwright.compiler.geometry.large import is_confined, large_positions, passable_gates
from questwright.compiler.geometry.openings import openings
from questwright.compiler.model.publication import Publication
from questwright.compiler.packs.load import load_system
from questwright.compiler.packs.system.theme import Theme
from questwright.compiler.publish.book.chapter.needs import figures_of
from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.map.compose import legend, map_of
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.svg.bases import covered
from questwright.compiler.publish.book.svg.map import map_svg
from questwright.compiler.publish.book.view.theme import palette_of
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from questwright.engine.replay import replay_document
from support import one_text
from support.paths import PACKS

MOOR = '''
quest moor "The Moor" {{
  system moor
  watch reeve
  board {{
    draw """
    s . . . . . . .
     . . . . . . . .
    . . . . . {h} . .
     . . . . . . . .
    . . . . . . . .
    """
    s: start
    {legend}
  }}
  heath west at A1..D5 "The West"
  heath east at E1..H5 "The East"
  {body}
  victory wardens when reeve in east
}}
'''


def moor(body, h=".", legend=""):
    return MOOR.format(body=body, h=h, legend=legend)


def results(text):
    return one_text.results(text, PACKS)


def compiled(text):
    result = results(text)
    assert result.findings == ()
    return result.quests[0]


def names(quest, thing):
    return [quest.board.name(cell) for cell in quest.thing(thing).cells]


def publication(one):
    return Publication(one.quest, one.system, one.proof.verdict(), {}, ())


COVERED = [
    # Even rows are set in: the hexes south of C3 are B4 and C4, those of C2 are C3 and D3.
    ("giant", "C3", "south-east", "C3 C4 B4"),
    ("giant", "C2", "south-east", "C2 D3 C3"),
    ("giant", "C3", "west", "C3 B3 B2"),
    ("giant", "C3", "north-east", "C3 C2 D3"),
    ("rider", "C3", "east", "C3 B3"),
    ("rider", "C3", "north-west", "C3 C4"),
    ("wyrm", "C3", "east", "C3 D3 B3 C2 C4"),
    ("wyrm", "C3", "south-east", "C3 C4 B2 D3 B4"),
    ("hive", "C3", "west", "C3 B4 B3 B2 C2 D3 C4"),
]


@pytest.mark.parametrize(("word", "at", "facing", "cells"), COVERED)
def test_a_base_covers_its_name_hex_and_others_as_it_faces(word, at, facing, cells):
    """DN-C33: footprints of 2, 3, 5 and 7 hexes, turned to all sides."""
    quest = compiled(moor(f"{word} one at {at} facing {facing}")).quest
    assert names(quest, "one")[0] == at
    assert {*names(quest, "one")} == {*cells.split()}


def test_turned_six_times_a_base_lies_as_before():
    quest = compiled(moor("giant one at D3 facing east")).quest
    going = Going(quest.board, openings(quest.board))
    kind = quest.thing("one").kind
    body = body_of(kind, quest.board.lattice)
    cell = quest.thing("one").cells[0]
    lying = {body_cells(body, going, cell, number) for number in range(6)}
    assert len(lying) == 6
    # Each hex beside its name hex is covered in two of the six.
    beside = [one for each in lying for one in each[1:]]
    assert all(beside.count(one) == 2 for one in beside)
    assert set(beside) == set(quest.board.beside(cell))


def test_all_hexes_or_the_name_hexes_are_drawn():
    drawn = moor("", h="g").replace("s . . .", "s g . .").replace(" . g . .\n", " . g . .\n")
    text = drawn.replace("    s: start", "    s: start\n    g: giant facing south-east")
    quest = compiled(text).quest
    assert [names(quest, one) for one in ("giant-1", "giant-2")] == [
        ["B1", "B2", "A2"],
        ["F3", "F4", "E4"],
    ]
    whole = moor("giant one at C3, B4..C4 facing south-east")
    assert names(compiled(whole).quest, "one") == ["C3", "C4", "B4"]


WRONG = [
    ("giant at C5 facing south-east", "wrong-footprint", "C5"),
    ("giant at C3, D3 facing south-east", "wrong-footprint", "C3"),
    ("hive at A3 facing west", "wrong-footprint", "A3"),
    ("giant at C3 facing south-east\n  wisp at B4 facing west", "square-taken", "B4"),
    ("giant at C3 facing south-east\n  rider at D3 facing east", "square-taken", "C3"),
    ("giant at C3 facing south-east\n  wall at B4|C4", "straddling-a-wall", "C3"),
    ("giant at C3 facing south-east\n  heather at C4\n  tarn at B4", "not-on-the-floor", "B4"),
    ("rider at C3 facing east\n  bog at B3", "not-on-the-floor", "B3"),
    ("giant at C3", "no-facing", ""),
]


@pytest.mark.parametrize(("body", "code", "where"), WRONG)
def test_a_base_that_does_not_fit_is_refused(body, code, where):
    """DN-B28, DN-B29: on the grid, over nothing else, and on ground that it may enter."""
    found = [finding for finding in results(moor(body)).findings if finding.code.name == code]
    assert found, [finding.message for finding in results(moor(body)).findings]
    assert where in " ".join([found[0].message, found[0].label.text, str(found[0].label)])


def test_it_is_told_how_a_base_lies():
    found = results(moor("giant at C5 facing south-east")).findings[0]
    assert found.reason == (
        "facing south-east it covers its name hex and those south-east and south-west of it"
    )


# -- room to move ----------------------------------------------------------------------------

PASS = '''
quest pass "The Pass" {{
  system moor
  watch reeve
  board {{
    draw """
    . . . # # . . .
     . . . {a} # . . .
    . . . . . . . .
     . . . {b} {b} . . .
    . . . # # . s s
    """
    s: start
  }}
  heath west at A1..C5, D2..D4 "The West"
  heath east at E3..E4, F1..H5 "The East"
  {body}
  victory wardens when reeve in west
}}
'''


def gap(width):
    """A pass that is so many hexes wide."""
    a, b = {1: ("#", "#"), 2: ("#", "."), 3: (".", ".")}[width]
    text = PASS.format(a=a, b=b, body="{body}")
    west = "A1..C5" + {1: ", D3", 2: ", D3..D4", 3: ", D2..D4"}[width]
    east = {1: "E3", 2: "E3..E4", 3: "E3..E4"}[width]
    return text.replace("A1..C5, D2..D4", west).replace("E3..E4,", f"{east},")


def crosses(word, width):
    text = gap(width).replace("{body}", f"{word} one at B3 facing west")
    quest = compiled(text).quest
    thing = quest.thing("one")
    system = one_text.compiler_of(PACKS).system("moor")[0]
    stands = large_positions(thing, quest, system.move_value)
    cells = 0
    for there in stands:
        cells |= there
    return bool(cells & quest.board.areas[1].cells)


@pytest.mark.parametrize(
    ("word", "width", "is_through"),
    [("rider", 1, True), ("giant", 1, False), ("giant", 2, True), ("hive", 2, False)],
)
def test_how_wide_a_passage_has_to_be(word, width, is_through):
    """DN-B16: three hexes slide through a passage of two, and seven do not."""
    assert crosses(word, width) is is_through


GATE = '''
quest gate "The Gate" {{
  system moor
  watch reeve
  board {{
    draw """
    s . . . . . . .
     . . . . . . . .
    . . . . . . . .
     . . . . . . . .
    """
    s: start
  }}
  ruin west at A1..D4 "The West"
  ruin east at E1..H4 "The East"
  {gates}
  giant one at B3 facing west
  victory wardens when reeve in east
}}
'''
BORDER = ["D1|E1", "E1|D2", "D2|E2", "D2|E3", "D3|E3", "E3|D4", "D4|E4"]


def gates_of(edges):
    walls = [one for one in BORDER if one not in edges]
    text = GATE.format(gates=f"wicket door at {', '.join(edges)}\n  wall at {', '.join(walls)}")
    (one,) = results(text).quests
    quest, move = one.quest, "stride"
    thing = quest.thing("one")
    return passable_gates(thing, quest, large_positions(thing, quest, move), move)


def test_a_base_slides_through_a_gate_that_is_wide_enough():
    """DN-B16: a base of three hexes takes more than one side of a hex to get through."""
    assert gates_of(["D2|E2"]) == ()
    assert gates_of(["D2|E2", "D2|E3", "D3|E3"]) == ("door",)


def test_a_base_that_walks_out_of_its_area_needs_no_gate():
    """DN-B16: a gate that is too narrow keeps nobody who has another way."""
    gate = "wicket door at D2|E2"
    shut = [one for one in BORDER if one != "D2|E2"]
    told = {}
    for walls in (shut, [one for one in shut if one not in BORDER[3:]]):
        text = GATE.replace("ruin", "heath").format(gates=f"{gate}\n  wall at {', '.join(walls)}")
        codes = {finding.code.name for finding in results(text).findings}
        told[len(walls)] = "large-figure-confined" in codes
    assert told == {6: True, 2: False}


def test_a_base_with_no_room_is_told():
    text = moor("hive one at C3 facing west\n  wall at " + ", ".join(walls_around("C3")))
    (found,) = (
        finding
        for finding in results(text).findings
        if finding.code.name == "large-figure-confined"
    )
    assert found.label.text == "no room to move"


def walls_around(name):
    quest = compiled(moor(f"hive one at {name} facing west")).quest
    board = quest.board
    own = quest.thing("one").cells
    for cell in own:
        for other in board.beside(cell):
            if other not in own:
                low, high = min(cell, other), max(cell, other)
                yield f"{board.name(low)}|{board.name(high)}"


def test_a_base_that_is_free_is_not_confined():
    quest = compiled(moor("hive one at C3 facing west")).quest
    assert not is_confined(quest.thing("one"), quest, "stride")


@pytest.mark.parametrize(("place", "is_fine"), [("C3", True), ("A3", False), ("A1..B2", False)])
def test_who_comes_has_room_for_a_whole_base(place, is_fine):
    body = f"item rope at B1\n  event when rope taken {{ spawn hive at {place} facing west }}"
    found = [finding.code.name for finding in results(moor(body)).findings]
    assert ("no-room-to-come" in found) is not is_fine


# -- how it is shown -------------------------------------------------------------------------

SHOWN = moor("giant ogg at C2 facing south-east\n  hive at F3 facing west\n  punt at B5")


def test_documents_have_all_of_a_base_and_the_engine_reads_them():
    one = compiled(SHOWN)
    document = quest_document(publication(one))
    things = {thing["id"]: thing for thing in document["things"]}
    assert things["ogg"]["cells"] == ["C2", "D3", "C3"]
    kinds = {kind["word"]: kind for kind in document["kinds"]}
    assert kinds["giant"]["base"]["beside"] == ["south-east", "south-west"]
    assert kinds["reeve"]["base"] is None
    assert replay_document(dump(document)) == ""
    again = read_edition(dump(document), lambda _: one.system)
    assert again.quest.thing("ogg").cells == one.quest.thing("ogg").cells


def test_the_outline_draws_all_of_a_base():
    text = outline(publication(compiled(SHOWN)))
    assert "  2  . . g .\n" not in text
    assert "  3 . . g g . h h" in text.replace("  3 . . g g h h h", "  3 . . g g . h h")
    assert "Ogg (ogg), Giant at C2–C3, D3, facing south-east" in text


def test_a_base_is_one_piece_of_the_map():
    one = compiled(SHOWN)
    desk = Desk(one.quest, one.system)
    pieces = Pieces(desk, figures_of(desk))
    view = map_of(pieces)
    sizes = {figure.name: len(covered(figure)) for figure in view.figures}
    assert sizes == {"Ogg (Giant)": 3, "Walking hive": 7}
    (punt,) = (thing for thing in view.things if thing.name == "Punt")
    assert len(covered(punt)) == 2
    notes = {entry.name: entry.note for entry in legend(pieces, view)}
    assert notes["Ogg (Giant)"] == "3 hexes"
    drawn = map_svg(view, palette_of(Theme())).svg
    alone = map_svg(
        map_of(Pieces(Desk(compiled(moor("wisp at C2 facing west")).quest, one.system), ())),
        palette_of(Theme()),
    ).svg
    # The curves of its rounded edge.
    assert drawn.count("Q") > alone.count("Q")


# -- packs -----------------------------------------------------------------------------------


def packed(tmp_path, old, new, file="game.yaml"):
    folder = tmp_path / "moor"
    shutil.copytree(PACKS / "moor", folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return [finding.message for finding in load_system(folder).findings]


WRONG_PACKS = [
    ("facing: east, beside: [west]", "facing: north, beside: [west]", "game.yaml",
     "there is no direction of a hex `north`"),
    ("facing: east, beside: [west]", "facing: east, beside: [wset]", "game.yaml",
     "there is no direction of a hex `wset`"),
    ("base: wedge", "base: wegde", "words.yaml", "there is no base `wegde`"),
    ("{value: limp, title: lamed}", "{value: lamp, title: lamed}", "game.yaml",
     "there is no value of a figure `lamp`"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "file", "message"), WRONG_PACKS)
def test_a_pack_that_names_what_is_not_there(tmp_path, old, new, file, message):
    assert packed(tmp_path, old, new, file) == [message]


def test_bases_are_of_hexes(tmp_path):
    found = packed(tmp_path, "drawing: hexes", "drawing: open-squares")
    assert "`bases` are made of hexes" in found
