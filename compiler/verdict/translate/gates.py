"""What opens gates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import GateForm
from questwright.compiler.verdict.task.need import NOTHING, Never, every, negated
from questwright.compiler.verdict.task.task import Deed, DeedSort, FactSort
from questwright.compiler.verdict.translate.effects import revealed_by
from questwright.compiler.verdict.translate.ground import Access

if TYPE_CHECKING:
    from questwright.compiler.model.board import Gate
    from questwright.compiler.verdict.task.need import Facts, Has, Need
    from questwright.compiler.verdict.translate.builder import Builder


def open_gates(to: Builder) -> None:
    """What opens each gate."""
    for gate in to.board.gates:
        opened = to.opened(gate)
        if gate.is_open:
            to.given |= 1 << opened.fact
        if gate.is_open and gate.lock is None and gate.id not in to.ground.kept_apart:
            continue
        if gate.kind.form is GateForm.PASSAGE:
            _find_passage(gate, opened, to)
        elif gate.kind.form is not GateForm.WINDOW:
            _open_door(gate, opened, to)


def _open_door(gate: Gate, opened: Has, to: Builder) -> None:
    """Open a door: one that is locked with its key, or by whoever can open or break it."""
    cells = sum(1 << edge.first | 1 << edge.second for edge in gate.edges)
    name = with_article(gate.title)
    adds = 1 << opened.fact | revealed_by(gate, to)
    deed = Deed(
        DeedSort.OPEN,
        gate.id,
        f"Open {name}",
        to.places_of(cells),
        cells,
        NOTHING,
        adds,
        gate.origin,
        once=1 << opened.fact,
        stands=cells,
    )
    lock = gate.lock
    if gate.shuts_after:
        deed = deed._replace(needs=_count(gate, opened, deed, to))
    if lock is None:
        to.do(deed)
        return
    unlocked = None
    # What was unlocked stays so when something shuts it.
    if gate.id in to.targets[EffectKind.UNLOCK] | to.targets[EffectKind.CLOSE]:
        unlocked = to.has(FactSort.UNLOCKED, gate.id, f"{name} unlocked", lock.origin)
        to.do(deed._replace(needs=every(deed.needs, unlocked)))
    title = deed.title if lock.kind is None else f"{deed.title} by breaking the {lock.kind.title}"
    access = to.ground.only(lock.by, f"opens {name}", lock.origin)
    carries = 0
    if lock.key:
        key = next((item for item in to.quest.items if item.id == lock.key), None)
        if key is None:
            to.do(deed._replace(needs=Never(f"nothing opens {name}", lock.origin)))
            return
        have = to.has(FactSort.HAVE, key.id, key.title, lock.origin)
        carries = 1 << have.fact
        title = f"{deed.title} with {with_article(key.title)}"
        access = Access(have).also(access)
        if lock.is_spent and unlocked is not None:
            # Nobody spends a key on a door that is no longer locked.
            access = access.also(Access(negated(unlocked)))
    to.do(
        deed._replace(
            title=title,
            needs=every(deed.needs, access.need),
            who=access.who,
            adds=adds if unlocked is None else adds | 1 << unlocked.fact,
            removes=carries if lock.is_spent else 0,
            carries=carries,
        )
    )


def _count(gate: Gate, opened: Has, deed: Deed, to: Builder) -> Need:
    """Count those who go through, up to the last: then it falls shut. What opening it takes."""
    name, before = with_article(gate.title), opened
    passed: Facts = 0
    for number in range(1, gate.shuts_after + 1):
        title = f"{number} gone through {name}"
        after = to.has(FactSort.PASSED, f"{gate.id} {number}", title, gate.origin)
        count = deed._replace(
            sort=DeedSort.GO_THROUGH,
            title=f"Go through {name}",
            once=0,
            adds=1 << after.fact,
            stands=0,
        )
        is_last = number == gate.shuts_after
        # An event may open it again: then they are counted anew.
        needs = every(opened, before) if is_last else every(opened, before, negated(after))
        removes = passed | 1 << opened.fact if is_last else 0
        to.do(count._replace(needs=needs, removes=removes))
        passed |= 1 << after.fact
        before = after
    return negated(before)


def _find_passage(gate: Gate, opened: Has, to: Builder) -> None:
    cells = sum(1 << edge.first | 1 << edge.second for edge in gate.edges)
    found = 1 << to.fact(FactSort.FOUND, gate.id, f"{gate.title} found", gate.origin)
    for number in gate.between:
        area = to.board.areas[number]
        where = to.places_of(area.cells)
        if not where:
            continue
        title = f"Explore {with_article(area.title)}: {with_article(gate.title)} is found"
        to.do(
            Deed(
                DeedSort.EXPLORE,
                f"{gate.id} from {area.id}",
                title,
                where,
                cells,
                to.calm(number),
                1 << opened.fact | found | revealed_by(gate, to),
                gate.origin,
                once=1 << opened.fact | found,
                stands=area.cells,
            )
        )
