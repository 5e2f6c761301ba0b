"""Crossings between the places of a quest: who takes them, and what opens or launches them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import with_article
from questwright.compiler.geometry.crossings import can_take, may_be_closed
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.need import IMPOSSIBLE, NOTHING, Never
from questwright.compiler.verdict.task.task import Deed, DeedSort, FactSort, Link
from questwright.compiler.verdict.translate.builder import FREE, Access

if TYPE_CHECKING:
    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.cast import Cast
    from questwright.compiler.verdict.translate.builder import Builder


def link_crossings(to: Builder) -> None:
    """Join the places at the ends of each crossing; a vessel is launched from its first end."""
    for crossing in to.board.crossings:
        opened = to.opened(crossing)
        if crossing.is_open:
            to.given |= 1 << opened.fact
        access = _takers(crossing, to)
        if may_be_closed(crossing, to.quest):
            access = Access(opened).also(access)
        if crossing.cast is not None:
            access = access.also(_cast(crossing, crossing.cast, to))
        elif crossing.kind.is_vessel:
            access = access.also(_launched(crossing, access, to))
        _link(crossing, access, to)


def takes(crossing: Crossing, to: Builder) -> Access:
    """What it takes to take a crossing that is there and, if it is a vessel, launched."""
    access = _takers(crossing, to)
    if may_be_closed(crossing, to.quest):
        opened = to.opened(crossing)
        access = Access(opened).also(access)
    if crossing.cast is not None or crossing.kind.is_vessel:
        launched = to.has(FactSort.LAUNCHED, crossing.id, crossing.title, crossing.origin)
        access = access.also(Access(launched))
    return access


def _takers(crossing: Crossing, to: Builder) -> Access:
    """Who of the party takes a crossing."""
    able = [m for m in to.quest.party if can_take(crossing, m, to.system.move_value)]
    if len(able) == len(to.quest.party):
        return FREE
    if able:
        return Access(NOTHING, sum(to.members[member.word] for member in able))
    words = crossing.only or ()
    if words:
        return to.only(words, f"takes {with_article(crossing.title)}", crossing.origin)
    why = f"nobody of the party takes {with_article(crossing.title)}: that takes a move of"
    return Access(Never(f"{why} {crossing.kind.cost}", crossing.origin))


def _launched(crossing: Crossing, access: Access, to: Builder) -> Access:
    title, origin = crossing.title, crossing.origin
    launched = to.has(FactSort.LAUNCHED, crossing.id, f"{title} launched", origin)
    to.do(
        Deed(
            DeedSort.LAUNCH,
            crossing.id,
            f"Launch {with_article(title)}",
            to.places_of(crossing.ends[0]),
            crossing.ends[0],
            access.need,
            1 << launched.fact,
            origin,
            once=1 << launched.fact,
            who=access.who,
            stands=crossing.ends[0],
        )
    )
    return Access(launched)


def _cast(crossing: Crossing, cast: Cast, to: Builder) -> Access:
    """That somebody has cast the spells that make a crossing."""
    origin = crossing.origin
    there = to.has(FactSort.LAUNCHED, crossing.id, cast.title, origin)
    if cast.caster not in to.members:
        return Access(there)  # nobody is there who casts it
    to.do(
        Deed(
            DeedSort.CAST,
            crossing.id,
            f"Cast {cast.title}, for {cast.points} of {cast.stock} points",
            to.places_of(cast.cells),
            cast.cells,
            NOTHING,
            1 << there.fact,
            origin,
            once=1 << there.fact,
            who=to.members[cast.caster],
            stands=cast.cells,
            actions=len(cast.spells),
        )
    )
    return Access(there)


def _link(crossing: Crossing, access: Access, to: Builder) -> None:
    title, origin = crossing.title, crossing.origin
    is_one_way = crossing.kind.is_one_way
    why = f"nobody comes back through {with_article(title)}"
    ends = [list(each_number(to.places_of(end))) for end in crossing.ends]
    known: set[tuple[int, int]] = set()
    for first, second in crossing.ways:
        for one in ends[first]:
            for other in ends[second]:
                if one == other or (one, other) in known:
                    continue
                known |= {(one, other)} if is_one_way else {(one, other), (other, one)}
                ground = (to.standing(to.places[place].cells) for place in (one, other))
                whole = access.also(*ground, Access(to.free_of(one, other)))
                way = Link(
                    one,
                    other,
                    whole.need,
                    title,
                    origin,
                    whole.who,
                    is_one_way,
                    is_crossing=True,
                    things=IMPOSSIBLE,
                )
                to.links.append(way)
                if is_one_way:
                    back = f"{title}, backwards"
                    to.links.append(way._replace(first=other, second=one, title=back, refused=why))
