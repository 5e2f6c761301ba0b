"""Simplify a task: passes that each keep the verdict."""

from __future__ import annotations

from functools import cache

from questwright.compiler.verdict.decide.beginnings import all_begun
from questwright.compiler.verdict.decide.harmless import harmless_facts
from questwright.compiler.verdict.decide.outdone import outdone
from questwright.compiler.verdict.decide.relaxed import Relaxed
from questwright.compiler.verdict.decide.ways import (
    links_at,
    moored,
    straight,
    told_apart,
)
from questwright.compiler.verdict.task.bits import each_number, joined, union
from questwright.compiler.verdict.task.lanes import needless_cells
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    NOTHING,
    At,
    Has,
    every,
    facts_asked,
    facts_named,
    lasts,
    some,
    transformed,
    with_facts,
)
from questwright.compiler.verdict.task.task import EVERYBODY
from questwright.compiler.verdict.task.variants import fated
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from questwright.compiler.verdict.task.gifts import Gift
    from questwright.compiler.verdict.task.need import Facts, Leaf, Members, Need, Places
    from questwright.compiler.verdict.task.task import Deed, Ending, Happening, Link, Task


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


def as_it_is(task: Task) -> Simple:
    """A task that is not simplified."""
    deeds, events, places = len(task.deeds), len(task.events), len(task.places)
    return Simple(task, tuple(range(deeds)), tuple(range(events)), tuple(range(places)))


def simplified(task: Task, *, wins_only: bool = False, there: Members = EVERYBODY) -> Simple:
    """The task without all that is no matter to those ``there``, or to a win if ``wins_only``."""
    simple = _reachable(as_it_is(task), there)
    if simple.is_hopeless:
        return simple
    task = _happening_once(simple.task)
    simple = _joined_up(simple, moored(task, wins_only=wins_only))
    while True:
        before = simple.task
        simple = simple._replace(task=without_idle_fates(simple.task))
        simple = _relevant(_without_outdone(simple))
        simple = _joined_up(simple, _freed(straight(simple.task)))
        simple = simple._replace(task=_alone(simple.task))
        if simple.task == before:
            return simple


def _joined_up(simple: Simple, task: Task) -> Simple:
    """The same with a task in which places that are one are joined."""
    merged, of = _merged(task)
    return simple._replace(task=merged, places=tuple(of[place] for place in simple.places))


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


def _reachable(simple: Simple, there: Members) -> Simple:
    """Leave out what nobody who is there can reach or do even if nothing is ever lost."""
    task = simple.task
    begun = all_begun(task, there)
    if begun is None:
        return simple._replace(is_hopeless=True)
    relaxed = Relaxed(task)
    reach = relaxed.reach(begun, wants_all=True)
    if not reach.is_won or (fated(task) and not relaxed.reach(begun).is_won):
        return simple._replace(is_hopeless=True)
    simple = _only(simple, set(reach.doable), set(reach.happening))
    task = simple.task
    never = ((1 << len(task.facts)) - 1) & ~reach.facts & ~union(task.absent)
    always = task.given & task.lasting & ~union(gift.adds for gift in task.gifts)
    places = reach.places

    def within(leaf: Leaf) -> Need:
        return leaf._replace(places=leaf.places & places) if isinstance(leaf, At) else leaf

    def put(need: Need) -> Need:
        return transformed(with_facts(need, always, never), within)

    task = _without_items(task.mapped(put, lambda own: own & places), never)
    return simple._replace(
        task=task._replace(
            links=tuple(
                link
                for link in task.links
                if not link.ends & ~places
                and (link.needs != IMPOSSIBLE or link.things not in (None, IMPOSSIBLE))
            ),
            places=tuple(
                own._replace(clear=-1) if own.clear >= 0 and always >> own.clear & 1 else own
                for own in task.places
            ),
            sights=tuple(own for own in task.sights if own.where and own.adds & ~always),
            fallen=tuple(fact & ~never for fact in task.fallen),
        )
    )


def _happening_once(task: Task) -> Task:
    """What repeats and brings only what is never lost happens once: that is all it changes."""
    lasting = task.lasting

    def once(event: Happening) -> Happening:
        brings = event.adds & ~event.live
        is_idle = not (event.removes or event.gifts or brings & ~lasting)
        return event._replace(adds=brings, live=0) if is_idle else event

    return task._replace(events=tuple(map(once, task.events)))


