"""Members who may become another kind in play, as a rider who dismounts.

The proof leaves everybody as they begin. Where it might help that somebody changes, a quest is
undecided.
"""

from __future__ import annotations

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say
from questwright.compiler.model.verdict import VerdictKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Sourced
    from questwright.compiler.verdict.world import WorldProof


def left_in_form(proof: WorldProof) -> WorldProof:
    """The same proof; undecided where it might help that somebody dismounts."""
    if proof.kind not in (VerdictKind.UNWINNABLE, VerdictKind.CAN_STRAND):
        return proof
    party = tuple(_in_both_forms(kind, proof.system) for kind in proof.quest.party)
    changed = [kind for kind, own in zip(party, proof.quest.party, strict=True) if kind is not own]
    if not changed:
        return proof
    lucky = proof.of(proof.quest._replace(party=party))
    if lucky.kind is proof.kind:
        return proof
    told = say(
        "whether it helps that {who} dismounts: the proof leaves everybody as they begin",
        who=listed_in_words([kind.title for kind in changed], "or"),
    )
    return proof.unjudged_for(told)


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
