"""Gates as links, and what opens them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import GateForm
from questwright.compiler.verdict.task.need import NOTHING, Never, every, negated
from questwright.compiler.verdict.task.task import Deed, DeedSort, FactSort, Link
from questwright.compiler.verdict.translate.builder import Access
from questwright.compiler.verdict.translate.effects import revealed_by
from questwright.compiler.verdict.translate.steps import through

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Edge
    from questwright.compiler.model.board import Gate
    from questwright.compiler.verdict.task.need import Facts, Has, Need
    from questwright.compiler.verdict.translate.builder import Builder


def link_gates(to: Builder) -> None:
    """Join the places at each gate, with the deeds that open it."""
    for gate in to.board.gates:
        opened = to.opened(gate)
        if gate.is_open:
            to.given |= 1 << opened.fact
        if gate.is_open and gate.lock is None and gate.id not in to.kept_apart:
            continue
        for edge in gate.edges:
            _link_edge(edge, gate, to)
        if gate.kind.form is GateForm.PASSAGE:
            _find_passage(gate, opened, to)
        elif gate.kind.form is not GateForm.WINDOW:
            _open_door(gate, opened, to)


def _link_edge(edge: Edge, gate: Gate, to: Builder) -> None:
    """Join the two sides of an edge of a gate, as it leads both ways or one."""
    ends = (to.place_of(edge.first), to.place_of(edge.second))
    leads = [(here, found) for here in edge if (found := through(gate, here, to)) is not None]
    if min(ends) < 0 or not leads:
        return
    here, access = leads[0]
    free = Access(to.free_of(*ends))
    whole = access.also(to.entering(*edge), free)
    first, second = ends if here == edge.first else ends[::-1]
    way = Link(
        first,
        second,
        whole.need,
        gate.title,
        gate.origin,
        whole.who,
        is_one_way=len(leads) == 1,
        things=every(to.opened(gate), free.need),
        counts=gate.id if gate.shuts_after else "",
    )
    to.links.append(way)
    if way.is_one_way:
        side = with_article(to.board.areas[gate.way_from].title)
        why = f"one goes through {with_article(gate.title)} only from {side}"
        back = f"{gate.title}, backwards"
        to.links.append(way._replace(first=second, second=first, title=back, refused=why))


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
        moves=gate.kind.move_cost,
        actions=gate.kind.action_cost,
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
    access = to.only(lock.by, f"opens {name}", lock.origin)
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
            # The hits of one attack have to be enough for a lock, so the best one does it.
            actions=deed.actions + (lock.kind.action_cost if lock.kind is not None else 0),
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
            moves=0,
            actions=0,
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
                actions=max(1, gate.kind.action_cost),
            )
        )
