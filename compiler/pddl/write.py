"""Write a task in PDDL, for planners that other people wrote.

The rules of play are alike for all quests. A quest adds its objects, what each deed and each event
changes, and as derived statements what they wait for: there is a plan where, and only where, the
party can win.
"""

from __future__ import annotations

import textwrap
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

from questwright.compiler.pddl.exits import with_exits
from questwright.compiler.pddl.rules import (
    PREDICATES,
    RULES,
    TYPES,
    WALK_EFFECTS,
    WALK_NEEDS,
    WALKER,
)
from questwright.compiler.pddl.terms import PddlTerms
from questwright.compiler.pddl.words import (
    FALSE,
    TRUE,
    Formula,
    action,
    derived,
    equals,
    every,
    no,
    remark,
    some,
)
from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.gifts import had
from questwright.compiler.verdict.task.need import NOTHING, Carried, with_facts
from questwright.compiler.verdict.task.need import every as every_need
from questwright.compiler.verdict.task.need import some as some_need
from questwright.compiler.verdict.task.task import EVERYBODY, DeedSort
from questwright.compiler.verdict.task.variants import by_own_doing
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.task.gifts import Gift
    from questwright.compiler.verdict.task.need import Facts, Members, Need
    from questwright.compiler.verdict.task.task import Deed, Happening, Link, Task

SPLIT: Final = ";;;; the problem: what follows belongs in a file of its own"
"""The line between domain and problem where both are in one text; no remark begins so."""
_HEAD: Final = """\
; A domain and a problem. Planners want a file for each:
;   csplit THIS '/^;;;;/'
; A plan is a way for the party to win. Without one, the quest cannot be won.
"""
_NO_DEAD_ENDS: Final = "Left out: dead ends. A plan says nothing of what else play may come to."
_NO_ROUNDS: Final = "Left out: how many rounds there are. Time passes as the party wishes."
_HANDED: Final = "Simplified: what it takes to stay on some ground may be handed on from there."
_ROOM: Final = "Simplified: room is counted by places; who passes through a full one is not there."


class Pddl(NamedTuple):
    """A task as planners read it."""

    domain: str
    problem: str
    remarks: tuple[str, ...]
    """What is taken for granted, what is left out, and what is not judged."""

    @property
    def text(self) -> str:
        """Both in one, with a line between them to part them at."""
        return f"{_HEAD}\n{self.domain}\n{SPLIT}\n\n{self.problem}"


def as_pddl(
    task: Task,
    quest_id: str,
    title: str,
    members: Sequence[str],
    names_of: Callable[[Cells], str],
) -> Pddl:
    """A task in PDDL: there is a plan where, and only where, the party can win.

    Its members and cells go by the names that are given here; all else is the task's.
    """
    task = with_exits(by_own_doing(task))
    say = PddlTerms(task, members, names_of)
    counted = {deed.id for deed in task.deeds if deed.sort is DeedSort.GO_THROUGH}
    init = [*dict.fromkeys((*_board(say), *_joined(say, counted), *_begun(say)))]
    actions = [action("walk", "Walk", [*WALK_NEEDS, "(not (counts ?way))"], WALK_EFFECTS, WALKER)]
    actions += [_deed(deed, say) for deed in task.deeds]
    for name, event in zip(say.events, task.events, strict=True):
        actions += _happenings(name, event, say)
    rules = "".join((*_derived(say), RULES, *actions))
    init += [
        f"(part-of {say.places[number]} {zone})"
        for places, zone in say.zones.items()
        for number in each_number(places)
    ]
    remarks = tuple(_remarks(task))
    name = say.names.new("domain", quest_id)
    objects = [
        f"{thing} - {kind} {remark(about)}"
        for kind, found in say.objects.items()
        for thing, about in found.items()
    ]
    counts = "".join(f"    ({count})\n" for count in say.counts.values())
    told = "".join(f"{remark(line)}\n" for line in (title, *remarks))
    domain = (
        f"{told}(define (domain {name})\n"
        "  (:requirements :adl :derived-predicates)\n"
        f"  (:types {' '.join(TYPES)})\n"
        f"  (:constants\n{_indented(objects)}\n  )\n"
        f"  (:predicates\n{PREDICATES}{counts}  )\n"
        f"{rules})\n"
    )
    problem = (
        f"{remark(title)}\n"
        f"(define (problem {say.names.new('problem', f'{quest_id}-begins')})\n"
        f"  (:domain {name})\n"
        f"  (:init\n{_indented(init)}\n  )\n"
        "  (:goal (won))\n"
        ")\n"
    )
    return Pddl(domain, problem, remarks)


