"""Simplify a task: passes that each keep the verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.decide.harm import harmless_facts
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import (
    NOTHING,
    At,
    Either,
    Has,
    asked_places,
    facts_named,
    parts_of,
    transformed,
    with_facts,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from questwright.compiler.verdict.task.need import Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Link, Task


class Simple(NamedTuple):
    """A simplified task, and what its parts are in the task that it comes from."""

    task: Task
    deeds: tuple[int, ...]
    """For each of its deeds the index that it had."""
    events: tuple[int, ...]
    """The same for its events."""
    places: tuple[int, ...]
    """For each place of the task that it comes from the place that has its cells."""
    is_hopeless: bool = False
    """Not even if nothing were ever lost could it be won."""


def simplified(task: Task) -> Simple:
    """The task without all that cannot make a difference."""
    deeds, events, places = len(task.deeds), len(task.events), len(task.places)
    simple = Simple(task, tuple(range(deeds)), tuple(range(events)), tuple(range(places)))
    simple = _reachable(simple)
    if simple.is_hopeless:
        return simple
    while True:
        before = simple.task
        simple = _relevant(_outdone(_constant(simple)))
        merged, of = _merged(_freed(_straight(simple.task)))
        simple = simple._replace(
            task=_kept_keys(_alone(merged)), places=tuple(of[place] for place in simple.places)
        )
        if simple.task == before:
            return simple


def _only(simple: Simple, deeds: set[int], events: set[int]) -> Simple:
    """The same with some of its deeds and events."""
    task = simple.task
    kept = [n for n in range(len(task.deeds)) if n in deeds]
    left = [n for n in range(len(task.events)) if n in events]
    return simple._replace(
        task=task._replace(
            deeds=tuple(task.deeds[n] for n in kept), events=tuple(task.events[n] for n in left)
        ),
        deeds=tuple(simple.deeds[n] for n in kept),
        events=tuple(simple.events[n] for n in left),
    )


def all_begun(task: Task) -> State | None:
    """One state in which each member is wherever it may begin; None if nobody can."""
    where = [0] * task.party
    for begin in beginnings(task):
        where = [own | more for own, more in zip(where, begin.where, strict=True)]
    return State(task.given, tuple(where), (0,) * task.party) if any(where) else None


def _reachable(simple: Simple) -> Simple:
    """Leave out what nobody can reach or do even if nothing is ever lost."""
    task = simple.task
    begun = all_begun(task)
    if begun is None:
        return simple._replace(is_hopeless=True)
    reach = Relaxed(task).reach(begun, wants_all=True)
    if not reach.is_won:
        return simple._replace(is_hopeless=True)
    never = ((1 << len(task.facts)) - 1) & ~reach.facts
    places = reach.places

    def possible(leaf: Leaf) -> Need:
        if isinstance(leaf, At) and leaf.places & ~places:
            return replace(leaf, places=leaf.places & places)
        return leaf

    def put(need: Need) -> Need:
        return transformed(with_facts(need, 0, never), possible)

    links = tuple(
        link._replace(
            needs=put(link.needs), things=None if link.things is None else put(link.things)
        )
        for link in task.links
        if not (1 << link.first | 1 << link.second) & ~places
    )
    simple = _only(simple, set(reach.doable), set(reach.happening))
    task = simple.task
    return simple._replace(
        task=task._replace(
            links=links,
            deeds=tuple(
                d._replace(
                    needs=put(d.needs), where=d.where & places if d.where else 0, adds=d.adds
                )
                for d in task.deeds
            ),
            events=tuple(e._replace(needs=put(e.needs)) for e in task.events),
            victories=tuple(v._replace(needs=put(v.needs)) for v in task.victories),
            sights=tuple(
                s._replace(where=s.where & places) for s in task.sights if s.where & places
            ),
        )
    )


def _constant(simple: Simple) -> Simple:
    """Put in the facts that always hold, and those that never do."""
    task = simple.task
    added = removed = 0
    for deed in task.deeds:
        added |= deed.adds
        removed |= deed.removes
        for find in deed.finds:
            added |= find.adds
    for event in task.events:
        added |= event.adds
        removed |= event.removes | event.live
    for sight in task.sights:
        added |= sight.adds
    always = task.given & ~removed
    never = ((1 << len(task.facts)) - 1) & ~task.given & ~added

    def put(need: Need) -> Need:
        return with_facts(need, always, never)

    links = tuple(
        link._replace(
            needs=put(link.needs), things=None if link.things is None else put(link.things)
        )
        for link in task.links
    )
    links = tuple(
        link
        for link in links
        if link.needs != Either(()) or (link.things not in (None, Either(())))
    )
    places = tuple(
        place._replace(clear=-1) if place.clear >= 0 and always >> place.clear & 1 else place
        for place in task.places
    )
    simple = simple._replace(
        task=task._replace(
            links=links,
            places=places,
            deeds=tuple(d._replace(needs=put(d.needs)) for d in task.deeds),
            events=tuple(e._replace(needs=put(e.needs)) for e in task.events),
            victories=tuple(v for v in (v._replace(needs=put(v.needs)) for v in task.victories)),
            sights=tuple(s for s in task.sights if s.adds & ~always),
            fallen=tuple(fact if fact & (added | task.given) else 0 for fact in task.fallen),
        )
    )
    task = simple.task
    deeds = {
        n
        for n, d in enumerate(task.deeds)
        if d.needs != Either(()) and not (d.once and not d.once & ~always)
    }
    events = {n for n, e in enumerate(task.events) if e.needs != Either(())}
    return _only(simple, deeds, events)


def _outdone(simple: Simple) -> Simple:
    """A deed need not be done where one may as well go to do another that does the same.

    The other asks for no more, and one goes there and back at no harm. Where the deed itself may do
    harm, it matters where one stands: then it is left out only where the other is done, too.
    """
    task = simple.task
    alike: dict[tuple[object, ...], list[int]] = {}
    for number, deed in enumerate(task.deeds):
        if deed.where:
            does = (deed.adds, deed.removes, deed.once, deed.carries, deed.finds)
            alike.setdefault((deed.sort, deed.id, *does), []).append(number)
    several = [numbers for numbers in alike.values() if numbers[1:]]
    if not several:
        return simple
    harmless = harmless_facts(task)
    quiet = _QuietWays(task, harmless)
    deeds = list(task.deeds)
    for numbers in several:
        changes = deeds[numbers[0]].adds
        for find in deeds[numbers[0]].finds:
            changes |= find.adds
        is_quiet = not changes & ~harmless and not deeds[numbers[0]].removes
        asked = {n: set(parts_of(deeds[n].needs)) for n in numbers}
        for number in numbers:
            for other in numbers:
                here, there = deeds[number], deeds[other]
                if number == other or not asked[other] <= asked[number]:
                    continue
                if here.who & ~there.who or there.past & ~here.past:
                    continue
                spared = here.where & there.where
                if is_quiet and here.where & ~spared:
                    spared |= quiet.leading_to(there.where, here.where, here.who, asked[number])
                deeds[number] = here._replace(where=here.where & ~spared)
    if deeds == [*task.deeds]:
        return simple
    simple = simple._replace(task=task._replace(deeds=tuple(deeds)))
    left = {n for n, deed in enumerate(deeds) if deed.where or not task.deeds[n].where}
    return _only(simple, left, set(range(len(task.events))))


class _QuietWays:
    """The ways that members go and come back with nothing coming of it that does harm."""

    def __init__(self, task: Task, harmless: Facts) -> None:
        heard = [event.needs for event in task.events]
        heard += [victory.needs for victory in task.victories]
        marks = [at.places for need in heard for at in asked_places(need)]
        marks += [sight.where for sight in task.sights if sight.adds & ~harmless]
        signs = _signs(task, marks)
        self._party = task.party
        self._places = task.places
        self._near: dict[int, list[tuple[int, Link]]] = {}
        removed = 0
        for removes in (*(d.removes for d in task.deeds), *(e.removes for e in task.events)):
            removed |= removes
        begun = {begin.place for begin in task.begins}
        self._lasting: dict[int, set[Need]] = {}
        """For each place what holds for ever once anybody has come there."""
        for link in task.links:
            asked = [need for need in parts_of(link.needs) if isinstance(need, Has)]
            held: set[Need] = {need for need in asked if not removed >> need.fact & 1}
            for here, there in ((link.first, link.second), (link.second, link.first)):
                lasting = set() if here in begun else self._lasting.get(here, held)
                self._lasting[here] = lasting & held
                if not link.is_one_way and signs[here] == signs[there]:
                    self._near.setdefault(here, []).append((there, link))

    def leading_to(self, ends: Places, begins: Places, who: Members, asked: set[Need]) -> Places:
        """Those of some places from which they all go to an end and back, by no more than that."""
        found = begins & ends
        for place in each_number(begins & ~ends):
            held = asked | self._lasting.get(place, set())
            seen = 1 << place
            waiting = [place]
            while waiting and not found >> place & 1:
                for there, link in self._near.get(waiting.pop(), ()):
                    is_free = not who & ~link.who and held >= {*parts_of(link.needs)}
                    if is_free and not seen >> there & 1:
                        seen |= 1 << there
                        waiting.append(there)
                        has_room = self._places[there].cells.bit_count() >= self._party
                        found |= 1 << place if ends >> there & 1 and has_room else 0
        return found


def _asked_for(task: Task) -> Facts:
    """The facts that the victories, the ways and the places ask for."""
    wanted = 0
    needs = [victory.needs for victory in task.victories]
    for link in task.links:
        needs += [need for need in (link.needs, link.things) if need is not None]
    for need in needs:
        held, lacked = facts_named(need)
        wanted |= held | lacked
    for place in task.places:
        wanted |= 1 << place.clear if place.clear >= 0 else 0
    for fact in task.fallen:
        wanted |= fact
    return wanted


def _only_changes(deed: Deed, wanted: Facts) -> Deed:
    """A deed that changes some facts only; what it finds in any case it adds like all else."""
    finds = tuple(f._replace(adds=f.adds & wanted) for f in deed.finds if f.adds & wanted)
    sure = 0
    for find in finds:
        sure |= 0 if find.unless else find.adds
    return deed._replace(
        adds=(deed.adds | sure) & wanted,
        removes=deed.removes & wanted,
        finds=tuple(find for find in finds if find.unless),
    )


def _relevant(simple: Simple) -> Simple:
    """Leave out deeds, events and sights that change nothing that anything asks for."""
    task = simple.task
    wanted = _asked_for(task)
    deeds: set[int] = set()
    events: set[int] = set()
    grown = -1
    while grown != wanted:
        grown = wanted
        for n, deed in enumerate(task.deeds):
            changes = deed.adds | deed.removes
            for find in deed.finds:
                changes |= find.adds
            if n not in deeds and changes & wanted:
                deeds.add(n)
                held, lacked = facts_named(deed.needs)
                wanted |= held | lacked | deed.once | deed.carries
                for find in deed.finds:
                    if find.adds & wanted:
                        wanted |= find.unless
        for n, event in enumerate(task.events):
            if n not in events and (event.adds | event.removes) & wanted:
                events.add(n)
                held, lacked = facts_named(event.needs)
                wanted |= held | lacked | event.live | event.happened
    simple = _only(simple, deeds, events)
    task = simple.task

    return simple._replace(
        task=task._replace(
            deeds=tuple(_only_changes(deed, wanted) for deed in task.deeds),
            events=tuple(
                e._replace(adds=e.adds & wanted, removes=e.removes & wanted) for e in task.events
            ),
            sights=tuple(s._replace(adds=s.adds & wanted) for s in task.sights if s.adds & wanted),
            given=task.given & wanted,
            carried=task.carried & wanted,
        )
    )


def _straight(task: Task) -> Task:
    """Without steps around a corner where one may as well step on the cell between."""
    signs = _told_apart(task)
    near: dict[int, dict[int, list[Link]]] = {}
    for link in task.links:
        if not link.is_one_way and not link.refused and link.things != Either(()):
            near.setdefault(link.first, {}).setdefault(link.second, []).append(link)
            near.setdefault(link.second, {}).setdefault(link.first, []).append(link)

    def is_led(first: int, second: int, link: Link) -> bool:
        return any(
            {*parts_of(way.needs)} <= {*parts_of(link.needs)} and not link.who & ~way.who
            for way in near[first].get(second, ())
        )

    def is_round(link: Link) -> bool:
        if link.is_one_way or link.things != Either(()):
            return False
        if any(task.places[end].clear >= 0 for end in (link.first, link.second)):
            return False  # One steps clear over a corner, too.
        return any(
            signs[between] in (signs[link.first], signs[link.second])
            and is_led(link.first, between, link)
            and is_led(between, link.second, link)
            for between in near.get(link.first, {}).keys() & near.get(link.second, {}).keys()
        )

    links = tuple(link for link in task.links if not is_round(link))
    return task if len(links) == len(task.links) else task._replace(links=links)


def _freed(task: Task) -> Task:
    """A gate that whoever comes to it can open at no harm is open; so with figures in the way."""
    harmless = harmless_facts(task)
    everybody = (1 << task.party) - 1
    openers: dict[int, list[int]] = {}
    for number, deed in enumerate(task.deeds):
        is_free = deed.needs == NOTHING and not deed.removes and not deed.carries
        changes = deed.adds
        for find in deed.finds:
            changes |= find.adds
        if (
            is_free
            and deed.where
            # Otherwise somebody may stand on the only cell for it who cannot do it.
            and not everybody & ~deed.who
            and not changes & ~harmless
            and deed.once
            and not deed.once & ~deed.adds
        ):
            for fact in each_number(deed.once):
                openers.setdefault(fact, []).append(number)
    if not openers:
        return task

    left = _left_at_will(task)
    everybody = (1 << task.party) - 1
    asked = 0
    """The facts that somebody asks for who does not come to where they are brought about."""
    for need in task.asked():
        asked |= facts_named(need)[0]
    for link in task.links:
        ends = 1 << link.first | 1 << link.second
        is_left = left(link, link.first) and left(link, link.second)
        for need, who in ((link.needs, link.who), (link.things or NOTHING, everybody)):
            for fact in each_number(facts_named(need)[0]):
                where = 0
                for n in openers.get(fact, ()):
                    where |= 0 if who & ~task.deeds[n].who else task.deeds[n].where
                # Whoever passes can do it, on this side or on that.
                asked |= 1 << fact if ends & ~where or not is_left else 0
    free = sum(1 << fact for fact in openers) & ~asked

    def opened(need: Need) -> Need:
        return with_facts(need, free, 0)

    return task._replace(
        links=tuple(
            link._replace(
                needs=opened(link.needs),
                things=None if link.things is None else opened(link.things),
                is_way_clear=link.is_way_clear and not (free and _is_shut_with_an_end(link, task)),
            )
            for link in task.links
        )
    )


def _is_shut_with_an_end(link: Link, task: Task) -> bool:
    """Whether what closes an end of a link shuts the link: nobody steps clear along it then."""
    asked = facts_named(link.needs)[0]
    clears = (task.places[end].clear for end in (link.first, link.second))
    closing = sum({1 << clear for clear in clears if clear >= 0})
    return any(e.removes & closing and e.removes & asked & ~closing for e in task.events)


def _left_at_will(task: Task) -> Callable[[Link, int], bool]:
    """Of a link and an end of it, whether it may be taken to stand open for who steps clear there.

    Anybody steps clear of it in any case, and has had time to open the link: to come there by
    another way sets nothing off, and nobody begins there or steps clear to it.
    """
    begun = {begin.place for begin in task.begins}
    everybody = (1 << task.party) - 1
    signs = _told_apart(task)
    links: dict[int, list[tuple[Link, int]]] = {}
    for link in task.links:
        links.setdefault(link.first, []).append((link, link.second))
        links.setdefault(link.second, []).append((link, link.first))

    def is_free(link: Link, here: int, there: int) -> bool:
        asked = with_facts(link.needs, 1 << task.places[here].clear, 0)
        is_back = link.is_one_way and here == link.second
        is_lasting = task.places[there].clear < 0
        return is_lasting and asked == NOTHING and not everybody & ~link.who and not is_back

    def is_left(link: Link, end: int) -> bool:
        if task.places[end].clear < 0:
            return True
        if end in begun:
            return False
        others = [(other, there) for other, there in links[end] if other is not link]
        return any(is_free(other, end, there) for other, there in others) and all(
            (signs[there] == signs[end] and task.places[there].clear < 0)
            or {there, end} == {link.first, link.second}
            for _, there in others
        )

    return is_left


def _told_apart(task: Task) -> list[int]:
    """For each place what conditions and sights tell it apart by."""
    marks = [at.places for need in task.asked() for at in asked_places(need)]
    return _signs(task, [*marks, *(sight.where for sight in task.sights)])


def _signs(task: Task, marks: Iterable[Places]) -> list[int]:
    """For each place in which of some sets of places it is."""
    signs = [0] * len(task.places)
    for number, mark in enumerate(dict.fromkeys(marks)):
        for n in each_number(mark):
            signs[n] |= 1 << number
    return signs


def _joined(task: Task) -> list[int]:
    """For each place the first of those with which it is one."""
    signs = _told_apart(task)
    first = list(range(len(task.places)))

    def root(n: int) -> int:
        while first[n] != n:
            first[n] = first[first[n]]
            n = first[n]
        return n

    everybody = (1 << task.party) - 1
    around = _around_closing(task)
    for link in task.links:
        a, b = link.first, link.second
        if around >> a & 1 or around >> b & 1:
            continue
        is_free = link.needs == NOTHING and not link.is_one_way and not everybody & ~link.who
        are_alike = signs[a] == signs[b] and all(
            task.places[n].clear < 0 and task.places[n].cells for n in (a, b)
        )
        if is_free and are_alike:
            first[max(root(a), root(b))] = min(root(a), root(b))
    _keep_apart(task, [root(n) for n in range(len(task.places))], first)
    return [root(n) for n in range(len(task.places))]


def _merged(task: Task) -> tuple[Task, Sequence[int]]:
    """Places that are joined for ever, and that nothing tells apart, are one."""
    joined = _joined(task)
    roots = sorted({*joined})
    if len(roots) == len(task.places):
        return _deduplicated(task), range(len(task.places))
    new = {r: k for k, r in enumerate(roots)}
    of = [new[root] for root in joined]
    places = [task.places[r] for r in roots]
    for n, place in enumerate(task.places):
        k = of[n]
        places[k] = places[k]._replace(cells=places[k].cells | place.cells)

    # In places that are joined there is room to step aside.
    joined_up = sum(1 << n for n, root in enumerate(joined) if joined.count(root) > 1)
    known: dict[Places, Places] = {}

    def moved(mask: Places) -> Places:
        found = known.get(mask)
        if found is None:
            found = 0
            for n in each_number(mask):
                found |= 1 << of[n]
            known[mask] = found
        return found

    def put(need: Need) -> Need:
        def there(leaf: Leaf) -> Need:
            if isinstance(leaf, At):
                return replace(leaf, places=moved(leaf.places))
            return leaf

        return transformed(need, there)

    merged = _deduplicated(
        task._replace(
            places=tuple(places),
            links=tuple(
                link._replace(first=of[link.first], second=of[link.second])
                for link in task.links
                if of[link.first] != of[link.second]
            ),
            deeds=tuple(
                d._replace(
                    where=moved(d.where), needs=put(d.needs), past=moved(d.past & ~joined_up)
                )
                for d in task.deeds
            ),
            events=tuple(e._replace(needs=put(e.needs)) for e in task.events),
            victories=tuple(v._replace(needs=put(v.needs)) for v in task.victories),
            sights=tuple(s._replace(where=moved(s.where)) for s in task.sights),
            begins=tuple(b._replace(place=of[b.place]) for b in task.begins),
        )
    )
    return merged, of


def _around_closing(task: Task) -> Places:
    """The places around those that may close, where members may fill all of them."""
    near: dict[int, Places] = {}
    for link in task.links:
        for here, there in ((link.first, link.second), (link.second, link.first)):
            if task.places[here].clear >= 0 and not link.refused:
                near[here] = near.get(here, 0) | 1 << there
    found = 0
    for places in near.values():
        cells = sum(task.places[n].cells.bit_count() for n in each_number(places))
        found |= places if cells < task.party else 0
    return found


def _keep_apart(task: Task, roots: list[int], first: list[int]) -> None:
    """Where members may fill all cells it matters who stands where: those stay apart."""
    cells = dict.fromkeys(roots, 0)
    for place, root in zip(task.places, roots, strict=True):
        cells[root] |= place.cells
    for number, root in enumerate(roots):
        if task.party > 1 and cells[root].bit_count() <= task.party:
            first[number] = number


def _deduplicated(task: Task) -> Task:
    """One link where several lead the same way and ask for the same."""
    everybody = (1 << task.party) - 1
    free = {
        frozenset((link.first, link.second))
        for link in task.links
        if link.needs == NOTHING and not link.is_one_way and not everybody & ~link.who
    }
    found: dict[tuple[object, ...], Link] = {}
    for link in task.links:
        ends = frozenset((link.first, link.second))
        if ends in free and (link.needs != NOTHING or link.is_one_way or everybody & ~link.who):
            continue
        key = (
            (link.first, link.second) if link.is_one_way else (min(ends), max(ends)),
            link.needs,
            link.who,
            link.is_one_way,
            link.things if link.refused else None,
            bool(link.refused),
            link.is_way_clear,
        )
        found.setdefault(key, link)
    if len(found) == len(task.links):
        return task
    return task._replace(links=tuple(found.values()))


def _alone(task: Task) -> Task:
    """Where there is one member, it carries all that is had; and where nothing is ever carried."""
    if task.party > 1 and task.carried:
        return task
    links = tuple(link._replace(things=None) for link in task.links if not link.refused)
    return task._replace(carried=0, links=links)


def _kept_keys(task: Task) -> Task:
    """A key that only one lock asks for need not be spent."""
    asked: dict[int, set[Facts]] = {}
    others = 0
    needs = [victory.needs for victory in task.victories]
    needs += [event.needs for event in task.events]
    needs += [link.needs for link in task.links]
    for need in needs:
        held, lacked = facts_named(need)
        others |= held | lacked
    for deed in task.deeds:
        held, lacked = facts_named(deed.needs)
        others |= lacked | (held & ~deed.carries) | deed.once
        for fact in each_number(deed.carries):
            asked.setdefault(fact, set()).add(deed.once)
    removed = 0
    for event in task.events:
        removed |= event.removes
    for deed in task.deeds:
        removed |= deed.removes & ~deed.carries
    kept = 0
    for fact, locks in asked.items():
        (lock, *more) = locks
        if not more and lock and not others >> fact & 1 and not removed & (lock | 1 << fact):
            kept |= 1 << fact
    if not any(deed.removes & kept for deed in task.deeds):
        return task
    return task._replace(
        deeds=tuple(deed._replace(removes=deed.removes & ~kept) for deed in task.deeds)
    )
