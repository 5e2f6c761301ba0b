"""The party in PDDL: where its members begin, how they walk, and what they hand each other."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.verdict.decide.beginnings import beginnings
from questwright.compiler.verdict.pddl.rounds import turned
from questwright.compiler.verdict.pddl.words import FALSE, TRUE, Formula, action, every, no, some
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import with_facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.verdict.pddl.rounds import Round
    from questwright.compiler.verdict.pddl.wording import Wording
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.task.task import Link


class Way(NamedTuple):
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
        self._begun = list(islice(beginnings(task), 2))
        """Where they begin: nowhere, somewhere, or in more ways than one."""
        self._seen: Facts = 0
        for sight in task.sights:
            self._seen |= sight.adds
        self._seats = [
            say.object("seat", str(number), f"seat-{say.places[begin.place]}", "to begin on")
            for number, begin in enumerate(task.begins if len(self._begun) > 1 else ())
        ]
        self._joined: dict[Way, dict[tuple[int, int], None]] = {}
        """The steps along each way."""
        self._touching: dict[Way, dict[tuple[int, int], None]] = {}
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

    def _way(self, need: Formula, link: Link) -> Way:
        name = self.say.object("way", need, f"by-{link.title}", link.title)
        return Way(name, self.say.objects["way"][name], need)

    def actions(self) -> Iterator[str]:
        """All that members do to come where they want to be, and to have what they want."""
        yield from self._setting_up()
        yield from self._walking()
        yield from self._handing_over()
        if self.round.is_closing:
            for fact, number in self.say.closable.items():
                yield from self._clearing(fact, number)

    # -- where they begin -------------------------------------------------------------

    def _turns(self) -> list[tuple[str, Formula]]:
        """Who is set up, one after the other, and the moment of each."""
        task, say = self.say.task, self.say
        absent = [bool(fact & task.given) for fact in task.fallen] or [False] * task.party
        there = [
            member for member, is_absent in zip(say.members, absent, strict=True) if not is_absent
        ]
        return [(m, self.round.moment(f"sets-up-{m}", f"{m} is set up")) for m in there]

    def _setting_up(self) -> Iterator[str]:
        """Each member takes one of the cells on which it begins, and no two the same."""
        if not self._seats:
            return
        places = {begin.place: begin.cell < 0 for begin in self.say.task.begins}
        has_outside = len({*places.values()}) > 1
        on_board = every((no("(outside ?place)"),))
        somebody = "(exists (?each - member ?there - place) {})".format(
            "(and (member-at ?each ?there) (not (outside ?there)))"
        )
        turns = self._turns()
        after = [now for _, now in turns[1:]] + [self.round.first]
        for (member, now), then in zip(turns, after, strict=True):
            is_last = then == self.round.first
            needs = [now, "(is-free ?seat)", "(lies-in ?seat ?place)", f"(is-for ?seat {member})"]
            needs += [some((on_board, somebody))] if has_outside and is_last else []
            used = "(forall (?each - seat) (not (is-free ?each)))" if is_last else ""
            yield action(
                self.say.names.of("set-up", member, f"set-up-{member}"),
                f"{member} is set up",
                needs,
                [
                    used or "(not (is-free ?seat))",
                    f"(member-at {member} ?place)",
                    *self.round.entered(member, "?place"),
                    *turned(now, then),
                ],
                "?seat - seat ?place - place",
            )

    def begins(self) -> Iterator[Formula]:
        """How play begins."""
        say, task = self.say, self.say.task
        if not self._begun:
            return  # there is no room to begin
        begun = self._begun[0]
        for member, items in zip(say.members, begun.hold, strict=True):
            yield from (f"(carried-by {say.things[item]} {member})" for item in each_number(items))
        if not self._seats:
            yield self.round.first
            for member, where in zip(say.members, begun.where, strict=True):
                yield from (f"(member-at {member} {say.places[n]})" for n in each_number(where))
                inside = (zone for places, zone in say.zones.items() if places & where)
                yield from (f"(member-in {member} {zone})" for zone in inside)
            for sight in task.sights:
                if any(sight.where & where for where in begun.where):
                    yield from say.facts(sight.adds & ~task.given)
            return
        yield self._turns()[0][1]
        for seat, begin in zip(self._seats, task.begins, strict=True):
            yield f"(is-free {seat})"
            yield f"(lies-in {seat} {say.places[begin.place]})"
            who = (member for n, member in enumerate(say.members) if begin.who >> n & 1)
            yield from (f"(is-for {seat} {member})" for member in who)

    # -- how they walk ----------------------------------------------------------------

    def _walking(self) -> Iterator[str]:
        """Steps from place to place, an action for each thing that they ask for."""
        say, acts = self.say, self.round.acts
        rooms = sorted({*say.room.values()})
        free = [every((f"(has-{n}-cells ?to)", say.full("?to", n, is_so=False))) for n in rooms]
        full = [every((f"(has-{n}-cells ?to)", say.full("?to", n))) for n in rooms]
        passes = self.round.moment("somebody-passes", "who passes goes on") if rooms else ""
        is_open = "(not (closed ?from))" if say.closable else TRUE
        for way in self._joined:
            now = some((acts, every((passes, "(passing ?who)")))) if rooms else acts
            after = self.round.then(self._seen, is_moved=True)
            passed = [no(passes), no("(passing ?who)")] if rooms else []
            needs = [now, self.round.calm, "(member-at ?who ?from)"]
            needs += [f"(joins {way.name} ?from ?to)", is_open, way.need]
            went = ["(not (member-at ?who ?from))", "(member-at ?who ?to)"]
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
        ways: dict[Formula, int] = {}
        for link in say.task.links:
            for here, there in pairwise((link.first, link.second, link.first)):
                is_back = here != link.first
                if (
                    here == number != there
                    and not link.refused
                    and not (is_back and link.is_one_way)
                ):
                    needs = [say.able(link.who), say.met(with_facts(link.needs, 1 << fact, 0))]
                    if say.task.places[there].clear >= 0:
                        needs.append(no(f"(closed {say.places[there]})"))
                    if there in say.room:
                        needs.append(say.full(say.places[there], say.room[there], is_so=False))
                    ways.setdefault(every(needs), there)
        waits = ["(must-clear ?who)", f"(member-at ?who {place})"]
        for need, there in ways.items():
            to = say.places[there]
            if need != FALSE:
                yield action(
                    say.names.of("clear", f"{need} {number} {there}", f"clear-{place}-{to}"),
                    f"Step clear of {place}",
                    [*waits, need],
                    [
                        *(no(wait) for wait in waits),
                        f"(member-at ?who {to})",
                        *self.round.entered("?who", to),
                    ],
                    "?who - member",
                )
        yield action(
            say.names.of("bury", place, f"buried-{place}"),
            f"No way out of {place}",
            [*waits, *(no(need) for need in ways)],
            [no(waits[0])],
            "?who - member",
        )

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
        for number, place in enumerate(task.places):
            if say.room:
                room = say.room.get(number)
                yield f"({f'has-{room}-cells' if room else 'roomy'} {say.places[number]})"
            if not place.cells:
                yield f"(outside {say.places[number]})"
