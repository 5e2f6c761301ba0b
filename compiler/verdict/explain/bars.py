"""Bars: what stands in the way, how it is lifted from a task, and which of it cannot be spared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from questwright.compiler.verdict.task.need import (
    NOTHING,
    All,
    Carried,
    Has,
    Lacks,
    transformed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from questwright.compiler.verdict.task.need import Facts, Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span


Lift: TypeAlias = "Callable[[Draft], None]"
"""How a bar is lifted from a task."""


class Draft:
    """A task from which bars are lifted; what is lifted makes nothing harder."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self.places = list(task.places)
        self.links = list(task.links)
        self.deeds = list(task.deeds)
        self.events = list(task.events)
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
class Bar:
    """Something that stands in the way; without words it is not told."""

    text: str
    origin: Span
    lifts: list[Lift] = field(default_factory=list)
    is_goal: bool = False
    """It is a part of what is wanted."""
    need: Need = NOTHING
    """What it asks for."""
    asks: Places = 0
    """The places to which it asks somebody to come."""
    says: Callable[[str], str] | None = None
    """What it says of an area that it parts from where one comes to."""
    links: set[int] = field(default_factory=set)
    """The links that it bars."""


def put(part: str, number: int, **fields: object) -> Lift:
    """To change one of the links, deeds, events, victories or places of a draft."""

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


def parts_of(need: Need) -> tuple[Need, ...]:
    """The needs that together make a need."""
    return need.parts if isinstance(need, All) else (need,)


def unasked(part: str, number: int, piece: int) -> Lift:
    """No longer to ask for one of the parts of a need; the others keep their numbers."""

    def without(need: Need) -> Need:
        parts = enumerate(parts_of(need))
        return All(tuple(NOTHING if n == piece else own for n, own in parts))

    return ask(part, number, without)


def lifted(task: Task, bars: Iterable[Bar]) -> Task:
    """The task without some bars."""
    draft = Draft(task)
    for bar in bars:
        for lift in bar.lifts:
            lift(draft)
    return draft.done()


def thinned(bars: Sequence[Bar], hold: Callable[[Sequence[Bar]], bool]) -> list[Bar]:
    """Some of the bars that hold, of which none can be spared.

    Most are idle: many are left out at a time first, and each of the rest by itself at last, until
    nothing more can be. What comes last goes first.
    """
    kept = list(bars)
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
