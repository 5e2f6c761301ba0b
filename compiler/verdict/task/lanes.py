"""Lanes in which nobody is ever in anybody's way for good."""

from __future__ import annotations

from questwright.compiler.geometry.lanes import roomy
from questwright.compiler.verdict.task.bits import each_number, joined, union
from questwright.compiler.verdict.task.need import asked_places, facts_named, lasts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Link, Task


def needless_cells(task: Task) -> dict[int, int]:
    """Lanes that lead on and on with nothing in them: all but as many as there are members.

    Each with the one that stands for it: it matters in which order members are there, and no more.
    """
    marks = [at.places for need in task.needs() for at in asked_places(need)]
    marks += [sight.where for sight in task.sights]
    apart = union(deed.where | deed.past for deed in task.deeds) | task.closable
    apart |= union(1 << begin.place for begin in task.begins)
    near: dict[int, set[int]] = {n: set() for n in each_number(task.lanes & ~apart)}
    for link in task.links:
        is_plain = link.things is None and link.is_free_for(task.everybody)
        for here, there in (link.first, link.second), (link.second, link.first):
            if here in near:
                near[here].add(there if is_plain else -1)
    signs = {n: [mark >> n & 1 for mark in marks] for n, ways in near.items() if len(ways) == 2}
    ways = {n: [m for m in near[n] if signs.get(m) == own] for n, own in signs.items()}
    found: dict[int, int] = {}
    seen: set[int] = set()
    for end in (n for n, others in ways.items() if len(others) == 1 and -1 not in near[n]):
        run: list[int] = []
        waiting = [] if end in seen else [end]
        while waiting:
            run.append(waiting.pop())
            seen.add(run[-1])
            if -1 not in near[run[-1]]:
                waiting += [n for n in ways[run[-1]] if n not in seen and -1 not in near[n]]
        found |= (
            dict.fromkeys(run[task.party :], run[task.party - 1]) if len(run) > task.party else {}
        )
    return found


def lanes_at(task: Task, links: Iterable[Link], marks: Iterable[Places]) -> Places:
    """The lanes of a moment: with the links that are open, and sets of places that are watched.

    From all others one comes, with nothing coming of it, to where all pass each other as long as
    nothing closes: whoever is in the way goes there, lets the others by, and comes back.
    """
    lanes, signs = task.lanes, _marked(task, marks)
    near = [1 << n for n in range(len(task.places))]
    free = [link for link in links if _is_for_all(link, task)]
    ways = [link for link in free if signs[link.first] == signs[link.second]]
    for link in ways:
        near[link.first] |= link.ends
        near[link.second] |= link.ends
    single = sum(1 << n for n, p in enumerate(task.places) if p.cells.bit_count() == 1 or p.is_lane)
    wide = union(roomy(single, near.__getitem__, task.party))
    roots = joined(len(near), ((w.first, w.second) for w in ways if not w.ends & lanes))
    parts: dict[int, Places] = {}
    for place, root in enumerate(roots):
        parts[root] = parts.get(root, 0) | 1 << place
    for part in parts.values():
        has_room = task.cells_of(part).bit_count() > task.party
        wide |= part if has_room and not part & lanes else 0
    while grown := union(near[n] for n in each_number(wide)) & lanes & ~wide:
        wide |= grown
    return lanes & ~wide


def needed_lanes(task: Task) -> Places:
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
    # Making way may be seen: where something happens by that, or another side wins.
    seen = [*(event.needs for event in task.events), *(end.needs for end in task.others)]
    marks = [at.places for need in seen for at in asked_places(need)]
    signs = [tuple(mark >> n & 1 for mark in marks) for n in range(len(task.places))]

    def leads_back(place: int) -> bool:
        """Whether for each way to a place there is one from it that is open then, and stays so."""
        own = task.places[place].clear
        kept = lasting | (1 << own if own >= 0 else 0)
        back = [
            facts_named(link.needs)[0]
            for link, other in ways[place]
            if not lanes >> other & 1
            and signs[place] == signs[other]
            and _is_kept(link, task, kept)
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
            links = [link for link in task.links if link.ends & group and not link.refused]
            around = union(link.ends for link in links) | group
            is_sure = not group & (begun | task.closable)
            is_sure &= len({signs[n] for n in each_number(around)}) == 1
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
    return _is_for_all(link, task) and lasts(link.needs, kept)


def _is_for_all(link: Link, task: Task) -> bool:
    """Whether everybody goes both ways over a link while it is open."""
    is_for_all = link.is_both_ways and not task.everybody & ~link.who
    return is_for_all and link.is_spared(task.everybody)


def signs_of(task: Task, marks: Iterable[Places], lanes: Places = -1) -> list[int]:
    """For each place in which of some sets of places it is; a lane is like no other.

    Lanes are those of the task, or of those only some.
    """
    signs = _marked(task, marks)
    # In a lane it matters on which cell each of them stands.
    for n in each_number(task.lanes & lanes):
        signs[n] = ~n
    return signs


def _marked(task: Task, marks: Iterable[Places]) -> list[int]:
    """For each place in which of some sets of places it is."""
    signs = [0] * len(task.places)
    for number, mark in enumerate(dict.fromkeys(marks)):
        for n in each_number(mark):
            signs[n] |= 1 << number
    return signs
