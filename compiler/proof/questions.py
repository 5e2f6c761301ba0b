"""A quest solved: what can come about, what never can, and what every way to win meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from questwright.compiler.model.verdict import Cause, Unreached
from questwright.compiler.proof.budget import USUAL, Budget
from questwright.compiler.proof.reach.by_member import is_met_by_a_leap, solve
from questwright.compiler.proof.reach.guards import leaps_guarded
from questwright.compiler.proof.reach.relaxed import Reach, reach_all, without
from questwright.compiler.proof.reach.symmetry import is_simple
from questwright.compiler.proof.search.search import Search, find_win, search
from questwright.compiler.proof.task.condition import At, Facts, Has, Need, Places, is_met
from questwright.compiler.proof.task.task import FactSort, Problem
from questwright.compiler.proof.translate.deadline import Hurry
from questwright.compiler.proof.translate.translate import pose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.proof.task.cache import Cache

_FACED = frozenset(
    {
        FactSort.DEFEATED,
        FactSort.OPEN,
        FactSort.FOUND,
        FactSort.HAVE,
        FactSort.HAPPENED,
        FactSort.DONE,
        FactSort.SEARCHED,
        FactSort.SPRUNG,
    }
)
"""What it is to meet a figure, a gate, an item, an event, an action, a container or a trap."""


class Solved:
    """A quest posed, and searched for a way to win; each question is answered when it is asked."""

    __slots__ = (
        "_budget",
        "_forgiven",
        "_freedom",
        "_hurry",
        "_monotone",
        "_quest",
        "_search",
        "_system",
        "problem",
        "reach",
    )

    def __init__(
        self,
        quest: Quest,
        system: System,
        budget: Budget = USUAL,
        problem: Problem | None = None,
        hurry: Hurry = Hurry.COUNTS,
        cache: Cache | None = None,
    ) -> None:
        self._quest = quest
        self._system = system
        self._budget = budget.begun()
        self._hurry = hurry
        self._forgiven: Self | None = None
        self._freedom: bool | None = None
        if problem is None:
            problem = pose(quest, system, hurry=hurry, cache=cache)
        self.problem: Problem = problem
        self.reach: Reach = reach_all(self.problem)
        self._monotone = is_simple(self.problem)
        self._search: Search | None = None
        if not self._monotone and self.reach.wins_after >= 0:
            self._search = search(self.problem, self._budget)

    @property
    def _jumps(self) -> bool:
        """Whether it may matter that somebody jumps."""
        return any(link.is_jump for link in self.problem.links) and not self._is_free

    @property
    def _is_free(self) -> bool:
        """Whether nothing is ever lost: each member can be wherever it ever gets."""
        if self._freedom is None:
            self._freedom = solve(self.problem) is not None
        return self._freedom

    @property
    def posed(self) -> Problem:
        """The problem with all ways to win, also those that were left aside."""
        if self._hurry is Hurry.COUNTS:
            return self.problem
        return pose(self._quest, self._system, cache=self.problem.cache)

    @property
    def _every_way(self) -> Hurry:
        """How to pose what nobody wins who cannot win this."""
        return Hurry.FORGIVEN if self._hurry is Hurry.SHUNNED else self._hurry

    def _whole(self) -> Self | None:
        """The proof with ways to win that were left aside, as if there were time; None if none.

        What is not won so is not won at all.
        """
        if self._forgiven is None and self._hurry is Hurry.SHUNNED:
            self._forgiven = type(self)(
                self._quest, self._system, self._budget, hurry=self._every_way
            )
        return self._forgiven

    # -- what never comes about ---------------------------------------------------------

    def unreached_areas(self) -> list[Unreached]:
        """Areas of which the party reaches no square."""
        found = []
        for area in self._quest.board.areas:
            if area.cells & ~self._quest.blocked:
                places = self._places_of_area(area.id)
                causes = self._never(At(places, area.title, area.origin))
                if causes is not None:
                    found.append(Unreached(area.id, area.title, causes))
        return found

    def unobtained_items(self) -> list[Unreached]:
        """Items that the party can never have."""
        return self._unmet(FactSort.HAVE, (item.id for item in self._quest.items))

    def dead_events(self) -> list[Unreached]:
        """Events that can never happen."""
        return self._unmet(FactSort.HAPPENED, (event.id for event in self._quest.events))

    def dead_actions(self) -> list[Unreached]:
        """Quest actions that can never be taken."""
        return self._unmet(FactSort.DONE, (action.id for action in self._quest.actions))

    def unfound_passages(self) -> list[Unreached]:
        """Passages that nobody can find."""
        hidden = (gate.id for gate in self._quest.board.gates if gate.kind.form == "passage")
        return self._unmet(FactSort.FOUND, hidden)

    def _unmet(self, sort: FactSort, ids: Iterable[str]) -> list[Unreached]:
        found = []
        for id_ in ids:
            for number, info in enumerate(self.problem.facts):
                if (info.sort, info.id) == (sort, id_):
                    causes = self._never(Has(number, info.origin))
                    if causes is not None:
                        found.append(Unreached(id_, info.title, causes))
                        break
            else:
                if not any((info.sort, info.id) == (sort, id_) for info in self.problem.facts):
                    item = next((i for i in self._quest.items if i.id == id_), None)
                    if item is not None:
                        cause = Cause(
                            "nothing says where it is, and no event gives it", item.origin
                        )
                        found.append(Unreached(id_, item.title, (cause,)))
        return found

    def _never(self, need: Need) -> tuple[Cause, ...] | None:
        """Why a need is never met; None where it can be."""
        if not is_met(need, self.reach.facts, self.reach.places):
            return self._causes(need)
        if self._monotone or self._is_seen(need) or self._comes_about(need) is not False:
            return None
        from questwright.compiler.proof.explain.lost import losses

        return losses(self.problem._replace(goal=need), 0, self._budget)

    def _is_seen(self, need: Need) -> bool:
        """Whether the search for the verdict has come upon it."""
        found = self._search
        if found is None:
            return False
        if isinstance(need, Has):
            return bool(found.seen >> need.fact & 1)
        return isinstance(need, At) and need.least == 1 and bool(need.places & found.walked)

    def _causes(self, need: Need) -> tuple[Cause, ...]:
        from questwright.compiler.proof.explain.unreachable import Causes

        return Causes(self.problem, self.reach, self._quest.board).chains(need)

    # -- questions -------------------------------------------------------------------

    def can_win_without(self, facts: Facts = 0, places: Places = 0) -> bool | None:
        """Whether the quest can be won while some facts never hold and some places are shut.

        None where there was too much to look at.
        """
        can = self._comes_about(self.problem.goal, facts, places)
        whole = self._whole() if can is False else None
        if whole is None:
            return can
        named = {(i.sort, i.id) for n, i in enumerate(self.problem.facts) if facts >> n & 1}
        same = ((i.sort, i.id) in named for i in whole.problem.facts)
        shut = sum(1 << number for number, is_same in enumerate(same) if is_same)
        return False if whole.can_win_without(shut, places) is False else None

    def _comes_about(self, need: Need, facts: Facts = 0, places: Places = 0) -> bool | None:
        """Whether a need can be met while some facts never hold and some places are shut.

        None where states of play are too many to look at them all.
        """
        return self._is_met_in(without(self.problem._replace(goal=need), facts, places))

    def _is_met_in(self, problem: Problem) -> bool | None:
        """Whether the goal of a problem like this one can be met; None if that is not known."""
        if reach_all(problem).wins_after < 0:
            return False
        if self._monotone or (self._jumps and _is_met_by_a_leap(problem)):
            return True
        found = find_win(problem, self._budget.aside())
        return True if found.line is not None else None if found.met else False

    def reaches_without(self, area: str, items: tuple[str, ...]) -> bool | None:
        """Whether any square of an area can be reached without ever having some items."""
        forbidden = 0
        for number, info in enumerate(self.problem.facts):
            if info.sort is FactSort.HAVE and info.id in items:
                forbidden |= 1 << number
        origin = self._quest.origin
        return self._comes_about(At(self._places_of_area(area), area, origin), forbidden)

    def must_face(self, id_: str) -> bool | None:
        """Whether every winning line defeats a figure, passes a gate or takes a crossing.

        Or enters an area, gets an item and the like.
        """
        if any(crossing.id == id_ for crossing in self._quest.board.crossings):
            return self.must_cross(id_)
        facts = 0
        for number, info in enumerate(self.problem.facts):
            if info.id == id_ and info.sort in _FACED:
                facts |= 1 << number
        places = self._places_of_area(id_)
        if places:
            facts = 0
        can_win = self.can_win_without(facts, places)
        return None if can_win is None else not can_win

    def must_cross(self, id_: str) -> bool | None:
        """Whether every winning line takes a crossing."""
        origins = {
            crossing.origin for crossing in self._quest.board.crossings if crossing.id == id_
        }
        problem = self.problem
        links = tuple(link for link in problem.links if link.origin not in origins)
        can = self._is_met_in(problem._replace(links=links))
        whole = self._whole() if can is False else None
        if whole is None:
            return None if can is None else not can
        return whole.must_cross(id_) or None

    def _places_of_area(self, id_: str) -> Places:
        cells = sum(area.cells for area in self._quest.board.areas if area.id == id_)
        places = enumerate(self.problem.places)
        return sum(1 << number for number, place in places if place.cells & cells)


def _is_met_by_a_leap(problem: Problem) -> bool:
    return leaps_guarded(problem) if problem.lost else is_met_by_a_leap(problem)
