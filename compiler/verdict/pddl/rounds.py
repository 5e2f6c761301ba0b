"""The round in PDDL: what an action changes, and what happens by itself before the next."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from questwright.compiler.verdict.pddl.words import FALSE, Formula, action, every, no, some, when
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import At, Carried, facts_named, leaves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.verdict.pddl.wording import Wording
    from questwright.compiler.verdict.task.need import Facts, Leaf
    from questwright.compiler.verdict.task.task import Find, Happening


class Round:
    """The moments of a task, and what its actions change."""

    def __init__(self, say: Wording) -> None:
        task = say.task
        self.say = say
        self._closable: Facts = sum(1 << fact for fact in say.closable)
        self._leaving: Facts = sum({*task.fallen})
        """The facts that members are lost."""
        removed = given = 0
        for event in task.events:
            removed |= event.removes
            given |= event.adds
        for deed in task.deeds:
            removed |= deed.removes
            given |= 0 if deed.where else deed.adds
        self.is_closing = bool(removed & self._closable)
        """Something closes places in which somebody may stand."""
        self.gifts: Facts = task.carried & (-1 if self._leaving else given)
        """The items of which the players choose who gets them."""
        waits = [f"(must-clear {member})" for member in say.members if self.is_closing]
        waits += [f"(at-hand {say.things[item]})" for item in each_number(self.gifts)]
        self.calm: Formula = every(map(no, waits))
        """Nobody has to step clear, and there is nothing that somebody has to take."""
        self._left = some(no(say.lost(number)) for number in range(task.party))
        """A party of nobody wins nothing."""
        self.acts = self.moment("the-party-acts", "the party may do something")
        is_eventful = task.events or self._leaving or len(task.own) < len(task.victories)
        self._judges = self.acts
        if is_eventful:
            self._judges = self.moment("judges", "who has won, and what happens?")
        self._repeated = [event for event in task.events if event.live]
        self.first = self._judges
        """The moment after each deed of which something may come."""
        if self._repeated:
            self.first = self.moment("looks-back", "what is over may happen anew")
        self._asks = [
            self.moment(f"asks-{event.id}", f"{number}: {event.title}")
            for number, event in enumerate(task.events, 1)
        ]
        self._reads: Facts = sum({event.live or event.happened for event in task.events})
        asked: list[Leaf] = []
        for need in (*(e.needs for e in task.events), *(v.needs for v in task.victories)):
            held, lacked = facts_named(need)
            self._reads |= held | lacked
            asked += leaves(need)
        self._asks_places = any(isinstance(leaf, At) for leaf in asked)
        self._asks_carriers = any(isinstance(leaf, Carried) for leaf in asked)

    def moment(self, wanted: str, about: str) -> Formula:
        """That it is the turn of something."""
        return f"(now {self.say.object('moment', about, wanted, about)})"

    # -- what actions change ----------------------------------------------------------

    def then(
        self, changed: Facts, *, is_moved: bool = False, is_handed: bool = False
    ) -> list[Formula]:
        """Look at victories and events next, if there may be another answer now."""
        is_moved = is_moved or bool(changed & (self._closable | self._leaving))
        is_handed = is_handed or bool(changed & (self.say.task.carried | self._leaving))
        is_asked = (is_moved and self._asks_places) or (is_handed and self._asks_carriers)
        is_asked = is_asked or bool(changed & self._reads)
        return turned(self.acts, self.first) if is_asked else []

    def entered(self, who: str, to: str) -> Iterator[Formula]:
        """What comes of a step: what is seen there, and the zones that somebody is in."""
        seen = [fact for sight in self.say.task.sights for fact in each_number(sight.adds)]
        for sort in dict.fromkeys(self.say.task.facts[fact].sort for fact in seen):
            yield f"(forall (?seen - thing) (when (shows-{sort} {to} ?seen) ({sort} ?seen)))"
        if self.say.zones:
            inside, within = f"(part-of {to} ?zone)", f"(member-in {who} ?zone)"
            yield f"(forall (?zone - zone) (when {inside} {within}))"
            yield f"(forall (?zone - zone) (when {no(inside)} {no(within)}))"

    def changes(
        self, adds: Facts, removes: Facts, doer: str = "", finds: Iterable[Find] = ()
    ) -> Iterator[Formula]:
        """What comes of a deed or an event; ``doer`` gets the items, or whoever is left."""
        say = self.say
        adds &= ~removes
        yield from say.facts(adds)
        yield from map(no, say.facts(removes))
        yield from self._gained(adds, doer)
        for find in finds:
            got = find.adds & ~removes & ~adds
            effects = [*say.facts(got), *self._gained(got, doer)]
            yield from when(every(map(no, say.facts(find.unless))), effects)
        for item in each_number(say.task.carried & removes):
            yield f"(forall (?each - member) (not (carried-by {say.things[item]} ?each)))"
        lost = [n for n, fact in enumerate(say.task.fallen) if fact & adds]
        for member in (say.members[n] for n in lost):
            yield f"(forall (?each - place) (not (member-at {member} ?each)))"
            if say.room:
                yield f"(forall (?each - place) (is-elsewhere {member} ?each))"
            if say.zones:
                yield f"(forall (?zone - zone) (not (member-in {member} ?zone)))"
            for item in each_number(say.task.carried & ~removes):
                had = f"(carried-by {say.things[item]} {member})"
                yield f"(when {had} (and {no(had)} (at-hand {say.things[item]})))"
        left = [member for n, member in enumerate(say.members) if n not in lost]
        yield from self._shut(adds, removes, left)

    def _gained(self, adds: Facts, doer: str) -> Iterator[Formula]:
        for item in each_number(adds & self.say.task.carried):
            thing = self.say.things[item]
            got = f"(carried-by {thing} {doer})" if doer else f"(at-hand {thing})"
            yield f"(when {no(self.say.atoms[item])} {got})"

    def _shut(self, adds: Facts, removes: Facts, left: list[str]) -> Iterator[Formula]:
        """Who stands in a place as it closes has to step clear; till then, nobody is in it."""
        for fact, number in self.say.closable.items():
            if not (adds | removes) >> fact & 1:
                continue
            place = self.say.places[number]
            for member in left:
                there = f"(member-at {member} {place})"
                closed = removes >> fact & 1
                zones = [z for places, z in self.say.zones.items() if places >> number & 1]
                within = [f"(member-in {member} {zone})" for zone in zones]
                yield from when(there, map(no, within) if closed else within)
                if closed:
                    yield f"(when (and {there} (not (closed {place}))) (must-clear {member}))"

    # -- what happens by itself -------------------------------------------------------

    def actions(self) -> Iterator[str]:
        """Look who has won; then all events whose condition has come to be met, in order."""
        say, task = self.say, self.say.task
        for number, victory in enumerate(task.own, 1):
            met = say.met(victory.needs)
            name = say.names.of("win", str(number), f"win-{number}" if number > 1 else "win")
            if met != FALSE:
                effects = ["(quest-won)"]
                yield action(
                    name, victory.title, [self._judges, self.calm, self._left, met], effects
                )
        if self._repeated:
            effects = [
                effect
                for event in self._repeated
                for effect in when(
                    every((*say.facts(event.live), say.unmet(event.needs))),
                    map(no, say.facts(event.live)),
                )
            ]
            effects += turned(self.first, self._judges)
            about = "What is over may happen anew"
            yield action(self._named("look-back"), about, [self.first, self.calm], effects)
        if self._judges != self.acts:
            yield from self._sweep()

    def _sweep(self) -> Iterator[str]:
        say, task = self.say, self.say.task
        unmet = [say.unmet(victory.needs) for victory in task.victories if not victory.is_own]
        due = [self._due(event) for event in task.events]
        listed = [f"(listed {asks.removeprefix('(now ')}" for asks in self._asks]
        effects = [
            effect
            for condition, name in zip(due, listed, strict=True)
            for effect in when(condition, [name, "(sweeping)"])
        ]
        begun = self._asks[0] if self._asks else self.acts
        needs = [self._judges, self.calm, self._left, *unmet]
        effects += turned(self._judges, begun)
        yield action(self._named("go-on"), "Nobody has won: what happens?", needs, effects)
        if self._asks:
            needs = [begun, "(not (sweeping))"]
            yield action(self._named("rest"), "Nothing happens", needs, turned(begun, self.acts))
        turns = pairwise([*self._asks, self.first])
        for event, name, condition, (now, after) in zip(
            task.events, listed, due, turns, strict=True
        ):
            asked = [now, "(sweeping)", self.calm]
            passed = [no(name), *turned(now, after)]
            passed += ["(not (sweeping))"] if after == self.first else []
            if condition != FALSE:
                effects = [*self.changes(event.adds, event.removes), *passed]
                happens = self._named(f"happens-{event.id}", f"yes {now}")
                yield action(happens, event.title, [*asked, name, condition], effects)
            over = some(say.facts(event.live or event.happened))
            gone = some((no(name), over, say.unmet(event.needs)))
            not_now = self._named(f"no-{event.id}", f"no {now}")
            yield action(not_now, f"Not now: {event.title}", [*asked, gone], passed)

    def _due(self, event: Happening) -> Formula:
        """The condition of an event has come to be met."""
        over = map(no, self.say.facts(event.live or event.happened))
        return every((*over, self.say.met(event.needs)))

    def _named(self, wanted: str, key: str = "") -> str:
        return self.say.names.of("action", key or wanted, wanted)


def turned(now: Formula, after: Formula) -> list[Formula]:
    """Go on to another moment."""
    return [no(now), after] if now != after else []
