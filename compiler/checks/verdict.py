"""Report the verdict of the proof, and all that nobody can reach or bring about.

Covers [DSO-B7, DSO-B28].
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.frontend.findings import at_causes, at_steps, because, last_steps
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.model.clearings import is_by_rule
from questwright.compiler.model.conditions import FactKind, facts_of
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind, Thing
from questwright.compiler.model.verdict import (
    AnyProof,
    Cause,
    QuestPart,
    VerdictKind,
    named_worlds,
)
from questwright.compiler.packs.system.system import Category
from questwright.compiler.wording.friends import against, for_the_party, friends_of
from questwright.dsl.diagnostics import Label

_UNREACHED = {
    QuestPart.PASSAGE: (codes.UNSEARCHABLE, "nobody can find `{id}`", "never found"),
    QuestPart.AREA: (codes.UNREACHABLE_AREA, "nobody can reach {place}", "out of reach"),
    QuestPart.ITEM: (codes.UNREACHABLE_ITEM, "nobody can get `{id}`", "never got"),
    QuestPart.ACTION: (codes.DEAD_ACTION, "nobody can do `{id}`", "never done"),
    QuestPart.VICTORY: (codes.OUT_OF_REACH, "nobody can win by this", "never comes true"),
    QuestPart.EVENT: (codes.DEAD_EVENT, "this event can never happen", "never happens"),
}
"""How each part that never comes into play is reported."""
_HELP = {
    codes.OUT_OF_REACH: "ask for something that can come true, or delete it",
    codes.DEAD_EVENT: "ask for something that can come true before the quest ends, or delete it",
    codes.DEAD_ACTION: "ask for something that can come true, put it within reach, or delete it",
}
"""What to do about what never happens."""
_OPENING = (EffectKind.OPEN, EffectKind.UNLOCK)
_SHOWN_PARTIES = 4
"""How many losing parties a message names."""
_SHOWN_WORLDS = 4
"""How many descriptions of worlds a message names."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Item, Quest
    from questwright.compiler.model.verdict import Step
    from questwright.dsl.source import Span


def check_verdict(case: Case, findings: Findings) -> None:
    """Report the verdict, and each area, item, action and event that never comes into play.

    What follows from a cause that another finding names is left out.
    """
    quest, system, proof = case.quest, case.system, case.proof
    if proof is None or not quest.starts:
        return
    if not proof.reached and any(finding.severity == "error" for finding in findings.all()):
        # Nobody can be set up, and an earlier finding says why.
        return
    _check_winning(case, proof, findings)
    places = {area.id: quest.board.area_in_words(area) for area in quest.board.areas}
    for found in proof.never(_asked(quest, system.party.word, proof)):
        code, message, label = _UNREACHED[found.part]
        findings.add(
            code,
            message.format(id=found.id, place=places.get(found.id, "")),
            quest.victories[int(found.id)].origin
            if found.part is QuestPart.VICTORY
            else _origin(quest, found.id),
            label,
            related=at_causes(found.causes),
            reason=because(found.causes),
            help=_HELP.get(code),
        )
    _check_squares(case, proof, findings)
    if proof.kind in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND):
        _check_parties(case, proof, findings)
        _check_losing(quest, proof, case.system.party.word, findings)


def _asked(quest: Quest, party: str, proof: AnyProof) -> Iterator[tuple[QuestPart, str]]:
    """What is to come into play; causes come before their consequences, which are then left out."""
    areas, reached = quest.board.areas, proof.reached
    near: set[int] = set()
    for gate in quest.board.gates:
        if any(areas[number].cells & reached for number in gate.between):
            near.update(gate.between)
            if gate.kind.form == "passage":
                yield QuestPart.PASSAGE, gate.id
    for number in sorted(range(len(areas)), key=lambda number: number not in near):
        if areas[number].cells & ~quest.blocked:
            yield QuestPart.AREA, areas[number].id
    gifts = {effect.target for effect in quest.every_effect() if effect.kind is EffectKind.GIVE}
    given = [i.id for i in quest.items if not i.holder and i.cell < 0 and i.id in gifts]
    yield from ((QuestPart.ITEM, item.id) for item in quest.items if item.id not in given)
    for part, every in ((QuestPart.ACTION, quest.actions), (QuestPart.EVENT, quest.events)):
        yield from ((part, own.id) for own in every if not is_by_rule(own.id, quest.things))
    yield from ((QuestPart.ITEM, id_) for id_ in given)
    wins = [n for n, victory in enumerate(quest.victories) if victory.side == party]
    if len(wins) > 1:
        # Degrees are proven apart, and of the only victory there is the verdict.
        plain = (n for n in wins if not quest.victories[n].degree)
        yield from ((QuestPart.VICTORY, str(number)) for number in plain)


