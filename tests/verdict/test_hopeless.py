"""Moves after which nothing wins are seen without looking at each way in which all may stand."""

from __future__ import annotations

import pytest

from oracle.witness_run import FAMILIES
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.translate.translate import translation
from support.more import amount
from support.small import small

_FAMILIES = ("falls", "closing-lanes", "leaving")


def lost_moves(task):
    """The moves of some states of a task that are seen to lose all, with what each leads to."""
    model = Model(task)
    search = Search(model, 60)
    search.run()
    play, relaxed = model.play, model.relaxed
    for node in [*search._nodes.values()]:
        for state in node.cluster.states[:20]:
            for number, deed in enumerate(task.deeds):
                if play.is_open(deed, state.facts):
                    for act, after in play.acts(number, state):
                        if model.is_lost(after):
                            found = [*play.shared(number, state, act, after)]
                            every = [*after, *(then for _, own in found for then in own)]
                            yield relaxed, [*play.settled(every)]


@pytest.mark.parametrize("family", _FAMILIES)
@pytest.mark.parametrize("part", range(4))
def test_whatever_such_a_move_leads_to_nothing_wins(family, part):
    """Each state is looked at that it may lead to, and play goes on in all of them."""
    for seed in range(1700000000 + part * 100, 1700000000 + part * 100 + amount(12, 100)):
        made = FAMILIES[family](seed)
        task = simplified(translation(made.quest, made.system).task).task
        for relaxed, outcomes in lost_moves(task):
            assert outcomes
            for outcome in outcomes:
                assert outcome.end is None, seed
                assert relaxed.plan(outcome.state) is None, seed


def test_a_roof_that_cuts_off_whoever_brings_it_down_is_seen_at_once():
    """The crown is on the far side, where the altar is: of the many ways to stand one is enough."""
    made = small(
        """
    +-+-+-+-+-+-+
    |. . .|. . .|
    + + +D+ + + +
    |. . . . . .|
    + + + + + + +
    |. . .|. . .|
    +-+-+-+-+-+-+""".replace("D", "-"),
        """
        start at A1, B1, A2, B2
        room hall at A1..C3
        room vault at D1..F3
        action ring at F1
        event fall when ring done {
          block C1..C3
        }
        victory heroes when ring done and all heroes at A1..B3
        """,
        "orlaf, rordin, madriga, danor",
    )
    task = simplified(translation(made.quest, made.system).task).task
    moves = [*lost_moves(task)]
    assert moves
    assert max(len(outcomes) for _, outcomes in moves) > 10
