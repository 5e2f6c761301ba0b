"""Join pieces of a drawing that have equal attributes and do not overlap into one element."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from questwright.compiler.publish.book.svg.elements import element, look_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from questwright.compiler.publish.book.svg.elements import Shape

Spot = TypeVar("Spot", bound="Hashable")


def layered(pieces: Iterable[tuple[Iterable[Spot], Sequence[Shape]]]) -> str:
    """Write pieces in order; each comes with the spots that it covers.

    A piece joins the last batch of pieces with equal attributes, unless a later batch, or that
    batch itself, covers one of its spots: then it would lie under a piece that it must cover.
    """
    batches: list[list[Sequence[Shape]]] = []
    batch_of_looks: dict[tuple[str, ...], int] = {}
    uppermost: dict[Spot, int] = {}
    for spots, shapes in pieces:
        covered = tuple(spots)
        looks = tuple(look_of(shape) for shape in shapes)
        below = max((uppermost.get(spot, -1) for spot in covered), default=-1)
        place = batch_of_looks.get(looks, -1)
        if place <= below:
            place = batch_of_looks[looks] = len(batches)
            batches.append([])
        batches[place].append(shapes)
        uppermost |= dict.fromkeys(covered, place)
    return "".join(_written(batch) for batch in batches)


def _written(batch: Sequence[Sequence[Shape]]) -> str:
    return "".join(element(layer) for layer in zip(*batch, strict=True))
