"""Check that the party is strong enough to defeat each figure that it has to defeat [DN-B49]."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.model.conditions import Every, Fact, FactKind, Quantity, Some
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.fights import ODDS
from questwright.dsl.diagnostics import Label, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Thing


def check_strength(case: Case, findings: Findings) -> None:
    """Check that the party reaches the lowest odds of the table against each such figure.

    Only for games whose attacks are rolled on a table of odds: there a weaker attack is impossible.
    """
    quest, fights = case.quest, case.system.fights
    if fights is None or fights.roll != ODDS:
        return
    # Loaded here and below: few games roll on a table of odds.
    from questwright.compiler.odds.attackers import attackers
    from questwright.compiler.odds.best import lowest_defence, strength_of

    things = {thing.id: thing for thing in quest.things}
    within = quest.board.floor if case.proof is None else case.proof.reached
    for fact in _asked_defeats(case):
        named = [things[subject] for subject in fact.subjects if subject in things]
        strong = [thing for thing in named if _is_too_strong(case, thing, within)]
        if not strong or len(named) - len(strong) >= _wanted(fact, len(named)):
            continue
        thing = strong[0]
        members = attackers(thing, quest, case.system, within)
        together = sum(strength_of(member, fights) for member in members)
        who = listed(member.title for member in members)
        findings.add(
            codes.TOO_STRONG,
            f"nobody is strong enough to defeat `{thing.id}`"
            if members
            else f"nobody may attack `{thing.id}` from beside it",
            fact.origin,
            "asked for here",
            related=(Label(thing.origin, f"defends with {lowest_defence(thing.kind, fights)}"),),
            reason=f"all who find room beside it have {together} together: {who}"
            if members
            else "of those who find room beside it none may step on its ground, or attack at all",
            help="send more or stronger members, give them room beside it, or ask for less",
        )


def _is_too_strong(case: Case, thing: Thing, within: int) -> bool:
    """Whether all who can stand beside a figure are together weaker than its lowest defence."""
    fights = case.system.fights
    if fights is None or thing.kind.rank not in fights.falls:
        return False
    effects = case.quest.every_effect()
    if any(own.kind is EffectKind.CHANGE and own.target == thing.id for own in effects):
        # Then it matters when it is attacked: the proof follows that.
        return False
    from questwright.compiler.odds.attackers import attackers, room_beside
    from questwright.compiler.odds.best import lowest_defence, strength_of

    lowest = lowest_defence(thing.kind, fights)
    if lowest is None or not room_beside(thing, case.quest) & within:
        # Nobody comes there: the proof reports that.
        return False
    members = attackers(thing, case.quest, case.system, within)
    return sum(strength_of(member, fights) for member in members) < max(lowest, 1)


def _wanted(fact: Fact, named: int) -> int:
    """How many of the named figures have to be defeated."""
    if fact.quantity is Quantity.ANY:
        return 1
    return fact.least if fact.quantity is Quantity.AT_LEAST else named


def _asked_defeats(case: Case) -> Iterator[Fact]:
    """The facts by which a victory of the party, or an event, asks that figures be defeated."""
    party = case.system.party.word
    for victory in case.quest.victories:
        if victory.side == party:
            yield from _defeats(victory.condition)
    for event in case.quest.events:
        if not any(
            effect.kind is EffectKind.END and effect.target != party for effect in event.effects
        ):
            yield from _defeats(event.condition)


def _defeats(condition: Condition) -> Iterator[Fact]:
    match condition:
        case Fact(kind=FactKind.DEFEATED):
            if condition.quantity is not Quantity.NONE:
                yield condition
        case Every(parts, _) | Some(parts, _):
            for part in parts:
                yield from _defeats(part)
        case _:
            pass
