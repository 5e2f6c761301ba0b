"""Apply a quest's `expect` and `allow` statements to its findings.

Takes a Case and its findings. Returns the findings that no `allow` accepts, and new ones for each
`expect` that does not hold and each `allow` that accepts nothing.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import with_indefinite
from questwright.compiler.frontend.findings import Findings, at_causes, at_steps
from questwright.compiler.model.verdict import AnyProof, VerdictKind
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Code, Diagnostic, Label, did_you_mean
from questwright.dsl.syntax import Allow, Claim, Expect, Name, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.dsl.source import Span

_FIRST_ALLOWABLE = "QW116"
"""The lowest code that can be allowed: lower ones say that the text or its names are broken."""

_FACED = (Category.FIGURE, Category.CONTAINER, Category.PORTAL)
"""The things that a line of play beats, opens or goes through."""
_LOST = (codes.UNWINNABLE, codes.NOT_IN_EVERY_WORLD)
_OF_QUESTS_THAT_ARE_WON = (
    codes.NOT_FOR_FEWER,
    codes.CAN_LOSE,
    codes.CAN_STRAND,
    codes.DEGREE_OUT_OF_REACH,
    codes.OUT_OF_REACH,
    codes.DEAD_EVENT,
    codes.DEAD_ACTION,
    codes.UNREACHABLE_AREA,
    codes.UNREACHABLE_ITEM,
    codes.UNSEARCHABLE,
    codes.BEYOND_LIGHT,
)
"""What is not looked for, or not told, where a quest is not known to be won."""
_VERDICTS = {
    VerdictKind.WINNABLE: "it can be won",
    VerdictKind.CAN_STRAND: "it can be won",
    VerdictKind.UNDECIDED: "it was not decided whether it can be won",
    VerdictKind.VACUOUS: "there is nothing to win in it",
    VerdictKind.UNWINNABLE: "it cannot be won",
}


def apply_expectations(
    case: Case, found: tuple[Diagnostic, ...], before: tuple[Diagnostic, ...]
) -> tuple[Diagnostic, ...]:
    """The findings that remain after `expect` and `allow`, with those about these statements.

    ``found`` are all findings of the quest; the errors among ``before`` (those of the passes) keep
    it from being proven, so they cannot be allowed.
    """
    quest, proof = case.quest, case.proof
    findings = Findings()
    allowed: set[str] = set()
    unprovable = {finding.code for finding in before}
    lost = next((finding.code for finding in found if finding.code in _LOST), codes.UNWINNABLE)
    is_lost = any(finding.code == lost for finding in found)
    accepted = {allow.code.text for allow in quest.allows}
    expects_unwinnable = any(expect.claim is Claim.UNWINNABLE for expect in quest.expects)
    if expects_unwinnable:
        accepted.add(codes.UNWINNABLE.id)
    is_told = is_lost and not {lost.id, lost.name} & accepted
    for expect in quest.expects:
        if is_told and _follows(expect):
            # Another finding says already why the quest cannot be won.
            continue
        if proof is not None and quest.starts:
            _hold(expect, case, proof, findings)
    by_name = {code.name: code for code in codes.every_code()}
    by_id = {code.id: code for code in codes.every_code()}
    for allow in quest.allows:
        code = by_name.get(allow.code.text) or by_id.get(allow.code.text)
        if code is None:
            findings.add(
                codes.UNKNOWN_NAME,
                f"there is no finding called `{allow.code.text}`",
                allow.code.span,
                "unknown",
                help=did_you_mean(allow.code.text, by_name)
                or "each message begins with its id; `questwright explain` lists them",
            )
        elif code.id < _FIRST_ALLOWABLE or (code.severity == "error" and code in unprovable):
            findings.add(
                codes.STALE_ALLOW,
                f"`{code.name}` cannot be allowed",
                allow.code.span,
                "this has to be mended",
            )
        elif allow.by is not None:
            if proof is not None:
                _hold_allowed(allow, code, proof, findings)
        elif any(finding.code == code for finding in found):
            allowed.add(code.id)
        elif proof is not None and _is_looked_for(code, proof):
            # A broken quest is not searched for everything: the finding may come back.
            findings.add(
                codes.STALE_ALLOW,
                f"this quest has no finding `{code.name}` any more",
                allow.span,
                "not needed",
                help="delete this line",
            )
    kept = [
        finding
        for finding in found
        if finding.code.id not in allowed
        and not (expects_unwinnable and finding.code == codes.UNWINNABLE)
    ]
    return (*kept, *findings.all())


def _is_looked_for(code: Code, proof: AnyProof) -> bool:
    """Whether a finding would have been found: some are looked for only in quests that are won."""
    is_won = proof.kind in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND)
    return is_won or code not in _OF_QUESTS_THAT_ARE_WON


def _hold_allowed(allow: Allow, code: Code, proof: AnyProof, findings: Findings) -> None:
    """Check an `allow` that accepts what something brings about."""
    assert allow.by is not None
    assert allow.word is not None
    name = allow.by.text
    if code != codes.CAN_STRAND or allow.word.text != "by":
        findings.add(
            codes.STALE_ALLOW,
            f"`{code.name}` cannot be allowed like this",
            allow.word.span.to(allow.by.span),
            "not understood",
            help='write `allow can-strand by NAME because "…"`, or leave this out',
        )
    elif not any(name in end.names for end in proof.dead_ends) and proof.are_dead_ends_known:
        known = {name for end in proof.dead_ends for name in end.names}
        findings.add(
            codes.STALE_ALLOW,
            f"no dead end of this quest comes about by `{name}`",
            allow.span,
            "not needed",
            help=did_you_mean(name, known) or "delete this line",
        )


def _follows(expect: Expect) -> bool:
    """Whether an expectation fails merely because the quest cannot be won."""
    return expect.claim is Claim.OPTIONAL or (expect.claim is Claim.WINNABLE and not expect.rounds)


def _hold(expect: Expect, case: Case, proof: AnyProof, findings: Findings) -> None:
    match expect.claim:
        case Claim.WINNABLE:
            if proof.kind is VerdictKind.UNWINNABLE:
                _stale(expect.span, "it cannot be won", findings, at_causes(proof.why_unwinnable()))
            elif expect.rounds is not None:
                _hold_rounds(expect.rounds, proof, findings)
        case Claim.UNWINNABLE:
            won = [world for world in proof.worlds if world.kind is not VerdictKind.UNWINNABLE]
            if proof.kind is not VerdictKind.UNWINNABLE:
                _stale(expect.span, _VERDICTS[proof.kind], findings)
            elif won:
                many = f"{len(won)} of {len(proof.worlds)} worlds"
                _stale(expect.span, f"it can be won in {many}", findings)
        case Claim.UNREACHABLE:
            _hold_unreachable(expect, case, proof, findings)
        case Claim.MUST_FACE | Claim.OPTIONAL:
            _hold_faced(expect, case, proof, findings)
        case Claim.CANNOT_STRAND:
            if proof.can_strand:
                line = next((end.line for end in proof.dead_ends), ())
                _stale(expect.span, "it can", findings, at_steps(line, "the way into it"))
            elif proof.can_strand is None:
                what = "the party can play itself into a dead end"
                _unproven(expect.span, what, proof, findings)


def _hold_rounds(expected: Range, proof: AnyProof, findings: Findings) -> None:
    """Check that the earliest round in which the quest can be won lies in the expected range."""
    if proof.is_won_within(expected.low, expected.high):
        return
    if proof.rounds is None:
        findings.add(
            codes.UNPROVEN_EXPECT, "rounds cannot be counted here", expected.span, "not proven"
        )
        return
    low, high = proof.rounds
    if high < expected.low or low > expected.high:
        _stale(expected.span, f"the earliest win is in round {_between(low, high)}", findings)
    elif low < expected.low or high > expected.high:
        findings.add(
            codes.UNPROVEN_EXPECT,
            "it is not proven that the earliest win is in round "
            f"{_between(expected.low, expected.high)}",
            expected.span,
            f"it is in round {low} to {high}",
            reason=f"nobody can win before round {low}, and the winning line takes until {high}",
            help=f"write `{min(low, expected.low)}..{max(high, expected.high)}`",
        )


def _between(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _stale(span: Span, why: str, findings: Findings, related: tuple[Label, ...] = ()) -> None:
    findings.add(
        codes.STALE_EXPECT,
        "this quest is not what its designer expects",
        span,
        why,
        related=related,
        help="mend the quest, or change what you expect",
    )


def _unproven(span: Span, what: str, proof: AnyProof, findings: Findings) -> None:
    """Add a finding: what the expectation claims was not judged, and because of which statement."""
    findings.add(
        codes.UNPROVEN_EXPECT,
        f"it was not decided whether {what}",
        span,
        "not proven",
        related=at_causes(proof.unjudged),
        reason=f"not judged: {', '.join(proof.undecided)}",
        help="make the quest simpler there, or leave out what you expect",
    )


def _hold_unreachable(expect: Expect, case: Case, proof: AnyProof, findings: Findings) -> None:
    assert expect.subject is not None
    areas = {area.id for area in case.quest.board.areas}
    called: dict[str, tuple[str, ...]] = {item.id: (item.id,) for item in case.quest.items}
    for item in case.quest.items:
        if item.alike:
            # Several that are alike are left out together.
            called[item.alike] = (*called.get(item.alike, ()), item.id)
    if not _known(expect.subject, areas, "area", findings):
        return
    if not all(_known(name, {*called}, "item", findings) for name in expect.without):
        return
    without = tuple(id_ for name in expect.without for id_ in called[name.text])
    how = f" without {' and '.join(name.text for name in expect.without)}" if without else ""
    reaches = proof.reaches_without(expect.subject.text, without)
    if reaches is None:
        _unproven(expect.span, f"`{expect.subject.text}` can be reached{how}", proof, findings)
    elif reaches:
        _stale(expect.span, f"`{expect.subject.text}` can be reached{how}", findings)
    elif without and proof.reaches_without(expect.subject.text, ()) is False:
        _stale(expect.span, f"`{expect.subject.text}` cannot be reached at all", findings)


def _hold_faced(expect: Expect, case: Case, proof: AnyProof, findings: Findings) -> None:
    assert expect.subject is not None
    quest = case.quest
    thing = next((own for own in quest.things if own.id == expect.subject.text), None)
    if thing is not None and thing.kind.category not in _FACED:
        _refuse_faced(thing, expect.subject, quest, findings)
        return
    known = {
        part.id
        for parts in (
            quest.board.areas,
            quest.board.gates,
            quest.board.crossings,
            quest.things_of(*_FACED),
            quest.items,
            quest.events,
            quest.actions,
        )
        for part in parts
    }
    if not _known(expect.subject, known, "thing", findings):
        return
    faced = proof.must_face(expect.subject.text)
    if faced is None:
        _unproven(expect.span, f"it can be won without `{expect.subject.text}`", proof, findings)
    elif expect.claim is Claim.MUST_FACE and not faced:
        _stale(expect.span, f"it can be won without `{expect.subject.text}`", findings)
    elif expect.claim is Claim.OPTIONAL and faced:
        _stale(expect.span, f"it cannot be won without `{expect.subject.text}`", findings)


def _refuse_faced(thing: Thing, name: Name, quest: Quest, findings: Findings) -> None:
    """Say that nobody meets a thing which merely stands there, and what to ask for instead."""
    claim = "must face"
    done = next((action for action in quest.actions if action.target == thing.id), None)
    if done is not None:
        help_ = f"ask for what is done there: `{claim} {done.id}`"
    elif thing.area >= 0:
        help_ = f"ask for the area around it: `{claim} {quest.board.areas[thing.area].id}`"
    else:
        help_ = "ask for an area, an event or an action"
    findings.add(
        codes.WRONG_KIND,
        f"nobody has to face `{name.text}`, or does without it",
        name.span,
        with_indefinite(thing.kind.title),
        related=(Label(thing.origin, "declared here"),),
        reason="a line of play enters areas, opens gates and containers, takes crossings and "
        "portals, beats figures, gets items, brings about events and does actions; it does "
        "nothing to what merely stands there",
        help=help_,
    )


def _known(name: Name, known: set[str], sort: str, findings: Findings) -> bool:
    if name.text in known:
        return True
    findings.add(
        codes.UNKNOWN_NAME,
        f"there is no {sort} called `{name.text}`",
        name.span,
        "not declared",
        help=did_you_mean(name.text, known),
    )
    return False
