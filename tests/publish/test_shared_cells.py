"""Several things in one cell of the map: each has a room of its own in it."""

from __future__ import annotations

from itertools import combinations

import pytest

from questwright.compiler.publish.book.desk.desk import Desk
from questwright.compiler.publish.book.map.pieces import Pieces
from questwright.compiler.publish.book.svg.bases import room_of, shared_rooms
from questwright.compiler.publish.book.svg.squares import grid_of
from questwright.compiler.publish.book.view.map import GridShape, MapCell, ThingView
from support.one_text import compiled

GRID = grid_of(GridShape.SQUARE)


@pytest.mark.parametrize("many", range(2, 11))
def test_no_room_overlaps_another_and_all_lie_in_the_cell(many):
    things = [ThingView("token", f"{n}", MapCell(2, 3), 1, 1, code=f"T{n}") for n in range(many)]
    rooms = shared_rooms(things, GRID)
    cell = room_of(things[0], GRID)
    assert len(rooms) == many
    for first, second in combinations(rooms.values(), 2):
        assert first.overlap(second) <= 0
    for room in rooms.values():
        assert cell.left <= room.left < room.right <= cell.right + 1e-9
        assert cell.top <= room.top + 1e-9
        assert room.bottom <= cell.bottom + 1e-9


def test_who_is_alone_has_the_whole_cell():
    things = [ThingView("token", f"{n}", MapCell(n, 3), 1, 1, code="T") for n in range(3)]
    assert shared_rooms(things, GRID) == {}


BARRED = '''
quest the-bars "The Bars" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw """
    +-+-+-+-+
    |s .D. .|
    + + + + +
    |. .L. .|
    +-+-+-+-+
    """
    s: start
    D: door bars "The Bars" barred
    L: door way "The Way" locked by iron-key
  }
  room yard at A1..B2 "The Yard"
  room cell at C1..D2 "The Cell"
  item iron-key "The Iron Key" at A2
  victory heroes when cell revealed
}
'''


def test_a_gate_that_only_an_event_opens_has_no_keyhole():
    quest = compiled(BARRED)
    pieces = Pieces(Desk(quest.quest, quest.system), ())
    signs = {gate.id: pieces.gate(gate) for gate in quest.quest.board.gates}
    assert (signs["bars"].symbol, signs["bars"].name) == ("door-barred", "Door, barred")
    assert (signs["way"].symbol, signs["way"].name) == ("door-locked", "Door, locked")


def test_codes_leave_the_article_out():
    quest = compiled(BARRED)
    assert Pieces(Desk(quest.quest, quest.system), ()).codes["iron-key"] == "IK"
