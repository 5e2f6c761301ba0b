"""The parts of a floor in which nobody is shut in by a single cell."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell

_FORK = 3
"""So many ways lead from a cell at which members change places."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from questwright.compiler.grid.cells import Cell, Cells

    Near: TypeAlias = "Callable[[Cell], Cells]"
    """A cell with those to which one steps from it."""


def roomy(cells: Cells, near: Near, many: int) -> Iterator[Cells]:
    """The parts of a floor in which so many change places as they like.

    In all other cells one walks behind the other.
    """
    yield from rooms(cells, near, many)
    yield from forks(cells, near, many)


def rooms(cells: Cells, near: Near, many: int) -> Iterator[Cells]:
    """The parts that hold together whichever cell is taken out, with room to change places.

    Either they have two cells to spare and are no mere ring: with one, only every other order can
    be made. Or they have one, and a cell beside them: whoever steps aside there lets the others
    walk round, and comes back behind another one.
    """
    for part in whole_parts(cells, near):
        ways = sum((near(cell) & part).bit_count() - 1 for cell in each_cell(part))
        spare, is_ring = part.bit_count() - many, ways <= 2 * part.bit_count()
        has_branch = any(near(cell) & cells & ~part for cell in each_cell(part))
        if spare > 0 and (has_branch or (spare > 1 and not is_ring)):
            yield part


def forks(cells: Cells, near: Near, many: int) -> Iterator[Cells]:
    """The parts, each with all to which steps lead, in which they change places where ways fork.

    From some cell three ways or more lead that meet nowhere else. All come out of the largest of
    them; two who stand first in two of the others change places by a third. It takes a cell for
    each beside the largest way, and one more.
    """
    ways: dict[Cell, int] = {}
    for part in whole_parts(cells, near):
        for cell in each_cell(part):
            ways[cell] = ways.get(cell, 0) + 1
    done = 0
    for cell, number in ways.items():
        if number < _FORK or done >> cell & 1:
            continue
        whole = _flooded(1 << cell, cells, near)
        left, largest = whole & ~(1 << cell), 0
        while left:
            way = _flooded(left & -left, left, near)
            left &= ~way
            largest = max(largest, way.bit_count())
        if whole.bit_count() - largest > many:
            done |= whole
            yield whole


def _flooded(start: Cells, cells: Cells, near: Near) -> Cells:
    """All among some cells to which steps lead from the first ones."""
    reached = fresh = start & cells
    while fresh:
        grown = 0
        for cell in each_cell(fresh):
            grown |= near(cell)
        fresh = grown & cells & ~reached
        reached |= fresh
    return reached


def mouths(cells: Cells, near: Near) -> Cells:
    """The cells that hold together parts of a floor: between them all go over such a cell."""
    once = twice = 0
    for part in whole_parts(cells, near):
        twice |= once & part
        once |= part
    return twice


def whole_parts(cells: Cells, near: Near) -> Iterator[Cells]:
    """The parts that hold together whichever one cell is taken out, two cells at the least.

    After Hopcroft and Tarjan: a part is complete where nothing in it leads back before its top.
    """
    number: dict[Cell, int] = {}
    lowest: dict[Cell, int] = {}
    for root in each_cell(cells):
        if root in number:
            continue
        number[root] = lowest[root] = len(number)
        path, open_ = [root], [root]
        ways = {root: each_cell(near(root) & cells & ~(1 << root))}
        while path:
            here = path[-1]
            other = next(ways[here], None)
            if other is None:
                path.pop()
                if path:
                    top = path[-1]
                    lowest[top] = min(lowest[top], lowest[here])
                    if lowest[here] >= number[top]:
                        part = 1 << top
                        while not part >> here & 1:
                            part |= 1 << open_.pop()
                        yield part
            elif other in number:
                lowest[here] = min(lowest[here], number[other])
            else:
                number[other] = lowest[other] = len(number)
                path.append(other)
                open_.append(other)
                ways[other] = each_cell(near(other) & cells & ~(1 << other))