def _indented(lines: list[str]) -> str:
    return textwrap.indent("\n".join(lines), "    ")


def _remarks(task: Task) -> Iterator[str]:
    """What the proof takes for granted, what it leaves open, and what is left out here."""
    yield from (f"Taken for granted: {assumption}" for assumption in task.assumptions)
    yield from (f"Not judged: {unjudged.text}" for unjudged in task.unjudged)
    yield _NO_DEAD_ENDS
    lasts = [victory.last for victory in task.own if victory.last]
    lasts += [task.limit.last] if task.limit is not None else []
    if lasts:
        yield f"{_NO_ROUNDS} The last is round {min(lasts)}."
    if any(_rooms(task)):
        yield _ROOM
    if any(place.bearing for place in task.places):
        yield _HANDED


# -- what stays as it is ---------------------------------------------------------------


def _rooms(task: Task) -> dict[int, int]:
    """The places that have no room for all, and how many there is room for."""
    rooms = {number: place.cells.bit_count() for number, place in enumerate(task.places)}
    return {n: room for n, room in rooms.items() if 0 < room < task.party}


def _board(say: PddlTerms) -> Iterator[Formula]:
    """What is seen from where, what closes, what is carried, and how events follow each other."""
    task = say.task
    for name, place in zip(say.places, task.places, strict=True):
        if not place.cells:
            yield f"(off-board {name})"
        if place.is_lane:
            yield f"(lane {name})"
        if place.clear >= 0:
            yield f"(keeps-open {say.facts[place.clear]} {name})"
    for sight in task.sights:
        for n in each_number(sight.where):
            yield from (f"(shows {say.places[n]} {say.facts[f]})" for f in each_number(sight.adds))
    yield from (f"(item {say.facts[item]})" for item in each_number(task.carried))
    yield from (f"(bound {say.facts[item]})" for item in each_number(task.bound))
    for name, event in zip(say.events, task.events, strict=True):
        yield from (f"(repeats {name} {say.facts[fact]})" for fact in each_number(event.live))
    yield from (f"(follows {after} {name})" for name, after in pairwise(say.events))


def _joined(say: PddlTerms, counted: set[str]) -> Iterator[Formula]:
    """Between which places one walks, hands things on, and steps clear."""
    for link in say.task.links:
        there = (link.first, link.second)
        both = (there, there[::-1]) if say.task.carried else ()
        counts = link.counts if link.counts in counted else ""
        walked = [*_walked(link, say.task)]
        found = [
            ("joins", every_need(link.needs, need), who, counts, way)
            for way in link.ways
            for need, who in walked
        ]
        found += [("touches", link.asked[-1], EVERYBODY, "", way) for way in both]
        for way in link.ways if link.leads_clear else ():
            clear = say.task.places[way[0]].clear
            if clear >= 0:
                free = with_facts(link.needs, 1 << clear, 0)
                found += (("clears", every_need(free, need), who, "", way) for need, who in walked)
        for word, need, who, own, (here, to) in found:
            by = say.way(need, link.title, who, own)
            if by:
                yield f"({word} {by} {say.places[here]} {say.places[to]})"
    for (_, who, own), by in say.ways.items():
        if own:
            yield f"(counts {by})"
        barred = (name for number, name in enumerate(say.members) if not who >> number & 1)
        yield from (f"(barred {by} {member})" for member in barred)


