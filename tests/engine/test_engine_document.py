"""The engine's door: what comes through is whole, and what does not is told why."""

from __future__ import annotations

import ast
import contextlib
import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import Edge
from questwright.compiler.model.board import Area, Board, Gate
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.dsl.source import Span
from questwright.engine.document import Diagonal, Form
from questwright.engine.load import load_quest
from questwright.engine.movement import Floor
from questwright.engine.reading import UnreadableDocument
from support.documents import ACCEPTED, REFUSED, SCHEMA, drop, put
from support.more import amount
from support.paths import GOLDEN, ROOT
from support.published import bell, documents, publications, sample_quests

NOWHERE = Span("", 0, 0)
DATA = (GOLDEN / "quests" / "bell-and-bone.json").read_bytes()


@pytest.fixture
def document():
    return json.loads(DATA)


def refusal(document):
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(UnreadableDocument) as caught:
        load_quest(data)
    return str(caught.value)


# -- reading -----------------------------------------------------------------------------


def test_a_quest_is_read():
    quest = load_quest(DATA)
    assert (quest.id, quest.title) == ("bell-and-bone", "Bell & Bone")
    assert (quest.board.columns, quest.board.rows) == (10, 6)
    assert quest.board.diagonal is Diagonal.ONE_FLANK
    assert quest.board.cells["C2"][:] == ("C2", 2, 3, "gatehouse")
    assert quest.board.areas["gatehouse"].cells == ("A1", "B1", "C1", "A2", "B2", "C2")
    assert ("F1", "G1") in quest.board.walls
    door = quest.board.gates["iron-door"]
    assert (door.form, door.edges, door.areas) == (
        Form.DOOR,
        (("B2", "B3"),),
        ("gatehouse", "cellar"),
    )
    assert door.lock == ("bell-rope", True, (), 0)
    assert quest.board.gates["postern"].is_open
    assert quest.things["east-mirror"].link == "west-mirror"
    assert quest.things["gatekeeper"].specials == ("still",)
    assert quest.specials["still"] == ("still", (), (), True)
    assert quest.blocked == {"C4", "D4", "E4", "H2"}
    assert (quest.starts, quest.members) == (("A1", "B1"), ("ada", "bram"))
    assert quest.data["search"]["deck"] == "dust"


@pytest.mark.slow
@pytest.mark.parametrize("path", sample_quests(), ids=lambda path: path.stem)
def test_sample_quests_is_read(path):
    for publication, data in zip(publications(path), documents(path), strict=True):
        quest = load_quest(data)
        assert len(quest.things) == len(publication.quest.things)
        assert len(quest.board.gates) == len(publication.quest.board.gates)


