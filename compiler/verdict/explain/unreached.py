"""Why something is out of reach even if nothing is ever lost: chains of causes, nothing idle.

From what is wanted one goes back over all that stands in its way, the nearest first: closed links,
deeds that are done elsewhere or ask for something, facts that nothing brings about. A chain is a
set of such bars that keeps it out of reach though all others are lifted, and of which none can be
lifted as well. Where several chains share no bar, each is told.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.model.verdict import Cause
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.standing import can_stand
from questwright.compiler.verdict.explain.bars import (
    Bar,
    lifted,
    parts_of,
    put,
    thinned,
    unasked,
    with_needs,
)
from questwright.compiler.verdict.explain.names import (
    Names,
    gate_of,
    is_step,
    of_event,
    over,
    quoted,
)
from questwright.compiler.verdict.rules.room import rooms_of
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
)
from questwright.compiler.verdict.task.task import EVERYBODY, DeedSort, FactSort, Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.decide.relaxed import Reached
    from questwright.compiler.verdict.explain.bars import Draft
    from questwright.compiler.verdict.task.need import Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Deed, FactInfo, Happening, Task
    from questwright.dsl.source import Span

CHAINS: Final = 4
"""Chains that are told."""
MANY: Final = 250
"""Bars beyond which one way to thin them out is enough."""


def chains(task: Task, begun: State, reach: Reached, quest: Quest) -> Iterator[Cause]:
    """Why none of the party's victories is ever reached."""
    found = regression(task, begun, reach, Names(task, quest))
    for number, chain in enumerate(found.chains()):
        for text, origin in dict.fromkeys(found.told(chain)) or found.crowded(chain):
            yield Cause(text, origin, number)


def regression(task: Task, begun: State, reach: Reached, names: Names) -> Regression:
    """All that stands in the way of the party's victories."""
    return Regression(_kept(task, begun, reach, names), reach, names)


def _kept(task: Task, begun: State, reach: Reached, names: Names) -> Task:
    """What of a task is out of reach; nothing is ever lost, and all that is reached is given."""
    removed = 0
    for deed in task.deeds:
        removed |= deed.removes
    for event in task.events:
        removed |= event.removes | event.live
    lasting, had = begun.facts & ~removed, reach.facts

    def kept(leaf: Leaf) -> Need:
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
        kept,
    )


def _adds(deed: Deed) -> Facts:
    adds = deed.adds
    for find in deed.finds:
        adds |= find.adds
    return adds


