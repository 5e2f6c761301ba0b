"""What the proof shows: a way to win, and everything else within reach [DSO-B7, DSO-B28]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.frontend.findings import at_causes, at_steps
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.model.clearings import is_clearing
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.verdict import (
    Cause,
    Proven,
    Unreached,
    VerdictKind,
    chains_of,
    named_worlds,
)
from questwright.dsl.diagnostics import Code, Label

_PARTIES = 4
"""Losing parties that are named."""
_WORLDS = 4
"""Worlds that are named."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.dsl.source import Span


def check_ways(case: Case, findings: Findings) -> None:
    """The verdict, and what can never be reached, got or happen; each cause told once."""
    quest, system, proof = case.quest, case.system, case.proof
    if proof is None or not quest.starts:
        return
    told: set[str] = set()
    _check_verdict(quest, proof, system.party.word, told, findings)
    areas = quest.board.areas
    sought = {
        gate.id
        for gate in quest.board.gates
        if any(areas[number].cells & proof.reached for number in gate.between)
    }
    gifts = {effect.target for effect in quest.every_effect() if effect.kind is EffectKind.GIVE}
    placed = {item.id for item in quest.items if item.holder or item.cell >= 0}
    unobtained = proof.unobtained_items()

    def hidden() -> list[Unreached]:
        return [passage for passage in proof.unfound_passages() if passage.id in sought]

    def lying() -> list[Unreached]:
        return [one for one in unobtained if one.id in placed or one.id not in gifts]

    def given() -> list[Unreached]:
        return [one for one in unobtained if one.id not in placed and one.id in gifts]

    # Causes before what comes of them: what is told once is not told again.
    unmet: tuple[tuple[Code, str, str, Callable[[], list[Unreached]]], ...] = (
        (codes.UNSEARCHABLE, "nobody can find `{id}`", "never found", hidden),
        (codes.UNREACHABLE_AREA, "nobody can reach `{id}`", "out of reach", proof.unreached_areas),
        (codes.UNREACHABLE_ITEM, "nobody can get `{id}`", "never got", lying),
        (codes.DEAD_ACTION, "nobody can do `{id}`", "never done", proof.dead_actions),
        (codes.DEAD_EVENT, "this event can never happen", "never happens", proof.dead_events),
        (codes.UNREACHABLE_ITEM, "nobody can get `{id}`", "never got", given),
    )
    for code, message, label, find in unmet:
        for one in find():
            if is_clearing(one.id, quest.things):
                continue
            keys = {cause.text for cause in one.causes}
            if keys & told:
                # A consequence of what has been said already.
                continue
            told |= keys
            findings.add(
                code,
                message.format(id=one.id),
                _origin(quest, one.id),
                label,
                related=at_causes(one.causes),
                reason=_because(one.causes),
            )
    _check_squares(case, proof, findings)
    if proof.kind in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND):
        _check_parties(case, proof, findings)


def _check_verdict(
    quest: Quest, proof: Proven, party: str, told: set[str], findings: Findings
) -> None:
    victory = next((v for v in quest.victories if v.side == party), None)
    origin = victory.origin if victory is not None else quest.origin
    kind = proof.kind
    if kind is VerdictKind.VACUOUS:
        findings.add(
            codes.VACUOUS,
            "there is nothing to win" if victory is None else "this quest is won before it begins",
            origin,
            "no victory for the party"
            if victory is None
            else f"true from the start{_where(kind, proof).replace('; ', ', ')}",
            help=f"add a line like `victory {party} when …`"
            if victory is None
            else "ask for something that has to be done",
        )
    elif kind is VerdictKind.UNWINNABLE:
        causes = proof.why_unwinnable()
        told |= {cause.text for cause in causes}
        lost = [world for world in proof.worlds if world.kind is kind]
        if len(lost) < len(proof.worlds):
            findings.add(
                codes.NOT_IN_EVERY_WORLD,
                f"this quest cannot be won in {len(lost)} of {_many(proof)}",
                origin,
                f"never comes true where {_named(kind, proof)}",
                related=at_causes(causes),
                reason=": ".join(
                    filter(None, (f"where {', '.join(lost[0].parts)}", _because(causes)))
                ),
                help="mend what stands in the way there, or take that place or row away",
            )
            return
        findings.add(
            codes.UNWINNABLE,
            "this quest cannot be won",
            origin,
            "never comes true",
            related=at_causes(causes),
            reason=_because(causes),
        )
    elif kind is VerdictKind.UNDECIDED:
        findings.add(
            codes.UNDECIDED,
            "it was not decided whether this quest can be won",
            origin,
            "not proven",
            related=at_causes(proof.unjudged),
            reason=f"not judged: {', '.join(proof.undecided)}{_where(kind, proof)}",
            help='make the quest simpler, or accept it: `allow undecided because "…"`',
        )
    elif kind is VerdictKind.CAN_STRAND:
        steps = proof.stranded
        last = steps[-1] if steps else None
        findings.add(
            codes.CAN_STRAND,
            "the party can play itself into a dead end",
            last.origin if last else origin,
            f"after “{last.text}” nothing wins any more" if last else "nothing wins any more",
            related=at_steps(steps[:-1]),
            reason=" → ".join(step.text for step in steps[-6:]) + _where(kind, proof) or None,
            help="let something lead back from below, or a wall stand where they jump"
            if last is not None and last.kind == "jump"
            else "bring what was lost once more, or let it not be lost",
        )