def _check_winning(case: Case, proof: AnyProof, findings: Findings) -> None:
    """Report a verdict other than winnable."""
    quest, party = case.quest, case.system.party.word
    victory = next((v for v in quest.victories if v.side == party), None)
    origin = victory.origin if victory is not None else quest.origin
    kind = proof.kind
    if kind is VerdictKind.VACUOUS:
        first, *others = proof.won_at_once() or (Cause("true from the start", origin),)
        victory = next((v for v in quest.victories if v.origin == first.origin), victory)
        asked = facts_of(victory.condition) if victory is not None else ()
        fights = any(fact.kind in (FactKind.DEFEATED, FactKind.CLEARED) for fact in asked)
        friends = friends_of(case) if fights else ()
        findings.add(
            codes.VACUOUS,
            "there is nothing to win" if victory is None else "this quest is won before it begins",
            first.origin,
            "no victory for the party"
            if victory is None
            else f"{first.text}{_in_which_worlds(kind, proof).replace('; ', ', ')}",
            related=(
                *(Label(own.origin, own.text) for own in others),
                *(Label(own.origin, "no foe of the party") for own in friends),
            ),
            reason=for_the_party(friends) if friends else None,
            help=f"add a line like `victory {party} when …`"
            if victory is None
            else ", or ".join((*against(friends, case), "ask for something that has to be done")),
        )
    elif kind is VerdictKind.UNWINNABLE:
        causes = proof.why_unwinnable()
        lost = [world for world in proof.worlds if world.kind is kind]
        if len(lost) < len(proof.worlds):
            findings.add(
                codes.NOT_IN_EVERY_WORLD,
                f"this quest cannot be won in {len(lost)} of {_world_count(proof)}",
                origin,
                f"never comes true where {_worlds_in_words(kind, proof)}",
                related=at_causes(causes),
                reason=": ".join(
                    filter(None, (f"where {', '.join(lost[0].parts)}", because(causes)))
                ),
                help="mend what stands in the way there, or take that place or row away",
            )
            return
        findings.add(
            codes.UNWINNABLE,
            "this quest cannot be won",
            origin,
            "never comes true",
            related=_at_places(quest, causes),
            reason=because(causes),
            help=_remedy(case, causes),
        )
    elif kind is VerdictKind.UNDECIDED:
        findings.add(
            codes.UNDECIDED,
            "it was not decided whether this quest can be won",
            origin,
            "not proven",
            related=at_causes(tuple(cause for cause in proof.unjudged if cause.origin != origin)),
            reason=f"not judged: {', '.join(proof.undecided)}{_in_which_worlds(kind, proof)}",
            help=f'{_simpler(proof)}, or accept it: `allow undecided because "…"`',
        )
        if proof.can_strand:
            # Who accepts the one accepts not yet the other.
            _check_dead_ends(quest, proof, origin, findings)
    elif kind is VerdictKind.CAN_STRAND:
        _check_dead_ends(quest, proof, origin, findings)


def _simpler(proof: AnyProof) -> str:
    """What a designer may do so that a quest is judged."""
    known = dict.fromkeys(cause.remedy for cause in proof.unjudged)
    return "make the quest simpler" if "" in known or not known else "; ".join(known)


_WAY_OUT = "let the party get back what it lost, or keep it from losing it"
_WAYS_OUT = {
    "begin": "say who begins where: `{start} at A1 for …`, or let them begin where all of them win",
    "jump": "add a way back up, or put a wall where they jump",
    "push": "leave room to push it back, or put a wall or furniture where it gets stuck",
}
"""What may be done about a dead end, by the kind of the last step into it."""


