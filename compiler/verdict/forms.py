"""What members may do that the proof does not follow: a quest that it may help is undecided.

They become another kind, as a rider who dismounts, or jump over ground, or land together.
"""

from __future__ import annotations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.language import say
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.model.words import is_called
from questwright.compiler.verdict.task.bits import union
from questwright.compiler.verdict.task.need import Either, Lacks, asked_places, every
from questwright.compiler.verdict.task.task import DeedSort, FactInfo, FactSort, Happening
from questwright.compiler.verdict.translate.travels import landing_together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.model.board import Patch
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import Kind, System, Terrain
    from questwright.compiler.packs.system.values import Sourced
    from questwright.compiler.verdict.task.task import Ending, Link, Task
    from questwright.compiler.verdict.world import WorldProof


def left_in_form(proof: WorldProof) -> WorldProof:
    """The same proof; undecided where it might help that somebody dismounts, or jumps."""
    if proof.kind not in (VerdictKind.UNWINNABLE, VerdictKind.CAN_STRAND):
        return proof
    quest = proof.quest
    party = tuple(_in_both_forms(kind, proof.system) for kind in quest.party)
    changed = [kind for kind, own in zip(party, quest.party, strict=True) if kind is not own]
    if changed and proof.of(quest._replace(party=party)).kind is not proof.kind:
        told = say(
            "whether it helps that {who} dismounts: the proof leaves everybody as they begin",
            who=listed_in_words([kind.title for kind in changed], "or"),
        )
        return proof.unjudged_for(told)
    if not any(_jumpers(patch.kind, quest.party) for patch in quest.board.terrain):
        return proof
    terrain = tuple(_jumped(patch, quest.party) for patch in quest.board.terrain)
    board = quest.board._replace(terrain=terrain)
    if proof.of(quest._replace(party=party, board=board)).kind is proof.kind:
        return proof
    over = {patch.kind.title: _jumpers(patch.kind, quest.party) for patch in quest.board.terrain}
    who = dict.fromkeys(kind.title for kinds in over.values() for kind in kinds)
    told = say(
        "whether it helps that {who} jumps over {ground}: the proof jumps over no ground",
        who=listed_in_words([*who], "or"),
        ground=listed_in_words([title for title, kinds in over.items() if kinds], "or"),
    )
    return proof.unjudged_for(told)


def landed_together(proof: WorldProof) -> WorldProof:
    """The same proof; undecided where it might help that several land in one moment.

    The proof has them land one after the other, and another side may win as the first one does.
    Nobody does anything between that and the party's own victory.
    """
    quest, crossings = proof.quest, {}
    for ending in proof.task.others:
        asked = [quest.victories[ending.number].condition] if ending.number >= 0 else _ends(quest)
        crossing = landing_together(asked, quest, proof.system)
        if crossing is not None:
            crossings[ending.number] = crossing
    if not crossings:
        return proof

    def spared(task: Task) -> Task:
        passed = [own for own in task.others if own.number in crossings]
        return _passed_over(task, passed)

    if proof.changed(spared, wins_only=True).kind is VerdictKind.UNWINNABLE:
        return proof
    crossing = next(iter(crossings.values()))
    told = say(
        "whether it helps that several land together by {crossing}: the proof has them land one "
        "after the other",
        crossing=with_article(crossing.title),
    )
    return proof.unjudged_for(told, crossing.origin)


def _passed_over(task: Task, passed: Sequence[Ending]) -> Task:
    """The task without some ways to end, after which nobody does anything but land and walk."""
    title, origin, fact = passed[0].title, passed[0].origin, len(task.facts)
    come, landed = 1 << fact, Lacks(fact, origin)
    needs = Either(tuple(own.needs for own in passed))
    there = union(at.places for at in asked_places(needs))
    links: list[Link] = []
    for link in task.links:
        if link.is_crossing and not link.is_one_way:
            back = link._replace(first=link.second, second=link.first, is_one_way=True)
            links += (link._replace(is_one_way=True), back)
        else:
            links.append(link)
    return task._replace(
        facts=(*task.facts, FactInfo(FactSort.HAPPENED, "", title, origin)),
        events=(*task.events, Happening("", title, needs, come, 0, 0, origin, come)),
        deeds=tuple(
            own if own.sort is DeedSort.GO_THROUGH else own._replace(needs=every(own.needs, landed))
            for own in task.deeds
        ),
        links=tuple(
            own._replace(needs=every(own.needs, landed))
            if own.is_crossing and there >> own.first & 1
            else own
            for own in links
        ),
        victories=tuple(own for own in task.victories if own not in passed),
    )


def _ends(quest: Quest) -> list[Condition]:
    """The conditions of the events by which a side wins."""
    events = quest.events
    ending = (own for own in events if any(each.kind is EffectKind.END for each in own.effects))
    return [own.condition for own in ending]


def _jumpers(terrain: Terrain, party: Iterable[Kind]) -> list[Kind]:
    """The members of a party who may jump over a terrain that is closed to them."""
    return [kind for kind in party if any(is_called(kind, word) for word in terrain.jumped_by)]


def _jumped(patch: Patch, party: Sequence[Kind]) -> Patch:
    """The ground with what some may jump over open to them, and closed to all others."""
    jumpers = _jumpers(patch.kind, party)
    if not jumpers:
        return patch
    others = tuple(kind.word for kind in party if kind not in jumpers)
    costs = dict.fromkeys((kind.word for kind in jumpers), 1)
    kind = patch.kind._replace(closed_to=others, costs={**costs, **patch.kind.costs})
    return patch._replace(kind=kind)


def _in_both_forms(kind: Kind, system: System) -> Kind:
    """A member who enters what its other form enters, and does all else as well as either."""
    other = system.kinds.get(str(kind.traits.get(system.other_form)))
    if other is None:
        return kind
    values = {**other.values, **kind.values}
    for name in other.values.keys() & kind.values.keys():
        values[name] = max(other.values[name], kind.values[name], key=_number)
    return kind._replace(values=values, traits=other.traits, specials=other.specials, base=None)


def _number(value: Sourced) -> int:
    return value.value if type(value.value) is int else 0
