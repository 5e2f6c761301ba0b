"""Check the degrees of victory that the proof judged [DN-A8, DN-B46]."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.findings import at_causes, because
from questwright.compiler.model.verdict import VerdictKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_degrees(case: Case, findings: Findings) -> None:
    """Check that the party can win by each degree of victory that the quest has."""
    quest, system, proof, degrees = case.quest, case.system, case.proof, case.degrees
    if proof is None or proof.kind not in (VerdictKind.WINNABLE, VerdictKind.CAN_STRAND):
        return
    for word, (kind, unjudged) in degrees.items():
        title = system.degrees[word].title.lower()
        if kind is VerdictKind.UNWINNABLE:
            origin = next(v.origin for v in quest.victories if v.degree == word)
            findings.add(
                codes.DEGREE_OUT_OF_REACH,
                f"nobody can win by {title}",
                origin,
                "never comes true",
                reason=f"{system.party.title} win by less first, or run out of time",
                help="ask less for this degree, or more for the lower ones",
            )
        elif kind is VerdictKind.UNDECIDED:
            origin = next(v.origin for v in quest.victories if v.degree == word)
            elsewhere = tuple(cause for cause in unjudged if cause.origin != origin)
            findings.add(
                codes.UNDECIDED,
                f"it was not decided whether anybody can win by {title}",
                origin,
                "not proven",
                related=at_causes(elsewhere),
                reason=f"not judged: {because(unjudged)}"
                if unjudged
                else "the proof found no line that wins by it without winning by a lower "
                "degree first, and did not show that there is none",
                help='ask less for this degree, or accept it: `allow undecided because "…"`',
            )
