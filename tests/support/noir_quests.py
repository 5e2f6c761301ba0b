"""Quests of Dragon Noir for tests, and what is found in them."""

from __future__ import annotations

import json

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.publication import Publication
from questwright.compiler.movers import movers_of
from questwright.compiler.publish.document.quest_json import quest_document
from support.noir import system
from support.one_text import results, without_checks, without_proof

NOIR = system()


def quest(drawing, legend="", body="", who="konrad", settings="", won="any adventurer at B1"):
    """A quest on a board that is drawn, with its legend."""
    rows = "\n    ".join(drawing.strip("\n").splitlines())
    return f'''
quest held "Held" {{
  system dragon-noir
  adventurers {who}
  {settings}
  board {{
    draw """
    {rows}
    """
    s: start
    {legend}
  }}
  {body}
  victory adventurers when {won}
}}
'''


def found_in(text):
    """The names of all findings."""
    return {finding.code.name for finding in results(text).findings}


def kind_of(text):
    """The verdict on one quest, in a word."""
    (one,) = results(text).quests
    return str(one.proof.kind)


def reasons_of(text, name):
    return " ".join(
        finding.reason or "" for finding in results(text).findings if finding.code.name == name
    )


def reach(text, word, side="foes"):
    """The hexes that a figure comes to while it is sound."""
    with without_checks(), without_proof():
        (one,) = results(text).quests
    mover = next(
        mover
        for mover in movers_of(one.quest, one.system)
        if mover.side == side and word in {kind.word for kind in mover.kinds}
    )
    return {one.quest.board.name(cell) for cell in each_cell(mover.states[0].reached)}


def document(text):
    (one,) = results(text).quests
    assert not one.findings, [(f.code.name, f.message) for f in one.findings]
    told = Publication(one.quest, one.system, one.proof.verdict(), {}, ())
    return json.loads(json.dumps(quest_document(told)))


LANE = """
s . # . .
 s . x . .
# # # . .
"""
FIELD = """
s . . . . .
 . . x . . .
. . . . . .
"""
