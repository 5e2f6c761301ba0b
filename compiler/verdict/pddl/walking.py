"""The party in PDDL: where its members begin, how they walk, and what they hand each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.pddl.rounds import turned
from questwright.compiler.verdict.pddl.words import (
    FALSE,
    TRUE,
    Formula,
    action,
    every,
    no,
    some,
    when,
)
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import with_facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.pddl.rounds import Round
    from questwright.compiler.verdict.pddl.wording import Wording
    from questwright.compiler.verdict.rules.state import State
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Link


class PddlWay(NamedTuple):
    """What several links ask for alike."""

    name: str
    title: str
    need: Formula


class Walking:
    """How the party of a task begins, walks and hands things on."""

    def __init__(self, say: Wording, round_: Round) -> None:
        self.say = say
        self.round = round_
        task = say.task
        self._begun = [*beginnings(task)]
        self._begins = round_.first
        if len(self._begun) > 1:
            self._begins = round_.moment("begins", "where does the party begin?")
        self._seen: Facts = 0
        for sight in task.sights:
            self._seen |= sight.adds
        self._joined: dict[PddlWay, dict[tuple[int, int], None]] = {}
        """The steps along each way."""
        self._touching: dict[PddlWay, dict[tuple[int, int], None]] = {}
        """The places between which things are handed along each."""
        for link in task.links:
            there = (link.first, link.second)
            both = (there, there[::-1])
            need = every((say.able(link.who), say.met(link.needs)))
            if not link.refused and need != FALSE:
                steps = self._joined.setdefault(self._way(need, link), {})
                steps |= dict.fromkeys(both[:1] if link.is_one_way else both)
            need = say.met(link.needs if link.things is None else link.things)
            if task.carried and need != FALSE:
                self._touching.setdefault(self._way(need, link), {}).update(dict.fromkeys(both))

    def _way(self, need: Formula, link: Link) -> PddlWay:
        name = self.say.object("way", need, f"by-{link.title}", link.title)
        return PddlWay(name, self.say.objects["way"][name], need)

    def actions(self) -> Iterator[str]:
        """All that members do to come where they want to be, and to have what they want."""
        yield from self._setting_up()
        yield from self._walking()
        yield from self._handing_over()
        if self.round.is_closing:
            for fact, number in self.say.closable.items():
                yield from self._clearing(fact, number)

    # -- where they begin -------------------------------------------------------------

    def _setting_up(self) -> Iterator[str]:
        """An action for each way to begin, if there is more than one."""
        for number, begun in enumerate(self._begun if len(self._begun) > 1 else (), 1):
            name = self.say.names.of("begin", str(number), f"begin-{number}")
            effects = [*self._placed(begun), *turned(self._begins, self.round.first)]
            yield action(name, "The party is set up", [self._begins], effects)

    def begins(self) -> Iterator[Formula]:
        """How play begins; not at all, if there is no room to begin."""
        if self._begun:
            yield self._begins
        if len(self._begun) == 1:
            yield from self._placed(self._begun[0])

    def _placed(self, begun: State) -> Iterator[Formula]:
        """Where each member stands, what it sees there, and what it has."""
        say = self.say
        for member, where, items in zip(say.members, begun.where, begun.hold, strict=True):
            for number, place in enumerate(say.places):
                if where >> number & 1:
                    yield f"(member-at {member} {place})"
                elif say.room:
                    yield f"(is-elsewhere {member} {place})"
            inside = (zone for places, zone in say.zones.items() if places & where)
            yield from (f"(member-in {member} {zone})" for zone in inside)
            yield from (f"(carried-by {say.things[item]} {member})" for item in each_number(items))
            for sight in say.task.sights:
                if sight.where & where:
                    yield from say.facts(sight.adds)

    # -- how they walk ----------------------------------------------------------------

    def _walking(self) -> Iterator[str]:
        """Steps from place to place, an action for each thing that they ask for."""
        say, acts = self.say, self.round.acts
        rooms = sorted({*say.room.values()})
        free = [every((f"(has-{n}-cells ?to)", say.free("?to", n))) for n in rooms]
        full = [every((f"(has-{n}-cells ?to)", say.full("?to", n))) for n in rooms]
        passes = self.round.moment("somebody-passes", "who passes goes on") if rooms else ""
        is_open = "(not (closed ?from))" if say.closable else TRUE
        for way in self._joined:
            now = some((acts, every((passes, "(passing ?who)")))) if rooms else acts
            after = self.round.then(self._seen, is_moved=True)
            passed = [no(passes), no("(passing ?who)")] if rooms else []
            needs = [now, self.round.calm, "(member-at ?who ?from)"]
            needs += [f"(joins {way.name} ?from ?to)", is_open, way.need]
            went = say.moved("?who", "?from", "?to")
            yield action(
                say.names.of("walk", way.need, f"walk-{way.name}"),
                f"Walk: {way.title}",
                [*needs, *([some(("(roomy ?to)", *free))] if rooms else ())],
                [
                    *went,
                    *self.round.entered("?who", "?to"),
                    *passed,
                    *(after or [acts] * bool(rooms)),
                ],
                "?who - member ?from ?to - place",
            )
            if rooms:
                yield action(
                    say.names.of("pass", way.need, f"pass-{way.name}"),
                    f"Walk on through a place that others fill: {way.title}",
                    [*needs, some(full)],
                    [*went, no(acts), passes, "(passing ?who)"],
                    "?who - member ?from ?to - place",
                )

    def _clearing(self, fact: int, number: int) -> Iterator[str]:
        """Who stands where something falls steps clear, or is buried if there is no way."""
        say, place = self.say, self.say.places[number]
        ways: dict[tuple[str, Formula], None] = {}
        for link in say.task.links:
            both = ((link.first, link.second), (link.second, link.first))
            for here, there in both[: 0 if link.refused else 1 if link.is_one_way else 2]:
                if here == number:
                    to = say.places[there]
                    needs = [say.able(link.who), say.met(with_facts(link.needs, 1 << fact, 0))]
                    needs += [f"(not (closed {to}))"] if say.task.places[there].clear >= 0 else []
                    if there in say.room:
                        needs.append(say.free(to, say.room[there]))
                    ways[to, every(needs)] = None
        seen = ["(looks ?who)", "(has-way ?who)"]
        waits = ["(must-clear ?who)", f"(member-at ?who {place})"]
        has_way = []
        for to, need in ways:
            if need == FALSE:
                continue
            has_way += when(need, seen[1:])
            name = say.names.of("clear", f"{need} {number} {to}", f"clear-{place}-{to}")
            went = [no(waits[0]), *map(no, seen), *say.moved("?who", place, to)]
            effects = [*went, *self.round.entered("?who", to)]
            yield action(name, f"Step clear of {place}", [*waits, need], effects, "?who - member")
        name = say.names.of("look", place, f"look-around-{place}")
        about = f"Is there a way out of {place}?"
        needs = [*waits, no(seen[0])]
        yield action(name, about, needs, [seen[0], *has_way], "?who - member")
        name = say.names.of("bury", place, f"buried-{place}")
        needs = [*waits, seen[0], no(seen[1])]
        effects = [no(waits[0]), no(seen[0])]
        yield action(name, f"No way out of {place}", needs, effects, "?who - member")

    # -- what they carry --------------------------------------------------------------

    def _handing_over(self) -> Iterator[str]:
        """Hand something on to who stands beside one, or on the same cells."""
        say, round_ = self.say, self.round
        given = ["(not (carried-by ?item ?from))", "(carried-by ?item ?to)"]
        given += round_.then(0, is_handed=True)
        has = [round_.acts, round_.calm, "(carried-by ?item ?from)", "(member-at ?from ?here)"]
        people = "?item - thing ?from ?to - member ?here"
        if say.task.carried and say.task.party > 1:
            together = ["(member-at ?to ?here)", "(not (= ?from ?to))"]
            name = say.names.of("hand", "", "hand-over")
            about = "Hand something over"
            yield action(name, about, [*has, *together], given, f"{people} - place")
            for way in self._touching:
                apart = ["(member-at ?to ?there)", f"(touches {way.name} ?here ?there)", way.need]
                name = say.names.of("hand", way.need, f"hand-over-{way.name}")
                about = f"Hand something over: {way.title}"
                yield action(name, about, [*has, *apart], given, f"{people} ?there - place")
        for number, member in enumerate(say.members if round_.gifts else ()):
            name = say.names.of("take", member, f"{member}-takes")
            waits = ["(at-hand ?item)", no(say.lost(number))]
            taken = ["(not (at-hand ?item))", f"(carried-by ?item {member})"]
            yield action(name, f"{member} takes it", waits, taken, "?item - thing")

    # -- what stays as it is ----------------------------------------------------------

    def board(self) -> Iterator[Formula]:
        """What is joined, what belongs together, and what is seen from where."""
        say, task = self.say, self.say.task
        for word, joined in (("joins", self._joined), ("touches", self._touching)):
            for way, pairs in joined.items():
                for first, second in pairs:
                    yield f"({word} {way.name} {say.places[first]} {say.places[second]})"
        for places, zone in say.zones.items():
            yield from (f"(part-of {say.places[n]} {zone})" for n in each_number(places))
        for sight in task.sights:
            for n in each_number(sight.where):
                for fact in each_number(sight.adds):
                    sort = task.facts[fact].sort
                    yield f"(shows-{sort} {say.places[n]} {say.things[fact]})"
        for number, place in enumerate(say.places if say.room else ()):
            room = say.room.get(number)
            yield f"({f'has-{room}-cells' if room else 'roomy'} {place})"
