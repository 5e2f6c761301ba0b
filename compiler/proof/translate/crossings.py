"""Crossings between the places of a quest: who takes them, and what opens or launches them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.geometry.crossings import can_take, may_be_closed
from questwright.compiler.proof.task.bits import each_place
from questwright.compiler.proof.task.condition import NOTHING, All, By, Need, Never
from questwright.compiler.proof.task.task import Deed, DeedSort, FactSort, Link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.board import Crossing
    from questwright.compiler.model.cast import Cast
    from questwright.compiler.proof.translate.moves import Linking


def link_crossings(posing: Linking) -> None:
    """Join the places at the ends of each crossing; a vessel is launched from its first end."""
    for crossing in posing.board.crossings:
        opened = posing.has(FactSort.OPEN, crossing.id, crossing.title, crossing.origin)
        if crossing.is_open:
            posing.given |= 1 << opened.fact
        needs: list[Need] = []
        if may_be_closed(crossing, posing.quest):
            needs.append(opened)
        who = _who(crossing, posing)
        if who is not NOTHING:
            needs.append(who)
        if crossing.cast is not None:
            needs.append(_cast(crossing, crossing.cast, posing))
        elif crossing.kind.is_vessel:
            needs.append(_launched(crossing, tuple(needs), posing))
        posing.links += _links(crossing, tuple(needs), posing)


def _who(crossing: Crossing, posing: Linking) -> Need:
    """Who of the party takes a crossing."""
    party = posing.quest.party
    able = [member for member in party if can_take(crossing, member, posing.system.move_value)]
    title = with_article(crossing.title)
    if len(able) == len(party):
        return NOTHING
    if not able:
        kinds = (posing.system.kinds[word].title for word in crossing.only)
        told = listed_in_words(kinds, "or") or f"a move of {crossing.kind.cost}"
        return Never(f"nobody of the party takes {title}: that takes {told}", crossing.origin)
    who = sum(posing.members[one.word] for one in able)
    titles = listed_in_words([one.title for one in able], "or")
    return By(who, f"only {titles} takes {title}", crossing.origin)


def _launched(crossing: Crossing, needs: tuple[Need, ...], posing: Linking) -> Need:
    title, origin = crossing.title, crossing.origin
    launched = posing.has(FactSort.LAUNCHED, crossing.id, f"{title} launched", origin)
    posing.do(
        Deed(
            DeedSort.LAUNCH,
            crossing.id,
            f"Launch {with_article(title)}",
            posing.places_of(crossing.ends[0]),
            crossing.ends[0],
            All(needs) if needs else NOTHING,
            1 << launched.fact,
            origin,
            once=1 << launched.fact,
        )
    )
    return launched


def _cast(crossing: Crossing, cast: Cast, posing: Linking) -> Need:
    """That somebody has cast the spells that make a crossing."""
    origin = crossing.origin
    there = posing.has(FactSort.LAUNCHED, crossing.id, cast.title, origin)
    caster = next((member for member in posing.quest.party if member.word == cast.caster), None)
    if caster is None:
        return there  # nobody is there who casts it
    who = By(posing.members[cast.caster], f"only {caster.title} casts it", origin)
    posing.do(
        Deed(
            DeedSort.CAST,
            crossing.id,
            f"Cast {cast.title}, for {cast.points} of {cast.stock} points",
            posing.places_of(cast.cells),
            cast.cells,
            who,
            1 << there.fact,
            origin,
            once=1 << there.fact,
        )
    )
    return there


def _links(crossing: Crossing, needs: tuple[Need, ...], posing: Linking) -> Iterator[Link]:
    title, origin = crossing.title, crossing.origin
    is_one_way = crossing.kind.is_one_way
    never = Never(f"nobody comes back through {with_article(title)}", origin)
    ends = [each_place(posing.places_of(end)) for end in crossing.ends]
    known: set[tuple[int, int]] = set()
    for first, second in crossing.ways:
        for one in ends[first]:
            for other in ends[second]:
                if one == other or (one, other) in known:
                    continue
                known |= {(one, other)} if is_one_way else {(one, other), (other, one)}
                ground = (posing.standing(posing.places[place].cells) for place in (one, other))
                clear = (posing.clear_of(place) for place in (one, other))
                more = (need for need in (*ground, *clear) if need not in (None, NOTHING))
                every = (*needs, *more)
                need = NOTHING if not every else every[0] if len(every) == 1 else All(every)
                yield Link(
                    one,
                    other,
                    need,
                    title,
                    origin,
                    is_one_way=is_one_way,
                    # Nobody is brought anywhere but as the line says: that it can be told is asked.
                    is_retraced=crossing.cast is not None and crossing.cast.is_once,
                    is_crossing=True,
                )
                if is_one_way:
                    back = All((*every, never))
                    yield Link(other, one, back, f"{title}, backwards", origin, is_one_way=True)
