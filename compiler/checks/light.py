"""Check that nothing asks the party to part further than its light reaches [WHQ-B9]."""

from __future__ import annotations

from itertools import chain

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.openings import openings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.case import Case


def check_light(case: Case, findings: Findings) -> None:
    """Report what can only come true where somebody is in the dark, and lost."""
    quest, light, proof = case.quest, case.system.party.light, case.proof
    if light is None or proof is None or not quest.starts:
        return
    bearer = next((n for n, own in enumerate(quest.party) if own.word in light.carried_by), -1)
    lit = [_lit(area, light.areas, quest.board) for area in range(len(quest.board.areas))]
    who = with_article(quest.party[bearer].title) if bearer >= 0 else "whoever carries the light"
    far = "1 area" if light.areas == 1 else f"{light.areas} areas"
    for asked in proof.asked_apart(lit, bearer):
        findings.add(
            codes.BEYOND_LIGHT,
            f"the light does not reach all who are asked to be at {listed_in_words(asked.places)}",
            asked.origin,
            asked.purpose,
            reason=f"whoever is more than {far} away from {who} is lost in the dark",
            help="ask for places that are nearer to each other",
        )


def _lit(area: int, reach: int, board: Board) -> frozenset[int]:
    """The areas that the light reaches from one: it falls through doorways, and open doors."""
    lit = {area}
    edges = openings(board).edges()
    open_ = ({board.area_at(first), board.area_at(second)} for first, second in edges)
    ways = [*({*gate.between} for gate in board.gates), *open_]
    for _ in range(reach):
        lit |= {*chain.from_iterable(way for way in ways if way & lit)} - {-1}
    return frozenset(lit)
