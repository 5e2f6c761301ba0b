"""The round of questions in PDDL: what is counted, what is ready again, and what happens now."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.proof.pddl.needs import Wording
from questwright.compiler.proof.pddl.words import (
    FALSE,
    TRUE,
    Formula,
    action,
    every,
    no,
    some,
    when,
)
from questwright.compiler.proof.task.condition import Facts, facts_needed
from questwright.compiler.proof.task.task import Deed, DeedSort, Problem, asks_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.proof.pddl.needs import Tally


class Moment(NamedTuple):
    """A question of the round."""

    now: Formula
    """It is its turn."""
    reads: Facts
    """The facts that its answer depends on."""
    reads_places: bool
    """So it does on where somebody stands."""


class Round(Wording):
    """One problem with the questions that are asked after each deed."""

    def __init__(self, problem: Problem, quest: Quest, own: Iterable[str], *, is_one: bool) -> None:
        super().__init__(problem, quest, own, is_one=is_one)
        self.acts = self.moment("the-party-acts", "the party may do something")
        self.deeds = {
            deed: self.names.of("deed", str(number), f"{deed.sort}-{deed.id}")
            for number, deed in enumerate(problem.deeds)
            if deed.sort is not DeedSort.ENTER  # that is part of the step
        }
        self.forced = [deed for deed in self.deeds if deed.is_forced and self.can(deed) != FALSE]
        self._repeated = [deed for deed in self.forced if deed.is_repeated]
        self.forgets = ""
        """The moment at which counts are wrong; empty where nothing is counted."""
        self._moments = list(self._plan())
        turns = [moment.now for moment in self._moments]
        self._after = dict(zip(turns, [*turns[1:], self.acts], strict=False))

    # -- the order --------------------------------------------------------------------

    def moment(self, wanted: str, about: str) -> Formula:
        """That it is the turn of something."""
        return f"(now {self.object('moment', wanted, wanted, about)})"

    def _plan(self) -> Iterator[Moment]:
        """What is asked after each deed, in its order."""
        if self.tallies:
            self.forgets = self.moment("forgets-counts", "what was counted is forgotten")
            yield Moment(self.forgets, self.counted, self.places_are_counted)
        for tally in self.tallies:
            for number in range(len(tally.parts)):
                yield Moment(self._part(tally, number), self.counted, self.places_are_counted)
        if self._repeated:
            reads, reads_places = 0, False
            for deed in self._repeated:
                reads |= _reads(deed)
                reads_places |= asks_place(deed)
            yield Moment(self._looks_back(), reads, reads_places)
        for deed in self.forced:
            yield Moment(self.asks(deed), _reads(deed), asks_place(deed))

    def _part(self, tally: Tally, number: int) -> Formula:
        return self.moment(f"counts-{tally.name}-{number + 1}", f"{tally.name} goes on")

    def _looks_back(self) -> Formula:
        return self.moment("looks-back", "what is over may happen anew")

    def asks(self, deed: Deed) -> Formula:
        """The moment at which an event happens or does not."""
        return self.moment(f"asks-{self.deeds[deed]}", deed.title)

    def first(self) -> Formula:
        """The first moment of a whole round."""
        return self._moments[0].now if self._moments else self.acts

    def then(self, now: Formula, changed: Facts, *, is_moved: bool = False) -> list[Formula]:
        """Begin the round anew, with the first question that may have another answer now."""
        is_moved = is_moved or bool(changed & (self.open_facts | self.fallen))
        for moment in self._moments:
            if moment.reads & changed or (is_moved and moment.reads_places):
                return turned(now, moment.now)
        return turned(now, self.acts)

    # -- what is asked ----------------------------------------------------------------

    def ask(
        self,
        now: Formula,
        wanted: str,
        about: str,
        effects: Iterable[Formula],
        need: Formula = TRUE,
    ) -> str:
        """One question of the round, after which comes the next."""
        name = self.names.of("question", wanted, wanted)
        return action(name, about, [now, need], [*effects, *turned(now, self._after[now])])

    def counting(self) -> Iterator[str]:
        """Count what has to be counted, one thing after the other."""
        if self.forgets:
            effects = [no(step) for tally in self.tallies for step in tally.steps]
            yield self.ask(self.forgets, "forget-counts", "Count anew", effects)
        for tally in self.tallies:
            for number, part in enumerate(tally.parts):
                effects = [
                    effect
                    for before, step in zip((TRUE, *tally.steps), tally.steps, strict=False)
                    for effect in when(every((part, before)), [step])
                ]
                name = f"{tally.name}-{number + 1}"
                yield self.ask(self._part(tally, number), name, "Count one more", effects)

    def rearming(self) -> Iterator[str]:
        """Let repeating events be ready again whose condition no longer holds."""
        if not self._repeated:
            return
        effects = [
            effect
            for deed in self._repeated
            for effect in when(
                every((some(self.facts(deed.once)), self.unmet(deed.needs))),
                map(no, self.facts(deed.once)),
            )
        ]
        yield self.ask(self._looks_back(), "look-back", "Be ready again for what is over", effects)

    # -- deeds ------------------------------------------------------------------------

    def can(self, deed: Deed) -> Formula:
        """That a deed would change anything, and can be done where somebody can do it."""
        once = some(map(no, self.facts(deed.once))) if deed.once else TRUE
        return every((once, self._change(deed), self.met(deed.needs)))

    def cannot(self, deed: Deed) -> Formula:
        """That it would change nothing, or cannot be done."""
        once = every(self.facts(deed.once)) if deed.once else FALSE
        change = self._change(deed)
        same = (*self.facts(deed.adds), *map(no, self.facts(deed.removes)))
        nothing = FALSE if change == TRUE else every(same)
        return some((once, nothing, self.unmet(deed.needs)))

    def _change(self, deed: Deed) -> Formula:
        if deed.once and not deed.once & ~deed.adds:
            return TRUE  # where it was not done, it changes that
        return some((*map(no, self.facts(deed.adds)), *self.facts(deed.removes)))


def turned(now: Formula, after: Formula) -> list[Formula]:
    """Go on to another moment."""
    return [no(now), after] if now != after else []


def _reads(deed: Deed) -> Facts:
    """The facts that it depends on whether a deed can be done."""
    held, lacked = facts_needed(deed.needs)
    return held | lacked | deed.once | deed.adds | deed.removes
