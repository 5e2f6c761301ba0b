"""Why a task cannot be won: sets of its elements that alone make it so, and of which none is idle.

An element is something that stands in the way and can be lifted from the task. A set of them is a
conflict if the task cannot be won though all others are lifted; a chain is a conflict of which no
element can be lifted as well. Whether a task can be won is for an oracle to say.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    NOTHING,
    All,
    Carried,
    Has,
    Lacks,
    parts_of,
    transformed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.task.need import Facts, Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span


Lift: TypeAlias = "Callable[[Draft], None]"
"""How an element is lifted from a task."""


T = TypeVar("T")


class Draft:
    """A task from which elements are lifted; what is lifted makes nothing harder."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self.places = list(task.places)
        self.links = list(task.links)
        self.deeds = list(task.deeds)
        self.events = list(task.events)
        self.sights = list(task.sights)
        self.victories = list(task.victories)
        self.given = task.given
        self.fallen = list(task.fallen)
        self.excused: Facts = 0
        """Facts of which nothing minds any longer that they hold."""
        self.shared: Facts = 0
        """Items of which it no longer matters who carries them."""

    def done(self) -> Task:
        """The task without what was lifted."""
        excused, shared = self.excused, self.shared
        task = self._task._replace(
            places=tuple(self.places),
            links=tuple(self.links),
            deeds=tuple(self.deeds),
            events=tuple(self.events),
            sights=tuple(self.sights),
            victories=tuple(self.victories),
            given=self.given,
            fallen=tuple(self.fallen),
            carried=self._task.carried & ~shared,
        )
        if not excused | shared:
            return task

        def freed(leaf: Leaf) -> Need:
            if isinstance(leaf, Lacks) and excused >> leaf.fact & 1:
                return NOTHING
            if isinstance(leaf, Carried) and shared >> leaf.item & 1:
                return Has(leaf.item, leaf.origin)
            return leaf

        return with_needs(task, freed)


@dataclass(eq=False, slots=True)
class Element:
    """Something that stands in the way; without words it is not told."""

    text: str
    origin: Span
    lifts: list[Lift] = field(default_factory=list)
    is_goal: bool = False
    """It is a part of what is wanted."""
    needs: list[Need] = field(default_factory=list)
    """What it asks for."""
    asks: Facts = 0
    """The facts that it asks for."""
    gives: Facts = 0
    """The facts that it keeps from coming about."""
    goes: Places = 0
    """The places to which it asks somebody to come."""
    far: Places = 0
    """Those of them to which nobody comes."""
    cells: Cells = 0
    """What is to be done there is done to these cells."""
    beyond: Places = 0
    """The places that it has a part in keeping somebody from."""
    behind: Callable[[str], str] | None = None
    """What it says of an area that it parts from where one comes to."""
    where: Callable[[int], str] | None = None
    """What it says of each fact that it keeps from coming about."""
    links: set[int] = field(default_factory=set)
    """The links that it closes."""
    takes: Facts = 0
    """The keys that it spends."""
    opens: str = ""
    """What is opened with the facts that it asks for."""

    @property
    def is_told(self) -> bool:
        """Whether it has words."""
        return bool(self.text) or self.where is not None


class Blocked(Protocol):
    """A task that cannot be won: its elements, and an oracle of what they do."""

    elements: list[Element]

    def hold(self, kept: Sequence[Element]) -> bool:
        """Whether some elements alone are known to keep the party from winning."""

    def chain(self, left: Sequence[Element]) -> list[Element]:
        """A chain among elements that hold, in the order in which it is told."""

    def told(self, chain: Sequence[Element]) -> Iterable[tuple[str, Span]]:
        """A chain in words, each with its place in the source."""


class Elements:
    """The elements of a task as they are gathered: those with one key are lifted together."""

    def __init__(self) -> None:
        self._known: dict[object, Element] = {}

    def add(self, text: str, origin: Span, lift: Lift, *key: object) -> Element:
        """An element, or the one before it with the same key; its words, where no key is given."""
        own = (*key, origin) if key else (text, origin)
        element = self._known.setdefault(own, Element(text, origin))
        element.lifts.append(lift)
        return element

    @property
    def every(self) -> list[Element]:
        """All of them, in the order in which they came."""
        return list(self._known.values())


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


# -- lifting ------------------------------------------------------------------------------------


def put(part: str, number: int, **fields: object) -> Lift:
    """To change one of the links, deeds, events, sights, victories or places of a draft."""

    def lift(draft: Draft) -> None:
        parts = getattr(draft, part)
        parts[number] = parts[number]._replace(**fields)

    return lift


def ask(part: str, number: int, change: Callable[[Need], Need]) -> Lift:
    """To change what one of them asks for."""

    def lift(draft: Draft) -> None:
        parts = getattr(draft, part)
        parts[number] = parts[number]._replace(needs=change(parts[number].needs))

    return lift


def unasked(part: str, number: int, piece: int) -> Lift:
    """No longer to ask for one of the parts of a need; the others keep their numbers."""

    def without(need: Need) -> Need:
        parts = enumerate(parts_of(need))
        return All(tuple(NOTHING if n == piece else own for n, own in parts))

    return ask(part, number, without)


def with_needs(task: Task, change: Callable[[Leaf], Need]) -> Task:
    """The task with each leaf of what its deeds, events, victories and links ask for changed."""
    return task._replace(
        links=tuple(
            link._replace(
                needs=transformed(link.needs, change),
                things=None if link.things is None else transformed(link.things, change),
            )
            for link in task.links
        ),
        deeds=tuple(d._replace(needs=transformed(d.needs, change)) for d in task.deeds),
        events=tuple(e._replace(needs=transformed(e.needs, change)) for e in task.events),
        victories=tuple(v._replace(needs=transformed(v.needs, change)) for v in task.victories),
    )


def lifted(task: Task, elements: Iterable[Element]) -> Task:
    """The task without some elements."""
    draft = Draft(task)
    for element in elements:
        for lift in element.lifts:
            lift(draft)
    return draft.done()


# -- what cannot be spared ----------------------------------------------------------------------


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


def parted_chains(blocked: Blocked, most: int) -> list[list[Element]]:
    """Chains that share no element but what is wanted, up to so many."""
    left = list(blocked.elements)
    found: list[list[Element]] = []
    while len(found) < most and blocked.hold(left):
        chain = blocked.chain(left)
        found.append(chain)
        gone = {own for own in chain if own.is_told and not own.is_goal} or {*chain}
        left = [element for element in left if element not in gone]
    return found
