"""Ways that need not be taken, as others or none do as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    asked_places,
    facts_named,
    parts_of,
)

if TYPE_CHECKING:
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Link, Task


def straight(task: Task) -> Task:
    """Without steps around a corner where one may as well step on the cell between."""
    signs, lasting = told_apart(task), task.lasting
    near: dict[int, dict[int, list[Link]]] = {}
    for link in task.links:
        if not link.is_one_way and not link.refused and link.things != IMPOSSIBLE:
            near.setdefault(link.first, {}).setdefault(link.second, []).append(link)
            near.setdefault(link.second, {}).setdefault(link.first, []).append(link)

    def is_led(first: int, second: int, link: Link) -> bool:
        return any(
            {*parts_of(way.needs)} <= {*parts_of(link.needs)} and not link.who & ~way.who
            for way in near[first].get(second, ())
        )

    def is_round(link: Link) -> bool:
        if link.is_one_way or link.things != IMPOSSIBLE:
            return False
        if any(task.places[end].clear >= 0 for end in (link.first, link.second)):
            return False  # One steps clear over a corner, too.
        # What happens where one comes to the cell between may shut the way on from there.
        ends = (signs[link.first], signs[link.second])
        return any(
            (signs[between] in ends if _is_steady(link, lasting) else ends == (signs[between],) * 2)
            and is_led(link.first, between, link)
            and is_led(between, link.second, link)
            for between in near.get(link.first, {}).keys() & near.get(link.second, {}).keys()
        )

    links = tuple(link for link in task.links if not is_round(link))
    return task if len(links) == len(task.links) else task._replace(links=links)


def without_side_rooms(task: Task) -> Task:
    """Without ways into places in which there is nothing, and from which one always comes back.

    Whoever stands there may as well stand in the place before it, where there is room for all.
    """
    places, lasting, signs, links = task.places, task.lasting, told_apart(task), links_at(task)
    begun = {begin.place for begin in task.begins}

    def is_plain(link: Link) -> bool:
        return not (link.is_one_way or link.refused or link.counts) and _is_steady(link, lasting)

    def is_idle(place: int, before: int) -> bool:
        has_room = places[before].cells.bit_count() > (task.party if task.party > 1 else 0)
        is_alike = signs[place] == signs[before] and places[place].cells and place not in begun
        is_open = places[place].clear < 0 and places[before].clear < 0
        return (
            bool(has_room and is_alike and is_open)
            and all(is_plain(link) for link, _ in links[place])
            and not any(
                deed.past & (1 << place | 1 << before)
                or (deed.where >> place & 1 and not deed.where >> before & 1)
                for deed in task.deeds
            )
        )

    waiting = list(links)
    while waiting:
        place = waiting.pop()
        beside = {there for _, there in links[place]}
        if len(beside) == 1 and is_idle(place, *beside):
            (before,) = beside
            links[place] = []
            links[before] = [(link, there) for link, there in links[before] if there != place]
            waiting.append(before)
    left = tuple(link for link in task.links if links[link.first] and links[link.second])
    return task if len(left) == len(task.links) else task._replace(links=left)


def _is_steady(link: Link, lasting: Facts) -> bool:
    """Whether a link stays open once it is, where some facts last."""
    held, lacked = facts_named(link.needs)
    return not held & ~lasting and not lacked


def links_at(task: Task) -> dict[int, list[tuple[Link, int]]]:
    """For each place its links, each with the place at its other end."""
    found: dict[int, list[tuple[Link, int]]] = {n: [] for n in range(len(task.places))}
    for link in task.links:
        found[link.first].append((link, link.second))
        found[link.second].append((link, link.first))
    return found


def told_apart(task: Task) -> list[int]:
    """For each place what conditions and sights tell it apart by."""
    marks = [at.places for need in task.asked() for at in asked_places(need)]
    marks += [sight.where for sight in task.sights]
    signs = [0] * len(task.places)
    for number, mark in enumerate(dict.fromkeys(marks)):
        for n in each_number(mark):
            signs[n] |= 1 << number
    return signs
