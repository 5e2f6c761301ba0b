"""Why a task cannot be won: sets of its elements that alone make it so, and of which none is idle.

An element is something that stands in the way and can be lifted from the task. A set of them is a
conflict if the task cannot be won though all others are lifted; a chain is a conflict of which no
element can be lifted as well. Whether a task can be won is for an oracle to say.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, TypeVar

from questwright.compiler.verdict.explain.elements import lifted
from questwright.compiler.verdict.task.bits import each_number
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.verdict.explain.elements import Element
    from questwright.compiler.verdict.task.task import Task


MANY: Final = 250
"""Elements beyond which one way to thin them out is enough."""

T = TypeVar("T")


class Conflict(NamedTuple):
    """The elements of a task that cannot be won, and an oracle of what is left to be won."""

    task: Task
    elements: list[Element]
    """All of them; what is most worth telling comes first."""
    wins: Callable[[Task], bool | None]
    """The oracle."""
    beside: Sequence[Element] = ()
    """More that stands in the way, told where a chain keeps the party from winning by it alone."""

    def hold(self, kept: Sequence[Element]) -> bool:
        """Whether some elements alone are known to keep the party from winning."""
        staying = set(kept)
        gone = (element for element in self.elements if element not in staying)
        return self.wins(lifted(self.task, gone)) is False

    def chains(self, most: int) -> list[list[Element]]:
        """Chains that share no element but what is wanted, up to so many."""
        left = self.elements
        found: list[list[Element]] = []
        while len(found) < most and self.hold(left):
            orders = (left, left[::-1])[: 2 if len(left) <= MANY else 1]
            chain = {*min((thinned(order, self.hold) for order in orders), key=len)}
            found.append([element for element in left if element in chain])
            gone = {own for own in chain if own.is_told and not own.is_goal} or chain
            left = [element for element in left if element not in gone]
        return found

    def completed(self, chain: Sequence[Element]) -> list[Element]:
        """A chain, and what else has a part in it."""
        gone = [element for element in self.elements if element not in chain]
        freed = lifted(self.task, gone)
        return [*chain, *(own for own in self.beside if self.wins(lifted(freed, [own])))]


def nearest(elements: Sequence[Element]) -> list[Element]:
    """Those of some elements to which the goal leads back, the nearest first."""
    ways = [element for element in elements if element.beyond]
    giving: dict[int, list[Element]] = {}
    for element in elements:
        for fact in each_number(element.gives):
            giving.setdefault(fact, []).append(element)
    found = dict.fromkeys(element for element in elements if element.is_goal)
    waiting = deque(found)
    while waiting:
        element = waiting.popleft()
        before = [way for way in ways if way.beyond & element.goes]
        for fact in each_number(element.asks):
            before += giving.get(fact, ())
        new = [own for own in dict.fromkeys(before) if own not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return list(found)


def thinned(elements: Sequence[T], hold: Callable[[Sequence[T]], bool]) -> list[T]:
    """Some of what holds together, of which none can be spared.

    Most are idle: many are left out at a time first, and each of the rest by itself at last, until
    nothing more can be. What comes last goes first.
    """
    kept = list(elements)
    size = max(1, len(kept) // 2)
    while True:
        is_thinned = False
        end = len(kept)
        while end > 0:
            start = max(0, end - size)
            without = kept[:start] + kept[end:]
            if hold(without):
                kept, is_thinned = without, True
            end = start
        if size == 1 and not is_thinned:
            return kept
        size = max(1, size // 2)
