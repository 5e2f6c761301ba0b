"""Write a problem in PDDL, for planners that other people wrote.

Each member of the party is a piece at a place; where they never have to part, one piece stands
for all. They walk one by one, and after each step and each thing that one of them does a round of
questions is gone through before the next: what is counted, which repeating events are ready again,
and of each event in its order whether it happens now. Where one happens, the round begins anew.
What cannot have changed is not asked again. The quest is won by an action of its own, at any
moment at which the goal is met.

One thing is left out of it: here a member may stand under a ceiling as it falls where the rules
have everybody step aside who can. To be buried helps nobody to win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.proof.pddl.party import WHO, WalkingActions
from questwright.compiler.proof.pddl.words import (
    FALSE,
    Formula,
    action,
    is_named,
    no,
    remark,
    section,
    some,
)
from questwright.compiler.proof.reach.symmetry import moves_as_one
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.relevance import harmful_deeds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.proof.task.task import Deed, Problem

_OWN = {
    "now": "(now ?moment - moment) ; what is to be done next, or asked",
    "member-at": "(member-at ?who - member ?place - place)",
    "member-in": "(member-in ?who - member ?zone - zone) ; at one of its places that are open",
    "carried-by": "(carried-by ?item - thing ?who - member)",
    "closed": "(closed ?place - place) ; who is there is neither there nor elsewhere, for now",
    "at-least": "(at-least ?count - count) ; so many were counted in this round",
    "is-free": "(is-free ?square - square) ; nobody has begun there",
    "lies-in": "(lies-in ?square - square ?place - place)",
    "is-lost": "(is-lost ?who - member) ; no longer in the quest",
    "joins": "(joins ?way - way ?from ?to - place)",
    "part-of": "(part-of ?place - place ?zone - zone)",
    "serves": "(serves ?place - place ?spot - spot) ; there it can be done",
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


def as_pddl(problem: Problem, quest: Quest, *, is_one: bool | None = None) -> Pddl:
    """The problem of a quest in PDDL: there is a plan where, and only where, the party can win.

    Rounds are not counted: that there is no hurry is taken for granted. Whether one piece stands
    for all of the party is for the problem to say, unless somebody asks for the one or the other.
    """
    if is_one is None:
        is_one = moves_as_one(problem, harmful_deeds(problem))
    return _Writing(problem, quest, _OWN, is_one=is_one or problem.party == 1).written()


class _Writing(WalkingActions):
    """One problem being written."""

    def written(self) -> Pddl:
        """Domain and problem."""
        name = self.names.of("domain", "", self.quest.id)
        parts = [
            *self.setting_up(),
            *self.walking(),
            *self.handing_over(),
            *(self._deed(deed) for deed in self.deeds if deed not in self.forced),
            *self.counting(),
            *self.rearming(),
            *(part for deed in self.forced for part in self._event(deed)),
            self._winning(),
        ]
        actions = "".join(parts)
        problem = self._problem(name)
        return Pddl(self._domain(name, actions, self._statements(actions, problem)), problem)

    # -- what is done, and what happens -----------------------------------------------

    def _deed(self, deed: Deed) -> str:
        """What a member of the party may do where it stands."""
        can = self.can(deed)
        if can == FALSE:
            return f"\n  {remark(f'Never: {deed.title}')}\n"
        parameters, needs = self._stands(deed) if deed.where else ("", [])
        hands = [
            f"(carried-by {self.things[n]} ?who)" for n in each_place(deed.carries & self.carried)
        ]
        doer = dict.fromkeys(each_place(self.carried), "?who")
        effects = [*self._done(deed, doer), *self.then(self.acts, deed.adds | deed.removes)]
        return action(
            self.deeds[deed], deed.title, [self.acts, *needs, *hands, can], effects, parameters
        )

    def _stands(self, deed: Deed) -> tuple[str, list[Formula]]:
        """Who does it, and that it stands in an open place for it."""
        numbers = each_place(deed.where)
        is_closable = any(self.problem.places[number].clear >= 0 for number in numbers)
        place, parameters, spot = self.places[numbers[0]], WHO, []
        if len(numbers) > 1:
            place, parameters = "?where", f"{WHO} ?where - place"
            spot = [f"(serves ?where {self.spot(deed.where, deed.title)})"]
        is_open = [f"(not (closed {place}))"] if is_closable else []
        return parameters, [f"(member-at ?who {place})", *spot, *is_open]

    def _event(self, deed: Deed) -> Iterator[str]:
        """An event that happens, and that does not: which of both is not for the party to say.

        It is for the party to say who gets what it gives.
        """
        now, name = self.asks(deed), self.deeds[deed]
        leaving = self.leaving(deed)
        gifts = each_place(self.carried & (-1 if leaving else deed.adds) & ~deed.removes)
        to = {item: f"?to-{number}" for number, item in enumerate(gifts, 1)}
        effects = [*self._done(deed, to), *self.then(now, deed.adds | deed.removes)]
        parameters = " ".join(f"{who} - member" for who in to.values())
        left = [f"(not (is-lost {who}))" for who in to.values() if self.fallen]
        left += [f"(not (= {who} {one}))" for who in to.values() for one in leaving]
        yield action(name, deed.title, [now, *left, self.can(deed)], effects, parameters)
        yield self.ask(now, f"no-{name}", f"Not now: {deed.title}", [], self.cannot(deed))

    def _done(self, deed: Deed, to: dict[int, str]) -> list[Formula]:
        """What a deed changes, and who gets what it brings."""
        adds = deed.adds & ~deed.removes
        return [
            *self.facts(adds),
            *map(no, self.facts(deed.removes)),
            *self.carriers(deed, to),
            *self.shut(adds, deed.removes),
            *self.lost(deed),
        ]

    def _winning(self) -> str:
        goal = self.met(self.problem.goal)
        if goal == FALSE:
            return f"\n  {remark('Nothing wins this quest.')}\n"
        fresh = [no(self.forgets)] if self.forgets else []
        # A party of nobody wins nothing.
        left = [some(f"(not (is-lost {member}))" for member in self.members)] if self.fallen else []
        return action(
            self.names.of("win", "", "win"),
            "The goal is met",
            [*fresh, *left, goal],
            ["(quest-won)"],
        )

    # -- the two texts ----------------------------------------------------------------

    def _statements(self, *texts: str) -> list[str]:
        """The statements that these texts have."""
        sorts = dict.fromkeys(info.sort for info in self.problem.facts)
        every_one = _OWN | {str(sort): f"({sort} ?thing - thing)" for sort in sorts}
        return [
            line for word, line in every_one.items() if any(is_named(word, text) for text in texts)
        ]

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
        lines = [f"Taken for granted: {assumption}" for assumption in self.problem.assumptions]
        lines += [f"Not judged: {one.text}" for one in self.problem.undecided]
        if self.problem.limit is not None:
            lines.append(
                f"Rounds are not counted here. The last is round {self.problem.limit.last}."
            )
        return "".join(f"{remark(line)}\n" for line in lines)

    def _problem(self, domain: str) -> str:
        name = self.names.of("problem", "", f"{self.quest.id}-begins")
        given = self.problem.given
        init = [
            *self.begins(),
            *(self.atoms[n] for n in each_place(given & ~self.open_facts)),
            *(no(self.atoms[n]) for n in each_place(self.open_facts & ~given)),
            *self.board(),
        ]
        return (
            f"{remark(self.quest.title)}\n"
            f"(define (problem {name})\n"
            f"  (:domain {domain})\n"
            f"{section(':init', init)}"
            "  (:goal (quest-won))\n"
            ")\n"
        )
