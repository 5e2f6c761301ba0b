"""Write a task in PDDL, for planners that other people wrote.

Each member of the party is a piece at a place. They walk one by one, and after each step and each
thing that one of them does, if anything may come of it, it is looked who has won, and then what
happens: all events whose condition has come to be met, in their order, and then who has won again.
The quest is won by an action of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from questwright.compiler.verdict.pddl.rounds import Round
from questwright.compiler.verdict.pddl.walking import Walking
from questwright.compiler.verdict.pddl.wording import Wording
from questwright.compiler.verdict.pddl.words import (
    FALSE,
    Formula,
    action,
    every,
    no,
    remark,
    section,
    some,
)
from questwright.compiler.verdict.task.bits import each_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.task.need import Places
    from questwright.compiler.verdict.task.task import Deed, Task

SPLIT: Final = ";;;; the problem: what follows belongs in a file of its own"
"""The line between domain and problem where both are in one text; no remark begins so."""
_HEAD: Final = """\
; A domain and a problem. Planners want a file for each:
;   csplit THIS '/^;;;;/'
; A plan is a way for the party to win. Without one, the quest cannot be won.
"""
_NO_DEAD_ENDS: Final = "Left out: dead ends. A plan says nothing of what else play may come to."
_NO_ROUNDS: Final = "Left out: how many rounds there are. Time passes as the party wishes."
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
    say = Wording(task, members, names_of)
    round_ = Round(say)
    walking = Walking(say, round_)
    spots: dict[Places, str] = {}
    deeds = [_deed(number, deed, spots, round_) for number, deed in enumerate(task.deeds)]
    won = round_.actions()
    actions = "".join([*walking.actions(), *deeds, *won])
    given = [
        *(say.atoms[n] for n in each_number(task.given) if n not in say.closable),
        *(no(say.atoms[n]) for n in say.closable if not task.given >> n & 1),
    ]
    init = [*dict.fromkeys((*walking.begins(), *given)), *walking.board()]
    for places, spot in spots.items():
        init += [f"(serves {say.places[n]} {spot})" for n in each_number(places)]
    name = say.names.of("domain", "", quest_id)
    problem_name = say.names.of("problem", "", f"{quest_id}-begins")
    problem = (
        f"{remark(title)}\n"
        f"(define (problem {problem_name})\n"
        f"  (:domain {name})\n"
        f"{section(':init', init)}"
        "  (:goal (quest-won))\n"
        ")\n"
    )
    remarks = tuple(_remarks(task, has_rooms=bool(say.room)))
    told = "".join(f"{remark(line)}\n" for line in (title, *remarks))
    return Pddl(told + _domain(name, actions, problem, say), problem, remarks)


def _remarks(task: Task, *, has_rooms: bool) -> Iterator[str]:
    """What the proof takes for granted, what it leaves open, and what is left out here."""
    yield from (f"Taken for granted: {assumption}" for assumption in task.assumptions)
    yield from (f"Not judged: {unjudged.text}" for unjudged in task.unjudged)
    yield _NO_DEAD_ENDS
    lasts = [victory.last for victory in task.own if victory.last]
    lasts += [task.limit.last] if task.limit is not None else []
    if lasts:
        yield f"{_NO_ROUNDS} The last is round {min(lasts)}."
    if has_rooms:
        yield _ROOM


def _domain(name: str, actions: str, problem: str, say: Wording) -> str:
    objects = [
        f"{thing} - {kind} {remark(about)}"
        for kind, found in say.objects.items()
        for thing, about in found.items()
    ]
    counts = "".join(f"\n  (:derived ({name}) {body})\n" for body, name in say.counts.items())
    asked = ":adl :derived-predicates" if counts else ":adl"
    return (
        f"(define (domain {name})\n"
        f"  (:requirements {asked})\n"
        f"{section(':types', [f'{kind} - object' for kind, found in say.objects.items() if found])}"
        f"{section(':constants', objects)}"
        f"{section(':predicates', say.statements(actions, counts, problem))}"
        f"{counts}{actions})\n"
    )


def _deed(number: int, deed: Deed, spots: dict[Places, str], round_: Round) -> str:
    """What a member of the party may do where it stands, or the party wherever it is."""
    say = round_.say
    fresh = some(map(no, say.facts(deed.once))) if deed.once else every(())
    can = every((fresh, say.able(deed.who) if deed.where else every(()), say.met(deed.needs)))
    if can == FALSE:
        return f"\n  {remark(f'Never: {deed.title}')}\n"
    needs: list[Formula] = [round_.acts, round_.calm]
    parameters = doer = ""
    if deed.where:
        place, parameters, doer = _stands(deed, spots, needs, say)
        if any(say.task.places[n].clear >= 0 for n in each_number(deed.where)):
            needs.append(f"(not (closed {place}))")
        items = each_number(deed.carries & say.task.carried)
        needs += [f"(carried-by {say.things[item]} ?who)" for item in items]
    changed = deed.adds | deed.removes
    for find in deed.finds:
        changed |= find.adds
    effects = [*round_.changes(deed.adds, deed.removes, doer, deed.finds), *round_.then(changed)]
    name = say.names.of("deed", str(number), f"{deed.sort}-{deed.id}")
    return action(name, deed.title, [*needs, can], effects, parameters)


def _stands(
    deed: Deed, spots: dict[Places, str], needs: list[Formula], say: Wording
) -> tuple[str, str, str]:
    """Where it is done, by whom, and the parameters for both."""
    first, *more = each_number(deed.where)
    if not more:
        place = say.places[first]
        needs.append(f"(member-at ?who {place})")
        return place, "?who - member", "?who"
    if deed.where not in spots:
        wanted = f"spot-{deed.title}"
        spots[deed.where] = say.object("spot", str(deed.where), wanted, deed.title)
    needs += ["(member-at ?who ?where)", f"(serves ?where {spots[deed.where]})"]
    return "?where", "?who - member ?where - place", "?who"
