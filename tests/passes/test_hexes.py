"""Quests on hexes: drawn, walled, proven, replayed, printed."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.fuzz import judged, played_on_hexes
from oracle.random_hexes import random_hexes, results_on_hexes
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.lattice import Lattice, corners, directions, onward, step
from questwright.compiler.model.board import Board
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.compiler.publish.document.read.load import read_edition
from questwright.compiler.publish.outline.write import outline
from questwright.compiler.starter import starter_quest
from questwright.engine.lattice import Lattice as EngineLattice
from questwright.engine.lattice import around
from questwright.engine.replay import replay_document
from support import one_text
from support.more import amount
from support.paths import PACKS

BELL = (PACKS / "drowned-bell.quest").read_text(encoding="utf-8")


def results(text):
    return one_text.results(text, PACKS)


def compiled(text):
    result = results(text)
    assert result.findings == ()
    return result.quests[0]


def document(one):
    return dump(quest_document(Publication(one.quest, one.system, one.proof.verdict(), {}, ())))


# -- how hexes lie -------------------------------------------------------------------------------

SIZES = st.tuples(st.integers(1, 9), st.integers(1, 9))


def board_of(columns, rows, lattice):
    bare = Board(columns, rows, 0, 0, (), (), (), (), lattice)
    every = (bare.cell(row, column) for row in range(rows) for column in range(columns))
    floor = sum(1 << cell for cell in every)
    walls = (0,) * len(onward(lattice, rows, columns))
    return Board(columns, rows, floor, 0, walls, (), (), (), lattice)


@pytest.mark.parametrize("lattice", Lattice)
@given(size=SIZES)
def test_beside_is_where_a_step_leads(lattice, size):
    board = board_of(*size, lattice)
    for cell in each_cell(board.floor):
        row, column = divmod(cell, board.stride)
        steps = [step(lattice, row, column, direction) for direction in directions(lattice)]
        inside = {board.cell(*one) for one in steps if board.is_inside(*one)}
        assert set(board.beside(cell)) == inside
        assert all(cell in board.beside(other) for other in inside)
        assert all(board.are_beside(cell, other) for other in inside)


@pytest.mark.parametrize("lattice", Lattice)
@given(size=SIZES)
def test_compiler_and_engine_agree_on_what_touches(lattice, size):
    board = board_of(*size, lattice)
    for cell in each_cell(board.floor):
        row, column = divmod(cell, board.stride)
        engine = {
            board.cell(row + down, column + across)
            for down, across in around(EngineLattice(lattice), row + 1)
            if board.is_inside(row + down, column + across)
        }
        across = {cell + sign * far for far in corners(lattice, board.columns) for sign in (1, -1)}
        touching = {one for one in across if one >= 0 and board.floor >> one & 1}
        assert engine == {*board.beside(cell), *touching}


# -- a quest -------------------------------------------------------------------------------------


def test_a_quest_on_hexes_is_proven_and_replayed():
    one = compiled(BELL)
    assert one.proof.kind is VerdictKind.WINNABLE
    assert replay_document(document(one)) == ""
    deeds = [step.text for step in one.proof.verdict().line if step.target]
    assert deeds[0] == "Ferrier: Take the Old Key"
    assert "Ferrier: Open the Lych gate with the Old Key" in deeds


def test_its_map_is_drawn_as_it_was_written():
    one = compiled(BELL)
    publication = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    text = outline(publication)
    assert "  1 s s . . . . # .\n  2  . . . t . . . .\n  3 . w" in text
    assert "walls at E1|F1, F1|E2" in text
    assert "W at E3|F3" in text


def test_its_document_is_read_again_for_a_comparison():
    one = compiled(BELL)
    again = read_edition(document(one), lambda _: one.system)
    assert again.quest.board.lattice is Lattice.HEXES
    walls = [[*each.quest.board.walls_within(each.quest.board.floor)] for each in (again, one)]
    assert walls[0] == walls[1]
    assert again.quest.board.gates[0].edges == one.quest.board.gates[0].edges


def test_without_a_wall_the_chapel_is_open():
    text = BELL.replace("F1|E2, ", "")
    found = {finding.code.name: finding for finding in results(text).findings}
    assert "F1|E2" in found["unenclosed-room"].label.text


GAP = '''quest gap "The Gap" {{
  system moor
  watch reeve
  board {{
    draw """
    s . . . #
     . . . . .
    . . . . .
    """
    s: start
  }}
  heath west at A1..B3 "The West"
  heath east at C1..D1, C2..E3 "The East"
  wicket gap "The Gap" at B1|C1, C1|B2, B2|C2, B2|C3, B3|C3{way}
  item rope "Rope" at D3
  victory wardens when rope taken and reeve {goal}
}}
'''


@pytest.mark.parametrize(
    ("way", "goal", "kind"),
    [
        ("", "in west", VerdictKind.WINNABLE),
        (" from west", "in east", VerdictKind.WINNABLE),
        (" from west", "in west", VerdictKind.UNWINNABLE),
    ],
)
def test_the_line_of_a_gate_turns_between_hexes(way, goal, kind):
    """Of its edges the west is the first side of some and the second of others."""
    (one,) = results(GAP.format(way=way, goal=goal)).quests
    assert one.proof.kind is kind
    assert replay_document(document(one)) == ""


def test_a_block_that_takes_in_rock_means_where_one_can_stand():
    one = compiled(GAP.format(way="", goal="at C1..E3"))
    (victory,) = (victory for victory in one.quest.victories if victory.side == "wardens")
    cells = {one.quest.board.name(cell) for cell in each_cell(victory.condition.parts[1].cells)}
    assert "E1" not in cells
    assert "E2" in cells
    assert replay_document(document(one)) == ""


def test_a_first_quest_on_hexes_is_clean():
    system, _ = one_text.compiler_of(PACKS).system("moor")
    assert system is not None
    one = compiled(starter_quest("first-night", system))
    assert one.proof.kind is VerdictKind.WINNABLE


# -- played at random ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, amount(50, 400), 50))
def test_random_quests_on_hexes_are_what_a_player_without_wits_finds(first):
    for seed in range(first, first + 50):
        one = played_on_hexes(seed)
        assert one.is_skipped or not one.words, f"seed {seed}: {one.words}\n{one.text}"


@pytest.mark.slow
def test_the_engine_follows_lines_on_hexes():
    for seed in range(900, amount(920, 1000)):
        one = judged(random_hexes(random.Random(seed)), results_on_hexes)
        assert replay_document(document(one)) == "", seed


# -- a quest for each part ---------------------------------------------------------------------

_PARTS = (PACKS / "moor-examples.quest").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"(?ms)^quest .*?^}$", _PARTS)


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.split()[1])
def test_an_example_is_clean_and_can_be_won(text):
    one = compiled(text)
    assert one.proof.kind is VerdictKind.WINNABLE


def test_there_is_an_example_for_each_part():
    assert len(EXAMPLES) >= 8


# -- mistakes -------------------------------------------------------------------------------------


def told(text):
    return {(finding.code.name, finding.message) for finding in results(text).findings}


def test_the_first_row_is_never_set_in():
    text = BELL.replace('draw """\n', 'draw """\n     . . . . . . . .\n', 1)
    found = told(text)
    assert ("torn-drawing", "the first row of hexes is set in") in found
    assert not any(name == "off-the-board" for name, _ in found)


def test_a_wall_stands_between_two_hexes_and_takes_no_more():
    text = BELL.replace("wall at E1|F1,", "wall at E1|F1, chapel, A1|A3, B2,")
    assert {name for name, _ in told(text)} >= {"surplus-part", "wrong-kind"}
    text = BELL.replace("wall at E1|F1,", "wall at E1|F1, E3|F3,")
    message = "a wall stands at E3|F3, and so does `lych-gate`"
    assert ("two-gates-on-one-edge", message) in told(text)
