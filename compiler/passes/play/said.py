"""What the words behind the verb of a condition say: each of them, or it is a finding."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.model.conditions import Every, FactKind, Not, Quantity, Some
from questwright.dsl.syntax import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.conditions import Condition, Fact
    from questwright.compiler.packs.system.system import FigureState
    from questwright.compiler.passes.play.places import PlaceResolver
    from questwright.dsl.syntax import Clause, Predicate

LINKING: Final = frozenset({"is", "are"})
"""Words that may stand before a verb and say nothing."""
_PLACES: Final = {
    FactKind.CARRIES: ("in", "at"),
    FactKind.IS_IN: ("in", "at"),
    FactKind.LEAVES: ("by", "from", "at", "in"),
}
"""The words before a place, in conditions that ask for one."""


def is_said_whole(predicate: Predicate, kind: FactKind, findings: Findings) -> bool:
    """Whether a condition has no words left that mean nothing in it; a finding where it has."""
    words = [verb for verb in predicate.verb if verb.text not in LINKING]
    clause, places = predicate.clause, _PLACES.get(kind)
    if clause is not None and places is not None and clause.word.text not in places:
        findings.add(
            codes.UNKNOWN_VERB,
            f"a condition cannot say `{clause.word.text}` here",
            clause.word.span,
            "not in this condition",
            help=f"write {' or '.join(f'`{word}`' for word in places)} for a place",
        )
        return False
    if clause is not None and clause.texts:
        text = clause.texts[0].span
        label = "has no meaning here"
        findings.add(codes.SURPLUS_PART, "a condition does not take a text", text, label)
        return False
    takes = {FactKind.CARRIES: 2, FactKind.ROUND: 0}.get(kind, 1)
    if kind in (FactKind.IS_IN, FactKind.LEAVES) and clause is None:
        takes = len(words)
    of_round = clause.word if kind is FactKind.ROUND and clause is not None else None
    if len(words) <= takes and of_round is None:
        return True
    surplus, many = of_round or words[takes], predicate.quantifier
    word = "" if many is None else f"{many.value if isinstance(many, Number) else many.text} "
    both = " ".join((f"{word}{predicate.subject.text}", *(w.text for w in words[:1]), surplus.text))
    findings.add(
        codes.SURPLUS_PART,
        f"a condition does not take `{surplus.text}` here",
        surplus.span,
        "has no meaning here",
        help=f"leave it out, or ask for both: `… and {both}`"
        if kind is FactKind.CARRIES
        else "leave it out",
    )
    return False


def has_its_number(predicate: Predicate, state: FigureState | None, findings: Findings) -> bool:
    """Whether a condition has a number where one is needed, and only there; or it is a finding.

    ``state`` is the state of the game that it asks for; None where it asks for something else.
    """
    is_needed = state is not None and bool(state.counts)
    if predicate.numbers is not None:
        findings.add(
            codes.SURPLUS_PART,
            "only a round is compared with a range of numbers",
            predicate.numbers.span,
            "not understood here",
            help="write two conditions, as `>= 2 and … <= 4`" if is_needed else "leave it out",
        )
        return False
    if state is not None and is_needed and predicate.number is None:
        findings.add(
            codes.MISSING_PART,
            f"`{state.word}` is asked for by a number",
            predicate.span,
            "no number",
            help=f"write it like `{predicate.subject.text} {state.word} >= 2`",
        )
        return False
    if predicate.number is not None and not is_needed:
        findings.add(
            codes.SURPLUS_PART,
            f"a condition does not take `{predicate.comparison}` here",
            predicate.number.span,
            "there is no number to compare it with",
            help="leave it out",
        )
        return False
    return True


def carried_there(
    carries: Fact, clause: Clause, places: PlaceResolver, member: str, findings: Findings
) -> Condition | None:
    """What asks that one of some members who carries an item stands somewhere.

    ``member`` is what the game calls one of the party. None, after a finding, where more is asked.
    """
    found = places.resolve(clause, carries.origin)
    if found is None:
        return None
    if carries.quantity not in (Quantity.ANY, Quantity.NONE) and len(carries.subjects) > 1:
        findings.add(
            codes.WRONG_KIND,
            "only of one member of the party it can be asked where it carries something",
            carries.origin,
            "asks for more",
            help=f"write `any {member} carries {carries.object} in …`",
        )
        return None
    cells, place, moving = found
    parts = []
    for word in carries.subjects:
        own = carries._replace(quantity=Quantity.ANY, subjects=(word,))
        there = own._replace(
            kind=FactKind.IS_IN, object="", cells=cells, place=place, moving=moving
        )
        parts.append(Every((own, there), carries.origin))
    each = Some(tuple(parts), carries.origin)
    return Not(each, carries.origin) if carries.quantity is Quantity.NONE else each
