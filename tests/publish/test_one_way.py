"""Gates that one goes through from one side: in the document, in words, and on the board."""

from __future__ import annotations

import json

import pytest

from oracle.replays import played, published, steps
from questwright.compiler.analysis.reveal import RevealKind, reveal_order
from questwright.compiler.geometry.route import floor_of, shortest_path
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish import graph
from questwright.compiler.publish.book.book import compose_book
from questwright.compiler.publish.book.desk.ways import AreaSteps
from questwright.compiler.publish.outline.write import outline
from questwright.engine.deeds import Step, StepKind
from questwright.engine.load import load_quest
from questwright.engine.movement import Floor
from questwright.engine.reading import UnreadableDocument
from questwright.engine.replay import replay
from support.one_text import compiled

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


def floor_and_open(quest):
    opened = frozenset(["d"])
    return Floor(quest.board), opened


def walk(who, *path):
    return Step(StepKind.WALK, who=who, path=path)


def does(who, kind, target):
    return Step(StepKind(kind), target, who=who)


# -- one step ----------------------------------------------------------------------------------


def test_one_steps_through_from_the_side_that_is_named():
    floor, opened = floor_and_open(halls())
    assert floor.is_open("C1", "D1", opened)
    assert not floor.is_open("D1", "C1", opened)
    assert "D1" in floor.steps("C1", frozenset(), opened)
    assert "C1" not in floor.steps("D1", frozenset(), opened)


def test_a_shut_gate_lets_nobody_through():
    floor, _ = floor_and_open(halls())
    assert not floor.is_open("C1", "D1", frozenset())


@pytest.mark.parametrize("first", ["C1", "D1"])
def test_nobody_reaches_through(first):
    floor, opened = floor_and_open(halls())
    other = {"C1": "D1", "D1": "C1"}[first]
    assert other not in floor.beside(first, opened)
    plain, _ = floor_and_open(halls(""))
    assert other in plain.beside(first, opened)


def test_nobody_cuts_a_corner_over_its_edge():
    """Where a gate is as wide as the wall, one may cross it slantwise; not with one way."""
    wide = DRAWING.replace(".|.", ".D.")
    for side, is_there in (("", True), ("from a", False)):
        quest = played(wide, LEGEND.format(side), BODY.format("F2", "b"))
        floor, opened = floor_and_open(quest)
        assert ("D2" in floor.steps("C1", frozenset(), opened)) is is_there
        assert ("C2" in floor.steps("D1", frozenset(), opened)) is is_there
        assert ("D2" in floor.beside("C1", opened)) is is_there


# -- lines ---------------------------------------------------------------------------------------


ONWARD = "begin B1; walk C1; open d; walk D1 E1 F2; pick-up key"


def test_a_line_that_goes_onward_is_accepted():
    assert replay(halls(), steps(ONWARD)).won


def test_a_line_that_comes_back_is_refused():
    back = halls(goal="a")
    done = replay(back, steps(ONWARD))
    assert (done.accepted, done.won, done.stuck) == (True, False, True)
    done = replay(back, steps(f"{ONWARD}; walk E1 D1 C1"))
    assert (done.accepted, done.refused_at) == (False, 5)
    assert "nobody can step from D1 to C1" in done.reason
    assert replay(halls("", goal="a"), steps(f"{ONWARD}; walk E1 D1 C1")).won


