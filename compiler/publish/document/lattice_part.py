"""Write how the cells of a board lie beside each other, as a part of a quest's document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.grid.lattice import Lattice, directions, step

if TYPE_CHECKING:
    from questwright.compiler.packs.read.tree import Json


def lattice_part(lattice: Lattice) -> Json:
    """The shape of cells, how hexes stand, and the steps from odd and even rows, from one on."""
    is_hexes = lattice is Lattice.HEXES
    return {
        "shape": lattice.value,
        "point": "top" if is_hexes else None,
        "set_in": "even" if is_hexes else None,
        "odd": _steps(lattice, 0),
        "even": _steps(lattice, 1),
    }


def _steps(lattice: Lattice, row: int) -> Json:
    """The steps from a row, which is counted from nought."""
    found: list[Json] = []
    for direction in directions(lattice):
        there = step(lattice, row, 0, direction)
        assert there is not None
        found.append({"direction": direction, "rows": there[0] - row, "columns": there[1]})
    return found