def test_a_second_key_is_refused():
    twice = DATA.replace(b'"version": 1', b'"version": 1,\n "version": 1')
    assert refusal(twice) == "the key 'version' appears twice in one object"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"[1, 2", "not JSON"),
        (b"\xff{}", "byte 0 of this document is not UTF-8"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b'{"a": NaN}', "NaN is not a whole number"),
        (b'{"a": -Infinity}', "-Infinity is not a whole number"),
        (b'{"a": 1.5}', "1.5 is not a whole number"),
        (b'{"a": 1e400}', "1e400 is not a whole number"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too large a number"),
        (b'{"a": 123456789012345, "a": 0}', "the key 'a' appears twice"),
        (b'{"a": 1.2345678901234567890123}', "1.234567890123456789 is not a whole number"),
        (b'{"%b": 0, "%b": 0}' % (b"k" * 70, b"k" * 70), f"the key {'k' * 60!r} appears twice"),
        (b'{"a": 1234567890123456}', "1234567890123456… is too large a number"),
        (b'{"a": 123456789012345678901}', "12345678901234567890… is too large a number"),
        (b"[" * 100_000, "nested too deeply"),
        (b" " * 33_554_433, "more than 33,554,432 bytes"),
        (b"[]", "`this document` is not an object"),
        (b"null", "`this document` is not an object"),
        (b"{}", "has no version"),
        (b'{"version": 2}', "is version 2; this engine reads version 1"),
        (b'{"version": "1"}', "has no version"),
        (b'{"version": true}', "has no version"),
        (b'{"version": 1}', "`this document` has no `$schema`"),
    ],
)
def test_what_is_no_document_is_refused(data, words):
    assert words in refusal(data)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (drop("gates", 0, "open"), "`gates[0]` has no `open`"),
        (put("C4", "gates", 0, "edges", 0), "`gates[0].edges[0]` is not a list"),
        (put(["A1", "C1"], "gates", 0, "edges", 0), "do not lie side by side"),
        (
            put(["A1", "Z9"], "board", "walls", 0),
            "`board.walls[0][1]` is not a square of the floor",
        ),
        (put(["A1", "B1", "C1"], "board", "walls", 0), "does not name two squares"),
        (put(["gatehouse", "moon"], "gates", 0, "areas"), "does not name two areas"),
        (put("h" * 70, "gates", 0, "form"), f"`{'h' * 60}`, which this engine does not know"),
        (put("hole", "gates", 0, "form"), "`hole`, which this engine does not know"),
        (put("hexes", "board", "drawing"), "is not possible on hexes"),
        (put(0, "board", "cells", 0, "row"), "is not a whole number from 1"),
        (put(99, "board", "cells", 0, "row"), "lies outside the board"),
        (put(2, "board", "cells", 0, "column"), "appears twice"),
        (put("moon", "board", "cells", 0, "area"), "outside the board, or in no area"),
        (put("moon", "things", 0, "area"), "`things[0].area` is not an area of this document"),
        (put("moon", "things", 0, "link"), "is not a thing of this document"),
        (put(["moon"], "things", 0, "specials"), "is not a special of this document"),
        (put("yes", "things", 0, "blocks"), "is neither true nor false"),
        (put(3, "title"), "`title` is not a text"),
        (put({}, "things"), "`things` is not a list"),
        (put(["moon"], "party", "starts"), "is not a square of the floor"),
    ],
)
def test_what_is_spoiled_is_refused_in_a_sentence(document, spoil, words):
    spoil(document)
    assert words in refusal(document)


@pytest.mark.parametrize("name", [*REFUSED, *ACCEPTED])
def test_a_spoiled_document_is_read_or_refused_and_nothing_else(name, document):
    {**REFUSED, **ACCEPTED}[name](document)
    with contextlib.suppress(UnreadableDocument):
        load_quest(json.dumps(document).encode())


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_document_with_any_value_put_anywhere_is_read_or_refused(data):
    document = json.loads(DATA)
    holder, key = document, data.draw(st.sampled_from(sorted(document)))
    while isinstance(holder[key], dict | list) and holder[key] and data.draw(st.booleans()):
        holder = holder[key]
        keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
        key = data.draw(st.sampled_from(keys))
    holder[key] = data.draw(st.sampled_from([None, True, -1, 7, "x", [], {}, [[]], {"a": 1}]))
    with contextlib.suppress(UnreadableDocument):
        load_quest(json.dumps(document).encode())


