"""Pieces of a drawing that look alike and lie apart, drawn together: one element for them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from questwright.compiler.publish.book.svg.elements import element, look_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from questwright.compiler.publish.book.svg.elements import Shape

Spot = TypeVar("Spot", bound="Hashable")


def layered(pieces: Iterable[tuple[Iterable[Spot], Sequence[Shape]]]) -> str:
    """Write pieces, each with the spots that it covers, one over the other.

    A piece joins the last sheaf of its like, unless it would slip under what was drawn since, or
    lie on one of its like: shapes of one element do not cover each other.
    """
    sheaves: list[list[Sequence[Shape]]] = []
    alike: dict[tuple[str, ...], int] = {}
    uppermost: dict[Spot, int] = {}
    for spots, shapes in pieces:
        covered = tuple(spots)
        looks = tuple(look_of(shape) for shape in shapes)
        below = max((uppermost.get(spot, -1) for spot in covered), default=-1)
        place = alike.get(looks, -1)
        if place <= below:
            place = alike[looks] = len(sheaves)
            sheaves.append([])
        sheaves[place].append(shapes)
        uppermost |= dict.fromkeys(covered, place)
    return "".join(_written(sheaf) for sheaf in sheaves)


def _written(sheaf: Sequence[Sequence[Shape]]) -> str:
    return "".join(element(layer) for layer in zip(*sheaf, strict=True))
