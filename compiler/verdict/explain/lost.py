"""What costs the party its way to win although nothing is out of reach.

Things are spent, closed, taken, or come first; somebody is buried, or stands in the way.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.explain.conflict import Conflict
from questwright.compiler.verdict.explain.elements import (
    Obstacles,
    asked,
    changed,
    linked,
    put,
    unasked,
    unlocked,
    with_leaves,
)
from questwright.compiler.verdict.explain.names import Names, gate_of, of_event, quoted
from questwright.compiler.verdict.task.bits import each_number, joined, union
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    NOTHING,
    Carried,
    Either,
    Has,
    Lacks,
    asked_places,
    facts_named,
    parts_of,
    transformed,
    with_facts,
)
from questwright.compiler.verdict.task.task import DeedSort, FactSort, Link
from questwright.compiler.wording.locks import falls_shut

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.explain.elements import Element, Lift
    from questwright.compiler.verdict.task.need import Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Ending, Find, Happening, Task
    from questwright.dsl.source import Span

PROBES: Final = 400
"""How often a task is decided again."""
SHARE: Final = 5
"""States that may be looked at in all, as a multiple of those of one search."""


WAYS: Final = 2
"""As how many states each way to stand counts that is looked at."""

_DOES = {
    FactSort.OPEN: "closes",
    FactSort.CLEAR: "blocks",
    FactSort.ENTERED: "brings figures to",
}
"""What an event does that ends a fact."""


class Probes:
    """An oracle that searches tasks, within so many states for each and a few times that in all."""

    def __init__(self, most_states: int) -> None:
        self._most = most_states
        self._left = SHARE * most_states
        self._probes = PROBES
        self.is_sure = True
        """Whether it has known all that it was asked."""

    def wins(self, task: Task) -> bool | None:
        """Whether a task can be won; None if that would take too long."""
        found = None
        if self._probes > 0 and self._left > 0:
            self._probes -= 1
            simple = simplified(task)
            if simple.is_hopeless:
                return False
            search = Search(simple.task, min(self._most, self._left))
            found = search.can_win()
            self._left -= search.states + WAYS * search.model.explorer.ways
        self.is_sure &= found is not None
        return found


def lost(simple: Task, whole: Task, quest: Quest, probes: Probes) -> Conflict:
    """What loses a simplified task; ``whole`` is what it was."""
    elements = _Losses(simple, whole, quest).obstacles.every
    return Conflict(simple, elements, probes.wins, _sites(simple, quest))


class _Losses:
    """The elements by which a task is lost, as they are gathered.

    What is most worth telling comes first.
    """

    def __init__(self, task: Task, whole: Task, quest: Quest) -> None:
        self._task = task
        self._whole = whole
        """The task before it was simplified."""
        self._quest = quest
        self._names = Names(task, quest)
        self._model = Model(task)
        self.obstacles = Obstacles(task, self._names)
        self._gone = task.of_sorts(FactSort.GONE)
        self._passed = task.of_sorts(FactSort.PASSED)
        """What is counted: that a gate falls shut behind the last is told, and that is enough."""
        self._rowed = task.of_sorts(FactSort.LIES, FactSort.ABOARD)
        """Where vessels lie, and how many are aboard."""
        self._costs()
        for number, event in enumerate(task.events):
            self._event(number, event)
            self._burial(event)
        self._endings()
        self._hands()
        self._rooms()
        self._beginnings()
        self._denials()
        self._abilities()
        self._locks()
        self._goals()

    # -- what is taken away ------------------------------------------------------------------

    def _costs(self) -> None:
        for number, deed in enumerate(self._task.deeds):
            if deed.removes:
                lost = self._names.facts(deed.removes)
                told = f"{quoted(deed.title)} costs {lost}"
                if deed.sort is DeedSort.OPEN:
                    told = f"{lost} is spent on {gate_of(deed)}"
                elif deed.sort is DeedSort.PUSH:
                    told = f"{quoted(deed.title)} cannot be undone"
                elif deed.removes & self._rowed:
                    # Whoever takes it, and with whom: it is where it was taken to.
                    crossings = self._quest.board.crossings
                    title = next(own.title for own in crossings if own.origin == deed.origin)
                    told = f"{with_article(title)} stays where somebody has taken it"
                elif deed.sort is DeedSort.GO_THROUGH:
                    told = f"{lost} {falls_shut(deed.removes.bit_count())}"
                keep = put("deeds", number, removes=0)
                self.obstacles.add(told, deed.origin, keep)
            for find in deed.finds:
                if find.unless:
                    finds = tuple(own._replace(unless=0) for own in deed.finds)
                    told, where = self._lost_with(find, deed.origin)
                    self.obstacles.add(told, where, put("deeds", number, finds=finds))

    def _lost_with(self, find: Find, origin: Span) -> tuple[str, Span]:
        """What takes away what holds something, and where that is written; else ``origin``."""
        what, lost = find.title or "something", find.unless & self._gone
        for fact in each_number(lost):
            if known := self._names.begun_without(self._task.facts[fact]):
                return f"{known[0]}, and {what} with it", known[1]
        for event in [event for event in self._task.events if event.adds & lost][-1:]:
            taken = self._names.facts(event.adds & lost)
            told = f"{of_event(event.title)} takes {taken} away, and {what} with it"
            return told, event.origin
        return f"{what} is lost with what holds it", origin

    def _event(self, number: int, event: Happening) -> None:
        called = of_event(event.title)
        sorts = [self._task.facts[fact].sort for fact in each_number(event.removes)]
        for sort in dict.fromkeys(sorts):
            facts = event.removes & self._task.of_sorts(sort)
            told = f"{called} {_DOES.get(sort, 'takes')} {self._names.facts(facts)}"
            if sort is FactSort.DEFEATED:
                risen = [self._task.facts[fact].id for fact in each_number(facts)]
                raised = [with_article(self._quest.thing(id_).title) for id_ in risen]
                told = f"{called} raises {listed_in_words(raised)}"
            self.obstacles.add(told, event.origin, _unremoved(number, facts))
        for gift in event.gifts:
            if gift.item:
                told = f"{called} gives {gift.title} to {self._names.members(gift.who)}"
                rest = tuple(other for other in event.gifts if other is not gift)
                self.obstacles.add(told, event.origin, put("events", number, gifts=rest))
        for member, fallen in enumerate(self._task.fallen):
            if fallen & event.adds:
                told = f"{called} takes {self._names.members(1 << member)} out of the quest"
                stay = changed("fallen", member, lambda _: 0)
                unmind = partial(with_leaves, change=_unminded(fallen))
                self.obstacles.add(told, event.origin, stay, unmind)

    def _burial(self, event: Happening) -> None:
        """Whoever stands where an event closes squares gets out all the same."""
        closed = sum(
            1 << n
            for n, place in enumerate(self._task.places)
            if place.clear >= 0 and event.removes >> place.clear & 1
        )
        reach = self._model.reach if closed else None
        if reach is None or not reach.places & closed:
            return
        ways = [
            link._replace(
                first=here,
                second=there,
                needs=with_facts(link.needs, event.removes, 0),
                is_one_way=True,
            )
            for link in self._task.links
            for here, there in link.ways
            if closed >> here & 1
        ]
        who = sum(1 << m for m, own in enumerate(reach.where) if own & closed)
        told = self._buried(who, reach.places & closed, event)
        clear = (put("places", n, clear=-1) for n in each_number(closed))
        self.obstacles.add(told, event.origin, linked(*ways), *clear)

    def _buried(self, who: Members, there: Places, event: Happening) -> str:
        """That some members are buried in some places, or whoever is there then."""
        squares = self._names.squares(self._names.cells(there), "or")
        asked = facts_named(event.needs)[0]
        deeds = [deed for deed in self._task.deeds if deed.brings & asked]
        if not deeds or any(deed.where & ~there or not deed.where for deed in deeds):
            return f"whoever is in {squares} then steps clear or is buried"
        return f"{self._names.members(who)} is buried in {squares}"

    def _endings(self) -> None:
        for number, victory in enumerate(self._task.victories):
            if not victory.is_own:
                told = "the quest ends first"
                if victory.number >= 0:
                    side = self._quest.victories[victory.number].side
                    told = f"another side, the {side}, wins first"
                play_on = put("victories", number, needs=IMPOSSIBLE)
                self.obstacles.add(told, victory.origin, play_on)

    # -- ways ------------------------------------------------------------------------------

    def _hands(self) -> None:
        for number, link in enumerate(self._task.links):
            if link.is_one_way and not self.obstacles.leads_back(link):
                whys = (way.refused for way in self._whole.links if way.origin == link.origin)
                self.obstacles.one_way(number, next(filter(None, whys), ""))
        for item in each_number(self._task.carried):
            info = self._task.facts[item]
            told = f"{self._names.fact(info)} cannot be handed to whoever needs it"
            self.obstacles.add(told, info.origin, _shared(item))

    def _rooms(self) -> None:
        lanes: dict[int, Places] = {}
        for number, place in enumerate(self._task.places):
            count = place.cells.bit_count()
            if place.is_lane:
                lanes[place.area] = lanes.get(place.area, 0) | 1 << number
            elif 0 < count < self._task.party:
                who = f"only {count} can" if count > 1 else "two cannot"
                told = f"{who} stand on {self._names.squares(place.cells)}"
                self.obstacles.add(told, self._names.written(number), _widened(number, self._task))
        for lane in lanes.values():
            told = f"nobody passes whoever stands on {self._names.squares(self._names.cells(lane))}"
            wide = (_widened(number, self._task) for number in each_number(lane))
            self.obstacles.add(told, self._names.written(min(each_number(lane))), *wide)

    def _beginnings(self) -> None:
        begun = list(dict.fromkeys(b.place for b in self._task.begins if b.cell >= 0))
        joins = _free_joins(self._task)
        for place in (own for own in begun[1:] if joins[own] != joins[begun[0]]):
            here, there = (self._names.area(1 << n) for n in (begun[0], place))
            parted = (
                f"from one part of {here} to another"
                if here == there
                else f"from {here} to {there}"
            )
            join = linked(Link(begun[0], place, NOTHING, "", self._names.origin))
            self.obstacles.add(f"no way leads {parted}", self._names.begun_at(place), join)

    def _locks(self) -> None:
        """What the links ask to be open, and what they ask to be there."""
        gates = self._task.of_sorts(FactSort.OPEN)
        for number, link in enumerate(self._task.links):
            named, lacked = facts_named(link.needs)
            for event in self._task.events:
                if taken := event.adds & lacked & self._gone:
                    told = f"{of_event(event.title)} takes {self._names.facts(taken)} away"
                    unmind = partial(transformed, change=_unminded(taken))
                    self.obstacles.add(told, event.origin, asked("links", number, unmind))
            for fact in each_number(named & gates):
                told, unlock = _lock(fact, self._task, self._names), unlocked(number, 1 << fact)
                self.obstacles.add(told, link.origin, unlock, key=("lock", fact))

    def _abilities(self) -> None:
        """What not everybody can do."""
        everybody = self._task.everybody
        for number, link in enumerate(self._task.links):
            if everybody & ~link.who:
                self.obstacles.only_takes(number)
        for number, deed in enumerate(self._task.deeds):
            if everybody & ~deed.who:
                self.obstacles.only_does(number)

    # -- what is asked for ---------------------------------------------------------------------

    def _denials(self) -> None:
        """What must not be so, and where others have to stand."""
        for number, deed in enumerate(self._task.deeds):
            self._deny("deeds", number, deed, f"nobody can {quoted(deed.title)}")
        for number, event in enumerate(self._task.events):
            self._deny("events", number, event, f"{of_event(event.title)} does not come about")
        for number, victory in enumerate(self._task.victories):
            if victory.is_own:
                self._deny("victories", number, victory, "nobody wins")
        for number, deed in enumerate(self._task.deeds):
            for piece, need in enumerate(parts_of(deed.needs)):
                if words := dict.fromkeys(at.words for at in asked_places(need)):
                    told = f"{quoted(deed.title)} asks where members of the party stand: "
                    told += listed_in_words(words)
                    self.obstacles.add(told, deed.origin, unasked("deeds", number, piece))

    def _deny(self, part: str, number: int, asker: Deed | Happening | Ending, what: str) -> None:
        parts = parts_of(asker.needs)
        wanted = {own.fact for own in parts if isinstance(own, Has)}
        for fact in each_number(facts_named(asker.needs)[1] & ~self._passed):
            info = self._task.facts[fact]
            so = self._names.so(info) + " has begun" * (info.sort is FactSort.LATER)
            without = partial(transformed, change=_unminded(1 << fact))
            lacks = (own for own in parts if isinstance(own, Lacks) and own.fact == fact)
            since = "once" if self._task.lasting >> fact & 1 else "while"
            told, where = f"{what} {since} {so}", asker.origin
            by = _bringing(fact, self._task)
            if fact in wanted and (denial := next(lacks, None)) is not None:
                told, where = f"{what}: it asks that {so}, and that this is not so", denial.origin
            elif info.sort is FactSort.HAPPENED:
                told = f"{what} once {_happened(fact, asker, self._whole, self._names)}"
            elif info.sort is FactSort.CLEAR:
                told = f"{what} unless something stands on {info.id}"
                told += f", and {listed_in_words(by, 'or')} clears it" if by else ""
            elif by:
                events = f"one of the events {listed_in_words(by)}"
                happened = events if len(by) > 1 else f"the event {by[0]}"
                told = f"{what} once {happened} has happened: then {so}"
            self.obstacles.add(told, where, asked(part, number, without))

    def _goals(self) -> None:
        """What is wanted, told where nothing else is known of what stands in the way."""
        for number, victory in enumerate(self._task.victories):
            for part, _ in enumerate(parts_of(victory.needs) if victory.is_own else ()):
                key, lift = ("goal", number, part), unasked("victories", number, part)
                self.obstacles.add("", victory.origin, lift, key=key).is_goal = True


def _sites(task: Task, quest: Quest) -> list[Element]:
    """Where things lie behind something that is shut when play begins."""
    names, joins = Names(task, quest), _free_joins(task)
    near = {joins[begin.place] for begin in task.begins}
    found = Obstacles(task, names)
    for number, deed in enumerate(task.deeds):
        items = each_number(deed.brings & task.of_sorts(FactSort.HAVE))
        item, places = next(items, -1), each_number(deed.where)
        is_behind = deed.where and not any(joins[place] in near for place in places)
        if deed.sort is DeedSort.PICK_UP and item >= 0 and is_behind:
            told = names.confined(deed, task.facts[item], 0)
            found.add(told, deed.origin, put("deeds", number, where=0, stands=0))
    return found.every


def _free_joins(task: Task) -> list[int]:
    """For each place the first of those to which ways join it that anybody takes at any time."""
    free = (own for own in task.links if own.is_free_for(task.everybody))
    return joined(len(task.places), ((own.first, own.second) for own in free))


# -- lifts ---------------------------------------------------------------------------------------


def _widened(number: int, task: Task) -> Lift:
    """There is room for all in a place, and they pass each other there."""
    cells = task.places[number].cells | task.everybody
    return put("places", number, cells=cells, is_lane=False)


def _unremoved(number: int, facts: Facts) -> Lift:
    """An event no longer takes some facts."""
    return changed("events", number, lambda own: own._replace(removes=own.removes & ~facts))


def _shared(item: int) -> Lift:
    """It no longer matters who carries an item."""

    def freed(leaf: Leaf) -> Need:
        is_it = isinstance(leaf, Carried) and leaf.fact == item
        return Has(item, leaf.origin) if is_it else leaf

    kept = ~(1 << item)
    return lambda task: with_leaves(
        task._replace(carried=task.carried & kept, bound=task.bound & kept), freed
    )


def _happened(fact: int, asker: Deed | Happening | Ending, task: Task, names: Names) -> str:
    """That an event has happened, as a ``fact`` holds.

    And that somebody has to come to the figures that it brings, where something asks for that.
    """
    told = f"{of_event(task.facts[fact].title)} has happened"
    every: list[Deed | Happening | Ending] = [*task.deeds, *task.events, *task.victories]
    needs = (parts_of(own.needs) for own in every if own.origin == asker.origin)
    ways = (own.parts for parts in needs for own in parts if isinstance(own, Either))
    asked = (way for way in ways if any(_lacks(leaf, fact) for leaf in way))
    facts = (task.facts[own.fact] for way in asked for own in way if isinstance(own, Has))
    entered = next((info for info in facts if info.sort is FactSort.ENTERED), None)
    if entered is None:
        return told
    return f"{told}, before somebody comes to the figures it brings to {names.fact(entered)}"


def _lacks(need: Need, fact: int) -> bool:
    return isinstance(need, Lacks) and need.fact == fact


def _unminded(facts: Facts) -> Callable[[Leaf], Need]:
    """A leaf of a need that does not mind that some facts hold."""
    return lambda leaf: NOTHING if isinstance(leaf, Lacks) and facts >> leaf.fact & 1 else leaf


def _lock(fact: int, task: Task, names: Names) -> str:
    """What it takes to open something."""
    title = names.fact(task.facts[fact])
    openers = [deed for deed in task.deeds if deed.adds >> fact & 1]
    keys = union(deed.carries or facts_named(deed.needs)[0] for deed in openers)
    items = each_number(keys & task.of_sorts(FactSort.HAVE))
    if asked := dict.fromkeys(names.fact(task.facts[n]) for n in items):
        return f"{title} needs {listed_in_words(asked, 'or')}"
    if any(facts_named(deed.needs)[1] & task.of_sorts(FactSort.PASSED) for deed in openers):
        return f"nobody opens {title} again"
    if openers:
        return f"{title} has to be opened"
    if by := _bringing(fact, task):
        return f"only {listed_in_words(by, 'or')} opens {title}"
    return f"nothing opens {title} again"


def _bringing(fact: int, task: Task) -> list[str]:
    """The events that bring a fact about."""
    return [of_event(event.title) for event in task.events if event.adds >> fact & 1]
