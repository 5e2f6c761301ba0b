"""Quests of three rooms in a row, and their tasks."""

from __future__ import annotations

from questwright.compiler.verdict.translate.translate import translation
from support.one_text import results, without_checks, without_proof
from support.small import small_text

ROW = """
    +-+-+-+-+-+-+
    |. .|. .|. .|
    + + + + + + +
    |. .|. .|. .|
    +-+-+-+-+-+-+
"""
ROOMS = """
  room a at A1..B2 "The Hall"
  room b at C1..D2 "The Crypt"
  room c at E1..F2 "The Vault"
"""
OAK, IRON = 'door oak "The Oak Door" at B1|C1', 'door iron "The Iron Door" at D1|E1'


def compiled(text):
    """The task of a quest, and the quest."""
    with without_checks(), without_proof():
        (case,) = results(text).quests
    assert case.quest is not None, [finding.message for finding in case.findings]
    return translation(case.quest, case.system).task, case.quest


def quest(goal, *lines, heroes="orlaf", start="A1", rooms=ROOMS):
    """Three rooms in a row, or others, and what stands in them."""
    statements = (f"start at {start}", rooms, *lines, f"victory heroes when {goal}")
    return small_text(ROW, *statements, heroes=heroes, legend="")