def _without_items(task: Task, never: Facts) -> Task:
    """The task without items that nobody ever has: who has to carry one of them goes nowhere."""
    if not task.borne & never:
        return task
    links = []
    for link in task.links:
        borne = tuple(own._replace(items=own.items & ~never) for own in link.bearing)
        who = link.who
        for own in borne:
            who &= -1 if own.items else own.spared
        bearing = tuple(own for own in borne if own.items)
        links.append(link._replace(who=who, bearing=bearing))
    return task._replace(links=tuple(links))


def _without_outdone(simple: Simple) -> Simple:
    """Leave out deeds that others make needless, where they do."""
    task = outdone(simple.task, harmless_facts(simple.task))
    done = zip(task.deeds, simple.task.deeds, strict=True)
    left = {n for n, (deed, before) in enumerate(done) if deed.where or not before.where}
    return _only(simple._replace(task=task), left, set(range(len(task.events))))


def without_idle_fates(task: Task) -> Task:
    """The task without what other sides win by alone, and nobody of the party decides.

    As long as it does not come play goes on, and nothing else is told apart by it.
    """
    fates = fated(task)
    if not fates:
        return task
    idle = union(deed.adds for deed in fates)

    def is_alone(victory: Ending) -> bool:
        return not victory.is_own and lasts(victory.needs, idle)

    asked = _asked_for(task, [victory for victory in task.victories if not is_alone(victory)])
    others: list[Deed | Happening] = [deed for deed in task.deeds if not deed.is_fate]
    for change in (*others, *task.events):
        asked |= change.adds | facts_asked(change.needs)
    for deed in fates:
        asked |= facts_asked(deed.needs) & ~deed.removes
    grown = -1
    while grown != asked:
        grown = asked
        # What comes together with something that is told apart is no less told apart.
        asked |= union(deed.adds for deed in fates if deed.adds & asked)
    idle &= ~asked & ~task.given
    if not idle:
        return task
    return task._replace(
        victories=tuple(
            victory._replace(needs=with_facts(victory.needs, 0, idle)) for victory in task.victories
        )
    )


def _asked_for(task: Task, victories: Iterable[Ending]) -> Facts:
    """The facts that some victories, the ways and the places ask for."""
    walked = (need for link in task.links for need in link.asked)
    asked = facts_asked(*(victory.needs for victory in victories), *walked)
    return asked | task.borne | task.closing | union(task.fallen)


def _only_changes(deed: Deed, wanted: Facts) -> Deed:
    """A deed that changes some facts only; what it finds in any case it adds like all else."""
    finds = tuple(f._replace(adds=f.adds & wanted) for f in deed.finds if f.adds & wanted)
    return deed._replace(
        adds=deed.brings_now(-1) & wanted,
        removes=deed.removes & wanted,
        finds=tuple(find for find in finds if find.unless),
    )


def _relevant(simple: Simple) -> Simple:
    """Leave out deeds, events and sights that change nothing that anything asks for."""
    task = simple.task
    wanted = _asked_for(task, task.victories)
    deeds: set[int] = set()
    events: set[int] = set()
    grown = -1
    while grown != wanted:
        grown = wanted
        for n, deed in enumerate(task.deeds):
            if n not in deeds and (deed.brings | deed.removes) & wanted:
                deeds.add(n)
                wanted |= facts_asked(deed.needs) | deed.once | deed.carries
            if n in deeds:
                wanted |= union(find.unless for find in deed.finds if find.adds & wanted)
        for n, event in enumerate(task.events):
            if n not in events and (event.adds | event.removes) & wanted:
                events.add(n)
                wanted |= facts_asked(event.needs) | event.live | event.happened
    simple = _only(simple, deeds, events)
    task = simple.task
    return simple._replace(
        task=task._replace(
            deeds=tuple(_only_changes(deed, wanted) for deed in task.deeds),
            events=tuple(
                event._replace(
                    adds=event.adds & wanted,
                    removes=event.removes & wanted,
                    gifts=_gifts(event.gifts, wanted, task.carried),
                )
                for event in task.events
            ),
            sights=tuple(s._replace(adds=s.adds & wanted) for s in task.sights if s.adds & wanted),
            given=task.given & wanted,
            carried=task.carried & wanted,
            bound=task.bound & wanted,
            gifts=_gifts(task.gifts, wanted, task.carried),
        )
    )


