"""Check that a muster can pay for, find and place what it buys [DN-B34, DN-B40, DN-B41]."""

from __future__ import annotations

from collections import Counter

from questwright.compiler import codes
from questwright.compiler.geometry.footing import Footing, body_of, union_of
from questwright.compiler.geometry.going import Going
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import TERRAIN, shares, standable
from questwright.compiler.geometry.terrain import Gait, ground_for, plain_ground
from questwright.compiler.model.musters import coming, ware_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.musters import Muster
    from questwright.compiler.packs.system.system import Kind


def check_musters(case: Case, findings: Findings) -> None:
    """Check the points, the box and the room of each muster."""
    for muster in case.quest.musters:
        _check_points(muster, findings)
        _check_box(case, muster, findings)
        _check_room(case, muster, findings)


def _check_points(muster: Muster, findings: Findings) -> None:
    cheapest = min(ware.price for ware in muster.wares)
    if muster.spent > muster.points:
        findings.add(
            codes.POINTS_OVERSPENT,
            f"`{muster.id}` spends {muster.spent} of {muster.points} points",
            muster.origin,
            f"{muster.spent - muster.points} too many",
            reason="nobody buys what they cannot pay for",
            help="buy less, or give more points",
        )
    elif cheapest > muster.points:
        findings.add(
            codes.POINTS_OVERSPENT,
            f"nothing of `{muster.id}` can be paid for",
            muster.origin,
            f"the cheapest costs {cheapest}",
            help=f"give {cheapest} points at least, or offer what costs less",
        )


def _check_box(case: Case, muster: Muster, findings: Findings) -> None:
    """Check that the box holds what a muster buys, and enough to spend all its points on."""
    quest, system = case.quest, case.system
    placed = Counter(thing.kind.word for thing in quest.things)
    worth, is_endless = 0, False
    for ware in muster.wares:
        kinds = coming(ware, muster, system)
        boxes = [kind.box for kind in kinds]
        left = sum(max(0, (kind.box or 0) - placed[kind.word]) for kind in kinds)
        if None in boxes:
            is_endless = True
        elif ware.many > left:
            findings.add(
                codes.TOO_MANY,
                f"`{muster.id}` buys {ware.many} of {ware_title(ware.word, system)}, "
                f"and {left} are left in the box",
                muster.origin,
                "more than the box holds",
                help=f"buy {ware.many - left} fewer",
            )
        worth += left * ware.price
    if not is_endless and worth < muster.points:
        findings.add(
            codes.BOX_MAY_RUN_OUT,
            f"all that `{muster.id}` can buy is worth {worth} of its {muster.points} points",
            muster.origin,
            "the box runs out first",
            reason="what the box lacks is not bought",
            help="give fewer points, or offer more",
        )


def _check_room(case: Case, muster: Muster, findings: Findings) -> None:
    """Check that each kind on offer has somewhere to stand."""
    quest, system = case.quest, case.system
    board = quest.board
    going = Going(board, openings(board, frozenset()))
    for ware in muster.wares:
        kinds = coming(ware, muster, system)
        if kinds and not any(_stands(case, muster, kind, going) for kind in kinds):
            findings.add(
                codes.NO_ROOM,
                f"{ware_title(ware.word, system)} cannot stand at {muster.place}",
                muster.origin,
                "no free floor for it",
                reason="a figure stands on free cells, on one side of a wall",
                help="name a wider place, or do not offer it here",
            )


def _stands(case: Case, muster: Muster, kind: Kind, going: Going) -> bool:
    """Whether a kind fits on the muster's cells, on ground that it can enter."""
    board = case.quest.board
    cells = muster.cells & standable(case.quest, kind.specials)
    ground = plain_ground(cells)
    if not shares(kind.specials, TERRAIN):
        ground = ground_for(kind, board, cells, Gait(case.system.move_value))
    return bool(union_of(Footing(body_of(kind, board.lattice), going, ground).stands))
