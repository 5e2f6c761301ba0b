"""Where the party begins [DSO-A18, DSO-B24]."""

from __future__ import annotations

from itertools import combinations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.terrain import cost_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.grid.matching import maximum_matching
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Quest


def check_starts(case: Case, findings: Findings) -> None:
    """Check that each member of the party has a free cell to begin on."""
    quest, system = case.quest, case.system
    starts = quest.things_of(Category.START)
    party = len(quest.party)
    if not quest.board.floor:
        return
    word = next((w for w, kind in system.kinds.items() if kind.category is Category.START), "start")
    for effect in quest.rolled():
        shut = effect.cells & quest.starts
        if effect.kind is EffectKind.BLOCK and shut:
            findings.add(
                codes.SQUARE_TAKEN,
                f"a table blocks {quest.board.names(shut)}, where the party begins",
                effect.origin,
                "somebody stands there when play begins",
                help=f"block other {findings.cells}, or let the party begin elsewhere",
            )
    _check_ground(case, findings)
    _check_twice(quest, findings)
    if _has_broken_start(case, findings):
        # The quest has starts, and an earlier finding says what is wrong with them.
        return
    if not starts:
        findings.add(
            codes.NO_START,
            "nobody knows where the party begins",
            quest.origin,
            f"no start {findings.cells}",
            help=f"draw {party} {findings.cells} with one letter and explain it: `s: {word}`",
        )
        return
    if not quest.begun:
        findings.add(
            codes.NO_START,
            "no member of the party is on the board in round 1",
            starts[0].origin,
            "everybody comes in a later round",
            help="count rounds from the one in which the first member comes",
        )
        return
    wishes = _wishes(quest)
    strays = [kind.title for kind, own in zip(quest.party, wishes, strict=True) if not own]
    seats = maximum_matching(wishes)
    standing = [kind.title for n, kind in enumerate(quest.party) if n not in seats]
    if strays:
        findings.add(
            codes.NO_START,
            f"nobody knows where {listed_in_words(strays)} begin{'s' * (len(strays) == 1)}",
            quest.origin,
            "every start names other members",
            help=f"name them at a start, or add a {word} for all who are not named",
            related=tuple(Label(entry.origin, "for others") for entry in quest.entries),
        )
    elif standing and not any(start.who or start.round > 1 for start in starts):
        findings.add(
            codes.NO_START,
            f"{party} begin, and there are {len(starts)} start {findings.cells}",
            starts[0].origin,
            f"{party - len(starts)} too few",
            help=f"draw {party - len(starts)} more, or name fewer in the party",
            related=(Label(quest.origin, "in this quest"),),
        )
    elif standing:
        findings.add(
            codes.NO_START,
            f"there is no start {findings.cell} left for {listed_in_words(standing)}",
            starts[0].origin,
            "other members take all of them",
            help="draw more of them, or let some come later: `from round 2`",
            related=tuple(Label(entry.origin, "a start") for entry in quest.entries[1:]),
        )


def _has_broken_start(case: Case, findings: Findings) -> bool:
    """Whether an error lies within the text of a start, so that starts cannot be counted."""
    errors = [finding.label.span for finding in findings.all() if finding.severity == "error"]
    return any(
        start.path == span.path and start.start <= span.start and span.end <= start.end
        for start in case.starts
        for span in errors
    )


def _wishes(quest: Quest) -> list[list[tuple[int, int]]]:
    """For each member of the party the (cell, -1) that it may begin on.

    A member who may come after round 1 gets a seat of its own, (-1, number): it waits for room.
    """
    found: list[list[tuple[int, int]]] = []
    for number, kind in enumerate(quest.party):
        own = [entry for entry in quest.entries if kind.word in entry.who]
        comes_later = any(entry.round > 1 for entry in own)
        cells = [(cell, -1) for entry in own for cell in each_cell(entry.cells)]
        found.append([(-1, number)] if comes_later else cells)
    return found


def _check_twice(quest: Quest, findings: Findings) -> None:
    """Check that no two starts give the same cell to the same member in the same round."""
    for first, second in combinations(quest.entries, 2):
        common = first.cells & second.cells
        if common and first.round == second.round and {*first.who} & {*second.who}:
            findings.add(
                codes.SQUARE_TAKEN,
                f"two starts are on {quest.board.names(common)}",
                second.origin,
                "the second one",
                related=(Label(first.origin, "the first one"),),
                help="move one of them",
            )


def _check_ground(case: Case, findings: Findings) -> None:
    """Check that nobody comes into play on ground that they cannot enter."""
    quest, system = case.quest, case.system
    for patch in quest.board.terrain:
        barred = {
            kind.word: kind.title
            for kind in quest.party
            if cost_of(patch.kind, kind, system.move_value) is None
        }
        for entry in quest.entries:
            shut = patch.cells & entry.cells
            titles = [title for word, title in barred.items() if word in entry.who]
            if shut and titles:
                findings.add(
                    codes.NOT_ON_FLOOR,
                    f"{listed_in_words(titles)} cannot begin at {quest.board.names(shut)}",
                    patch.origin,
                    f"{with_article(patch.kind.title)} is closed to them",
                    related=(Label(entry.origin, "the party begins here"),),
                    help="let the party begin elsewhere",
                )
