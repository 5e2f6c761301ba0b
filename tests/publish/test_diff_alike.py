"""What is said to have changed where items are alike: their number, and never which is which."""

from __future__ import annotations

import pytest

from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.compare import compare
from support.editions import changed, edition

LOCKSMITH = '''
quest locksmith "The Locksmith" {
  system dungeon-saga-origins
  heroes orlaf, madriga
  marauder zombie

  board {
    draw """
    +-+-+-+-+-+-+
    |s . .D. . .|
    + + + + + + +
    |s . .|. . c|
    +-+-+-+-+-+-+
    """
    s: start
    D: door shop-door "The Shop Door" locked by small-key spent
    c: chest till "The Till" holds small-key
  }
  room lane at A1..C2 "The Lane"
  room shop at D1..F2 "The Shop"

  item 4 small-key "Small Key" at B1, C2
  event when 2 small-key taken {
    give small-key
  }
  event counted when all small-key taken {
    note "No more of them."
  }
  victory heroes when any hero in shop
}
'''
PIECES = 'item 4 small-key "Small Key" at B1, C2'
OTHERWISE = {Edit.LINE, Edit.ROUNDS}


def told(old, new):
    """The subjects, sorts and sentences of what has changed, but for the line's length."""
    changes = compare(edition(old), edition(new)).changes
    return [
        (change.subject, change.sort, change.text)
        for change in changes
        if change.sort not in OTHERWISE
    ]


@pytest.mark.parametrize(
    "other",
    [
        changed(LOCKSMITH, (PIECES, 'item 4 small-key "Small Key" at C2, B1')),
        changed(LOCKSMITH, (" holds small-key", ""), (PIECES, f"{PIECES} in till")),
    ],
)
def test_which_piece_lies_where_makes_no_difference(other):
    assert told(LOCKSMITH, other) == told(other, LOCKSMITH) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            [(PIECES, 'item 5 small-key "Small Key" at A2, B1, C2')],
            [
                (Edit.ADDED, "A Small Key is new, at A2"),
                (Edit.COUNT, "5 items “Small Key” now, 4 before"),
            ],
        ),
        (
            [(PIECES, 'item 3 small-key "Small Key" at C2')],
            [
                (Edit.REMOVED, "A Small Key is gone; it was at B1"),
                (Edit.COUNT, "3 items “Small Key” now, 4 before"),
            ],
        ),
        (
            [(PIECES, 'item 4 small-key "Small Key" at C1, C2')],
            [(Edit.MOVED, "A Small Key is at C1 now; it was at B1")],
        ),
        (
            [('"Small Key"', '"Little Key"')],
            [(Edit.RENAMED, "The items “Small Key” are called “Little Key” now")],
        ),
    ],
    ids=["more", "fewer", "moved", "called"],
)
def test_a_change_of_pieces_is_told_in_words(changes, said):
    found = told(LOCKSMITH, changed(LOCKSMITH, *changes))
    assert found == [(Subject.ITEM, *change) for change in said]


def test_another_name_is_told_once():
    found = told(LOCKSMITH, LOCKSMITH.replace("small-key", "old-key"))
    text = "The items “Small Key” go by the name `old-key` now, not by `small-key`"
    assert found == [(Subject.ITEM, Edit.RENAMED, text)]


def test_how_many_are_asked_for_and_given_is_told_at_the_event():
    more = changed(
        LOCKSMITH,
        ("when 2 small-key taken", "when 1 small-key taken"),
        ("give small-key", "give 2 small-key"),
        (PIECES, 'item 5 small-key "Small Key" at B1, C2'),
    )
    found = told(LOCKSMITH, more)
    assert {subject for subject, _, _ in found} == {Subject.ITEM, Subject.EVENT}
    texts = [text for _, _, text in found]
    assert "5 items “Small Key” now, 4 before" in texts
    assert any("the event" in text.lower() and "Small Key" in text for text in texts)


def test_one_that_becomes_several_keeps_its_name_and_its_lock():
    single = changed(
        LOCKSMITH,
        (" holds small-key", ""),
        (PIECES, 'item small-key "Small Key" at B1'),
        ("when 2 small-key taken", "when small-key taken"),
        ("    give small-key\n", '    note "That was all."\n'),
        ("when all small-key taken", "when any hero in lane"),
    )
    several = changed(
        single,
        ('item small-key "Small Key" at B1', 'item 2 small-key "Small Key" at B1, C2'),
        ("when small-key taken", "when any small-key taken"),
    )
    found = [part for part in told(single, several) if part[0] is not Subject.EVENT]
    assert found == [
        (Subject.ITEM, Edit.ADDED, "A Small Key is new, at C2"),
        (Subject.ITEM, Edit.COUNT, "2 items “Small Key” now, 1 before"),
    ]
