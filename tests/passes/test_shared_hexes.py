"""Hexes that two maps share: whose they are, and what both draw there."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.tiles import linking_cells
from support.laid import (
    board_of,
    names,
    quest,
    results,
    with_tile,
)


def test_linked_hexes_belong_to_both_and_are_floor_where_both_say():
    """DN-A14."""
    text = quest("tile ford\n    tile cliff\n    join ford:4 to cliff:2", "start at ford:C1")
    board = board_of(text)
    assert names(board, linking_cells(board)) == ["C1", "C3"]
    ford, cliff = board.tiles
    assert ford.cells & cliff.cells == linking_cells(board)
    assert not board.solid & linking_cells(board)


def test_what_one_map_draws_on_a_shared_hex_holds_for_both(tmp_path):
    """DN-A14: water of the one and floor of the other is water."""
    before = 'tile pond {\n  draw """\n  . . t\n   . .\n  . . #\n  """\n  t: tarn\n}'
    folder = with_tile(before, "pond", tmp_path)
    laid = quest("tile pond\n    tile cliff\n    join pond:2 to cliff:4", "start at pond:A1")
    (one,) = results(laid, folder).quests
    board = one.quest.board
    (patch,) = board.terrain
    assert names(board, patch.cells) == ["C1"]
    assert names(board, board.solid) == ["C3"]


def test_two_different_things_on_a_shared_hex_are_told():
    """DN-B3: each hex has one terrain."""
    text = quest("tile ford\n    tile cliff\n    join ford:2 to cliff:4", "start at ford:A1")
    (told,) = [finding for finding in results(text).findings if finding.code.id == "QW263"]
    assert told.message == "one tile draws `t` where the other draws `#`"


def test_ground_that_both_maps_state_on_a_shared_hex_is_one(tmp_path):
    pair = """
tile left {
  draw \"\"\"
  . . .
   . .
  . . .
  \"\"\"
  bog at C1..C3
}
tile right {
  draw \"\"\"
  . . .
   . .
  . . .
  \"\"\"
  bog at A1..A3
}
"""
    folder = with_tile(pair, "left", tmp_path)
    with (folder / "moor" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("  right: {title: Right, west: {join: hill-side}}\n")
    laid = quest("tile left\n    tile right\n    join left:2 to right:west", "start at left:A1")
    (one,) = results(laid, folder).quests
    board = one.quest.board
    assert sum(patch.cells for patch in board.terrain) == sum(
        1 << cell for cell in each_cell(board.floor) if board.name(cell) in ("C1", "C2", "C3")
    )
    assert not [finding for finding in results(laid, folder).findings if finding.code.id == "QW114"]
