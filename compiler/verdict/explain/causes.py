"""Why a need is never met, and why a quest cannot be won; each cause at its place in the source.

Where it is out of reach even if nothing is ever lost, that says enough; else the task is searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.model.verdict import Cause
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.explain.elements import lifted
from questwright.compiler.verdict.explain.lost import Probes, lost
from questwright.compiler.verdict.explain.names import Names
from questwright.compiler.verdict.explain.unreached import OutOfReach, out_of_reach
from questwright.compiler.verdict.task.task import Ending
from questwright.compiler.verdict.task.variants import by_any_chance
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.explain.elements import Element
    from questwright.compiler.verdict.explain.telling import Said
    from questwright.compiler.verdict.task.need import Facts, Need, Places
    from questwright.compiler.verdict.task.task import Task

MOST_STATES: Final = 3_000
CHAINS: Final = 4
"""Chains that are told at the most."""
SHOWN: Final = 8
"""Elements that are told where it could not be found out which of them can be spared."""


class Answer(NamedTuple):
    """Why something never comes about."""

    causes: tuple[Cause, ...]
    """Chains with different numbers are each a reason by themselves, and have nothing in common."""
    left: Reasons
    """The reasons that there still are once these causes are mended."""


class Reasons(NamedTuple):
    """Why a task is not won, and why anything else never comes about in it.

    Whatever follows from causes that are mended is not told of again.
    """

    quest: Quest
    whole: Task
    """The task as it is."""
    freed: Task
    """The task in which nothing is lost by what is mended; it has no victories of its own."""
    sure: tuple[Facts, Places]
    """The facts and the places that surely come about in it."""
    beyond: OutOfReach | None
    """What is out of reach unless what is mended stands in the way; None if nobody begins."""
    most_states: int

    def why_unwinnable(self) -> Answer:
        """Why the party never wins; no causes if it can win, and at least one if it cannot."""
        return self._why(self.whole.own)

    def why_never(self, need: Need) -> Answer:
        """Why a need is never met while play goes on; no causes if it can be met."""
        return self._why((Ending(need, is_own=True, title="", origin=self.quest.origin),))

    def reaches(self, need: Need) -> bool:
        """Whether what is out of reach is so no longer once what was told is mended."""
        return self.beyond is None or self.beyond.reaches(need)

    def _why(self, own: tuple[Ending, ...]) -> Answer:
        if self.beyond is None:
            return Answer((_nobody_begins(self.whole, self.quest),), self)
        if any(self.beyond.reaches(end.needs) for end in own):
            return self._why_lost(own)
        chains = self.beyond.conflict(own).chains(CHAINS)
        told = [self.beyond.words.told(chain) for chain in chains]
        beyond = self.beyond.mended(own, _held(chains))
        return Answer(_causes(own, told), self._replace(beyond=beyond))

    def _why_lost(self, own: tuple[Ending, ...]) -> Answer:
        """Why something is lost that is not out of reach."""
        task = self.freed.won_by(*own)
        simplest, probes = simplified(task), Probes(self.most_states)
        simple = simplest.task
        if simplest.is_hopeless or probes.wins(simple):
            # What is out of reach follows from what is mended.
            return Answer((), self)
        # An exact answer is dear: one chain of it says enough.
        conflict = lost(simple, task, self.quest, probes)
        chains, is_sure = conflict.chains(1), probes.is_sure
        chains = [conflict.completed(chain) if is_sure else chain for chain in chains]
        known = dict.fromkeys((element.text, element.origin) for element in _held(chains))
        causes = _causes(own, [[*known][: None if is_sure else SHOWN]])
        every = lost(self.freed, self.whole, self.quest, probes).elements
        mended = [element for element in every if (element.text, element.origin) in known]
        freed = lifted(self.freed, mended)
        return Answer(causes, self._replace(freed=freed, sure=Model(freed).sure))


def reasons_of(task: Task, quest: Quest, most_states: int = MOST_STATES) -> Reasons:
    """The reasons of a task of which nothing has been told: not even chance mends them."""
    task = by_any_chance(task)
    model, beyond = Model(task), None
    if model.begun is not None and model.reach is not None:
        beyond = out_of_reach(task, model.begun, model.reach, Names(task, quest))
    return Reasons(quest, task, task.won_by(), (0, 0), beyond, most_states)


def _held(chains: Iterable[Sequence[Element]]) -> list[Element]:
    """The elements of some chains, without what is wanted."""
    return [element for chain in chains for element in chain if not element.is_goal]


def _causes(own: Sequence[Ending], chains: list[list[Said]]) -> tuple[Cause, ...]:
    """The causes of some chains; if nothing in them has words, what is wanted is named."""
    told = [each for each in dict.fromkeys(map(tuple, chains)) if each]
    if not told:
        text = "what this asks for never comes about at one moment"
        told = [tuple((text, origin) for origin in dict.fromkeys(end.origin for end in own))]
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
