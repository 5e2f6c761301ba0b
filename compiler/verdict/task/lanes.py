"""Lanes in which nobody is ever in anybody's way for good."""

from __future__ import annotations

from questwright.compiler.verdict.task.bits import each_number, joined, union
from questwright.compiler.verdict.task.need import facts_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Link, Task


_MOST = 6
"""So many lanes are told apart around what may close."""


def without_needless(task: Task) -> Task:
    """The task without those lanes from which one can go to where all pass each other, and back.

    Whoever has come from there can; so who is in the way lets others go first.
    """
    lanes = _needed(task) & ~closing_lanes(task)
    places = (p._replace(is_lane=bool(lanes >> n & 1)) for n, p in enumerate(task.places))
    return task._replace(places=tuple(places)) if lanes != task.lanes else task


def closing_lanes(task: Task) -> Places:
    """The lanes that are too many to be told apart, as something may close them or beside them."""
    lanes = _needed(task) if task.closable else 0
    return lanes & _around_closing(task) if lanes.bit_count() > _MOST else 0


def _around_closing(task: Task) -> Places:
    closable = task.closable
    return closable | union(link.ends for link in task.links if link.ends & closable)


def _needed(task: Task) -> Places:
    """The lanes of which it is not sure that whoever stands there can go to where all pass."""
    lanes, lasting = task.lanes, task.lasting
    if not lanes:
        return 0
    ways: dict[int, list[tuple[Link, int]]] = {n: [] for n in each_number(lanes)}
    for link in task.links:
        for here, there in () if link.refused else link.ways:
            if lanes >> there & 1:
                ways[there].append((link, here))
    begun = union(1 << begin.place for begin in task.begins)

    def leads_back(place: int) -> bool:
        """Whether for each way to a place there is one from it that is open then, and stays so."""
        own = task.places[place].clear
        kept = lasting | (1 << own if own >= 0 else 0)
        back = [
            facts_named(link.needs)[0]
            for link, other in ways[place]
            if not lanes >> other & 1 and _is_kept(link, task, kept)
        ]
        if begun >> place & 1:
            return any(not held & ~(kept & task.given) for held in back)
        come = (facts_named(link.needs)[0] for link, _ in ways[place])
        return all(any(not held & ~asked for held in back) for asked in come)

    grown = 0
    while grown != lanes:
        grown = lanes
        for place in each_number(lanes):
            if leads_back(place):
                lanes &= ~(1 << place)
        for group in _joined(lanes, task):
            links = (link for link in task.links if link.ends & group and not link.refused)
            is_sure = not group & (begun | task.closable)
            if is_sure and all(_is_kept(link, task, lasting) for link in links):
                lanes &= ~group
    return lanes


def _joined(lanes: Places, task: Task) -> Iterable[Places]:
    """Lanes that lead on to each other."""
    within = [(link.first, link.second) for link in task.links if not link.ends & ~lanes]
    groups: dict[int, Places] = {}
    roots = joined(len(task.places), within)
    for n in each_number(lanes):
        groups[roots[n]] = groups.get(roots[n], 0) | 1 << n
    return groups.values()


def _is_kept(link: Link, task: Task, kept: Facts) -> bool:
    """Whether everybody goes both ways over a link once it is open, as long as some facts last."""
    held, lacked = facts_named(link.needs)
    is_both = not (link.is_one_way or link.counts)
    return is_both and not (task.everybody & ~link.who or held & ~kept or lacked)