def relevant(task: Task) -> Task:
    """The task without what changes nothing that anything asks for."""
    return _relevant(as_it_is(task)).task


def _gifts(gifts: Iterable[Gift], wanted: Facts, carried: Facts) -> tuple[Gift, ...]:
    """Gifts as far as some facts, and who carries what, make a difference."""
    own = (g._replace(item=g.item & wanted & carried, adds=g.adds & wanted) for g in gifts)
    return tuple(gift for gift in own if gift.item or gift.adds)


def _freed(task: Task) -> Task:
    """A gate that whoever comes to it can open at no harm is open; so with figures in the way.

    Where another side may win nobody passes what wins as it is opened: play is over then.
    """
    harmless = harmless_facts(task) & ~(_winning(task) if task.others else 0)
    openers: dict[int, list[int]] = {}
    for number, deed in enumerate(task.deeds):
        is_free = deed.needs == NOTHING and not (deed.removes or deed.carries or deed.past)
        if (
            is_free
            and deed.where
            # Otherwise somebody may stand on the only cell for it who cannot do it.
            and not task.everybody & ~deed.who
            and not deed.brings & ~harmless
            and deed.once
            and not deed.once & ~deed.adds
        ):
            for fact in each_number(deed.once):
                openers.setdefault(fact, []).append(number)
    if not openers:
        return task

    free = sum(1 << fact for fact in openers) & ~_not_by_passing(task, openers)

    def opened(need: Need) -> Need:
        return with_facts(need, free, 0)

    return task._replace(
        links=tuple(
            link._replace(
                needs=opened(link.needs),
                things=None if link.things is None else opened(link.things),
                is_way_clear=link.is_way_clear and not _is_shut_with_an_end(link, task, free),
            )
            for link in task.links
        )
    )


def _winning(task: Task) -> Facts:
    """The facts that the party's victories ask for, or what brings such facts by itself."""
    wanted, _ = facts_named(*(victory.needs for victory in task.own))
    grown = -1
    while grown != wanted:
        grown = wanted
        bringing = (event.needs for event in task.events if event.adds & wanted)
        wanted |= facts_named(*bringing)[0]
    return wanted


def _not_by_passing(task: Task, openers: dict[int, list[int]]) -> Facts:
    """The facts that somebody asks for who does not come to where they are brought about.

    Or who has not all that comes of it, once they are taken to hold. ``openers`` has for each fact
    the deeds that bring it about.
    """
    left = _left_at_will(task)
    found, _ = facts_named(*task.asked())
    if task.party > 1:
        # Nobody opens on the cell of a friend what has shut since.
        found |= union(event.removes for event in task.events if event.live)
    wanted, _ = facts_named(*task.needs())
    seen = [0] * len(task.places)
    for sight in task.sights:
        for place in each_number(sight.where):
            seen[place] |= sight.adds
    for link in task.links:
        is_left = left(link, link.first) and left(link, link.second)
        for need, who in ((link.needs, link.who), (link.things or NOTHING, task.everybody)):
            for fact in each_number(facts_named(need)[0]):
                where = brings = 0
                for n in openers.get(fact, ()):
                    where |= 0 if who & ~task.deeds[n].who else task.deeds[n].where
                    brings |= task.deeds[n].brings & ~(1 << fact)
                # Whoever passes can do it, on this side or on that, and sees the rest.
                is_all = not brings & wanted & ~seen[link.first] & ~seen[link.second]
                found |= 0 if is_left and is_all and not link.ends & ~where else 1 << fact
    return found


def _is_shut_with_an_end(link: Link, task: Task, free: Facts) -> bool:
    """Whether what closes an end of a link shuts the link: nobody steps clear along it then.

    By one of some ``free`` facts that are not asked of it any more.
    """
    asked = facts_named(link.needs)[0] & free
    clears = (task.places[end].clear for end in (link.first, link.second))
    closing = sum({1 << clear for clear in clears if clear >= 0})
    return any(e.removes & closing and e.removes & asked & ~closing for e in task.events)


