"""Why a need is never met, and why a quest cannot be won; each cause at its place in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.model.verdict import Cause
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.simplify import all_begun
from questwright.compiler.verdict.explain.lost import Losses
from questwright.compiler.verdict.explain.unreached import chains
from questwright.compiler.verdict.task.task import Ending

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Task

MOST_STATES = 3_000


def why_unwinnable(task: Task, quest: Quest, most_states: int = MOST_STATES) -> tuple[Cause, ...]:
    """Why the party never wins; empty if it can win.

    Of a quest that cannot be won there is always at least one cause. Chains with different numbers
    are each a reason by themselves.
    """
    if not task.own:
        return (Cause("nothing is said of how the party wins", quest.origin),)
    begun = all_begun(task)
    if begun is None:
        return (_nobody_begins(task, quest),)
    reach = Relaxed(task).reach(begun, wants_all=True)
    if not reach.is_won:
        found = tuple(chains(task, begun, reach, quest))
        return found or _coarse(task)
    losses = Losses(task, quest, most_states)
    if losses.can_win:
        return ()
    return losses.causes() or _coarse(task)


def why_never(
    task: Task, need: Need, quest: Quest, most_states: int = MOST_STATES
) -> tuple[Cause, ...]:
    """Why a need is never met while play goes on; empty if it can be met."""
    wanted = Ending(need, is_own=True, title="", origin=quest.origin)
    ends = (victory._replace(is_own=False) for victory in task.victories)
    return why_unwinnable(task._replace(victories=(wanted, *ends)), quest, most_states)


def _nobody_begins(task: Task, quest: Quest) -> Cause:
    """That nobody can be set up."""
    lost = [fact for fact in task.fallen if fact & task.given]
    if lost and len(lost) == task.party:
        origin = task.facts[lost[0].bit_length() - 1].origin
        return Cause("nobody of the party is left when play begins", origin)
    return Cause("the party cannot be set up: there is no room for all of it", quest.origin)


def _coarse(task: Task) -> tuple[Cause, ...]:
    """What can be said where nothing is known of what stands in the way."""
    victories = dict.fromkeys(victory.origin for victory in task.own)
    text = "what this asks for never comes about at one moment"
    return tuple(Cause(text, origin) for origin in victories)
