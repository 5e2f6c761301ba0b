"""Quests of Dragon Noir: a line names all who have to attack together [DN-C43]."""

from __future__ import annotations

from support.one_text import compiled

QUEST = '''quest flank "Flank" {
  system dragon-noir
  adventurers konrad, godiva
  board {
    draw """
    s s . . w .
     . . . . . .
    """
    s: start
    w: warrior guard "The Guard" facing west
  }
  cavern lane at A1..F2
  victory adventurers when guard defeated
}
'''


def test_a_step_names_each_of_those_who_are_strong_enough_only_together():
    """Konrad has an Attack of 20 and Godiva one of 14, and the Guard a Defence of 8 and armour."""
    step = compiled(QUEST).proof.verdict().line[-1]
    assert (step.who, *step.others) == ("konrad", "godiva")
    assert step.text == "Konrad and Godiva: Defeat the Guard"