def test_who_stands_on_the_wrong_side_opens_it_and_stays():
    done = replay(halls("from b"), steps(ONWARD))
    assert done.refused_at == 3
    assert "nobody can step from C1 to D1" in done.reason


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
    key, other = {"orlaf": ("D1", "danor"), "danor": ("C1", "orlaf")}[giver]
    quest = halls(key=key, heroes="orlaf, danor")
    line = [
        Step(StepKind.BEGIN, who="orlaf", path=("B1",)),
        Step(StepKind.BEGIN, who="danor", path=("A2",)),
        walk("orlaf", "C1"),
        does("orlaf", "open", "d"),
        walk("orlaf", "D1"),
        walk("danor", "B1"),
        walk("danor", "C1"),
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
    with pytest.raises(UnreadableDocument, match="is not one of its two areas"):
        load_quest(json.dumps(data).encode())


# -- in words, and on the map ----------------------------------------------------------------------

CHAIN = """quest chain {{
  system dungeon-saga-origins
  heroes orlaf
  marauder zombie
  board {{
    draw \"\"\"
    +-+-+-+-+-+-+
    |s .|. .|. .|
    + + + + + + +
    |. .D. .E. .|
    +-+-+-+-+-+-+
    \"\"\"
    s: start
    D: door first "First" {first}
    E: secret second "Second" {second}
  }}
  room a at A1..B2 "Hall A"
  room b at C1..D2 "Hall B"
  room c at E1..F2 "Hall C"
  victory heroes when all heroes in b
}}
"""


@pytest.fixture(scope="module")
def chain():
    """One goes from A into B, and into C from nowhere: only out of it."""
    one = compiled(CHAIN.format(first="from a", second="from c"))
    return Publication(one.quest, one.system, one.proof.verdict(), {}, ())


def test_the_outline_says_from_where_one_goes_through(chain):
    ways = [line for line in outline(chain).splitlines() if "; one goes through only from" in line]
    assert [line.rpartition(" ")[2] for line in ways] == ["A", "C"]


def test_an_area_to_which_nobody_goes_is_seen_last(chain):
    first, second, last = reveal_order(chain.quest)
    assert [first.area, second.area, last.area] == [0, 1, 2]
    assert (second.how, second.behind, last.how) == (RevealKind.GATE, (0,), RevealKind.GATE)
    ways = AreaSteps(chain.quest)
    assert [way.source for way in ways.into(1)] == [0]
    assert ways.into(2) == ()


def test_the_book_tells_it_on_both_sides(chain):
    chapter = compose_book([chain]).chapters[0]
    notes = [
        "".join(run.text for run in row.note)
        for area in chapter.areas
        for row in area.contents
        if row.name in ("First", "Second")
    ]
    assert [note.partition(";")[0] for note in notes] == [
        "nobody comes back through it",
        "nobody goes through from here",
        "nobody goes through from here",
        "nobody comes back through it",
    ]


def test_the_map_has_an_arrow_and_the_legend_says_so(chain):
    chapter = compose_book([chain]).chapters[0]
    assert [opening.way for opening in chapter.maps[0].openings] == [1, -1]
    notes = {entry.name: entry.note for entry in chapter.legend if "one way" in entry.name}
    assert notes == {
        "Door, one way": "along the arrow",
        "Secret Passageway, one way": "hidden, along the arrow",
    }


def test_the_graph_has_arrows(chain):
    edges = graph.area_graph(chain).edges
    assert edges["a", "b", "first"]["from"] == "a"
    assert edges["b", "c", "second"]["from"] == "c"
    assert '"a" -- "b" [label="First" style="solid" dir="forward"];' in graph.dot(chain)
    assert '"c" -- "b" [label="Second" style="dashed" dir="forward"];' in graph.dot(chain)
    assert 'area1 -->|"First"| area2' in graph.mermaid(chain)
    assert 'area3 -.->|"Second"| area2' in graph.mermaid(chain)


def test_a_route_goes_onward_and_never_back(chain):
    board = chain.quest.board
    floor = floor_of(board, 0, frozenset([0, 1]), {})
    a, b, c = (area.cells for area in board.areas)
    start = next(each_cell(a))
    assert [board.name(cell) for cell in shortest_path(floor, start, b)][-2:] == ["B2", "C2"]
    assert shortest_path(floor, start, c) == ()
    assert shortest_path(floor, next(each_cell(b)), a) == ()
    assert shortest_path(floor_of(board, 0, frozenset(), {}), start, b) == ()
