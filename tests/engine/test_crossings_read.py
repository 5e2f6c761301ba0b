"""Crossings of documents: what is refused, where they lead, who takes them, where a boat lies."""

from __future__ import annotations

import pytest

from questwright.engine.crossings import Vessel, read_casts, read_crossings
from questwright.engine.reading import Node, UnreadableDocument

CELLS = ("A1", "A2", "B1", "C1", "D1", "D2")
FERRY = {
    "id": "ferry",
    "title": "Ferry",
    "ends": [["A1", "A2"], ["D1"]],
    "rounds": 1,
    "cost": 0,
    "over": ["B1", "C1"],
    "only": [],
    "one_way": False,
    "vessel": True,
    "seats": 2,
    "open": True,
    "rowed": [[0, 1], [1, 0]],
}
CAST = {
    "spells": ["bridge"],
    "place": None,
    "caster": "mage",
    "points": 2,
    "stock": 5,
    "chance": None,
    "cells": ["A1"],
    "once": True,
}


def crossing(**changes):
    (found,) = read_crossings(Node([FERRY | changes]), CELLS).values()
    return found


def cast(**changes):
    (found,) = read_casts(Node([CAST | {"way": FERRY | changes}]), CELLS).values()
    return found


def test_a_crossing_is_read():
    found = crossing()
    assert (found.id, found.ends, found.length) == ("ferry", (("A1", "A2"), ("D1",)), 3)
    assert (found.rounds, found.cost, found.seats) == (1, 0, 2)
    assert (found.is_one_way, found.is_vessel, found.is_open, found.is_once) == (
        False, True, True, False,
    )  # fmt: skip
    assert crossing(seats=None).seats is None
    for over in ([], ["B1"], ["B1", "C1", "A2"]):
        assert crossing(over=over).length == len([*over, "the end"])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ends": [["A1"]], "rowed": []}, "are not two ends"),
        ({"ends": [["A1"], ["A1"]]}, "are not two ends"),
        ({"ends": [["A1"], ["Z9"]]}, "not a square of the floor"),
        ({"ends": [["A1"], []]}, "not a square of the floor"),
        ({"rowed": [[0, 1, 2], [1, 0]]}, "how many rounds"),
        ({"rowed": [[0], [1, 0]]}, "how many rounds"),
        ({"seats": 1}, "from 2"),
        ({"rounds": -1}, "from 0"),
        ({"cost": -1}, "from 0"),
        ({"vessel": 1}, "neither true nor false"),
    ],
)
def test_a_crossing_that_is_none_is_refused(changes, words):
    with pytest.raises(UnreadableDocument, match=words):
        crossing(**changes)


def test_two_crossings_of_one_id_are_refused():
    with pytest.raises(UnreadableDocument, match="another crossing"):
        read_crossings(Node([FERRY, FERRY]), CELLS)
    with pytest.raises(UnreadableDocument, match="another crossing"):
        read_casts(Node([CAST | {"way": FERRY}] * 2), CELLS)


def test_a_spell_makes_a_crossing_that_is_no_boat_of_the_board():
    found = cast()
    assert (found.cast.caster, found.cast.points, found.cast.stock) == ("mage", 2, 5)
    assert found.cast.cells == ("A1",)
    assert (found.is_once, found.is_rowed) == (True, False)
    assert crossing().is_rowed
    assert not crossing(vessel=False).is_rowed


def test_where_a_crossing_leads():
    way = crossing(ends=[["A1", "A2"], ["D1"], ["C1"]], rowed=[])
    assert [way.end_at(cell) for cell in ("A2", "D1", "C1", "B1")] == [0, 1, 2, -1]
    assert [*way.beyond("A1")] == ["D1", "C1"]
    assert [*way.beyond("D1")] == ["A1", "A2", "C1"]
    back = crossing(one_way=True)
    assert ([*back.beyond("A1")], [*back.beyond("D1")]) == (["D1"], [])
    assert [*way.beyond("B1")] == []


@pytest.mark.parametrize(
    ("changes", "member", "move", "takes"),
    [
        ({}, "mage", None, True),
        ({}, "mage", 0, True),  # it costs rounds and no move
        ({"only": ["troll"]}, "mage", None, False),
        ({"only": ["troll"]}, "troll", 1, True),
        ({"rounds": 0, "cost": 9}, "mage", 3, True),
        ({"rounds": 0, "cost": 10}, "mage", 3, False),
        ({"rounds": 0, "cost": 10}, "mage", None, True),
    ],
)
def test_who_takes_a_crossing(changes, member, move, takes):
    assert crossing(**changes).takes(member, move) is takes


def test_a_boat_lies_where_it_was_rowed_and_takes_as_many_as_it_seats():
    way = crossing(seats=2)
    first = Vessel().rowed(way, "A1", "D1")
    assert first == Vessel(1, 0, 1)
    second = first.rowed(way, "A2", "D1")
    assert second == Vessel(1, 0, 2)
    assert second.rowed(way, "A1", "D1") is None
    assert second.rowed(way, "D1", "A1") == Vessel(0, 1, 1)
    assert Vessel().rowed(way, "D1", "A1") is None
    # Whoever brought it back is aboard as well.
    assert Vessel(0, -1, 1).rowed(way, "A1", "D1") == Vessel(1, 0, 2)
    assert crossing(seats=None).ends[0] == ("A1", "A2")
    many = Vessel(1, 0, 9)
    assert many.rowed(crossing(seats=None), "A1", "D1") == Vessel(1, 0, 10)
