"""A quest on a moor of two heaths, for crossings between them."""

from __future__ import annotations

from oracle import brute
from oracle.fuzz import difference
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.replay import replay_document
from support import one_text
from support.one_text import without_checks
from support.paths import PACKS

# The reeve moves 4, the ferrier and the eeler 5. An underway takes 3 rounds at least, a multiple of
# 3, and only the eeler goes; a catwalk costs 2 of a move; a chute goes one way; a skiff has to be
# launched.
MOOR = '''
quest moor "The Moor" {{
  system moor
  watch {watch}
  board {{
    draw """
    {start} # . . . .
     . . . . # . . . .
    . . . . # . . . .
    """
    s: start
  }}
  heath west at A1..D3 "The West"
  heath east at F1..H3, I2 "The East"
  beacon near-hole at A1
  beacon far-hole at F1
  item rope "Rope" at H3
  {body}
  victory wardens when {goal}
}}
'''


def moor(body, goal="rope taken", watch="eeler"):
    count = watch.count(",") + 1
    text = MOOR.format(
        watch=watch, start=("s " * count + ". . . ")[:7].strip(), body=body, goal=goal
    )
    return text.replace("at F1..H3, I2", "at F1..H1, F2..I2, F3..I3")


def results(text):
    return one_text.results(text, PACKS)


def publication(one):
    return Publication(one.quest, one.system, one.proof.verdict(), {}, ())


def document(one):
    return dump(quest_document(publication(one)))


def proven(*parts, **more):
    """A quest with which the player without wits agrees; the engine follows its lines."""
    with without_checks():
        (one,) = results(moor(*parts, **more)).quests
    assert one.proof is not None, [finding.message for finding in one.findings]
    assert difference(one.proof, brute.play(one.quest, one.system)) == ""
    assert replay_document(document(one)) == ""
    return one
