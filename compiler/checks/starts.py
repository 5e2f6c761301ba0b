"""Where the party begins [DSO-A18, DSO-B24]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler import codes
from compiler.model.phrases import listed_in_words, with_article
from compiler.model.quest import EffectKind
from compiler.model.terrain import cost_of
from compiler.packs.model import Category
from dsl.diagnostics import Label

if TYPE_CHECKING:
    from compiler.model.case import Case
    from compiler.model.findings import Findings


def check_starts(case: Case, findings: Findings) -> None:
    """Each member of the party has a square to begin on."""
    quest, system, _ = case
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
                help="block other squares, or let the party begin elsewhere",
            )
    for patch in quest.board.terrain:
        shut = patch.cells & quest.starts
        barred = [k.title for k in quest.party if cost_of(patch.kind, k, system.move_value) is None]
        if shut and barred:
            findings.add(
                codes.NOT_ON_FLOOR,
                f"{listed_in_words(barred)} cannot begin at {quest.board.names(shut)}",
                patch.origin,
                f"{with_article(patch.kind.title)} is closed to them",
                related=(Label(starts[0].origin, "the party begins here"),),
                help="let the party begin elsewhere",
            )
    if not starts:
        findings.add(
            codes.NO_START,
            "nobody knows where the party begins",
            quest.origin,
            "no start squares",
            help=f"draw {party} squares with one letter and explain it: `s: {word}`",
        )
    elif len(starts) < party:
        findings.add(
            codes.NO_START,
            f"{party} begin, and there are {len(starts)} start squares",
            starts[0].origin,
            f"{party - len(starts)} too few",
            help=f"draw {party - len(starts)} more, or name fewer in the party",
            related=(Label(quest.origin, "in this quest"),),
        )
