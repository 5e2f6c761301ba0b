"""Members who may become another kind in play, as a rider who dismounts, or jump over ground.

The proof leaves everybody as they begin, and jumps over no ground. Where it might help that
somebody does, a quest is undecided.
"""

from __future__ import annotations

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.model.words import is_called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.model.board import Patch
    from questwright.compiler.packs.system.system import Kind, System, Terrain
    from questwright.compiler.packs.system.values import Sourced
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
