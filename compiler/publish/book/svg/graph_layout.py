"""Lay out a small graph in layers: boxes on even ranks, the labels of their edges on odd ranks.

Takes the sizes of boxes and labels. Returns their places. Labels are placed like boxes, so that no
label lies over another or over a box. Equal input, in the same order, gives equal output.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_SWEEPS = 16
_DUMMY_WIDTH = 10.0


@dataclass(frozen=True, slots=True)
class Box:
    """The size of a node; a `root` is placed in the first layer."""

    width: float
    height: float
    root: bool = False


@dataclass(frozen=True, slots=True)
class LayoutEdge:
    """An edge between two boxes, given by index, with a label of this size."""

    first: int
    second: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """The middle and the size of a placed box or label."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """The placed boxes; for each link, what it leads through, and its placed label.

    A link leads from its first box through all items between to its second box: it enters each at
    one of its upper and lower sides and leaves at the other.
    """

    boxes: tuple[PlacedBox, ...]
    links: tuple[tuple[PlacedBox, ...], ...]
    labels: tuple[PlacedBox, ...]
    width: float
    height: float


@dataclass(slots=True)
class _Ranks:
    sizes: list[tuple[float, float]]
    rank: list[int]
    near: list[list[int]]

    def add(self, width: float, height: float, rank: int) -> int:
        self.sizes.append((width, height))
        self.rank.append(rank)
        self.near.append([])
        return len(self.sizes) - 1

    def join(self, a: int, b: int) -> None:
        self.near[a].append(b)
        self.near[b].append(a)


def place(
    boxes: Sequence[Box], links: Sequence[LayoutEdge], gap: float, rise: float
) -> GraphLayout:
    """Lay out a graph with `gap` between neighbours on a rank and `rise` between ranks."""
    items = _Ranks([], [], [])
    for box, level in zip(boxes, _levels(boxes, links), strict=True):
        items.add(box.width, box.height, 2 * level)
    chains, labels = (
        zip(*(_chain(items, link) for link in links), strict=True) if links else ((), ())
    )
    rows = _ordered(items)
    x = _columns(items, rows, gap)
    y, height = _heights(items, rows, rise)
    left = min((x[i] - items.sizes[i][0] / 2 for i in range(len(x))), default=0.0)
    right = max((x[i] + items.sizes[i][0] / 2 for i in range(len(x))), default=0.0)
    spots = [PlacedBox(x[i] - left, y[items.rank[i]], *items.sizes[i]) for i in range(len(x))]
    return GraphLayout(
        boxes=tuple(spots[: len(boxes)]),
        links=tuple(tuple(spots[i] for i in chain) for chain in chains),
        labels=tuple(spots[i] for i in labels),
        width=right - left,
        height=height,
    )


def _levels(boxes: Sequence[Box], links: Sequence[LayoutEdge]) -> list[int]:
    near: list[list[int]] = [[] for _ in boxes]
    for link in links:
        near[link.first].append(link.second)
        near[link.second].append(link.first)
    levels = [-1] * len(boxes)
    roots = [index for index, box in enumerate(boxes) if box.root]
    for seeds in (roots, *([index] for index in range(len(boxes)))):
        queue = [index for index in seeds if levels[index] < 0]
        for index in queue:
            levels[index] = 0
        for index in queue:
            for neighbour in near[index]:
                if levels[neighbour] < 0:
                    levels[neighbour] = levels[index] + 1
                    queue.append(neighbour)
    return levels


def _chain(items: _Ranks, link: LayoutEdge) -> tuple[list[int], int]:
    upper, lower = link.first, link.second
    turned = items.rank[upper] > items.rank[lower]
    if turned:
        upper, lower = lower, upper
    first = items.rank[upper] + 1
    label = items.add(link.width, link.height, first)
    chain = [upper, label]
    chain += [items.add(_DUMMY_WIDTH, 0, rank) for rank in range(first + 1, items.rank[lower])]
    chain.append(lower)
    for a, b in pairwise(chain):
        items.join(a, b)
    return (chain[::-1] if turned else chain), label


def _ordered(items: _Ranks) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(max(items.rank, default=-1) + 1)]
    for index, rank in enumerate(items.rank):
        rows[rank].append(index)
    best, fewest = [row[:] for row in rows], _crossings(items, rows)
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for rank in range(len(rows)) if down else reversed(range(len(rows))):
            place_of = {i: p for row in rows for p, i in enumerate(row)}
            beside = rank - 1 if down else rank + 1
            keys: dict[int, float] = {}
            for position, index in enumerate(rows[rank]):
                around = [place_of[n] for n in items.near[index] if items.rank[n] == beside]
                keys[index] = sum(around) / len(around) if around else float(position)
            rows[rank].sort(key=keys.__getitem__)
        crossings = _crossings(items, rows)
        if crossings < fewest:
            best, fewest = [row[:] for row in rows], crossings
    return best


def _crossings(items: _Ranks, rows: list[list[int]]) -> int:
    place_of = {i: p for row in rows for p, i in enumerate(row)}
    total = 0
    for row in rows:
        lines = [
            (place_of[i], place_of[n])
            for i in row
            for n in items.near[i]
            if items.rank[n] == items.rank[i] + 1
        ]
        total += sum(
            (a[0] - b[0]) * (a[1] - b[1]) < 0 for k, a in enumerate(lines) for b in lines[k + 1 :]
        )
    return total


def _columns(items: _Ranks, rows: list[list[int]], gap: float) -> list[float]:
    x = [0.0] * len(items.sizes)
    for row in rows:
        _spread(items, row, [0.0] * len(row), gap, x)
    for sweep in range(_SWEEPS):
        last = sweep >= _SWEEPS - 2
        for rank in range(len(rows)) if sweep % 2 == 0 else reversed(range(len(rows))):
            beside = rank - 1 if sweep % 2 == 0 else rank + 1
            wanted: list[float] = []
            for index in rows[rank]:
                around = [x[n] for n in items.near[index] if last or items.rank[n] == beside]
                wanted.append(sum(around) / len(around) if around else x[index])
            _spread(items, rows[rank], wanted, gap, x)
    return x


def _spread(items: _Ranks, row: list[int], wanted: list[float], gap: float, x: list[float]) -> None:
    # Least squares under a minimal distance of neighbours: pool neighbours that would collide.
    offsets: list[float] = []
    offset = 0.0
    for before, index in zip([None, *row[:-1]], row, strict=True):
        if before is not None:
            offset += (items.sizes[before][0] + items.sizes[index][0]) / 2 + gap
        offsets.append(offset)
    pools: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=True):
        total, count = want - offset, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before_total, before_count = pools.pop()
            total, count = total + before_total, count + before_count
        pools.append((total, count))
    starts = [total / count for total, count in pools for _ in range(count)]
    for index, start, offset in zip(row, starts, offsets, strict=True):
        x[index] = start + offset


def _heights(items: _Ranks, rows: list[list[int]], rise: float) -> tuple[list[float], float]:
    middles: list[float] = []
    y = 0.0
    for row in rows:
        tall = max((items.sizes[index][1] for index in row), default=0.0)
        middles.append(y + tall / 2)
        y += tall + rise
    return middles, max(y - rise, 0.0)
