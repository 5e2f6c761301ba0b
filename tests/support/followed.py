"""Lines of play that the second player follows."""

from __future__ import annotations

from oracle.witness_replay import Replay
from oracle.witness_run import Core
from questwright.compiler.verdict.line.steps import steps_of
from support.one_text import without_checks, without_proof
from support.small import small


def lines(drawing, body, heroes):
    """The line that wins and the one that strands as they were found, step by step.

    The second player has followed them.
    """
    with without_checks(), without_proof():
        one = small(drawing, body, heroes)
    core = Core(one.quest, one.system)
    found = core.lines()
    for line in found.values():
        assert Replay(one.quest, one.system, core.translated.task).run(core.told(line))
    told = [core.told(found[name]) if name in found else () for name in ("win", "strand")]
    return [[step.text for step in steps_of(line, core.translated)] for line in told]
