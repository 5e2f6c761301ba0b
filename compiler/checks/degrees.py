"""Degrees of victory that nobody can win by [DN-A8, DN-B46]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.model.verdict import VerdictKind

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_degrees(case: Case, findings: Findings) -> None:
    """Each degree that a quest promises can be had."""
    quest, system, proof, degrees = case.quest, case.system, case.proof, case.degrees
    if proof is None or proof.kind not in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND):
        return
    for degree in degrees:
        if degree.kind is VerdictKind.UNWINNABLE:
            origin = next(v.origin for v in quest.victories if v.degree == degree.word)
            findings.add(
                codes.DEGREE_OUT_OF_REACH,
                f"nobody can win by {degree.title.lower()}",
                origin,
                "never comes true",
                reason=f"{system.party.title} win by less before that, or not in time",
                help="ask less of it, or more of the degrees below",
            )
        elif degree.kind is VerdictKind.UNDECIDED:
            origin = next(v.origin for v in quest.victories if v.degree == degree.word)
            findings.add(
                codes.UNDECIDED,
                f"it was not decided whether anybody can win by {degree.title.lower()}",
                origin,
                "not proven",
                reason="a line that wins by it, and by nothing less before, was not found, "
                "nor that there is none",
                help='ask less of it, or accept it: `allow undecided because "…"`',
            )
