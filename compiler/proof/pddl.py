"""Write a problem in PDDL, for planners that other people wrote.

The party is one piece at one place. After each thing that it does, a round of questions is
gone through before it may do the next: what is counted, which repeating events are ready
again, and of each event in its order whether it happens now. Where one happens, the round
begins anew. The quest is won by an action of its own, at any moment at which the goal is met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compiler.proof.outcomes import each_place
from compiler.proof.pddl_needs import Wording
from compiler.proof.pddl_words import (
    FALSE,
    TRUE,
    Formula,
    action,
    every,
    is_named,
    no,
    remark,
    section,
    some,
    when,
)
from compiler.proof.problem import Deed, DeedSort, FactSort, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compiler.model.quest import Quest
    from compiler.proof.pddl_needs import Tally
    from compiler.proof.problem import Link

_OWN = {
    "now": "(now ?moment - moment) ; what is to be done next, or asked",
    "party-at": "(party-at ?place - place)",
    "party-in": "(party-in ?zone - zone) ; at one of its places",
    "left-in": "(left-in ?zone - zone) ; somebody stayed there while the others walked on",
    "is-apart": "(is-apart) ; the party stands where it was set up, at several places",
    "at-least": "(at-least ?count - count) ; so many were counted in this round",
    "joins": "(joins ?way - way ?from ?to - place)",
    "part-of": "(part-of ?place - place ?zone - zone)",
    "shows": "(shows ?place - place ?thing - thing) ; who steps there sees it",
    "quest-won": "(quest-won)",
}
"""Statements that are not facts of the quest."""

SPLIT = ";;;; the problem: what follows belongs in a file of its own"
"""The line between domain and problem where both are in one text; no remark begins so."""
_HEAD = """\
; A domain and a problem. Planners want a file for each:
;   csplit THIS '/^;;;;/'
; A plan is a way for the party to win. Without one, the quest cannot be won.
"""


class Pddl(NamedTuple):
    """A problem as planners read it."""

    domain: str
    problem: str

    @property
    def text(self) -> str:
        """Both in one, with a line between them to part them at."""
        return f"{_HEAD}\n{self.domain}\n{SPLIT}\n\n{self.problem}"


def as_pddl(problem: Problem, quest: Quest) -> Pddl:
    """The problem of a quest in PDDL: there is a plan where, and only where, the party can win.

    Rounds are not counted: that there is no hurry is taken for granted.
    """
    return _Writing(problem, quest).written()


class _Writing(Wording):
    """One problem being written."""

    def __init__(self, problem: Problem, quest: Quest) -> None:
        super().__init__(problem, quest, _OWN)
        self.is_apart = problem.start.bit_count() > 1
        self.acts = self._moment("the-party-acts", "the party may do something")
        self.deeds = {
            deed: self.names.of("deed", str(number), f"{deed.sort}-{deed.id}")
            for number, deed in enumerate(problem.deeds)
            if deed.sort is not DeedSort.ENTER  # that is part of the step
        }
        self.forced = [one for one in self.deeds if one.is_forced and self._can(one) != FALSE]
        self.repeated = [deed for deed in self.forced if deed.is_repeated]
        self.after: dict[Formula, Formula] = {}
        self.forgets = ""
        self.first = self._plan_round()

    def written(self) -> Pddl:
        """Domain and problem."""
        name = self.names.of("domain", "", self.quest.id)
        # Walking is written last: only now is it known which zones there are to walk into.
        others = [
            *(self._deed(deed) for deed in self.deeds if deed not in self.forced),
            *self._counting(),
            *self._rearming(),
            *(part for deed in self.forced for part in self._event(deed)),
            self._winning(),
        ]
        ways = self._ways()
        walks = (*self._gathering(), *self._walking(ways), *self._staying())
        actions = "".join((*walks, *others))
        problem = self._problem(name, ways)
        return Pddl(self._domain(name, actions, self._statements(actions, problem)), problem)

    # -- the round --------------------------------------------------------------------

    def _moment(self, wanted: str, about: str) -> Formula:
        return f"(now {self.object('moment', wanted, wanted, about)})"

    def _plan_round(self) -> Formula:
        """Put what is asked after each deed in its order; what is asked first."""
        moments = []
        if self.tallies:
            self.forgets = self._moment("forgets-counts", "what was counted is forgotten")
            moments.append(self.forgets)
        for tally in self.tallies:
            moments += [self._part(tally, number) for number in range(len(tally.parts))]
        if self.repeated:
            moments.append(self._looks_back())
        moments += [self._asks(deed) for deed in self.forced]
        self.after = dict(zip(moments, [*moments[1:], self.acts], strict=False))
        return moments[0] if moments else self.acts

    def _part(self, tally: Tally, number: int) -> Formula:
        return self._moment(f"counts-{tally.name}-{number + 1}", f"{tally.name} goes on")

    def _looks_back(self) -> Formula:
        return self._moment("looks-back", "what is over may happen anew")

    def _asks(self, deed: Deed) -> Formula:
        return self._moment(f"asks-{self.deeds[deed]}", deed.title)

    def _counting(self) -> Iterator[str]:
        """Count what has to be counted, one thing after the other."""
        if self.forgets:
            effects = [no(step) for tally in self.tallies for step in tally.steps]
            yield self._ask(self.forgets, "forget-counts", "Count anew", effects)
        for tally in self.tallies:
            for number, part in enumerate(tally.parts):
                effects = [
                    effect
                    for before, step in zip((TRUE, *tally.steps), tally.steps, strict=False)
                    for effect in when(every((part, before)), [step])
                ]
                name = f"{tally.name}-{number + 1}"
                yield self._ask(self._part(tally, number), name, "Count one more", effects)

    def _rearming(self) -> Iterator[str]:
        """Let repeating events be ready again whose condition no longer holds."""
        if not self.repeated:
            return
        effects = [
            effect
            for deed in self.repeated
            for effect in when(
                every((some(self.facts(deed.once)), no(self.met(deed.needs)))),
                [*map(no, self.facts(deed.once)), *self._gathered()],
            )
        ]
        about = "Be ready again for what is over"
        yield self._ask(self._looks_back(), "look-back", about, effects)

    def _event(self, deed: Deed) -> Iterator[str]:
        """An event that happens, and that does not: which of both is not for the party to say."""
        now, name, can = self._asks(deed), self.deeds[deed], self._can(deed)
        effects = [*self._done(deed), *_then(now, self.first)]
        yield action(name, deed.title, [now, can], effects)
        yield self._ask(now, f"no-{name}", f"Not now: {deed.title}", [], no(can))

    def _ask(
        self,
        now: Formula,
        wanted: str,
        about: str,
        effects: Iterable[Formula],
        need: Formula = TRUE,
    ) -> str:
        """One question of the round, after which comes the next."""
        name = self.names.of("question", wanted, wanted)
        return action(name, about, [now, need], [*effects, *_then(now, self.after[now])])

    # -- what the party does ----------------------------------------------------------

    def _deed(self, deed: Deed) -> str:
        """What the party may do where it stands."""
        can = self._can(deed)
        if can == FALSE:
            return f"\n  {remark(f'Never: {deed.title}')}\n"
        effects = [*self._done(deed), *_then(self.acts, self.first)]
        return action(self.deeds[deed], deed.title, [*self._may_act(), can], effects)

    def _can(self, deed: Deed) -> Formula:
        """That a deed can be done, and would change anything."""
        where = self.stands(deed.where, deed.title) if deed.where else TRUE
        once = no(every(self.facts(deed.once))) if deed.once else TRUE
        change = some((*map(no, self.facts(deed.adds)), *self.facts(deed.removes)))
        if deed.once and not deed.once & ~deed.adds:
            change = TRUE  # where it was not done, it changes that
        return every((where, once, change, self.met(deed.needs)))

    def _done(self, deed: Deed) -> list[Formula]:
        """What a deed changes."""
        lost = self.facts(deed.removes)
        return [*self.facts(deed.adds & ~deed.removes), *map(no, lost), *self._gathered()]

    def _may_act(self) -> list[Formula]:
        return [self.acts, *(["(not (is-apart))"] if self.is_apart else [])]

    def _gathered(self) -> list[Formula]:
        """Where something is done or happens, nobody has stayed behind."""
        return [no(left) for left in dict.fromkeys(self.left.values())]

    def _ways(self) -> dict[Formula, list[Link]]:
        """Links, by what they ask for."""
        found: dict[Formula, list[Link]] = {}
        for link in self.problem.links:
            found.setdefault(self.met(link.needs), []).append(link)
        return found

    def _walking(self, ways: dict[Formula, list[Link]]) -> Iterator[str]:
        """Steps from place to place, an action for each thing that they ask for."""
        for need, links in ways.items():
            about = ", ".join(dict.fromkeys(link.title for link in links))
            way = self._way(need, links)
            joined = f"(joins {way} ?from ?to)"
            name = self.names.of("walk", need, f"walk-{way}")
            yield action(
                name,
                f"Walk: {about}",
                [*self._may_act(), "(party-at ?from)", joined, need],
                ["(not (party-at ?from))", "(party-at ?to)", *self._stepped()],
                "?from ?to - place",
            )

    def _way(self, need: Formula, links: list[Link]) -> str:
        return self.object("way", need, f"by-{links[0].title}", links[0].title)

    def _stepped(self) -> list[Formula]:
        """What comes of a step: what is seen there, and the zones that the party is in."""
        effects = []
        if self._views():
            seen = f"(when (shows ?to ?seen) ({FactSort.REVEALED} ?seen))"
            effects.append(f"(forall (?seen - thing) {seen})")
        if self.zones:
            effects += [
                "(forall (?zone - zone) (when (part-of ?to ?zone) (party-in ?zone)))",
                "(forall (?zone - zone) (when (not (part-of ?to ?zone)) (not (party-in ?zone))))",
            ]
        return [*effects, *_then(self.acts, self.first)]

    def _gathering(self) -> Iterator[str]:
        """The party comes together on one of the places that it was set up at."""
        if self.is_apart:
            others = "(when (not (= ?other ?to)) (not (party-at ?other)))"
            yield action(
                self.names.of("gather", "", "gather"),
                "All go to one place of those where they begin",
                [self.acts, "(is-apart)", "(party-at ?to)"],
                ["(not (is-apart))", f"(forall (?other - place) {others})", *self._stepped()],
                "?to - place",
            )

    def _staying(self) -> Iterator[str]:
        """Somebody stays at a place that is asked for while something is done elsewhere."""
        for left, at in {left: at for at, left in self.left.items()}.items():
            name = self.names.of("stay", left, f"stay-{at.words}")
            yield action(
                name,
                f"Somebody stays: {at.words}",
                [*self._may_act(), self.stands(*at[:2])],
                [left],
            )

    def _winning(self) -> str:
        goal = self.met(self.problem.goal)
        if goal == FALSE:
            return f"\n  {remark('Nothing wins this quest.')}\n"
        fresh = no(self.forgets) if self.forgets else TRUE
        return action(
            self.names.of("win", "", "win"), "The goal is met", [fresh, goal], ["(quest-won)"]
        )

    # -- the two texts ----------------------------------------------------------------

    def _statements(self, *texts: str) -> list[str]:
        """The statements that these texts have."""
        own = [line for word, line in _OWN.items() if any(is_named(word, text) for text in texts)]
        sorts = dict.fromkeys(info.sort for info in self.problem.facts)
        return [*own, *(f"({sort} ?thing - thing)" for sort in sorts)]

    def _domain(self, name: str, actions: str, statements: list[str]) -> str:
        kinds = [kind for kind, found in self.objects.items() if found]
        objects = [
            f"{one} - {kind} {remark(about)}"
            for kind, found in self.objects.items()
            for one, about in found.items()
        ]
        return (
            f"{remark(self.quest.title)}\n{self._remarks()}"
            f"(define (domain {name})\n"
            "  (:requirements :adl)\n"
            f"{section(':types', [f'{kind} - object' for kind in kinds])}"
            f"{section(':constants', objects)}"
            f"{section(':predicates', statements)}"
            f"{actions})\n"
        )

    def _remarks(self) -> str:
        """What the proof takes for granted, and what it leaves open."""
        lines = [f"Taken for granted: {one}" for one in self.problem.assumptions]
        lines += [f"Not judged: {one}" for one in self.problem.undecided]
        if self.problem.limit is not None:
            lines.append(
                f"Rounds are not counted here. The last is round {self.problem.limit.last}."
            )
        return "".join(f"{remark(line)}\n" for line in lines)

    def _problem(self, domain: str, ways: dict[Formula, list[Link]]) -> str:
        name = self.names.of("problem", "", f"{self.quest.id}-begins")
        init = [self.first, *self._begins(), *self.facts(self.problem.given), *self._joints(ways)]
        init += [f"(part-of {place} {zone})" for place, zone in self._zoned()]
        init += [f"(shows {place} {thing})" for place, thing in self._views()]
        return (
            f"{remark(self.quest.title)}\n"
            f"(define (problem {name})\n"
            f"  (:domain {domain})\n"
            f"{section(':init', init)}"
            "  (:goal (quest-won))\n"
            ")\n"
        )

    def _begins(self) -> Iterator[str]:
        """Where the party begins."""
        start = self.problem.start
        if self.is_apart:
            yield "(is-apart)"
        for number in each_place(start):
            yield f"(party-at {self.places[number]})"
        for places, zone in self.zones.items():
            if places & start:
                yield f"(party-in {zone})"

    def _joints(self, ways: dict[Formula, list[Link]]) -> Iterator[str]:
        """What is joined by each way, in both directions."""
        for need, links in ways.items():
            pairs = [pair for one in links for pair in (one[:2], one[1::-1]) if one[0] != one[1]]
            for first, second in dict.fromkeys(pairs):
                way = self._way(need, links)
                yield f"(joins {way} {self.places[first]} {self.places[second]})"

    def _zoned(self) -> Iterator[tuple[str, str]]:
        for places, zone in self.zones.items():
            for number in each_place(places):
                yield self.places[number], zone

    def _views(self) -> list[tuple[str, str]]:
        """Places, and what is seen there first."""
        return [
            (self.places[number], self.things[fact])
            for deed in self.problem.deeds
            if deed.sort is DeedSort.ENTER
            for number in each_place(deed.where)
            for fact in each_place(deed.adds)
        ]


def _then(now: Formula, after: Formula) -> list[Formula]:
    """Go on to another moment."""
    return [no(now), after] if now != after else []
