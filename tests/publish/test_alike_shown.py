"""Items that are alike, as a book lists them."""

from __future__ import annotations

from support.chapters import chapter_of, text_of

ALIKE = '''quest alike "Alike" {
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {
    draw """
    +-+-+-+-+
    |s . . .|
    +-+-+-+-+
    """
    s: start
  }
  room only at A1..D1 "The Only Room"
  item 3 coin "Coin" at B1, C1, D1
  victory heroes when 2 coin taken
}
'''


def test_items_that_are_alike_share_a_row():
    chapter, _ = chapter_of(ALIKE)
    (row,) = [row for row in chapter.areas[0].contents if row.name == "Coin"]
    assert (row.count, row.where, text_of(row.note)) == (3, "B1–D1", "lie here")