def _many(proof: Proven) -> str:
    """How many worlds there are; where not all were judged, of how many that is said."""
    judged = len(proof.worlds)
    return f"{judged} worlds" + (f" (of {proof.total:,})" if proof.total > judged else "")


def _where(kind: VerdictKind, proof: Proven) -> str:
    """In which worlds that is so, where it is not so in all of them."""
    count = sum(world.kind is kind for world in proof.worlds)
    return f"; where {_named(kind, proof)}" if 0 < count < len(proof.worlds) else ""


def _named(kind: VerdictKind, proof: Proven) -> str:
    """The worlds with a verdict, in few words."""
    every = [world.parts for world in proof.worlds]
    told = named_worlds([world.parts for world in proof.worlds if world.kind is kind], every)
    more = f"; and {len(told) - _WORLDS} more" if len(told) > _WORLDS else ""
    return "; or where ".join(told[:_WORLDS]) + more


def _check_parties(case: Case, proof: Proven, findings: Findings) -> None:
    """Players may leave members of the party at home, where their game lets them [DSO-A2]."""
    losing = proof.losing_parties()
    if not losing:
        return
    party = case.system.party
    victory = next(v for v in case.quest.victories if v.side == party.word)
    told = [f"only {listed_in_words(one)}" for one in losing[:_PARTIES]]
    more = f", and {len(losing) - _PARTIES} more" if len(losing) > _PARTIES else ""
    findings.add(
        codes.NOT_FOR_FEWER,
        f"fewer {party.many} cannot win this quest",
        victory.origin,
        "takes more of the party than that",
        reason=f"it cannot be won with {', with '.join(told)}{more}",
        help="let more of them do it, ask for `any` or `all` of them, or accept it: "
        '`allow not-for-fewer because "…"`',
    )


def _check_squares(case: Case, proof: Proven, findings: Findings) -> None:
    """Squares closed in by furniture or rubble within an area that is reached."""
    quest, value = case.quest, case.system.move_value
    reached = proof.reached
    walkable = quest.board.floor & ~quest.blocked
    for patch in quest.board.terrain:
        if all(cost_of(patch.kind, kind, value) is None for kind in quest.party):
            # Ground that nobody of the party enters is no hole in the board.
            walkable &= ~patch.cells
    portals = 0
    for thing in quest.things:
        if thing.link:
            portals |= thing.mask
    for area in quest.board.areas:
        shut = area.cells & walkable & ~reached & ~portals
        if shut and area.cells & reached:
            board = quest.board
            beside = openings(board, frozenset()).grow(shut)
            edges = [*board.cliffs_within(board.floor)]
            edges += [edge for barrier in board.barriers for edge in barrier.edges]
            is_parted = any((shut >> edge & 1) != (shut >> other & 1) for edge, other in edges)
            around = list(dict.fromkeys(t.origin for t in quest.things if _shuts(t, beside)))
            findings.add(
                codes.UNREACHABLE_SQUARES,
                f"nobody can reach {quest.board.names(shut)}",
                around[0] if around else area.origin,
                f"it closes off a part of `{area.id}`" if around else "closed off",
                related=tuple(Label(origin, "and so does this") for origin in around[1:]),
                reason="nobody walks up a cliff, or through a barrier"
                if is_parted
                else "nobody walks through furniture or rubble",
                help="join the levels with stairs or the like, or leave a gap"
                if is_parted
                else f"leave a {findings.cell} free",
            )


def _shuts(thing: Thing, beside: Cells) -> bool:
    """Whether something closes squares off that it stands beside."""
    return thing.blocks and bool(thing.mask & beside)


def _because(causes: tuple[Cause, ...]) -> str | None:
    told = ["; ".join(cause.text for cause in chain) for chain in chains_of(causes)]
    return " – and apart from that: ".join(told) or None


def _origin(quest: Quest, id_: str) -> Span:
    for group in (quest.board.areas, quest.board.gates, quest.items, quest.actions, quest.events):
        for one in group:
            if one.id == id_:
                return one.origin
    return quest.origin
