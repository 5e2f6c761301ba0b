"""What keeps something out of reach even if nothing is ever lost.

That are closed links, deeds that are done elsewhere or ask for something, and facts that nothing
brings about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.explain.conflict import (
    Elements,
    lifted,
    nearest,
    put,
    thinned,
    unasked,
    with_needs,
)
from questwright.compiler.verdict.explain.names import of_event
from questwright.compiler.verdict.explain.shut import ShutWays
from questwright.compiler.verdict.explain.unmet import Unmet
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    NOTHING,
    At,
    Carried,
    Has,
    Lacks,
    Never,
    leaves,
)
from questwright.compiler.verdict.task.task import EVERYBODY, FactSort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.explain.conflict import Draft, Element
    from questwright.compiler.verdict.explain.names import Names
    from questwright.compiler.verdict.task.need import Facts, Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Happening, Task
    from questwright.dsl.source import Span


MANY: Final = 250
"""Elements beyond which one way to thin them out is enough."""


def out_of_reach(task: Task, begun: State, reach: Reached, names: Names) -> Unreachable:
    """What keeps the party's victories out of reach."""
    return Unreachable(_kept(task, begun, reach, names), reach, names)


def _kept(task: Task, begun: State, reach: Reached, names: Names) -> Task:
    """What of a task is out of reach; nothing is ever lost, and all that is reached is given."""
    lasting, had = begun.facts & task.lasting, reach.facts

    def met(leaf: Leaf) -> Need:
        if isinstance(leaf, Lacks):
            if not lasting >> leaf.fact & 1:
                return NOTHING
            so = names.so(task.facts[leaf.fact])
            return Never(f"nothing undoes what is so from the start: {so}", leaf.origin)
        return NOTHING if isinstance(leaf, Has) and had >> leaf.fact & 1 else leaf

    def brings(deed: Deed) -> bool:
        return bool(_adds(deed) & ~had) and not (deed.once and not deed.once & ~lasting)

    def comes(event: Happening) -> bool:
        return bool(event.adds & ~had) and bool(event.live or event.happened & ~lasting)

    together = -1
    for own in reach.where:
        together &= own
    return with_needs(
        task._replace(
            links=tuple(
                link for link in task.links if (1 << link.first | 1 << link.second) & ~together
            ),
            deeds=tuple(d._replace(once=0, removes=0) for d in task.deeds if brings(d)),
            events=tuple(
                e._replace(happened=0, live=0, removes=0) for e in task.events if comes(e)
            ),
            sights=tuple(sight for sight in task.sights if sight.adds & ~had),
            victories=task.own,
            given=had,
        ),
        met,
    )


def _adds(deed: Deed) -> Facts:
    adds = deed.adds
    for find in deed.finds:
        adds |= find.adds
    return adds


