"""What costs the party its way to win although nothing is out of reach.

Things are spent, closed, taken, or come first; somebody is buried, or stands in the way.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.simplify import all_begun, simplified
from questwright.compiler.verdict.explain.conflict import (
    Elements,
    ask,
    lifted,
    put,
    thinned,
    unasked,
)
from questwright.compiler.verdict.explain.names import Names, gate_of, of_event, over, quoted
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    NOTHING,
    Has,
    Lacks,
    facts_named,
    parts_of,
    transformed,
    with_facts,
)
from questwright.compiler.verdict.task.task import EVERYBODY, Deed, DeedSort, FactSort, Link
from questwright.compiler.wording.locks import falls_shut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.explain.conflict import Draft, Element
    from questwright.compiler.verdict.task.need import Facts, Leaf, Need
    from questwright.compiler.verdict.task.task import Happening, Task
    from questwright.dsl.source import Span

PROBES: Final = 400
"""How often a task is decided again."""
SHARE: Final = 5
"""States that may be looked at in all, as a multiple of those of one search."""
SHOWN: Final = 8
"""Elements that are told where it could not be found out which of them can be spared."""


class Lost:
    """The elements by which a task is lost, and whether some of them alone lose it."""

    def __init__(self, task: Task, quest: Quest, most_states: int) -> None:
        self._task = simplified(task).task
        self._names = Names(self._task, quest)
        self._most = most_states
        self._left = SHARE * most_states
        self._probes = PROBES
        self._is_sure = True
        self.elements = _Losses(self._task, task, quest, self._names).elements.every
        """All of them; what is most worth telling comes first."""

    @property
    def can_win(self) -> bool | None:
        """Whether the task can be won after all; None if that is not known."""
        return self._wins(self._task)

    # -- the oracle ----------------------------------------------------------------------------

    def hold(self, kept: Sequence[Element]) -> bool:
        """Whether some elements alone keep the party from winning."""
        staying = set(kept)
        gone = (element for element in self.elements if element not in staying)
        return self._wins(lifted(self._task, gone)) is False

    def chain(self, left: Sequence[Element]) -> list[Element]:
        """Elements that hold, of which none can be spared; all, if too many states are met."""
        return thinned(left, self.hold)

    def _wins(self, task: Task) -> bool | None:
        """Whether a task can be won; None if that would take too long."""
        found = None
        if self._probes > 0 and self._left > 0:
            self._probes -= 1
            simple = simplified(task)
            if simple.is_hopeless:
                return False
            search = Search(simple.task, min(self._most, self._left))
            found = search.can_win()
            self._left -= search.states
        self._is_sure &= found is not None
        return found

    # -- in words ------------------------------------------------------------------------------

    def told(self, chain: Sequence[Element]) -> list[tuple[str, Span]]:
        """A chain in words, as much of it as is worth it where it may have idle elements."""
        told = list(dict.fromkeys(self._told(chain)))
        return told if self._is_sure else told[:SHOWN]

    def _told(self, chain: Sequence[Element]) -> Iterator[tuple[str, Span]]:
        """The elements in words; where keys are spent, first which doors need them."""
        keys = 0
        for element in chain:
            keys |= element.takes
        doors = [own.opens for own in chain if own.opens and own.asks & keys]
        is_short = bool(keys) and len(doors) > 1
        if is_short:
            infos = [self._task.facts[n] for n in each_number(keys)]
            are, them = ("are", "them") if len(infos) > 1 else ("is", "it")
            told = (
                f"{self._names.facts(keys)} {are} spent, and {listed_in_words(doors)} need {them}"
            )
            yield told, infos[0].origin
        for element in chain:
            if element.text and not (is_short and element.takes):
                yield element.text, element.origin


class _Losses:
    """The elements by which a task is lost, as they are gathered."""

    def __init__(self, task: Task, whole: Task, quest: Quest, names: Names) -> None:
        self._task = task
        self._whole = whole
        """The task before it was simplified."""
        self._quest = quest
        self._names = names
        self.elements = Elements()
        lacked = 0
        for need in task.needs():
            lacked |= facts_named(need)[1]
        self._lacked: Facts = lacked
        counts = (n for n, fact in enumerate(task.facts) if fact.sort is FactSort.PASSED)
        self._passed: Facts = sum(1 << n for n in counts)
        """What is counted: that a gate falls shut behind the last is told, and that is enough."""
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

    def _may_lose(self, draft: Draft, facts: Facts, since: Need, origin: Span) -> None:
        """Facts that are no longer taken away; but where something asks for that, they may be."""
        lost = facts & self._lacked
        if lost:
            draft.deeds.append(Deed(DeedSort.EVENT, "", "", 0, 0, since, 0, origin, removes=lost))

    def _costs(self) -> None:
        for number, deed in enumerate(self._task.deeds):
            if deed.removes:

                def keep(draft: Draft, number: int = number) -> None:
                    old = draft.deeds[number]
                    draft.deeds[number] = old._replace(removes=0)
                    self._may_lose(draft, old.removes, NOTHING, old.origin)

                lost = self._names.facts(deed.removes)
                told = f"{quoted(deed.title)} costs {lost}"
                if deed.sort is DeedSort.OPEN:
                    told = f"{lost} is spent on {gate_of(deed)}"
                elif deed.sort is DeedSort.GO_THROUGH:
                    told = f"{lost} {falls_shut(deed.removes.bit_count())}"
                self.elements.add(told, deed.origin, keep).takes |= deed.removes
            for find in deed.finds:
                if find.unless:
                    finds = tuple(own._replace(unless=0) for own in deed.finds)
                    what = with_article(find.title) if find.title else "something"
                    told = f"{what} is lost with what holds it"
                    self.elements.add(told, deed.origin, put("deeds", number, finds=finds))

    def _event(self, number: int, event: Happening) -> None:
        by_sort: dict[FactSort, Facts] = {}
        for fact in each_number(event.removes):
            sort = self._task.facts[fact].sort
            by_sort[sort] = by_sort.get(sort, 0) | 1 << fact
        for sort, facts in by_sort.items():

            def keep(draft: Draft, facts: Facts = facts) -> None:
                old = draft.events[number]
                draft.events[number] = old._replace(removes=old.removes & ~facts)
                since = Has(old.happened.bit_length() - 1, old.origin)
                self._may_lose(draft, facts, since, old.origin)

            does = {FactSort.OPEN: "closes", FactSort.CLEAR: "blocks"}.get(sort, "takes")
            told = f"{of_event(event.title)} {does} {self._names.facts(facts)}"
            self.elements.add(told, event.origin, keep)
        for member, fallen in enumerate(self._task.fallen):
            if fallen & event.adds:

                def stay(draft: Draft, member: int = member, fallen: Facts = fallen) -> None:
                    draft.fallen[member] = 0
                    draft.excused |= fallen

                name = self._names.members(1 << member)
                told = f"{of_event(event.title)} takes {name} out of the quest"
                self.elements.add(told, event.origin, stay)

    def _burial(self, event: Happening) -> None:
        """Whoever stands where an event closes squares gets out all the same."""
        places = [
            n
            for n, place in enumerate(self._task.places)
            if place.clear >= 0 and event.removes >> place.clear & 1
        ]
        begun = all_begun(self._task) if places else None
        if begun is None:
            return
        where = Relaxed(self._task).reach(begun, wants_all=True).where
        visited = [n for n in places if any(own >> n & 1 for own in where)]
        if not visited:
            return
        ways = [
            link._replace(
                first=here,
                second=there,
                needs=with_facts(link.needs, event.removes, 0),
                is_one_way=True,
            )
            for link in self._task.links
            for here, there in ((link.first, link.second), (link.second, link.first))
            if here in places and not link.refused and not (link.is_one_way and here == link.second)
        ]

        def step_clear(draft: Draft) -> None:
            draft.links += ways
            for n in places:
                draft.places[n] = draft.places[n]._replace(clear=-1)

        who = sum(1 << m for m, own in enumerate(where) if any(own >> n & 1 for n in visited))
        cells = self._names.cells(sum(1 << n for n in visited))
        told = f"{self._names.members(who)} is buried in {self._names.squares(cells, 'or')}"
        self.elements.add(told, event.origin, step_clear)

    def _endings(self) -> None:
        for number, victory in enumerate(self._task.victories):
            if not victory.is_own:
                play_on = put("victories", number, needs=IMPOSSIBLE)
                self.elements.add(self._winner(number), victory.origin, play_on)

    def _winner(self, number: int) -> str:
        """Who wins by a victory that is not wanted."""
        victory = self._task.victories[number]
        if victory.number < 0:
            return "the quest ends first"
        side = self._quest.victories[victory.number].side
        if any(kind.side == side for kind in self._quest.party):
            return "the quest is won before that"
        return f"the {side} wins first"

    # -- ways ------------------------------------------------------------------------------

    def _hands(self) -> None:
        for number, link in enumerate(self._task.links):
            if link.is_one_way:
                turn = put("links", number, refused="", is_one_way=False)
                whys = (way.refused for way in self._whole.links if way.origin == link.origin)
                told = next(filter(None, whys), f"nobody comes back {over(link.title)}")
                self.elements.add(told, link.origin, turn)
        for item in each_number(self._task.carried):

            def share(draft: Draft, item: int = item) -> None:
                draft.shared |= 1 << item

            info = self._task.facts[item]
            told = f"{self._names.fact(info)} cannot be handed to whoever needs it"
            self.elements.add(told, info.origin, share)

    def _rooms(self) -> None:
        for number, place in enumerate(self._task.places):
            count = place.cells.bit_count()
            if 0 < count < self._task.party:
                more = place.cells | (1 << self._task.party) - 1
                squares = self._names.squares(place.cells)
                told = f"two cannot stand on {squares}"
                if count > 1:
                    told = f"only {count} can stand on {squares}"
                lift = put("places", number, cells=more)
                self.elements.add(told, self._names.written(number), lift)

    def _beginnings(self) -> None:
        begun = list(dict.fromkeys(b.place for b in self._task.begins if b.cell >= 0))
        for place in begun[1:]:

            def join(draft: Draft, place: int = place) -> None:
                draft.links.append(Link(begun[0], place, NOTHING, "", self._names.origin))

            here, there = (self._names.area(1 << n) for n in (begun[0], place))
            told = f"no way leads from {here} to {there}"
            if here == there:
                told = f"no way leads from one part of {here} to another"
            self.elements.add(told, self._names.written(place), join)

    def _locks(self) -> None:
        """What the links ask to be open."""
        asking: dict[int, list[int]] = {}
        for number, link in enumerate(self._task.links):
            for fact in each_number(facts_named(link.needs)[0]):
                if self._task.facts[fact].sort is FactSort.OPEN:
                    asking.setdefault(fact, []).append(number)
        for fact, numbers in asking.items():

            def unlock(draft: Draft, fact: int = fact, numbers: list[int] = numbers) -> None:
                for number in numbers:
                    old = draft.links[number]
                    things = old.things and with_facts(old.things, 1 << fact, 0)
                    needs = with_facts(old.needs, 1 << fact, 0)
                    draft.links[number] = old._replace(needs=needs, things=things)

            title = with_article(self._task.facts[fact].title)
            told, keys = self._lock(fact, title)
            lock = self.elements.add(told, self._task.links[numbers[0]].origin, unlock)
            lock.opens, lock.asks = title, keys

    def _lock(self, fact: int, title: str) -> tuple[str, Facts]:
        """What it takes to open something, and the keys that do."""
        keys = 0
        openers = [deed for deed in self._task.deeds if deed.adds >> fact & 1]
        for deed in openers:
            keys |= deed.carries or facts_named(deed.needs)[0]
        keys = sum(1 << n for n in each_number(keys) if self._task.facts[n].sort is FactSort.HAVE)
        if keys:
            names = [self._names.fact(self._task.facts[n]) for n in each_number(keys)]
            return f"{title} needs {listed_in_words(names, 'or')}", keys
        if any(facts_named(deed.needs)[1] & self._passed for deed in openers):
            return f"nobody opens {title} again", 0
        if openers:
            return f"{title} has to be opened", 0
        events = [of_event(event.title) for event in self._task.events if event.adds >> fact & 1]
        if events:
            return f"only {listed_in_words(events, 'or')} opens {title}", 0
        return f"nothing opens {title} again", 0

    def _abilities(self) -> None:
        """What not everybody can do."""
        everybody = (1 << self._task.party) - 1
        for number, link in enumerate(self._task.links):
            if everybody & ~link.who:
                anybody = put("links", number, who=EVERYBODY)
                self.elements.add(self._names.only(link), link.origin, anybody)
        for number, deed in enumerate(self._task.deeds):
            if everybody & ~deed.who:
                anybody = put("deeds", number, who=EVERYBODY)
                self.elements.add(self._names.only_does(deed), deed.origin, anybody)

    # -- what is asked for ---------------------------------------------------------------------

    def _denials(self) -> None:
        """What must not be so."""
        for number, deed in enumerate(self._task.deeds):
            self._deny("deeds", number, deed.needs, deed.origin, f"for {quoted(deed.title)}")
        for number, event in enumerate(self._task.events):
            self._deny("events", number, event.needs, event.origin, f"for {of_event(event.title)}")
        for number, victory in enumerate(self._task.victories):
            if victory.is_own:
                self._deny("victories", number, victory.needs, victory.origin, "to win")

    def _deny(self, part: str, number: int, needs: Need, origin: Span, what: str) -> None:
        for fact in each_number(facts_named(needs)[1] & ~self._passed):
            lift = ask(part, number, partial(_undenied, fact))
            so = self._names.so(self._task.facts[fact])
            self.elements.add(f"{what}, this must not be so: {so}", origin, lift)

    def _goals(self) -> None:
        """What is wanted, told where nothing else is known of what stands in the way."""
        for number, victory in enumerate(self._task.victories):
            for part, _ in enumerate(parts_of(victory.needs) if victory.is_own else ()):
                lift = unasked("victories", number, part)
                self.elements.add("", victory.origin, lift, "goal", number, part).is_goal = True


def _undenied(fact: int, need: Need) -> Need:
    def without(leaf: Leaf) -> Need:
        return NOTHING if isinstance(leaf, Lacks) and leaf.fact == fact else leaf

    return transformed(need, without)