def _left_at_will(task: Task) -> Callable[[Link, int], bool]:
    """Of a link and an end of it, whether it may be taken to stand open for who steps clear there.

    Anybody steps clear of it in any case, and has had time to open the link: to come there by
    another way sets nothing off, and nobody begins there or steps clear to it.
    """
    begun = {begin.place for begin in task.begins}
    signs = told_apart(task)
    links = links_at(task)

    def is_free(link: Link, here: int, there: int) -> bool:
        asked = with_facts(link.needs, 1 << task.places[here].clear, 0)
        is_back = link.is_one_way and here == link.second
        is_clear = link.leads_clear and task.places[there].clear < 0
        is_for_all = not task.everybody & ~link.who and link.is_spared(task.everybody)
        return is_clear and asked == NOTHING and is_for_all and not is_back

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


def _joined(task: Task) -> list[int]:
    """For each place the first of those with which it is one."""
    signs = told_apart(task)
    alone = _around_closing(task) | task.closable | task.outside
    pairs = [
        (link.first, link.second)
        for link in task.links
        if link.is_free_for(task.everybody)
        and signs[link.first] == signs[link.second]
        and task.places[link.first].bearing == task.places[link.second].bearing
        and not link.ends & alone
    ]
    roots = joined(len(task.places), pairs)
    cells = dict.fromkeys(roots, 0)
    for place, root in zip(task.places, roots, strict=True):
        cells[root] |= place.cells
    # Where members may fill all cells it matters who stands where: those stay apart. So do those
    # in which there is no room for all beside what somebody reaches past.
    past = {task.cells_of(deed.past) for deed in task.deeds if deed.past}
    narrow = {
        root
        for root, own in cells.items()
        if own.bit_count() <= task.party > 1
        or any(own & way and (own & ~way).bit_count() < task.party for way in past)
    }
    shorter = needless_cells(task) if task.lanes else {}
    return [shorter.get(n, n if root in narrow else root) for n, root in enumerate(roots)]


def _merged(task: Task) -> tuple[Task, Sequence[int]]:
    """Places that are joined for ever, and that nothing tells apart, are one."""
    roots = _joined(task)
    left = sorted({*roots})
    if len(left) == len(task.places):
        return task, range(len(task.places))
    new = {root: number for number, root in enumerate(left)}
    of = [new[root] for root in roots]
    places = [task.places[root]._replace(cells=0) for root in left]
    for n, place in enumerate(task.places):
        places[of[n]] = places[of[n]]._replace(cells=places[of[n]].cells | place.cells)

    @cache
    def moved(mask: Places) -> Places:
        return union(1 << of[n] for n in each_number(mask))

    def there(leaf: Leaf) -> Need:
        return leaf._replace(places=moved(leaf.places)) if isinstance(leaf, At) else leaf

    # In places that are joined there is room to step aside.
    apart = sum(1 << n for n, number in enumerate(of) if of.count(number) == 1)
    narrow = tuple(deed._replace(past=deed.past & apart) for deed in task.deeds)
    merged = task._replace(deeds=narrow).mapped(lambda need: transformed(need, there), moved)
    return merged._replace(
        places=tuple(places),
        links=tuple(
            link._replace(first=of[link.first], second=of[link.second])
            for link in merged.links
            if of[link.first] != of[link.second] or link.counts
        ),
        begins=tuple(begin._replace(place=of[begin.place]) for begin in task.begins),
    ), of


def _around_closing(task: Task) -> Places:
    """The places around those that may close, where members may fill all of them."""
    found = 0
    for place, links in links_at(task).items():
        if task.places[place].clear >= 0:
            near = {there for link, there in links if not link.refused}
            few = (n for n in near if task.places[n].cells.bit_count() < task.party)
            found |= sum(1 << n for n in few)
    return found


def _alone(task: Task) -> Task:
    """Where there is one member, it carries all that is had; and where nothing is ever carried."""
    if task.party > 1 and task.carried:
        return task
    links = tuple(
        link._replace(needs=_borne(link), things=None, bearing=())
        for link in task.links
        if not link.refused
    )
    events = tuple(e._replace(gifts=_gifts(e.gifts, -1, 0)) for e in task.events)
    return task._replace(
        carried=0, bound=0, links=links, events=events, gifts=_gifts(task.gifts, -1, 0)
    )


def _borne(link: Link) -> Need:
    """What it takes to walk along a link where one member carries all that is had."""
    if not link.bearing:
        return link.needs
    asked = (own.items for own in link.bearing if not own.spared & 1)
    needs = (some(*(Has(n, link.origin) for n in each_number(items))) for items in asked)
    return every(link.needs, *needs)
