"""The party in PDDL: where its members begin, how they walk, and what they hand each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.proof.pddl.rounds import Round, turned
from questwright.compiler.proof.pddl.words import FALSE, Formula, action, no, some
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.task import Deed, DeedSort, FactSort, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.proof.task.condition import Facts, Places
    from questwright.compiler.proof.task.task import Link

WHO = "?who - member"


class WalkingActions(Round):
    """One problem with the members of its party on the board."""

    def __init__(self, problem: Problem, quest: Quest, own: Iterable[str], *, is_one: bool) -> None:
        super().__init__(problem, quest, own, is_one=is_one)
        self.carried: Facts = 0
        """Items of which it matters who carries them."""
        for deed in problem.deeds if len(self.members) > 1 else ():
            self.carried |= deed.carries
        self._views = [
            (self.places[number], fact)
            for deed in problem.deeds
            if deed.sort is DeedSort.ENTER
            for number in each_place(deed.where)
            for fact in each_place(deed.adds)
        ]
        """Places, and what is seen there first."""
        self._seen: Facts = sum(1 << fact for fact in {fact for _, fact in self._views})
        self.is_set_up = len(set(problem.starts)) > 1
        """Who begins where is a choice."""
        self._ways: dict[Formula, list[Link]] = {}
        """Links, by what they ask for."""
        for link in problem.links:
            need = self.met(link.needs)
            if need != FALSE:
                self._ways.setdefault(need, []).append(link)

    # -- where they begin -------------------------------------------------------------

    def setting_up(self) -> Iterator[str]:
        """Each member takes one of the squares on which they begin, and no two the same."""
        if not self.is_set_up:
            return
        turns = [self._is_set_up(number) for number in range(len(self.members))]
        for number, (one, now) in enumerate(zip(self.members, turns, strict=True)):
            is_last = now == turns[-1]
            used = ["(forall (?each - square) (not (is-free ?each)))"] if is_last else []
            yield action(
                self.names.of("set-up", one, f"set-up-{one}"),
                f"{self.objects['member'][one]} begins on a square",
                [now, "(is-free ?square)", "(lies-in ?square ?place)"],
                [
                    *(used or ["(not (is-free ?square))"] * self._is_room_for_all()),
                    f"(member-at {one} ?place)",
                    *self._entered(one, "?place", is_new=True),
                    *turned(now, self.first() if is_last else turns[number + 1]),
                ],
                "?square - square ?place - place",
            )

    def _is_set_up(self, number: int) -> Formula:
        one = self.members[number]
        return self.moment(f"sets-up-{one}", f"{self.objects['member'][one]} is set up")

    def _is_room_for_all(self) -> bool:
        return len(self.problem.starts) >= len(self.members)

    def begins(self) -> Iterator[Formula]:
        """Where the party begins."""
        starts = self.problem.starts
        if not self.is_set_up:
            yield self.first()
            for member in self.members if starts else ():
                yield from (f"(member-at {member} {self.places[n]})" for n in each_place(starts[0]))
                for places, zone in self.zones.items():
                    if places & starts[0] & ~self._closed_at_first():
                        yield f"(member-in {member} {zone})"
            return
        yield self._is_set_up(0)
        for square, place in self._squares():
            yield f"(is-free {square})"
            yield f"(lies-in {square} {place})"

    def _squares(self) -> list[tuple[str, str]]:
        """The squares on which they begin, and the place of each."""
        return [
            (self.object("square", str(cell), name, f"{name}: start"), self.places[number])
            for cell in each_cell(self.quest.starts)
            for number, place in enumerate(self.problem.places)
            if place.cells >> cell & 1
            for name in (self.quest.board.name(cell),)
        ]

    def _closed_at_first(self) -> Places:
        return sum(
            1 << number
            for fact, number in self.closing.items()
            if not self.problem.given >> fact & 1
        )

    # -- how they walk ----------------------------------------------------------------

    def walking(self) -> Iterator[str]:
        """Steps from place to place, an action for each thing that they ask for."""
        for need, links in self._ways.items():
            about = ", ".join(dict.fromkeys(link.title for link in links))
            way = self._way(need)
            yield action(
                self.names.of("walk", need, f"walk-{way}"),
                f"Walk: {about}",
                [self.acts, "(member-at ?who ?from)", f"(joins {way} ?from ?to)", need],
                [
                    "(not (member-at ?who ?from))",
                    "(member-at ?who ?to)",
                    *self._entered("?who", "?to"),
                    *self.then(self.acts, self._seen, is_moved=True),
                ],
                f"{WHO} ?from ?to - place",
            )

    def _way(self, need: Formula) -> str:
        title = self._ways[need][0].title
        return self.object("way", need, f"by-{title}", title)

    def _entered(self, who: str, to: str, *, is_new: bool = False) -> list[Formula]:
        """What comes of a step: what is seen there, and the zones that somebody is in."""
        effects = []
        if self._views and not is_new:
            seen = f"(when (shows {to} ?seen) ({FactSort.REVEALED} ?seen))"
            effects.append(f"(forall (?seen - thing) {seen})")
        if self.zones:
            inside, zone = f"(part-of {to} ?zone)", f"(member-in {who} ?zone)"
            if is_new and self._closed_at_first():
                inside = f"(and {inside} (not (closed {to})))"
            effects.append(f"(forall (?zone - zone) (when {inside} {zone}))")
            if not is_new:
                effects.append(f"(forall (?zone - zone) (when {no(inside)} {no(zone)}))")
        return effects

    def shut(self, adds: Facts, removes: Facts) -> Iterator[Formula]:
        """Who stands in a place as it is closed is in no zone, until it is cleared."""
        for fact, number in self.closing.items():
            if not (adds | removes) >> fact & 1:
                continue
            for places, zone in self.zones.items():
                if places >> number & 1:
                    within = f"(member-in ?each {zone})"
                    within = no(within) if removes >> fact & 1 else within
                    there = f"(member-at ?each {self.places[number]})"
                    yield f"(forall (?each - member) (when {there} {within}))"

    # -- what they carry --------------------------------------------------------------

    def handing_over(self) -> Iterator[str]:
        """Hand something on to who stands beside one, or on the same squares."""
        if not self.carried:
            return
        given = ["(not (carried-by ?item ?from))", "(carried-by ?item ?to)"]
        has = [self.acts, "(carried-by ?item ?from)", "(member-at ?from ?here)"]
        people = "?item - thing ?from ?to - member ?here"
        open_here = ["(not (closed ?here))"] if self.closing else []
        yield action(
            self.names.of("hand", "", "hand-over"),
            "Hand something over",
            [*has, "(member-at ?to ?here)", "(not (= ?from ?to))", *open_here],
            given,
            f"{people} - place",
        )
        for need, links in self._ways.items():
            way = self._way(need)
            joined = [f"(joins {way} ?here ?there)"]
            if any(link.is_one_way for link in links):
                joined.append(f"(joins {way} ?there ?here)")
            # One of both could take the step that is between them.
            passed = some(dict.fromkeys(need.replace("?who", one) for one in ("?from", "?to")))
            yield action(
                self.names.of("hand", need, f"hand-over-{way}"),
                f"Hand something over: {self.objects['way'][way]}",
                [*has, "(member-at ?to ?there)", some(joined), passed],
                given,
                f"{people} ?there - place",
            )

    def carriers(self, deed: Deed, who: dict[int, str]) -> Iterator[Formula]:
        """Who carries what, once a deed is done; of each item that is got, who gets it."""
        for item in each_place(self.carried & deed.adds & ~deed.removes):
            got = f"(carried-by {self.things[item]} {who[item]})"
            yield f"(when {no(self.atoms[item])} {got})"
        for item in each_place(self.carried & deed.removes):
            yield f"(forall (?each - member) (not (carried-by {self.things[item]} ?each)))"
        for one in self.leaving(deed):
            for item in each_place(self.carried & ~deed.removes):
                had, has = (f"(carried-by {self.things[item]} {m})" for m in (one, who[item]))
                yield f"(when {had} (and {no(had)} {has}))"

    def leaving(self, deed: Deed) -> list[str]:
        """The members whom a deed takes out of the quest."""
        if self.is_one:
            everybody = deed.adds & self.fallen and self.fallen.bit_count() == self.problem.party
            return self.members if everybody else []
        return [
            one
            for one, fact in zip(self.members, self.problem.fallen, strict=False)
            if deed.adds & fact
        ]

    def lost(self, deed: Deed) -> Iterator[Formula]:
        """Who is taken out of the quest stands nowhere."""
        for one in self.leaving(deed):
            yield f"(is-lost {one})"
            yield f"(forall (?each - place) (not (member-at {one} ?each)))"
            if self.zones:
                yield f"(forall (?zone - zone) (not (member-in {one} ?zone)))"

    # -- what stays as it is ----------------------------------------------------------

    def board(self) -> Iterator[Formula]:
        """What is joined, what belongs together, and what is seen from where."""
        for need, links in self._ways.items():
            pairs = [
                pair
                for link in links
                for pair in (link[:2], *([] if link.is_one_way else [link[1::-1]]))
                if link.first != link.second
            ]
            for first, second in dict.fromkeys(pairs):
                yield f"(joins {self._way(need)} {self.places[first]} {self.places[second]})"
        for word, named in (("part-of", self.zones), ("serves", self.spots)):
            for places, name in named.items():
                yield from (f"({word} {self.places[n]} {name})" for n in each_place(places))
        for place, fact in self._views:
            yield f"(shows {place} {self.things[fact]})"
