"""The links between places: the steps between their cells, taken together."""

from __future__ import annotations

from questwright.compiler.geometry.openings import openings
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.task.need import IMPOSSIBLE, NOTHING, parts_of
from questwright.compiler.verdict.task.task import DeedSort, Link
from questwright.compiler.verdict.translate.places import told_apart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.verdict.task.need import Need
    from questwright.compiler.verdict.translate.builder import Builder
    from questwright.compiler.verdict.translate.floor import Floor
    from questwright.compiler.verdict.translate.stride import Stride
    from questwright.dsl.source import Span


def link_places(floor: Floor, to: Builder, wanted: Cells = -1) -> None:
    """Join places by the steps that lead from one to another; in a place one walks freely.

    Of all of them at least those that lead to and from the cells that are ``wanted``.
    """
    found: dict[tuple[int, int], dict[object, Link]] = {}
    masks = tuple(dict.fromkeys(told_apart(to))) if to.system.grid.friends_block else ()
    for cell in each_cell(_borders(floor, to) & _from_where(wanted, floor, to)):
        here = to.place_of(cell)
        for stride in floor.all_strides(cell):
            # Where nobody ever is, no friend is in the way.
            flanks = stride.flanks & to.ground.walkable
            is_within = to.places[here].cells >> stride.to & 1
            is_one = is_within or _is_by_flanks(1 << cell | 1 << stride.to, flanks, masks)
            if stride.counts or not is_one:
                there = to.place_of(stride.to)
                ways = found.setdefault((min(here, there), max(here, there)), {})
                # A jump is named by the cell to which it leads, a portal by that on its side.
                through = frozenset(stride.portals)
                is_named = stride.sort is not DeedSort.JUMP and not through
                title = stride.title if is_named else ""
                told = (title, stride.sort, stride.crossing, stride.counts, through)
                past = to.places_of(flanks)
                key = (here, stride.access, told, not stride.refused, past)
                if key not in ways:
                    ways[key] = _link(here, there, stride)._replace(flanks=past)
    links: list[Link] = []
    for ways in found.values():
        links += _paired([way for way in ways.values() if not _is_needless(way, ways.values())])
    to.links += sorted(links, key=lambda link: _rank(link, to.quest.origin))


def _is_by_flanks(ends: Cells, flanks: Cells, masks: Collection[Cells]) -> bool:
    """Whether to step by a cell beside is as good as a step round a corner.

    Where friends are in the way there that cell is free; and nothing comes of it.
    """
    corner = ends | flanks
    return bool(flanks) and all(corner & mask in (0, corner) for mask in masks)


def _borders(floor: Floor, to: Builder) -> Cells:
    """The cells from which a step may lead to another place."""
    free, inside = openings(to.board), to.ground.enterable
    found = sum(1 << cell for cell in floor.apart)
    for place in to.places:
        found |= place.cells & free.grow(inside & ~place.cells)
    return found


def _from_where(wanted: Cells, floor: Floor, to: Builder) -> Cells:
    """The cells from which a step may lead to or from some others: on foot, or from afar."""
    if wanted == -1:
        return -1
    ends = wanted | sum(1 << cell for cell in to.ground.portals)
    found = ends | sum(1 << cell for cell in floor.apart)
    for shift in (*(shift for shift, _ in to.board.onward), *to.board.corners):
        found |= ends << shift | ends >> shift
    return found


def _link(here: int, there: int, stride: Stride) -> Link:
    return Link(
        here,
        there,
        stride.access.need,
        stride.title,
        stride.origin,
        stride.access.who,
        is_one_way=True,
        is_jump=stride.sort is DeedSort.JUMP,
        is_crossing=stride.sort is DeedSort.CROSS,
        is_way_clear=not stride.portals,
        portals=frozenset(stride.portals),
        things=stride.things,
        counts=stride.counts,
        refused=stride.refused,
        bearing=stride.access.bearing,
    )


def _rank(link: Link, quest: Span) -> tuple[bool | int, ...]:
    """Where a link stands among others: first what leads straight, and first what is free.

    What is written stands before what just is so, in the order of the text.
    """
    is_round = link.is_jump or link.is_crossing or link.things == IMPOSSIBLE
    is_written, is_free = link.origin != quest, link.needs == NOTHING
    return is_round, link.is_crossing, link.is_jump, not is_free, not is_written, link.origin.start


def _is_needless(link: Link, others: Iterable[Link]) -> bool:
    """Whether others that join the same places make a link needless.

    So it is round a corner, or with a jump, where one comes straight for no more than that takes;
    and nobody asks who gets over a cliff where there is another way. What counts is never so.
    """
    if link.counts:
        return False
    if link.is_jump and link.refused:
        return any(not other.is_jump for other in others)
    if not link.is_jump and (link.things != IMPOSSIBLE or link.is_crossing or link.refused):
        return False
    return any(
        other.first == link.first
        and other.things != IMPOSSIBLE
        and other.is_way_clear
        and not (other.is_jump or other.refused or other.counts)
        and _asked(other) <= _asked(link)
        and {*other.bearing} <= {*link.bearing}
        and not other.flanks
        and not link.who & ~other.who
        for other in others
    )


def _paired(links: Sequence[Link]) -> Iterator[Link]:
    """Links between two places, as one where they lead there and back for the same."""
    for link in links:
        if not any(_is_back(other, link) for other in links):
            # Nothing is handed on by a portal that leads one way.
            yield link if link.is_way_clear else link._replace(things=IMPOSSIBLE)
        elif link.first <= link.second:
            yield link._replace(is_one_way=False)


def _is_back(other: Link, link: Link) -> bool:
    return (
        other.first == link.second
        and not (other.refused or link.refused)
        and other.portals == link.portals
        and other.is_crossing is link.is_crossing
        and (other.title == link.title or not link.is_way_clear)
        and other.who == link.who
        and (other.bearing, other.flanks) == (link.bearing, link.flanks)
        and _asked(other) == _asked(link)
    )


def _asked(link: Link) -> frozenset[Need]:
    return frozenset(parts_of(link.needs))
