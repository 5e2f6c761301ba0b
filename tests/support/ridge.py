"""A quest on a moor whose ground may lie high and low."""

from __future__ import annotations

from questwright.compiler.model.publication import Publication
from questwright.compiler.publish.document.quest_json import dump, quest_document
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