def _check_dead_ends(quest: Quest, proof: AnyProof, origin: Span, findings: Findings) -> None:
    """Report each kind of dead end that no `allow` names, and if there may be others."""
    named = {allow.by.text for allow in quest.allows if allow.by is not None}
    found = [end for end in proof.dead_ends if not named & {*end.names}]
    start = next((own.kind.word for own in quest.things_of(Category.START)), "start")
    for end in found:
        way = _WAYS_OUT.get(end.line[-1].kind if end.line else "", _WAY_OUT)
        ways = [way.format(start=start)]
        last = end.line[-1] if end.line else None
        brought = next((i for i in quest.items if _is_begun_with(i, end.line)), None)
        if brought is not None:
            ways = [f"say who brings {with_article(brought.title)}: `brought by …`"]
        kept = [
            i for i in quest.items if i.is_bound and last and with_article(i.title) in last.text
        ]
        if kept:
            who = f"whoever takes {with_article(kept[0].title)} keeps it: it is `bound`"
            ways = [f"{who}; leave that out, or let only those take it who are to have it"]
        if end.names:
            ways.append(f'or accept it: `allow can-strand by {end.names[0]} because "…"`')
        shown = last_steps(end.line)
        findings.add(
            codes.CAN_STRAND,
            "the party can play itself into a dead end",
            end.origin,
            f"after “{end.text}” the quest can no longer be won",
            related=at_steps(end.line[:-1], "the way into this dead end", end.origin),
            reason=shown + _in_which_worlds(VerdictKind.CAN_STRAND, proof) or None,
            help=", ".join(ways),
        )
    if not found and not proof.are_dead_ends_known:
        findings.add(
            codes.UNDECIDED,
            "it was not decided whether the party can play itself into another dead end",
            origin,
            "not proven",
            reason=f"not judged: {', '.join(proof.undecided)}",
            help="look further with --states, or accept all of them: "
            '`allow can-strand because "…"`',
        )


def _is_begun_with(item: Item, line: Sequence[Step]) -> bool:
    """Whether one of several members who may bring an item begins with it, and no more is done."""
    if len(item.brought) < 2 or any(step.kind != "begin" for step in line):
        return False
    return any(with_article(item.title) in step.text for step in line)


def _lost_by(quest: Quest, party: str, placed: Sequence[Span]) -> Span:
    """Where a loss is written: at the party's last deed, or else at another side's victory."""
    others = [v.origin for v in quest.victories if v.side != party and not v.is_default]
    return next(iter([*placed[-1:], *others]), quest.origin)


def _check_losing(quest: Quest, proof: AnyProof, party: str, findings: Findings) -> None:
    """Note that the party can lose by its own doing."""
    steps = proof.losing
    if steps:
        shown = last_steps(steps)
        # The last step may be a walk, which is written nowhere: then the one before it says more.
        placed = [step.origin for step in steps if step.origin.path and not step.path]
        origin = steps[-1].origin if steps[-1].origin in placed else _lost_by(quest, party, placed)
        findings.add(
            codes.CAN_LOSE,
            "the party can lose by its own doing",
            origin,
            f"after “{steps[-1].text}” it has lost",
            related=at_steps(steps[:-1], "the way to this loss", origin),
            reason=shown,
        )


def _missed(quest: Quest, causes: Iterable[Cause]) -> list[Item]:
    """The items that a chain of causes misses, and that are nowhere: nobody has or gives them."""
    missed = {cause.text for cause in causes}
    given = {effect.target for effect in quest.every_effect() if effect.kind is EffectKind.GIVE}
    return [
        item
        for item in quest.items
        if not item.holder and item.cell < 0 and item.id not in given
        if f"nobody can get {item_in_words(item)}" in missed
    ]


def _at_places(quest: Quest, causes: tuple[Cause, ...]) -> tuple[Label, ...]:
    """A label for each cause; that an item lies nowhere is told at the item."""
    origins = {
        f"nobody can get {item_in_words(item)}": item.origin for item in _missed(quest, causes)
    }
    return tuple(
        label._replace(span=origins.get(label.text, label.span)) for label in at_causes(causes)
    )


def _remedy(case: Case, causes: tuple[Cause, ...]) -> str | None:
    """What to do where a key lies nowhere, or a barred gate is opened by nothing."""
    quest = case.quest
    missed = _missed(quest, causes)
    if missed:
        item = missed[0]
        like = f"`item {item.alike or item.id} at C4`"
        return f"say where it is: {like}, or `in` a chest, or `held by` a figure"
    told = {cause.text for cause in causes}
    opened = {effect.target for effect in quest.every_effect() if effect.kind in _OPENING}
    for owner, _ in quest.locked():
        name = with_article(owner.title)
        never = {f"nothing opens {name}", f"nobody of the party opens {name}"}
        if owner.id not in opened and never & told:
            verb = "unlock" if isinstance(owner, Thing) else "open"
            return f"let an event {verb} it: `event when … {{ {verb} {owner.id} }}`"
    spared = [
        own for own in friends_of(case) if any(own.origin == cause.origin for cause in causes)
    ]
    return next(against(spared, case), None)


def _world_count(proof: AnyProof) -> str:
    """How many worlds were judged: ``8 worlds``, or ``8 worlds (of 100)`` if there are more."""
    judged = len(proof.worlds)
    return f"{judged} worlds" + (f" (of {proof.total:,})" if proof.total > judged else "")