class Unreachable:
    """The elements of what is out of reach of a task, and whether some of them keep it so."""

    def __init__(self, task: Task, reach: Reached, names: Names) -> None:
        self._task = task
        self._reach = reach
        self._names = names
        self._unmet = Unmet(task, reach, names)
        self._elements = Elements()
        self._ways = ShutWays(task, reach, names, self._unmet, self._elements, self._seek)
        self._asked: dict[int, Span] = {}
        """The facts that are asked for and not had, each with where that is first written."""
        for number, victory in enumerate(task.victories):
            for part, need, is_joint in self._unmet.parts(victory.needs):
                self._goal(number, part, need, is_joint=is_joint)
        for number, deed in enumerate(task.deeds):
            self._deed(number, deed)
        for number, event in enumerate(task.events):
            self._event(number, event)
        for number, sight in enumerate(task.sights):
            seen = put("sights", number, where=(1 << len(task.places)) - 1)
            element = self._elements.add("", names.origin, seen, "sight", number)
            element.gives, element.goes = sight.adds & ~reach.facts, sight.where
            self._ways.stand(sight.where, EVERYBODY, names.origin)
        self._unbrought()
        self.elements = nearest(self._elements.every)
        """Those that have a part in it, the nearest to the goal first."""
        self._ways.name_joins(self.elements)

    def hold(self, kept: Sequence[Element]) -> bool:
        """Whether some elements alone keep the goal out of reach."""
        staying = set(kept)
        freer = lifted(self._task, (own for own in self.elements if own not in staying))
        start = State(freer.given, self._reach.where, (0,) * freer.party)
        return not Relaxed(freer).reach(start).is_won

    def chain(self, left: Sequence[Element]) -> list[Element]:
        """The shorter of the chains that are found from either end."""
        orders = (left, left[::-1])[: 1 if len(left) > MANY else 2]
        chain = {*min((thinned(order, self.hold) for order in orders), key=len)}
        return nearest([element for element in left if element in chain])

    # -- in words ------------------------------------------------------------------------------

    def told(self, chain: Sequence[Element]) -> list[tuple[str, Span]]:
        """A chain in words."""
        return list(dict.fromkeys(self._told(chain))) or [*self._joint(chain)]

    def _joint(self, chain: Sequence[Element]) -> Iterator[tuple[str, Span]]:
        """What a chain without words asks for: where members stand at one moment."""
        needs = [need for element in chain for need in element.needs]
        asked = [leaf for need in needs for leaf in leaves(need) if isinstance(leaf, At)]
        if not asked:
            return
        words = listed_in_words(dict.fromkeys(at.words for at in asked))
        told = f"members of the party have to stand there at one moment: {words}"
        if len(asked) == 1:
            told = self._unmet.room(asked[0], asked[0].words, asked[0].places) or told
        yield told, asked[0].origin

    def _told(self, chain: Sequence[Element]) -> Iterator[tuple[str, Span]]:
        """The elements in words; each place asked for is said to be behind what bars the way."""
        asked = 0
        where: list[Element] = []
        far: list[Places] = []
        ways: list[Element] = []
        for element in chain:
            if element.behind is None:
                if element.where is not None:
                    # What is brought with it and asked for later is told where it is asked for.
                    where.append(element)
                    facts = element.gives & asked or element.gives & -element.gives
                    yield from ((element.where(n), element.origin) for n in each_number(facts))
                elif element.text:
                    yield element.text, element.origin
                far.append(element.far)
                pairs = [(way, element.far) for way in ways]
            else:
                ways.append(element)
                pairs = [(element, places) for places in far]
            parted = [(way, places) for way, places in pairs if self._parts(way, places)]
            for way, places in parted:
                if way.behind is not None:
                    yield way.behind(self._names.area(places)), way.origin
            if element.behind is not None and not parted:
                yield element.text, element.origin
            asked |= element.asks
            for deed in where:
                if deed.where is not None:
                    wanted = each_number(deed.gives & element.asks)
                    yield from [(deed.where(fact), deed.origin) for fact in wanted]

    def _parts(self, way: Element, places: Places) -> bool:
        """Whether all ways to some places lead over the links that an element closes."""
        reached = self._reach.places
        grown = bool(places)
        while grown and not reached & places:
            grown = False
            for number, link in enumerate(self._task.links):
                ends = 1 << link.first | 1 << link.second
                if number not in way.links and reached & ends and ends & ~reached:
                    reached |= ends
                    grown = True
        return bool(places) and not reached & places

    # -- what is asked for -------------------------------------------------------------------

    def _goal(self, number: int, part: int, need: Need, *, is_joint: bool) -> None:
        text, where = self._unmet.why(need, self._task.victories[number].origin)
        if is_joint and isinstance(need, At):
            text = f"to win, members of the party have to stand there: {need.words}"
            where = need.origin
        lift = unasked("victories", number, part)
        element = self._elements.add(text, where, lift, *(() if text else ("goal", number, part)))
        element.is_goal = True
        self._seek(need, element)

    def _seek(self, need: Need, element: Element) -> None:
        """Note what an unmet need asks for."""
        element.needs.append(need)
        for leaf in self._unmet.missed(need):
            match leaf:
                case Has(fact, origin) | Carried(fact, _, _, origin):
                    element.asks |= 1 << fact
                    self._asked.setdefault(fact, origin)
                case At(places, who=who, origin=origin):
                    element.goes |= places
                    if not places & self._reach.places:
                        element.far |= places
                    self._ways.stand(places, who, origin)
                case _:
                    pass

    # -- facts and deeds -----------------------------------------------------------------------

    def _unbrought(self) -> None:
        """Facts that are asked for and that nothing brings about."""
        brought = 0
        for deed in self._task.deeds:
            brought |= _adds(deed)
        for event in self._task.events:
            brought |= event.adds
        for sight in self._task.sights:
            brought |= sight.adds
        for fact, origin in self._asked.items():
            if not brought >> fact & 1:

                def give(draft: Draft, fact: int = fact) -> None:
                    draft.given |= 1 << fact

                info = self._task.facts[fact]
                where = info.origin if info.sort is FactSort.HAVE else origin
                self._elements.add(self._names.unbrought(info), where, give).gives |= 1 << fact

    def _deed(self, number: int, deed: Deed) -> None:
        new = _adds(deed) & ~self._reach.facts
        there = [n for n, own in enumerate(self._reach.where) if own & deed.where]
        if deed.where and not any(deed.who >> n & 1 for n in there):
            if there:
                anybody = put("deeds", number, who=EVERYBODY)
                only = self._elements.add(self._names.only_does(deed), deed.origin, anybody)
                only.gives |= new
            anywhere = put("deeds", number, where=0)
            element = self._elements.add("", deed.origin, anywhere, "where", number)
            element.gives, element.goes = new, deed.where
            if not there:
                element.far = deed.where
                element.where = self._confined(deed)
            element.cells = deed.cells or self._names.cells(deed.where)
            self._ways.stand(deed.where, deed.who, deed.origin)
        for part, need, is_joint in self._unmet.parts(deed.needs):
            text, where = self._unmet.needed(deed, need, is_joint=is_joint)
            lift = unasked("deeds", number, part)
            key = () if text else ("deed", number, part)
            element = self._elements.add(text, where, lift, *key)
            element.gives |= new
            self._seek(need, element)

    def _event(self, number: int, event: Happening) -> None:
        for part, need, _ in self._unmet.parts(event.needs):
            text, where = self._unmet.why(need, event.origin)
            text = text or f"{of_event(event.title)} never happens"
            element = self._elements.add(text, where, unasked("events", number, part))
            element.gives |= event.adds & ~self._reach.facts
            self._seek(need, element)

    def _confined(self, deed: Deed) -> Callable[[int], str]:
        """That a deed can be done in one area alone, said of a fact that it brings about."""
        facts, reached = self._task.facts, self._reach.places
        return lambda fact: self._names.confined(deed, facts[fact], reached)
