"""The obstacles of a task in which nothing is out of reach: what costs the party its way to win."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.simplify import all_begun
from questwright.compiler.verdict.explain.bars import Bar, ask, put
from questwright.compiler.verdict.explain.names import gate_of, of_event, over, quoted
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    NOTHING,
    Has,
    Lacks,
    facts_named,
    transformed,
    with_facts,
)
from questwright.compiler.verdict.task.task import EVERYBODY, Deed, DeedSort, FactSort, Link
from questwright.compiler.wording.locks import falls_shut

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.verdict.explain.bars import Draft, Lift
    from questwright.compiler.verdict.explain.names import Names
    from questwright.compiler.verdict.task.need import Facts, Leaf, Need, Places
    from questwright.compiler.verdict.task.task import Ending, FactInfo, Happening, Task
    from questwright.dsl.source import Span


class Obstacles:
    """All obstacles of a task; what is most worth telling comes first."""

    def __init__(self, task: Task, whole: Task, quest: Quest, names: Names) -> None:
        self._task = task
        self._whole = whole
        """The task before it was simplified."""
        self._quest = quest
        self._names = names
        self._bars: dict[tuple[str, Span], Bar] = {}
        self.spent: dict[Bar, Facts] = {}
        """Of those that spend keys, which."""
        self.locks: dict[Bar, tuple[str, Facts]] = {}
        """Of those that need keys, what they open, and which keys do."""
        lacked = 0
        for need in task.needs():
            lacked |= facts_named(need)[1]
        self._lacked: Facts = lacked
        counts = (n for n, fact in enumerate(task.facts) if fact.sort is FactSort.PASSED)
        self._passed: Facts = sum(1 << n for n in counts)
        """What is counted: that a gate falls shut behind the last is told, and that is enough."""
        self._costs()
        self._events()
        self._endings()
        self._one_way()
        self._hands()
        self._rooms()
        self._beginnings()
        self._denials()
        self._abilities()
        self._locks()

    @property
    def bars(self) -> list[Bar]:
        """All of them."""
        return list(self._bars.values())

    def _bar(self, text: str, origin: Span, lift: Lift) -> Bar:
        bar = self._bars.setdefault((text, origin), Bar(text, origin))
        bar.lifts.append(lift)
        return bar

    def _may_lose(self, draft: Draft, facts: Facts, since: Need, origin: Span) -> None:
        """Facts that are no longer taken away; but where something asks for that, they may be."""
        lost = facts & self._lacked
        if lost:
            draft.deeds.append(Deed(DeedSort.EVENT, "", "", 0, 0, since, 0, origin, removes=lost))

    # -- what is taken away ------------------------------------------------------------------

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
                self.spent[self._bar(told, deed.origin, keep)] = deed.removes
            for find in deed.finds:
                if not find.unless:
                    continue
                finds = tuple(own._replace(unless=0) for own in deed.finds)
                what = with_article(find.title) if find.title else "something"
                told = f"{what} is lost with what holds it"
                self._bar(told, deed.origin, put("deeds", number, finds=finds))

    def _events(self) -> None:
        for number, event in enumerate(self._task.events):
            by_sort: dict[FactSort, Facts] = {}
            for fact in each_number(event.removes):
                sort = self._task.facts[fact].sort
                by_sort[sort] = by_sort.get(sort, 0) | 1 << fact
            for sort, facts in by_sort.items():

                def keep(draft: Draft, number: int = number, facts: Facts = facts) -> None:
                    old = draft.events[number]
                    draft.events[number] = old._replace(removes=old.removes & ~facts)
                    since = Has(old.happened.bit_length() - 1, old.origin)
                    self._may_lose(draft, facts, since, old.origin)

                does = {FactSort.OPEN: "closes", FactSort.CLEAR: "blocks"}.get(sort, "takes")
                told = f"{of_event(event.title)} {does} {self._names.facts(facts)}"
                self._bar(told, event.origin, keep)
            self._falls(event)
            self._burials(event)

    def _falls(self, event: Happening) -> None:
        for member, fallen in enumerate(self._task.fallen):
            if fallen & event.adds:

                def stay(draft: Draft, member: int = member, fallen: Facts = fallen) -> None:
                    draft.fallen[member] = 0
                    draft.excused |= fallen

                name = self._names.members(1 << member)
                told = f"{of_event(event.title)} takes {name} out of the quest"
                self._bar(told, event.origin, stay)

    def _burials(self, event: Happening) -> None:
        """Whoever stands where an event closes squares gets out all the same."""
        places = [
            n
            for n, place in enumerate(self._task.places)
            if place.clear >= 0 and event.removes >> place.clear & 1
        ]
        where = self._reach()
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
            if here in places and not (link.is_one_way and here == link.second)
        ]

        def step_clear(draft: Draft) -> None:
            draft.links += [way for way in ways if not way.refused]
            for n in places:
                draft.places[n] = draft.places[n]._replace(clear=-1)

        who = sum(1 << m for m, own in enumerate(where) if any(own >> n & 1 for n in visited))
        cells = self._names.cells(sum(1 << n for n in visited))
        told = f"{self._names.members(who)} is buried in {self._names.squares(cells, 'or')}"
        self._bar(told, event.origin, step_clear)

    def _reach(self) -> tuple[Places, ...]:
        """Where each member can come to if nothing is ever lost."""
        begun = all_begun(self._task)
        return Relaxed(self._task).reach(begun, wants_all=True).where if begun is not None else ()

    def _endings(self) -> None:
        for number, victory in enumerate(self._task.victories):
            if victory.is_own:
                continue
            play_on = put("victories", number, needs=IMPOSSIBLE)
            self._bar(self._winner(number), victory.origin, play_on)

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

    def _one_way(self) -> None:
        for number, link in enumerate(self._task.links):
            if not link.is_one_way:
                continue
            turn = put("links", number, refused="", is_one_way=False)
            whys = (way.refused for way in self._whole.links if way.origin == link.origin)
            told = next(filter(None, whys), f"nobody comes back {over(link.title)}")
            self._bar(told, link.origin, turn)

    def _hands(self) -> None:
        for item in each_number(self._task.carried):

            def share(draft: Draft, item: int = item) -> None:
                draft.shared |= 1 << item

            info = self._task.facts[item]
            told = f"{self._names.fact(info)} cannot be handed to whoever needs it"
            self._bar(told, info.origin, share)

    def _rooms(self) -> None:
        for number, place in enumerate(self._task.places):
            count = place.cells.bit_count()
            if not 0 < count < self._task.party:
                continue
            more = place.cells | (1 << self._task.party) - 1
            squares = self._names.squares(place.cells)
            told = f"two cannot stand on {squares}"
            if count > 1:
                told = f"only {count} can stand on {squares}"
            self._bar(told, self._origin_at(number), put("places", number, cells=more))

    def _beginnings(self) -> None:
        begun = list(dict.fromkeys(b.place for b in self._task.begins if b.cell >= 0))
        for place in begun[1:]:

            def join(draft: Draft, place: int = place) -> None:
                draft.links.append(Link(begun[0], place, NOTHING, "", self._quest.origin))

            here, there = (self._names.area(1 << n) for n in (begun[0], place))
            told = f"no way leads from {here} to {there}"
            if here == there:
                told = f"no way leads from one part of {here} to another"
            self._bar(told, self._origin_at(place), join)

    def _origin_at(self, place: int) -> Span:
        area = self._task.places[place].area
        return self._quest.board.areas[area].origin if area >= 0 else self._quest.origin

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

            info = self._task.facts[fact]
            told, keys = self._lock(fact, info)
            origin = self._task.links[numbers[0]].origin
            self.locks[self._bar(told, origin, unlock)] = (with_article(info.title), keys)

    def _lock(self, fact: int, info: FactInfo) -> tuple[str, Facts]:
        """What it takes to open something, and the keys that do."""
        title = with_article(info.title)
        keys = 0
        openers = [deed for deed in self._task.deeds if deed.adds >> fact & 1]
        for deed in openers:
            keys |= deed.carries or facts_named(deed.needs)[0]
        keys = sum(1 << n for n in each_number(keys) if self._task.facts[n].sort is FactSort.HAVE)
        if keys:
            names = [self._names.fact(self._task.facts[n]) for n in each_number(keys)]
            return f"{title} needs {listed_in_words(names, 'or')}", keys
        events = [event for event in self._task.events if event.adds >> fact & 1]
        if any(facts_named(deed.needs)[1] & self._passed for deed in openers):
            return f"nobody opens {title} again", 0
        if openers:
            return f"{title} has to be opened", 0
        if events:
            names = [of_event(event.title) for event in events]
            return f"only {listed_in_words(names, 'or')} opens {title}", 0
        return f"nothing opens {title} again", 0

    def _abilities(self) -> None:
        """What not everybody can do."""
        everybody = (1 << self._task.party) - 1
        for number, link in enumerate(self._task.links):
            if everybody & ~link.who:
                anybody = put("links", number, who=EVERYBODY)
                self._bar(self._names.only(link), link.origin, anybody)
        for number, deed in enumerate(self._task.deeds):
            if everybody & ~deed.who:
                anybody = put("deeds", number, who=EVERYBODY)
                self._bar(self._names.only_does(deed), deed.origin, anybody)

    # -- what must not be so -------------------------------------------------------------------

    def _denials(self) -> None:
        for number, deed in enumerate(self._task.deeds):
            self._deny("deeds", number, deed, f"for {quoted(deed.title)}")
        for number, event in enumerate(self._task.events):
            self._deny("events", number, event, f"for {of_event(event.title)}")
        for number, victory in enumerate(self._task.victories):
            if victory.is_own:
                self._deny("victories", number, victory, "to win")

    def _deny(self, part: str, number: int, asking: Deed | Happening | Ending, what: str) -> None:
        for fact in each_number(facts_named(asking.needs)[1] & ~self._passed):
            lift = ask(part, number, partial(_undenied, fact))
            so = self._names.so(self._task.facts[fact])
            self._bar(f"{what}, this must not be so: {so}", asking.origin, lift)


def _undenied(fact: int, need: Need) -> Need:
    def without(leaf: Leaf) -> Need:
        return NOTHING if isinstance(leaf, Lacks) and leaf.fact == fact else leaf

    return transformed(need, without)
