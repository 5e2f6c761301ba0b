"""Heights of documents: what levels and barriers close, and where members jump or climb."""

from __future__ import annotations

import pytest

from questwright.engine.heights import read_heights
from questwright.engine.lattice import Lattice
from questwright.engine.reading import Node, UnreadableDocument
from questwright.engine.squares import Square

CELLS = {
    name: Square(name, row, column, "moor")
    for row in (1, 2)
    for column, name in enumerate((f"{letter}{row}" for letter in "ABC"), 1)
}
"""Three squares in a row, and three below them."""


def level(height, *cells):
    return {"height": height, "cells": cells}


def barrier(*edges, sees=True, cost=None):
    return {"sees": sees, "jump_cost": cost, "edges": [edge.split("|") for edge in edges]}


def terrain(word, *cells, joins=False, apart=(), climbed_by=()):
    return {
        "word": word,
        "joins_levels": joins,
        "climbed_by": climbed_by,
        "apart_from": apart,
        "cells": cells,
    }


def edge(node):
    first, second = (cell.text() for cell in node.items())
    return first, second


def heights(walled=(), lattice=Lattice.SQUARES, **parts):
    keys = ("levels", "barriers", "jumps", "terrain")
    board = {key: listed(parts.get(key, ())) for key in keys}
    nodes = {key: Node(value, f"board.{key}") for key, value in board.items()}
    return read_heights(nodes, CELLS, lattice, edge, {tuple(own.split("|")) for own in walled})


def listed(value):
    """The same value as JSON has it."""
    if isinstance(value, dict):
        return {key: listed(own) for key, own in value.items()}
    return [*map(listed, value)] if isinstance(value, list | tuple) else value


def sides(found):
    return {"|".join(side) for side in found}


def falls(found):
    return {"|".join(side): cost for side, cost in found.falls.items()}


def test_a_barrier_closes_its_edges_and_may_hide_what_is_behind_it():
    both = [barrier("A1|B1", "B1|C1", sees=False, cost=2), barrier("A2|B2")]
    for levels in ([], [level(0, "C2")]):
        found = heights(barriers=both, levels=levels)
        assert sides(found.closed) == {"A1|B1", "B1|C1", "A2|B2"}
        assert sides(found.unseen) == {"A1|B1", "B1|C1"}
        assert (found.falls, found.climbs) == ({}, {})


def test_those_jump_of_whom_a_document_says_so():
    jumps = [{"members": ["eeler"]}, {"members": ["reeve", "cat"]}]
    assert heights(jumps=jumps).jumpers == {"eeler", "reeve", "cat"}
    assert heights(jumps=jumps, levels=[level(1, "A1")]).jumpers == {"eeler", "reeve", "cat"}


def test_a_cliff_is_closed_and_jumped_down():
    found = heights(levels=[level(1, "B1", "C1"), level(-1, "C2")])
    assert sides(found.closed) == {"A1|B1", "B1|B2", "C1|C2", "B2|C2"}
    assert falls(found) == {"B1|A1": 0, "B1|B2": 0, "C1|C2": 0, "B2|C2": 0}
    # However the hexes lie beside each other.
    found = heights(levels=[level(1, "B1")], lattice=Lattice.HEXES)
    assert sides(found.closed) == {"A1|B1", "B1|C1", "B1|A2", "B1|B2"}


@pytest.mark.parametrize("joining", ["A1", "B1"])
def test_ground_on_either_side_joins_two_levels_and_no_more(joining):
    ramp = terrain("ramp", joining, joins=True)
    found = heights(levels=[level(1, "B1", "B2")], terrain=[ramp])
    assert "A1|B1" not in sides(found.closed)
    assert "B1|A1" not in falls(found)
    assert "A2|B2" in sides(found.closed)
    steep = heights(levels=[level(2, "B1", "B2")], terrain=[ramp])
    assert "A1|B1" in sides(steep.closed)
    assert falls(steep)["B1|A1"] == 0
    heather = heights(levels=[level(1, "B1")], terrain=[ramp | {"joins_levels": False}])
    assert "A1|B1" in sides(heather.closed)


def test_who_jumps_climbs_over_a_barrier_at_its_price_or_never():
    fence = [barrier("A1|B1", cost=2), barrier("B1|C1")]
    found = heights(levels=[level(1, "B1")], barriers=fence)
    assert falls(found) == {"B1|A1": 2, "B1|B2": 0}
    assert sides(found.closed) == {"A1|B1", "B1|C1", "B1|B2"}
    assert falls(heights(["B1|B2"], levels=[level(1, "B1")])) == {"B1|A1": 0, "B1|C1": 0}


@pytest.mark.parametrize("is_turned", [False, True])
def test_ground_is_kept_apart_but_for_those_who_climb(is_turned):
    here, there = ("A1", "B1") if is_turned else ("B1", "A1")
    water = terrain("water", here, apart=["bridge"], climbed_by=["eeler", "cat"])
    both = [water, terrain("bridge", there)]
    found = heights(terrain=both)
    assert sides(found.closed) == {"A1|B1"}
    assert found.climbs == {("A1", "B1"): {"eeler", "cat"}}
    assert found.falls == {}
    # One level up, and not two; and nobody jumps down there.
    high = heights(terrain=both, levels=[level(1, "B1")])
    assert high.climbs == found.climbs
    assert falls(high) == {"B1|C1": 0, "B1|B2": 0}
    assert heights(terrain=both, levels=[level(2, "B1")]).climbs == {}
    # Nor over what stands between.
    for more in ({"walled": ["A1|B1"]}, {"barriers": [barrier("A1|B1", cost=1)]}):
        kept = heights(terrain=both, **more)
        assert kept.climbs == {}
        assert sides(kept.closed) == {"A1|B1"}
    nobody = heights(terrain=[water | {"climbed_by": []}, both[1]])
    assert (nobody.climbs, sides(nobody.closed)) == ({}, {"A1|B1"})


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ([level(1, "Z9")], "`board.levels[0].cells[0]` is not a square of the floor"),
        ([level(1, "A1"), level(2, "A1")], "`board.levels[1].cells[0]` lies on two levels"),
        ([level("1", "A1")], "`board.levels[0].height` is not a whole number"),
    ],
)
def test_levels_that_cannot_be_are_refused(levels, words):
    with pytest.raises(UnreadableDocument) as caught:
        heights(levels=levels)
    assert words in str(caught.value)
