"""What keeps members from places: closed links, and that there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.verdict.explain.conflict import put
from questwright.compiler.verdict.explain.names import is_step, over
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import NOTHING, facts_named, parts_of
from questwright.compiler.verdict.task.task import EVERYBODY, FactSort, Link

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.explain.conflict import Draft, Element, Elements
    from questwright.compiler.verdict.explain.names import Names
    from questwright.compiler.verdict.explain.unmet import Unmet
    from questwright.compiler.verdict.task.need import Members, Need, Places
    from questwright.compiler.verdict.task.task import Task
    from questwright.dsl.source import Span


class ShutWays:
    """The ways of a task that nobody can take, gathered for the places that are asked for."""

    def __init__(
        self,
        task: Task,
        reach: Reached,
        names: Names,
        unmet: Unmet,
        elements: Elements,
        seek: Callable[[Need, Element], None],
    ) -> None:
        self._task = task
        self._reach = reach
        self._names = names
        self._unmet = unmet
        self._elements = elements
        self._seek = seek
        self._seen: set[tuple[Places, Places]] = set()
        self._beyond = {own: self._components(own) for own in dict.fromkeys(reach.where)}
        self._refused = {(link.first, link.second) for link in task.links if link.refused}

    def _components(self, own: Places) -> list[Places]:
        """The places to which somebody does not come, as they hang together over whatever links."""
        beside: dict[int, Places] = {}
        for link in self._task.links:
            for here, there in ((link.first, link.second), (link.second, link.first)):
                beside[here] = beside.get(here, 0) | 1 << there
        found = []
        left = (1 << len(self._task.places)) - 1 & ~own
        while left:
            joined = waiting = left & -left
            while waiting:
                more = beside.get((waiting & -waiting).bit_length() - 1, 0) & left & ~joined
                joined |= more
                waiting = waiting & (waiting - 1) | more
            found.append(joined)
            left &= ~joined
        return found

    def stand(self, places: Places, who: Members, origin: Span) -> None:
        """Everything that parts some places from where members come to."""
        members = [n for n, own in enumerate(self._reach.where) if own and who >> n & 1]
        for own in dict.fromkeys(self._reach.where[n] for n in members):
            alike = sum(1 << n for n in members if self._reach.where[n] == own)
            for beyond in self._beyond[own]:
                if beyond & places and (beyond, own) not in self._seen:
                    self._seen.add((beyond, own))
                    self._part(beyond, own, alike, origin)

    def _part(self, beyond: Places, own: Places, who: Members, origin: Span) -> None:
        """What parts places that hang together from where some members come to."""
        is_joined = False
        for number, link in enumerate(self._task.links):
            ends = 1 << link.first | 1 << link.second
            if ends & beyond:
                is_joined = is_joined or bool(ends & own)
                self._link(number, link, beyond, who)
        if not is_joined:

            def join(draft: Draft) -> None:
                here = (own & -own).bit_length() - 1
                draft.links += [
                    Link(here, there, NOTHING, "", origin) for there in each_number(beyond)
                ]

            element = self._elements.add("", origin, join, "join", beyond, own)
            element.beyond = beyond

    def _link(self, number: int, link: Link, beyond: Places, who: Members) -> None:
        far = (1 << link.first | 1 << link.second) & beyond
        if not self._unmet.met(link.needs):
            behind, where = self._behind(link)
            area = self._names.area(1 << link.second if far >> link.second & 1 else far)
            element = self._elements.add(behind(area), where, put("links", number, needs=NOTHING))
            element.behind = behind
            element.beyond |= beyond
            element.links.add(number)
            self._seek(link.needs, element)
        if who & ~link.who:
            anybody = put("links", number, who=EVERYBODY)
            self._elements.add(self._names.only(link), link.origin, anybody).beyond |= beyond
        is_back = link.is_one_way and far >> link.first & 1
        is_told = (link.second, link.first) in self._refused
        if link.refused or (is_back and not is_told):
            turn = put("links", number, refused="", is_one_way=False)
            told = link.refused or f"nobody comes back {over(link.title)}"
            self._elements.add(told, link.origin, turn).beyond |= beyond

    def _behind(self, link: Link) -> tuple[Callable[[str], str], Span]:
        """What a link says of an area to which it leads."""
        never = [self._unmet.why(part, link.origin) for part in parts_of(link.needs)]
        for why, where in never:
            if why:
                return (lambda _, why=why: why), where
        named = facts_named(link.needs)[0] & ~self._reach.facts
        infos = [self._task.facts[n] for n in each_number(named)]
        gates = [info for info in infos if info.sort is FactSort.OPEN]
        figures = [info for info in infos if info.sort is FactSort.DEFEATED]
        closed = [info for info in infos if info.sort is FactSort.CLEAR]
        title, where = link.title.removesuffix(", backwards"), link.origin
        if gates:
            title, where = gates[0].title, gates[0].origin
        elif figures:
            figure = self._names.figure(figures[0])
            return (lambda area: f"{figure} stands in the way to {area}"), figures[0].origin
        elif closed:
            title = f"over {closed[0].id}"
        if is_step(title):
            return (lambda area: f"one comes to {area} only {title}"), where
        return (lambda area: f"{area} is behind {with_article(title)}"), where

    def name_joins(self, elements: Sequence[Element]) -> None:
        """What parts places to which no link leads is said of the nearest that is asked for."""
        for way in elements:
            if way.beyond and not way.text:
                wanted = next(own for own in elements if own.goes & way.beyond)
                cells = wanted.cells or self._names.cells(wanted.goes & way.beyond)
                _, target = self._names.target(cells, way.beyond, self._reach.places)
                inside = self._names.cells(way.beyond)
                way.text, where = self._names.shut_off(inside, target)
                way.origin = where or way.origin