def _walked(link: Link, task: Task) -> Iterator[tuple[Need, Members]]:
    """What members carry to walk along a link: those who need nothing, and each who does."""
    spared = link.who & task.everybody
    for bearing in link.bearing:
        spared &= bearing.spared
    if not link.bearing:
        yield NOTHING, link.who
    elif spared:
        yield NOTHING, spared
    for member in each_number(link.who & task.everybody & ~spared) if link.bearing else ():
        who = 1 << member
        asked = (own.items for own in link.bearing if not own.spared & who)
        each = (
            some_need(*(Carried(item, who, "", link.origin) for item in each_number(items)))
            for items in asked
        )
        yield every_need(*each), who


def _begun(say: PddlTerms) -> Iterator[Formula]:
    """What holds when play begins, and each way to set up the party."""
    yield "(unset)"
    yield from say.holding(say.task.given)
    for number, begun in enumerate(beginnings(say.task), 1):
        setup = say.object("setup", f"setup-{number}", "a way to set up the party")
        for member, where, items in zip(say.members, begun.where, begun.hold, strict=True):
            places = (say.places[place] for place in each_number(where))
            yield from (f"(begins {setup} {member} {place})" for place in places)
            yield from (f"(carries {member} {say.facts[item]})" for item in each_number(items))


# -- what follows from what holds ------------------------------------------------------


def _derived(say: PddlTerms) -> Iterator[str]:
    """What each way, each event and each victory waits for, and what has no room."""
    task = say.task
    rooms = (
        equals("?place", say.places[number], say.full("?place", room))
        for number, room in _rooms(task).items()
    )
    open_ = (equals("?way", way, need) for (need, *_), way in say.ways.items())
    met = [
        (name, event, say.met(event.needs))
        for name, event in zip(say.events, task.events, strict=True)
    ]
    due = (
        equals("?event", name, every((*map(no, say.holding(event.live or event.happened)), need)))
        for name, event, need in met
    )
    stale = (
        equals("?event", name, every((*say.holding(event.live), no(need))))
        for name, event, need in met
        if event.live
    )
    nobody = "(not (exists (?who - member) (there ?who)))"
    others = (say.met(victory.needs) for victory in task.others)
    fine = ["(not (busy))", "(not (changed))", "(not (sweeping))", no(nobody)]
    won = every((*fine, some(say.met(victory.needs) for victory in task.own)))
    heads = {
        "full ?place - place": rooms,
        "is-open ?way - way": open_,
        "due ?event - event": due,
        "stale ?event - event": stale,
        "ended": (nobody, *others),
        "won": (won,),
    }
    found = [derived(head, cases) for head, cases in heads.items()]
    yield from (derived(name, (formula,)) for formula, name in say.counts.items())
    yield from found


# -- what changes ----------------------------------------------------------------------


def _deed(deed: Deed, say: PddlTerms) -> str:
    """What a member of the party may do where it stands, or the party wherever it is."""
    fresh = some(map(no, say.holding(deed.once))) if deed.once else TRUE
    can = every((fresh, say.met(deed.needs)))
    name = say.names.new("deed", f"{deed.sort}-{deed.id}")
    if deed.sort is DeedSort.GO_THROUGH:
        ways = [f"(= ?way {way})" for (*_, counts), way in say.ways.items() if counts == deed.id]
        effects = [*WALK_EFFECTS, *_changes(deed.adds, deed.removes, say)]
        return action(name, deed.title, [*WALK_NEEDS, some(ways), can], effects, WALKER)
    needs = ["(calm)", can]
    able = [f"(= ?who {m})" for n, m in enumerate(say.members) if deed.who >> n & 1]
    if can == FALSE or (deed.where and not able):
        return f"\n  {remark(f'Never: {deed.title}')}\n"
    if deed.where:
        needs += [some(able)] if len(able) < len(say.members) else []
        here = f"(part-of ?place {say.zone(deed.where, deed.title)})"
        needs += ["(member-at ?who ?place)", here, "(not (closed ?place))"]
        carries = each_number(deed.carries & say.task.carried)
        needs += [f"(carries ?who {say.facts[item]})" for item in carries]
    effects = [*_changes(deed.adds, deed.removes, say)]
    gains: list[tuple[Facts, list[Formula]]] = [(deed.adds, [])]
    for find in deed.finds:
        unless = [*map(no, say.holding(find.unless))]
        found = say.holding(find.adds & ~deed.removes)
        if found:
            effects.append(f"(when {every(unless)} {every(found)})")
        gains.append((find.adds, unless))
    for gained, unless in gains if deed.where else ():
        for item in each_number(gained & ~deed.removes & say.task.carried):
            new = every((*unless, f"(not (holds {say.facts[item]}))"))
            effects.append(f"(when {new} (carries ?who {say.facts[item]}))")
    parameters = "?who - member ?place - place" if deed.where else ""
    return action(name, deed.title, needs, effects, parameters)


