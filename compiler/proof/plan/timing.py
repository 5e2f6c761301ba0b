"""When a line is done in which nobody need part: walked anew, or told in full for that alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.proof.plan.concretise import tell
from questwright.compiler.proof.reach.by_member import solve
from questwright.compiler.proof.reach.symmetry import is_simple
from questwright.compiler.proof.schedule.bounds import moves_of
from questwright.compiler.proof.schedule.earliest import walk

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.budget import Budget
    from questwright.compiler.proof.task.line import Told
    from questwright.compiler.proof.task.task import Deed, Problem


def walked_or_told(
    quest: Quest,
    system: System,
    problem: Problem,
    line: tuple[Deed, ...],
    budget: Budget,
) -> int | tuple[Told, ...] | None:
    """The round in which a line is done in which nobody need part, or how that is told.

    To save time they part all the same. None where that does not work out.
    """
    moves = moves_of(quest, system)
    if not moves:
        return None
    if is_simple(problem) or solve(problem) is not None:
        walked = walk(problem, line, quest, system, moves)
        if walked is not None:
            return walked.late
    return tell(problem, line, quest, system, budget)
