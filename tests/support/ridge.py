"""A quest on a moor whose ground may lie high and low."""

from __future__ import annotations

from oracle import brute
from oracle.fuzz import difference, without_checks
from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
from questwright.engine.replay import replay_document
from support import one_text
from support.paths import PACKS

# The eeler jumps lightly, the reeve (who is laden) heavily, the ferrier not at all. Steps cost 2,
# a bank 3; the reeve moves 4, the others 5.
RIDGE = '''
quest ridge "The Ridge" {{
  system moor
  watch {watch}
  board {{
    draw """
    s s s . . . .
     . . . . . . .
    . . . . . . .
    """
    s: start
  }}
  heath west at A1..C3 "The West"
  heath east at D1..G3 "The East"
  {body}
  victory wardens when {goal}
}}
'''


def ridge(goal, body="", watch="reeve, ferrier, eeler"):
    return RIDGE.format(goal=goal, body=body, watch=watch)


def results(text):
    return one_text.results(text, PACKS)


def publication(one):
    return Publication(one.quest, one.system, one.proof.verdict(), {}, ())


def document(one):
    return dump(quest_document(publication(one)))


def followed(text):
    """The proof of a text with which the player without wits agrees; the engine follows it."""
    with without_checks():
        (one,) = results(text).quests
    assert one.proof is not None, one.findings
    assert difference(one.proof, brute.play(one.quest, one.system)) == ""
    assert replay_document(document(one)) == ""
    return one.proof
