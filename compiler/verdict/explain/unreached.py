"""What keeps something out of reach even if nothing is ever lost.

That are closed links, deeds that are done elsewhere or ask for something, and facts that nothing
brings about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.standing import can_stand, rooms_of
from questwright.compiler.verdict.explain.conflict import (
    Elements,
    lifted,
    nearest,
    put,
    thinned,
    unasked,
    with_needs,
)
from questwright.compiler.verdict.explain.names import gate_of, is_step, of_event, over, quoted
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    NOTHING,
    All,
    At,
    AtLeast,
    Carried,
    Either,
    Has,
    Lacks,
    Never,
    facts_named,
    leaves,
    parts_of,
)
from questwright.compiler.verdict.task.task import EVERYBODY, DeedSort, FactSort, Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.explain.conflict import Draft, Element
    from questwright.compiler.verdict.explain.names import Names
    from questwright.compiler.verdict.task.need import Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Happening, Task
    from questwright.dsl.source import Span


MANY: Final = 250
"""Elements beyond which one way to thin them out is enough."""


def out_of_reach(task: Task, begun: State, reach: Reached, names: Names) -> Unreached:
    """What keeps the party's victories out of reach."""
    return Unreached(_kept(task, begun, reach, names), reach, names)


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


class Unreached:
    """The elements of what is out of reach of a task, and whether some of them keep it so."""

    def __init__(self, task: Task, reach: Reached, names: Names) -> None:
        self._task = task
        self._reach = reach
        self._names = names
        self._relaxed = Relaxed(task)
        self._rooms = rooms_of(task)
        self._elements = Elements()
        self._asked: dict[int, Span] = {}
        """The facts that are asked for and not had, each with where that is first written."""
        self._seen: set[tuple[Places, Places]] = set()
        self._beyond = {own: self._components(own) for own in dict.fromkeys(reach.where)}
        self._refused = {(link.first, link.second) for link in task.links if link.refused}
        for number, victory in enumerate(task.victories):
            for part, need, is_joint in self._unmet(victory.needs):
                self._goal(number, part, need, is_joint=is_joint)
        for number, deed in enumerate(task.deeds):
            self._deed(number, deed)
        for number, event in enumerate(task.events):
            self._event(number, event)
        for number, sight in enumerate(task.sights):
            seen = put("sights", number, where=(1 << len(task.places)) - 1)
            element = self._elements.add("", names.origin, seen, "sight", number)
            element.gives, element.goes = sight.adds & ~reach.facts, sight.where
            self._stand(sight.where, EVERYBODY, names.origin)
        self._unbrought()
        self.elements = nearest(self._elements.every)
        """Those that have a part in it, the nearest to the goal first."""
        self._name_joins()

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
            told = self._room(asked[0], asked[0].words, asked[0].places) or told
        yield told, asked[0].origin

    def _told(self, chain: Sequence[Element]) -> Iterator[tuple[str, Span]]:
        """The elements in words; each place asked for is said to be behind what bars the way."""
        asked = sum({1 << n for element in chain for n in each_number(element.asks)})
        far: list[Places] = []
        ways: list[Element] = []
        for element in chain:
            if element.behind is None:
                text = element.text if element.where is None else element.where(asked)
                if text:
                    yield text, element.origin
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

    def _met(self, need: Need) -> bool:
        return self._relaxed.possible(need, self._reach.facts, self._reach.where)

    def _unmet(self, need: Need) -> list[tuple[int, Need, bool]]:
        """The parts of a need that are not met, or that cannot be met at one moment."""
        parts = list(enumerate(parts_of(need)))
        lone = [(n, part, False) for n, part in parts if not self._met(part)]
        if lone:
            # Where members can stand by turns, they may not be able to stand at once.
            numbers = {n for n, _, _ in lone}
            ats = [(n, part) for n, part in parts if isinstance(part, At) and n not in numbers]
            return lone + [(n, part, True) for n, part in ats]
        return [] if self._met(need) else [(n, part, True) for n, part in parts]

    def _goal(self, number: int, part: int, need: Need, *, is_joint: bool) -> None:
        text, where = self._why(need, self._task.victories[number].origin)
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
        for leaf in self._missed(need):
            match leaf:
                case Has(fact, origin) | Carried(fact, _, _, origin):
                    element.asks |= 1 << fact
                    self._asked.setdefault(fact, origin)
                case At(places, who=who, origin=origin):
                    element.goes |= places
                    if not places & self._reach.places:
                        element.far |= places
                    self._stand(places, who, origin)
                case _:
                    pass

    def _missed(self, need: Need) -> Iterator[Leaf]:
        """The leaves of a need that are not met, and all that it asks of where members stand."""
        if isinstance(need, All | Either | AtLeast):
            for part in need.parts:
                if not self._met(part) or isinstance(part, At):
                    yield from self._missed(part)
        elif isinstance(need, At) or not self._met(need):
            yield need

    def _why(self, need: Need, origin: Span) -> tuple[str, Span]:
        """Why a need can never be met, whatever happens; without words where it could be."""
        match need:
            case Never(why, where):
                return why, where
            case At(0, words=words, origin=where):
                return f"nobody can stand at {words or 'that place'}", where
            case At():
                return self._crowded(need), need.origin
            case Either(()):
                return "that can never be", origin
            case All(parts):
                every = (self._why(part, origin) for part in parts)
                return next((told for told in every if told[0]), ("", origin))
            case Either(parts):
                told = [self._why(part, origin) for part in parts]
                return told[0] if all(text for text, _ in told) else ("", origin)
            case _:
                return "", origin

    def _crowded(self, at: At) -> str:
        """That there is no room for so many of those who can come."""
        where = self._reach.where
        able = sum(1 for n, own in enumerate(where) if at.who >> n & 1 and own & at.places)
        if able < self._wanted(at) or can_stand([at], where, self._rooms):
            return ""
        there = at.places & self._reach.places
        words = at.words if there == at.places else self._names.squares(self._names.cells(there))
        return self._room(at, words, there)

    def _room(self, at: At, words: str, there: Places) -> str:
        """That some places are too few for those who are asked to stand there; or nothing."""
        count, wanted = self._names.cells(there).bit_count(), self._wanted(at)
        has = "have" if " and " in words else "has"
        return f"{words} {has} room for {count} of {wanted}" if count < wanted else ""

    def _wanted(self, at: At) -> int:
        """How many have to stand there, if nobody is lost."""
        left = sum(1 for n, own in enumerate(self._reach.where) if at.who >> n & 1 and own)
        return at.least if at.spare < 0 else left - at.spare

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
                element.where = self._confined(deed, new)
            element.cells = deed.cells or self._names.cells(deed.where)
            self._stand(deed.where, deed.who, deed.origin)
        for part, need, is_joint in self._unmet(deed.needs):
            text, where = self._needed(deed, need, is_joint=is_joint)
            lift = unasked("deeds", number, part)
            key = () if text else ("deed", number, part)
            element = self._elements.add(text, where, lift, *key)
            element.gives |= new
            self._seek(need, element)

    def _event(self, number: int, event: Happening) -> None:
        for part, need, _ in self._unmet(event.needs):
            text, where = self._why(need, event.origin)
            text = text or f"{of_event(event.title)} never happens"
            element = self._elements.add(text, where, unasked("events", number, part))
            element.gives |= event.adds & ~self._reach.facts
            self._seek(need, element)

    def _confined(self, deed: Deed, new: Facts) -> Callable[[Facts], str]:
        """That a deed can be done in one area alone, said of what is asked for."""

        def told(asked: Facts) -> str:
            number = next(each_number(new & asked or new))
            return self._names.confined(deed, self._task.facts[number], self._reach.places)

        return told

    def _needed(self, deed: Deed, need: Need, *, is_joint: bool) -> tuple[str, Span]:
        """What a deed asks for, and has not."""
        text, where = self._why(need, deed.origin)
        if text:
            return text, where
        if is_joint:
            words = dict.fromkeys(leaf.words for leaf in leaves(need) if isinstance(leaf, At))
            places = listed_in_words(words)
            return f"{quoted(deed.title)} asks where members of the party stand: {places}", where
        held = [self._task.facts[n] for n in each_number(facts_named(need)[0] & ~self._reach.facts)]
        if not held:
            return "", where
        if isinstance(need, Has) and deed.sort is DeedSort.OPEN:
            if held[0].sort is FactSort.HAVE:
                return f"{gate_of(deed)} needs {self._names.fact(held[0])}", need.origin
            return f"{gate_of(deed)} waits for: {held[0].title}", need.origin
        if deed.sort in (DeedSort.EXPLORE, DeedSort.SEARCH) and held[0].sort is FactSort.DEFEATED:
            return f"{quoted(deed.title)} asks that no enemy is left there", deed.origin
        return f"{quoted(deed.title)} waits for: {self._names.fact(held[0])}", deed.origin

    # -- places ------------------------------------------------------------------------------

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

    def _stand(self, places: Places, who: Members, origin: Span) -> None:
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

    def _name_joins(self) -> None:
        """What parts places to which no link leads is said of the nearest that is asked for."""
        for way in self.elements:
            if way.beyond and not way.text:
                wanted = next(own for own in self.elements if own.goes & way.beyond)
                cells = wanted.cells or self._names.cells(wanted.goes & way.beyond)
                _, target = self._names.target(cells, way.beyond, self._reach.places)
                inside = self._names.cells(way.beyond)
                way.text, where = self._names.shut_off(inside, target)
                way.origin = where or way.origin

    def _link(self, number: int, link: Link, beyond: Places, who: Members) -> None:
        far = (1 << link.first | 1 << link.second) & beyond
        if not self._met(link.needs):
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
        never = [self._why(part, link.origin) for part in parts_of(link.needs)]
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
