"""Sight, and attacks along it: from where, past what, and by whom."""

from __future__ import annotations

import json
import math
import random
from itertools import pairwise

import pytest

from questwright.compiler.geometry.openings import Openings
from questwright.compiler.geometry.sight import View
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice, Onward, onward
from questwright.compiler.model.board import Board
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.verdict.budget import STATES
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.task.need import leaves
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.translate import translation
from questwright.engine import lattice as engine
from questwright.engine.replay import replay_document
from questwright.engine.sight import sees
from support.more import amount
from support.one_text import results, without_checks, without_proof
from support.small import small_text

ROOMS = """
    +-+-+-+-+-+-+
    |. . .|. . .|
    + + + + + + +
    |. . .|. . .|
    +-+-+-+-+-+-+
"""
ONE_WAY = 'door hatch "The Hatch" at C1|D1 from a'
AND_BACK = "z defeated and all heroes in a"


# -- boards -----------------------------------------------------------------------------------


def board(rows, lattice=Lattice.SQUARES, *, walls=(), gates=None):
    """A board as it is drawn: ``.`` floor, ``#`` rock, ``O`` closed for good, letters veils.

    Also the cells by what they are drawn as.
    """
    columns = len(rows[0])
    stride = columns + 1
    cells = {r * stride + c: mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    floor = sum(1 << cell for cell, mark in cells.items() if mark != "#")
    made = Board(columns, len(rows), floor, 0, (), (), (), (), lattice)
    shut = {*walls, *((near, far) for near in gates or () for far in gates[near])}
    steps = []
    for shift, begins in onward(lattice, len(rows), columns):
        free = begins & floor & floor >> shift
        free &= ~sum(1 << min(edge) for edge in shut if abs(edge[0] - edge[1]) == shift)
        steps.append(Onward(shift, free))
    closed = sum(1 << cell for cell, mark in cells.items() if mark == "O")
    letters = sorted({mark for mark in cells.values() if mark.isalpha() and mark != "O"})
    veiled = {cell: 1 << letters.index(m) for cell, m in cells.items() if m in letters}
    marked = {mark: cell for cell, mark in cells.items()}
    return View(made, Openings(tuple(steps)), closed, veiled, gates or {}), marked, made


def seen(rows, lattice=Lattice.SQUARES, **others):
    """From where the ``@`` is seen: a mark for each cell, and the veils that have to be gone."""
    rows = [row.replace("@", "a") for row in rows]
    view, marked, made = board(rows, lattice, **others)
    found = dict(view.seen_from(marked["a"], 1, made.floor))
    return {
        made.name(cell): {veils for veils, cells in found.items() if cells >> cell & 1}
        for cell in each_cell(made.floor & ~(1 << marked["a"]))
    }


def from_where(rows, lattice=Lattice.SQUARES, **others):
    every = seen(rows, lattice, **others)
    return {name for name, sets in every.items() if 0 in sets}


def test_the_picture_of_the_rulebook_dso_c18_dso_f38():
    rows = [[*"........."] for _ in range(9)]
    for column, row in ((3, 5), (4, 5), (3, 6), (4, 6)):
        rows[row - 1][column - 1] = "O"
    at = {"b": (8, 6), "c": (2, 5), "d": (5, 4), "e": (7, 4)}
    walls = [((row - 1) * 10 + 5, (row - 1) * 10 + 6) for row in (5, 6, 7)]
    found = set()
    for name, (column, row) in at.items():
        drawn = [[*line] for line in rows]
        drawn[row - 1][column - 1] = "@"
        if "E7" in from_where(["".join(line) for line in drawn], walls=walls):
            found.add(name)
    assert found == {"d", "e"}


def test_a_line_begins_and_ends_anywhere_in_a_square_dso_c18():
    # From centre to centre the pillar would hide it.
    assert from_where(["@.O..", "....."]) == {"B1", "A2", "B2", "C2", "D2", "E2"}


def test_a_line_does_not_go_between_things_that_touch_at_a_corner_dso_c18():
    assert from_where(["@O", "O."]) == set()
    assert from_where(["@O", ".."]) == {"A2", "B2"}


def test_what_stands_on_the_way_has_to_be_gone_dso_c18():
    assert seen(["@.b.c."])["F1"] == {0b110}
    assert seen(["@.b.c."])["D1"] == {0b10}
    # Who stands there sees it.
    assert seen(["@.b.c."])["C1"] == {0}
    assert seen(["@b.", ".c."])["C1"] == {0b10}
    assert seen(["@b.", ".c."])["C2"] == {0b10, 0b100}


def test_through_a_gate_in_the_direction_that_it_leads_dso_c18():
    # Seen from B1 past the gate, and from nowhere beyond the other one.
    assert seen([".@."], gates={1: {0: 8}, 2: {1: 8}}) == {"A1": {8}, "C1": set()}


def test_a_line_begins_and_ends_anywhere_in_a_hex():
    rows = ["@.O..", ".....", "....."]
    every = {"B1", "A2", "B2", "C2", "D2", "E2", "A3", "B3", "C3", "D3", "E3"}
    assert from_where(rows, Lattice.HEXES) == every
    assert from_where(["@.O.."], Lattice.HEXES) == {"B1"}
    assert seen(["@b.", "c.."], Lattice.HEXES)["B2"] == {0b10, 0b100}
    assert from_where(["@O", "O."], Lattice.HEXES) == set()


def _walked(begin, end):
    """The squares along a line, in small steps; None where it is too near to a corner."""
    squares = []
    for step in range(201):
        x, y = (a + (b - a) * step / 200 for a, b in zip(begin, end, strict=True))
        square = (math.floor(y), math.floor(x))
        if not squares or squares[-1] != square:
            squares.append(square)
    apart = (abs(r - s) + abs(c - d) for (r, c), (s, d) in pairwise(squares))
    return squares if all(one == 1 for one in apart) else None


@pytest.mark.parametrize("seed", range(amount(2, 100)))
def test_every_line_that_is_tried_is_found_dso_c18(seed):
    rng = random.Random(seed)
    rows = [rng.choices(".....O#bc", k=5) for _ in range(5)]
    target = (rng.randrange(5), rng.randrange(5))
    rows[target[0]][target[1]] = "@"
    walls = [(a, a + d) for a in range(30) for d in (1, 6) if rng.random() < 0.1]
    known = seen(["".join(row) for row in rows], walls=walls)
    letters = sorted({mark for row in rows for mark in row if mark in "bc"})
    for _ in range(600):
        end = (rng.randrange(5), rng.randrange(5))
        ends = [tuple(n + rng.random() for n in reversed(cell)) for cell in (target, end)]
        line = _walked(*ends)
        if line is None or end == target or rows[end[0]][end[1]] in "O#":
            continue
        cells = [r * 6 + c for r, c in line]
        marks = [rows[r][c] for r, c in line[1:-1]]
        if {*marks} & {*"O#"} or any((min(e), max(e)) in walls for e in pairwise(cells)):
            continue
        passed = sum(2 << letters.index(mark) for mark in {*marks} & {*letters})
        name = "ABCDE"[end[1]] + str(end[0] + 1)
        assert any(not veils & ~passed for veils in known[name]), (rows, name)


@pytest.mark.parametrize("lattice", [Lattice.SQUARES, Lattice.HEXES])
@pytest.mark.parametrize("seed", range(amount(1, 20)))
def test_the_engine_sees_the_same_in_another_way_dso_c18(seed, lattice):
    rng = random.Random(seed)
    rows = [rng.choices("....O#", k=6) for _ in range(6)]
    target = (rng.randrange(6), rng.randrange(6))
    rows[target[0]][target[1]] = "@"
    shifts = {shift for shift, _ in onward(lattice, 6, 6)}
    walls = {(a, a + shift) for a in range(42) for shift in shifts if rng.random() < 0.1}
    drawn = ["".join(row) for row in rows]
    known = from_where(drawn, lattice, walls=walls)
    _, _, made = board([row.replace("@", "a") for row in drawn], lattice)

    def opens(cell, other):
        places = [(row - 1, column - 1) for row, column in (cell, other)]
        if not all(0 <= row < 6 and 0 <= column < 6 for row, column in places):
            return False
        edge = tuple(sorted(row * 7 + column for row, column in places))
        return edge not in walls and all(rows[row][column] not in "O#" for row, column in places)

    near = (target[0] + 1, target[1] + 1)
    names = {
        made.name(row * 7 + column)
        for row in range(6)
        for column in range(6)
        if (row, column) != target and rows[row][column] not in "O#"
        if sees(near, (row + 1, column + 1), opens, engine.Lattice(lattice))
    }
    assert names == known


# -- quests -----------------------------------------------------------------------------------


def compiled(goal, *lines, heroes="madriga", start="A1"):
    """Two rooms of six squares, and what stands in them."""
    text = small_text(
        ROOMS,
        f"start at {start}",
        "room a at A1..C2",
        "room b at D1..F2",
        *lines,
        f"victory heroes when {goal}",
        heroes=heroes,
        legend="",
    )
    with without_checks(), without_proof():
        (case,) = results(text).quests
    assert case.quest is not None, [finding.message for finding in case.findings]
    return translation(case.quest, case.system).task, case.quest


def verdict(*text, **others):
    task, _ = compiled(*text, **others)
    simple = simplified(task)
    told = Search(task if simple.is_hopeless else simple.task, STATES).run().kind
    assert told == Search(task, STATES).run().kind
    return told


def attacks(figure, *text, **others):
    """The ways to beat a figure: from where, by whom, and what that takes."""
    task, quest = compiled(*text, **others)
    found = []
    for deed in task.deeds:
        if deed.sort is DeedSort.DEFEAT and deed.id == figure:
            facts = [task.facts[leaf.fact] for leaf in leaves(deed.needs)]
            asked = {f"{fact.sort} {fact.id}" for fact in facts}
            names = {quest.board.name(cell) for cell in each_cell(deed.stands)}
            found.append((names, deed.who & 0b11, asked))
    return found


def test_who_can_shoot_beats_it_from_beyond_a_one_way_door_dso_c23():
    # Whoever goes through never comes back.
    text = (AND_BACK, ONE_WAY, "zombie z at F1 facing west")
    assert verdict(*text) == "can-strand"
    assert verdict(*text, heroes="orlaf") == "unwinnable"


def test_high_things_hide_and_low_ones_do_not_dso_c18():
    text = (AND_BACK, ONE_WAY, "zombie z at F1 facing west")
    assert verdict(*text, "pillar at D1") == "unwinnable"
    assert verdict(*text, "rubble at D1") == "unwinnable"
    # Nobody gets through past a chest, either.
    assert verdict(*text, "chest at D1") == "winnable"


def test_one_figure_is_shot_before_the_other_that_it_hides_dso_c18():
    text = (AND_BACK, ONE_WAY, "zombie z at E1 facing west", "zombie y at D1 facing west")
    assert verdict(*text) == "can-strand"
    (asked,) = (asked for names, _, asked in attacks("z", *text) if "B1" in names)
    assert asked == {"open hatch", "defeated y"}


def test_what_may_fall_has_to_be_clear_dso_a5():
    text = (
        AND_BACK,
        ONE_WAY,
        "zombie z at F1 facing west",
        "event when any hero at A2 {",
        "block D1",
        "}",
    )
    assert verdict(*text) == "can-strand"
    assert {"open hatch", "clear D1"} in [asked for _, _, asked in attacks("z", *text)]


def test_only_those_shoot_who_have_the_value_and_dice_enough_dso_c23_dso_c28():
    text = ("z defeated", "door d at C1|D1", "zombie z at F1 facing west")
    ways = attacks("z", *text, heroes="orlaf, madriga", start="A1, A2")
    assert [who for names, who, _ in ways if "B1" in names] == [0b10]
    text = ("z defeated", "door d at C1|D1", "zombie-troll z at E1 facing west")
    ways = attacks("z", *text, heroes="orlaf, danor", start="A1, A2")
    assert not any("B1" in names for names, _, _ in ways)


def test_nobody_shoots_who_stands_beside_it_dso_e3():
    text = ("z defeated", "door d at C1|D1", "zombie z at D1 facing west")
    ways = attacks("z", *text, heroes="orlaf, madriga", start="A1, A2")
    beside = [(names, who) for names, who, _ in ways if "C1" in names]
    assert beside == [({"C1", "C2"}, 0b11)]
    (shot,) = ((names, asked) for names, who, asked in ways if who == 0b10)
    assert shot == ({"A1", "B1", "A2", "B2"}, {"open d"})


def test_nothing_is_shot_where_nobody_shoots_dso_c23():
    text = ("z defeated", "door d at C1|D1", "zombie z at F1 facing west")
    assert len(attacks("z", *text, heroes="orlaf")) == 1


def test_a_friend_who_stands_in_the_way_of_a_shot_is_told_to_step_aside_dso_c18():
    text = '''quest past "Past" {
  system dungeon-saga-origins
  heroes madriga, orlaf
  marauder zombie
  board {
    draw """
    +-+-+-+-+
    |. . . .|
    +-+ +-+-+
      |.|
      +-+
    """
  }
  start at A1, B1
  chest at C1
  zombie z at D1 facing west
  action act at B2 when z defeated
  event e when madriga at B1 { set bad }
  event f when orlaf at A1 { set bad }
  victory heroes when act done and not bad set
}
'''
    with without_checks():
        (case,) = results(text).quests
    assert case.proof is not None, [finding.message for finding in case.findings]
    told = [step.text.partition(" in ")[0] for step in case.proof.verdict().line]
    begun = ["Madriga begins at A1", "Orlaf begins at B1"]
    assert told[:4] == [*begun, "Orlaf walks to B2", "Madriga: Defeat the Z"]
    # The engine follows it, and refuses it where Orlaf stays.
    publication = Publication(case.quest, case.system, case.proof.verdict(), {}, ())
    document = json.loads(dump(quest_document(publication)))
    assert replay_document(json.dumps(document).encode()) == ""
    del document["verdict"]["line"][2]
    told = replay_document(json.dumps(document).encode())
    assert "step 3, “Madriga: Defeat the Z”: madriga stands on A1" in told
