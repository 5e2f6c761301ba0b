"""What keeps something out of reach even if nothing is ever lost.

That are closed links, deeds that are done elsewhere or ask for something, and facts that nothing
brings about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.explain.conflict import Conflict, nearest
from questwright.compiler.verdict.explain.elements import (
    Obstacles,
    granted,
    lifted,
    linked,
    put,
    unasked,
    unlocked,
    with_leaves,
)
from questwright.compiler.verdict.explain.names import is_step
from questwright.compiler.verdict.explain.telling import ChainWords
from questwright.compiler.verdict.explain.unmet import Unmet
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.bits import each_number, joined, union
from questwright.compiler.verdict.task.need import (
    NOTHING,
    At,
    Carried,
    Has,
    Lacks,
    Never,
    facts_named,
    parts_of,
    some,
    transformed,
)
from questwright.compiler.verdict.task.task import EVERYBODY, FactSort, Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.explain.elements import Element
    from questwright.compiler.verdict.explain.names import Names
    from questwright.compiler.verdict.task.need import Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Ending, Happening, Task
    from questwright.dsl.source import Span


class OutOfReach:
    """What of a task is out of reach even if nothing is ever lost."""

    def __init__(
        self, task: Task, reach: Reached, names: Names, met: Callable[[Leaf], Need]
    ) -> None:
        """``task`` is what is left to reach; ``met`` says what is known of leaves of needs."""
        self._task = task
        self._reach = reach
        self._names = names
        self._met = met
        self._unmet = Unmet(task, reach, names)

    def reaches(self, need: Need) -> bool:
        """Whether a need can be met."""
        return self._unmet.met(transformed(need, self._met))

    def conflict(self, own: Iterable[Ending]) -> Conflict:
        """What keeps victories out of reach."""
        wanted = tuple(end._replace(needs=transformed(end.needs, self._met)) for end in own)
        task = self._task._replace(victories=wanted)
        elements = _Missing(task, self._unmet, self._names).elements
        return Conflict(task, elements, lambda freer: self._going_on(freer).is_won)

    @property
    def words(self) -> ChainWords:
        """How its chains are told."""
        return ChainWords(self._task, self._names, self._reach.places)

    def mended(self, own: Iterable[Ending], elements: Iterable[Element]) -> OutOfReach:
        """The same where some elements do not stand in the way, of a conflict of victories."""
        task = lifted(self._task._replace(victories=tuple(own)), elements)._replace(victories=())
        reach = self._going_on(task, wants_all=True)
        return OutOfReach(task, reach, self._names, self._met)

    def _going_on(self, freer: Task, *, wants_all: bool = False) -> Reached:
        """What comes about in a task of which more can be reached, from what was reached."""
        facts = freer.given | self._reach.facts
        start = State(facts, self._reach.where, (0,) * freer.party)
        return Relaxed(freer).reach(start, wants_all=wants_all)


def out_of_reach(task: Task, begun: State, reach: Reached, names: Names) -> OutOfReach:
    """What of a task is out of reach; all that is reached is given."""
    lasting, had = begun.facts & task.lasting, reach.facts

    def met(leaf: Leaf) -> Need:
        if isinstance(leaf, Lacks):
            if not lasting >> leaf.fact & 1:
                return NOTHING
            info = task.facts[leaf.fact]
            told = f"nothing undoes what is so from the start: {names.so(info)}"
            return Never(*(names.begun_without(info) or (told, leaf.origin)))
        return NOTHING if isinstance(leaf, Has) and had >> leaf.fact & 1 else leaf

    def brings(deed: Deed) -> bool:
        return bool(deed.brings & ~had) and not (deed.once and not deed.once & ~lasting)

    def comes(event: Happening) -> bool:
        return bool(event.adds & ~had) and bool(event.live or event.happened & ~lasting)

    apart = union(~own for own in reach.where)
    left = task._replace(
        links=tuple(link for link in task.links if link.ends & apart),
        deeds=tuple(d._replace(once=0, removes=0) for d in task.deeds if brings(d)),
        events=tuple(e._replace(happened=0, live=0, removes=0) for e in task.events if comes(e)),
        sights=tuple(sight for sight in task.sights if sight.adds & ~had),
        victories=(),
        given=had,
    )
    return OutOfReach(with_leaves(left, met), reach, names, met)


class _Missing:
    """The elements of what is out of reach of a task, as they are gathered."""

    def __init__(self, task: Task, unmet: Unmet, names: Names) -> None:
        self._task = task
        self._unmet = unmet
        self._reach = reach = unmet.reach
        self._names = names
        self._obstacles = Obstacles(task, names)
        self._asked: dict[int, Span] = {}
        """The facts that are asked for and not had, each with where that is first written."""
        self._parted: set[tuple[Places, Places, Members]] = set()
        self._joins: list[tuple[Element, Members, Places]] = []
        """What stands for no link at all, with whom it keeps from there and where they come."""
        self._beyond = {own: self._components(own) for own in dict.fromkeys(reach.where)}
        self._refused = {(link.first, link.second) for link in task.links if link.refused}
        for number, victory in enumerate(task.victories):
            self._needs("victories", number, victory, 0)
        for number, deed in enumerate(task.deeds):
            self._place(number, deed)
            self._needs("deeds", number, deed, deed.brings)
        for number, event in enumerate(task.events):
            self._needs("events", number, event, event.adds)
        for number, sight in enumerate(task.sights):
            at = At(sight.where, 1, EVERYBODY, "", names.origin)
            self._elsewhere("sights", number, at, sight.adds)
        self._unbrought()
        self.elements = nearest(self._obstacles.every)
        """Those that have a part in it, the nearest to the goal first."""
        self._name_joins()

    # -- what is asked for -------------------------------------------------------------------

    def _needs(
        self, part: str, number: int, asker: Deed | Happening | Ending, brings: Facts
    ) -> None:
        """The parts of a need that are not met."""
        for piece, need, is_joint in self._unmet.parts(asker.needs):
            text, where = self._unmet.needed(asker, need, is_joint=is_joint)
            key = None if text else (part, number, piece)
            element = self._obstacles.add(text, where, unasked(part, number, piece), key=key)
            element.is_goal = part == "victories"
            if is_joint and text and isinstance(need, At) and part != "deeds":
                element.together = (part, number)
            element.gives |= brings & ~self._reach.facts
            self._seek(need, element)

    def _seek(self, need: Need, element: Element) -> None:
        """Note what an unmet need asks for."""
        for leaf in self._unmet.missed(need):
            if isinstance(leaf, Carried):
                self._tell_absent(element, leaf.who)
            if isinstance(leaf, Has | Carried):
                element.asks |= 1 << leaf.fact
                self._asked.setdefault(leaf.fact, leaf.origin)
            elif isinstance(leaf, At):
                self._stand(element, leaf)

    def _unbrought(self) -> None:
        """Facts that are asked for and that nothing brings about."""
        brought = self._task.changing
        for fact, origin in self._asked.items():
            if not brought >> fact & 1:
                told, where = self._names.unbrought(self._task.facts[fact], origin)
                self._obstacles.add(told, where, granted(1 << fact)).gives |= 1 << fact

    def _place(self, number: int, deed: Deed) -> None:
        """That nobody who can do a deed comes to where it is done."""
        there = [n for n, own in enumerate(self._reach.where) if own & deed.where]
        if not deed.where or any(deed.who >> n & 1 for n in there):
            return
        if there:
            self._obstacles.only_does(number).gives |= deed.brings & ~self._reach.facts
        at = At(deed.where, 1, deed.who, "", deed.origin)
        self._elsewhere("deeds", number, at, deed.brings).deed = None if there else deed

    def _elsewhere(self, part: str, number: int, at: At, brings: Facts) -> Element:
        """That nobody is where something is done or seen that brings some facts about."""
        anywhere = put(part, number, where=0)
        element = self._obstacles.add("", at.origin, anywhere, key=("where", part, number))
        element.gives = brings & ~self._reach.facts
        self._stand(element, at)
        return element

    # -- ways that nobody can take -------------------------------------------------------------

    def _components(self, own: Places) -> list[Places]:
        """The places to which somebody does not come, as they hang together over whatever links."""
        closed = (link for link in self._task.links if not own & link.ends)
        pairs = ((link.first, link.second) for link in closed)
        found: dict[int, Places] = {}
        for place, first in enumerate(joined(len(self._task.places), pairs)):
            if not own >> place & 1:
                found[first] = found.get(first, 0) | 1 << place
        return list(found.values())

    def _stand(self, element: Element, at: At) -> None:
        """Note where an element asks members to stand, and all that parts them from there."""
        element.stands.append(at)
        element.room = self._unmet.room(at, at.words, at.places)
        members = [n for n, own in enumerate(self._reach.where) if own and at.who >> n & 1]
        self._tell_absent(element, at.who)
        for own in dict.fromkeys(self._reach.where[n] for n in members):
            alike = sum(1 << n for n in members if self._reach.where[n] == own)
            for beyond in self._beyond[own]:
                key = beyond, own, alike
                if beyond & at.places and key not in self._parted:
                    self._parted.add(key)
                    self._part(beyond, own, alike, at.origin)

    def _tell_absent(self, element: Element, who: Members) -> None:
        """Say of an element that asks for some members why none of them is there."""
        task, asked = self._task, [*each_number(who & self._task.everybody)]
        if element.text or any(self._reach.where[n] for n in asked):
            return
        lost = each_number(union(task.fallen[n] for n in asked) & self._reach.facts)
        told = [own for n in lost if (own := self._names.begun_without(task.facts[n])) is not None]
        if told:
            element.text, element.origin = told[0]

    def _part(self, beyond: Places, own: Places, who: Members, origin: Span) -> None:
        """What parts places that hang together from where some members come to."""
        links = [(n, link) for n, link in enumerate(self._task.links) if link.ends & beyond]
        for number, link in links:
            for element in self._closed(number, link, link.ends & beyond, who):
                element.beyond |= beyond
        if not any(link.ends & own for _, link in links):
            here = (own & -own).bit_length() - 1
            ways = tuple(Link(here, there, NOTHING, "", origin) for there in each_number(beyond))
            join = linked(*ways)
            element = self._obstacles.add("", origin, join, key=("join", beyond, own))
            element.beyond = beyond
            self._joins.append((element, who, own))

    def _closed(self, number: int, link: Link, far: Places, who: Members) -> list[Element]:
        """What keeps some members from going over a link, of which some ends are far."""
        shut: list[tuple[Element, Need]] = []
        for part in parts_of(link.needs):
            if not self._unmet.met(part):
                behind, where = self._behind(link, part, far)
                area = self._names.area(1 << link.second if far >> link.second & 1 else far)
                key, opened = None, put("links", number, needs=NOTHING)
                if isinstance(part, Has):
                    # What opens one of the links that ask for it opens all of them.
                    key, opened = ("link", part.fact), unlocked(number, 1 << part.fact)
                element = self._obstacles.add(behind(area), where, opened, key=key)
                element.behind = behind
                shut.append((element, part))
        for own in link.bearing if who & link.who else ():
            need = some(*(Has(n, link.origin) for n in each_number(own.items)))
            if who & ~own.spared and not self._unmet.met(need):
                items = (self._names.fact(self._task.facts[n]) for n in each_number(own.items))
                ground = with_article(link.title.removesuffix(", backwards"))
                told = f"one enters {ground} only with {listed_in_words(items, 'or')}"
                lift = put("links", number, bearing=())
                asked = ("bearing", own.items, ground)
                shut.append((self._obstacles.add(told, link.origin, lift, key=asked), need))
        for element, need in shut:
            element.links.add(number)
            self._seek(need, element)
        found = [element for element, _ in shut]
        if who & ~link.who:
            found.append(self._obstacles.only_takes(number))
        is_back = link.is_one_way and far >> link.first & 1 and not link.refused
        is_told = (link.second, link.first) in self._refused or self._obstacles.leads_back(link)
        if (link.refused and far >> link.second & 1) or (is_back and not is_told):
            found.append(self._obstacles.one_way(number, link.refused))
        return found

    def _behind(self, link: Link, part: Need, far: Places) -> tuple[Callable[[str], str], Span]:
        """What a part of a link's need says of an area to which it leads, with its far ends."""
        why, where = self._unmet.why(part, link.origin)
        if why:
            return (lambda _: why), where
        named = each_number(facts_named(part)[0] & ~self._reach.facts)
        missing = [self._task.facts[n] for n in named]
        infos = {info.sort: info for info in reversed(missing)}
        title = link.title.removesuffix(", backwards")
        if gate := infos.get(FactSort.OPEN):
            title, where = gate.title, gate.origin
        elif info := infos.get(FactSort.DEFEATED):
            figure = self._names.figure(info)
            return (lambda area: f"{figure} stands in the way to {area}"), info.origin
        elif closed := infos.get(FactSort.CLEAR):
            if self._names.squares(self._names.cells(far), "or") == closed.id:
                return (lambda _: f"nobody comes to {closed.id}"), where
            title = f"over {closed.id}"
        elif (later := infos.get(FactSort.LATER)) and link.ends & self._task.outside:
            who = self._names.members(link.who)
            return (lambda _: f"{who} does not come before {later.title}"), where
        if is_step(title):
            return (lambda area: f"one comes to {area} only {title}"), where
        return (lambda area: f"{area} is behind {with_article(title)}"), where

    def _name_joins(self) -> None:
        """What parts places to which no link leads is said of the nearest that is asked for."""
        for way, who, own in self._joins:
            if way in self.elements:
                wanted = next(each for each in self.elements if each.goes & way.beyond)
                cells = self._names.done_at(wanted.deed) if wanted.deed is not None else 0
                cells = cells or self._names.cells(wanted.goes & way.beyond)
                _, target = self._names.target(cells, way.beyond, self._reach.places)
                inside = self._names.cells(way.beyond)
                way.text, where = self._names.shut_off(inside, target, cells)
                if where is None and any(there & way.beyond for there in self._reach.where):
                    # Others come there: it depends on who begins where.
                    way.text, where = self._names.begun_apart(who, own, target, cells)
                way.origin = where or way.origin