def test_the_engine_reads_what_the_schema_says():
    tree = ast.parse((ROOT / "engine" / "load.py").read_text(encoding="utf-8"))
    seen = {
        frozenset(node.value.split())
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    definitions = SCHEMA["$defs"]
    assert frozenset(SCHEMA["properties"]) in seen
    for name in ("board", "square", "area", "gate", "lock", "thing", "party"):
        assert frozenset(definitions[name]["properties"]) in seen, name


def test_the_engine_imports_neither_language_nor_compiler():
    for path in (ROOT / "engine").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "import compiler" not in text
        assert "from compiler" not in text
        assert "from dsl" not in text


# -- movement ----------------------------------------------------------------------------


def floor_with(board, *, diagonal="one-flank"):
    """The engine's floor of a board, and the squares that things close on it."""
    quest, system = bell().quest, bell().system
    system = system._replace(grid=system.grid._replace(diagonal=Diagonal(diagonal)))
    changed = quest._replace(
        board=board, things=(), items=(), events=(), actions=(), victories=(), passages=()
    )
    document = quest_document(bell()._replace(quest=changed, system=system, verdict=None))
    return Floor(load_quest(dump(document)).board)


@st.composite
def boards(draw):
    """A board with holes, walls, gates of all forms, and squares that things close."""
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    bare = Board(columns, rows, 0, 0, (0, 0), (), (), ())
    floor = closed = 0
    for row in range(rows):
        for column in range(columns):
            here = draw(st.sampled_from(["floor", "floor", "floor", "hole", "closed"]))
            floor |= (here != "hole") << bare.cell(row, column)
            closed |= (here == "closed") << bare.cell(row, column)
    walls = {1: 0, bare.stride: 0}
    gates = []
    kinds = list(bell().system.gates.values())
    for step in walls:
        for cell in range((floor & floor >> step).bit_length()):
            if not (floor & floor >> step) >> cell & 1:
                continue
            what = draw(st.sampled_from(["", "", "", "wall", "gate", "gate"]))
            walls[step] |= (what == "wall") << cell
            if what == "gate":
                kind = draw(st.sampled_from(kinds))
                is_open = kind.form is not GateForm.WINDOW and draw(st.booleans())
                gates.append(
                    Gate(
                        f"gate-{len(gates)}",
                        "",
                        kind,
                        (Edge(cell, cell + step),),
                        is_open,
                        None,
                        (0, 0),
                        False,
                        NOWHERE,
                    )
                )
    kind = bell().system.areas["tunnel"]
    areas = (Area("all", "All", kind, floor, True, NOWHERE),) if floor else ()
    board = Board(columns, rows, floor, 0, tuple(walls.values()), areas, tuple(gates), ())
    opened = {
        number
        for number, gate in enumerate(gates)
        if gate.kind.form is not GateForm.WINDOW and draw(st.booleans())
    }
    return board, closed, frozenset(opened)


def standing_open(board, opened):
    return {gate.id for number, gate in enumerate(board.gates) if gate.is_open or number in opened}


def each(cells):
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


@pytest.mark.slow
@given(boards())
@settings(max_examples=amount(60, 150), deadline=None)
def test_steps_are_those_of_the_compiler(case):
    board, closed, opened = case
    floor = floor_with(board)
    free = openings(board, opened)
    walkable = board.floor & ~closed
    shut = {board.name(cell) for cell in each(closed)}
    ids = standing_open(board, opened)
    for cell in each(walkable):
        straight = free.grow(1 << cell) & walkable & ~(1 << cell)
        # What two straight steps lead to and is not in line lies at a corner.
        corners = sum(
            1 << cell + step
            for step in (board.stride + 1, board.stride - 1, -board.stride + 1, -board.stride - 1)
            if cell + step >= 0
        )
        twice = free.grow(straight) & walkable & corners
        expected = [board.name(one) for one in each(straight | twice)]
        assert list(floor.steps(board.name(cell), shut, ids)) == expected


@pytest.mark.slow
@given(boards())
@settings(max_examples=amount(30, 60), deadline=None)
def test_diagonal_rules_are_each_stricter_than_the_one_before(case):
    board, closed, opened = case
    shut = {board.name(cell) for cell in each(closed)}
    ids = standing_open(board, opened)
    floors = [floor_with(board, diagonal=rule) for rule in ("one-flank", "both-flanks", "never")]
    for cell in each(board.floor & ~closed):
        name = board.name(cell)
        one, both, never = (set(floor.steps(name, shut, ids)) for floor in floors)
        assert never <= both <= one
        free = openings(board, opened)
        straight = free.grow(1 << cell) & board.floor & ~closed & ~(1 << cell)
        assert never == {board.name(other) for other in each(straight)}


def test_a_closed_door_is_no_way_until_it_is_opened():
    quest = load_quest(DATA)
    floor = Floor(quest.board)
    assert not floor.is_open("C2", "D2")
    assert not floor.is_open("D2", "C2")
    assert floor.is_open("D2", "C2", {"porch-door"})
    assert floor.is_open("F3", "G3")
    assert not floor.is_open("C1", "D1", {"slit-1"})
    assert "D2" not in floor.steps("C2", quest.blocked)
    # Around the corner of the open door too: one of the two straight ways there is free.
    assert {"D1", "D2"} <= set(floor.steps("C2", quest.blocked, {"porch-door"}))


def test_nobody_cuts_a_corner_of_furniture_on_both_sides():
    quest = bell().quest
    trunk = next(thing for thing in quest.things if thing.kind.category is Category.CONTAINER)
    floor = Floor(load_quest(DATA).board)
    assert "B3" in floor.steps("A4", frozenset())
    assert "B3" in floor.steps("A4", {"A3"})
    assert "B3" not in floor.steps("A4", {"A3", "B4"})
    assert trunk.blocks


def test_a_copy_of_a_document_is_the_same_quest(document):
    assert load_quest(json.dumps(copy.deepcopy(document)).encode()) == load_quest(DATA)
