"""What has changed of what was proven, and of what the quest needs from the box."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from questwright.compiler.analysis.needs import NeedSort, needed_pieces
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.diff.changes import Edit, Subject
from questwright.compiler.publish.diff.tell.said import change, the_area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.analysis.needs import NeededPiece
    from questwright.compiler.model.board import Area
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.publish.diff.changes import Change
    from questwright.compiler.publish.diff.edition import Edition, Found, ProofSummary
    from questwright.compiler.publish.diff.ground import Spots
    from questwright.compiler.publish.diff.pairs import Pairing

NOT_PROVEN: Final = "not proven"

_BOXED: Final = frozenset(
    {NeedSort.FIGURE, NeedSort.FURNITURE, NeedSort.TOKEN, NeedSort.GATE, NeedSort.TILE}
)
"""What is told of here; who plays and what can be carried is told elsewhere."""


def verdict_in_words(edition: Edition) -> str:
    """The verdict of an edition: ``winnable``."""
    proof = edition.proof
    return proof.kind.replace("-", " ") if proof is not None else NOT_PROVEN


# -- the verdict ------------------------------------------------------------------------


def tell_verdict(pairing: Pairing) -> Iterator[Change]:
    """What was proven otherwise than before."""
    old, new = pairing.was.edition.proof, pairing.now.edition.proof
    if old is None or new is None:
        return
    if old.kind is not new.kind:
        before, after = verdict_in_words(pairing.was.edition), verdict_in_words(pairing.now.edition)
        text = f"the verdict is {after} now, not {before}"
        yield change(Subject.VERDICT, Edit.VERDICT, "", old.kind.value, new.kind.value, text)
    yield from _degrees(old, new)
    yield from _causes(old, new)
    if old.steps and new.steps:
        if old.steps != new.steps:
            steps = f"{new.steps} step{'s' * (new.steps != 1)}"
            text = f"a way to win has {steps} now, {old.steps} before"
            yield change(Subject.VERDICT, Edit.LINE, "", old.steps, new.steps, text)
        if old.rounds != new.rounds and old.rounds is not None and new.rounds is not None:
            text = f"it takes {_rounds(new.rounds)} to win now, {_span(old.rounds)} before"
            yield change(Subject.VERDICT, Edit.ROUNDS, "", [*old.rounds], [*new.rounds], text)
        yield from _needs_of_winning(old, new, pairing)
    yield from _reach(old, new, pairing)
    yield from _unjudged(old, new)


def _degrees(old: ProofSummary, new: ProofSummary) -> Iterator[Change]:
    """What has become of degrees of victory that there were before."""
    for title, kind in new.degrees.items():
        before = old.degrees.get(title, kind)
        if before is not kind:
            text = f"{title} is {kind.replace('-', ' ')} now, not {before.replace('-', ' ')}"
            yield change(Subject.VERDICT, Edit.VERDICT, title, before.value, kind.value, text)


def _rounds(rounds: tuple[int, int]) -> str:
    return f"{_span(rounds)} round{'s' * (rounds != (1, 1))}"


def _span(rounds: tuple[int, int]) -> str:
    """From the soonest that there could be to what the way to win takes: ``2 to 3``."""
    low, high = rounds
    return f"{low}" if low == high else f"{low} to {high}"


def _causes(old: ProofSummary, new: ProofSummary) -> Iterator[Change]:
    """Why it cannot be won, where that is not what it was."""
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
    """Which areas every way to win leads through, and which none has to."""
    for one, other in pairing.areas.both:
        before, after = _need(one.id, old), _need(other.id, new)
        if before == after or not after:
            continue
        said = {
            Edit.REQUIRED.value: f"nobody wins without entering {the_area(other)} now",
            Edit.OPTIONAL.value: f"one can win without entering {the_area(other)} now",
        }
        sort = Edit(after)
        yield change(Subject.VERDICT, sort, other.id, before or None, after, said[after])


def _need(area: str, proof: ProofSummary) -> str:
    if area in proof.required:
        return Edit.REQUIRED.value
    return Edit.OPTIONAL.value if area in proof.optional else ""


def _reach(old: ProofSummary, new: ProofSummary, pairing: Pairing) -> Iterator[Change]:
    """Where the party can come to now, and where no longer."""
    ground = pairing.ground
    before, after = ground.old(old.reached), ground.new(new.reached)
    told: Spots = frozenset()
    for one, other in pairing.areas.both:
        could = bool(ground.old(one.cells) & before)
        can = bool(ground.new(other.cells) & after)
        if could is not can:
            yield _reached(other, can=can)
            told |= ground.new(other.cells) | ground.old(one.cells)
    both = _walkable(pairing) - told
    for spots, verb, sort in (
        ((before - after) & both, "nobody comes to {} any more", Edit.UNREACHABLE),
        ((after - before) & both, "one can come to {} now", Edit.REACHABLE),
    ):
        if spots:
            where = ground.say(spots)
            was, now = (where, None) if sort is Edit.UNREACHABLE else (None, where)
            yield change(Subject.VERDICT, sort, "", was, now, verb.format(where))


def _reached(area: Area, *, can: bool) -> Change:
    the = the_area(area)
    text = f"one can come to {the} now" if can else f"nobody comes to {the} any more"
    sort = Edit.REACHABLE if can else Edit.UNREACHABLE
    return change(Subject.VERDICT, sort, area.id, not can, can, text)


def _walkable(pairing: Pairing) -> Spots:
    """Squares of both editions on which nothing stands in the way."""
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
    """Findings that are new, and findings that are gone; those of a document are not known."""
    was, now = pairing.was.edition, pairing.now.edition
    if was.findings is None or now.findings is None:
        return
    before, after = Counter(was.findings), Counter(now.findings)
    # In a text with mistakes much is not looked for: nobody knows whether that has come or gone.
    gone = before - after if not now.is_broken else Counter()
    new = after - before if not was.is_broken else Counter()
    for element in gone.elements():
        yield _finding(element, Edit.REMOVED, "found no longer")
    for one in new.elements():
        yield _finding(one, Edit.ADDED, "found now")


def _finding(one: Found, sort: Edit, words: str) -> Change:
    part: Json = {**one._asdict(), "about": one.about or None}
    before, after = (part, None) if sort is Edit.REMOVED else (None, part)
    about = f" ({one.about})" if one.about else ""
    text = f"{words}: {one.severity} {one.code}, {one.message}{about}"
    return change(Subject.FINDING, sort, one.code, before, after, text)


# -- the box ----------------------------------------------------------------------------


def tell_needs(pairing: Pairing) -> Iterator[Change]:
    """What the quest needs from the box otherwise than before."""
    old, new = _needs(pairing.was.edition), _needs(pairing.now.edition)
    for word in dict.fromkeys((*old, *new)):
        before, after = old.get(word), new.get(word)
        if before is None and after is not None:
            text = f"needed now: {_many(after, after.most)}"
            text += f", of {after.box} in the box" if after.box is not None else ""
            yield change(Subject.NEED, Edit.ADDED, after.word, None, _part(after), text)
        elif before is not None and after is None:
            text = f"no longer needed: {_many(before, before.most)}"
            yield change(Subject.NEED, Edit.REMOVED, before.word, _part(before), None, text)
        elif before is not None and after is not None and _part(before) != _part(after):
            text = _otherwise(before, after)
            parts = _part(before), _part(after)
            yield change(Subject.NEED, Edit.COUNT, after.word, *parts, text)


def _needs(edition: Edition) -> dict[tuple[str, str], NeededPiece]:
    every = needed_pieces(edition.quest, edition.system)
    return {(one.sort, one.word): one for one in every if one.sort in _BOXED}


def _part(need: NeededPiece) -> Json:
    return {"start": need.start, "most": need.most}


def _many(need: NeededPiece, count: int) -> str:
    return f"{count} {need.title if count == 1 else need.plural}"


def _otherwise(before: NeededPiece, after: NeededPiece) -> str:
    if before.most == after.most:
        many = _many(after, after.start)
        return f"{many} on the table at the start now, {before.start} before"
    box = f", of {after.box} in the box" if after.box is not None else ""
    return f"{_many(after, after.most)} at most now, {before.most} before{box}"
