"""Crossings of a quest: who takes them, and what opens or launches them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.geometry.crossings import can_take, may_be_closed
from questwright.compiler.verdict.task.need import NOTHING, Never
from questwright.compiler.verdict.task.task import Deed, DeedSort, FactSort
from questwright.compiler.verdict.translate.ground import FREE, Access

if TYPE_CHECKING:
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.verdict.task.need import Has
    from questwright.compiler.verdict.translate.builder import Builder


def launch_crossings(to: Builder) -> None:
    """What makes crossings: vessels are launched from their first ends, spells are cast."""
    for crossing in to.board.crossings:
        opened = to.opened(crossing)
        if crossing.is_open:
            to.given |= 1 << opened.fact
        cast, origin = crossing.cast, crossing.origin
        if cast is None and not crossing.kind.is_vessel:
            continue
        access, cells = _open(crossing, to), crossing.ends[0]
        sort, title = DeedSort.LAUNCH, f"Launch {with_article(crossing.title)}"
        launched = 1 << _launched(crossing, to).fact
        if cast is not None:
            if cast.caster not in to.ground.members:
                continue  # nobody is there who casts it
            access, cells = Access(who=to.ground.members[cast.caster]), cast.cells
            sort = DeedSort.CAST
            title = f"Cast {cast.title}, for {cast.points} of {cast.stock} points"
        to.do(
            Deed(
                sort,
                crossing.id,
                title,
                to.places_of(cells),
                cells,
                access.need,
                launched,
                origin,
                once=launched,
                who=access.who,
                stands=cells,
            )
        )


def takes(crossing: Crossing, to: Builder) -> Access:
    """What it takes to take a crossing, and to have launched it."""
    access = _open(crossing, to)
    if crossing.cast is not None or crossing.kind.is_vessel:
        access = access.also(Access(_launched(crossing, to)))
    return access


def _launched(crossing: Crossing, to: Builder) -> Has:
    title = crossing.cast.title if crossing.cast is not None else f"{crossing.title} launched"
    return to.has(FactSort.LAUNCHED, crossing.id, title, crossing.origin)


def _open(crossing: Crossing, to: Builder) -> Access:
    """That a crossing is open, and who of the party takes it."""
    access = FREE
    able = [m for m in to.quest.party if can_take(crossing, m, to.system.move_value)]
    if 0 < len(able) < len(to.quest.party):
        access = Access(NOTHING, sum(to.ground.members[member.word] for member in able))
    elif not able and crossing.only:
        does = f"takes {with_article(crossing.title)}"
        access = to.ground.only(crossing.only, does, crossing.origin)
    elif not able:
        why = f"nobody of the party takes {with_article(crossing.title)}: that takes a move of"
        access = Access(Never(f"{why} {crossing.kind.cost}", crossing.origin))
    if may_be_closed(crossing, to.quest):
        access = Access(to.opened(crossing)).also(access)
    return access
