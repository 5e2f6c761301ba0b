"""What stands in the way in a task, and how it is lifted from it.

Nothing of a task becomes harder by what is lifted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from questwright.compiler.verdict.explain.names import over
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import (
    NOTHING,
    All,
    Never,
    leaves,
    parts_of,
    transformed,
    with_facts,
)
from questwright.compiler.verdict.task.task import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from questwright.compiler.verdict.explain.names import Names
    from questwright.compiler.verdict.task.need import At, Facts, Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Link, Task
    from questwright.dsl.source import Span


Lift: TypeAlias = "Callable[[Task], Task]"
"""How an element is lifted from a task."""


@dataclass(eq=False, slots=True)
class Element:
    """Something that stands in the way; without words it is not told."""

    text: str
    origin: Span
    lifts: list[Lift] = field(default_factory=list)
    is_goal: bool = False
    """It is a part of what is wanted."""
    stands: list[At] = field(default_factory=list)
    """Where it asks members to stand."""
    together: tuple[str, int] | None = None
    """The event or the victory that asks for it at one moment with others."""
    room: str = ""
    """That there is too little room for them there."""
    asks: Facts = 0
    """The facts that it asks for."""
    gives: Facts = 0
    """The facts that it keeps from coming about."""
    deed: Deed | None = None
    """What can be done in its place alone, and brings those facts about."""
    beyond: Places = 0
    """The places that it has a part in keeping somebody from."""
    behind: Callable[[str], str] | None = None
    """What it says of an area that it parts from where one comes to."""
    links: set[int] = field(default_factory=set)
    """The links that it closes."""

    @property
    def is_told(self) -> bool:
        """Whether it has words."""
        return bool(self.text) or self.deed is not None

    @property
    def goes(self) -> Places:
        """The places to which it asks somebody to come."""
        return union(at.places for at in self.stands)


class Obstacles:
    """The elements of a task as they are gathered: those with one key are lifted together."""

    def __init__(self, task: Task, names: Names) -> None:
        self._task = task
        self._names = names
        self._known: dict[object, Element] = {}
        self._counted = {(own.origin, own.first, own.second) for own in task.links if own.counts}

    @property
    def every(self) -> list[Element]:
        """All of them, in the order in which they came."""
        return list(self._known.values())

    def add(self, text: str, origin: Span, *lifts: Lift, key: object = None) -> Element:
        """An element, or the one before it with the same key; its words, where no key is given."""
        element = self._known.setdefault(key or (text, origin), Element(text, origin))
        element.lifts += lifts
        return element

    def only_takes(self, number: int) -> Element:
        """That not everybody takes a link."""
        link = self._task.links[number]
        return self.add(self._names.only(link), link.origin, put("links", number, who=EVERYBODY))

    def only_does(self, number: int) -> Element:
        """That not everybody does a deed."""
        deed = self._task.deeds[number]
        anybody = put("deeds", number, who=EVERYBODY)
        why = [leaf for leaf in leaves(deed.needs) if isinstance(leaf, Never) and not deed.who]
        if why:
            # One thing keeps all of them from it.
            return self.add(why[0].why, why[0].origin, anybody)
        return self.add(self._names.only_does(deed), deed.origin, anybody)

    def leads_back(self, link: Link) -> bool:
        """Whether the way back over a link is another one, as a vessel has it that lies there."""
        return bool(link.counts) and (link.origin, link.second, link.first) in self._counted

    def one_way(self, number: int, refused: str) -> Element:
        """That nobody comes back over a link, and why if there is more to say of it."""
        link = self._task.links[number]
        turn = put("links", number, refused="", is_one_way=False)
        return self.add(refused or f"nobody comes back {over(link.title)}", link.origin, turn)


# -- lifting ------------------------------------------------------------------------------------


def changed(part: str, number: int, change: Callable[[Any], object]) -> Lift:
    """To change one of the links, deeds, events, sights, victories or places of a task."""

    def lift(task: Task) -> Task:
        parts = list(getattr(task, part))
        parts[number] = change(parts[number])
        fields: Any = {part: tuple(parts)}
        return task._replace(**fields)

    return lift


def put(part: str, number: int, **fields: object) -> Lift:
    """To put something else into fields of one of them."""
    return changed(part, number, lambda own: own._replace(**fields))


def asked(part: str, number: int, change: Callable[[Need], Need]) -> Lift:
    """To change what one of them asks for."""
    return changed(part, number, lambda own: own._replace(needs=change(own.needs)))


def unasked(part: str, number: int, piece: int) -> Lift:
    """No longer to ask for one of the parts of a need; the others keep their numbers."""

    def without(need: Need) -> Need:
        parts = enumerate(parts_of(need))
        return All(tuple(NOTHING if n == piece else own for n, own in parts))

    return asked(part, number, without)


def unlocked(number: int, facts: Facts) -> Lift:
    """One of the links no longer asks for some facts."""

    def unlock(link: Link) -> Link:
        things = link.things and with_facts(link.things, facts, 0)
        return link._replace(needs=with_facts(link.needs, facts, 0), things=things)

    return changed("links", number, unlock)


def linked(*links: Link) -> Lift:
    """To add links."""
    return lambda task: task._replace(links=task.links + links)


def granted(facts: Facts) -> Lift:
    """Some facts hold from the start."""
    return lambda task: task._replace(given=task.given | facts)


def with_leaves(task: Task, change: Callable[[Leaf], Need]) -> Task:
    """The task with each leaf of all that is asked for changed."""
    return task.mapped(lambda need: transformed(need, change), lambda places: places)


def lifted(task: Task, elements: Iterable[Element]) -> Task:
    """The task without some elements."""
    for element in elements:
        for lift in element.lifts:
            task = lift(task)
    return task
