"""What may never come into play is looked for in one line first: it says the same as one by one."""

from __future__ import annotations

import pytest

from oracle.witness_quests import compiled, random_quest
from questwright.compiler.checks.verdict import _asked
from questwright.compiler.verdict.prove import Proof
from questwright.compiler.verdict.questions import Questions
from support.more import some


def never(made):
    proof = Proof(made.quest, made.system)
    asked = [*_asked(made.quest, made.system.party.word, proof)]
    return [(found.part, found.id) for found in proof.never(asked)]


@pytest.mark.parametrize("seed", some(range(400), 20))
def test_together_says_what_one_by_one_says(seed, monkeypatch):
    made = compiled(random_quest(seed))
    if made is None or made.quest is None:
        return
    together = never(made)
    monkeypatch.setattr(Questions, "look_for", lambda *_: None)
    assert never(made) == together


def test_many_are_met_in_one_line():
    met = []
    for seed in range(40):
        made = compiled(random_quest(seed))
        if made is not None and made.quest is not None:
            proof = Proof(made.quest, made.system)
            asked = [*_asked(made.quest, made.system.party.word, proof)]
            proof.never(asked)
            met.append(len(proof.shown.questions._met_together))
    assert sum(count > 1 for count in met) > 3
