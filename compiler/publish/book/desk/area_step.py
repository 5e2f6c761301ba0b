"""A way between two areas, as the order in which a party comes to areas knows it."""

from __future__ import annotations

from questwright.dsl.records import NamedTuple


class AreaStep(NamedTuple):
    """A way from one area to a neighbouring one; areas are given by index."""

    source: int
    target: int
    gate: int
    """The index of the gate that it leads through, or -1."""
    portal: str
    """The id of the portal at its target, or of its crossing; or empty."""
    needs: tuple[frozenset[int], ...]
    """Sets of areas, one of which must be known first; empty if the way is open."""
