"""Ways that need not be taken, as others or none do as well."""

from __future__ import annotations

from functools import cache

from questwright.compiler.verdict.task.bits import each_number, joined, union
from questwright.compiler.verdict.task.lanes import signs_of
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    NOTHING,
    asked_places,
    facts_named,
    lasts,
    parts_of,
    with_facts,
)
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.task.variants import fated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.task.need import Facts, Places
    from questwright.compiler.verdict.task.task import Link, Task


def straight(task: Task) -> Task:
    """Without steps around a corner where one may as well step on the cell between."""
    signs = signs_of(task, _marks(task))
    near: dict[int, dict[int, list[Link]]] = {}
    for link in task.links:
        is_straight = not (link.is_one_way or link.flanks) and link.things != IMPOSSIBLE
        for here, there in link.ways if is_straight else ():
            near.setdefault(here, {}).setdefault(there, []).append(link)

    @cache
    def set_off(place: int) -> tuple[Facts, Facts]:
        return _set_off(task, place)

    def is_led(here: int, there: int, link: Link, *, is_first: bool) -> bool:
        added, removed = (0, 0) if is_first else set_off(here)
        for way in near[here].get(there, ()):
            held, lacked = facts_named(way.needs)
            is_open = not held & removed and not lacked & added
            asked = {*parts_of(way.needs)} <= {*parts_of(link.needs)}
            is_borne = {*way.bearing} <= {*link.bearing}
            if is_open and asked and is_borne and not link.who & ~way.who:
                return True
        return False

    def is_round(link: Link) -> bool:
        is_for_things = bool(task.carried) and link.things != IMPOSSIBLE
        if link.is_one_way or is_for_things or not (link.flanks or link.things == IMPOSSIBLE):
            return False
        if any(task.places[end].clear >= 0 for end in (link.first, link.second)):
            return False  # One steps clear over a corner, too.
        ends = (link.first, link.second)
        is_same = signs[link.first] == signs[link.second]
        # Who comes to the cell between may set off what shuts the way on to an end like it.
        return any(
            any(signs[between] == signs[end] for end in ends)
            and all(
                is_led(between, end, link, is_first=is_same or signs[between] != signs[end])
                for end in ends
            )
            for between in near.get(link.first, {}).keys() & near.get(link.second, {}).keys()
        )

    links = tuple(link for link in task.links if not is_round(link))
    return task if len(links) == len(task.links) else task._replace(links=links)


def _set_off(task: Task, place: int) -> tuple[Facts, Facts]:
    """The facts that may come to hold, and cease to, when somebody comes to a place."""
    added = removed = 0
    for sight in task.sights:
        added |= sight.adds if sight.where >> place & 1 else 0
    happening = -1
    happened: set[int] = set()
    while happening != len(happened):
        happening = len(happened)
        for number, event in enumerate(task.events):
            held, lacked = facts_named(event.needs)
            is_there = any(at.places >> place & 1 for at in asked_places(event.needs))
            if is_there or held & added or lacked & removed:
                happened.add(number)
                added |= event.adds
                removed |= event.removes
    return added, removed


def moored(task: Task, *, wins_only: bool) -> Task:
    """Vessels lie wherever they are wanted, where somebody can always bring them.

    That is so where all that members do by walking can be undone: whoever has rowed one goes back
    to it and rows it back, and with two seats all come anywhere. Nothing must come of their going
    to and fro that is lost. That another side wins by that is no matter if a line ``wins_only`` has
    to be found: it is told as it is played.
    """
    lying = task.of_sorts(FactSort.LIES, FactSort.ABOARD)
    rowed = [link for link in task.links if link.is_crossing and link.counts]
    is_lossless = not (any(task.fallen) or task.closing or fated(task)) and not any(
        event.removes or event.live or event.gifts for event in task.events
    )
    is_own = (wins_only or not task.others) and not any(link.bearing for link in rowed)
    # Who has gone through a gate that counts may not come back to the vessel.
    is_lossless &= not any(link.counts and not link.is_crossing for link in task.links)
    if not rowed or not is_lossless or not is_own or not _can_be_retraced(task, lying):
        return task
    free = [
        link._replace(needs=with_facts(link.needs, lying, 0), counts="", is_one_way=False)
        for link in rowed
        if link.first < link.second
    ]
    ends = union(link.ends for link in rowed)
    if any(own < task.party for own in _rooms(task, ends)):
        return task  # Who lands may have to change places with who sets off.
    back = {(link.second, link.first, link.who, with_facts(link.needs, lying, 0)) for link in rowed}
    if any((link.first, link.second, link.who, link.needs) not in back for link in free):
        return task
    links = (link for link in task.links if link not in rowed)
    return task._replace(links=(*links, *dict.fromkeys(free)))


def _rooms(task: Task, ends: Places) -> Iterator[int]:
    """For each of some places how many have room where anybody walks from there at any time."""
    free = ((link.first, link.second) for link in task.links if link.is_free_for(task.everybody))
    first = joined(len(task.places), free)
    for end in each_number(ends):
        there = (
            own.cells for own, root in zip(task.places, first, strict=True) if root == first[end]
        )
        yield union(there).bit_count()


def _can_be_retraced(task: Task, lying: Facts) -> bool:
    """Whether members can go back on foot over whatever leads one way or may shut again."""
    walked = [link for link in task.links if not (link.refused or link.counts)]
    walked = [link for link in walked if not task.outside >> link.first & 1]
    lasting = task.lasting | lying
    spared = [link for link in walked if not link.is_one_way and link.is_spared(task.everybody)]
    free = [link for link in spared if link.needs == NOTHING]

    def leads_back(link: Link) -> bool:
        able = ((own.first, own.second) for own in free if not link.who & ~own.who)
        first = joined(len(task.places), able)
        return first[link.first] == first[link.second]

    return all(
        leads_back(link)
        if link.is_one_way or not link.is_spared(task.everybody)
        else lasts(link.needs, lasting)
        for link in walked
    )


def leads_back_everywhere(task: Task) -> bool:
    """Whether whoever has walked anywhere on the board can always walk back."""
    return (
        not any(link.counts for link in task.links)
        and not any(task.outside >> link.first & 1 for link in task.links)
        and _can_be_retraced(task, 0)
    )


def links_at(task: Task) -> dict[int, list[tuple[Link, int]]]:
    """For each place its links, each with the place at its other end."""
    found: dict[int, list[tuple[Link, int]]] = {n: [] for n in range(len(task.places))}
    for link in task.links:
        found[link.first].append((link, link.second))
        found[link.second].append((link, link.first))
    return found


def told_apart(task: Task) -> list[int]:
    """For each place what conditions, sights and corners tell it apart by."""
    corners = (link.flanks for link in task.links if link.flanks)
    return signs_of(task, (*_marks(task), *corners))


def _marks(task: Task) -> Iterator[Places]:
    """The sets of places of which conditions and sights ask whether somebody is there."""
    for need in task.asked():
        for at in asked_places(need):
            yield at.places
    for sight in task.sights:
        yield sight.where
