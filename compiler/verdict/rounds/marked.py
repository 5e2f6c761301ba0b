"""Of which places it makes a difference whether somebody stands there."""

from __future__ import annotations

from functools import cache

from questwright.compiler.verdict.task.need import asked_places, facts_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Task


class MarkedPlaces:
    """The places that something asks for, from which something is seen, or that close."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._named: Facts = facts_asked(*task.needs())
        """The facts that anything asks for."""
        self._marks = cache(lambda facts: {*self._marked(facts)})

    def tell_apart(self, here: Places, there: Places, facts: Facts) -> bool:
        """Whether a step between two places may do more than bring somebody nearer."""
        if here == there:
            return False
        return any(bool(mark & here) != bool(mark & there) for mark in self._marks(facts))

    def _marked(self, facts: Facts) -> Iterator[Places]:
        """What is marked together as some facts hold."""
        task = self._task
        yield from (1 << n for n, place in enumerate(task.places) if place.clear >= 0)
        for need in task.still_asked(facts):
            yield from (at.places for at in asked_places(need))
        for sight in task.sights:
            if sight.adds & self._named & ~facts:
                yield sight.where
