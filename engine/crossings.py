"""Crossings of a document: ways between squares that do not lie beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from questwright.engine.reading import Node

_KEYS = (
    "id title kind kind_title symbol ends over rounds rowed cost only one_way vessel seats open "
    "named text traits rules origin"
)


class Cast(NamedTuple):
    """Spells that make a crossing."""

    caster: str
    """The word of the member of the party who casts them."""
    points: int
    """What they cost."""
    stock: int
    """What the caster has at first."""
    cells: tuple[str, ...]
    """The squares that the caster stands on."""
    is_once: bool
    """Somebody is brought over it once, and then it is gone."""


class Crossing(NamedTuple):
    """A way that joins its ends, each with each or from the first to the others."""

    id: str
    title: str
    ends: tuple[tuple[str, ...], ...]
    rounds: int
    """How many rounds it takes at least; 0 where it costs some of a move."""
    cost: int
    """What it costs of a move, for all the squares that it passes over and that at its end."""
    length: int
    """How many squares one enters on it; one may stop above each that it passes over."""
    only: tuple[str, ...]
    """The words of the kinds that alone take it; empty where everybody does."""
    is_one_way: bool
    is_vessel: bool
    """It joins nothing before it has been launched at its first end."""
    seats: int | None
    """How many a vessel takes at a time; None where nothing limits them."""
    is_open: bool
    """It is open from the start."""
    cast: Cast | None = None
    """The spells that make it; None for what is on the board."""

    @property
    def is_once(self) -> bool:
        """Whether it is gone as soon as somebody has taken it."""
        return self.cast is not None and self.cast.is_once

    def takes(self, member: str, move: int | None) -> bool:
        """Whether a member takes it: it is of those who go, and its whole move is enough."""
        if self.only and member not in self.only:
            return False
        return bool(self.rounds) or move is None or self.cost <= move * self.length

    @property
    def is_rowed(self) -> bool:
        """It is a vessel: it lies at one end at a time, and somebody rows it."""
        return self.is_vessel and self.cast is None

    def end_at(self, cell: str) -> int:
        """The number of the end that a square is of; -1 for none."""
        return next((number for number, end in enumerate(self.ends) if cell in end), -1)

    def beyond(self, cell: str) -> Iterator[str]:
        """The squares that it leads to from one of its own."""
        for number, end in enumerate(self.ends):
            if cell in end and not (self.is_one_way and number):
                for other in self.ends:
                    if other is not end:
                        yield from other


def read_crossings(node: Node, cells: Collection[str]) -> dict[str, Crossing]:
    """The crossings of a document, whose squares are some of these."""
    found: dict[str, Crossing] = {}
    for one in node.items():
        crossing = _crossing(one, cells)
        if crossing.id in found:
            one.refuse("has a name that stands there twice")
        found[crossing.id] = crossing
    return found


def read_casts(node: Node, cells: Collection[str]) -> dict[str, Crossing]:
    """The ways that spells make, by their ids."""
    found: dict[str, Crossing] = {}
    for one in node.items():
        parts = one.mapping("spells place caster points stock chance cells once way")
        cast = Cast(
            caster=parts["caster"].text(),
            points=parts["points"].number(),
            stock=parts["stock"].number(),
            cells=tuple(cell.text() for cell in parts["cells"].items()),
            is_once=parts["once"].flag(),
        )
        crossing = _crossing(parts["way"], cells)._replace(cast=cast)
        if crossing.id in found:
            one.refuse("has a name that stands there twice")
        found[crossing.id] = crossing
    return found


def _crossing(node: Node, cells: Collection[str]) -> Crossing:
    parts = node.mapping(_KEYS)
    ends = []
    for end in parts["ends"].items():
        names = tuple(cell.text() for cell in end.items())
        if not names or not set(names) <= set(cells):
            end.refuse("names what is no square of the floor")
        ends.append(names)
    every = [cell for end in ends for cell in end]
    if len(ends) < 2 or len(set(every)) < len(every):
        parts["ends"].refuse("are not two ends that lie apart")
    for row in parts["rowed"].items():
        if len([each.number() for each in row.items()]) != len(ends):
            row.refuse("does not say how many rounds it takes to each end")
    over = [cell.text() for cell in parts["over"].items()]
    return Crossing(
        id=parts["id"].text(),
        title=parts["title"].text(),
        ends=tuple(ends),
        rounds=parts["rounds"].number(),
        cost=parts["cost"].number(),
        length=len(over) + 1,
        only=tuple(part.text() for part in parts["only"].items()),
        is_one_way=parts["one_way"].flag(),
        is_vessel=parts["vessel"].flag(),
        seats=parts["seats"].maybe_number(2),
        is_open=parts["open"].flag(),
    )


class Vessel(NamedTuple):
    """Where a vessel lies, and who was aboard when it was rowed there."""

    end: int = 0
    """The number of the end at which it lies."""
    came: int = -1
    """The end from which it was rowed there; -1 where nobody else can have been aboard."""
    aboard: int = 0
    """How many were; of one that was brought back, who brought it."""

    def rowed(self, crossing: Crossing, near: str, far: str) -> Vessel | None:
        """The vessel once one more has come over with it; None where it lies elsewhere."""
        here, there = crossing.end_at(near), crossing.end_at(far)
        is_room = crossing.seats is None or self.aboard < crossing.seats
        if (here, there) == (self.came, self.end) and is_room:
            return self._replace(aboard=self.aboard + 1)
        if here != self.end:
            return None
        return Vessel(there, here, 1 + self.aboard * (self.came < 0))
