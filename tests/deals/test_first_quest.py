"""The quest that a designer begins with, in a game whose boards are dealt."""

from __future__ import annotations

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.starter import starter_quest
from support import one_text


def test_a_first_quest_of_a_dealt_board_has_a_deck_and_its_objective_whq_a4():
    system, _ = one_text.compiler_of(SYSTEMS_DIR).system("warhammer-quest")
    assert system is not None
    text = starter_quest("first-night", system)
    (one,) = one_text.results(text).quests
    assert one.findings == ()
    assert one.proof.kind == "winnable"
    assert one.quest.deck.objective.word == "drowned-altar"
    # The party comes in by the doorway, and the guard is at the other end.
    names = {one.quest.board.name(cell) for cell in each_cell(one.quest.begun)}
    assert names == {"C7", "C6", "B7", "D7"}
    assert one.quest.thing("guard").cells
