"""Read the heights of a document: edges that nobody walks over, and where members jump or climb.

Takes the levels, barriers, jumps and terrain of a board. Returns Heights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.engine.lattice import Lattice, onward

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from questwright.engine.reading import Node
    from questwright.engine.squares import Square

Side = tuple[str, str]
"""The names of two squares with a common edge, the upper or left one first."""


class Heights(NamedTuple):
    """What the levels and barriers of a board close, and who passes there all the same."""

    closed: frozenset[Side]
    """The edges that nobody walks over: cliffs, ground kept apart, and barriers."""
    falls: Mapping[Side, int]
    """The jumps, upper square first: the move points that climbing over a barrier costs."""
    jumpers: frozenset[str]
    """The words of the members of the party who jump."""
    climbs: Mapping[Side, frozenset[str]]
    """The edges between ground kept apart that some members of the party climb over."""
    unseen: frozenset[Side]
    """The edges with barriers that nobody sees past."""
    reached_over: frozenset[Side]
    """The edges with barriers and no cliff: nobody walks there, and things are handed over."""


def read_heights(
    parts: Mapping[str, Node],
    cells: Mapping[str, Square],
    lattice: Lattice,
    edge: Callable[[Node], Side],
    walled: AbstractSet[Side],
) -> Heights:
    """Read the heights of a board; ``walled`` has the edges with a wall or a gate.

    ``parts`` are those of the board, and ``edge`` reads an edge of the document.
    """
    heights = _heights(parts["levels"], cells)
    barriers, unseen = dict[Side, int | None](), set[Side]()
    for barrier in parts["barriers"].items():
        own = dict(_barrier(barrier, edge))
        barriers |= own
        unseen |= own.keys() if not barrier.get("sees").flag() else set()
    jumpers = frozenset(word for part in parts["jumps"].items() for word in _jumpers(part))
    joining, apart, words = _grounds(parts["terrain"])
    if not heights and not apart:
        only = frozenset(barriers)
        return Heights(only, {}, jumpers, {}, frozenset(unseen), only)
    apart_sides, falls = set[Side](), dict[Side, int]()
    climbs = dict[Side, frozenset[str]]()
    for first, second in _sides(cells, lattice):
        rise = abs(heights.get(first, 0) - heights.get(second, 0))
        grounds = words.get(first, ""), words.get(second, "")
        is_apart = grounds in apart or grounds[::-1] in apart
        climbing = apart.get(grounds, frozenset()) | apart.get(grounds[::-1], frozenset())
        is_free = (first, second) not in barriers and (first, second) not in walled
        if climbing and rise <= 1 and is_free:
            climbs[first, second] = climbing
        is_joined = rise == 0 or (rise == 1 and not joining.isdisjoint(grounds))
        if is_apart or not is_joined:
            apart_sides.add((first, second))
        climb = barriers.get((first, second), 0)
        if not is_joined and not is_apart and climb is not None and (first, second) not in walled:
            below = min(first, second, key=lambda name: heights.get(name, 0))
            falls[second if below == first else first, below] = climb
    closed, over = barriers.keys() | apart_sides, barriers.keys() - apart_sides
    return Heights(frozenset(closed), falls, jumpers, climbs, frozenset(unseen), frozenset(over))


def _heights(levels: Node, cells: Mapping[str, Square]) -> dict[str, int]:
    found: dict[str, int] = {}
    for tier in levels.items():
        parts = tier.mapping("word title height cells rules origin")
        height = parts["height"].whole()
        for cell in parts["cells"].items():
            name = cell.text()
            if name not in cells:
                cell.refuse("is not a square of the floor")
            if name in found:
                cell.refuse("lies on two levels")
            found[name] = height
    return found


def _barrier(barrier: Node, edge: Callable[[Node], Side]) -> Iterator[tuple[Side, int | None]]:
    parts = barrier.mapping("word title sees jump_cost edges traits rules origin")
    for side in parts["edges"].items():
        yield edge(side), parts["jump_cost"].maybe_number()


def _jumpers(jump: Node) -> list[str]:
    parts = jump.mapping("word title members die results rules")
    return [part.text() for part in parts["members"].items()]


def _grounds(terrain: Node) -> tuple[set[str], dict[Side, frozenset[str]], dict[str, str]]:
    """Return the terrains that join levels, the pairs kept apart, and the terrain of each square.

    Terrains are words. Each pair has the members of the party who climb between the two.
    """
    joining, apart = set[str](), dict[Side, frozenset[str]]()
    words: dict[str, str] = {}
    for patch in terrain.items():
        word = patch.get("word").text()
        if patch.get("joins_levels").flag():
            joining.add(word)
        climbing = frozenset(member.text() for member in patch.get("climbed_by").items())
        apart |= {(word, ground.text()): climbing for ground in patch.get("apart_from").items()}
        words |= {cell.text(): word for cell in patch.get("cells").items()}
    return joining, apart, words


def _sides(cells: Mapping[str, Square], lattice: Lattice) -> Iterator[Side]:
    """Yield the edges between two squares of the floor."""
    names = {(cell.row, cell.column): cell.name for cell in cells.values()}
    for cell in cells.values():
        for down, across in onward(lattice, cell.row):
            neighbour = names.get((cell.row + down, cell.column + across))
            if neighbour is not None:
                yield cell.name, neighbour