def _happenings(own: str, event: Happening, say: PddlTerms) -> Iterator[str]:
    """What happens by itself when its turn comes, for each way in which its gifts are given."""
    due = [f"(listed {own})", f"(not (waits {own}))", f"(due {own})", "(not (busy))"]
    able = [[*_takers(gift, say)] for gift in event.gifts]
    for takers in product(*able):
        needs = [*due]
        for gift, (who, _) in zip(event.gifts, takers, strict=True):
            nobody = (n for n in each_number(gift.who)) if who < 0 else ()
            needs += [f"(there {say.members[who]})"] if who >= 0 else []
            needs += [f"(not (there {say.members[n]}))" for n in nobody]
        given = [*zip(event.gifts, (who for who, _ in takers), strict=True)]
        effects = [f"(not (listed {own}))", *_given(event, given, say)]
        to = "".join(f"-{word}" for _, word in takers)
        name = say.names.new("happens", f"happens-{event.id}{to}")
        yield action(name, event.title, needs, effects)


def _takers(gift: Gift, say: PddlTerms) -> Iterator[tuple[int, str]]:
    """Who may get a gift, each with a word; -1 for nobody, if all of them may be lost."""
    fallen = say.task.fallen
    yield from ((n, f"to-{say.members[n]}") for n in each_number(gift.who))
    if all(fallen[n] for n in each_number(gift.who)):
        yield -1, "to-nobody"


def _given(
    event: Happening, given: Sequence[tuple[Gift, int]], say: PddlTerms
) -> Iterator[Formula]:
    """What comes of an event of which each gift goes to one member; to nobody for -1."""
    task = say.task
    got = had([gift for gift, who in given if who >= 0], (True,) * task.party)
    lacks = had([gift for gift, who in given if who < 0], ()).lacks & ~got.adds
    yield from _changes(event.adds & ~lacks | got.adds, event.removes & ~got.adds, say)
    takers = {n: who for gift, who in given if who >= 0 for n in each_number(gift.item)}
    for item, who in takers.items():
        if not task.carried >> item & 1:
            continue
        yield f"(forall (?each - member) (not (carries ?each {say.facts[item]})))"
        # What goes to somebody who is lost at once is left for the others to take.
        if not task.fallen[who] & event.adds:
            yield f"(carries {say.members[who]} {say.facts[item]})"


def _changes(adds: Facts, removes: Facts, say: PddlTerms) -> Iterator[Formula]:
    """What comes of a deed or an event."""
    task = say.task
    yield from say.holding(adds & ~removes)
    yield from map(no, say.holding(removes))
    for item in each_number(removes & task.carried):
        yield f"(forall (?each - member) (not (carries ?each {say.facts[item]})))"
    for member, fact in zip(say.members, task.fallen, strict=False):
        if fact & adds & ~removes:
            yield f"(forall (?each - place) (not (member-at {member} ?each)))"
            yield f"(forall (?each - fact) (not (carries {member} ?each)))"
    for name, place in zip(say.places, task.places, strict=True):
        if place.clear >= 0 and adds & ~removes & 1 << place.clear:
            yield f"(forall (?each - member) (when (member-at ?each {name}) (not (buried ?each))))"