def _in_which_worlds(kind: VerdictKind, proof: AnyProof) -> str:
    """The worlds with a verdict, ``; where …``; empty if all worlds have it or none."""
    count = sum(world.kind is kind for world in proof.worlds)
    return f"; where {_worlds_in_words(kind, proof)}" if 0 < count < len(proof.worlds) else ""


def _worlds_in_words(kind: VerdictKind, proof: AnyProof) -> str:
    """The worlds with a verdict, in few words."""
    every = [world.parts for world in proof.worlds]
    names = named_worlds([world.parts for world in proof.worlds if world.kind is kind], every)
    more = f"; and {len(names) - _SHOWN_WORLDS} more" if len(names) > _SHOWN_WORLDS else ""
    return "; or where ".join(names[:_SHOWN_WORLDS]) + more


def _check_parties(case: Case, proof: AnyProof, findings: Findings) -> None:
    """Report smaller parties that cannot win, where the game allows to play with them [DSO-A2]."""
    losing = proof.losing_parties()
    if not losing:
        return
    party = case.system.party
    victory = next(v for v in case.quest.victories if v.side == party.word)
    shown = [f"only {listed_in_words(members)}" for members in losing[:_SHOWN_PARTIES]]
    more = f", and {len(losing) - _SHOWN_PARTIES} more" if len(losing) > _SHOWN_PARTIES else ""
    findings.add(
        codes.NOT_FOR_FEWER,
        f"fewer {party.many} cannot win this quest",
        victory.origin,
        "takes more of the party than that",
        reason=f"it cannot be won with {', with '.join(shown)}{more}",
        help="let more of them do it, ask for `any` or `all` of them, or accept it: "
        '`allow not-for-fewer because "…"`',
    )


def _check_squares(case: Case, proof: AnyProof, findings: Findings) -> None:
    """Report cells that something closes off from the rest of an area that the party reaches."""
    quest, value = case.quest, case.system.move_value
    reached = proof.reached
    walkable = quest.board.floor & ~quest.blocked
    closed = [
        patch
        for patch in quest.board.terrain
        if all(cost_of(patch.kind, kind, value) is None for kind in quest.party)
    ]
    for patch in closed:
        # Ground that no member can enter is part of the game: it is not reported.
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
            is_parted = any((shut >> first & 1) != (shut >> second & 1) for first, second in edges)
            around = list(dict.fromkeys(t.origin for t in quest.things if _shuts(t, beside)))
            gates = [gate for gate in board.gates if gate.cells & shut]
            if gates and not shut & ~sum(gate.cells for gate in gates):
                _check_gate_cells(case, gates, findings)
                continue
            reason, remedy = (
                "nobody walks through what stands there",
                f"leave a {findings.cell} free",
            )
            if is_parted:
                reason = "nobody walks up a cliff, or through a barrier"
                remedy = "join the levels with stairs or the like, or leave a gap"
            elif beyond := [patch for patch in closed if patch.cells & beside]:
                around = [patch.origin for patch in beyond]
                names = (with_article(patch.kind.title) for patch in beyond)
                reason = f"nobody of the party enters {listed_in_words(names, 'or')}"
                remedy = "leave a way around it"
            elif not around and not any(thing.mask & shut for thing in quest.things):
                reason, remedy = "no way leads there", "leave a gap in the walls around, or a door"
            findings.add(
                codes.UNREACHABLE_SQUARES,
                f"nobody can reach {quest.board.names(shut)}",
                around[0] if around else area.origin,
                f"it closes off a part of {board.area_in_words(area)}" if around else "closed off",
                related=tuple(Label(origin, "and so does this") for origin in around[1:]),
                reason=reason,
                help=remedy,
            )


def _check_gate_cells(case: Case, gates: Iterable[Gate], findings: Findings) -> None:
    """Report gates that stand on cells of their own and are never taken away."""
    board = case.quest.board
    for gate in gates:
        verb = f"`event when … {{ open {gate.id} }}`"
        findings.add(
            codes.UNREACHABLE_SQUARES,
            f"nobody ever opens {with_article(gate.title)}",
            gate.origin,
            f"nobody comes to {board.names(gate.cells)}",
            reason="a gate stands there, and nothing in the quest takes it away",
            help=f"let an event open it: {verb}, or let somebody have its key; or leave it out",
        )


def _shuts(thing: Thing, beside: Cells) -> bool:
    """Whether a thing closes cells off: it blocks, and stands on cells beside them."""
    return thing.blocks and bool(thing.mask & beside)


def _origin(quest: Quest, id_: str) -> Span:
    board = quest.board
    for group in (board.areas, board.gates, quest.items, quest.actions, quest.events):
        for part in group:
            if part.id == id_:
                return part.origin
    return quest.origin
