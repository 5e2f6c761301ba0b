"""Check that gates are locked, secret passages reveal something, containers are spread out."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.geometry.openings import openings
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm
from questwright.dsl.diagnostics import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Thing


def check_locked(case: Case, findings: Findings) -> None:
    """Check that what is locked in this game has a lock, and that each lock is of any use."""
    quest = case.quest
    opened = {gate.id for gate in quest.board.gates if gate.is_open}
    owners: list[Gate | Thing] = [*quest.board.gates, *quest.things_of(Category.CONTAINER)]
    for owner in owners:
        if not owner.kind.is_locked or owner.lock is not None:
            continue
        kinds = [kind.word for kind in case.system.locks.values()]
        rules = f" [{', '.join(owner.kind.rules)}]" if owner.kind.rules else ""
        findings.add(
            codes.UNLOCKED,
            f"`{owner.id}` stands open" if owner.id in opened else f"`{owner.id}` has no lock",
            owner.origin,
            "not locked",
            reason=f"a {owner.kind.title.lower()} is locked when play begins{rules}",
            help=f"write `locked` and {listed(kinds)}, or "
            "`locked by a-key`, or `barred`; or `allow unlocked` with the reason"
            if kinds
            else "write `locked by a-key` or `barred`; or `allow unlocked` with the reason",
        )
    _check_used(case, findings)


def _check_used(case: Case, findings: Findings) -> None:
    """Check that something shuts each gate that has a lock and stands open.

    What shuts it may stand in a line that could not be read.
    """
    if not case.is_read:
        return
    closed = {own.target for own in case.quest.every_effect() if own.kind is EffectKind.CLOSE}
    for gate in case.quest.board.gates:
        is_shut = gate.id in closed or bool(gate.shuts_after)
        lock = gate.lock if gate.lock is not None and gate.lock.sides is None else None
        if gate.is_open and lock is not None and not is_shut:
            findings.add(
                codes.SURPLUS_PART,
                f"this `{gate.kind.word}` stands open and is locked",
                lock.origin,
                "nothing ever shuts it",
                help=f"leave out `open`, or the lock, or let an event `close {gate.id}`",
            )


def check_passages(case: Case, findings: Findings) -> None:
    """Check that each passage leads to an area not yet seen; at most one container per area.

    [DSO-B9]
    """
    quest = case.quest
    board = quest.board
    seen = openings(board, frozenset()).flood(quest.starts, board.floor)
    for gate in board.gates:
        if gate.kind.form is not GateForm.PASSAGE or gate.is_open:
            continue
        both = [board.areas[number].cells & seen for number in gate.between]
        if all(both):
            findings.add(
                codes.PASSAGE_BETWEEN_SEEN,
                f"`{gate.id}` joins two areas that are open from the start",
                gate.origin,
                "nothing is revealed by it",
                reason=f"a {gate.kind.title.lower()} reveals the one area behind it",
                help="put it elsewhere, or something that is seen between the areas",
            )
    # What is locked is opened by itself, and not searched with the area.
    searched = [thing for thing in quest.things_of(Category.CONTAINER) if thing.lock is None]
    for number, area in enumerate(board.areas):
        chests = [thing for thing in searched if thing.area == number]
        if len(chests) > 1:
            findings.add(
                codes.CHESTS_IN_ONE_AREA,
                f"{board.area_in_words(area)} has {len(chests)} containers",
                chests[1].origin,
                "one search empties them all",
                reason="an area is searched once, whatever stands in it",
                help="put them into different areas",
            )
