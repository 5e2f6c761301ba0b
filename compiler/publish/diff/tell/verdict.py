"""Describe changes of the verdict, of the findings, and of what the quest needs from the box."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from questwright.compiler.analysis.needs import NeedSort, needed_pieces
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.wording import change, the_area

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.analysis.needs import NeededPiece
    from questwright.compiler.model.board import Area
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.turns import TurnRules
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.ground import Spots
    from questwright.compiler.publish.diff.pairs import Pairing
    from questwright.compiler.publish.document.read.edition import (
        ComparedFinding,
        Edition,
        ProofSummary,
    )

NOT_PROVEN: Final = "not proven"

_BOXED: Final = frozenset(
    {NeedSort.FIGURE, NeedSort.FURNITURE, NeedSort.TOKEN, NeedSort.GATE, NeedSort.TILE}
)
"""The sorts of needs that are described here; other changes describe heroes and cards."""


def verdict_in_words(edition: Edition) -> str:
    """The verdict of an edition in words: ``can strand``; ``not proven`` if it has none."""
    proof = edition.proof
    return proof.kind.replace("-", " ") if proof is not None else NOT_PROVEN


# -- the verdict ------------------------------------------------------------------------


def tell_verdict(pairing: Pairing) -> Iterator[Change]:
    """The changes of the verdict: its kind, causes, line, rounds, and the squares reached."""
    old, new = pairing.was.edition.proof, pairing.now.edition.proof
    if old is None or new is None:
        return
    if old.kind is not new.kind:
        before, after = verdict_in_words(pairing.was.edition), verdict_in_words(pairing.now.edition)
        text = f"the verdict is {after} now, not {before}"
        yield change(Subject.VERDICT, Edit.VERDICT, "", old.kind.value, new.kind.value, text)
    yield from _degrees(old, new, pairing.now.edition.system.turns)
    yield from _causes(old, new)
    if old.steps and new.steps:
        if old.steps != new.steps:
            steps = f"{new.steps} step{'s' * (new.steps != 1)}"
            text = f"a way to win has {steps} now, {old.steps} before"
            yield change(Subject.VERDICT, Edit.LINE, "", old.steps, new.steps, text)
        if old.rounds != new.rounds and old.rounds is not None and new.rounds is not None:
            takes = _rounds(new.rounds, pairing.now.edition.system.turns)
            text = f"it takes {takes} to win now, {_span(old.rounds)} before"
            yield change(Subject.VERDICT, Edit.ROUNDS, "", [*old.rounds], [*new.rounds], text)
        yield from _needs_of_winning(old, new, pairing)
    yield from _reach(old, new, pairing)
    yield from _unjudged(old, new)


def _degrees(old: ProofSummary, new: ProofSummary, turns: TurnRules) -> Iterator[Change]:
    """The degrees of victory whose verdict or rounds have changed, of those in both editions."""
    for title, (kind, rounds) in new.degrees.items():
        before, taken = old.degrees.get(title, (kind, rounds))
        if before is not kind:
            text = f"{title} is {kind.replace('-', ' ')} now, not {before.replace('-', ' ')}"
            yield change(Subject.VERDICT, Edit.VERDICT, title, before.value, kind.value, text)
        if rounds is not None and taken is not None and rounds != taken:
            text = f"{title} takes {_rounds(rounds, turns)} now, {_span(taken)} before"
            yield change(Subject.VERDICT, Edit.ROUNDS, title, [*taken], [*rounds], text)


def _rounds(rounds: tuple[int, int], turns: TurnRules) -> str:
    return f"{_span(rounds)} {turns.one if rounds == (1, 1) else turns.many}"


def _span(rounds: tuple[int, int]) -> str:
    """A range of rounds in words: ``2 to 3``, or ``2``."""
    low, high = rounds
    return f"{low}" if low == high else f"{low} to {high}"


def _causes(old: ProofSummary, new: ProofSummary) -> Iterator[Change]:
    """The causes that are new or gone."""
    before = list(dict.fromkeys(old.causes))
    after = list(dict.fromkeys(new.causes))
    for cause in before:
        if cause not in after:
            text = f"no longer in the way: {cause}"
            yield change(Subject.VERDICT, Edit.CAUSES, "", cause, None, text)
    for cause in after:
        if cause not in before:
            text = f"in the way now: {cause}"
            yield change(Subject.VERDICT, Edit.CAUSES, "", None, cause, text)


def _needs_of_winning(old: ProofSummary, new: ProofSummary, pairing: Pairing) -> Iterator[Change]:
    """The areas that have become required for winning, or optional."""
    for area, new_area in pairing.areas.both:
        before, after = _need(area.id, old), _need(new_area.id, new)
        if before == after or not after:
            continue
        sentences = {
            Edit.REQUIRED.value: f"nobody wins without entering {the_area(new_area)} now",
            Edit.OPTIONAL.value: f"one can win without entering {the_area(new_area)} now",
        }
        sort = Edit(after)
        yield change(Subject.VERDICT, sort, new_area.id, before or None, after, sentences[after])


def _need(area: str, proof: ProofSummary) -> str:
    if area in proof.required:
        return Edit.REQUIRED.value
    return Edit.OPTIONAL.value if area in proof.optional else ""


def _reach(old: ProofSummary, new: ProofSummary, pairing: Pairing) -> Iterator[Change]:
    """The areas and squares that the party can reach now, or no longer."""
    ground = pairing.ground
    before, after = ground.old(old.reached), ground.new(new.reached)
    described: Spots = frozenset()
    for area, new_area in pairing.areas.both:
        could = bool(ground.old(area.cells) & before)
        can = bool(ground.new(new_area.cells) & after)
        if could is not can:
            yield _reached(new_area, can=can)
            described |= ground.new(new_area.cells) | ground.old(area.cells)
    both = _walkable(pairing) - described
    for spots, verb, sort in (
        ((before - after) & both, "nobody comes to {} any more", Edit.UNREACHABLE),
        ((after - before) & both, "one can come to {} now", Edit.REACHABLE),
    ):
        if spots:
            where = ground.say(spots)
            was, now = (where, None) if sort is Edit.UNREACHABLE else (None, where)
            yield change(Subject.VERDICT, sort, "", was, now, verb.format(where))


def _reached(area: Area, *, can: bool) -> Change:
    name = the_area(area)
    text = f"one can come to {name} now" if can else f"nobody comes to {name} any more"
    sort = Edit.REACHABLE if can else Edit.UNREACHABLE
    return change(Subject.VERDICT, sort, area.id, not can, can, text)


def _walkable(pairing: Pairing) -> Spots:
    """The squares that are free floor in both editions."""
    old, new = pairing.was.edition.quest, pairing.now.edition.quest
    before = pairing.ground.old(old.board.floor & ~_closed(pairing.was.edition))
    after = pairing.ground.new(new.board.floor & ~_closed(pairing.now.edition))
    return before & after


def _closed(edition: Edition) -> int:
    cells = edition.quest.blocked
    for portal in edition.quest.things_of(Category.PORTAL):
        cells |= portal.mask
    return cells


def _unjudged(old: ProofSummary, new: ProofSummary) -> Iterator[Change]:
    for what in old.undecided:
        if what not in new.undecided:
            text = f"judged now: {what}"
            yield change(Subject.VERDICT, Edit.UNJUDGED, "", what, None, text)
    for what in new.undecided:
        if what not in old.undecided:
            text = f"not judged any more: {what}"
            yield change(Subject.VERDICT, Edit.UNJUDGED, "", None, what, text)


# -- findings ---------------------------------------------------------------------------


def tell_findings(pairing: Pairing) -> Iterator[Change]:
    """The findings that are new or gone; none if either edition comes from a document."""
    was, now = pairing.was.edition, pairing.now.edition
    # A text with mistakes is not checked in full: missing findings mean nothing there.
    yield from changed_findings(
        was.findings, now.findings, tells_gone=not now.is_broken, tells_new=not was.is_broken
    )


def changed_findings(
    was: Sequence[ComparedFinding] | None,
    now: Sequence[ComparedFinding] | None,
    *,
    tells_gone: bool = True,
    tells_new: bool = True,
) -> Iterator[Change]:
    """The findings that are new or gone; none if those of either edition are not known."""
    if was is None or now is None:
        return
    before, after = Counter(was), Counter(now)
    for finding in (before - after).elements() if tells_gone else ():
        yield _finding(finding, Edit.REMOVED, "found no longer")
    for finding in (after - before).elements() if tells_new else ():
        yield _finding(finding, Edit.ADDED, "found now")


def _finding(finding: ComparedFinding, sort: Edit, words: str) -> Change:
    part: Json = {**finding._asdict(), "about": finding.about or None}
    before, after = (part, None) if sort is Edit.REMOVED else (None, part)
    about = f" ({finding.about})" if finding.about else ""
    text = f"{words}: {finding.severity} {finding.code}, {finding.message}{about}"
    return change(Subject.FINDING, sort, finding.code, before, after, text)


# -- the box ----------------------------------------------------------------------------


def tell_needs(pairing: Pairing) -> Iterator[Change]:
    """The changes of what the quest needs from the box."""
    old, new = _needs(pairing.was.edition), _needs(pairing.now.edition)
    for word in dict.fromkeys((*old, *new)):
        before, after = old.get(word), new.get(word)
        if before is None and after is not None:
            text = f"needed now: {_counted(after, after.most)}"
            text += f", of {after.box} in the box" if after.box is not None else ""
            yield change(Subject.NEED, Edit.ADDED, after.word, None, _part(after), text)
        elif before is not None and after is None:
            text = f"no longer needed: {_counted(before, before.most)}"
            yield change(Subject.NEED, Edit.REMOVED, before.word, _part(before), None, text)
        elif before is not None and after is not None and _part(before) != _part(after):
            text = _counts_in_words(before, after)
            parts = _part(before), _part(after)
            yield change(Subject.NEED, Edit.COUNT, after.word, *parts, text)


def _needs(edition: Edition) -> dict[tuple[str, str], NeededPiece]:
    needs = needed_pieces(edition.quest, edition.system)
    return {(need.sort, need.word): need for need in needs if need.sort in _BOXED}


def _part(need: NeededPiece) -> Json:
    return {"start": need.start, "most": need.most}


def _counted(need: NeededPiece, count: int) -> str:
    return f"{count} {need.title if count == 1 else need.plural}"


def _counts_in_words(before: NeededPiece, after: NeededPiece) -> str:
    if before.most == after.most:
        many = _counted(after, after.start)
        return f"{many} on the table at the start now, {before.start} before"
    box = f", of {after.box} in the box" if after.box is not None else ""
    return f"{_counted(after, after.most)} at most now, {before.most} before{box}"
