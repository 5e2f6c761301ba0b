"""Why a need is never met, and why a quest cannot be won; each cause at its place in the source.

Where it is out of reach even if nothing is ever lost, that says enough; else the task is searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.model.verdict import Cause
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.simplify import all_begun, simplified
from questwright.compiler.verdict.explain.lost import Probes, lost
from questwright.compiler.verdict.explain.names import Names
from questwright.compiler.verdict.explain.telling import ChainWords
from questwright.compiler.verdict.explain.unreached import out_of_reach
from questwright.compiler.verdict.task.task import Ending

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.explain.telling import Said
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.task.task import Task

MOST_STATES: Final = 3_000
CHAINS: Final = 4
"""Chains that are told at the most."""
SHOWN: Final = 8
"""Elements that are told where it could not be found out which of them can be spared."""


def why_unwinnable(task: Task, quest: Quest, most_states: int = MOST_STATES) -> tuple[Cause, ...]:
    """Why the party never wins; empty if it can win.

    Of a quest that cannot be won there is always at least one cause. Chains with different numbers
    are each a reason by themselves, and have nothing in common.
    """
    if not task.own:
        return (Cause("nothing is said of how the party wins", quest.origin),)
    begun = all_begun(task)
    if begun is None:
        return (_nobody_begins(task, quest),)
    reach = Relaxed(task).reach(begun, wants_all=True)
    if not reach.is_won:
        conflict = out_of_reach(task, begun, reach, Names(task, quest))
        words = ChainWords(conflict.task, Names(task, quest), reach.places)
        return _causes(task, [words.told(chain) for chain in conflict.chains(CHAINS)])
    simple, probes = simplified(task).task, Probes(most_states)
    if probes.wins(simple):
        return ()
    names = Names(simple, quest)
    conflict = lost(simple, task, quest, names, probes)
    # An exact answer is dear: one chain of it says enough.
    told = [ChainWords(simple, names).told(chain) for chain in conflict.chains(1)]
    return _causes(task, told if probes.is_sure else [each[:SHOWN] for each in told])


def why_never(
    task: Task, need: Need, quest: Quest, most_states: int = MOST_STATES
) -> tuple[Cause, ...]:
    """Why a need is never met while play goes on; empty if it can be met."""
    wanted = Ending(need, is_own=True, title="", origin=quest.origin)
    ends = (victory._replace(is_own=False) for victory in task.victories)
    return why_unwinnable(task._replace(victories=(wanted, *ends)), quest, most_states)


def _causes(task: Task, chains: list[list[Said]]) -> tuple[Cause, ...]:
    """The causes of some chains; if nothing in them has words, what is wanted is named."""
    told = [each for each in dict.fromkeys(map(tuple, chains)) if each]
    if not told:
        text = "what this asks for never comes about at one moment"
        told = [tuple((text, origin) for origin in dict.fromkeys(own.origin for own in task.own))]
    return tuple(
        Cause(text, origin, number) for number, each in enumerate(told) for text, origin in each
    )


def _nobody_begins(task: Task, quest: Quest) -> Cause:
    """That nobody can be set up."""
    lost = [fact for fact in task.fallen if fact & task.given]
    if lost and len(lost) == task.party:
        origin = task.facts[lost[0].bit_length() - 1].origin
        return Cause("nobody of the party is left when play begins", origin)
    return Cause("the party cannot be set up: there is no room for all of it", quest.origin)
