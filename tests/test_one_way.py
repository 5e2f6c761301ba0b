"""Gates that one goes through from one side: in the document, in words, and on the board."""

from __future__ import annotations

import json

import pytest
from replays import played, published, steps

from engine.deeds import Step, StepKind
from engine.document import load_quest
from engine.movement import Floor
from engine.reading import UnreadableDocument
from engine.replay import replay

DRAWING = """
    +-+-+-+-+-+-+
    |s s .D. . .|
    + + + + + + +
    |s s .|. . .|
    +-+-+-+-+-+-+
"""
LEGEND = "D: door d {}"
BODY = """room a at A1..C2
  room b at D1..F2
  item key at {}
  victory heroes when key taken and all heroes in {}
"""


def halls(side="from a", key="F2", goal="b", heroes="orlaf"):
    return played(DRAWING, LEGEND.format(side), BODY.format(key, goal), heroes)


def floor_of(quest):
    opened = frozenset(["d"])
    return Floor(quest.board), opened


def walk(who, *path):
    return Step(StepKind.WALK, who=who, path=path)


def does(who, kind, target):
    return Step(StepKind(kind), target, who=who)


# -- one step ----------------------------------------------------------------------------------


def test_one_steps_through_from_the_side_that_is_named():
    floor, opened = floor_of(halls())
    assert floor.is_open("C1", "D1", opened)
    assert not floor.is_open("D1", "C1", opened)
    assert "D1" in floor.steps("C1", frozenset(), opened)
    assert "C1" not in floor.steps("D1", frozenset(), opened)


def test_a_shut_gate_lets_nobody_through():
    floor, _ = floor_of(halls())
    assert not floor.is_open("C1", "D1", frozenset())


@pytest.mark.parametrize("first", ["C1", "D1"])
def test_nobody_reaches_through(first):
    floor, opened = floor_of(halls())
    other = {"C1": "D1", "D1": "C1"}[first]
    assert other not in floor.beside(first, opened)
    plain, _ = floor_of(halls(""))
    assert other in plain.beside(first, opened)


def test_nobody_cuts_a_corner_over_its_edge():
    """Where a gate is as wide as the wall, one may cross it slantwise; not with one way."""
    wide = DRAWING.replace(".|.", ".D.")
    for side, is_there in (("", True), ("from a", False)):
        quest = played(wide, LEGEND.format(side), BODY.format("F2", "b"))
        floor, opened = floor_of(quest)
        assert ("D2" in floor.steps("C1", frozenset(), opened)) is is_there
        assert ("C2" in floor.steps("D1", frozenset(), opened)) is is_there
        assert ("D2" in floor.beside("C1", opened)) is is_there


# -- lines ---------------------------------------------------------------------------------------


def test_a_line_that_goes_onward_is_accepted():
    assert replay(halls(), steps("open d; pick-up key")).won


def test_a_line_that_comes_back_is_refused():
    back = halls(goal="a")
    done = replay(back, steps("open d; pick-up key"))
    assert (done.accepted, done.won, done.stuck) == (True, False, True)
    done = replay(back, steps("open d; pick-up key; enter a"))
    assert (done.accepted, done.refused_at) == (False, 2)
    assert "the party cannot come to A" in done.reason
    assert replay(halls("", goal="a"), steps("open d; pick-up key; enter a")).won


def test_who_stands_on_the_wrong_side_opens_it_and_stays():
    done = replay(halls("from b"), steps("open d; pick-up key"))
    assert done.refused_at == 1
    assert "the party cannot come to where that is done" in done.reason


def test_a_walk_goes_through_and_not_back():
    quest = halls(heroes="orlaf, danor")
    begin = [Step(StepKind.BEGIN, who="orlaf", path=("B1",))]
    begin += [Step(StepKind.BEGIN, who="danor", path=("B2",))]
    onward = [*begin, walk("orlaf", "C1"), does("orlaf", "open", "d"), walk("orlaf", "D1")]
    assert replay(quest, onward).accepted
    done = replay(quest, [*onward, walk("orlaf", "C1")])
    assert (done.accepted, done.refused_at) == (False, 5)
    assert "nobody can step from D1 to C1" in done.reason


@pytest.mark.parametrize("giver", ["orlaf", "danor"])
def test_things_are_handed_through_in_both_directions(giver):
    """Orlaf has gone through, and Danor has stayed: he could come, though Orlaf cannot go back."""
    key, other = {"orlaf": ("D1", "danor"), "danor": ("A2", "orlaf")}[giver]
    quest = halls(key=key, heroes="orlaf, danor")
    line = [
        Step(StepKind.BEGIN, who="orlaf", path=("B1",)),
        Step(StepKind.BEGIN, who="danor", path=("A2",)),
        walk("orlaf", "C1"),
        does("orlaf", "open", "d"),
        walk("orlaf", "D1"),
        does(giver, "pick-up", "key"),
        Step(StepKind.HAND, "key", who=giver, to=other),
    ]
    done = replay(quest, line)
    assert done.accepted, done.reason


# -- documents -------------------------------------------------------------------------------------


def document(side="from a"):
    text = f'''quest halls {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {{
    draw """{DRAWING}    """
    s: start
    {LEGEND.format(side)}
  }}
  {BODY.format("F2", "b")}
}}
'''
    return json.loads(published(text)[1])


def test_a_document_says_from_which_area_one_goes_through():
    assert document()["gates"][0]["from"] == "a"
    assert document("")["gates"][0]["from"] is None


def test_an_area_on_neither_side_is_refused():
    data = document()
    data["gates"][0]["from"] = "c"
    with pytest.raises(UnreadableDocument, match="is none of its two areas"):
        load_quest(json.dumps(data).encode())
