"""The parts of a floor in which nobody is shut in by a single cell."""

from __future__ import annotations

from questwright.compiler.grid.cells import each_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from questwright.compiler.grid.cells import Cell, Cells

    Near: TypeAlias = "Callable[[Cell], Cells]"
    """A cell with those to which one steps from it."""


def roomy(cells: Cells, near: Near, many: int) -> Iterator[Cells]:
    """The parts of a floor in which so many change places as they like.

    They hold together whichever cell is taken out. Either they have two cells to spare and are no
    mere ring: with one, only every other order can be made. Or they have one, and a cell beside
    them: whoever steps aside there lets the others walk round, and comes back behind another one.
    In all other cells one walks behind the other.
    """
    for part in whole_parts(cells, near):
        ways = sum((near(cell) & part).bit_count() - 1 for cell in each_cell(part))
        spare, is_ring = part.bit_count() - many, ways <= 2 * part.bit_count()
        has_branch = any(near(cell) & cells & ~part for cell in each_cell(part))
        if spare > 0 and (has_branch or (spare > 1 and not is_ring)):
            yield part


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