class Regression:
    """Gathers every bar that has a part in it, and thins them out."""

    def __init__(self, task: Task, reach: Reached, names: Names) -> None:
        self._task = task
        self._reach = reach
        self._names = names
        self._relaxed = Relaxed(task)
        self._rooms = rooms_of(task)
        self._bars: dict[tuple[object, ...], Bar] = {}
        self._waiting: deque[Callable[[], None]] = deque()
        self._seen: set[tuple[object, ...]] = set()
        self._refused = {(link.first, link.second) for link in task.links if link.refused}
        self._beside: dict[int, Places] = {}
        for link in task.links:
            for here, there in ((link.first, link.second), (link.second, link.first)):
                self._beside[here] = self._beside.get(here, 0) | 1 << there
        for number, victory in enumerate(task.victories):
            self._want(number, victory.needs)
        while self._waiting:
            self._waiting.popleft()()

    # -- chains ----------------------------------------------------------------------------

    def chains(self) -> list[list[Bar]]:
        """The chains, each in the order in which one cause leads to the next."""
        left = list(self._bars.values())
        found: list[list[Bar]] = []
        while len(found) < CHAINS and self.hold(left):
            orders = (left, left[::-1])[: 1 if len(left) > MANY else 2]
            thin = [thinned(order, self.hold) for order in orders]
            chain = set(thin[-1] if len(thin[-1]) < len(thin[0]) else thin[0])
            found.append([bar for bar in left if bar in chain])
            own = {bar for bar in chain if not bar.is_goal}
            left = [bar for bar in left if bar not in (own or chain)]
        return found

    def hold(self, kept: Sequence[Bar]) -> bool:
        """Whether some bars alone keep the goal out of reach."""
        staying = set(kept)
        freer = lifted(self._task, (bar for bar in self._bars.values() if bar not in staying))
        start = State(freer.given, self._reach.where, (0,) * freer.party)
        return not Relaxed(freer).reach(start).is_won

    def told(self, chain: list[Bar]) -> Iterator[tuple[str, Span]]:
        """A chain in words; each place that it asks for is said to be behind what bars the way."""
        asked: list[Places] = []
        ways: list[Bar] = []
        for bar in chain:
            behind = []
            if bar.says is None:
                if bar.text:
                    yield bar.text, bar.origin
                asked.append(bar.asks)
                behind = [(way, bar.asks) for way in ways]
            else:
                ways.append(bar)
                behind = [(bar, places) for places in asked]
            parted = [(way, places) for way, places in behind if self._parts(way, places)]
            for way, places in parted:
                if way.says is not None:
                    yield way.says(self._names.area(places)), way.origin
            if bar.says is not None and not parted:
                yield bar.text, bar.origin

    def crowded(self, chain: list[Bar]) -> Iterator[tuple[str, Span]]:
        """What a chain without words asks for: that more stand somewhere than there is room for."""
        asked = [leaf for bar in chain for leaf in leaves(bar.need) if isinstance(leaf, At)]
        if not asked:
            return
        at = asked[0]
        count, wanted = self._names.cells(at.places).bit_count(), self._wanted(at)
        if len(asked) == 1 and count < wanted:
            yield _room(at.words, count, wanted), at.origin
        else:
            words = listed_in_words(dict.fromkeys(at.words for at in asked))
            yield f"members of the party have to stand there at one moment: {words}", at.origin

    def _parts(self, way: Bar, places: Places) -> bool:
        """Whether all ways to some places lead over the links that a bar is about."""
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

    def _bar(self, text: str, origin: Span, lift: Callable[[Draft], None], *key: object) -> Bar:
        """A bar, or one that is told alike and is lifted with it."""
        bar = self._bars.setdefault((text, origin, *(() if text else key)), Bar(text, origin))
        bar.lifts.append(lift)
        return bar

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

    def _want(self, number: int, needs: Need) -> None:
        for part, need, is_joint in self._unmet(needs):
            origin = self._task.victories[number].origin
            text, where = self._why(need, origin)
            if is_joint and isinstance(need, At):
                text = f"to win, members of the party have to stand there: {need.words}"
                where = need.origin
            lift = unasked("victories", number, part)
            bar = self._bar(text, where, lift, "goal", number, part)
            bar.is_goal = True
            self._seek(need, bar)

    def _seek(self, need: Need, bar: Bar) -> None:
        """See to what an unmet need asks for, later: the nearest causes come first."""
        if bar.need == NOTHING:
            bar.need = need
        match need:
            case All(parts) | Either(parts) | AtLeast(_, parts):
                for part in parts:
                    if not self._met(part) or isinstance(part, At):
                        self._seek(part, bar)
            case Has(fact, origin) | Carried(fact, _, _, origin):
                if not self._reach.facts >> fact & 1 and ("fact", fact) not in self._seen:
                    self._seen.add(("fact", fact))
                    self._waiting.append(lambda: self._fact(fact, origin))
            case At(places, who=who, origin=origin):
                if not any(own & places for own in self._reach.where):
                    bar.asks |= places
                self._waiting.append(lambda: self._stand(places, who, 0, origin))
            case _:
                pass

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
        where, who = self._reach.where, at.who
        able = [n for n, own in enumerate(where) if who >> n & 1 and own & at.places]
        wanted = self._wanted(at)
        if len(able) < wanted or can_stand([at], where, self._rooms):
            return ""
        there = self._names.cells(at.places & self._reach.places)
        count = there.bit_count()
        words = at.words if not at.places & ~self._reach.places else self._names.squares(there)
        return _room(words, count, wanted)

    def _wanted(self, at: At) -> int:
        """How many have to stand there, if nobody is lost."""
        left = sum(1 for n, own in enumerate(self._reach.where) if at.who >> n & 1 and own)
        return at.least if at.spare < 0 else left - at.spare

    # -- facts and deeds -----------------------------------------------------------------------

    def _fact(self, fact: int, origin: Span) -> None:
        info, bit = self._task.facts[fact], 1 << fact
        deeds = [(n, deed) for n, deed in enumerate(self._task.deeds) if _adds(deed) & bit]
        events = [(n, event) for n, event in enumerate(self._task.events) if event.adds & bit]
        sights = [sight for sight in self._task.sights if sight.adds & bit]
        if not deeds and not events and not sights:

            def give(draft: Draft) -> None:
                draft.given |= bit

            where = info.origin if info.sort is FactSort.HAVE else origin
            self._bar(self._nothing(info), where, give)
        for n, deed in deeds:
            self._deed(n, deed, info)
        for n, event in events:
            self._event(n, event)
        for sight in sights:
            self._stand(sight.where, EVERYBODY, 0, origin)

    def _nothing(self, info: FactInfo) -> str:
        """That nothing brings a fact about."""
        match info.sort:
            case FactSort.HAVE:
                return f"nobody can get {self._names.fact(info)}"
            case FactSort.SET:
                return f"no event sets `{info.id}`"
            case FactSort.OPEN:
                return f"nothing opens {with_article(info.title)}"
            case FactSort.CLEAR:
                return f"{info.id} is blocked, and nothing clears it"
            case FactSort.SPRUNG:
                return f"no trap is there that could be set off: `{info.id}`"
            case _:
                return f"nothing brings about: {info.title}"

    def _deed(self, number: int, deed: Deed, info: FactInfo) -> None:
        there = [n for n, own in enumerate(self._reach.where) if own & deed.where]
        if deed.where and not any(deed.who >> n & 1 for n in there):
            if there:
                anybody = put("deeds", number, who=EVERYBODY)
                self._bar(self._names.only_does(deed), deed.origin, anybody)
            anywhere = put("deeds", number, where=0)
            told = "" if there else self._confined(deed, info)
            bar = self._bar(told, deed.origin, anywhere, "where", number)
            bar.asks |= 0 if there else deed.where
            cells = deed.cells or self._names.cells(deed.where)
            self._stand(deed.where, deed.who, cells, deed.origin)
        for part, need, is_joint in self._unmet(deed.needs):
            text, where = self._asked(deed, need, is_joint=is_joint)
            lift = unasked("deeds", number, part)
            self._seek(need, self._bar(text, where, lift, "deed", number, part))

    def _event(self, number: int, event: Happening) -> None:
        for part, need, _ in self._unmet(event.needs):
            text, where = self._why(need, event.origin)
            text = text or f"{of_event(event.title)} never happens"
            self._seek(need, self._bar(text, where, unasked("events", number, part)))

    def _confined(self, deed: Deed, info: FactInfo) -> str:
        """That a deed can be done in one area alone."""
        cells = deed.cells if deed.sort is not DeedSort.OPEN else 0
        where = " ".join(self._names.target(cells, deed.where, self._reach.places))
        if info.sort is FactSort.HAVE:
            return f"{self._names.fact(info)} is {where}"
        if info.sort is FactSort.OPEN and deed.sort in (DeedSort.OPEN, DeedSort.EXPLORE):
            does = "opened" if deed.sort is DeedSort.OPEN else "found"
            area = self._names.area(deed.where)
            return f"{with_article(info.title)} can only be {does} from {area}"
        return f"{quoted(deed.title)} can only be done {where}"

    def _asked(self, deed: Deed, need: Need, *, is_joint: bool) -> tuple[str, Span]:
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

    def _stand(self, places: Places, who: Members, cells: Cells, origin: Span) -> None:
        """Everything that parts some places from where members come to."""
        key = ("stand", places, who)
        if not places or key in self._seen:
            return
        self._seen.add(key)
        members = [n for n, own in enumerate(self._reach.where) if own and who >> n & 1]
        for own in dict.fromkeys(self._reach.where[n] for n in members):
            alike = sum(1 << n for n in members if self._reach.where[n] == own)
            rest = places & ~own
            while rest:
                beyond = self._joined(rest & -rest, own)
                rest &= ~beyond
                self._part(beyond, own, alike, cells or self._names.cells(places & beyond), origin)

    def _joined(self, places: Places, own: Places) -> Places:
        """Places from which some can be reached over whatever links, up to where one is."""
        found, waiting = places, places
        while waiting:
            number = (waiting & -waiting).bit_length() - 1
            more = self._beside.get(number, 0) & ~found & ~own
            found |= more
            waiting = waiting & (waiting - 1) | more
        return found

    def _part(self, beyond: Places, own: Places, who: Members, cells: Cells, origin: Span) -> None:
        """What parts places that hang together from where some members come to."""
        if ("part", beyond, own) in self._seen:
            return
        self._seen.add(("part", beyond, own))
        is_joined = False
        for number, link in enumerate(self._task.links):
            first, second = 1 << link.first, 1 << link.second
            if (first | second) & beyond:
                is_joined = is_joined or bool((first | second) & own)
                self._link(number, link, beyond, who)
        if not is_joined:
            _, target = self._names.target(cells, beyond, self._reach.places)
            text, where = self._names.shut_off(self._names.cells(beyond), target)

            def join(draft: Draft) -> None:
                here = (own & -own).bit_length() - 1
                draft.links += [
                    Link(here, there, NOTHING, "", origin) for there in each_number(beyond)
                ]

            self._bar(text, where or origin, join)

    def _link(self, number: int, link: Link, beyond: Places, who: Members) -> None:
        far = (1 << link.first | 1 << link.second) & beyond
        if not self._met(link.needs):
            says, where = self._behind(link)
            area = self._names.area(1 << link.second if far >> link.second & 1 else far)
            bar = self._bar(says(area), where, put("links", number, needs=NOTHING))
            bar.says, bar.links = says, bar.links | {number}
            self._seek(link.needs, bar)
        if who & ~link.who:
            anybody = put("links", number, who=EVERYBODY)
            self._bar(self._names.only(link), link.origin, anybody)
        is_back = link.is_one_way and far >> link.first & 1
        is_told = (link.second, link.first) in self._refused
        if link.refused or (is_back and not is_told):
            turn = put("links", number, refused="", is_one_way=False)
            self._bar(link.refused or f"nobody comes back {over(link.title)}", link.origin, turn)

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


def _room(words: str, count: int, wanted: int) -> str:
    has = "have" if " and " in words else "has"
    return f"{words} {has} room for {count} of {wanted}"
