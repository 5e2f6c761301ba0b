"""What in a new edition of a quest is what in the old one, wherever it stands and goes."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from oracle.random_quests import random_quest
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.compare import compare
from questwright.compiler.publish.diff.ground import align_boards
from support.editions import edition
from support.more import amount
from support.wide_hall import hall


def told(old, new):
    consequences = (Subject.VERDICT, Subject.NEED)
    return [
        change.text for change in compare(old, new).changes if change.subject not in consequences
    ]


def test_one_more_of_many_is_one_more():
    rows = ["s.......", "........", "...z.z..", "....z...", ".......z"]
    more = ["sz......", *rows[1:]]
    assert told(hall(rows), hall(more)) == [
        "A Zombie is new, at B1 in the Hall, facing west",
        "5 Zombies now, 4 before",
    ]
    assert told(hall(more), hall(rows)) == [
        "The Zombie at B1 in the Hall is gone",
        "4 Zombies now, 5 before",
    ]


def test_the_nearest_has_moved():
    old = ["s.......", "z......z", "........"]
    new = ["s.......", ".......z", "z......."]
    assert told(hall(old), hall(new)) == ["The Zombie moved from A2 to A3"]
    # Two at once, and none of them to the place of the other.
    old = ["s..z....", "........", "z......z"]
    new = ["s...z...", ".z......", ".......z"]
    assert told(hall(old), hall(new)) == [
        "The Zombie moved from D1 to E1",
        "The Zombie moved from A3 to B2",
    ]


def test_who_has_a_number_is_known_by_the_place():
    legend = "g: zombie guard facing east"
    old = ["s.......", "..g....g", "..z....."]
    new = ["sg......", "..g....g", "..z....."]
    more = "event when all guard defeated {\n    set calm\n  }\n"
    assert told(hall(old, legend, more), hall(new, legend, more)) == [
        "Guard 1, a Zombie, is new, at B1 in the Hall, facing east",
        "4 Zombies now, 3 before",
    ]


def test_all_of_a_kind_are_all_however_many_there_are():
    event = "event when any zombie defeated {\n    set alarm\n  }\n"
    old = hall(["s....", "..z.."], more=event)
    new = hall(["s...z", "..z.."], more=event)
    assert told(old, new) == [
        "A Zombie is new, at E1 in the Hall, facing west",
        "2 Zombies now, 1 before",
    ]


def test_who_was_given_a_name_is_who_stood_there():
    named = "m: zombie mole facing west"
    assert told(hall(["s..z", "..z."]), hall(["s..z", "..m."], named)) == [
        "The Mole goes by the name `mole` now, not by `zombie-2`"
    ]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["..s...", "....z.", "....c."], "2 columns on the left"),
        (["s...", "..z.", "..c.", "...."], "1 row at the bottom"),
        (["....", "s...", "..z.", "..c."], "1 row at the top"),
        (
            [".....", ".....", ".s...", "...z.", "...c."],
            "1 column on the left and 2 rows at the top",
        ),
    ],
)
def test_a_board_that_grew_moves_nothing(rows, said):
    chest = "c: chest coffer"
    old, new = hall(["s...", "..z.", "..c."], chest), hall(rows, chest)
    diff = compare(old, new)
    assert [(change.subject, change.sort) for change in diff.changes] == [
        (Subject.BOARD, Edit.RESIZED),
        (Subject.AREA, Edit.RESIZED),
    ]
    first = diff.changes[0].text
    new_names = "" if "bottom" in said else "; squares go by their new names here"
    assert first == f"The board grew by {said}{new_names}"
    assert told(new, old)[0] == f"{first.replace('grew by', 'lost')}"


def test_squares_go_by_their_new_names():
    chest = "c: chest coffer"
    event = "event when any hero enters at {} {{\n    spawn ghost at {}\n  }}\n"
    old = hall(["s....", "..z..", "..c.."], chest, event.format("A3", "B3"))
    same = hall(["..s....", "....z..", "....c.."], chest, event.format("C3", "D3"))
    assert len(compare(old, same).changes) == 2
    # Who forgets to write the new names means other squares.
    other = hall(["..s....", "....z..", "....c.."], chest, event.format("A3", "B3"))
    (change,) = [
        change for change in compare(old, other).changes if change.subject is Subject.EVENT
    ][:1]
    assert change.text == "The event when any Hero is on C3 is gone"
    # What stood where the new board has nothing goes by its old name.
    lost = compare(same, hall(["s....", "..z..", "..c.."], chest))
    assert "of the old board" in next(o.text for o in lost.changes if o.subject is Subject.AREA)


# -- any two quests ---------------------------------------------------------------------------


@pytest.mark.slow
def test_whatever_two_quests_have_is_told_both_ways():
    compared = 0
    for seed in range(0, amount(30, 100), 2):
        one, other = (edition(random_quest(random.Random(seed + n))) for n in (0, 1))
        down, right = align_boards(one.quest, other.quest).shift
        if align_boards(other.quest, one.quest).shift != (-down, -right):
            continue  # two places are as good for the old board: either may be taken
        compared += 1
        there, back = compare(one, other), compare(other, one)
        added, removed = (
            Counter((change.subject, change.id) for change in diff.changes if change.sort is sort)
            for diff, sort in ((there, Edit.ADDED), (back, Edit.REMOVED))
        )
        assert added == removed, seed
        assert bool(there.changes) == bool(back.changes), seed
        assert bool(there.map) == bool(back.map), seed
        for diff in (there, back):
            for change in diff.changes:
                assert change.text[:1] == change.text[:1].upper(), seed
                assert not change.text.endswith("."), seed
    assert compared >= amount(12, 40)
